"""Holidays, when they are, and the words of a sentence that name them.

A language lists them in fixed_dates.tsv: form, name of the holiday, weight, and when it is in the
note: `on=12-24`, `on=12-24..12-26`, `easter=-2`, `easter=-3..1` (days from Easter Sunday),
`orthodox=0` (the same of the eastern churches), `islamic=09-01..09-30` (of the Islamic year; several
joined by |), `hebrew=-163` (days from the Hebrew New Year in the autumn), `moon=2024-02-10|...` (the
days of nineteen years, which come again with the moon), or `weekday=5;from=06-19` (the first Friday
from then on); `part=1` for the beginning of a word, `single=1` for the name of a single
day that may stand where another of these does. Three names are no holidays:
`feast` (a word for feasting, which makes any of the dates one), `birth` and `event` (words for what
makes a day somebody's own).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from functools import cache

import msgspec

from maskera import expressions as re
from maskera.lexicon.tsv import Row, notes
from maskera.replace.shape import fold, folded

WORD = re.compile(r"\w+")
FEAST, BIRTH, EVENT = "feast", "birth", "event"
ANY_YEAR = range(2000, 2038)  # Easter falls on all of its days but the rarest within these
RANGE = ".."
METONIC = 19  # years after which the moon is the same on the same day
HEBREW_EPOCH = -1373427  # the ordinal before 1 Tishri 1
HEBREW_YEARS = 3761  # from a year to the Hebrew one that begins in it
ISLAMIC_EPOCH = date(622, 7, 19).toordinal()  # 1 Muharram 1, in the Gregorian calendar

Day = tuple[int, int]
"""Month and day of the month."""

Days = Callable[[int], tuple[Day, ...]]
"""The days of a holiday in a year, in order."""


class Holiday(msgspec.Struct, frozen=True):
    """A holiday: its days in a year, and whether these are the same every year."""

    days: Days
    fixed: bool

    def ever(self) -> frozenset[Day]:
        """The days on which it can be."""
        return _ever(self.days)


@cache
def _ever(days: Days) -> frozenset[Day]:
    return frozenset(day for year in ANY_YEAR for day in days(year))


class Named(msgspec.Struct, frozen=True):
    """What a sentence says: the holidays that it names, and whether it has a word for feasting, for
    a birth, for another event of somebody's own."""

    holidays: tuple[Holiday, ...]
    feast: bool
    birth: bool
    event: bool


class Place(msgspec.Struct, frozen=True):
    """Where the words of a text name a holiday, the same day every year. alike: whether its name may
    be that of another day."""

    start: int
    end: int
    holiday: Holiday
    alike: bool


