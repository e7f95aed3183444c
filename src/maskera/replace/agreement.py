"""Dates whose new parts must fit one another and the words beside them: the day of a holiday stays
or moves with it, a weekday is that of its date, and days of one month, months and years keep their
order.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import msgspec

from maskera.mentions import Mention
from maskera.replace.birthdays import Renamed, another
from maskera.replace.date_order import days_in_order, months_in_order, years_in_order
from maskera.replace.date_parts import PARTS, WEEKDAY, DateParts, Reading, groups, part_of, parts_of
from maskera.replace.draw import Agreed
from maskera.replace.feast_dates import (
    Sentences,
    in_digits_on_holiday,
    near_feasts,
    of_feast,
    on_holiday,
    years_alike,
)
from maskera.replace.holidays import ANY_YEAR, Day, Holidays
from maskera.replace.said_dates import Forms, Said, dated, full_date, only_day, weekday_of
from maskera.replace.timeline import Stamp, stamp_of, stamps_of, weekdays
from maskera.text import Document, Span


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

        def read() -> list[Said]:
            return [
                Said(
                    group,
                    parts_of(group, forms, self.reading),
                    parts_of(group, new, self.reading),
                    bisect(firsts, group[0].span.start),
                )
                for group in grouped
            ]

        sentences = Sentences(document, firsts, self.holidays)
        settled: dict[Mention, str] = {}
        years = (0, 0)
        step: int | None = None  # years by which the feasts of the document move
        reading, together = self.reading, self.together
        dates = read()
        for said in dates:
            if said.old.year and said.new.year:
                years = said.old.year, said.new.year
            its = dict(on_holiday(said, sentences, forms, years, reading))
            if its and self.together and said.old.year and said.new.year:
                step = years[1] - years[0] if step is None else step
                if years[1] != years[0] + step:
                    years = years[0], years[0] + step
                    its = dict(on_holiday(said, sentences, forms, years, reading))
                    its.update(years_alike(said, step, forms, reading))
            settled.update(its)
        on_feast = frozenset(settled)
        if self.together:
            new.update((m, text) for m, text in settled.items() if m in ours)
            near_feast = dict(near_feasts(read(), forms, on_feast, ours, sentences, reading))
            settled.update(near_feast)
            on_feast |= near_feast.keys()
        moved, renamed = self._birthdays(dates, document, mentions, sentences, at, ours)
        for said in dates if moved else ():
            if target := moved.get(only_day(said.old)):
                settled.update(dated(said, forms, target, reading))
        if settled:
            new.update((m, text) for m, text in settled.items() if m in ours)
            dates = read()
        settled.update(days_in_order(dates, forms, ours - settled.keys(), reading, together))
        if turned:
            settled.update(months_in_order(dates, forms, ours - settled.keys(), reading, together))
            settled.update(years_in_order(dates, forms, ours - settled.keys(), reading, together))
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
                if text := in_digits_on_holiday(written, texts[place], sentences, number):
                    agreed[place] = text
        return Agreed(agreed, renamed)

    def _birthdays(
        self,
        dates: Sequence[Said],
        document: Document,
        mentions: Sequence[Mention],
        sentences: Sentences,
        at: Mapping[Mention, int],
        ours: Collection[Mention],
    ) -> tuple[dict[Day | None, Day], list[Renamed]]:
        """Birthdays on a holiday that is named beside them: to what day each moves, and what its
        holiday is called then; both stay where no other name may stand for it."""
        moved: dict[Day | None, Day] = {}
        renamed: list[Renamed] = []
        for said in dates:
            day, drawn = only_day(said.old), only_day(said.new)
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

    def _weekdays(
        self,
        dates: Sequence[Said],
        document: Document,
        forms: Forms,
        new: Forms,
        whole: Mapping[int, tuple[int, int, int]],
        turned: bool,
        sentences: Sentences,
        on_feast: Collection[Mention],
    ) -> dict[Mention, str]:
        """The weekdays of dates, and with `turned` those that stand alone. whole: by sentence, the
        new day of its last date in digits. on_feast: parts of dates that are those of a holiday."""
        found: dict[Mention, int] = {}
        alone: list[tuple[Mention, int]] = []
        year = next((said.new.year for said in dates if said.new.year and said.new.month), 0)
        lone = (0, 0)  # a year without a month, as it was and as it is now: a heading, or -92
        of_sentence: defaultdict[int, list[Said]] = defaultdict(list)
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
                full = full or of_feast(said, beside, was, sentences)
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
                if lone[0] and (not year or (its and weekday_of(lone[0], *its[1:]) == was)):
                    year, lone = lone[1], (0, 0)
                year = day[0] or year or _year_of(month, number, shown)
                if weekday := weekday_of(day[0] or year, month, number):
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
        self, said: Said, dates: Sequence[Said], was: int
    ) -> tuple[int, int, int] | None:
        """The day of the one full date of the sentence, or of the one before, if the weekday was
        that date's ("3 May 2019 was a Friday")."""
        if len(said.mentions) > 1:
            return None
        full = [its for its in dates if full_date(its.old)]
        others = [its for its in full if its.sentence == said.sentence]
        others = others or [its for its in full if its.sentence == said.sentence - 1]
        if len(others) != 1 or not full_date(others[0].new):
            return None
        old, new = others[0].old, others[0].new
        if weekday_of(old.year, old.month, old.days[0][1]) != was:
            return None
        return new.year, new.month, new.days[0][1]


def _beside(new: DateParts, weekday: Mention) -> tuple[int, int, int] | None:
    """Year (0 without one), month and day of the date that a weekday belongs to: of the next day in
    it, else of the one before."""
    if not (1 <= new.month <= 12 and new.days):
        return None
    later = [value for mention, value in new.days if mention.span > weekday.span]
    return new.year, new.month, later[0] if later else new.days[-1][1]


def _day_in_digits(form: str, written: Stamp | None) -> tuple[int, int, int] | None:
    """Year, month and day of a date in digits with its year; None for one without. written: what it
    stands for, where its order is known."""
    stamp = stamp_of(form, month_first=written is not None and written.order.startswith("m"))
    return (stamp.year, stamp.month, stamp.day) if stamp and stamp.year else None


def _year_of(month: int, day: int, weekday: int) -> int:
    """The first year in which the day is this weekday; 0 where none is."""
    return next((year for year in ANY_YEAR if weekday_of(year, month, day) == weekday), 0)
