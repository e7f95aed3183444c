"""The loop of cards and reading, replayed with hidden labels: the benchmark of learning from little
(learning-and-risk 3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from maskera.errors import MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.learn import clusters, doubt
from maskera.learn.clusters import Cluster, Kind
from maskera.learn.decisions import SPLIT, Decisions
from maskera.learn.learner import MARKED, Learner, learner
from maskera.learn.model import Source
from maskera.learn.numbers import whole
from maskera.learn.pool import Gold, labels_of, pool
from maskera.learn.prior import Prior
from maskera.learn.schemes import Schemes, schemes

STRATEGIES = ("doubtful", "random", "cards")
HELD_OUT = 0.2  # share of the documents that is kept for testing without a test set
REFIT_CARDS = 100  # cards between two fits


class Point(msgspec.Struct, frozen=True):
    """Token F1 (sensitive or not) on the test documents after so many tokens read."""

    tokens: int
    f1: float


class Curve(msgspec.Struct, frozen=True):
    """What a simulation gives. pool: everything read. test: what was tested on. schemes: the scores
    of spans at each point of the curve, those of the pool last."""

    curve: list[Point]
    pool: Point
    strategy: str
    cards: int
    seed: int
    language: str
    engine: str
    test: str
    schemes: list[Schemes]


@dataclass(frozen=True)
class Trial:
    """A pool with its hidden labels, and the test documents with theirs."""

    learner: Learner
    truth: Sequence[str]
    test: Source
    gold: np.ndarray[tuple[int], np.dtype[np.bool_]]

    def point(self, decisions: Decisions) -> tuple[Point, Schemes]:
        """The scores of the model of these decisions on the test documents; those of the prior where
        there is none."""
        texts, tokens = self.test.texts, len(decisions.read)
        learnt = self.learner.fit(decisions)
        likely = self.learner.probabilities(learnt, self.test)
        found = whole(self.test.wholes, likely) >= MARKED
        words = texts.words
        return (
            Point(tokens, token_f1(found[words], self.gold[words])),
            schemes(tokens, texts, found & words, self.gold & words),
        )


def token_f1(
    found: np.ndarray[tuple[int], np.dtype[np.bool_]],
    gold: np.ndarray[tuple[int], np.dtype[np.bool_]],
) -> float:
    """F1 of marked tokens; 0 where nothing is marked rightly."""
    right = int((found & gold).sum())
    return 2 * right / (int(found.sum()) + int(gold.sum())) if right else 0.0


def held_out(gold: Sequence[Gold], seed: int) -> tuple[list[Gold], list[Gold]]:
    """Pool and test documents, drawn by the seed. Raises MaskeraError for fewer than two."""
    if len(gold) < 2:
        raise MaskeraError("a pool of one document leaves none to test on; give --test")
    order = np.random.default_rng(seed).permutation(len(gold)).tolist()
    kept = sorted(order[: max(1, round(HELD_OUT * len(gold)))])
    return [each for n, each in enumerate(gold) if n not in set(kept)], [gold[n] for n in kept]


def trial(gold: Sequence[Gold], test: Sequence[Gold], prior: Prior, engine: str) -> Trial:
    """A pool and test documents made ready. Raises MaskeraError for a pool without candidates and
    for one without mentions."""
    texts = pool(document for document, _ in gold)
    ready = learner(texts, prior, engine)
    if not ready.candidate.any():
        raise MaskeraError("the pool has no candidate: no name, number or rare word to ask about")
    truth = labels_of(texts, gold)
    if all(label == OUTSIDE for label in truth):
        raise MaskeraError("the pool has no mention to learn from")
    others = pool(document for document, _ in test)
    expected = np.array([label != OUTSIDE for label in labels_of(others, test)], bool)
    return Trial(ready, truth, Source(others, prior, ready.source), expected)


def simulate(
    tried: Trial,
    strategy: str,
    tokens: int,
    cards: int,
    seed: int,
    kind: Kind = "term",
    progress: Callable[[str], None] = lambda line: None,
) -> tuple[list[tuple[Point, Schemes]], tuple[Point, Schemes]]:
    """The curve up to so many tokens read, and the point of the whole pool.

    cards: so many are decided before anything is read, with the strategy "cards". The same seed
    gives the same curve.
    """
    rng = np.random.default_rng(seed)
    decisions = Decisions()
    curve: list[tuple[Point, Schemes]] = []

    def note() -> None:
        curve.append(tried.point(decisions))
        point, _ = curve[-1]
        progress(f"{point.tokens} tokens read, F1 {point.f1:.3f}")

    if strategy == "cards":
        _deal(tried, decisions, cards, kind, rng, progress)
        note()
    budget = min(tokens, len(tried.learner.texts))
    while len(decisions.read) < budget:
        size = min(doubt.batch_size(len(decisions.read)), budget - len(decisions.read))
        _read(tried, decisions, size, rng, strategy)
        note()
    every = Decisions(read=dict(enumerate(tried.truth)))
    return curve, tried.point(every)


def _read(
    tried: Trial, decisions: Decisions, size: int, rng: np.random.Generator, strategy: str
) -> None:
    """Read a batch of exactly so many tokens: of its last sentence only the beginning."""
    probability = None
    if strategy != "random":
        learnt = tried.learner.fit(decisions)
        if learnt is not None or tried.learner.prior.guesses(tried.learner.texts).any():
            probability = tried.learner.probabilities(learnt)
    starts = tried.learner.texts.starts
    end = len(decisions.read) + size
    while len(decisions.read) < end:  # again where a sentence had been read in part before
        left = end - len(decisions.read)
        doubtful, drawn = tried.learner.next_sentences(decisions, left, rng, probability)
        for sentence in drawn + doubtful:
            for token in range(starts[sentence], starts[sentence + 1]):
                if len(decisions.read) < end:
                    decisions.read.setdefault(token, tried.truth[token])


def _deal(
    tried: Trial,
    decisions: Decisions,
    cards: int,
    kind: Kind,
    rng: np.random.Generator,
    progress: Callable[[str], None],
) -> None:
    for dealt in range(0, cards, REFIT_CARDS):
        learnt = tried.learner.fit(decisions)
        doubtful = None if learnt is None else doubt.doubts(tried.learner.probabilities(learnt))
        asked = tried.learner.cards(decisions, kind, doubtful)
        for _, cluster in asked[: min(REFIT_CARDS, cards - dealt)]:
            decisions.cards[cluster.kind, cluster.key] = answer(cluster, tried.truth, rng)
        progress(f"{len(decisions.cards)} cards")


def answer(cluster: Cluster, truth: Sequence[str], rng: np.random.Generator) -> str:
    """What somebody says who sees the places of a card: a label if all are sensitive, OUTSIDE if
    none is, else SPLIT."""
    labels = [truth[token] for token in clusters.shown(cluster, rng)]
    sensitive = [label for label in labels if label != OUTSIDE]
    if not sensitive:
        return OUTSIDE
    return (
        max(sorted(set(sensitive)), key=sensitive.count) if len(sensitive) == len(labels) else SPLIT
    )
