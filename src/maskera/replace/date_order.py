"""Days of one month, months and years of a document in the order in which they were.

together: all dates move by the same number of days, so that they keep it but for a holiday.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from maskera.mentions import Mention
from maskera.replace.date_parts import MONTH, YEAR, DateParts, Reading
from maskera.replace.dates import LAST_DAY, like_year
from maskera.replace.said_dates import Forms, Said, like_month

MONTHS = 12


def days_in_order(
    dates: Sequence[Said], forms: Forms, ours: frozenset[Mention], reading: Reading, together: bool
) -> Iterator[tuple[Mention, str]]:
    """The days of one month in the order in which they were: den 3 and den 10 maj, and the 12th
    behind them in their sentence. Where all move together they keep it but for a holiday."""
    months: dict[tuple[int, int], dict[int, list[tuple[Mention, int]]]] = {}
    named, sentence = (0, 0), -1  # the month named last, which a day alone is of: den 12
    years: dict[int, int] = {}  # of the months, as they were named last
    lone: set[Mention] = set()  # days whose month another date names
    for said in dates:
        if len(said.old.days) != len(said.new.days):
            continue
        if said.old.month:
            month = said.old.month
            years[month] = said.old.year or years.get(month, 0)
            named, sentence = (years[month], month), said.sentence
        elif sentence != said.sentence:
            continue
        else:
            lone.update(mention for mention, _ in said.old.days)
        days = months.setdefault(named, {})
        for (mention, old), (_, new) in zip(said.old.days, said.new.days, strict=True):
            days.setdefault(old, []).append((mention, new))
    for days in months.values():
        its = [mention for found in days.values() for mention, _ in found]
        drawn = {old: days[old][0][1] for old in sorted(days)}
        new_days = [*drawn.values()]
        if ours.issuperset(its):
            kept = together or new_days == sorted(new_days)
            order = () if kept else _rising(list(drawn), sorted(new_days))
        elif all(one < other for one, other in pairwise(new_days)):
            continue
        else:  # behind a holiday, which stays: lucia den 13 december, och den 20
            free = {old for old in days if lone.issuperset([m for m, _ in days[old]])}
            order = _between_fixed(drawn, free)
        for old, new in order:
            for mention, _ in days[old]:
                if mention in ours:
                    yield mention, reading.numerals.like(forms[mention], new)


def months_in_order(
    dates: Sequence[Said], forms: Forms, ours: frozenset[Mention], reading: Reading, together: bool
) -> Iterator[tuple[Mention, str]]:
    """The months of a text in the order in which they were: from 28 maj to 4 juni."""
    drawn, named = _out_of_order(dates, ours, reading, together, MONTH, lambda date: date.month)
    olds, lowest = sorted(drawn), [1] * len(drawn)
    moved = dict(_rising(olds, sorted(drawn.values()), MONTHS) or _rising(olds, lowest, MONTHS))
    for month, said in named if moved else ():
        yield month, like_month(forms[month], moved[said.old.month], month, reading)


def years_in_order(
    dates: Sequence[Said], forms: Forms, ours: frozenset[Mention], reading: Reading, together: bool
) -> Iterator[tuple[Mention, str]]:
    """The years of a text in the order in which they were, moved alike: from 2019 to 2020."""
    drawn, named = _out_of_order(dates, ours, reading, together, YEAR, lambda date: date.year)
    steps = (*(drawn[old] - old for old in sorted(drawn)), 2, -2, 1, -1)
    step = next((s for s in steps if drawn.keys().isdisjoint(old + s for old in drawn)), 0)
    for year, said in named if step else ():
        moved = said.old.year + step
        yield year, like_year(reading.numerals, forms[year], moved, said.old.short)


def _out_of_order(
    dates: Sequence[Said],
    ours: frozenset[Mention],
    reading: Reading,
    together: bool,
    kind: str,
    value_of: Callable[[DateParts], int],
) -> tuple[Mapping[int, int], Sequence[tuple[Mention, Said]]]:
    """What became of the months or years of a text, and the mentions that name one; nothing of
    either where they kept their order, or where one is not to be changed."""
    labels = reading.forms.taxonomy.labels(kind)
    drawn: dict[int, int] = {}
    named: list[tuple[Mention, Said]] = []
    for said in () if together else dates:
        mention = next((m for m in said.mentions if m.label in labels), None)
        if mention is None or not (value_of(said.old) and value_of(said.new)):
            continue
        if mention not in ours:
            return {}, ()
        drawn.setdefault(value_of(said.old), value_of(said.new))
        named.append((mention, said))
    kept = [drawn[old] for old in sorted(drawn)] == sorted(drawn.values())
    return ({}, ()) if kept else (drawn, named)


def _rising(
    olds: Sequence[int], drawn: Sequence[int], most: int = LAST_DAY
) -> Sequence[tuple[int, int]]:
    """The days or months and what becomes of them, in their order and none itself; none where there
    is no such order up to the most that there are."""
    found, last = list[tuple[int, int]](), 0
    for old, new in zip(olds, drawn, strict=True):
        last = max(new, last + 1)
        last += last == old
        found.append((old, last))
    return found if last <= most else ()


def _between_fixed(drawn: Mapping[int, int], free: Collection[int]) -> list[tuple[int, int]]:
    """What becomes of days some of which stay as they were drawn: the others (`free`) lie between
    them in their order, and none is itself; none where there is no room."""
    found: list[tuple[int, int]] = []
    last = 0
    for old, new in drawn.items():
        if old in free:
            most = min(
                [day for one, day in drawn.items() if one > old and one not in free],
                default=LAST_DAY + 1,
            )
            room = [day for day in range(last + 1, most) if day != old]
            if not room:
                return []
            new = new if new in room else room[new % len(room)]
            found.append((old, new))
        last = new
    return found
