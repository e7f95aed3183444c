"""Dates whose new parts must fit one another and the words beside them: the day of a holiday stays
or moves with it, a weekday is that of its date, and days of one month, months and years keep their
order.

Longer than 400 lines because all that dates ask of one another is settled in one order.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

import msgspec

from maskera import expressions as re
from maskera.mentions import Mention
from maskera.replace.birthdays import Renamed, another
from maskera.replace.date_parts import (
    MONTH,
    PARTS,
    WEEKDAY,
    YEAR,
    DateParts,
    Reading,
    groups,
    part_of,
    parts_of,
)
from maskera.replace.dates import LAST_DAY, like_year
from maskera.replace.draw import Agreed
from maskera.replace.holidays import ANY_YEAR, Day, Holiday, Holidays, Place
from maskera.replace.timeline import NEUTRAL, Stamp, stamp_of, stamps_of, weekdays
from maskera.text import Document, Span

CALENDAR = range(1583, 4000)  # years of the Gregorian calendar, as far as Easter is computed
MONTHS, WEEK, LEAP_DAY = 12, 7, (2, 29)
NEAR_FEAST = 21  # days between a feast and a date that are told together
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_Forms = Mapping[Mention, str]


class _Said(msgspec.Struct, frozen=True):
    """A date of a document: its mentions, its parts as they were and as they are now, and the
    sentence that it stands in."""

    mentions: Sequence[Mention]
    old: DateParts
    new: DateParts
    sentence: int


class Agreement(msgspec.Struct, frozen=True, eq=False):
    """What a language brings to make dates agree.

    together: all dates of a document move by the same number of days, so that weekdays without a
    full date agree already.
    """

    reading: Reading
    holidays: Holidays
    together: bool = False

    def __call__(
        self,
        document: Document,
        mentions: Sequence[Mention],
        texts: Mapping[int, str],
        places: Collection[int],
        turned: bool,
    ) -> Agreed:
        """New texts for those mentions of `places` that must change, by place, and other names for
        the holidays on which somebody is born.

        texts: what was drawn, or kept, for each mention by its place. turned: weekdays that stand
        alone may turn with those of the dates, months and years keep their order.
        """
        parts = self.reading.forms.taxonomy.labels(*PARTS)
        at = {mention: place for place, mention in enumerate(mentions) if mention.label in parts}
        forms = {m: document.text[m.span.start : m.span.end] for m in at}
        new = {m: texts[place] for m, place in at.items()}
        firsts = [document.tokens.starts[sentence.start] for sentence in document.sentences]
        grouped = list(groups(list(at), document.text, self.reading))
        ours = frozenset(m for m, place in at.items() if place in places)

        def read() -> list[_Said]:
            return [
                _Said(
                    group,
                    parts_of(group, forms, self.reading),
                    parts_of(group, new, self.reading),
                    bisect(firsts, group[0].span.start),
                )
                for group in grouped
            ]

        sentences = _Sentences(document, firsts, self.holidays)
        settled: dict[Mention, str] = {}
        years = (0, 0)
        dates = read()
        for said in dates:
            if said.old.year and said.new.year:
                years = said.old.year, said.new.year
            settled.update(self._on_holiday(said, sentences, forms, years))
        on_feast = frozenset(settled)
        if self.together and settled:
            new.update((m, text) for m, text in settled.items() if m in ours)
            near_feast = dict(self._near_feasts(read(), forms, on_feast, ours))
            settled.update(near_feast)
            on_feast |= near_feast.keys()
        moved, renamed = self._birthdays(dates, document, mentions, sentences, at, ours)
        for said in dates if moved else ():
            if target := moved.get(_only_day(said.old)):
                settled.update(self._dated(said, forms, target))
        if settled:
            new.update((m, text) for m, text in settled.items() if m in ours)
            dates = read()
        settled.update(self._in_order(dates, forms, ours - settled.keys()))
        if turned:
            settled.update(self._months_in_order(dates, forms, ours - settled.keys()))
            settled.update(self._years_in_order(dates, forms, ours - settled.keys()))
        if settled:
            new.update((m, text) for m, text in settled.items() if m in ours)
            dates = read()
        whole = self.reading.forms.taxonomy.labels("date.whole")
        in_figures = {
            m: document.text[m.span.start : m.span.end] for m in mentions if m.label in whole
        }
        near = weekdays(mentions, document.text, self.reading)
        orders = stamps_of(in_figures, document.text, near, self.reading) if near else {}
        in_digits = {
            bisect(firsts, mention.span.start): day
            for place, mention in enumerate(mentions)
            if mention.label in whole and (day := _day_in_digits(texts[place], orders.get(mention)))
        }
        said_of = self._weekdays(
            dates, document, forms, new, in_digits, turned, sentences, on_feast
        )
        settled.update(said_of)
        agreed = {at[m]: text for m, text in settled.items() if m in ours}
        for place in sorted(places):
            mention = mentions[place]
            if mention.label in whole:
                written = document.text[mention.span.start : mention.span.end]
                number = sentences.number(mention)
                if text := _in_digits_on_holiday(written, texts[place], sentences, number):
                    agreed[place] = text
        return Agreed(agreed, renamed)

    def _birthdays(
        self,
        dates: Sequence[_Said],
        document: Document,
        mentions: Sequence[Mention],
        sentences: _Sentences,
        at: Mapping[Mention, int],
        ours: Collection[Mention],
    ) -> tuple[dict[Day | None, Day], list[Renamed]]:
        """Birthdays on a holiday that is named beside them: to what day each moves, and what its
        holiday is called then; both stay where no other name may stand for it."""
        moved: dict[Day | None, Day] = {}
        renamed: list[Renamed] = []
        for said in dates:
            day, drawn = _only_day(said.old), _only_day(said.new)
            mention = next((m for m in said.mentions if m in ours), None)
            if day is None or drawn is None or mention is None:
                continue
            for named in sentences.of_birth(said.sentence):
                if day not in named.holiday.ever():
                    continue
                span = Span(named.start, named.end)
                if any(span.overlaps(one.span) for one in mentions):
                    continue  # the date itself: the first of April
                other = another(named, drawn, self.holidays, moved.values())
                moved[day] = other[0] if other else day
                renamed.append(Renamed(at[mention], span, other[1] if other else ""))
        whole = self.reading.forms.taxonomy.labels("date.whole")
        for place, mention in enumerate(mentions):
            written = document.text[mention.span.start : mention.span.end]
            if mention.label in whole and (stamp := stamp_of(written)):
                for named in sentences.of_birth(sentences.number(mention)):
                    if (stamp.month, stamp.day) in named.holiday.ever():
                        renamed.append(Renamed(place, Span(named.start, named.end), ""))
        return moved, renamed

    def _near_feasts(
        self,
        dates: Sequence[_Said],
        forms: _Forms,
        on_feast: frozenset[Mention],
        ours: frozenset[Mention],
    ) -> Iterator[tuple[Mention, str]]:
        """The dates near that of a feast, as far from where it is now as they were: behind Good
        Friday on 30 March, which is 19 April now, 2 April is 22 April. Where the feast keeps its day
        they are a day farther from it."""
        feasts: list[tuple[int, date, date]] = []
        for said in dates:
            was, now = _only_day(said.old), _only_day(said.new)
            if was and now and not on_feast.isdisjoint(said.mentions):
                years = said.old.year or NEUTRAL, said.new.year or NEUTRAL
                feasts.append((said.old.year, date(years[0], *was), date(years[1], *now)))
        for said in dates if feasts else ():
            day = _only_day(said.old)
            if not day or day == LEAP_DAY or not (ours - on_feast).issuperset(said.mentions):
                continue
            nearest: tuple[int, date, date] | None = None
            for year, feast, moved in feasts:
                if 0 in (year, said.old.year) or year == said.old.year:
                    step = (date(feast.year, *day) - feast).days
                    if nearest is None or abs(step) < abs(nearest[0]):
                        nearest = step, feast, moved
            if nearest is None or not 0 < abs(nearest[0]) <= NEAR_FEAST:
                continue
            step, feast, moved = nearest
            if (feast.month, feast.day) == (moved.month, moved.day):
                step += 1 if step > 0 else -1
            target = moved + timedelta(step)
            if target.year == moved.year:
                yield from self._dated(said, forms, (target.month, target.day))

    def _in_order(
        self, dates: Sequence[_Said], forms: _Forms, ours: frozenset[Mention]
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
                kept = self.together or new_days == sorted(new_days)
                order = () if kept else _rising(list(drawn), sorted(new_days))
            elif all(one < other for one, other in pairwise(new_days)):
                continue
            else:  # behind a holiday, which stays: lucia den 13 december, och den 20
                free = {old for old in days if lone.issuperset([m for m, _ in days[old]])}
                order = _between_fixed(drawn, free)
            for old, new in order:
                for mention, _ in days[old]:
                    if mention in ours:
                        yield mention, self.reading.numerals.like(forms[mention], new)

    def _months_in_order(
        self, dates: Sequence[_Said], forms: _Forms, ours: frozenset[Mention]
    ) -> Iterator[tuple[Mention, str]]:
        """The months of a text in the order in which they were: from 28 maj to 4 juni."""
        drawn, named = self._out_of_order(dates, ours, MONTH, lambda date: date.month)
        olds, lowest = sorted(drawn), [1] * len(drawn)
        moved = dict(_rising(olds, sorted(drawn.values()), MONTHS) or _rising(olds, lowest, MONTHS))
        for month, said in named if moved else ():
            yield month, self._month(forms[month], moved[said.old.month], month)

    def _years_in_order(
        self, dates: Sequence[_Said], forms: _Forms, ours: frozenset[Mention]
    ) -> Iterator[tuple[Mention, str]]:
        """The years of a text in the order in which they were, moved alike: from 2019 to 2020."""
        drawn, named = self._out_of_order(dates, ours, YEAR, lambda date: date.year)
        steps = (*(drawn[old] - old for old in sorted(drawn)), 2, -2, 1, -1)
        step = next((s for s in steps if drawn.keys().isdisjoint(old + s for old in drawn)), 0)
        for year, said in named if step else ():
            moved = said.old.year + step
            yield year, like_year(self.reading.numerals, forms[year], moved, said.old.short)

    def _out_of_order(
        self,
        dates: Sequence[_Said],
        ours: frozenset[Mention],
        kind: str,
        value_of: Callable[[DateParts], int],
    ) -> tuple[Mapping[int, int], Sequence[tuple[Mention, _Said]]]:
        """What became of the months or years of a text, and the mentions that name one; nothing of
        either where they kept their order, or where one is not to be changed."""
        labels = self.reading.forms.taxonomy.labels(kind)
        drawn: dict[int, int] = {}
        named: list[tuple[Mention, _Said]] = []
        for said in () if self.together else dates:
            mention = next((m for m in said.mentions if m.label in labels), None)
            if mention is None or not (value_of(said.old) and value_of(said.new)):
                continue
            if mention not in ours:
                return {}, ()
            drawn.setdefault(value_of(said.old), value_of(said.new))
            named.append((mention, said))
        kept = [drawn[old] for old in sorted(drawn)] == sorted(drawn.values())
        return ({}, ()) if kept else (drawn, named)

    def _dated(self, said: _Said, forms: _Forms, day: Day) -> Iterator[tuple[Mention, str]]:
        """Day and month of a date, as they read on another day."""
        months = self.reading.forms.taxonomy.labels(MONTH)
        for mention in said.mentions:
            if mention.label in months:
                yield mention, self._month(forms[mention], day[0], mention)
            elif any(mention is one for one, _ in said.old.days):
                yield mention, self.reading.numerals.like(forms[mention], day[1])

    def _on_holiday(
        self, said: _Said, sentences: _Sentences, forms: _Forms, years: tuple[int, int]
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
            for mention, text in self._dated(said, forms, moved):
                yield mention, text if moved != day else forms[mention]
            return

    def _month(self, form: str, month: int, mention: Mention) -> str:
        reading = self.reading
        if reading.months.named(form) is None:
            return reading.numerals.like(form, month)
        return reading.months.like(form, month, mention.features, reading.forms)

    def _weekdays(
        self,
        dates: Sequence[_Said],
        document: Document,
        forms: _Forms,
        new: _Forms,
        whole: Mapping[int, tuple[int, int, int]],
        turned: bool,
        sentences: _Sentences,
        on_feast: Collection[Mention],
    ) -> dict[Mention, str]:
        """The weekdays of dates, and with `turned` those that stand alone. whole: by sentence, the
        new day of its last date in digits. on_feast: parts of dates that are those of a holiday."""
        found: dict[Mention, int] = {}
        alone: list[tuple[Mention, int]] = []
        year = next((said.new.year for said in dates if said.new.year and said.new.month), 0)
        lone = (0, 0)  # a year without a month, as it was and as it is now: a heading, or -92
        of_sentence: defaultdict[int, list[_Said]] = defaultdict(list)
        for said in dates:
            of_sentence[said.sentence].append(said)
        for said in dates:
            if said.new.year and said.new.month:
                year = said.new.year
            elif said.new.year:
                lone = said.old.year, said.new.year
            for mention in said.mentions:
                if part_of(mention, document.text, self.reading) != WEEKDAY:
                    continue
                was = self.reading.weekdays.named(forms[mention]) or 0
                beside = [*of_sentence[said.sentence - 1], *of_sentence[said.sentence]]
                full = self._in_sentence(said, beside, was)
                full = full or _of_feast(said, beside, was, sentences)
                day = _beside(said.new, mention) or full or whole.get(said.sentence)
                shown = self.reading.weekdays.named(new[mention])
                moved = self.together and not (
                    said.new.year
                    or full
                    or said.sentence in whole
                    or any(one in on_feast for one in said.mentions)
                )
                if day is None or shown is None or moved:
                    alone.append((mention, was))
                    continue
                month, number = day[1:]
                its = _beside(said.old, mention)
                if lone[0] and (not year or (its and _weekday(lone[0], *its[1:]) == was)):
                    year, lone = lone[1], (0, 0)
                year = day[0] or year or _year_of(month, number, shown)
                if weekday := _weekday(day[0] or year, month, number):
                    found[mention] = weekday
                else:
                    alone.append((mention, was))
        changed = {m: self._named(m, forms[m], weekday) for m, weekday in found.items()}
        if turned and not self.together and found:
            first = next(iter(found))
            turn = (found[first] - (self.reading.weekdays.named(forms[first]) or 0)) % 7
            for mention, was in alone:
                if turn and was and self.reading.weekdays.named(new[mention]) is not None:
                    weekday = (was - 1 + turn) % 7 + 1
                    changed[mention] = self._named(mention, forms[mention], weekday)
        return changed

    def _named(self, mention: Mention, form: str, weekday: int) -> str:
        reading = self.reading
        return reading.weekdays.like(form, weekday, mention.features, reading.forms)

    def _in_sentence(
        self, said: _Said, dates: Sequence[_Said], was: int
    ) -> tuple[int, int, int] | None:
        """The day of the one full date of the sentence, or of the one before, if the weekday was
        that date's ("3 May 2019 was a Friday")."""
        if len(said.mentions) > 1:
            return None
        full = [its for its in dates if _full(its.old)]
        others = [its for its in full if its.sentence == said.sentence]
        others = others or [its for its in full if its.sentence == said.sentence - 1]
        if len(others) != 1 or not _full(others[0].new):
            return None
        old, new = others[0].old, others[0].new
        if _weekday(old.year, old.month, old.days[0][1]) != was:
            return None
        return new.year, new.month, new.days[0][1]


