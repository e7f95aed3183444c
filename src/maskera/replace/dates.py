"""Days, months, weekdays and years, each written in the form of its original."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from maskera.language import Forms, Generator
from maskera.replace import keyed
from maskera.replace.draw import Draw, EachMention
from maskera.replace.numbers import Numerals, assign, moved, sibling_values
from maskera.replace.shape import DIGITS, carry_case, fold

LAST_DAY = 28  # every month has it
WEEKDAY = 100  # weekday 1 is 101 where days of both kinds are kept in one table


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months (1 to 12) and weekdays (1 to 7) of a language.

    names: value -> name. short: value -> usual abbreviation. read: form (also inflected, misspelt) -> value, None when it is none.
    """

    names: Mapping[int, str]
    short: Mapping[int, str]
    read: Callable[[str], int | None]

    def like(self, form: str, value: int, features: frozenset[str], forms: Forms) -> str:
        """The value's name as the form is: abbreviated, inflected, in a compound, in capitals."""
        own = self.read(form)
        stem = form.rstrip(".")
        folded = fold(stem)
        dot = form[len(stem) :]
        if own is not None and (end := _begun(stem, fold(self.names[own]))):
            return carry_case(stem[:end], self.names[value]) + stem[end:] + dot
        if own is not None and len(folded) <= 4 and self.names[own].startswith(folded[:3]):
            return carry_case(form, self.short[value]) + (dot if self.short[value] != self.names[value] else "")
        return carry_case(form, forms.inflect(self.names[value], features - {"foreign"})) + dot


def _begun(form: str, name: str) -> int:
    """Where the folded name ends that a form begins with, in composed or decomposed letters; 0 when it begins otherwise."""
    return next((end for end in range(1, len(form) + 1) if fold(form[:end]) == name), 0)


def _others(draw: Draw, what: str, value: int, value_of: Callable[[str], int | None], size: int) -> int:
    """Another number from 1 to `size`, different for different values as far as there are enough."""
    if draw.keyed:
        return keyed.Permutation(draw.key, size, *draw.material, what).step((value - 1) % size) + 1
    numbers = range(1, size + 1)

    def candidates(one: int) -> list[int]:
        return [number for number in numbers if number != one]

    if draw.scope == "mention":
        return draw.rng(what, str(draw.mention.span.start)).choice(candidates(value))
    return draw.once(what, lambda: assign(sibling_values(draw, value_of), candidates, draw.rng(what)))[value]


def day(numerals: Numerals, weekdays: Calendar, forms: Forms) -> Generator:
    """Another day of the month from 1 to 28, or another weekday, in the original's form."""

    def weekday_of(form: str) -> int | None:
        return None if DIGITS.search(form) else weekdays.read(form)

    def write(draw: Draw) -> str:
        weekday = weekday_of(draw.written)
        if weekday is not None:
            return weekdays.like(draw.written, _others(draw, "weekday", weekday, weekday_of, 7), draw.features, forms)
        value = numerals.value(draw.written)
        if value is None and not DIGITS.search(draw.written):  # a word that is neither: a weekday, which needs no reading
            return weekdays.like(draw.written, draw.rng().randint(1, 7), draw.features, forms)
        new = draw.rng().randint(1, LAST_DAY) if value is None else _others(draw, "day", value, numerals.value, LAST_DAY)
        return numerals.like(draw.written, new)

    return EachMention(write)


def day_digits(numerals: Numerals, weekdays: Calendar) -> Generator:
    """SVALA's way: 1 to 28 in digits, whatever the form was."""

    def value_of(form: str) -> int:
        value = numerals.value(form)
        return WEEKDAY + (weekdays.read(form) or 0) if value is None else value

    return EachMention(lambda draw: str(_others(draw, "day", value_of(draw.written), value_of, LAST_DAY)))


def month(numerals: Numerals, months: Calendar, forms: Forms, as_is: bool = True) -> Generator:
    """Another month: a number keeps its zero padding, a name its form (as_is=False: SVALA's plain name)."""

    def value_of(form: str) -> int | None:
        named = None if DIGITS.search(form) else months.read(form)
        return numerals.value(form) if named is None else named

    def write(draw: Draw) -> str:
        value = value_of(draw.written)
        new = draw.rng().randint(1, 12) if value is None else _others(draw, "month", value, value_of, 12)
        numeric = DIGITS.search(draw.written) is not None
        if numeric or (value is not None and months.read(draw.written) is None):
            return numerals.like(draw.written, new)
        return months.like(draw.written, new, draw.features, forms) if as_is else months.names[new]

    return EachMention(write)


def year_value(numerals: Numerals, form: str) -> tuple[int | None, bool]:
    """The year in a form, and whether it is written with two digits or words of that size."""
    value = numerals.value(form)
    digits = DIGITS.search(form)
    return value, value is not None and (value < 100 and (digits is None or len(digits.group()) <= 2))


def year(numerals: Numerals, words: bool = True) -> Generator:
    """Another year within two years, never the same; two digits stay two digits, words stay words unless `words` is False."""

    def value_of(form: str) -> int | None:
        year = year_value(numerals, form)
        return None if year[0] is None else full(year)

    def write(draw: Draw) -> str:
        value, short = year_value(numerals, draw.written)
        if value is None:
            return numerals.like(draw.written, draw.rng().randint(1970, 2018))  # SVALA's range for a year that is no number
        new = moved(draw, value_of, full((value, short)), "year", low=1)
        if not short:
            return numerals.like(draw.written, new)
        digits = DIGITS.search(draw.written)
        if digits is not None:
            return draw.written[: digits.start()] + f"{new % 100:02d}"[-max(2, len(digits.group())) :] + draw.written[digits.end() :]
        return numerals.like(draw.written, new % 100) if words else str(new % 100)

    return EachMention(write)


def full(year: tuple[int | None, bool], pivot: int = 30) -> int:
    """Two digits to four: 89 -> 1989, 14 -> 2014 (below the pivot the year lies in this century); other years as they are."""
    value, short = year
    if not short:
        return value or 0
    return (value or 0) + (2000 if (value or 0) < pivot else 1900)
