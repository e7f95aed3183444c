"""Fitting the network: its gradients against differences of the loss, and that it learns what a
linear model cannot."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from maskera.kernels.network import Network
from maskera.kernels.pooling import pooled
from maskera.kernels.type_scores import OFFSETS

pytest.importorskip("scipy", reason="the extra `train` is not installed")
from maskera.train import Answer, Example
from maskera.train.network import Batch, Corpus, Mean, Parameters, Settings, fit, started, step

TINY = Settings(width=5, units=6, least=1)


def random_corpus(partial: bool) -> Corpus:
    rng = np.random.default_rng(0)

    def answer(number: int) -> Answer:
        """A certain label, or one of four answers that leave open which of several labels is
        right."""
        either = frozenset(f"label {label}" for label in {number % 4, (number + 1) % 4, number % 3})
        return f"label {number}" if number < 4 else either

    examples: list[Example] = [
        (
            [rng.integers(0, 9, length).tolist() for _ in range(3)],
            [answer(n) for n in rng.integers(0, 8 if partial else 4, length)],
        )
        for length in (3, 1, 6, 4)
    ]
    return Corpus(examples, lambda key: [f"third {key % 3}", f"whole {key}", f"half {key % 2}"], 1)


def batch_of(corpus: Corpus) -> Batch:
    return Batch(corpus.sequences, corpus.types, corpus.answers, np.random.default_rng(1), 0)


def random_parameters(corpus: Corpus) -> dict[str, Any]:
    rng = np.random.default_rng(2)
    parameters: dict[str, Any] = {
        name: value.astype(float)
        for name, value in started(len(corpus.features), len(corpus.labels), TINY, rng).items()
    }
    parameters["vectors"] *= 5
    parameters["transitions"] += rng.standard_normal(parameters["transitions"].shape)
    return parameters


def loss_a_token(parameters: Parameters, batch: Batch, answers: Any) -> float:
    """Minus the log-probability of the right labels of all sentences, by the recursion of the
    textbook, for each token.

    Its two sums go over all paths, and over those on which every label is right."""
    vectors = batch.of_token @ (batch.features @ parameters["vectors"])
    room = np.zeros((batch.room, vectors.shape[1]))
    room[batch.places] = vectors
    window = np.concatenate([room[batch.places + offset] for offset in OFFSETS], 1)
    units = np.maximum(window @ parameters["window"] + parameters["bias"], 0)
    around = np.repeat(pooled(units, batch.lengths) @ parameters["around"], batch.lengths, 0)
    scores = (
        units @ parameters["own"]
        + window @ parameters["direct"]
        + around
        + parameters["label_bias"]
    )
    moves = parameters["transitions"]
    loss = 0.0
    for start, length in zip(batch.starts, batch.lengths, strict=True):
        own, right = (
            scores[start : start + length],
            np.where(answers[batch.right[start : start + length]], 0, -np.inf),
        )
        every, only = own[0], own[0] + right[0]
        for at in range(1, length):
            every = np.logaddexp.reduce(every[:, None] + moves, 0) + own[at]
            only = np.logaddexp.reduce(only[:, None] + moves, 0) + own[at] + right[at]
        loss += np.logaddexp.reduce(every) - np.logaddexp.reduce(only)
    return float(loss) / len(batch.right)


@pytest.mark.parametrize("partial", [False, True])
def test_the_gradients_are_those_of_the_loss(partial: bool) -> None:
    corpus, rng = random_corpus(partial), np.random.default_rng(1)
    batch, parameters = batch_of(corpus), random_parameters(corpus)
    assert (batch.allowed is not None) == partial
    _, gradients = step(parameters, batch, 0, rng)
    for name, value in parameters.items():
        for _ in range(15):
            place = tuple(rng.integers(0, size) for size in value.shape)
            kept = value[place]
            value[place] = kept + 1e-5
            more = loss_a_token(parameters, batch, corpus.answers)
            value[place] = kept - 1e-5
            less = loss_a_token(parameters, batch, corpus.answers)
            value[place] = kept
            assert gradients[name][place] == pytest.approx((more - less) / 2e-5, abs=1e-7), name


def test_a_partial_loss_is_the_plain_one_where_every_token_is_annotated() -> None:
    corpus, rng = random_corpus(False), np.random.default_rng(1)
    batch, parameters = batch_of(corpus), random_parameters(corpus)
    plain_loss, plain = step(parameters, batch, 0, rng)
    batch.allowed = corpus.answers[batch.right]
    loss, gradients = step(parameters, batch, 0, rng)
    assert loss == pytest.approx(plain_loss)
    for name, value in plain.items():
        assert gradients[name] == pytest.approx(value), name


def test_tokens_of_which_nothing_is_known_teach_nothing() -> None:
    corpus, rng = random_corpus(False), np.random.default_rng(1)
    batch, parameters = batch_of(corpus), random_parameters(corpus)
    batch.allowed = np.ones_like(corpus.answers[batch.right])
    loss, gradients = step(parameters, batch, 0, rng)
    assert loss == pytest.approx(0)
    assert all(np.abs(value).max() < 1e-12 for value in gradients.values())


def either_or(seed: int, count: int) -> list[Example]:
    """Words of two letters that are a name when their letters differ: no sum of features of one
    letter each can tell that."""
    rng = random.Random(seed)
    made: list[Example] = []
    for _ in range(count):
        words = [rng.choice("ab") + rng.choice("ab") for _ in range(rng.randint(1, 8))]
        made.append(([words], ["name" if word[0] != word[1] else "O" for word in words]))
    return made


def letters(word: str) -> list[str]:
    return ["bias", f"first {word[0]}", f"second {word[1]}"]


def test_it_learns_what_no_sum_of_features_can_tell() -> None:
    settings = Settings(
        epochs=15, width=8, units=16, tokens=100, rate=0.02, drop=0.0, forget=0.0, least=1
    )
    weights = fit(either_or(1, 300), letters, {"made": "here"}, settings, 1)
    network = Network(weights, letters)
    for streams, right in either_or(2, 50):
        best = network.marginals(network.emissions([streams])).rows.argmax(1)
        assert [network.labels[number] for number in best] == right
    assert weights.card == {"made": "here"}


def test_what_a_corpus_does_not_annotate_is_learnt_from_another() -> None:
    """Half of the texts mark `name` alone: there an unmarked word may be an `end`, which the other
    half marks."""

    def label(word: str) -> str:
        return "name" if word[0] != word[1] else "end" if word == "bb" else "O"

    words = [example[0] for example in either_or(1, 300)]
    whole: list[Example] = [
        (streams, [label(str(word)) for word in streams[0]]) for streams in words[:150]
    ]
    unknown = frozenset(("O", "end"))
    names: list[Example] = [
        (streams, ["name" if label(str(word)) == "name" else unknown for word in streams[0]])
        for streams in words[150:]
    ]
    settings = Settings(
        epochs=20, width=8, units=16, tokens=100, rate=0.02, drop=0.0, forget=0.0, least=1
    )
    weights = fit([*whole, *names], letters, {}, settings, 1)
    network = Network(weights, letters)
    assert sorted(weights.labels) == ["O", "end", "name"]
    for streams, _ in either_or(2, 50):
        best = network.marginals(network.emissions([streams])).rows.argmax(1)
        assert [network.labels[number] for number in best] == [
            label(str(word)) for word in streams[0]
        ]


def test_rare_features_are_left_out() -> None:
    examples: list[Example] = [([["aa", "ab"]], ["O", "O"]), ([["aa"]], ["O"])]
    assert Corpus(examples, letters, 2).features == ["bias", "first a", "second a"]


def test_progress_is_told_and_seeds_differ() -> None:
    settings, lines = Settings(epochs=2, width=4, units=4, tokens=50), list[str]()
    one = fit(either_or(1, 40), letters, {}, settings, 1, lines.append)
    assert [line.split(",")[0] for line in lines] == ["epoch 1 of 2", "epoch 2 of 2"]
    assert one == fit(either_or(1, 40), letters, {}, settings, 1)
    assert one.vectors != fit(either_or(1, 40), letters, {}, settings, 2).vectors


def test_what_is_kept_is_the_mean_of_the_weights() -> None:
    mean = Mean()
    for value in (1.0, 2.0, 6.0):
        mean({"bias": np.full(3, value, np.float32)})
    assert mean.parameters["bias"].tolist() == [3.0, 3.0, 3.0]


def test_a_single_step_is_enough_for_a_model() -> None:
    weights = fit(either_or(1, 5), letters, {}, Settings(epochs=1, width=4, units=4, least=1), 1)
    assert np.frombuffer(weights.vectors, np.int8).any() and weights.labels