class _Sentences:
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


def _of_feast(
    said: _Said, dates: Sequence[_Said], was: int, sentences: _Sentences
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
    at = next((n for n, day in enumerate(before) if _weekday(old.year, *day) == was), -1)
    return (new.year, *after[min(at, len(after) - 1)]) if at >= 0 else None


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


def _only_day(parts: DateParts) -> Day | None:
    """Month and day of a date with one day; None for another."""
    if not (1 <= parts.month <= 12 and len(parts.days) == 1):
        return None
    return parts.month, parts.days[0][1]


def _full(parts: DateParts) -> bool:
    return bool(parts.year and 1 <= parts.month <= 12 and len(parts.days) == 1)


def _beside(new: DateParts, weekday: Mention) -> tuple[int, int, int] | None:
    """Year (0 without one), month and day of the date that a weekday belongs to: of the next day in
    it, else of the one before."""
    if not (1 <= new.month <= 12 and new.days):
        return None
    later = [value for mention, value in new.days if mention.span > weekday.span]
    return new.year, new.month, later[0] if later else new.days[-1][1]


def _in_digits_on_holiday(written: str, drawn: str, sentences: _Sentences, number: int) -> str:
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


def _day_in_digits(form: str, written: Stamp | None) -> tuple[int, int, int] | None:
    """Year, month and day of a date in digits with its year; None for one without. written: what it
    stands for, where its order is known."""
    stamp = stamp_of(form, month_first=written is not None and written.order.startswith("m"))
    return (stamp.year, stamp.month, stamp.day) if stamp and stamp.year else None


def _weekday(year: int, month: int, day: int) -> int:
    """1 for Monday; 0 for a day that does not exist."""
    try:
        return date(year, month, day).isoweekday()
    except ValueError:
        return 0


def _year_of(month: int, day: int, weekday: int) -> int:
    """The first year in which the day is this weekday; 0 where none is."""
    return next((year for year in ANY_YEAR if _weekday(year, month, day) == weekday), 0)
