"""Numbers that only their neighbours explain: each is offered to ages, dates, house numbers and line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from maskera.detect.sight import Sight
from maskera.detect.words import TABLE, Word
from maskera.lang.sv import ages, dates, street_and_line
from maskera.mentions import Detection, Evidence

_LABELS = frozenset(("number", "ordinal", "month_word", "weekday"))
_AGE_TAIL = re.compile(r"^(.+?)-?((?:års|år|ar)?(?:årig|åring|arig|aring|årsdag|års|årsålder)\w*)$")


def claims(sight: Sight) -> Iterator[Detection]:
    """What the neighbours of numbers, months and weekdays claim."""
    for index in [index for index, word in enumerate(sight.words) if _telling(word)]:
        word = sight.words[index]
        if word.shape == "digit":
            yield from _digits(sight, index)
        elif "number" in word.labels or "ordinal" in word.labels:
            yield from _number_word(sight, index)
        elif word.shape != "mark" and (match := _AGE_TAIL.match(word.lower)):
            yield from ages.compound(sight, index, match)
        if "month_word" in word.labels:
            yield from dates.month(sight, index)
        if "weekday" in word.labels:
            yield from dates.weekday(sight, index)


@lru_cache(TABLE)
def _telling(word: Word) -> bool:
    """Whether anything here is about such a word."""
    return word.shape == "digit" or not word.labels.isdisjoint(_LABELS) or (word.shape != "mark" and bool(_AGE_TAIL.match(word.lower)))


def _digits(sight: Sight, index: int) -> Iterator[Detection]:
    form = sight.lowers[index]
    value = int(form) if form.isdecimal() and len(form) < 9 else -1
    if value < 0:
        return
    before_glued = index > 0 and sight.glued(index - 1)
    if (
        before_glued
        and sight.lowers[index - 1] in ",.:/"
        and index > 1
        and sight.words[index - 2].shape == "digit"
        and sight.glued(index - 2)
    ):
        return  # 3,5 or 10:30
    after = sight.right(index)
    decimal = (
        sight.glued(index)
        and after in (",", ":", "/")
        and index + 2 < len(sight.words)
        and sight.words[index + 2].shape == "digit"
        and sight.glued(index + 1)
    )
    if decimal and len(form) != 4:
        return
    if value <= 120 and len(form) <= 3:
        yield from ages.age(sight, index, index, "age_digits")
    if 1 <= value <= 31 and len(form) <= 2:
        yield from dates.day(sight, index)
    if len(form) == 4 and 1000 <= value <= 2100:
        yield from dates.year(sight, index, value)
    if len(form) == 2:
        yield from dates.short_year(sight, index)
    if len(form) <= 4:
        yield from street_and_line.house_number(sight, index)
    if len(form) <= 5:
        yield from street_and_line.line_number(sight, index)


def _number_word(sight: Sight, index: int) -> Iterator[Detection]:
    word = sight.words[index]
    entry = sight.entry(index, "number")
    last = index
    if entry and 20 <= entry.value <= 90 and entry.value % 10 == 0:
        unit = sight.entry(index + 1, "number")
        if unit and 1 <= unit.value <= 9 and sight.adjacent(index):
            last = index + 1
    if ((entry and 1 < entry.value <= 120) or (entry and entry.value == 1 and sight.right(index).startswith("år"))) and not (
        index
        and sight.entry(index - 1, "number")
        and sight.adjacent(index - 1)
        and (before := sight.entry(index - 1, "number"))
        and before.value in range(20, 100, 10)
    ):
        yield from ages.age(sight, index, last, "age_string")
    ordinal = sight.entry(index, "ordinal")
    if ordinal and 1 <= ordinal.value <= 31:
        month = sight.entry(index + 1, "month_word") or (sight.right(index) == "i" and sight.entry(index + 2, "month_word"))
        if month:
            yield sight.claim(
                index, index, "day", Evidence("cue:ordinal month", 3.5 if word.lower != "första" or sight.left(index) == "den" else 1.5)
            )
    if entry and 1 < entry.value <= 31 and sight.entry(last + 1, "month_word") and sight.left(index) == "den":
        yield sight.claim(index, last, "day", Evidence("cue:number month", 3.5))
