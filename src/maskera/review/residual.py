"""How much personal information is still in a project's essays, at most: by what people found in
those they read, and by the detector's probabilities in the others. The unit is the word.

An essay has been read when somebody had it before them and it is reviewed. What people themselves
overlook is not told by this.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

from maskera.evaluate.misses import Misses, design_effect, likely_left, misses
from maskera.review import counters, schema
from maskera.review.project import Project

REVIEWED = ("reviewed", "released")
DISAGREE = 2.0  # factor between review and probabilities from which a warning is due
_TABLE = schema.essay.c


@dataclass(frozen=True, slots=True)
class Residual:
    """What is still there of the essays that nobody read. Shares of their personal words.

    read, unread: how many essays; missed, passed: words of the read ones that people added, of how
    many that the detector let pass. by_review: the bound of what it lets pass, as if the essays read
    had been drawn at random. by_probability: the same bound by its probabilities; expected: the
    likeliest by them.
    """

    read: int
    unread: int
    missed: int
    passed: int
    by_review: Misses
    by_probability: float
    expected: float

    @property
    def disagree(self) -> bool:
        """Whether what people found and what the probabilities say differ by a factor of two."""
        if not self.read or not self.unread:
            return False
        low, high = sorted((self.by_review.estimate, self.expected))
        return high > 1 / max(self.passed, 1) and high >= DISAGREE * low

    @property
    def per_thousand(self) -> tuple[int, int]:
        """The two bounds as words of 1,000, rounded up."""
        return _up(self.by_review.share), _up(self.by_probability)


def residual(project: Project, released: bool = False) -> Residual:
    """What is still there in the essays nobody read; released: only in those that may leave or
    have left."""
    columns = (_TABLE.status, _TABLE.opened, _TABLE.words, _TABLE.counts)
    read: list[tuple[int, counters.Left]] = []
    unread: list[tuple[int, counters.Left]] = []
    with project.read() as connection:
        for row in connection.execute(sql.select(*columns)):
            counted = counters.decoded(row.counts)
            if not counted.known or counted.left is None:
                continue
            if row.status in REVIEWED and row.opened is not None:
                read.append((row.words, counted.left))
            elif not released or row.status in REVIEWED:
                unread.append((row.words, counted.left))
    missed = sum(left.missed for _, left in read)
    passed = sum(words - left.marked + left.missed for words, left in read)
    passed = max(passed, missed)  # a mark may be longer than the words it touches
    of_unread = unread or [(words, left) for words, left in read]
    marked = sum(left.marked for _, left in of_unread)
    unmarked = max(sum(words for words, _ in of_unread) - marked, 0)
    effect = design_effect(left.missed for _, left in read)
    doubts = [(p / 1000, words) for _, left in of_unread for p, words in left.doubts]
    expected, most = likely_left(doubts)
    return Residual(
        len(read),
        len(unread),
        missed,
        passed,
        misses(missed, passed, marked, unmarked, effect=effect),
        most / (most + marked) if most else 0.0,
        expected / (expected + marked) if expected else 0.0,
    )


def _up(share: float) -> int:
    return -int(-1000 * share // 1)
