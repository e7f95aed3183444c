"""Numbers of lines that look like the original's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maskera.lang.pack import Generator
from maskera.replace import keyed
from maskera.replace.draw import Draw, PerMention
from maskera.replace.numbers import Numerals, assign, line_number, random_like
from maskera.replace.shape import fold

LONGEST = 9_999  # a longer number (of a ticket, a coach) is no line's
ENOUGH = 90  # numbers that are looked at for one line, as many as have two digits


def varied_line(numerals: Numerals) -> Generator:
    """Another number of as many digits, written as the line's own is (14 -> 37, femman -> nian),
    and none that is a line of the document; of a longer one other digits, and for a word that is no
    number what line_number has."""

    def write(draw: Draw) -> str:
        value = numerals.value(draw.written)
        if value is not None and 0 < value <= LONGEST:
            return numerals.like(draw.written, _other(draw, numerals, value))
        if any(map(str.isdigit, draw.written)):
            return random_like(draw.written, draw.rng(draw.label, fold(draw.written)))
        return line_number(draw)

    return PerMention(write, kinds=("transport.number",))


def _other(draw: Draw, numerals: Numerals, value: int) -> int:
    if not draw.keyed:
        return draw.once("lines", lambda: _renumbered(draw, numerals))[value]
    alike = _alike(value)  # each becomes the next one of an order that the key alone tells
    order = list(keyed.shuffled(draw.rng("lines", str(len(alike))), alike))
    return order[(order.index(value) + 1) % len(order)]


def _renumbered(draw: Draw, numerals: Numerals) -> Mapping[int, int]:
    """The numbers of the document's lines and those that stand for them, which the text has not."""
    forms = {numerals.value(form): form for form in draw.siblings}

    def candidates(value: int) -> Sequence[int]:
        alike = _alike(value)
        if len(alike) > ENOUGH:
            alike = draw.rng("lines", str(value)).sample(alike, ENOUGH)
        free = [one for one in alike if draw.free(numerals.like(forms[value], one))]
        return free or alike

    values = [value for value in forms if value is not None and 0 < value <= LONGEST]
    return assign(values, candidates, draw.rng("lines"))


def _alike(value: int) -> Sequence[int]:
    """The numbers of as many digits."""
    least = 10 ** (len(str(value)) - 1)
    return range(least, 10 * least)
