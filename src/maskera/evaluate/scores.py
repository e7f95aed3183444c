"""Counts and the schemes that give them: precision, recall, F1, F2 of labelled spans, spans,
tokens.

A scheme counts one Pair; counts add up over documents (micro average) and can be drawn again for
intervals. Definitions: docs/reference/contracts.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

import msgspec
import numpy as np

from maskera.evaluate.align import OUTSIDE, Pair
from maskera.mentions import Mention
from maskera.text import Span


class Counts(msgspec.Struct, frozen=True):
    """How much is right, of how much there is (gold) and how much was claimed (found); a share of
    nothing is 0, as in scikit-learn."""

    right: float
    gold: int
    found: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.right + other.right, self.gold + other.gold, self.found + other.found)

    @property
    def precision(self) -> float:
        """Right of what was claimed."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Right of what there is."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """2PR / (P + R)."""
        return self.f(1)

    @property
    def f1_or_one(self) -> float:
        """F1 of two that are equal in rank: 1 where neither marks anything."""
        return self.f1 if self.gold + self.found else 1.0

    @property
    def f2(self) -> float:
        """5PR / (4P + R): recall counts four times as much."""
        return self.f(2)

    def f(self, beta: float) -> float:
        """F-score with recall weighing beta squared, from counts (the same as from P and R, and 0
        where both are 0)."""
        whole = beta * beta * self.gold + self.found
        return (1 + beta * beta) * self.right / whole if whole else 0.0


NOTHING = Counts(0, 0, 0)
Scheme = Callable[[Pair], Counts]


def total(counts: Iterable[Counts]) -> Counts:
    """The sum: a micro average."""
    return sum(counts, NOTHING)


def labelled(pair: Pair) -> Counts:
    """Spans with the same ends and the same label: the main figure."""
    gold = {(m.span.start, m.span.end, m.label) for m in pair.gold}
    return Counts(
        sum((m.span.start, m.span.end, m.label) in gold for m in pair.found),
        len(pair.gold),
        len(pair.found),
    )


def unlabelled(pair: Pair) -> Counts:
    """Spans with the same ends, whatever the label."""
    gold = {(m.span.start, m.span.end) for m in pair.gold}
    return Counts(
        sum((m.span.start, m.span.end) in gold for m in pair.found), len(pair.gold), len(pair.found)
    )


def token(pair: Pair) -> Counts:
    """Tokens that are masked or not."""
    sides = list(zip(pair.gold_tokens, pair.found_tokens, strict=True))
    right = sum(gold != OUTSIDE and found != OUTSIDE for gold, found in sides)
    return Counts(right, *_marked(pair))


def typed_token(pair: Pair) -> Counts:
    """Tokens with the same label on both sides."""
    right = sum(
        gold == found != OUTSIDE
        for gold, found in zip(pair.gold_tokens, pair.found_tokens, strict=True)
    )
    return Counts(right, *_marked(pair))


def ent_type(pair: Pair) -> Counts:
    """Mentions that overlap one with the same label, one to one (SemEval 2013, nervaluate's
    `ent_type`): each predicted mention takes the free one of its label with the closest ends; one
    that meets other labels alone uses up the first of them."""
    right = first = 0
    used: set[int] = set()
    for found in pair.found:
        while first < len(pair.gold) and pair.gold[first].span.end <= found.span.start:
            first += 1
        meets = []
        for index in range(first, len(pair.gold)):
            if pair.gold[index].span.start >= found.span.end:
                break
            if index not in used:
                meets.append(index)
        same = [index for index in meets if pair.gold[index].label == found.label]
        if same:
            right += 1
            used.add(min(same, key=lambda index: _distance(pair.gold[index].span, found.span)))
        elif meets:
            used.add(meets[0])
    return Counts(right, len(pair.gold), len(pair.found))


def _distance(one: Span, other: Span) -> int:
    return abs(one.start - other.start) + abs(one.end - other.end)


def _marked(pair: Pair) -> tuple[int, int]:
    tokens = len(pair.gold_tokens)
    return tokens - pair.gold_tokens.count(OUTSIDE), tokens - pair.found_tokens.count(OUTSIDE)


SCHEMES: Mapping[str, Scheme] = {
    "labelled": labelled,
    "unlabelled": unlabelled,
    "token": token,
    "typed token": typed_token,
    "ent_type": ent_type,
}
"""The main table, in its order."""


def grouped(pairs: Iterable[Pair], key: Callable[[Pair, Mention], str]) -> dict[str, Counts]:
    """Labelled exact counts apart by a key of the mention (label, casing) or of its document
    (genre, level), sorted by key.

    The key must depend on span, label and document alone, so that a right mention has one key on
    both sides.
    """
    right: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for pair in pairs:
        places: dict[Hashable, str] = {}
        for mention in pair.gold:
            places[mention.span.start, mention.span.end, mention.label] = name = key(pair, mention)
            gold[name] += 1
        for mention in pair.found:
            found[key(pair, mention)] += 1
            if name := places.get((mention.span.start, mention.span.end, mention.label), ""):
                right[name] += 1
    return {
        name: Counts(right[name], gold[name], found[name])
        for name in sorted(gold.keys() | found.keys())
    }


def casing(form: str) -> str:
    """digits (any digit in it), lower, Capitalised, UPPER (two capitals or more, nothing else),
    other (Arabic, signs: no case)."""
    if any(map(str.isdigit, form)):
        return "digits"
    cased = [c for c in form if c.isupper() or c.islower()]
    if not cased:
        return "other"
    if len(cased) > 1 and all(map(str.isupper, cased)):
        return "UPPER"
    return "Capitalised" if cased[0].isupper() else "lower"


class Interval(msgspec.Struct, frozen=True):
    """Ends of a 95 % interval."""

    low: float
    high: float


def bootstrap(
    counts: Sequence[Counts], rng: np.random.Generator, draws: int = 1000
) -> dict[str, Interval]:
    """95 % percentile intervals of precision, recall, f1 and f2 over documents drawn again with
    replacement (one Counts a document)."""
    table = np.array([(c.right, c.gold, c.found) for c in counts], dtype=float).reshape(-1, 3)
    if not len(table):
        return {name: Interval(0.0, 0.0) for name in MEASURES}
    weights = rng.multinomial(len(table), np.full(len(table), 1 / len(table)), size=draws)
    right, gold, found = (weights @ table).T

    def share(part: np.ndarray, whole: np.ndarray) -> Interval:
        values = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
        low, high = np.percentile(values, (2.5, 97.5))
        return Interval(float(low), float(high))

    return {
        "precision": share(right, found),
        "recall": share(right, gold),
        "f1": share(2 * right, gold + found),
        "f2": share(5 * right, 4 * gold + found),
    }


MEASURES = ("precision", "recall", "f1", "f2")
