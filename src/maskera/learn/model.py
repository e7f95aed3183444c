"""A linear-chain CRF over sparse features, fitted by L-BFGS on full and on partial sequences: the
loss of a sequence is log Z minus log Z over the paths that the decisions allow (learning-and-risk
1.2). Seconds for some thousand tokens, the same numbers for the same decisions. Extra `train`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from maskera.errors import of_extra
from maskera.evaluate.align import OUTSIDE
from maskera.kernels.chain import forward_backward
from maskera.learn import features
from maskera.learn.pool import Pool
from maskera.learn.prior import Prior

SURE = 0.03  # the prior's guesses count as no nearer to 0 or 1 than this
FORBIDDEN = -1e6  # score of a label that a decision rules out: its path has probability 0
PENALTY = 0.5  # of half the squared weights
ITERATIONS = 80
TOLERANCE = 1e-5  # relative gain of an iteration at which fitting ends

EXTRA = "learning", "train"  # what needs SciPy, and the optional part that brings it

Floats = NDArray[np.float64]
Allowed = NDArray[np.bool_]


@dataclass(frozen=True)
class Answers:
    """What is decided of sentences of the pool: for each token the labels it may have.

    sentences: their numbers, rising. allowed: tokens of these sentences x labels; a row of ones is a
    token of which nothing is known. labels: OUTSIDE first.
    """

    labels: tuple[str, ...]
    sentences: NDArray[np.intp]
    allowed: Allowed


class Recognizer(Protocol):
    """What has been learnt: label probabilities for every token of some texts."""

    @property
    def labels(self) -> tuple[str, ...]:
        """OUTSIDE first."""

    def marginals(self, source: Source) -> Floats:
        """Tokens x labels."""


class Known(Protocol):
    """What of the texts that were learned from is needed to see others the same way."""

    @property
    def counts(self) -> features.Counts:
        """Of their forms."""

    @property
    def columns(self) -> Mapping[str, int]:
        """The number of each feature."""


class Source:
    """Texts prepared for learners once: their features as a sparse matrix, whatever is decided
    later. claims: the label that the prior claims of each token, "" for none. wholes: the tokens of
    what is sensitive as a whole or not at all."""

    def __init__(self, texts: Pool, prior: Prior, learned_from: Known | None = None) -> None:
        self.texts = texts
        self.claims = prior.labels(texts)
        self.wholes = prior.wholes(texts)
        self.counts: features.Counts = (
            learned_from.counts if learned_from else features.counts(texts)
        )
        rows = features.features(texts, self.counts, prior)
        self.columns: Mapping[str, int] = (
            learned_from.columns if learned_from else features.columns(rows)
        )
        self.offset = _offset(prior.guesses(texts))
        indices, edges = features.matrix(rows, self.columns)
        self.matrix: Any = of_extra("scipy.sparse", *EXTRA).csr_array(
            (np.ones(len(indices)), indices, edges), shape=(len(texts), len(self.columns))
        )

    @cached_property
    def every(self) -> NDArray[np.intp]:
        """All sentences."""
        return np.arange(len(self.texts.lengths))

    def tokens(self, sentences: NDArray[np.intp]) -> NDArray[np.intp]:
        """The tokens of some sentences, in their order."""
        starts, lengths = self.texts.starts[:-1][sentences], self.texts.lengths[sentences]
        before = np.cumsum(lengths) - lengths
        return np.asarray(np.arange(int(lengths.sum())) + np.repeat(starts - before, lengths))


@dataclass(frozen=True)
class Crf:
    """Weights of features (x labels) and of moves from label to label."""

    labels: tuple[str, ...]
    weights: Floats
    moves: Floats

    def marginals(self, source: Source) -> Floats:
        """The probability of each label at each token of the source."""
        return self.of_rows(source, source.matrix)

    def of_rows(self, source: Source, rows: Any) -> Floats:
        """The same with other features of the tokens than the source has."""
        scores: Floats = np.asarray(rows @ self.weights)
        scores[:, 1:] += source.offset[:, None]
        return np.asarray(forward_backward(scores, source.texts.lengths, self.moves))


def fit(source: Source, answers: Answers, penalty: float = PENALTY) -> Crf:
    """Fit to the answers; the same answers give the same weights, in whatever order they came."""
    return fit_rows(source, answers, source.matrix, penalty)


def fit_rows(source: Source, answers: Answers, rows: Any, penalty: float = PENALTY) -> Crf:
    """The same with other features of the tokens than the source has."""
    chosen = source.tokens(answers.sentences)
    offset = np.repeat(source.offset[chosen][:, None], len(answers.labels), 1)
    offset[:, 0] = 0
    lengths = source.texts.lengths[answers.sentences]
    return fit_chain(rows[chosen], offset, lengths, answers.allowed, answers.labels, penalty)


def fit_chain(
    rows: Any,
    offset: Floats,
    lengths: NDArray[np.intp],
    allowed: Allowed,
    labels: tuple[str, ...],
    penalty: float = PENALTY,
) -> Crf:
    """The CRF of some sequences: the features of their tokens as sparse rows, scores that stand
    beside the weights, tokens a sequence, and the labels that each token may have.

    Of two labels the first has no weights of its own: those of both would be each other's negatives
    at the optimum, so that one column under half the penalty gives the same in half the time.
    """
    optimize = of_extra("scipy.optimize", *EXTRA)
    count = len(labels)
    own = slice(1, 2) if count == 2 else slice(0, count)
    width = own.stop - own.start
    used = np.unique(rows.indices)
    part = rows[:, used]
    turned = part.T.tocsr()
    free = not allowed.all(1).all() and allowed.sum(1).max(initial=1) > 1
    size = len(used) * width
    penalties = np.full(size + count * count, penalty)
    penalties[:size] *= width / count
    certain = allowed.argmax(1)
    tokens = np.arange(len(certain))
    inside = np.delete(tokens, np.cumsum(lengths) - lengths)

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights, moves = flat[:size].reshape(-1, width), flat[size:].reshape(count, count)
        scores = offset.copy()
        scores[:, own] += part @ weights
        expected, total = np.zeros((count, count)), list[float]()
        wrong: Any = forward_backward(scores, lengths, moves, expected, total)
        if free:
            only = np.where(allowed, scores, FORBIDDEN)
            right_moves, right_total = np.zeros((count, count)), list[float]()
            wrong -= forward_backward(only, lengths, moves, right_moves, right_total)
            expected -= right_moves
            value = total[0] - right_total[0]
        else:
            path = scores[tokens, certain].sum() + moves[certain[inside - 1], certain[inside]].sum()
            value = total[0] - float(path)
            wrong[tokens, certain] -= 1
            np.add.at(expected, (certain[inside - 1], certain[inside]), -1)
        gradient = np.concatenate([np.asarray(turned @ wrong[:, own]).ravel(), expected.ravel()])
        drawn = penalties * flat
        return value + 0.5 * float(flat @ drawn), gradient + drawn

    found = optimize.minimize(
        loss, np.zeros(size + count * count), jac=True, method="L-BFGS-B",
        options={"maxiter": ITERATIONS, "ftol": TOLERANCE, "maxcor": 8},
    )  # fmt: skip
    weights = np.zeros((rows.shape[1], count))
    weights[used, own] = found.x[:size].reshape(-1, width)
    return Crf(labels, weights, found.x[size:].reshape(count, count))


def answers(
    source: Source, sentences: Sequence[int], labels: Sequence[str], known: Sequence[str | None]
) -> Answers:
    """The answers on sentences; known: for every token of the pool its label, None for one that is
    not decided. labels: those there are, without OUTSIDE."""
    every = (OUTSIDE, *sorted(set(labels) - {OUTSIDE}))
    number = {label: index for index, label in enumerate(every)}
    chosen = np.array(sorted(sentences), np.intp)
    tokens = source.tokens(chosen)
    allowed = np.ones((len(tokens), len(every)), bool)
    for row, token in enumerate(tokens.tolist()):
        label = known[token]
        if label is not None:
            allowed[row] = False
            allowed[row, number[label]] = True
    return Answers(every, chosen, allowed)


def _offset(guesses: Floats) -> Floats:
    """Log-odds of the prior's guesses, to which the weights add; 0 where there is no prior."""
    if not guesses.any():
        return np.zeros(len(guesses))
    certain = np.clip(guesses, SURE, 1 - SURE)
    return np.asarray(np.log(certain / (1 - certain)))


def sensitive(probabilities: Floats) -> Floats:
    """The probability of each token to be anything but OUTSIDE."""
    return np.asarray(1 - probabilities[:, 0])


def require() -> None:
    """Raises MissingExtra where SciPy is not installed."""
    of_extra("scipy.sparse", *EXTRA)
