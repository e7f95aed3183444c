"""Which mentions make one date, and what day it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from maskera.lang.pack import Morphology
from maskera.mentions import Mention
from maskera.replace.dates import Calendar, month_of, year_value
from maskera.replace.numbers import Numerals
from maskera.replace.shape import fold

GAP = 4  # characters between the parts of one date ("3 i 5", "maj, 2019")
SENTENCE_END = frozenset(".!?")
DAY, MONTH, YEAR, WEEKDAY = "date.day", "date.month", "date.year", "date.day.of_week"
PARTS = (DAY, MONTH, YEAR)


class Reading(msgspec.Struct, frozen=True):
    """How a language reads and writes dates; between_days: what stands between two days of one
    date, folded ("3 and 5 May").

    birth: what stands not far before a date or year of birth. both_orders: whether the month may
    come before the day in figures (3/17).
    """

    numerals: Numerals
    months: Calendar
    weekdays: Calendar
    forms: Morphology
    between_days: re.Pattern[str]
    birth: re.Pattern[str]
    both_orders: bool = False


def groups(mentions: Sequence[Mention], text: str, reading: Reading) -> Iterator[list[Mention]]:
    """Parts that stand close together and repeat no part are one date, and so are days one after
    another ("3 and 5 May").

    After a year a day begins another date ("born in 1998, on 3 May 2019 ..."); in "Mon, May 3" the
    month stands between weekday and day.
    """
    group: list[Mention] = []
    parts: list[str] = []
    for mention in mentions:
        part = part_of(mention, text, reading)
        gap = text[group[-1].span.end : mention.span.start] if group else ""
        days = part in _DAYS and not _DAYS.isdisjoint(parts[-1:])
        near = (len(gap) <= GAP and "\n" not in gap) or (
            days and reading.between_days.fullmatch(fold(gap))
        )
        if part == WEEKDAY and parts[-1:] == [WEEKDAY] and not SENTENCE_END.isdisjoint(gap):
            near = None  # på lördag. Söndagen den 2 maj
        begins = (
            part in parts
            or (part in _DAYS and parts[-1:] == [YEAR])
            or (part == WEEKDAY and DAY in parts)
        )
        if group and not (near and (days or not begins)):
            yield group
            group, parts = [], []
        group.append(mention)
        parts.append(part)
    if group:
        yield group


_DAYS = frozenset((DAY, WEEKDAY))


def part_of(mention: Mention, text: str, reading: Reading) -> str:
    """Which part of a date a mention is: DAY, MONTH however written, YEAR or WEEKDAY."""
    kind = reading.forms.taxonomy.kind(mention.label)
    written = text[mention.span.start : mention.span.end]
    if kind == DAY and reading.weekdays.named(written) is not None:
        return WEEKDAY
    return next((part for part in PARTS if kind.startswith(part)), kind)


class DateParts(msgspec.Struct, frozen=True):
    """A date in parts, read: its year and month (0 without one) and its days."""

    mentions: Sequence[Mention]
    year: int
    short: bool
    month: int
    month_form: str
    days: Sequence[tuple[Mention, int]]

    def dates(self) -> list[tuple[int, int]]:
        """Month and day of each day; of a month alone day 0."""
        return [(self.month, day) for _, day in self.days] or [(self.month, 0)]


def parts_of(group: Sequence[Mention], forms: Mapping[Mention, str], reading: Reading) -> DateParts:
    """One of the groups, read. forms: of each of its mentions, the original or the new one."""
    numerals, year, short, month, month_form, days = reading.numerals, None, False, None, "", []
    for mention in group:
        form = forms[mention]
        kind = reading.forms.taxonomy.kind(mention.label)
        if kind == YEAR:
            year, short = year_value(numerals, form)
        elif kind.startswith(MONTH):
            month, month_form = month_of(numerals, reading.months, form), form
        elif reading.weekdays.named(form) is None and (value := numerals.value(form)) is not None:
            days.append((mention, value))
    return DateParts(group, year or 0, short, month or 0, month_form, days)
