"""The network against the same sums written out token by token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.kernels.network import SEQUENCES_AT_ONCE, Network, Weights
from maskera.kernels.type_scores import OFFSETS

LABELS = ["O", "name", "city"]
WIDTH, UNITS = 4, 5
FEATURES = ["bias", "w=a", "w=b", "w=c", "n=0", "n=1"]
SHAPES = {
    "window": (len(OFFSETS) * WIDTH, UNITS), "bias": (UNITS,), "direct": (len(OFFSETS) * WIDTH, len(LABELS)),
    "own": (UNITS, len(LABELS)), "around": (2 * UNITS, len(LABELS)),
    "label_bias": (len(LABELS),), "transitions": (len(LABELS), len(LABELS)),
}  # fmt: skip


def features(key: Any) -> Iterator[str]:
    """Of a form: itself and a bias; of a number: itself. Some are unknown to the network."""
    if isinstance(key, int):
        yield f"n={key}"
    else:
        yield from ("bias", f"w={key}")


class Toy:
    """Random weights, as stored and as numbers."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        vectors = rng.integers(-127, 128, (len(FEATURES), WIDTH)).astype(np.int8)
        scales = rng.uniform(0.001, 0.02, (len(FEATURES), 1)).astype(np.float32)
        self.of = {
            name: rng.normal(0, 1, shape).astype(np.float32) for name, shape in SHAPES.items()
        }
        self.vectors = dict(zip(FEATURES, vectors * scales, strict=True))
        rest = {name: value.tobytes() for name, value in self.of.items()}
        self.stored = Weights(
            labels=LABELS,
            features=FEATURES,
            vectors=vectors.tobytes(),
            scales=scales.tobytes(),
            card={},
            **rest,
        )

    def scores(self, streams: Any) -> np.ndarray:
        """Those of one sentence, in loops."""
        length = len(streams[0])
        known = [
            sum(
                (self.vectors[f] for s in streams for f in features(s[i]) if f in self.vectors),
                np.zeros(WIDTH),
            )
            for i in range(length)
        ]
        seen = [
            np.concatenate(
                [
                    known[i + offset] if 0 <= i + offset < length else np.zeros(WIDTH)
                    for offset in OFFSETS
                ]
            )
            for i in range(length)
        ]
        units = [np.maximum(window @ self.of["window"] + self.of["bias"], 0) for window in seen]
        around = np.concatenate([np.mean(units, 0), np.max(units, 0)]) @ self.of["around"]
        directly = [window @ self.of["direct"] for window in seen]
        return np.array(
            [
                own + each @ self.of["own"] + around + self.of["label_bias"]
                for own, each in zip(directly, units, strict=True)
            ]
        )


SENTENCES = st.lists(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 2)), min_size=1, max_size=6),
    min_size=1,
    max_size=4,
)


@given(st.integers(0, 1000), SENTENCES)
def test_the_scores_are_those_of_the_sums(
    seed: int, sentences: list[list[tuple[str, int]]]
) -> None:
    toy = Toy(seed)
    sequences = [tuple(zip(*sentence, strict=True)) for sentence in sentences]
    for size in (1, 100):
        found = Network(toy.stored, features, size).emissions(sequences)
        for streams, scores in zip(sequences, found.split(), strict=True):
            assert scores == pytest.approx(toy.scores(streams), abs=3e-3)


def test_nothing_gives_nothing() -> None:
    network = Network(Toy(1).stored, features)
    for empty in (network.emissions([]), network.emissions([((), ())])):
        assert network.marginals(empty).rows.shape == (0, len(LABELS))


def test_an_empty_sentence_between_others_changes_nothing() -> None:
    network = Network(Toy(2).stored, features)
    one, other = (("a", "b"), (0, 1)), (("c",), (1,))
    with_empty = network.marginals(network.emissions([one, ((), ()), other])).rows
    assert with_empty == pytest.approx(
        network.marginals(network.emissions([one, other])).rows, abs=1e-6
    )


def test_many_sentences_score_as_each_alone() -> None:
    network = Network(Toy(3).stored, features)
    sequences = [
        (tuple("abcd"[n % 4] * (n % 3)), tuple([n % 2] * (n % 3)))
        for n in range(2 * SEQUENCES_AT_ONCE + 50)
    ]
    together = network.emissions(sequences)
    assert together.lengths == [n % 3 for n in range(len(sequences))]
    for streams, scores in zip(sequences, together.split(), strict=True):
        assert scores == pytest.approx(network.emissions([streams]).rows, abs=1e-5)


def test_types_of_which_nothing_is_known_score_nothing_of_their_own() -> None:
    toy = Toy(4)
    streams = ((7, 8), (9, 7))  # numbers that the network has not met
    assert Network(toy.stored, features).emissions([streams]).rows == pytest.approx(
        toy.scores(streams), abs=1e-3
    )


def test_a_type_is_worth_the_same_whatever_it_came_with() -> None:
    toy = Toy(5)
    alone = Network(toy.stored, features).emissions([(("a", "b"), (0, 1))]).rows
    network = Network(toy.stored, features)
    network.emissions([(tuple("abcdefghijklmnopqrstuvwxyz"), tuple(range(26)))])
    assert network.emissions([(("a", "b"), (0, 1))]).rows.tolist() == alone.tolist()
