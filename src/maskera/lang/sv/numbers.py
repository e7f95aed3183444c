"""Numbers that only their neighbours explain, as records: ages, days, months, years, house numbers
and lines, in digits and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskera import expressions as re
from maskera.lang.sv import age_rows, ages, dates, street_and_line
from maskera.lang.sv.numerals import together
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.vocab import OF_LETTERS, SHAPES, Lexeme
from maskera.mentions import Detection, Evidence
from maskera.rules.rule import Rule, Stage, Trigger, Trust, lexeme, listed, where
from maskera.text import number_of

_AGE_TAIL = re.compile(r"^(.+?)-?((?:års|år|ar)?(?:årig|åring|arig|aring|årsdag|års|årsålder)\w*)$")

_SEVERAL = 3  # up to here somebody's birthday may be counted otherwise: min andra födelsedag i Lund
_OLDEST = 120


def _digits(most: int, least: int = 1) -> Trigger:
    """Tokens of so many digits."""
    return lexeme(
        only("digit")(lambda word: least <= len(word.lower) <= most and word.lower.isdecimal())
    )


def _worth(word: Lexeme, label: str) -> int:
    """What a number word is worth, by the first of its entries."""
    return next((int(entry.value) for entry in word.entries if entry.label == label), 0)


def _words(label: str, least: int, most: int) -> Trigger:
    """Words for numbers, or for ordinals, of these values."""
    of_value = only(*SHAPES - {"digit"}, listed=True)
    return lexeme(of_value(lambda word: least <= _worth(word, label) <= most))


_NUMBER_WORD = _words("number", 1, 10**9)


def _within(table: TokenTable, index: int) -> bool:
    """Whether a number is the rest of one that begins before it: 3,5 or 10:30."""
    return (
        index > 1
        and table.glued(index - 1)
        and table.lowers[index - 1] in ",.:/"
        and table.words[index - 2].shape == "digit"
        and table.glued(index - 2)
    )


def _goes_on(table: TokenTable, index: int) -> bool:
    """Whether a mark and another number touch a number: 3,5 or 10:30."""
    return (
        table.glued(index)
        and table.right(index) in (",", ":", "/")
        and index + 2 < len(table.words)
        and table.words[index + 2].shape == "digit"
        and table.glued(index + 1)
    )


def _whole(table: TokenTable, index: int) -> bool:
    """Whether a number is no part of one with a mark in it; four digits may begin one."""
    whole = len(table.lowers[index]) == 4 or not _goes_on(table, index)
    return whole and not _within(table, index)


def _age(table: TokenTable, index: int) -> Iterator[Detection]:
    if (
        number_of(table.lowers[index]) <= _OLDEST
        and not _within(table, index)
        and (not _goes_on(table, index) or _tenth(table, index))
    ):
        yield from ages.age(table, index, _end(table, index), "age_digits")


def _birthday(table: TokenTable, index: int) -> Iterator[Detection]:
    if _SEVERAL < number_of(table.lowers[index]) <= _OLDEST and not _within(table, index):
        end = dates.ordinal_end(table, index)
        if end > index:
            yield from ages.birthday(table, index, end, "age_digits")


def _day(table: TokenTable, index: int) -> Iterator[Detection]:
    if 1 <= number_of(table.lowers[index]) <= 31:
        yield from dates.day(table, index)


def _year(table: TokenTable, index: int) -> Iterator[Detection]:
    if 1000 <= (value := number_of(table.lowers[index])) <= 2100:
        yield from dates.year(table, index, value)


def _house(table: TokenTable, index: int) -> Iterator[Detection]:
    return street_and_line.house_number(table, index, index)


def _line(table: TokenTable, index: int) -> Iterator[Detection]:
    return street_and_line.line_number(table, index, index)


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


def _counts(table: TokenTable, index: int) -> bool:
    """Whether a number word counts something; a word for one is an article nearly always."""
    return _worth(table.words[index], "number") > 1 or table.right(index).startswith("år")


def _last(table: TokenTable, index: int) -> int:
    """The last token of a number word: of tjugo fem the second."""
    return index + age_rows.in_two_words(table, index)


def _word_before(table: TokenTable, index: int) -> int:
    """What the number word right before a token is worth; -1 for none."""
    adjacent = index > 0 and table.adjacent(index - 1)
    entry = table.entry(index - 1, "number") if adjacent else None
    return int(entry.value) if entry else -1


def _age_in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    if _worth(table.words[index], "number") <= _OLDEST and _word_before(table, index) not in range(
        20, 100, 10
    ):
        yield from ages.age(table, index, _end(table, _last(table, index)), "age_string")


def _year_in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    if _word_before(table, index) < 0:
        value = _worth(table.words[index], "number")
        yield from dates.year_in_words(table, index, *_row(table, index, value))


def _house_in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    return street_and_line.house_number(table, index, _last(table, index))


def _line_in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    return street_and_line.line_number(table, index, _last(table, index))


def _day_in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    last = _last(table, index)
    value = _worth(table.words[index], "number")
    if 1 < value <= 31 and table.entry(last + 1, "month_word") and table.left(index) == "den":
        yield table.claim(index, last, "day", Evidence("cue:number month", 3.5))


def _row(table: TokenTable, index: int, value: int) -> tuple[int, int]:
    """The last of the number words in a row, and what they are worth together."""
    last, values = index, [value]
    while table.adjacent(last) and (word := table.entry(last + 1, "number")) and word.value > 0:
        last += 1
        values.append(word.value)
    return last, together(values)


def _birthday_in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    return ages.birthday(table, index, index, "age_string")


def _ordinal(table: TokenTable, index: int) -> Iterator[Detection]:
    if table.entry(index + 1, "month_word") or (
        table.right(index) == "i" and table.entry(index + 2, "month_word")
    ):
        sure = table.lowers[index] != "första" or table.left(index) == "den"
        yield table.claim(index, index, "day", Evidence("cue:ordinal month", 3.5 if sure else 1.5))
    elif dates.ordinal_of_month(table, index):
        yield table.claim(
            index, index, "day", Evidence("cue:ordinal ... month", dates.ORDINAL_AND_MONTH)
        )
    else:
        yield from dates.ordinal_day(table, index)


def _compound(table: TokenTable, index: int) -> Iterator[Detection]:
    if match := _AGE_TAIL.match(table.lowers[index]):
        yield from ages.compound(table, index, match)


@only(*OF_LETTERS)
def _of_years(word: Lexeme) -> bool:
    """Whether a word may be an age in one word: tjugoåring."""
    return (
        ("år" in word.lower or "ar" in word.lower)
        and word.labels.isdisjoint(("number", "ordinal"))
        and _AGE_TAIL.match(word.lower) is not None
    )


def _rule(
    name: str,
    label: str,
    find: Callable[[TokenTable, int], Iterator[Detection]],
    when: Trigger,
    cases: str,
    trust: Trust = Trust.FORMAL,
) -> Rule:
    return Rule(name, Stage.CLAIM, find, when, frozenset(label.split()), trust, cases)


_COUNTED = where(_NUMBER_WORD, _counts)
CLAIMS: tuple[Rule, ...] = (
    _rule("year.of_span", "year", dates.second_year, _digits(2, 2), "year"),
    _rule("year.of_birth", "year", dates.year_of_birth, _digits(2, 2), "year"),
    _rule("age.digits", "age_digits", _age, _digits(3), "age"),
    _rule("age.birthday", "age_digits", _birthday, _digits(3), "age"),
    _rule("day.digits", "day month_digit", _day, where(_digits(2), _whole), "date"),
    _rule("year.digits", "year", _year, where(_digits(4, 4), _whole), "year"),
    _rule("year.short", "year", dates.short_year, where(_digits(2, 2), _whole), "year"),
    _rule("house.digits", "street_nr place", _house, where(_digits(4), _whole), "street_zip"),
    _rule("line.digits", "transport_nr", _line, where(_digits(5), _whole), "transport"),
    _rule("age.row", "age_digits age_string", age_rows.claims, lexeme(only("digit")(lambda word: True)), "age"),
    _rule("age.words", "age_string", _age_in_words, _COUNTED, "age"),
    _rule("year.words", "year", _year_in_words, _COUNTED, "year"),
    _rule("house.words", "street_nr place", _house_in_words, _COUNTED, "street_zip"),
    _rule("line.words", "transport_nr", _line_in_words, _COUNTED, "transport"),
    _rule("day.words", "day", _day_in_words, _COUNTED, "date"),
    _rule("age.row_in_words", "age_digits age_string", age_rows.claims, _NUMBER_WORD, "age"),
    _rule("day.ordinal", "day month_digit", _ordinal, _words("ordinal", 1, 31), "date"),
    _rule("age.birthday_in_words", "age_string", _birthday_in_words, _words("ordinal", _SEVERAL + 1, 10**9), "age"),
    _rule("age.compound", "age_string", _compound, lexeme(_of_years), "age"),
    _rule("month.name", "month_word", dates.month, listed("month_word"), "date", Trust.EVIDENCE),
    _rule("date.english", "day month_word year", dates.month_first, listed("month_word"), "date"),
    _rule("day.weekday", "day", dates.weekday, listed("weekday"), "date"),
    _rule("line.in_a_word", "transport_nr", street_and_line.line_in_a_word, lexeme(street_and_line.line_by_itself), "transport"),
)  # fmt: skip
"""In the order in which they are asked at one token."""
