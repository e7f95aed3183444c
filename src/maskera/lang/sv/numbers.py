"""Numbers that only their neighbours explain: each is offered to ages, dates, house numbers and
line numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskera import expressions as re
from maskera.lang.sv import age_rows, ages, dates, street_and_line
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust, is_certain, trusted

_AGE_TAIL = re.compile(r"^(.+?)-?((?:års|år|ar)?(?:årig|åring|arig|aring|årsdag|års|årsålder)\w*)$")

_SEVERAL = 3  # up to here somebody's birthday may be counted otherwise: min andra födelsedag i Lund


def claims(table: TokenTable) -> Iterator[Detection]:
    """What the neighbours of numbers, months and weekdays claim."""
    for index in _RULES.places(table.words):
        for rule in _RULES[table.words[index]]:
            formal = rule is not dates.month
            for claim in rule(table, index):
                yield trusted(claim, Trust.FORMAL) if formal and not is_certain(claim) else claim


Rule = Callable[[TokenTable, int], Iterator[Detection]]


def _rules(word: Lexeme) -> tuple[Rule, ...]:
    """What is to be asked about a word; nothing of most."""
    rules: list[Rule] = []
    if word.shape == "digit":
        rules += (_digits, age_rows.claims)
    elif "number" in word.labels or "ordinal" in word.labels:
        values = {
            entry.label: entry.value for entry in reversed(word.entries)
        }  # the first entry of a label tells
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


_RULES: Memo[Lexeme, tuple[Rule, ...]] = Memo(_rules)


def _compound(table: TokenTable, index: int) -> Iterator[Detection]:
    if match := _AGE_TAIL.match(table.lowers[index]):
        yield from ages.compound(table, index, match)


def _digits(table: TokenTable, index: int) -> Iterator[Detection]:
    form = table.lowers[index]
    value = int(form) if form.isdecimal() and len(form) < 9 else -1
    if value < 0:
        return
    if len(form) == 2:
        yield from dates.second_year(table, index)
        yield from dates.year_of_birth(table, index)
    before_glued = index > 0 and table.glued(index - 1)
    if (
        before_glued
        and table.lowers[index - 1] in ",.:/"
        and index > 1
        and table.words[index - 2].shape == "digit"
        and table.glued(index - 2)
    ):
        return  # 3,5 or 10:30
    after = table.right(index)
    decimal = (
        table.glued(index)
        and after in (",", ":", "/")
        and index + 2 < len(table.words)
        and table.words[index + 2].shape == "digit"
        and table.glued(index + 1)
    )
    if value <= 120 and len(form) <= 3 and (not decimal or _tenth(table, index)):
        yield from ages.age(table, index, _end(table, index), "age_digits")
    if _SEVERAL < value <= 120 and (end := dates.ordinal_end(table, index)) > index:
        yield from ages.birthday(table, index, end, "age_digits")
    if decimal and len(form) != 4:
        return
    if 1 <= value <= 31 and len(form) <= 2:
        yield from dates.day(table, index)
    if len(form) == 4 and 1000 <= value <= 2100:
        yield from dates.year(table, index, value)
    if len(form) == 2:
        yield from dates.short_year(table, index)
    if len(form) <= 4:
        yield from street_and_line.house_number(table, index, index)
    if len(form) <= 5:
        yield from street_and_line.line_number(table, index, index)


def _tenth(table: TokenTable, index: int) -> bool:
    """3,5 and 3.5, but not 1,65, which is rather a height, and not 5,7 och 9, which are three
    numbers."""
    glued = index + 2 < len(table.words) and table.glued(index) and table.glued(index + 1)
    one = (
        glued
        and table.at(index + 1) in (",", ".")
        and table.at(index + 2).isdecimal()
        and len(table.at(index + 2)) == 1
    )
    return one and not (
        table.right(index + 2) in ("och", ",") and table.right(index + 2, 2).isdecimal()
    )


def _end(table: TokenTable, last: int) -> int:
    """Where an age ends whose number ends at `last`: after tenths and halves (3,5 or tre och ett
    halvt), which belong to it."""
    if _tenth(table, last):
        return last + 2
    half = (
        table.right(last) in ("och", "o", "å")
        and table.right(last, 2) in ("en", "ett")
        and table.right(last, 3).startswith("halv")
    )
    return last + 3 if half else last


def _one(table: TokenTable, index: int) -> Iterator[Detection]:
    """A word for one, which is an article nearly always."""
    if table.right(index).startswith("år"):
        yield from _number_word(table, index)


def _number_word(table: TokenTable, index: int) -> Iterator[Detection]:
    entry = table.entry(index, "number")
    if entry is None:
        return
    last = index + age_rows.in_two_words(table, index)
    if entry.value <= 120 and not (
        index
        and (before := table.entry(index - 1, "number"))
        and table.adjacent(index - 1)
        and before.value in range(20, 100, 10)
    ):
        yield from ages.age(table, index, _end(table, last), "age_string")
    if not (index and table.entry(index - 1, "number") and table.adjacent(index - 1)):
        yield from dates.year_in_words(table, index, *_row(table, index, entry.value))
    yield from street_and_line.house_number(table, index, last)
    yield from street_and_line.line_number(table, index, last)
    if 1 < entry.value <= 31 and table.entry(last + 1, "month_word") and table.left(index) == "den":
        yield table.claim(index, last, "day", Evidence("cue:number month", 3.5))


def _row(table: TokenTable, index: int, value: int) -> tuple[int, int]:
    """The last of the number words in a row, and what they are worth together: nittonhundra åttio
    sju, två tusen femton."""
    last = index
    while table.adjacent(last) and (word := table.entry(last + 1, "number")) and word.value > 0:
        last += 1
        value = (
            value * word.value
            if word.value in (100, 1000) and value < word.value
            else value + word.value
        )
    return last, value


def _birthday(table: TokenTable, index: int) -> Iterator[Detection]:
    yield from ages.birthday(table, index, index, "age_string")


def _ordinal(table: TokenTable, index: int) -> Iterator[Detection]:
    if table.entry(index + 1, "month_word") or (
        table.right(index) == "i" and table.entry(index + 2, "month_word")
    ):
        sure = table.lowers[index] != "första" or table.left(index) == "den"
        yield table.claim(index, index, "day", Evidence("cue:ordinal month", 3.5 if sure else 1.5))
    else:
        yield from dates.ordinal_day(table, index)
