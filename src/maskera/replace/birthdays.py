"""Birthdays on a holiday that the sentence names (born on 24 December, on Christmas Eve): another day
gets the name of another holiday; where there is none to put in its place, a person should look."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import date

import msgspec

from maskera.mentions import Evidence, Hypothesis, Mention
from maskera.replace.holidays import Day, Holidays, Place
from maskera.replace.shape import carry_case
from maskera.result import Replacement
from maskera.text import Span

YEAR = 2001  # in which days are compared: no leap year


class Renamed(msgspec.Struct, frozen=True):
    """Words that name a holiday, and what stands for them, "" for nothing: they stay, and a person
    should look. place: of a mention of the date that falls on it."""

    place: int
    span: Span
    text: str


def another(
    named: Place, drawn: Day, holidays: Holidays, taken: Collection[Day]
) -> tuple[Day, str] | None:
    """The day nearest to the one drawn, and its name, that may stand for a holiday that is named;
    None where none may."""
    if not named.alike:
        return None
    own = named.holiday.ever()
    left = [(day, form) for form, day in holidays.days.items() if day not in own | {*taken}]
    return min(left, key=lambda one: (_apart(one[0], drawn), one[1]), default=None)


def _apart(one: Day, other: Day) -> int:
    """Days between two days, by whichever end of the year."""
    days = abs(_number(one) - _number(other))
    return min(days, 365 - days)


def _number(day: Day) -> int:
    month, number = day
    return date(YEAR, month, 1).toordinal() + number


def words(
    text: str, mentions: Mapping[int, Mention], renamed: Collection[Renamed]
) -> Iterator[Replacement]:
    """What becomes of the words that name these holidays. mentions: by their places."""
    evidence = (Evidence("follow:holiday", 0.0, "a holiday on which somebody is born"),)
    for one in renamed:
        named = mentions[one.place]
        hypotheses = (Hypothesis(named.label, evidence, frozenset()),)
        mention = msgspec.structs.replace(
            named, span=one.span, features=frozenset[str](), hypotheses=hypotheses
        )
        written = text[one.span.start : one.span.end]
        if one.text:
            made = carry_case(written, one.text) if written[0].isupper() else one.text
            yield Replacement(mention, "replace", made, follows=True)
        else:
            yield Replacement(mention, "mark", written, follows=True)
