"""Forms that may be slips of the pen for one another, and how those of a text are found."""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

MOST_EDITS = 2


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


class Forms:
    """Forms of a text, and which of them another one is near.

    They are kept by first letter and length, which no slip changes by much: few are compared with
    each, and that costs less than any index of what they have in common.
    """

    def __init__(self) -> None:
        self._alike: dict[str, dict[int, dict[str, str]]] = {}

    def add(self, form: str) -> None:
        """Keep a form; one that is too short to have a slip is near nothing."""
        if allowed(len(form)):
            self._alike.setdefault(form[0], {}).setdefault(len(form), {})[form] = form

    def near(self, form: str) -> list[str]:
        """The forms kept that this one is near, itself among them."""
        found: list[str] = []
        edits = allowed(len(form))
        if not edits or not (by_length := self._alike.get(form[0])):
            return found
        for length in range(len(form) - edits, len(form) + edits + 1):
            if alike := by_length.get(length):
                most = min(edits, allowed(length))
                found += [
                    other
                    for other, *_ in process.extract(
                        form,
                        alike,
                        scorer=DamerauLevenshtein.distance,
                        score_cutoff=most,
                        limit=None,
                    )
                ]
        return found