class Holidays:
    """The holidays of a language.

    days: those that are one day, the same every year, by names that may stand for one another.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._words: dict[str, list[tuple[tuple[str, ...], str, Holiday | None]]] = {}
        self._parts: list[tuple[str, str, Holiday | None]] = []
        every: list[Holiday] = []
        self.days: dict[str, Day] = {}
        self._singles: set[str] = set()  # their names, by words
        for form, name, _, note in rows:
            marks = notes(note)
            its = None if name in (FEAST, BIRTH, EVENT) else _holiday(marks)
            every += [its] if its else []
            words = tuple(WORD.findall(fold(form)))
            if its and "single" in marks:
                self.days[form] = its.days(ANY_YEAR[0])[0]
                self._singles.add(" ".join(words))
            if "part" in marks:
                self._parts.append((words[0], name, its))
            else:
                self._words.setdefault(words[0], []).append((words, name, its))
        self._begins = frozenset(form for form, _, _ in self._parts)
        self._lengths = frozenset(map(len, self._begins))
        self._tip = min(self._lengths, default=0)
        self._tips = frozenset(form[: self._tip] for form in self._begins)
        self.every = tuple(every)
        """All of them."""
        self.fixed = tuple(its for its in every if its.fixed)
        """Those that are the same every year."""

    def named(self, text: str) -> Named:
        """What the words of a sentence name."""
        words = WORD.findall(folded(text))
        found = [*self._whole(words), *self._begun(words)]
        names = {name for name, _ in found}
        holidays = dict.fromkeys(its for _, its in found if its)
        return Named(tuple(holidays), FEAST in names, BIRTH in names, EVENT in names)

    def places(self, text: str) -> list[Place]:
        """Where the words of a text name a holiday that is the same every year; the longest name
        counts."""
        matches = list(WORD.finditer(text))
        words = [fold(match[0]) for match in matches]
        found: list[Place] = []
        for at, word in enumerate(words):
            forms = [
                (len(form), its)
                for form, _, its in self._words.get(word, ())
                if its and its.fixed and tuple(words[at : at + len(form)]) == form
            ]
            if forms and not (found and matches[at].start() < found[-1].end):
                length, its = max(forms, key=lambda one: one[0])
                name = " ".join(words[at : at + length])
                end = matches[at + length - 1].end()
                found.append(Place(matches[at].start(), end, its, name in self._singles))
        return found

    def _whole(self, words: Sequence[str]) -> Iterable[tuple[str, Holiday | None]]:
        for at, word in enumerate(words):
            for form, name, its in self._words.get(word, ()):
                if tuple(words[at : at + len(form)]) == form:
                    yield name, its

    def _begun(self, words: Sequence[str]) -> Iterable[tuple[str, Holiday | None]]:
        tip, tips = self._tip, self._tips
        likely = [word for word in words if word[:tip] in tips]
        beginnings = {word[:length] for word in likely for length in self._lengths}
        for form, name, its in () if self._begins.isdisjoint(beginnings) else self._parts:
            if form in beginnings:
                yield name, its


def _holiday(marks: dict[str, str]) -> Holiday:
    if "on" in marks:
        return Holiday(_on(*map(_day, _ends(marks["on"]))), True)
    if "easter" in marks:
        first, last = map(int, _ends(marks["easter"]))
        return Holiday(_around_easter(first, last), False)
    if "orthodox" in marks:
        first, last = map(int, _ends(marks["orthodox"]))
        return Holiday(_around_easter(first, last, orthodox_easter), False)
    if "hebrew" in marks:
        return Holiday(_around(_from_new_year(int(marks["hebrew"]))), False)
    if "moon" in marks:
        return Holiday(_around(_by_moon(marks["moon"].split("|"))), False)
    if "islamic" in marks:
        return Holiday(_islamic([_ends(span) for span in marks["islamic"].split("|")]), False)
    return Holiday(_first(int(marks["weekday"]), *_day(marks["from"])), False)


def _ends(span: str) -> tuple[str, str]:
    first, _, last = span.partition(RANGE)
    return first, last or first


def _day(form: str) -> Day:
    month, day = form.split("-")
    return int(month), int(day)


def _on(first: Day, last: Day) -> Days:
    one = date(2001, *first)  # no leap year: no holiday is on a leap day
    count = (date(2001 + (last < first), *last) - one).days + 1
    days = tuple((day.month, day.day) for day in (one + timedelta(n) for n in range(count)))
    return lambda year: days


def _around_easter(first: int, last: int, sunday_of: Callable[[int], date] | None = None) -> Days:
    def days(year: int) -> tuple[Day, ...]:
        sunday = (sunday_of or easter)(year)
        its = (sunday + timedelta(days) for days in range(first, last + 1))
        return tuple((day.month, day.day) for day in its)

    return cache(days)


def _islamic(spans: Sequence[tuple[str, str]]) -> Days:
    """The days of spans of the Islamic year that lie in a year, with the one before and the one
    behind, since the moon is seen earlier or later than reckoned."""
    ends = [(_day(first), _day(last)) for first, last in spans]

    def days(year: int) -> tuple[Day, ...]:
        found: list[Day] = []
        for first, last in ends:
            for lunar in range(_lunar(year) - 1, _lunar(year) + 3):
                start, end = of_islamic(lunar, *first), of_islamic(lunar, *last)
                if start.year == year:
                    count = (end - start).days + 3
                    its = (start + timedelta(step - 1) for step in range(count))
                    found += [(day.month, day.day) for day in its]
                    break
        return tuple(found)

    return cache(days)


def _lunar(year: int) -> int:
    """The Islamic year in which a year begins: 33 of them are 32 of the sun."""
    return (year - 622) * 33 // 32


def of_islamic(year: int, month: int, day: int) -> date:
    """A day of the tabular Islamic calendar (Reingold and Dershowitz, Calendrical Calculations,
    chapter 7)."""
    months = 29 * (month - 1) + (6 * month - 1) // 11
    leaps = (3 + 11 * year) // 30
    return date.fromordinal(day + months + 354 * (year - 1) + leaps + ISLAMIC_EPOCH - 1)


def _around(day_of: Callable[[int], date]) -> Days:
    """The day of each year with those around it, on which some keep the feast."""

    def days(year: int) -> tuple[Day, ...]:
        its = (day_of(year) + timedelta(step) for step in (-1, 0, 1))
        return tuple((day.month, day.day) for day in its)

    return cache(days)


def _by_moon(known: Sequence[str]) -> Callable[[int], date]:
    by_year = {int(form[:4]): _day(form[5:]) for form in known}

    def day_of(year: int) -> date:
        same = next(one for one in by_year if (one - year) % METONIC == 0)
        return date(year, *by_year[same])

    return day_of


def _from_new_year(days: int) -> Callable[[int], date]:
    return lambda year: date.fromordinal(hebrew_new_year(year + HEBREW_YEARS) + days)


def hebrew_new_year(year: int) -> int:
    """The ordinal of 1 Tishri of a Hebrew year (Reingold and Dershowitz, Calendrical Calculations,
    chapter 8)."""

    def elapsed(one: int) -> int:
        months = (235 * one - 234) // 19
        parts = 12084 + 13753 * months
        days = 29 * months + parts // 25920
        return days + ((3 * (days + 1)) % 7 < 3)

    before, this, after = elapsed(year - 1), elapsed(year), elapsed(year + 1)
    delay = 2 if after - this == 356 else int(this - before == 382)
    return HEBREW_EPOCH + this + delay


def _first(weekday: int, month: int, day: int) -> Days:
    def days(year: int) -> tuple[Day, ...]:
        start = date(year, month, day)
        found = start + timedelta((weekday - start.isoweekday()) % 7)
        return ((found.month, found.day),)

    return cache(days)


def orthodox_easter(year: int) -> date:
    """Easter Sunday of the eastern churches (Meeus, Astronomical Algorithms, chapter 8), in the
    Gregorian calendar."""
    moon = (19 * (year % 19) + 15) % 30
    sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    month, day = divmod(moon + sunday + 114, 31)
    return date(year, month, day + 1) + timedelta(year // 100 - year // 400 - 2)


def easter(year: int) -> date:
    """Easter Sunday of the western churches (the anonymous Gregorian computus: Meeus, Astronomical
    Algorithms, chapter 8)."""
    golden, (century, rest) = year % 19, divmod(year, 100)
    leaps, left = divmod(century, 4)
    moon = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leaps - moon + 15) % 30
    weekday = (32 + 2 * left + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
