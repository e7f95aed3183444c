"""Agreement of two or more annotators over tokens: Fleiss kappa, its Davies-Fleiss form,
Krippendorff alpha (nominal), pairwise F1.

The 2020 study gives kappa and alpha over token labels and does not say whether unmarked tokens take
part; unmarked ones are nearly all, so every figure comes with the tokens that nobody marked and
without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.annotate.tokens import tokenize
from maskera.errors import DataError
from maskera.evaluate.align import (
    OUTSIDE,
    Labelled,
    brought,
    by_id,
    check_ids,
    in_order,
    pair,
    token_labels,
)
from maskera.evaluate.scores import labelled, total, unlabelled
from maskera.mentions import Mention
from maskera.text import Document, Span


@dataclass(frozen=True, slots=True)
class Annotations:
    """One document with the mentions and token labels of each annotator, in the order of their
    names."""

    document: Document
    mentions: tuple[tuple[Mention, ...], ...]
    labels: tuple[tuple[str, ...], ...]


class Reliability(msgspec.Struct, frozen=True):
    """Chance-corrected agreement over `units` tokens, and the plain share of agreeing pairs.

    fleiss: pooled chance (Fleiss 1971; Scott's pi for two). davies_fleiss: each annotator's own
    chance (NLTK's multi_kappa; Cohen's kappa for two). alpha: Krippendorff, nominal. All are 1 when
    everybody gives one and the same label throughout.
    """

    fleiss: float
    davies_fleiss: float
    alpha: float
    observed: float
    units: int


class PairScores(msgspec.Struct, frozen=True):
    """F1 of two annotators' mentions against each other, with and without labels; 1 where neither
    marks anything."""

    one: str
    other: str
    labelled: float
    unlabelled: float


class Disagreement(msgspec.Struct, frozen=True):
    """Neighbouring tokens that the annotators label differently in one and the same way; holds
    essay text. labels: one an annotator."""

    document: str
    span: Span
    text: str
    labels: tuple[str, ...]
    before: str
    after: str


class Agreement(msgspec.Struct, frozen=True):
    """The figures of `names`. all_tokens_masked: with all labels as one; over marked tokens alone
    that would say nothing.

    differing: in how many places they disagree; disagreements: the first of them, as many as were
    asked for.
    """

    names: tuple[str, ...]
    documents: int
    all_tokens: Reliability
    marked_tokens: Reliability
    all_tokens_masked: Reliability
    pairs: tuple[PairScores, ...]
    confusion: Sequence[tuple[str, str, int]]
    differing: int
    disagreements: tuple[Disagreement, ...]


def gathered(sides: Mapping[str, Iterable[Labelled]]) -> tuple[Annotations, ...]:
    """The documents of all annotators by name; raises DataError as align does, or when there are
    fewer than two annotators."""
    if len(sides) < 2:
        raise DataError("agreement needs two annotators or more")
    tables = {name: by_id(side, name) for name, side in sides.items()}
    first, *others = tables
    for other in others:
        check_ids(tables[first].keys(), tables[other].keys(), (first, other))
    found = []
    for id_, (document, _) in tables[first].items():
        common = replace(document, tokens=tokenize(document.text), sentences=())
        mentions = tuple(
            in_order(
                common,
                brought(in_order(table[id_][0], table[id_][1], name), table[id_][0], common),
                name,
            )
            for name, table in tables.items()
        )
        found.append(
            Annotations(
                common, mentions, tuple(token_labels(common.tokens, side) for side in mentions)
            )
        )
    return tuple(found)


def agreement(
    names: Sequence[str], documents: Sequence[Annotations], most: int | None = None
) -> Agreement:
    """All figures of annotators; `documents` as from gathered(). most: how many disagreements to
    give, which are essay text."""
    units = [unit for document in documents for unit in zip(*document.labels, strict=True)]
    blind = [tuple(label != OUTSIDE for label in unit) for unit in units]
    marked = [any(unit) for unit in blind]
    confusion: Counter[tuple[str, str]] = Counter(
        two for unit in units for two in combinations(unit, 2)
    )
    disagreements = tuple(
        disagreement for document in documents for disagreement in _disagreements(document)
    )
    return Agreement(
        tuple(names),
        len(documents),
        reliability(units),
        reliability([unit for unit, some in zip(units, marked, strict=True) if some]),
        reliability(blind),
        tuple(_pairwise(names, documents)),
        [(one, other, count) for (one, other), count in sorted(confusion.items())],
        len(disagreements),
        disagreements[:most],
    )


def reliability(units: Sequence[Sequence[object]]) -> Reliability:
    """Kappas and alpha of units, each a label an annotator; no label may be missing. All are 1 by
    convention when there is no unit."""
    if not units:
        return Reliability(1.0, 1.0, 1.0, 1.0, 0)
    codes = {
        label: code
        for code, label in enumerate(dict.fromkeys(label for unit in units for label in unit))
    }
    table = np.array([[codes[label] for label in unit] for unit in units])
    votes = np.stack([(table == code).sum(axis=1) for code in codes.values()], axis=1)
    count, coders = table.shape
    observed = float(((votes * (votes - 1)).sum(axis=1) / (coders * (coders - 1))).mean())
    return _beyond_chance(observed, votes.sum(axis=0), _own_chance(table, len(codes)), count)


def reliability_of_counts(counts: Mapping[tuple[str, str], int]) -> Reliability:
    """The same of two annotators, from how many units have each pair of labels; so that many
    documents' counts can be added up."""
    labels = {
        label: code
        for code, label in enumerate(dict.fromkeys(label for pair in counts for label in pair))
    }
    table = np.zeros((len(labels), len(labels)))
    for (one, other), count in counts.items():
        table[labels[one], labels[other]] += count
    units = int(table.sum())
    if not units:
        return Reliability(1.0, 1.0, 1.0, 1.0, 0)
    ones, others = table.sum(axis=1), table.sum(axis=0)
    return _beyond_chance(
        float(np.trace(table)) / units,
        ones + others,
        float((ones * others).sum()) / units**2,
        units,
    )


def _beyond_chance(
    observed: float, votes: NDArray[Any], own_chance: float, units: int
) -> Reliability:
    """What an observed agreement is worth beyond each kind of chance. votes: how often each label
    was given."""
    whole = votes.sum()
    # Krippendorff's chance draws two of the labels given, without putting the first back.
    drawn = (votes * (votes - 1)).sum() / (whole * (whole - 1))
    pooled = ((votes / whole) ** 2).sum()
    return Reliability(
        _beyond(observed, float(pooled)),
        _beyond(observed, own_chance),
        _beyond(observed, float(drawn)),
        observed,
        units,
    )


def _own_chance(table: NDArray[np.int64], labels: int) -> float:
    """Chance agreement of the mean pair of annotators, each with their own distribution of labels."""
    shares = [np.bincount(column, minlength=labels) / len(table) for column in table.T]
    return float(np.mean([(one * other).sum() for one, other in combinations(shares, 2)]))


def _beyond(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance) if chance < 1 else 1.0


def _pairwise(names: Sequence[str], documents: Sequence[Annotations]) -> Iterator[PairScores]:
    for one, other in combinations(range(len(names)), 2):
        pairs = [
            pair(document.document, document.mentions[one], document.mentions[other])
            for document in documents
        ]
        yield PairScores(
            names[one],
            names[other],
            total(map(labelled, pairs)).f1_or_one,
            total(map(unlabelled, pairs)).f1_or_one,
        )


def _disagreements(annotations: Annotations, context: int = 50) -> Iterator[Disagreement]:
    document = annotations.document
    starts, ends = document.tokens.starts, document.tokens.ends
    units = list(zip(*annotations.labels, strict=True))
    begin = 0
    while begin < len(units):
        end = begin + 1
        while end < len(units) and units[end] == units[begin]:
            end += 1
        if len(set(units[begin])) > 1:
            span = Span(starts[begin], ends[end - 1])
            before, after = (
                document.text[max(0, span.start - context) : span.start],
                document.text[span.end : span.end + context],
            )
            yield Disagreement(
                document.id, span, document.text[span.start : span.end], units[begin], before, after
            )
        begin = end
