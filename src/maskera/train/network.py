"""Fit the network of maskera.kernels.network by gradient descent (Adam; Kingma and Ba 2015), in
NumPy and SciPy (extra `train`).

The loss is that of a CRF: minus the log-probability of the right labels of a sentence. Its gradient
at a token is the difference between the probabilities of the labels and the right one
(forward-backward gives them); from there on back the chain rule is written out.

A token may be annotated in part: then several labels are right, and the loss is log Z minus log Z
over the paths that hold only right labels (a partial CRF: Tsuboi et al. 2008). Its gradient is the
difference between the probabilities of the labels on all paths and on those paths, which a second
forward-backward gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.kernels.chain import forward_backward
from maskera.kernels.network import Weights
from maskera.kernels.pooling import pooled
from maskera.kernels.type_scores import OFFSETS, Floats, Numbers
from maskera.risk.logistic import scipy
from maskera.train import Answer, Example, labels_of
from maskera.train.optimize import MOMENTS, SMALLEST

Parameters = dict[str, Floats]
Flags = NDArray[np.bool_]
WARM_UP = 200  # steps until the full rate
# share of the rate at the end; it falls evenly. Not to nothing, for the mean of the last weights is
# what is kept
LAST_RATE = 0.2
MEAN_EPOCHS = 3  # last epochs whose weights count for the mean
MEAN_EVERY = 10  # steps of these epochs between two that count
LARGEST = 1.0  # norm of a gradient; longer ones are cut
# score of a label that is not right: exp() of it is 0, and it is finite, as differences of scores
# must be
FORBIDDEN = -1e4
# rows of weights changed at once: they stay in the processor's cache through all the steps of the
# sum
BLOCK = 512


class Settings(msgspec.Struct, frozen=True):
    """How to train. width: numbers of a feature's vector. tokens: in a batch. forget: share of
    features and drop: share of numbers that are left out of a step, so that none is relied on
    alone. decay: of weights, as a share of the rate. least: tokens that must have a feature.
    """

    epochs: int = 8
    width: int = 96
    units: int = 128
    tokens: int = 1500
    rate: float = 0.002
    decay: float = 0.01
    drop: float = 0.3
    forget: float = 0.15
    least: int = 2


class Corpus:
    """Training sequences with types, features and answers as numbers.

    answers: one row for each different answer, one column for each label, true where the label is
    right. The first rows are those of the labels themselves, in their order, so the number of a
    certain answer is that of its label.
    """

    def __init__(
        self, examples: Iterable[Example], features: Callable[[Any], Iterable[str]], least: int
    ) -> None:
        types: dict[Hashable, int] = {}
        answers: dict[Answer, int] = {}
        self.sequences: list[tuple[Numbers, Numbers]] = []  # types (streams x tokens), answers
        for streams, right in examples:
            if right:
                keys = np.array(
                    [[types.setdefault(key, len(types)) for key in stream] for stream in streams],
                    np.intp,
                )
                self.sequences.append(
                    (
                        keys,
                        np.array(
                            [answers.setdefault(answer, len(answers)) for answer in right], np.intp
                        ),
                    )
                )
        self.labels, self.answers, renumbered = _answers(answers)
        self.sequences = [(keys, renumbered[right]) for keys, right in self.sequences]
        of_types = [list(features(key)) for key in types]
        seen = np.bincount(
            np.concatenate([keys.ravel() for keys, _ in self.sequences]), minlength=len(types)
        ).tolist()
        tokens: Counter[str] = Counter()
        for names, times in zip(of_types, seen, strict=True):
            tokens.update(dict.fromkeys(names, times))
        self.features = sorted(name for name, times in tokens.items() if times >= least)
        number = {name: index for index, name in enumerate(self.features)}
        rows = [[number[name] for name in names if name in number] for names in of_types]
        self.types = _sparse(
            list(chain.from_iterable(rows)),
            list(accumulate(map(len, rows), initial=0)),
            len(self.features),
        )

    def batches(self, rng: np.random.Generator, settings: Settings) -> Iterator[Batch]:
        """All sequences in a new order."""
        order = rng.permutation(len(self.sequences))
        behind = np.cumsum([len(self.sequences[index][1]) for index in order])
        edges = np.searchsorted(behind, np.arange(0, behind[-1], settings.tokens))
        for start, end in pairwise([*edges.tolist(), len(order)]):
            part = [self.sequences[index] for index in order[start:end]]
            if part:
                yield Batch(part, self.types, self.answers, rng, settings.forget)


class Batch:
    """Some sequences, one after the other.

    right: the number of each token's answer. allowed: the labels that are right for each token,
    None where all answers are certain. features: types of the batch x features. of_token: tokens x
    types of the batch, a one for each stream. places: of the tokens among `room` rows, with empty
    ones between the sequences.
    """

    def __init__(
        self,
        part: Sequence[tuple[Numbers, Numbers]],
        types: Any,
        answers: Flags,
        rng: np.random.Generator,
        forget: float,
    ) -> None:
        self.lengths = np.array([len(right) for _, right in part], np.intp)
        self.right = np.concatenate([right for _, right in part])
        self.allowed = answers[self.right] if (self.right >= answers.shape[1]).any() else None
        keys = np.concatenate([keys for keys, _ in part], 1)
        unique, which = np.unique(keys, return_inverse=True)
        self.features = types[unique]
        self.features.data = _kept(self.features.nnz, forget, rng) if forget else self.features.data
        streams = len(keys)
        self.of_token = _sparse(
            which.reshape(keys.shape).T.ravel(), np.arange(0, keys.size + 1, streams), len(unique)
        )
        self.places = _places_of(self.lengths)
        self.room = len(self.right) + 2 * len(part) + 2
        self.starts = np.cumsum(self.lengths) - self.lengths


def _places_of(lengths: Numbers) -> Numbers:
    """Where the tokens of sequences stand when two empty places lie before, between and behind
    these: no offset reaches a neighbour."""
    return np.arange(int(lengths.sum())) + np.repeat(2 * np.arange(1, len(lengths) + 1), lengths)


def fit(
    examples: Iterable[Example],
    features: Callable[[Any], Iterable[str]],
    card: dict[str, Any],
    settings: Settings,
    seed: int,
    progress: Callable[[str], None] = lambda line: None,
) -> Weights:
    """Train; the same seed and examples give the same network. features: key -> the features of
    that type."""
    corpus = Corpus(examples, features, settings.least)
    rng = np.random.default_rng(seed)
    parameters = started(len(corpus.features), len(corpus.labels), settings, rng)
    adam, mean = Adam(parameters), Mean()
    total = settings.epochs * max(
        1.0, sum(len(right) for _, right in corpus.sequences) / settings.tokens
    )
    for epoch in range(settings.epochs):
        losses = []
        for batch in corpus.batches(rng, settings):
            loss, gradients = step(parameters, batch, settings.drop, rng)
            losses.append(loss)
            warm = min(1.0, (adam.steps + 1) / WARM_UP)
            adam(
                parameters,
                gradients,
                settings.rate * warm * max(LAST_RATE, 1 - adam.steps / total),
                settings.decay,
            )
            if epoch >= settings.epochs - MEAN_EPOCHS and adam.steps % MEAN_EVERY == 0:
                mean(parameters)
        progress(f"epoch {epoch + 1} of {settings.epochs}, loss {np.mean(losses):.4f}")
    mean(parameters)
    return _stored(corpus, mean.parameters, card)


def started(features: int, labels: int, settings: Settings, rng: np.random.Generator) -> Parameters:
    """Random weights to begin with."""
    width, units = settings.width, settings.units

    def uniform(fan_in: int, rows: int, columns: int) -> Floats:
        return rng.uniform(-(fan_in**-0.5), fan_in**-0.5, (rows, columns)).astype(np.float32)

    return {
        "vectors": (0.1 * rng.standard_normal((features, width))).astype(np.float32),
        "window": uniform(len(OFFSETS) * width, len(OFFSETS) * width, units),
        "direct": uniform(len(OFFSETS) * width, len(OFFSETS) * width, labels),
        "bias": np.zeros(units, np.float32),
        "own": uniform(3 * units, units, labels),
        "around": uniform(3 * units, 2 * units, labels),
        "label_bias": np.zeros(labels, np.float32),
        "transitions": np.zeros((labels, labels), np.float32),
    }


def step(
    parameters: Parameters, batch: Batch, drop: float, rng: np.random.Generator
) -> tuple[float, Parameters]:
    """The mean over tokens of minus the log-probability of the right labels, and the gradients of
    the loss a token.

    The loss given is that of the tokens one by one; the gradients are those of whole sequences.
    """
    tokens = np.arange(len(batch.right))
    # forward
    known = batch.of_token @ (batch.features @ parameters["vectors"])
    known *= (keep_known := _kept(known.shape, drop, rng))
    room = np.zeros((batch.room, known.shape[1]), known.dtype)
    room[batch.places] = known
    window = np.concatenate([room[batch.places + offset] for offset in OFFSETS], 1)
    units = np.maximum(window @ parameters["window"] + parameters["bias"], 0)
    around = pooled(units, batch.lengths)
    keep_own, keep_around = _kept(units.shape, drop, rng), _kept(around.shape, drop, rng)
    own, around_kept = units * keep_own, around * keep_around
    scores = own @ parameters["own"] + window @ parameters["direct"] + parameters["label_bias"]
    scores += np.repeat(around_kept @ parameters["around"], batch.lengths, 0)
    moves = np.zeros_like(parameters["transitions"])
    wrong = forward_backward(scores, batch.lengths, parameters["transitions"], moves)
    right = wrong[tokens, batch.right] if batch.allowed is None else (wrong * batch.allowed).sum(1)
    loss = -float(np.log(np.maximum(right, 1e-12)).mean())
    # backward
    if batch.allowed is None:
        inside = np.delete(tokens, batch.starts)
        np.add.at(moves, (batch.right[inside - 1], batch.right[inside]), -1)
        wrong[tokens, batch.right] -= 1
    else:
        right_moves, only = (
            np.zeros_like(moves),
            np.where(batch.allowed, scores, scores.dtype.type(FORBIDDEN)),
        )
        wrong -= forward_backward(only, batch.lengths, parameters["transitions"], right_moves)
        moves -= right_moves
    wrong /= len(tokens)
    in_sentences = np.add.reduceat(wrong, batch.starts)
    to_units = (wrong @ parameters["own"].T) * keep_own
    to_mean, to_most = np.split((in_sentences @ parameters["around"].T) * keep_around, 2, 1)
    to_units += np.repeat(to_mean / batch.lengths[:, None].astype(units.dtype), batch.lengths, 0)
    most = np.repeat(around[:, units.shape[1] :], batch.lengths, 0)
    to_units += np.repeat(to_most, batch.lengths, 0) * (units == most)
    to_units *= units > 0
    to_room = np.zeros_like(room)
    to_window = to_units @ parameters["window"].T + wrong @ parameters["direct"].T
    for offset, part in zip(OFFSETS, np.split(to_window, len(OFFSETS), 1), strict=True):
        to_room[batch.places + offset] += part
    return loss, {
        "vectors": batch.features.T @ (batch.of_token.T @ (to_room[batch.places] * keep_known)),
        "window": window.T @ to_units,
        "direct": window.T @ wrong,
        "bias": to_units.sum(0),
        "own": own.T @ wrong,
        "around": around_kept.T @ in_sentences,
        "label_bias": wrong.sum(0),
        "transitions": moves / len(tokens),
    }


class Adam:
    """Steps down the gradients, each weight at a rate of its own; weights (not biases) decay."""

    def __init__(self, parameters: Parameters) -> None:
        self.steps = 0
        self._first = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._second = {name: np.zeros_like(value) for name, value in parameters.items()}

    def __call__(
        self, parameters: Parameters, gradients: Parameters, rate: float, decay: float
    ) -> None:
        """One step; the parameters are changed in place, and the arrays of the gradients are used
        up."""
        self.steps += 1
        norm = sum(float(np.vdot(gradient, gradient)) for gradient in gradients.values()) ** 0.5
        for name, gradient in gradients.items():
            weights, first, second = parameters[name], self._first[name], self._second[name]
            for start in range(0, len(gradient), BLOCK):
                part = slice(start, start + BLOCK)
                self._update(
                    weights[part], gradient[part], first[part], second[part], norm, rate, decay
                )

    def _update(
        self,
        weights: Floats,
        change: Floats,
        first: Floats,
        second: Floats,
        norm: float,
        rate: float,
        decay: float,
    ) -> None:
        of_first, of_second = (1 - moment**self.steps for moment in MOMENTS)
        change *= min(1.0, LARGEST / (norm + 1e-6))
        first *= MOMENTS[0]
        first += (1 - MOMENTS[0]) * change
        change *= change
        second *= MOMENTS[1]
        second += (1 - MOMENTS[1]) * change
        np.sqrt(second, out=change)
        change /= of_second**0.5
        change += SMALLEST
        np.divide(first, change, out=change)
        if change.ndim > 1:
            weights *= 1 - rate * decay
        change *= rate / of_first
        weights -= change


class Mean:
    """The mean of weights after several steps: steadier than where the last one happens to end."""

    def __init__(self) -> None:
        self.parameters: Parameters = {}
        self._times = 0

    def __call__(self, parameters: Parameters) -> None:
        """Take the weights in as they are now."""
        self._times += 1
        for name, value in parameters.items():
            mean = self.parameters.setdefault(name, np.zeros_like(value))
            mean += (value - mean) / self._times


def _kept(shape: tuple[int, ...] | int, drop: float, rng: np.random.Generator) -> Any:
    """Zeros in a share of the places, ones elsewhere, scaled so that sums stay as they are expected
    to be; 1 for no share."""
    return (rng.random(shape, np.float32) >= drop) / np.float32(1 - drop) if drop else np.float32(1)


def require() -> None:
    """Raises MissingExtra where SciPy is not installed: to be asked before texts are prepared,
    which takes minutes."""
    scipy()


def _sparse(columns: Any, edges: Any, width: int) -> Any:
    """A matrix of ones in rows (scipy.sparse, untyped)."""
    ones = np.ones(len(columns), np.float32)
    sparse, _ = scipy()
    return sparse.csr_array(
        (ones, np.asarray(columns, np.int32), np.asarray(edges, np.int32)),
        shape=(len(edges) - 1, width),
    )


def _answers(numbers: Mapping[Answer, int]) -> tuple[list[str], Flags, Numbers]:
    """The labels, the table of answers, and the row of the table for each number that an answer
    had."""
    labels = labels_of(numbers)
    place = {label: index for index, label in enumerate(labels)}
    several = [answer for answer in numbers if not isinstance(answer, str)]
    table = np.zeros((len(labels) + len(several), len(labels)), bool)
    np.fill_diagonal(table, True)
    for number, answer in enumerate(several, len(labels)):
        table[number, [place[label] for label in answer if label in place]] = True
    every: list[Answer] = [*labels, *several]
    row = {answer: number for number, answer in enumerate(every)}
    return labels, table, np.array([row[answer] for answer in numbers], np.intp)


def _stored(corpus: Corpus, parameters: Parameters, card: dict[str, Any]) -> Weights:
    vectors = parameters.pop("vectors")
    scales = np.maximum(np.abs(vectors).max(1, keepdims=True), 1e-9) / 127
    whole: NDArray[np.int8] = np.rint(vectors / scales).astype(np.int8)
    rest = {name: value.astype(np.float32).tobytes() for name, value in parameters.items()}
    return Weights(
        labels=corpus.labels,
        features=corpus.features,
        vectors=whole.tobytes(),
        scales=scales.astype(np.float32).tobytes(),
        card=card,
        **rest,
    )
