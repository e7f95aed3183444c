"""Numbers that only their neighbours explain: each is offered to ages, dates, house numbers and line numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from maskera.detect.kept import Kept
from maskera.detect.sight import Sight
from maskera.detect.words import Word
from maskera.lang.sv import age_rows, ages, dates, street_and_line
from maskera.mentions import Detection, Evidence

_AGE_TAIL = re.compile(r"^(.+?)-?((?:års|år|ar)?(?:årig|åring|arig|aring|årsdag|års|årsålder)\w*)$")

_SEVERAL = 3  # up to here somebody's birthday may be counted otherwise: min andra födelsedag i Lund


def claims(sight: Sight) -> Iterator[Detection]:
    """What the neighbours of numbers, months and weekdays claim."""
    for index in _RULES.places(sight.words):
        for rule in _RULES[sight.words[index]]:
            yield from rule(sight, index)


Rule = Callable[[Sight, int], Iterator[Detection]]


def _rules(word: Word) -> tuple[Rule, ...]:
    """What is to be asked about a word; nothing of most."""
    rules: list[Rule] = []
    if word.shape == "digit":
        rules += (_digits, age_rows.claims)
    elif "number" in word.labels or "ordinal" in word.labels:
        values = {entry.label: entry.value for entry in reversed(word.entries)}  # the first entry of a label tells
        if (number := values.get("number", 0)) > 0:
            rules += (_number_word if number > 1 else _one, age_rows.claims)
        if 1 <= (ordinal := values.get("ordinal", 0)) <= 31:
            rules.append(_ordinal)
        if ordinal > _SEVERAL:
            rules.append(_birthday)
    elif word.shape != "mark" and _AGE_TAIL.match(word.lower):
        rules.append(_compound)
    if "month_word" in word.labels:
        rules += (dates.month, dates.month_first)
    if "weekday" in word.labels:
        rules.append(dates.weekday)
    if any(entry.label == "transport_cue" and entry.kind == "self" for entry in word.entries):
        rules.append(street_and_line.line_in_a_word)
    return tuple(rules)


_RULES: Kept[Word, tuple[Rule, ...]] = Kept(_rules)


def _compound(sight: Sight, index: int) -> Iterator[Detection]:
    if match := _AGE_TAIL.match(sight.lowers[index]):
        yield from ages.compound(sight, index, match)


def _digits(sight: Sight, index: int) -> Iterator[Detection]:
    form = sight.lowers[index]
    value = int(form) if form.isdecimal() and len(form) < 9 else -1
    if value < 0:
        return
    if len(form) == 2:
        yield from dates.second_year(sight, index)
        yield from dates.year_of_birth(sight, index)
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
    if value <= 120 and len(form) <= 3 and (not decimal or _tenth(sight, index)):
        yield from ages.age(sight, index, _end(sight, index), "age_digits")
    if _SEVERAL < value <= 120 and (end := dates.ordinal_end(sight, index)) > index:
        yield from ages.birthday(sight, index, end, "age_digits")
    if decimal and len(form) != 4:
        return
    if 1 <= value <= 31 and len(form) <= 2:
        yield from dates.day(sight, index)
    if len(form) == 4 and 1000 <= value <= 2100:
        yield from dates.year(sight, index, value)
    if len(form) == 2:
        yield from dates.short_year(sight, index)
    if len(form) <= 4:
        yield from street_and_line.house_number(sight, index, index)
    if len(form) <= 5:
        yield from street_and_line.line_number(sight, index, index)


def _tenth(sight: Sight, index: int) -> bool:
    """3,5 and 3.5, but not 1,65, which is rather a height, and not 5,7 och 9, which are three numbers."""
    glued = index + 2 < len(sight.words) and sight.glued(index) and sight.glued(index + 1)
    one = glued and sight.at(index + 1) in (",", ".") and sight.at(index + 2).isdecimal() and len(sight.at(index + 2)) == 1
    return one and not (sight.right(index + 2) in ("och", ",") and sight.right(index + 2, 2).isdecimal())


def _end(sight: Sight, last: int) -> int:
    """Where an age ends whose number ends at `last`: after tenths and halves (3,5 or tre och ett halvt), which belong to it."""
    if _tenth(sight, last):
        return last + 2
    half = sight.right(last) in ("och", "o", "å") and sight.right(last, 2) in ("en", "ett") and sight.right(last, 3).startswith("halv")
    return last + 3 if half else last


def _one(sight: Sight, index: int) -> Iterator[Detection]:
    """A word for one, which is an article nearly always."""
    if sight.right(index).startswith("år"):
        yield from _number_word(sight, index)


def _number_word(sight: Sight, index: int) -> Iterator[Detection]:
    entry = sight.entry(index, "number")
    if entry is None:
        return
    last = index + age_rows.in_two_words(sight, index)
    if entry.value <= 120 and not (
        index and (before := sight.entry(index - 1, "number")) and sight.adjacent(index - 1) and before.value in range(20, 100, 10)
    ):
        yield from ages.age(sight, index, _end(sight, last), "age_string")
    if not (index and sight.entry(index - 1, "number") and sight.adjacent(index - 1)):
        yield from dates.year_in_words(sight, index, *_row(sight, index, entry.value))
    yield from street_and_line.house_number(sight, index, last)
    yield from street_and_line.line_number(sight, index, last)
    if 1 < entry.value <= 31 and sight.entry(last + 1, "month_word") and sight.left(index) == "den":
        yield sight.claim(index, last, "day", Evidence("cue:number month", 3.5))


def _row(sight: Sight, index: int, value: int) -> tuple[int, int]:
    """The last of the number words in a row, and what they are worth together: nittonhundra åttio sju, två tusen femton."""
    last = index
    while sight.adjacent(last) and (word := sight.entry(last + 1, "number")) and word.value > 0:
        last += 1
        value = value * word.value if word.value in (100, 1000) and value < word.value else value + word.value
    return last, value


def _birthday(sight: Sight, index: int) -> Iterator[Detection]:
    yield from ages.birthday(sight, index, index, "age_string")


def _ordinal(sight: Sight, index: int) -> Iterator[Detection]:
    if sight.entry(index + 1, "month_word") or (sight.right(index) == "i" and sight.entry(index + 2, "month_word")):
        sure = sight.lowers[index] != "första" or sight.left(index) == "den"
        yield sight.claim(index, index, "day", Evidence("cue:ordinal month", 3.5 if sure else 1.5))
    else:
        yield from dates.ordinal_day(sight, index)
