"""The dates of a document as they were and as they are now, and how one is written anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import msgspec

from maskera.mentions import Mention
from maskera.replace.date_parts import MONTH, YEAR, DateParts, Reading
from maskera.replace.dates import like_year
from maskera.replace.holidays import Day

CALENDAR = range(1583, 4000)  # years of the Gregorian calendar, as far as Easter is computed
Forms = Mapping[Mention, str]


class Said(msgspec.Struct, frozen=True):
    """A date of a document: its mentions, its parts as they were and as they are now, and the
    sentence that it stands in."""

    mentions: Sequence[Mention]
    old: DateParts
    new: DateParts
    sentence: int


def dated(
    said: Said, forms: Forms, day: Day, reading: Reading, year: int = 0
) -> Iterator[tuple[Mention, str]]:
    """Day and month of a date, as they read on another day, and its year where one is given."""
    months, years = reading.forms.taxonomy.labels(MONTH), reading.forms.taxonomy.labels(YEAR)
    for mention in said.mentions:
        if mention.label in months:
            yield mention, like_month(forms[mention], day[0], mention, reading)
        elif mention.label in years and year and said.old.year:
            yield mention, like_year(reading.numerals, forms[mention], year, said.old.short)
        elif any(mention is one for one, _ in said.old.days):
            yield mention, reading.numerals.like(forms[mention], day[1])


def like_month(form: str, month: int, mention: Mention, reading: Reading) -> str:
    """A month written as the original is, in figures or as a word."""
    if reading.months.named(form) is None:
        return reading.numerals.like(form, month)
    return reading.months.like(form, month, mention.features, reading.forms)


def only_day(parts: DateParts) -> Day | None:
    """Month and day of a date with one day; None for another."""
    if not (1 <= parts.month <= 12 and len(parts.days) == 1):
        return None
    return parts.month, parts.days[0][1]


def full_date(parts: DateParts) -> bool:
    """Whether a date has a year, a month and one day."""
    return bool(parts.year and only_day(parts))


def weekday_of(year: int, month: int, day: int) -> int:
    """1 for Monday; 0 for a day that does not exist."""
    try:
        return date(year, month, day).isoweekday()
    except ValueError:
        return 0
