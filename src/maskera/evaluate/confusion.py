"""Confusion of labels, over tokens and over mentions, and what follows from it: averages, accuracy,
Matthews correlation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from maskera.evaluate.align import OUTSIDE, Pair
from maskera.evaluate.muc import alignment
from maskera.evaluate.scores import Counts

Confusion = Counter[tuple[str, str]]
"""(gold label, predicted label) -> how many; OUTSIDE stands for "not marked"."""


class Averages(msgspec.Struct, frozen=True):
    """Means over labels: macro (all weigh the same) and weighted (by the number in the gold)."""

    macro: Mapping[str, float]
    weighted: Mapping[str, float]


def token_confusion(pairs: Iterable[Pair]) -> Confusion:
    """How each token is labelled on both sides."""
    confusion: Confusion = Counter()
    for pair in pairs:
        confusion.update(zip(pair.gold_tokens, pair.found_tokens, strict=True))
    return confusion


def mention_confusion(pairs: Iterable[Pair]) -> Confusion:
    """How mentions that overlap (one to one, in text order) are labelled; OUTSIDE stands for what
    one side does not have."""
    confusion: Confusion = Counter()
    for pair in pairs:
        aligned = list(alignment(pair.gold, pair.found))
        confusion.update((gold.label, found.label) for gold, found in aligned)
        met, used = {gold.span for gold, _ in aligned}, {found.span for _, found in aligned}
        confusion.update(
            (mention.label, OUTSIDE) for mention in pair.gold if mention.span not in met
        )
        confusion.update(
            (OUTSIDE, mention.label) for mention in pair.found if mention.span not in used
        )
    return confusion


def per_label(confusion: Confusion) -> dict[str, Counts]:
    """Counts of each label of a confusion, OUTSIDE among them, sorted."""
    gold: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for (expected, claimed), count in confusion.items():
        gold[expected] += count
        found[claimed] += count
    return {
        label: Counts(confusion[label, label], gold[label], found[label])
        for label in sorted(gold.keys() | found.keys())
    }


def averages(rows: Mapping[str, Counts]) -> Averages:
    """Macro and weighted means of precision, recall, f1 and f2 over labels (those of either side,
    as in scikit-learn)."""
    support = sum(row.gold for row in rows.values())

    def mean(weights: Mapping[str, float]) -> dict[str, float]:
        whole = math.fsum(weights.values())
        names = ("precision", "recall", "f1", "f2")
        return {
            name: math.fsum(weights[label] * getattr(row, name) for label, row in rows.items())
            / whole
            if whole
            else 0.0
            for name in names
        }

    return Averages(
        mean(dict.fromkeys(rows, 1.0)),
        mean({label: row.gold / support if support else 0.0 for label, row in rows.items()}),
    )


def accuracy(confusion: Confusion) -> float:
    """Share of tokens with the same label on both sides, the unmarked among them."""
    whole = confusion.total()
    return (
        sum(count for (gold, found), count in confusion.items() if gold == found) / whole
        if whole
        else 0.0
    )


def masked_or_not(confusion: Confusion) -> Confusion:
    """The same confusion with all labels as one."""
    blind: Confusion = Counter()
    for (gold, found), count in confusion.items():
        blind["O" if gold == OUTSIDE else "S", "O" if found == OUTSIDE else "S"] += count
    return blind


def matthews(confusion: Confusion) -> float:
    """Matthews correlation of several classes (Gorodkin 2004); for two it is the usual one. 0 when
    one side has one class only."""
    rows = per_label(confusion)
    whole = confusion.total()
    right = sum(int(row.right) for row in rows.values())
    together = whole * right - sum(row.gold * row.found for row in rows.values())
    spread = (whole**2 - sum(row.gold**2 for row in rows.values())) * (
        whole**2 - sum(row.found**2 for row in rows.values())
    )
    return together / math.sqrt(spread) if spread else 0.0
