"""The NumPy engine against python-crfsuite, on random data that the test trains on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.kernels.crf import Tagger, Weights
from maskera.kernels.decode import Decoder
from maskera.kernels.type_scores import OFFSETS
from maskera.train import Example
from maskera.train.crfsuite import attributes, fit

pycrfsuite = pytest.importorskip("pycrfsuite", reason="the extra `train` is not installed")

LABELS = ("O", "name", "city")
PARAMETERS = {"c1": 0.05, "c2": 0.05, "max_iterations": 40}


def features(key: Any) -> Iterator[str]:
    """Of a form: the form and its first letter; of a situation (a number): itself. `~` is seen from
    the neighbours only."""
    if isinstance(key, int):
        yield f"situation={key}"
        return
    yield "bias"
    yield f"w={key}"
    yield f"~p{key[0]}"


def sequences(seed: int, count: int) -> list[Example]:
    """Sequences of words whose labels hang on the word, its neighbour and the label before."""
    rng = random.Random(seed)
    made: list[Example] = []
    for _ in range(count):
        words = [rng.choice("abcdefgh") + rng.choice("xyz") for _ in range(rng.randint(1, 12))]
        places = [rng.randint(0, 2) for _ in words]
        labels = []
        for index, word in enumerate(words):
            before = words[index - 1] if index else ""
            hot = (
                word[0] in "ab"
                or before.startswith("c")
                or (labels[-1:] == ["name"] and places[index] == 1)
            )
            labels.append(rng.choice(LABELS[1:]) if hot and rng.random() < 0.9 else "O")
        made.append(((words, places), labels))
    return made


@dataclass(frozen=True)
class Pair:
    """Our engine and the other, of one training."""

    ours: Tagger
    theirs: Any

    def attributes(self, streams: Any) -> list[list[str]]:
        return attributes(streams, features, {})


@pytest.fixture(scope="module")
def weights() -> Weights:
    return fit(sequences(1, 300), features, {"seed": 1}, PARAMETERS)


@pytest.fixture(scope="module")
def pair(weights: Weights, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    seen: dict[Any, list[list[str]]] = {}
    for streams, labels in sequences(1, 300):
        trainer.append(attributes(streams, features, seen), labels)
    trainer.set_params({"feature.possible_transitions": True, **PARAMETERS})
    path = str(tmp_path_factory.mktemp("crf") / "model")
    trainer.train(path)
    tagger = pycrfsuite.Tagger()
    tagger.open(path)
    yield Pair(Tagger(weights, features), tagger)
    tagger.close()


def test_the_tags_are_crfsuites(pair: Pair) -> None:
    examples = [streams for streams, _ in sequences(2, 300)]
    ours = [
        pair.ours.labels[number]
        for number in Decoder(pair.ours.transitions)(pair.ours.emissions(examples))
    ]
    theirs = [label for streams in examples for label in pair.theirs.tag(pair.attributes(streams))]
    assert ours == theirs
    assert set(ours) == set(LABELS)


def test_the_marginals_are_crfsuites_and_sum_to_one(pair: Pair) -> None:
    examples = [streams for streams, _ in sequences(3, 60)]
    marginals = pair.ours.marginals(pair.ours.emissions(examples))
    for streams, ours in zip(examples, marginals.split(), strict=True):
        pair.theirs.tag(pair.attributes(streams))
        theirs = [
            [pair.theirs.marginal(label, place) for label in pair.ours.labels]
            for place in range(len(streams[0]))
        ]
        assert ours.sum(1) == pytest.approx(1.0, abs=1e-5)
        assert ours == pytest.approx(
            np.array(theirs), abs=2e-3
        )  # weights are kept in half precision


def test_a_sequence_does_not_hear_its_neighbours(pair: Pair) -> None:
    examples = [streams for streams, _ in sequences(4, 20)]
    together = pair.ours.marginals(pair.ours.emissions(examples)).split()
    alone = [pair.ours.marginals(pair.ours.emissions([streams])).rows for streams in examples]
    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other, abs=1e-5)


def test_a_small_table_gives_the_same_scores(weights: Weights) -> None:
    large, small = Tagger(weights, features), Tagger(weights, features, size=12)
    for streams, _ in sequences(5, 50):
        assert np.allclose(large.emissions([streams]).rows, small.emissions([streams]).rows)


def test_the_table_starts_anew_only_when_new_types_do_not_fit(weights: Weights) -> None:
    asked: list[Any] = []

    def watched(key: Any) -> Iterator[str]:
        asked.append(key)
        return features(key)

    tagger = Tagger(weights, watched, size=12)
    long = (["ax", "by"] * 50, [0, 1] * 50)
    for _ in range(3):
        tagger.emissions([long])
    assert sorted(map(str, asked)) == ["0", "1", "ax", "by"], "a long text of few types stays warm"
    tagger.emissions([([f"{letter}z" for letter in "abcdefghijkl"], [0] * 12)])
    assert len(asked) > 4 + 12, "types that do not fit beside the others drive them out"


def test_types_that_come_again_and_again_are_worked_out_once(weights: Weights) -> None:
    asked: list[Any] = []

    def watched(key: Any) -> Iterator[str]:
        asked.append(key)
        return features(key)

    tagger, large = Tagger(weights, watched, size=8), Tagger(weights, features)
    for number in range(20):
        text = [(["ax", f"{chr(97 + number)}y", "bz", f"{chr(97 + number)}z"], [0, 1, 0, 1])]
        assert (tagger.emissions(text).rows == large.emissions(text).rows).all()
    assert all(asked.count(key) == 1 for key in ("ax", "bz", 0, 1)), "met each time"
    tagger.emissions([(["ay"], [0])])
    assert asked.count("ay") == 2, "not met for long"


def test_nothing_gives_nothing(pair: Pair) -> None:
    for empty in (pair.ours.emissions([]), pair.ours.emissions([([], [])])):
        assert pair.ours.marginals(empty).rows.shape == (0, len(LABELS))


def _by_hand(seed: int) -> Tagger:
    """An engine with random weights, one feature a letter, nothing trained."""
    rng = np.random.default_rng(seed)
    names = list("abc")
    width = len(OFFSETS) * len(LABELS)
    values = rng.normal(0, 2, (len(names), width)).astype(np.float16)
    columns = np.tile(np.arange(width, dtype=np.uint16), len(names))
    first = np.arange(0, len(names) * width + 1, width, dtype=np.uint32)
    moves = rng.normal(0, 2, (len(LABELS), len(LABELS))).astype(np.float32)
    stored = Weights(
        list(LABELS),
        names,
        first.tobytes(),
        columns.tobytes(),
        values.tobytes(),
        moves.tobytes(),
        {},
    )
    return Tagger(stored, lambda key: [key])


@given(st.integers(0, 10_000), st.text("abcd", min_size=1, max_size=5))
def test_the_best_path_and_the_marginals_are_those_of_all_paths(seed: int, word: str) -> None:
    tagger = _by_hand(seed)
    emissions = tagger.emissions([[list(word)]])
    emission = emissions.rows
    scores = {}
    for path in product(range(len(LABELS)), repeat=len(word)):
        moves = sum(float(tagger.transitions[a, b]) for a, b in pairwise(path))
        scores[path] = moves + sum(
            float(emission[place, label]) for place, label in enumerate(path)
        )
    best = max(scores.values())
    assert scores[tuple(Decoder(tagger.transitions)(emissions).tolist())] == pytest.approx(
        best, abs=1e-3
    )
    total = sum(np.exp(score - best) for score in scores.values())
    marginals = tagger.marginals(emissions).rows
    for place in range(len(word)):
        for label in range(len(LABELS)):
            share = (
                sum(np.exp(score - best) for path, score in scores.items() if path[place] == label)
                / total
            )
            assert marginals[place, label] == pytest.approx(share, abs=1e-3)


def test_types_of_which_nothing_is_known_score_nothing(weights: Weights) -> None:
    assert not Tagger(weights, features).emissions([((70, 80), (90, 70))]).rows.any()
