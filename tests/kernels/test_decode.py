"""Batched Viterbi: the same paths as one sentence at a time, and as trying every path."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from both import both
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.kernels.type_scores import Block

KERNELS = both("decode")


def scores(
    lengths: list[int], labels: int, seed: int, strength: float = 1.0
) -> tuple[Block, np.ndarray]:
    """Random emissions of sentences of these lengths, so many times as strong as the random
    transitions."""
    rng = np.random.default_rng(seed)
    emissions = rng.normal(0, strength, (sum(lengths), labels)).astype(np.float32)
    return Block(emissions, lengths), rng.normal(size=(labels, labels)).astype(np.float32)


def best_of_all(emission: np.ndarray, transitions: np.ndarray) -> list[int]:
    """The best path by trying them all."""
    paths = product(range(emission.shape[1]), repeat=len(emission))

    def score(path: tuple[int, ...]) -> float:
        moves = sum(transitions[one, other] for one, other in pairwise(path))
        return float(moves) + float(sum(emission[place, label] for place, label in enumerate(path)))

    return list(max(paths, key=score))


def viterbi(emission: np.ndarray, transitions: np.ndarray) -> list[int]:
    """The best path of one sentence, word by word."""
    if not len(emission):
        return []
    score = emission[0].astype(np.float64)
    back = np.zeros((len(emission), len(transitions)), np.intp)
    for index in range(1, len(emission)):
        paths = score[:, None] + transitions
        back[index] = paths.argmax(0)
        score = paths[back[index], np.arange(len(transitions))] + emission[index]
    best = [int(score.argmax())]
    for index in range(len(emission) - 1, 0, -1):
        best.append(int(back[index, best[-1]]))
    return best[::-1]


STRENGTHS = st.sampled_from(
    (0.3, 1.0, 4.0, 20.0)
)  # from "neighbours decide everywhere" to "nearly nowhere"


@given(
    st.lists(st.integers(0, 5), max_size=8), st.integers(2, 3), st.integers(0, 10_000), STRENGTHS
)
@settings(max_examples=80, deadline=None)
def test_no_other_path_is_better(
    lengths: list[int], labels: int, seed: int, strength: float
) -> None:
    emissions, transitions = scores(lengths, labels, seed, strength)
    expected = [
        label
        for emission in emissions.split()
        if len(emission)
        for label in best_of_all(emission, transitions)
    ]
    for kernel in KERNELS:
        assert kernel.Decoder(transitions)(emissions).tolist() == expected


@given(st.lists(st.integers(0, 12), min_size=1, max_size=150), st.integers(0, 10_000), STRENGTHS)
@settings(max_examples=30, deadline=None)
def test_many_sentences_at_once_are_tagged_as_one_by_one(
    lengths: list[int], seed: int, strength: float
) -> None:
    emissions, transitions = scores(lengths, 7, seed, strength)
    expected = [label for emission in emissions.split() for label in viterbi(emission, transitions)]
    for kernel in KERNELS:
        assert kernel.Decoder(transitions)(emissions).tolist() == expected


def test_what_a_label_loses_by_any_neighbour_it_does_not_lose_where_there_is_none() -> None:
    transitions = np.array(
        [[0, -5], [3, -1]], np.float32
    )  # whatever stands before, label 1 loses 4 or more; by what follows it gains
    emission = np.array([[3, 2], [9, 0]], np.float32)
    for kernel in KERNELS:
        assert kernel.Decoder(transitions)(Block(emission, [2])).tolist() == [1, 0]
        turned = kernel.Decoder(np.ascontiguousarray(transitions.T))
        assert turned(Block(emission[::-1], [2])).tolist() == [0, 1]


def test_both_ways_to_take_the_maximum_agree() -> None:
    kernel = KERNELS[0]
    (one, _), transitions = scores([2 * kernel.FEW], 9, 1)
    for count in (1, kernel.FEW - 1, kernel.FEW, 2 * kernel.FEW):
        expected = (one[:count, :, None] + transitions).max(1)
        assert np.array_equal(kernel._best_before(one[:count], transitions), expected)


def test_nothing_to_decode_gives_nothing() -> None:
    for kernel, lengths in product(KERNELS, ([], [0], [0, 0])):
        decoder = kernel.Decoder(np.zeros((2, 2), np.float32))
        assert decoder(scores(lengths, 2, 0)[0]).tolist() == []


def test_scores_that_do_not_fit_are_refused() -> None:
    (rows, _), transitions = scores([4], 3, 1)
    for kernel, block in product(
        KERNELS, (Block(rows, [3]), Block(rows, [5, -1]), Block(rows[:, :2], [4]))
    ):
        with pytest.raises(ValueError, match="do not fit"):
            kernel.Decoder(transitions)(block)


def test_the_scores_given_stay_as_they_are() -> None:
    emissions, transitions = scores([4, 2], 3, 5)
    before = emissions.rows.copy()
    for kernel in KERNELS:
        kernel.Decoder(transitions)(emissions)
    assert np.array_equal(before, emissions.rows)
