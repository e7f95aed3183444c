"""Dates of feasts: which sentences name one, the day that stays or moves with it, and the days near it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

import msgspec

from maskera import expressions as re
from maskera.mentions import Mention
from maskera.replace.date_parts import YEAR, DateParts, Reading
from maskera.replace.dates import like_year
from maskera.replace.holidays import Day, Holiday, Holidays, Place
from maskera.replace.said_dates import CALENDAR, Forms, Said, dated, only_day, weekday_of
from maskera.replace.timeline import NEUTRAL, stamp_of
from maskera.text import Document

WEEK, LEAP_DAY = 7, (2, 29)
NEAR_FEAST = 21  # days between a feast and a date that are told together
FAR_FROM_FEAST = 366  # days from which a feast does not touch a date
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


class Sentences:
    """The holidays that the sentences of a document name; each is read once."""

    def __init__(self, document: Document, firsts: Sequence[int], holidays: Holidays) -> None:
        self._text, self._firsts, self._holidays = document.text, firsts, holidays
        self._known: dict[int, tuple[tuple[Holiday, ...], bool, bool, bool]] = {}

    def of_birth(self, number: int) -> Iterator[Place]:
        """Where a sentence that speaks of a birth names a holiday that is the same every year."""
        its, _, birth, _ = self._of(number)
        if birth and its:
            start, end = self._ends(number)
            for place in self._holidays.places(self._text[start:end]):
                yield msgspec.structs.replace(
                    place, start=start + place.start, end=start + place.end
                )

    def number(self, mention: Mention) -> int:
        """Of the sentence that a mention stands in."""
        return bisect(self._firsts, mention.span.start)

    def _ends(self, number: int) -> tuple[int, int]:
        start = self._firsts[number - 1] if number else 0
        end = self._firsts[number] if number < len(self._firsts) else len(self._text)
        return start, end

    def holidays(self, number: int, named_here: bool) -> Sequence[Holiday]:
        """Those that a date in the sentence may be of: it or the one before names them, or it
        speaks of a feast; where one speaks of a birth, only those that move.

        named_here: the sentence itself names them, for less than a day and a month.
        """
        its, feast, birth, event = self._of(number)
        if birth:
            return tuple(one for one in its if not one.fixed)
        if its or named_here:
            return its
        before, _, born, own = self._of(number - 1)
        if event or born or own:
            return ()
        return self._holidays.fixed if feast else before

    def _of(self, number: int) -> tuple[tuple[Holiday, ...], bool, bool, bool]:
        if number < 0:
            return (), False, False, False
        if number not in self._known:
            start, end = self._ends(number)
            named = self._holidays.named(self._text[start:end])
            self._known[number] = (named.holidays, named.feast, named.birth, named.event)
        return self._known[number]


def on_holiday(
    said: Said, sentences: Sentences, forms: Forms, years: tuple[int, int], reading: Reading
) -> Iterator[tuple[Mention, str]]:
    """Day and month of a date that its sentence says to be that of a holiday. years: that named
    last, as it was and as it is now, for a date without one."""
    old = said.old
    named = sentences.holidays(said.sentence, named_here=not old.days or not old.month)
    if years[0] in CALENDAR:
        named = sorted(named, key=lambda one: _day_of(one, old) not in one.days(years[0]))
    for holiday in named:
        day = _day_of(holiday, old)
        if day is None:
            continue
        moved = day
        if years[0] in CALENDAR and years[1] in CALENDAR and not holiday.fixed:
            its, others = holiday.days(years[0]), holiday.days(years[1])
            moved = others[min(its.index(day) if day in its else 0, len(others) - 1)]
            if day not in its:
                moved = _as_far(day, its[0], others[0], years)
        for mention, text in dated(said, forms, moved, reading):
            yield mention, text if moved != day else forms[mention]
        return


class _Feast(msgspec.Struct, frozen=True):
    """A feast of a document: its day as it was and as it is now, and whether its year is said."""

    was: date
    now: date
    dated: bool


def years_alike(
    said: Said, step: int, forms: Forms, reading: Reading
) -> Iterator[tuple[Mention, str]]:
    """The year of a date of a feast, moved as far as that of the others: New Year's Day is the day
    after New Year's Eve, whatever their years became."""
    years = reading.forms.taxonomy.labels(YEAR)
    for mention in said.mentions:
        if mention.label in years:
            yield (
                mention,
                like_year(reading.numerals, forms[mention], said.old.year + step, said.old.short),
            )


def near_feasts(
    dates: Sequence[Said],
    forms: Forms,
    on_feast: frozenset[Mention],
    ours: frozenset[Mention],
    sentences: Sentences,
    reading: Reading,
) -> Iterator[tuple[Mention, str]]:
    """The dates near that of a feast, as far from where it is now as they were: behind Good Friday
    on 30 March, which is 19 April now, 2 April is 22 April. Where the feast keeps its day they are
    a day farther from it. Dates of a year that are farther off move the less with it, so that
    they keep their order."""
    feasts = list(_feasts(dates, on_feast, sentences))
    for said in dates if feasts else ():
        day = only_day(said.old)
        if not day or day == LEAP_DAY or not (ours - on_feast).issuperset(said.mentions):
            continue
        steps = (
            (step, feast)
            for feast in feasts
            for year in ([said.old.year] if said.old.year and feast.dated else _around(feast.was))
            if (step := (date(year, *day) - feast.was).days)
        )
        step, feast = min(steps, key=lambda one: abs(one[0]), default=(0, None))
        if feast is None or (target := _target(said, day, step, feast)) is None:
            continue
        yield from dated(said, forms, (target.month, target.day), reading, target.year)


