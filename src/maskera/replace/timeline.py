"""All dates of a document moved by one secret number of days, ages moved along with the years of
birth (policy natural).

Longer than 400 lines because the dates and ages of a document constrain each other.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from random import Random

import msgspec

from maskera.lang.pack import Generator
from maskera.mentions import Mention
from maskera.replace.date_parts import (
    DAY,
    GAP,
    MONTH,
    PARTS,
    YEAR,
    DateParts,
    Reading,
    groups,
    parts_of,
)
from maskera.replace.dates import full, like_year
from maskera.replace.draw import Agree, Draw, PerMention
from maskera.replace.numbers import YOUNGEST, matched, table
from maskera.replace.said_dates import like_month
from maskera.replace.shape import DIGITS, carry_case, fold, mask_otherwise
from maskera.text import Document, number_of

LEAST, MOST = (
    396,
    700,
)  # days: a year and a month at least, so that a month or year that stands alone always changes
TRIES = 60  # offsets looked at for one that leaves no day, month or year as it was
WORK = 6000  # mentions times offsets looked at, so that a document of thousands of dates stays fast
BIRTH = (
    40  # characters before a date in which a word for birth stands ("born in Malmo on 3 May 1998")
)
NEUTRAL = 2021  # the year of a day and month without one: no leap year
MIDDLE = date(
    NEUTRAL, 7, 1
)  # the day by whose move years alone move, where no date names one of them

_Dates = Sequence[tuple[int, int, Sequence[tuple[int, int]]]]
"""The dates of a document in text order: start, year (0 without one), months and days (0 for a
month alone)."""


class Timeline(msgspec.Struct, frozen=True):
    """One document: its offset in days, the day by whose move years alone move, the ages by value,
    the year it was written in (0 when no year is named), and the age of those born in the years
    that are said to be years of birth, where one fits.

    In a scope beyond the document all follows from the key and the original alone: one offset for
    all, and years of birth keep to it, too.
    """

    offset: int
    turn: date
    ages: Mapping[int, int]
    now: int
    births: Mapping[int, int]
    texts: Mapping[int, str]

    def birth_change(self, year: int, birth: bool = False) -> int:
        """By how many years a year of birth moves beyond the offset, so that it fits the new age; 0
        for other years and where it fits none.

        birth: it is one, whether or not the text says so.
        """
        age = self.births.get(year)
        if age is None and birth:
            age = next(iter(_ages_of(year, self.now, self.ages)), None)
        return 0 if age is None else age - self.ages[age]

    def year(self, year: int) -> int:
        """A year without day or month after the move: all by the same number of years, for leap
        days would pull some apart."""
        return (
            year
            + (self.turn + timedelta(days=self.offset)).year
            - self.turn.year
            + self.birth_change(year)
        )

    def shifted(self, day: date, birth: bool = False) -> date:
        """The date after the move. birth: it is a date of birth, whether or not the text says so."""
        moved_day = day + timedelta(days=self.offset)
        return _on(
            moved_day.year + self.birth_change(day.year, birth), moved_day.month, moved_day.day
        )


def generator(reading: Reading, agree: Agree | None = None) -> Generator:
    """Writes any date or age mention as the document's timeline has it."""
    return PerMention(
        lambda draw: timeline(draw, reading).texts[draw.mention.span.start],
        kinds=("age", "date"),
        agree=agree,
    )


def timeline(draw: Draw, reading: Reading) -> Timeline:
    """The timeline of the draw's document, made once."""
    return draw.once("timeline", lambda: _timeline(draw, reading))


def _ages_of(year: int, now: int, ages: Container[int]) -> list[int]:
    """Which of the ages somebody born in the year can have, the one after this year's birthday
    first."""
    return [age for age in (now - year, now - year - 1) if now and age in ages]


def _births(years: Iterable[int], now: int, ages: Container[int]) -> dict[int, int]:
    """The age of those born in each of the years; another for each year, if it can be."""
    fitting = {year: its for year in sorted(set(years)) if (its := _ages_of(year, now, ages))}
    own = matched(fitting)
    return {year: own.get(year, its[0]) for year, its in fitting.items()}


def _on(year: int, month: int, day: int) -> date:
    """The date, or the last day before it that exists."""
    for back in range(4):
        try:
            return date(min(max(year, 1), 9000), month, day - back)
        except ValueError:
            continue
    return date(NEUTRAL, 1, 1)


