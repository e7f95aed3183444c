"""A name of several words is of one kind. The tagger reads each word by itself, and of a firm, a school
or a street that no list has, one word may look like a first name's and the next like a firm's:
Jamila Fabrics, Iowa Premium. Such words get what they have of institutions and places together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.type_scores import Block, Floats
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS
from maskera.tagger.spans import OUTSIDE
from maskera.taxonomy import Taxonomy

DOUBT = 0.5  # probability of being nothing below which a word is part of a name
LONGEST = 5  # words of a name
PERSON, THING, TOWN, OTHER = range(4)
KINDS = {
    PERSON: ("person",),
    THING: ("org", "site", "place.district", "place.nature", "transport.name"),
    TOWN: ("place.settlement", "place.country", "place.region"),
}


class Columns(NamedTuple):
    """Of the labels of a model: which is none, and the kind of each."""

    outside: int
    kinds: NDArray[np.intp]


def columns(labels: Sequence[str], taxonomy: Taxonomy) -> Columns:
    """The columns of a model's probabilities."""
    kind = {label: number for number, its in KINDS.items() for label in taxonomy.labels(*its)}
    return Columns(
        labels.index(OUTSIDE), np.array([kind.get(label, OTHER) for label in labels], np.intp)
    )


def of_one_kind(tables: Sequence[TokenTable], marginals: Block, known: Columns) -> Block:
    """The probabilities of each label at each token, changed in place where the words of one name
    are not of one kind. marginals: of all tokens of the documents, one after the other."""
    rows = marginals.rows
    for first, last in _names(tables, rows[:, known.outside] < DOUBT):
        part = rows[first : last + 1]
        inside = part.copy()
        inside[:, known.outside] = 0
        if _torn(inside, known.kinds):
            share = inside[:, known.kinds == THING].mean(0)
            part[:, known.kinds != THING] = 0
            part[:, known.outside] = 1 - inside.sum(1)
            part[:, known.kinds == THING] = inside.sum(1)[:, None] * (share / share.sum())
    return marginals


def _torn(inside: Floats, kinds: NDArray[np.intp]) -> bool:
    """Whether words that are an institution or a place together have labels of several kinds, or
    several labels of these. A town behind an institution is told apart: Amazon Dartford."""
    best = inside.argmax(1)
    if (best == best[0]).all():
        return False
    found = kinds[best].tolist()
    if OTHER in found or not (THING in found or {PERSON, TOWN} <= {*found}):
        return False
    steps = [one for one, other in pairwise([*found, None]) if one != other]
    if steps == [THING, TOWN]:
        return False
    things = inside[:, kinds == THING].sum()
    return bool(steps == [THING] or things > inside[:, kinds == PERSON].sum())


def _names(tables: Sequence[TokenTable], named: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """First and last row of each run of words with capitals that are part of names."""
    ends = np.cumsum([len(table.words) for table in tables])
    pairs = (named[:-1] & named[1:]).nonzero()[0]
    owners = ends.searchsorted(pairs, "right").tolist()
    first = last = -1
    for row, owner in zip(pairs.tolist(), owners, strict=True):
        table = tables[owner]
        if not _joined(table, row - int(ends[owner]) + len(table.words)):
            continue
        if row != last:
            if first >= 0 and last - first < LONGEST:
                yield first, last
            first = row
        last = row + 1
    if first >= 0 and last - first < LONGEST:
        yield first, last


def _joined(table: TokenTable, at: int) -> bool:
    """Whether a word and the next have capitals and nothing but a blank between them."""
    return (
        at + 1 < len(table.words)
        and table.words[at].shape in CAPITALS
        and table.words[at + 1].shape in CAPITALS
        and table.adjacent(at)
        and table.sentence[at] == table.sentence[at + 1]
    )
