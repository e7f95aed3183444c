"""Numbers and codes for the leak check: by what an original is looked for, and where that stands in
a text, however it is written."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from maskera import expressions as re
from maskera.leaks.chunks import PART, fold

LEAST_DIGITS, LEAST_SIGNS = (
    5,
    4,
)  # fewer digits, or letters and digits of a code, stand in many a text by chance
MOST_SIGNS = (
    60  # a longer "code" is noise, and each word would be joined with as many of those behind it
)
PERSON = 10  # digits of a personal number without its century
_BETWEEN = r"[ \u00a0\u2007\u2009\u202f./+()_\u2010-\u2015\u2212-]{0,3}"
_DIGITS = re.compile(rf"\d(?:{_BETWEEN}\d)+")
_GAP = re.compile(r"[ \u00a0\u2007\u2009\u202f._\u2010-\u2015\u2212-]{0,3}")


@lru_cache(10_000)
def digits_of(form: str, kind: str) -> str:
    """The digits that tell a number in whatever form, "" where it has too few: a phone number's
    without country code and leading zero."""
    digits = "".join(filter(str.isdigit, form))
    if kind == "number.phone":
        digits = _national(form, digits)
    elif kind == "number.person":
        digits = digits[-PERSON:]
    return digits if len(digits) >= LEAST_DIGITS else ""


def _national(form: str, digits: str) -> str:
    abroad = (
        digits.removeprefix("00")
        if digits.startswith("00")
        else digits * form.lstrip(" (").startswith("+")
    )
    if not abroad:
        return digits.lstrip("0")
    import phonenumbers  # here, for it takes a tenth of a start and most texts need it not

    try:
        return str(phonenumbers.parse(f"+{abroad}", None).national_number)
    except phonenumbers.NumberParseException:
        return digits.lstrip("0")


def code_of(form: str) -> str:
    """The folded letters and digits of a code that has both, "" where they are too few or too many."""
    code = "".join(PART.findall(fold(form)))
    return (
        code
        if LEAST_SIGNS <= len(code) <= MOST_SIGNS and not code.isalpha() and not code.isdigit()
        else ""
    )


def find_digits(text: str, numbers: Collection[str]) -> Iterator[tuple[int, str]]:
    """Where which of the numbers begins, in rows of digits with blanks and marks between them."""
    lengths = sorted(set(map(len, numbers)))
    for match in _DIGITS.finditer(text) if numbers else ():
        where = [at for at in range(match.start(), match.end()) if text[at].isdigit()]
        row = "".join(text[at] for at in where)
        for start in range(len(row)):
            for length in lengths:
                if row[start : start + length] in numbers:
                    yield where[start], row[start : start + length]


def find_codes(text: str, codes: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Where which of the codes begins and ends, as whole words, with blanks and hyphens in other
    places or none."""
    heads = {code[0] for code in codes}
    for first in PART.finditer(text) if codes else ():
        if first[0][0].casefold() in heads:
            for end, written in _joined(text, first):
                if written in codes:
                    yield first.start(), end, written
                    break
                if not any(code.startswith(written) for code in codes):
                    break


def _joined(text: str, word: re.Match[str] | None) -> Iterator[tuple[int, str]]:
    """The word and those behind it, as one, each time up to the next end, as long as a code could
    be."""
    written = ""
    while word and len(written := written + fold(word[0])) <= MOST_SIGNS:
        yield word.end(), written
        word = PART.match(text, _GAP.match(text, word.end()).end())  # type: ignore[union-attr]  # a gap may be empty
