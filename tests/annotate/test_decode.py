"""Batched Viterbi: the same paths as one sentence at a time, and as trying every path."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.annotate import decode
from maskera.annotate.crf import Tagger, Weights
from maskera.annotate.decode import best_paths


def scores(lengths: list[int], labels: int, seed: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Random emissions of sentences of these lengths, and random transitions."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(length, labels)).astype(np.float32) for length in lengths], rng.normal(size=(labels, labels)).astype(
        np.float32
    )


def best_of_all(emission: np.ndarray, transitions: np.ndarray) -> list[int]:
    """The best path by trying them all."""
    paths = product(range(emission.shape[1]), repeat=len(emission))

    def score(path: tuple[int, ...]) -> float:
        moves = sum(transitions[one, other] for one, other in pairwise(path))
        return float(moves) + float(sum(emission[place, label] for place, label in enumerate(path)))

    return list(max(paths, key=score))


@given(st.lists(st.integers(0, 5), max_size=8), st.integers(2, 3), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_no_other_path_is_better(lengths: list[int], labels: int, seed: int) -> None:
    emissions, transitions = scores(lengths, labels, seed)
    expected = [label for emission in emissions if len(emission) for label in best_of_all(emission, transitions)]
    assert best_paths(emissions, transitions).tolist() == expected


@given(st.lists(st.integers(0, 12), min_size=1, max_size=150), st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_many_sentences_at_once_are_tagged_as_one_by_one(lengths: list[int], seed: int) -> None:
    emissions, transitions = scores(lengths, 7, seed)
    weights = Weights(list("abcdefg"), [], b"\0\0\0\0", b"", b"", transitions.tobytes(), {})
    tagger = Tagger(weights, lambda key: ())
    assert best_paths(emissions, transitions).tolist() == [label for emission in emissions for label in tagger.viterbi(emission)]


def test_both_ways_to_take_the_maximum_agree() -> None:
    (one,), transitions = scores([2 * decode.FEW], 9, 1)
    for count in (1, decode.FEW - 1, decode.FEW, 2 * decode.FEW):
        expected = (one[:count, :, None] + transitions).max(1)
        assert np.array_equal(decode._best_before(one[:count], transitions), expected)


def test_nothing_to_decode_gives_nothing() -> None:
    assert best_paths([], np.zeros((2, 2), np.float32)).tolist() == []
    assert best_paths([np.zeros((0, 2), np.float32)], np.zeros((2, 2), np.float32)).tolist() == []


def test_the_scores_given_stay_as_they_are() -> None:
    emissions, transitions = scores([4, 2], 3, 5)
    before = [emission.copy() for emission in emissions]
    best_paths(emissions, transitions)
    assert all(np.array_equal(one, other) for one, other in zip(before, emissions, strict=True))
