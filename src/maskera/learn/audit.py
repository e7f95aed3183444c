"""When to stop: what is still missed, from the sentences that were drawn at random (learning-and-
risk 3.5), and how that agrees with what the model itself expects."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import accumulate

import msgspec

from maskera.evaluate.align import OUTSIDE
from maskera.learn.learner import MARKED
from maskera.learn.model import Floats
from maskera.learn.project import Sentence

CONFIDENCE = 0.95  # of the one-sided bound
WINDOWS = 2  # all random sentences, and the later half: the lower of two bounds holds so where each
# holds with half the risk. What an early model missed says little of the present one.
AUDITED, LEAST, STEP = 200, 100, 50  # random tokens: behind a point of the curve, between two
# Misses in the sentence that a miss belongs to, as assumed until misses tell (3.7 where four or more
# were seen), and how many of these that is worth. With none or one seen they were taken for single
# ones, and the bound held in 93 of 100 projects (essays_train, 1,500 tokens read); so in 100.
CLUSTER, WORTH = 2.0, 2
DISAGREE = 2.0  # factor between estimate and expectation from which a warning is due


class Audit(msgspec.Struct, frozen=True):
    """passed: audited tokens that the model had called not sensitive; missed: those of them that
    are sensitive. bound: upper bound of the share of misses; estimate: the share itself. recall,
    least_recall: of the pool, estimated and bounded. expected: misses among the tokens called not
    sensitive now by the model's own probabilities. least, estimated, bounded: the same by the
    audit, with the bounds on either side."""

    passed: int
    missed: int
    estimate: float
    bound: float
    recall: float
    least_recall: float
    expected: float
    least: float
    estimated: float
    bounded: float

    @property
    def disagrees(self) -> bool:
        """Whether the audit refutes the model: what it expects lies outside the bounds, and differs
        from the estimate by DISAGREE or more. A bound that is wide for want of sentences refutes
        nothing."""
        low, high = sorted((self.expected, self.estimated))
        return not self.least <= self.expected <= self.bounded and high >= DISAGREE * low


def audit(sentences: Iterable[Sentence], probability: Floats) -> Audit:
    """The audit of what was read at random after a model had said what it thinks. The bound is
    that of all of it or of the later half, whichever is tighter; the estimate that of the later
    half. probability: the present model's, of all tokens not read."""
    drawn = [each for each in sentences if each.drawn and each.guessed]
    every, later = _counts(drawn), _counts(_later(drawn))
    bound = min(every.bound, later.bound)
    estimate = min(later.estimate, bound)
    marked = probability >= MARKED
    negative = int((~marked).sum())
    sensitive = later.precision * int(marked.sum())

    def recall(rate: float) -> float:
        return sensitive / (sensitive + rate * negative) if sensitive else 0.0

    return Audit(
        every.passed,
        every.missed,
        estimate,
        bound,
        recall(estimate),
        recall(bound),
        float(probability[~marked].sum()),
        min(later.least, estimate) * negative,
        estimate * negative,
        bound * negative,
    )


class _Counts(msgspec.Struct, frozen=True):
    """Of some sentences: tokens called not sensitive, those of them that are, the share of these
    and its bounds; the share of the marked that are sensitive."""

    passed: int
    missed: int
    least: float
    estimate: float
    bound: float
    precision: float


def _counts(sentences: Iterable[Sentence]) -> _Counts:
    """Misses come in runs (a name of two words), so both counts are divided by the mean size of the
    cluster that a miss belongs to (Kish's design effect), which few misses leave near CLUSTER;
    tokens alone would promise too much."""
    passed = right = called = 0
    by_sentence: list[int] = []
    for sentence in sentences:
        pairs = list(zip(sentence.guessed, sentence.labels, strict=True))
        passed += sum(not guess for guess, _ in pairs)
        called += sum(guess for guess, _ in pairs)
        right += sum(guess and label != OUTSIDE for guess, label in pairs)
        by_sentence.append(sum(not guess and label != OUTSIDE for guess, label in pairs))
    missed = sum(by_sentence)
    squares = sum(count * count for count in by_sentence)
    effect = (squares + CLUSTER * WORTH) / (missed + WORTH)
    return _Counts(
        passed,
        missed,
        lower_bound(missed / effect, passed / effect),
        missed / passed if passed else 1.0,
        upper_bound(missed / effect, passed / effect, 1 - (1 - CONFIDENCE) / WINDOWS),
        right / called if called else 0.0,
    )


def _later(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """The sentences from the middle token on."""
    sizes = [len(sentence.labels) for sentence in sentences]
    middle = sum(sizes) / 2
    return sentences[bisect_left(list(accumulate(sizes)), middle) :] if sizes else sentences


def upper_bound(missed: float, passed: float, confidence: float = CONFIDENCE) -> float:
    """The one-sided upper bound of a share by Clopper and Pearson; 1 where nothing was looked at."""
    from scipy.special import betaincinv

    if passed <= 0 or missed >= passed:
        return 1.0
    return float(betaincinv(missed + 1, passed - missed, confidence))


def lower_bound(missed: float, passed: float, confidence: float = CONFIDENCE) -> float:
    """The one-sided lower bound of a share by Clopper and Pearson; 0 where nothing was missed."""
    from scipy.special import betaincinv

    if missed <= 0:
        return 0.0
    return float(betaincinv(missed, max(passed - missed, 0.0) + 1, 1 - confidence))


def curve(sentences: Iterable[Sentence]) -> list[tuple[int, float]]:
    """Tokens read so far and token F1 on the last random sentences, AUDITED tokens of them or so: what
    the model had said before it was told. A point for every STEP new ones, from LEAST on."""
    found: list[tuple[int, float]] = []
    window: deque[Sentence] = deque()
    read = size = new = 0
    for sentence in sentences:
        read += len(sentence.labels)
        if not sentence.drawn or not sentence.guessed:
            continue
        window.append(sentence)
        size, new = size + len(sentence.labels), new + len(sentence.labels)
        while size - len(window[0].labels) >= AUDITED:
            size -= len(window.popleft().labels)
        if size >= LEAST and new >= STEP:
            found.append((read, _f1(window)))
            new = 0
    return found


def _f1(sentences: Iterable[Sentence]) -> float:
    """Of tokens marked before they were read; 1 where there was nothing to mark."""
    sensitive = [label != OUTSIDE for sentence in sentences for label in sentence.labels]
    guessed = [guess for sentence in sentences for guess in sentence.guessed]
    marked = sum(sensitive) + sum(guessed)
    right = sum(map(min, sensitive, guessed))
    return 2 * right / marked if marked else 1.0