def _around(feast: date) -> tuple[int, ...]:
    return feast.year, feast.year - 1, feast.year + 1


def _feasts(
    dates: Sequence[Said], on_feast: frozenset[Mention], sentences: Sentences
) -> Iterator[_Feast]:
    """The feasts whose day a text says, or whose year: julafton 2022."""
    for said in dates:
        old, new = said.old, said.new
        was, now = only_day(old), only_day(new)
        if was and now and not on_feast.isdisjoint(said.mentions):
            yield _Feast(
                date(old.year or NEUTRAL, *was), date(new.year or NEUTRAL, *now), bool(old.year)
            )
        elif old.year in CALENDAR and new.year in CALENDAR and not (old.days or old.month):
            named = sentences.holidays(said.sentence, named_here=True)
            its = [(one.days(old.year), one.days(new.year)) for one in named]
            if len(its) == 1 and all(len(days) == 1 for days in its[0]):
                yield _Feast(date(old.year, *its[0][0][0]), date(new.year, *its[0][1][0]), True)


def _target(said: Said, day: Day, step: int, feast: _Feast) -> date | None:
    """Where a date comes to lie that was so many days behind a feast (before it, below 0); None
    where the feast does not touch it."""
    sign = 1 if step > 0 else -1
    if abs(step) <= NEAR_FEAST:
        kept = (feast.was.month, feast.was.day) == (feast.now.month, feast.now.day)
        return feast.now + timedelta(step + sign * kept)
    new = only_day(said.new)
    if abs(step) > FAR_FROM_FEAST or not (said.old.year and said.new.year and new):
        return None
    moved = date(said.new.year, *new)
    pushed = (feast.now - feast.was).days - (moved - date(said.old.year, *day)).days
    share = 1 - (abs(step) - NEAR_FEAST) / (FAR_FROM_FEAST - NEAR_FEAST)
    target = moved + timedelta(round(pushed * share))
    return target + timedelta(sign) if (target.month, target.day) == day else target


def of_feast(
    said: Said, dates: Sequence[Said], was: int, sentences: Sentences
) -> tuple[int, int, int] | None:
    """The day of the holiday that the sentence names beside a year, if the weekday was that day's:
    julafton 2019 var en tisdag."""
    years = [
        one for one in dates if one.sentence == said.sentence and one.old.year and not one.old.days
    ]
    holidays = sentences.holidays(said.sentence, named_here=True)
    if len(said.mentions) > 1 or len(years) != 1 or len(holidays) != 1:
        return None
    old, new = years[0].old, years[0].new
    if not (old.year in CALENDAR and new.year in CALENDAR) or old.month:
        return None
    before, after = holidays[0].days(old.year), holidays[0].days(new.year)
    at = next((n for n, day in enumerate(before) if weekday_of(old.year, *day) == was), -1)
    return (new.year, *after[min(at, len(after) - 1)]) if at >= 0 else None


def _day_of(holiday: Holiday, date_said: DateParts) -> Day | None:
    """The day of the holiday that the date is; None when it is none of its days.

    A month or a day alone is enough where the holiday can be in that month, or on that day.
    """
    days = {day for _, day in date_said.days}
    if (len(days) > 1 and not holiday.fixed) or not (days or date_said.month):
        return None
    ever = holiday.ever()
    for month, day in sorted(ever):
        right_month = date_said.month in (0, month)
        if right_month and all((month, one) in ever for one in days) and day in (days or {day}):
            return month, day
    return None


def _as_far(day: Day, feast: Day, moved: Day, years: tuple[int, int]) -> Day:
    """A day near a feast as far from it as it was (Easter Eve on 8 April, Monday the 10th); the
    feast, as it is moved, for one far away. years: of the feast and of the moved one."""
    try:
        step = (date(years[0], *day) - date(years[0], *feast)).days
    except ValueError:  # a leap day of another year
        return moved
    new = date(years[1], *moved) + timedelta(step if abs(step) <= WEEK else 0)
    return new.month, new.day


def in_digits_on_holiday(written: str, drawn: str, sentences: Sentences, number: int) -> str:
    """A date in digits that its sentence says to be that of a holiday on the same day every year,
    with the year drawn where it has one in four digits; "" for another."""
    stamp = stamp_of(written)
    if stamp is None or (stamp.year and not (_YEAR.search(written) and _YEAR.search(drawn))):
        return ""
    days = (one.ever() for one in sentences.holidays(number, named_here=True) if one.fixed)
    if not any((stamp.month, stamp.day) in its for its in days):
        return ""
    year = _YEAR.search(drawn) if stamp.year else None
    return _YEAR.sub(year[0], written, count=1) if year else written
