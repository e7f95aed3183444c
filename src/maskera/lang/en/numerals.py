"""English number words and ordinals, written; reading goes through the lexicon, which knows
misspelt ones too."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.tsv import word_list
from maskera.replace.numbers import Numerals
from maskera.replace.shape import fold

_WORDS = word_list("en", "numerals")

UNITS = _WORDS.ranked("units")
TENS = _WORDS.ranked("tens")
ORDINAL_UNITS = _WORDS.ranked("ordinal_units")
ZEROS = _WORDS["zero"]
TIMES = {**dict.fromkeys(_WORDS["twice"], 2), **dict.fromkeys(_WORDS["thrice"], 3)}
"""Words of a number that is read aloud digit by digit, beside those of the digits: oh, double."""
HUNDRED = _WORDS["double_zero"]
"""Behind a digit that is read aloud, two zeros: nine hundred."""
ENDINGS = frozenset(["st", "nd", "rd", "th"])


def write(value: int) -> str:
    """25 -> twenty-five, 112 -> a hundred and twelve, 1992 -> nineteen ninety-two."""
    if value < 20:
        return UNITS[value]
    if value < 100:
        return TENS[value // 10 - 2] + (f"-{UNITS[value % 10]}" if value % 10 else "")
    if value < 1000:
        hundreds = "a hundred" if value < 200 else f"{UNITS[value // 100]} hundred"
        return hundreds + (f" and {write(value % 100)}" if value % 100 else "")
    if 1100 <= value < 2000 or 2010 <= value < 2100:
        rest = write(value % 100) if value % 100 > 9 else f"oh {UNITS[value % 100]}"
        return f"{write(value // 100)} {rest if value % 100 else 'hundred'}"
    if value < 1_000_000:
        rest = f"{' and' if value % 1000 < 100 else ''} {write(value % 1000)}"
        return f"{write(value // 1000)} thousand" + (rest if value % 1000 else "")
    return str(value)


def write_as(value: int, form: str) -> str:
    """25 -> twenty-five, and twenty five where the original has a blank."""
    words = write(value)
    return words.replace("-", " ") if " " in form and "-" not in form else words


def ordinal(value: int) -> str:
    """5 -> fifth, 21 -> twenty-first, 40 -> fortieth."""
    if value < 20:
        return ORDINAL_UNITS[value]
    if value < 100:
        ten = TENS[value // 10 - 2]
        return f"{ten}-{ORDINAL_UNITS[value % 10]}" if value % 10 else f"{ten[:-1]}ieth"
    return f"{write(value)}th"


def ending(value: int, written: str) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if 10 <= value % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def spoken_year(gazetteer: Gazetteer, words: Sequence[str]) -> tuple[int, int]:
    """The year that words begin with, and how many of them it takes: nineteen eighty four, twenty
    fifteen, nineteen oh five, two thousand and three; (0, 0) for none."""

    def number(word: str) -> int:
        return next((e.value for e in gazetteer.entries(word) if e.label == "number"), 0)

    def below_hundred(place: int) -> tuple[int, int]:
        value = number(words[place]) if place < len(words) else 0
        unit = number(words[place + 1]) if place + 1 < len(words) else 0
        if 20 <= value < 100 and value % 10 == 0 and 0 < unit < 10:
            return value + unit, 2
        return (value, 1) if 0 < value < 100 else (0, 0)

    century = number(words[0]) if words else 0
    if century == 2 and words[1:2] == ["thousand"]:
        joined = words[2:3] == ["and"]
        rest, length = below_hundred(2 + joined)
        return 2000 + rest, 2 + (joined + length if length else 0)
    if century in (19, 20):
        if words[1:2] and words[1] in ZEROS and 0 < (unit := number("".join(words[2:3]))) < 10:
            return 100 * century + unit, 3
        rest, length = below_hundred(1)
        return (100 * century + rest, 1 + length) if rest > 9 else (0, 0)
    return 0, 0


def numerals(gazetteer: Gazetteer) -> Numerals:
    """How English writes numbers, reading with the lexicon."""
    own = {spelt: value for value in range(121) for spelt in (write(value), ordinal(value))}
    ordinals = {ordinal(value) for value in range(121)}

    def read(form: str) -> int | None:
        folded = fold(form).replace("-", " ")
        for key in (folded, folded.replace(" ", "-")):
            if key in own:
                return own[key]
        for entry in gazetteer.entries(" ".join(folded.split())):
            if entry.label in ("number", "ordinal") and entry.value >= 0:
                return entry.value
        words = fold(form).split()
        year, length = spoken_year(gazetteer, words)
        return year if year and length == len(words) else None

    def is_ordinal(form: str) -> bool:
        folded = fold(form)
        return folded in ordinals or any(
            entry.label == "ordinal" for entry in gazetteer.entries(folded)
        )

    def aloud(form: str) -> list[int]:
        return [0] if form in ZEROS or form in TIMES or form in HUNDRED else []

    return Numerals(read, is_ordinal, write_as, ordinal, ENDINGS, ending, aloud)
