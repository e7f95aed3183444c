"""Swedish number words and ordinals, written; reading goes through the lexicon, which knows
misspelt ones too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskera import expressions as re
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.tsv import word_list
from maskera.replace.numbers import Numerals
from maskera.replace.shape import fold

_WORDS = word_list("sv", "numerals")

UNITS = _WORDS.ranked("units")
TENS = _WORDS.ranked("tens")
ORDINAL_UNITS = _WORDS.ranked("ordinal_units")
CALLED = _WORDS.ranked("called")  # what bears the number: nollan, ettan, tvåan
HALF = re.compile(r"(?:\b(?:och|o|å) )?\b((?:(?:en|ett) )?halv[ta]?)$")
ENDINGS = frozenset(["a", "e", "de", "dje", "nde", "te", "ende"])


HUNDRED = "hundra"
_GLUED_UNIT = "|".join(sorted(("en", HUNDRED, *UNITS, *TENS), key=len, reverse=True))
_UNIT = re.compile(_GLUED_UNIT)
_GLUED = re.compile(
    rf"noll(?:{_GLUED_UNIT})+|(?:{_GLUED_UNIT})+noll(?:{_GLUED_UNIT})*|(?:{_GLUED_UNIT}){{3,}}"
)
_VALUES = {
    "en": 1,
    **{name: value for value, name in enumerate(UNITS)},
    **{name: 20 + 10 * place for place, name in enumerate(TENS)},
}


def glued(form: str) -> list[int]:
    """The numbers of several words written as one, in lower case: nollsju, niotvåsexett; none for
    another word, and for two digits, of which most are words of another kind (ensex). Hundreds are
    one number with what stands behind them: nollåttafemhundratolv is 0, 8, 512."""
    values: list[int] = []
    hundred = False
    for unit in _UNIT.findall(form) if _GLUED.fullmatch(form) else ():
        if unit == HUNDRED:
            values[-1:] = [100 * (values[-1] or 1) if values else 100]
        elif hundred:
            values[-1] += _VALUES[unit]
        else:
            values.append(_VALUES[unit])
        hundred = unit == HUNDRED
    return values


def together(values: Iterable[int]) -> int:
    """What number words in a row are worth: nittonhundra åttio sju, två tusen femton."""
    whole = 0
    for value in values:
        whole = whole * value if value in (100, 1000) and 0 < whole < value else whole + value
    return whole


def write(value: int) -> str:
    """25 -> tjugofem, 112 -> hundratolv, 1992 -> nittonhundranittiotvå, 2004 -> tvåtusenfyra; the
    order of Swedish speech."""
    if value < 20:
        return UNITS[value]
    if value < 100:
        return TENS[value // 10 - 2] + (UNITS[value % 10] if value % 10 else "")
    if value < 200:
        return "hundra" + (write(value - 100) if value > 100 else "")
    if value < 1000 or 1100 <= value < 2000:
        return write(value // 100) + "hundra" + (write(value % 100) if value % 100 else "")
    if value < 1_000_000:
        thousands = "ett" if value // 1000 == 1 else write(value // 1000)
        return thousands + "tusen" + (write(value % 1000) if value % 1000 else "")
    return str(value)


def called(value: int) -> str:
    """2 -> tvåan, 25 -> tjugofemman, 30 -> trettian: the line or class of that number, below 100."""
    if value < 20:
        return CALLED[value]
    tens = TENS[value // 10 - 2]
    return tens + CALLED[value % 10] if value % 10 else f"{tens.removesuffix('o')}an"


_CALLED = {called(value): value for value in range(100)}


def _owned(form: str) -> tuple[str, str]:
    """The form without the genitive that a number with a name may have, and that: femman, s."""
    bare = form.removesuffix("s")
    return (bare, form[len(bare) :]) if bare in _CALLED else (form, "")


def write_as(value: int, form: str) -> str:
    """25 -> tjugofem; where the form has a half more (tre och ett halvt) 4 -> fyra och ett halvt, 0
    -> ett halvt; where it is a name (femmans) 4 -> fyrans."""
    name, genitive = _owned(fold(form))
    if name in _CALLED and value < 100:
        return called(value) + genitive
    half = HALF.search(fold(form))
    if half is None:
        return write(value)
    return f"{write(value)} och {half[1]}" if value else half[1]


def ordinal(value: int) -> str:
    """5 -> femte, 21 -> tjugoförsta, 40 -> fyrtionde."""
    if value < 20:
        return ORDINAL_UNITS[value]
    if value < 100:
        return TENS[value // 10 - 2] + (ORDINAL_UNITS[value % 10] if value % 10 else "nde")
    if value % 100:
        return write(value - value % 100) + ordinal(value % 100)
    return write(value) + "de"


def ending(value: int, written: str) -> str:
    """1:a, 2:a, 3:e, 11:e, 21:a; "de" and the like become the plain ending too, for they depend on
    the number."""
    return "a" if value % 10 in (1, 2) and value % 100 not in (11, 12) else "e"


def numerals(gazetteer: Gazetteer) -> Numerals:
    """How Swedish writes numbers, reading with the lexicon."""
    own = {write(value): value for value in range(121)} | {
        ordinal(value): value for value in range(121)
    }
    ordinals = {ordinal(value) for value in range(121)}

    def read(form: str) -> int | None:
        folded = fold(form)
        if (value := _CALLED.get(_owned(folded)[0])) is not None:
            return value
        if half := HALF.search(folded):
            folded = folded[: half.start()].strip() or UNITS[0]
        if folded in own:
            return own[folded]
        for entry in gazetteer.entries(folded):
            if entry.label in ("number", "ordinal", "age_decade") and entry.value >= 0:
                return entry.value
        joined = own.get(folded.replace(" ", "").replace("-", ""))
        return in_a_row(folded.split()) if joined is None else joined

    def in_a_row(words: Sequence[str]) -> int | None:
        values = [
            entry.value
            for word in words
            for entry in gazetteer.entries(word)
            if entry.label == "number" and entry.value > 0
        ]
        return together(values) if len(values) == len(words) > 1 else None

    def is_ordinal(form: str) -> bool:
        folded = fold(form)
        return folded in ordinals or any(
            entry.label == "ordinal" for entry in gazetteer.entries(folded)
        )

    return Numerals(read, is_ordinal, write_as, ordinal, ENDINGS, ending, glued)
