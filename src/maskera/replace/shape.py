"""How a form looks: folding, letters in order, case carried over, digits and letters masked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from functools import lru_cache

from maskera import expressions as re

PART = re.compile(r"[^\W_]+")
DIGITS = re.compile(r"\d+")
HEXADECIMAL = re.compile(
    r"[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5,7}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}"
    r"|(?=[0-9a-f]*:[0-9a-f]*:)[0-9a-f:]+(?:%\w+)?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    re.IGNORECASE,
)
THREE_EQUAL = re.compile(r"([^\W\d_])\1\1")
ENDING = re.compile(r"[^\w\s.-]\w$")  # of an inflected abbreviation


def folded(text: str) -> str:
    """A text for comparison: NFC, case folded, a Turkish dotted I like any other, inner white space
    single."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFC", text).casefold().replace("i\u0307", "i").split())


fold = lru_cache(50_000)(folded)
"""The same of forms, which come again and again."""


def two_equal(compound: str) -> str:
    """Talllund -> Tallund: where parts meet, no letter stands three times."""
    return THREE_EQUAL.sub(r"\1\1", compound)


def letter(place: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA, 27 -> AB."""
    name = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def carry_case(original: str, pseudonym: str, shouts_from: int = 2) -> str:
    """maria, Eva -> eva; MARIA, Eva -> EVA; Maria, eva -> Eva.

    shouts_from: how many letters in capitals are shouting; fewer are an acronym and say nothing of
    the pseudonym's case.
    """
    if original.islower():
        return pseudonym.lower()
    if original.isupper() and sum(character.isupper() for character in original) >= shouts_from:
        return pseudonym.upper()
    if pseudonym[:1].isupper():  # as it would be either way
        return pseudonym
    first = next(
        (character for character in original if character.lower() != character.upper()), ""
    )
    return pseudonym[:1].upper() + pseudonym[1:] if first.isupper() else pseudonym


def hexadecimal(form: str) -> bool:
    """Whether the letters of a form are digits, too: of a MAC or IPv6 address, or of a UUID."""
    return HEXADECIMAL.fullmatch(form) is not None


def mask_digits(form: str, digit: str) -> str:
    """Every digit becomes `digit`, a letter that is one among them; delimiters and length stay."""
    is_digit = str.isalnum if hexadecimal(form) else str.isdigit
    return "".join(digit if is_digit(character) else character for character in form)


def mask_otherwise(form: str, digit: str) -> str:
    """As mask_digits, but with the next digit where every digit is `digit` already: 5/3 -> 1/1, 1/1
    -> 2/2."""
    masked = mask_digits(form, digit)
    return masked if masked != form else mask_digits(form, str(int(digit) + 1))


def mask_plate(form: str) -> str:
    """XYZG-1U2-3 -> ABCD-0E0-0: digits to 0, letters to A, B, C in order."""
    masked, seen = [], 0
    for character in form:
        if character.isdigit():
            masked.append("0")
        elif character.isalpha():
            masked.append(letter(seen % 26))
            seen += 1
        else:
            masked.append(character)
    return "".join(masked)


def mask_initials(
    form: str, features: Collection[str] = (), letter: Callable[[str], str] = lambda _: "A"
) -> str:
    """Each initial as `letter` makes it: G. -> A.; J.K. -> A.A.; H-G -> A-A; JPE -> AAA. In the
    genitive the ending stays: G:s -> A:s."""
    composed = unicodedata.normalize("NFC", form)
    ending = ENDING.search(composed) if "gen" in features else None
    end = ending.start() if ending else len(composed)

    def masked(part: re.Match[str]) -> str:
        return "".join(map(letter, part[0])) if part[0].isupper() else letter(part[0])

    return PART.sub(masked, composed[:end]) + composed[end:]