def _timeline(draw: Draw, reading: Reading) -> Timeline:
    text = draw.document.text
    aged, whole, years_in = draw.labels("age"), draw.labels("date.whole"), draw.labels("date.year")
    parts = draw.labels(*PARTS)
    forms = {mention: text[mention.span.start : mention.span.end] for mention in draw.mentions}
    read = (
        reading.numerals.value(form) for mention, form in forms.items() if mention.label in aged
    )
    ages = sorted({value for value in read if value is not None})
    new_ages = table(draw, ages, "age", YOUNGEST)
    dates_said = _with_months(
        [
            parts_of(group, forms, reading)
            for group in groups([m for m in draw.mentions if m.label in parts], text, reading)
        ],
        draw.document,
    )
    stamps = stamps_of(
        {m: form for m, form in forms.items() if m.label in whole},
        text,
        weekdays(draw.mentions, text, reading),
        reading,
    )
    years = [
        (m, group.year)
        for group in dates_said
        for m in group.mentions
        if m.label in years_in and group.year
    ]
    years += [(m, stamp.year) for m, stamp in stamps.items() if stamp.year]
    recent = [year for _, year in years if 1990 <= year <= 2100]
    now = (
        0 if draw.keyed else max(recent, default=0)
    )  # what else a document says must not change a date there
    born = {
        year
        for m, year in years
        if reading.birth.search(text, max(0, m.span.start - BIRTH), m.span.start)
    }
    births = _births(born, now, new_ages)
    dates = [
        (group.mentions[0].span.start, group.year, group.dates())
        for group in dates_said
        if group.month
    ]
    dates += [(m.span.start, stamp.year, [(stamp.month, stamp.day)]) for m, stamp in stamps.items()]
    dates.sort()
    bases = {} if draw.keyed else _bases(dates, draw.document, born, now)
    alone = [
        (group.mentions[0].span.start, group.year)
        for group in dates_said
        if group.year and not group.month
    ]
    turn = MIDDLE if draw.keyed else _turn(alone, dates)
    rng = draw.rng("timeline")
    best: tuple[int, Timeline] | None = None
    for offset in _offsets(rng, 1 if draw.keyed else max(3, min(TRIES, WORK // (1 + len(forms))))):
        line = Timeline(offset, turn, new_ages, now, births, {})
        texts = {
            m.span.start: new
            for group in dates_said
            for m, new in _group(group, forms, line, reading, bases).items()
        }
        texts |= {
            m.span.start: stamp.moved(line, bases.get(m.span.start, NEUTRAL))
            for m, stamp in stamps.items()
        }
        same = sum(
            texts[m.span.start] == form for m, form in forms.items() if m.span.start in texts
        )
        if best is None or same < best[0]:
            best = (same, Timeline(offset, turn, new_ages, now, births, texts))
        if same == 0:
            break
    chosen = best[1] if best else Timeline(LEAST, turn, new_ages, now, births, {})
    rest = {
        m.span.start: _rest(m, form, chosen, reading, draw)
        for m, form in forms.items()
        if m.span.start not in chosen.texts
    }
    return Timeline(chosen.offset, turn, new_ages, now, births, {**rest, **chosen.texts})


def _with_months(dates: Sequence[DateParts], document: Document) -> list[DateParts]:
    """The dates; days alone have month and year of the date before in their sentence or the one
    before ("on 14 May ... on the 17th"), or the month behind it where they come before it."""
    firsts = [document.tokens.starts[sentence.start] for sentence in document.sentences]
    found: list[DateParts] = []
    last, behind = None, -1  # the date before with a day and a month, and its sentence
    for one in dates:
        sentence = bisect(firsts, one.mentions[0].span.start)
        if one.days and not (one.month or one.year) and last and sentence - behind <= 1:
            later = one.days[0][1] < last.days[-1][1]
            year = last.year + (later and last.month == 12) if last.year else 0
            one = msgspec.structs.replace(one, month=(last.month - 1 + later) % 12 + 1, year=year)
        if one.days and 1 <= one.month <= 12:
            last, behind = one, sentence
        found.append(one)
    return found


def _offsets(rng: Random, count: int) -> Iterator[int]:
    """Offsets in random order; never whole weeks or months, so that weekdays and days of the month
    change too."""
    numbers = [
        sign * days
        for days in range(LEAST, MOST)
        if days % 7 and days not in _whole_months()
        for sign in (-1, 1)
    ]
    yield from rng.sample(numbers, count)


@cache
def _whole_months() -> frozenset[int]:
    """The days that whole months add up to, up to two years of them."""
    firsts = [
        date(NEUTRAL + month // 12, month % 12 + 1, 1) for month in range(6 * 12)
    ]  # four years to begin in, so leap days too
    return frozenset(
        (later - first).days
        for at, first in enumerate(firsts[:48])
        for later in firsts[at : at + 25]
    )


def _bases(dates: _Dates, document: Document, born: Container[int], now: int) -> dict[int, int]:
    """Start of a date without year -> the year in which it is moved, for a leap day parts the same
    days of two years.

    That of the next date in its sentence ("3 May and 4 May 2019"), else of the last one there.
    Those that stand between two dates of known year are moved in one year, so that they stay as far
    apart: of the same day elsewhere, else of the date before, else of the one after; years of birth
    come last. born: these years.
    """
    firsts = [document.tokens.starts[sentence.start] for sentence in document.sentences]
    bases = {start: year for start, year, _ in dates if year}
    for order in (reversed(dates), dates):
        latest: dict[int, int] = {}
        for start, year, _ in order:
            sentence = bisect(firsts, start)
            if year:
                latest[sentence] = year
            elif sentence in latest:
                bases.setdefault(start, latest[sentence])
    known = {day: bases[start] for start, year, days in dates if start in bases for day in days}
    known |= {day: year for _, year, days in dates if year for day in days}
    before, row = 0, list[tuple[int, Sequence[tuple[int, int]]]]()
    for start, days in [
        *((start, days) for start, _, days in dates if bases.get(start, 0) not in born),
        (-1, ()),
    ]:
        if start >= 0 and start not in bases:
            row.append((start, days))
            continue
        year = bases.get(start, 0)
        same = [known[day] for _, its in row for day in its if day in known]
        chosen = (
            next((one for one in same if one not in born), 0)
            or before
            or year
            or next(iter(same), 0)
            or now
            or NEUTRAL
        )
        bases.update(dict.fromkeys([one for one, _ in row], chosen))
        before, row = year, []
    return bases


def _turn(alone: Sequence[tuple[int, int]], dates: _Dates) -> date:
    """The day that is moved to tell by how many years those move that stand alone: of the first of
    them that a date names too, its nearest.

    alone: start and year of each.
    """
    of_year: dict[int, list[tuple[int, date]]] = {}
    for start, year, days in dates:
        month, day = days[0]
        if year and 1 <= month <= 12:
            of_year.setdefault(year, []).append((start, _on(year, month, day or 15)))
    for start, year in alone:
        if its := of_year.get(year):
            return min(its, key=lambda one: abs(one[0] - start))[1]
    return MIDDLE


def _group(
    group: DateParts,
    forms: Mapping[Mention, str],
    line: Timeline,
    reading: Reading,
    bases: Mapping[int, int],
) -> dict[Mention, str]:
    """The new form of each part of one date; a day that comes to lie in another month than the last
    one says so ("30 April-2 May")."""
    numerals, year, month, days = reading.numerals, group.year, group.month, group.days
    known = 1 <= month <= 12
    basis = _on(
        year or bases.get(group.mentions[0].span.start, NEUTRAL),
        month if known else 7 if year else 1,
        15 if month else 1,
    )
    texts: dict[Mention, str] = {}
    dated = {
        mention: line.shifted(_on(basis.year, basis.month, value))
        for mention, value in days
        if known and 1 <= value <= 31
    }
    new = next(reversed(dated.values()), line.shifted(basis))
    for mention, value in days:
        moved = dated.get(mention)
        texts[mention] = numerals.like(
            forms[mention], moved.day if moved else (value - 1 + line.offset) % 28 + 1
        )
        if moved and moved.month != new.month:
            texts[mention] += f" {carry_case(group.month_form, reading.months.names[moved.month])}"
    for mention in group.mentions:
        form = forms[mention]
        kind = reading.forms.taxonomy.kind(mention.label)
        if kind == YEAR and year:
            texts[mention] = like_year(
                numerals, form, new.year if month else line.year(year), group.short
            )
        elif kind.startswith(MONTH) and month:
            texts[mention] = like_month(form, new.month, mention, reading)
        elif kind == DAY and (weekday := reading.weekdays.named(form)) is not None:
            texts[mention] = reading.weekdays.like(
                form, (weekday - 1 + line.offset) % 7 + 1, mention.features, reading.forms
            )
    return texts


def _rest(mention: Mention, form: str, line: Timeline, reading: Reading, draw: Draw) -> str:
    """What no date could be read from: ages by their table, other forms drawn or masked."""
    rng = draw.rng("rest", fold(form))
    numerals = reading.numerals
    if mention.label in draw.labels("age"):
        value = numerals.value(form)
        return numerals.like(form, rng.randint(18, 60) if value is None else line.ages[value])
    choices: Mapping[str, Callable[[], str]] = {
        DAY: lambda: numerals.like(form, rng.randint(1, 28)),
        f"{MONTH}.digits": lambda: numerals.like(form, rng.randint(1, 12)),
        f"{MONTH}.words": lambda: reading.months.like(
            form, rng.randint(1, 12), mention.features, reading.forms
        ),
        YEAR: lambda: numerals.like(form, rng.randint(1970, 2018)),
    }
    kind = draw.taxonomy.kind(mention.label)
    return choices[kind]() if kind in choices else mask_otherwise(form, "1")


class Stamp(msgspec.Struct, frozen=True):
    """A date in digits, read: which run of digits is what."""

    form: str
    order: str  # "ymd", "dmy", "md" ...
    year: int
    month: int
    day: int

    def moved(self, line: Timeline, basis: int) -> str:
        """The same form for the moved date. basis: the year of one without year."""
        new = line.shifted(_on(self.year or basis, self.month, self.day))
        values = {"y": new.year, "m": new.month, "d": new.day}
        runs = DIGITS.findall(self.form)
        if len(runs) == 1:
            width = 4 if len(runs[0]) == 8 else 2
            return self.form.replace(
                runs[0],
                "".join(_digits(values[part], width if part == "y" else 2) for part in self.order),
            )
        padded = (
            any(run.startswith("0") for run in runs) or len(runs[0]) == 4
        )  # ISO 8601 always pads
        widths = [
            len(run) if part == "y" else 2 if padded and len(run) > 1 else 1
            for part, run in zip(self.order, runs, strict=True)
        ]
        numbers = iter(
            [_digits(values[part], width) for part, width in zip(self.order, widths, strict=True)]
        )
        return DIGITS.sub(lambda match: next(numbers), self.form)


def weekdays(mentions: Sequence[Mention], text: str, reading: Reading) -> Mapping[int, int]:
    """Where the weekdays of a text end -> which they are."""
    days = reading.forms.taxonomy.labels(DAY) if reading.both_orders else frozenset()
    named = ((m.span.end, text[m.span.start : m.span.end]) for m in mentions if m.label in days)
    return {end: day for end, form in named if (day := reading.weekdays.named(form)) is not None}


def stamps_of(
    forms: Mapping[Mention, str], text: str, weekdays: Mapping[int, int], reading: Reading
) -> dict[Mention, Stamp]:
    """The dates in figures, read; where both orders are used, one that can be read either way as
    its weekday says, else as most of those that can be read one way only."""
    stamps = {m: stamp for m, form in forms.items() if (stamp := stamp_of(form))}
    if not (reading.both_orders and stamps):
        return stamps
    others = {m: stamp_of(forms[m], month_first=True) or stamp for m, stamp in stamps.items()}
    clear = [
        stamp.order.startswith("m")
        for m, stamp in stamps.items()
        if others[m].order == stamp.order and stamp.order[0] != "y"
    ]
    american = 2 * sum(clear) > len(clear)
    for mention, other in others.items():
        start = mention.span.start
        near = (weekdays[at] for at in range(start - 1, start - 1 - GAP, -1) if at in weekdays)
        if (weekday := next(near, 0)) and other.year:
            month_first = _on(other.year, other.month, other.day).isoweekday() == weekday
        else:
            month_first = american
        if month_first:
            stamps[mention] = other
    return stamps


def _digits(value: int, width: int) -> str:
    return str(value)[-2:].zfill(2) if width == 2 and value > 99 else str(value).zfill(width)


def stamp_of(form: str, month_first: bool = False) -> Stamp | None:
    """Reads 2018-12-01, 18/01/12, 17/5-21, 13/8 1979, 3.4, 180112, 20180112; None for what is no
    date. month_first: the month comes before the day where it can."""
    runs = DIGITS.findall(form)
    if len(runs) == 1:
        run = runs[0]
        cuts = {6: ((2, "ymd"), (2, "dmy")), 8: ((4, "ymd"), (4, "dmy"))}.get(len(run), ())
        candidates = []
        for width, order in cuts:
            pieces, rest = [], run
            for part in order:
                size = width if part == "y" else 2
                pieces.append(rest[:size])
                rest = rest[size:]
            candidates.append((order, pieces))
    elif len(runs) == 3:
        orders = (
            ("ymd",)
            if len(runs[0]) == 4
            else ("dmy", "mdy")
            if len(runs[2]) == 4 or "/" in form or "." in form
            else ("ymd", "dmy")
        )
        candidates = [(order, runs) for order in (*orders, "ymd", "dmy")]
    else:
        candidates = [(order, runs) for order in ("dm", "md")] if len(runs) == 2 else []
    if month_first:
        candidates = sorted(candidates, key=lambda one: "md" not in one[0])
    for order, pieces in candidates:
        values = dict(zip(order, map(number_of, pieces), strict=True))
        year_form = pieces[order.index("y")] if "y" in order else ""
        year = full(values["y"], len(year_form) <= 2) if year_form else 0
        if (
            1 <= values["m"] <= 12
            and 1 <= values["d"] <= 31
            and (not year_form or 1000 <= year <= 2200)
        ):
            return Stamp(form, order, year, values["m"], values["d"])
    return None
