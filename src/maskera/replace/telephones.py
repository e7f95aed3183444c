"""Telephone numbers of other countries: of the country drawn for their own, and of nobody as far as
that can be had.

The series come from data/mul/telephones.tsv (tools/telephone_series.py): those that a regulator
keeps for fiction, elsewhere beginnings that no number given out has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import msgspec

from maskera import expressions as re
from maskera.lexicon.tsv import MANY, notes, shipped
from maskera.replace import places
from maskera.replace.draw import Draw
from maskera.replace.numbers import pour
from maskera.replace.shape import DIGITS

FIXED, MOBILE = "fixed", "mobile"
LONGEST_CODE = 3  # digits of a country's code (ITU-T E.164)
TRIES = 200
AMERICAN = "US"
_PREFIX = re.compile(r"\W*(?:\+|00)\W*")
_TRUNK = re.compile(r"[^\w(]*(?:\(0\)\W*)?")  # +46 (0)70
_AMERICAN = re.compile(r"\(?[2-9]\d\d\)?[ .-]?[2-9]\d\d[ .-]\d{4}")
_SEPARATORS = re.compile(r"[^\dx]+")
_GROUP = re.compile(r"\d{2,}")


class Plan(msgspec.Struct, frozen=True):
    """The numbers of the world.

    series: ISO code of a country -> kind -> its series, each the national digits with an x for each
    that is drawn. codes: ISO code -> the country's code. countries: code -> the ISO codes of the
    countries that have it, the main one first. mobile: code -> how its mobile numbers begin.
    """

    series: Mapping[str, Mapping[str, tuple[str, ...]]]
    codes: Mapping[str, str]
    countries: Mapping[str, tuple[str, ...]]
    mobile: Mapping[str, tuple[str, ...]]


class Number(msgspec.Struct, frozen=True):
    """A number as it is written: what stands before its national digits, the code of its country,
    "" where it is not said, and the national digits as they are written."""

    head: str
    code: str
    national: str

    @property
    def digits(self) -> str:
        """The national digits alone, without the zero that is dialled before them at home."""
        digits = "".join(DIGITS.findall(self.national))
        return digits if self.code else digits.removeprefix("0")


@cache
def plan() -> Plan:
    """The shipped one."""
    series: dict[str, dict[str, tuple[str, ...]]] = {}
    codes: dict[str, str] = {}
    countries: dict[str, tuple[str, ...]] = {}
    mobile: dict[str, tuple[str, ...]] = {}
    for form, kind, _, note in shipped(MANY).rows("telephones.tsv"):
        marks = notes(note)
        code, _, shape = form.partition(" ")
        iso, known = marks["in"], countries.get(code, ())
        its = series.setdefault(iso, {})
        its[kind] = (*its.get(kind, ()), shape)
        codes[iso] = code
        if iso not in known:
            countries[code] = (iso, *known) if "main" in marks else (*known, iso)
        if begun := marks.get("begins"):
            mobile[code] = tuple(begun.split("|"))
    return Plan(series, codes, countries, mobile)


def read(written: str) -> Number:
    """The parts of a number: "+45 " and "32 45 67 89", of Denmark."""
    prefix = _PREFIX.match(written)
    if prefix:
        rest = written[prefix.end() :]
        for size in range(1, LONGEST_CODE + 1):
            if rest[:size].isdigit() and rest[:size] in plan().countries:
                trunk = _TRUNK.match(rest, size)
                start = prefix.end() + (trunk.end() if trunk else size)
                return Number(written[:start], rest[:size], written[start:])
    return Number("", "", written)


def american(written: str) -> bool:
    """Whether a number is written as in North America: (212) 555-0123."""
    return _AMERICAN.fullmatch(written.strip()) is not None


def elsewhere(draw: Draw, atlas: places.Atlas, at_home: Callable[[str], bool]) -> str:
    """A number for one of another country: that says its code, is written as in North America, or
    whose digits can be none at home, where a country is named; "" for all others."""
    number = read(draw.written)
    if number.code:
        return abroad(draw, atlas, number)
    digits = "".join(DIGITS.findall(draw.written))
    if american(draw.written):
        return abroad(draw, atlas, number, AMERICAN)
    if draw.keyed or at_home(digits):
        return ""
    return abroad(draw, atlas, number, places.nearest_land(atlas, draw))


def abroad(draw: Draw, atlas: places.Atlas, number: Number, iso: str = "") -> str:
    """A number of the country drawn for its own, of the same kind, written as the original; "" where
    none is known. iso: the country of one that does not say its code."""
    of = plan()
    own = of.countries.get(number.code, (iso,) if iso in of.series else ())
    if not own:
        return ""
    its = there = own[0]
    if not draw.keyed and (named := places.named_among(atlas, draw, own)):
        its, there = named, places.country_drawn(atlas, draw, named)
    there = there if there in of.series else its
    begins = of.mobile.get(of.codes[its], ())
    kind = MOBILE if number.digits.startswith(begins) else FIXED
    rng = draw.rng(draw.label, number.code + number.digits)
    shapes = _fitting(of.series[there], kind, number.digits)
    text = ""
    for _ in range(TRIES):
        shape = "".join(str(rng.randrange(10)) if x == "x" else x for x in rng.choice(shapes))
        text = _written(number, of.codes[there], shape)
        if draw.free(text):
            break
    return text


def _fitting(series: Mapping[str, tuple[str, ...]], kind: str, original: str) -> tuple[str, ...]:
    """The series of a kind, of another where there is none, if it can be without the original's."""

    def apart(shape: str) -> bool:
        known = _SEPARATORS.sub("", shape).partition("x")[0]
        return not original.startswith(known) and not any(
            group in original for group in _GROUP.findall(shape)
        )

    own = series.get(kind, ())
    every = (*own, *(shape for other in series.values() for shape in other))
    ordered = ([one for one in own if apart(one)], own, [one for one in every if apart(one)])
    return next((tuple(some) for some in ordered if some), every)


def _written(number: Number, code: str, shape: str) -> str:
    """The digits of a shape, with a country's code where the original has one, grouped as the
    original is where it has as many digits."""
    digits = "".join(DIGITS.findall(shape))
    zero = "0" * (not number.code and number.national.lstrip("(")[:1] == "0")
    prefix = number.head.partition(number.code) if number.code else ("", "", "")
    head = prefix[0] + code * bool(number.code) + prefix[2]
    if len(digits) == len(number.digits):
        return head + pour(number.national, zero + digits)
    plain = number.national.strip("()").isdigit()
    return head + zero + (digits if plain else shape)
