"""Swedish telephone numbers that nobody has: from the series that PTS keeps for fiction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from maskera import expressions as re
from maskera.replace import places
from maskera.replace.draw import Draw, PerMention
from maskera.replace.numbers import pour
from maskera.replace.persons import plain
from maskera.replace.telephones import elsewhere

Series = tuple[str, int, int]
MOBILE: Series = ("070-174 06 ", 5, 95)
FIXED: Mapping[str, Series] = {
    "8": ("08-465 004 ", 0, 100),
    "31": ("031-390 06 ", 0, 100),
    "40": ("040-628 04 ", 0, 80),
    "980": ("0980-319 2", 0, 100),
}
"""Area code -> PTS's numbers for fiction but for their last two digits, the first of these and how
many there are."""
CODED = (("7", MOBILE), *FIXED.items())
LONGEST_NATIONAL, SHORTEST_ABROAD = 10, 9
"""Digits of a Swedish number with its zero, at most; and of one that none without a zero has, but a
mobile number."""
_GROUP = re.compile(r"\d{2,}")
_PLUS = re.compile(r"\W*(?:\+|00)\s*46")


def phone(
    world: places.Atlas,
    codes: Callable[[str], Mapping[str, str]],
    town_of: Callable[[Draw], str],
) -> PerMention:
    """A number nobody has: one with another country's code, or written as elsewhere, as
    maskera.replace.telephones draws it; else a Swedish one, with the area code of the town drawn for the one named nearest,
    as far as there are such, and in the original's grouping where that has as many digits, else
    grouped by its own area code.

    codes: a Swedish town -> its area code (`area`), where there are numbers for fiction with it.
    town_of: what was drawn for the town named nearest.
    """

    def write(draw: Draw) -> str:
        digits = _digits(draw.written)
        plus = _PLUS.match(draw.written)
        if not plus and (new := elsewhere(draw, world, _swedish)):
            return new
        swedish = plus or not draw.written.lstrip().startswith(("+", "00"))
        national = digits[4 if digits.startswith("0046") else 2 :] if plus else digits
        code = next((one for one in FIXED if national.lstrip("0").startswith(one)), "")
        if not swedish or national.lstrip("0").startswith("7"):
            code = ""
        elif town := "" if draw.keyed else town_of(draw):
            code = codes(town).get("area", "")
        rng = draw.rng(
            draw.label, "0" + national.lstrip("0") if plus else plain(draw.written)
        )  # +46 70 and 070 are one number
        return _phone_like(draw, FIXED.get(code, MOBILE), national, bool(swedish), rng)

    return PerMention(write)


def _phone_like(draw: Draw, near: Series, national: str, swedish: bool, rng: Random) -> str:
    """A number of the nearest series, written as the original; national: its digits without the
    country's code."""
    digits, plus = _digits(draw.written), _PLUS.match(draw.written)
    series, first, count = drawn = _series(near, "0" + national.lstrip("0"), rng)
    # Another area code does not fit the original's grouping: 031-390 06 18, 098-031 92 18.
    own = next((its for one, its in CODED if national.lstrip("0").startswith(one)), None)
    regrouped = drawn != own and not draw.written.strip(" +").isdigit()
    for _ in range(200):
        text = f"{series}{first + rng.randrange(count):02d}"
        number = _digits(text)
        new = digits[: len(digits) - len(national)] + (
            number[1:] if plus and not national.startswith("0") else number
        )
        if plus and (regrouped or len(new) != len(digits)):
            text = f"+46 {text[1:]}"
        elif swedish and not regrouped and len(new) == len(digits):
            text = pour(draw.written, new)
        if draw.free(text):
            return text
    return text


def _swedish(digits: str) -> bool:
    """Whether digits may be a Swedish number, with the zero before its area, without it (a mobile)
    or without an area."""
    if digits.startswith("0"):
        return len(digits) <= LONGEST_NATIONAL
    return len(digits) < SHORTEST_ABROAD or (digits[0] == "7" and len(digits) == SHORTEST_ABROAD)


def _series(near: Series, original: str, rng: Random) -> Series:
    """The series for a number: the nearest, but for one that is of it already another that shares no
    group of digits with it, for most of its digits would stay as they are."""
    if not original.startswith(_digits(near[0])):
        return near
    groups = set(_GROUP.findall(near[0]))
    others = [each for each in FIXED.values() if groups.isdisjoint(_GROUP.findall(each[0]))]
    return rng.choice(others)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
