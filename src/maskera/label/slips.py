"""Forms that may be slips of the pen for one another, and an index that finds them without
comparing every form with every other."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from rapidfuzz.distance import DamerauLevenshtein

MOST_EDITS = 2
PREFIX = 8
"""Letters that clues are made of: forms within MOST_EDITS have so much in common in their first
letters that taking away as many from each leaves them alike (the prefix filter of SymSpell)."""


def near(one: str, other: str) -> bool:
    """Whether one may be a slip of the pen for the other: one edit from four letters on, two from
    eight."""
    edits = allowed(min(len(one), len(other)))
    return (
        one[:1] == other[:1]
        and DamerauLevenshtein.distance(one, other, score_cutoff=edits) <= edits
    )


def distance(one: str, other: str) -> int:
    """How many letters have to be put in, left out, replaced or swapped with the next."""
    return DamerauLevenshtein.distance(one, other)


def allowed(length: int) -> int:
    """How many slips a form of this length may have."""
    return 0 if length < 4 else 1 if length < 8 else MOST_EDITS


@lru_cache(1_000)  # a name is asked for several times in a text, and each has some forty
def clues(form: str) -> frozenset[str]:
    """Strings of which two forms that are near share one: the first letters, and these without as
    many of them as there may be slips."""
    first = form[:PREFIX]
    return frozenset(
        [
            "".join(kept)
            for edits in range(allowed(len(form)) + 1)
            for kept in combinations(first, max(len(first) - edits, 0))
        ]
    )
