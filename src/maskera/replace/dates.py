"""Days, months, weekdays and years, each written in the form of its original."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from maskera.lang.pack import Generator, Morphology
from maskera.replace import keyed
from maskera.replace.draw import Agree, Draw, PerMention
from maskera.replace.numbers import Numerals, assign, moved, sibling_values
from maskera.replace.shape import DIGITS, carry_case, fold

LAST_DAY = 28  # every month has it
WEEKDAY = 100  # weekday 1 is 101 where days of both kinds are kept in one table
PIVOT = 30  # two digits below it are a year of this century
DAY, MONTH, YEAR = ("date.day",), ("date.month",), ("date.year",)


class Calendar(msgspec.Struct, frozen=True):
    """The months (1 to 12) and weekdays (1 to 7) of a language.

    names: value -> name. short: value -> usual abbreviation. read: form (also inflected, misspelt)
    -> value, None when it is none.
    """

    names: Mapping[int, str]
    short: Mapping[int, str]
    read: Callable[[str], int | None]

    def named(self, form: str) -> int | None:
        """The value whose name the form is; None for what is no name, or is written with digits."""
        return None if DIGITS.search(form) else self.read(form)

    def like(self, form: str, value: int, features: frozenset[str], forms: Morphology) -> str:
        """The value's name as the form is: abbreviated, inflected, in a compound, in capitals."""
        own = self.read(form)
        stem = form.rstrip(".")
        folded = fold(stem)
        dot = form[len(stem) :]
        if own is not None and (end := _begun(stem, fold(self.names[own]))):
            doubled = set(stem[end:]) == {stem[end - 1]}  # the last letter of aprill
            return carry_case(stem[:end], self.names[value]) + ("" if doubled else stem[end:]) + dot
        if own is not None and len(folded) <= 4 and fold(self.names[own]).startswith(folded[:3]):
            return carry_case(form, self.short[value]) + (
                dot if self.short[value] != self.names[value] else ""
            )
        return carry_case(form, forms.inflect(self.names[value], features - {"foreign"})) + dot


def _begun(form: str, name: str) -> int:
    """Where the folded name ends that a form begins with, in composed or decomposed letters; 0 when
    it begins otherwise."""
    return next((end for end in range(1, len(form) + 1) if fold(form[:end]) == name), 0)


def _others(
    draw: Draw, what: str, value: int, value_of: Callable[[str], int | None], size: int
) -> int:
    """Another number from 1 to `size`, different for different values as far as there are enough."""
    if draw.keyed:
        return keyed.Permutation(draw.key, size, *draw.material, what).step((value - 1) % size) + 1
    numbers = range(1, size + 1)

    def candidates(one: int) -> list[int]:
        return [number for number in numbers if number != one]

    if draw.scope == "mention":
        return draw.rng(what, str(draw.mention.span.start)).choice(candidates(value))
    return draw.once(
        what, lambda: assign(sibling_values(draw, value_of), candidates, draw.rng(what))
    )[value]


def day(
    numerals: Numerals, weekdays: Calendar, forms: Morphology, agree: Agree | None = None
) -> Generator:
    """Another day of the month from 1 to 28, or another weekday, in the original's form."""

    def write(draw: Draw) -> str:
        weekday = weekdays.named(draw.written)
        if weekday is not None:
            return weekdays.like(
                draw.written,
                _others(draw, "weekday", weekday, weekdays.named, 7),
                draw.features,
                forms,
            )
        value = numerals.value(draw.written)
        if value is None:  # a word that is neither: a weekday, which needs no reading
            return weekdays.like(draw.written, draw.rng().randint(1, 7), draw.features, forms)
        return numerals.like(draw.written, _others(draw, "day", value, numerals.value, LAST_DAY))

    return PerMention(write, kinds=DAY, agree=agree)


def day_digits(numerals: Numerals, weekdays: Calendar) -> Generator:
    """SVALA's way: 1 to 28 in digits, whatever the form was."""

    def value_of(form: str) -> int:
        value = numerals.value(form)
        return WEEKDAY + (weekdays.read(form) or 0) if value is None else value

    return PerMention(
        lambda draw: str(_others(draw, "day", value_of(draw.written), value_of, LAST_DAY)),
        kinds=DAY,
    )


def month_of(numerals: Numerals, months: Calendar, form: str) -> int | None:
    """The month in a form, by its name or by its number."""
    named = months.named(form)
    return numerals.value(form) if named is None else named


def month(
    numerals: Numerals,
    months: Calendar,
    forms: Morphology,
    as_is: bool = True,
    agree: Agree | None = None,
) -> Generator:
    """Another month: a number keeps its zero padding, a name its form (as_is=False: SVALA's plain
    name)."""
    value_of = partial(month_of, numerals, months)

    def write(draw: Draw) -> str:
        value = value_of(draw.written)
        new = (
            draw.rng().randint(1, 12)
            if value is None
            else _others(draw, "month", value, value_of, 12)
        )
        if value is not None and months.named(draw.written) is None:
            return numerals.like(draw.written, new)
        return months.like(draw.written, new, draw.features, forms) if as_is else months.names[new]

    return PerMention(write, kinds=MONTH, agree=agree)


def year_value(numerals: Numerals, form: str) -> tuple[int | None, bool]:
    """The year in a form, with its century, and whether it is written with two digits or words of
    that size."""
    value, digits = numerals.value(form), DIGITS.search(form)
    if value is None:
        return None, False
    short = value < 100 and (digits is None or len(digits.group()) <= 2)
    return full(value, short), short


def full(value: int, short: bool) -> int:
    """Two digits to four: 89 -> 1989, 14 -> 2014; what is not written short stays as it is."""
    return value + (2000 if value < PIVOT else 1900) if short else value


def like_year(numerals: Numerals, form: str, value: int, short: bool) -> str:
    """The year written as the form is; short: with its last two digits, or the word for them."""
    digits = DIGITS.search(form)
    if short and digits:
        return form[: digits.start()] + f"{value % 100:02d}" + form[digits.end() :]
    return numerals.like(form, value % 100 if short else value)


def year(numerals: Numerals, words: bool = True, agree: Agree | None = None) -> Generator:
    """Another year within two years, never the same; two digits stay two digits, words stay words
    unless `words` is False."""

    def write(draw: Draw) -> str:
        value, short = year_value(numerals, draw.written)
        if value is None:
            return numerals.like(
                draw.written, draw.rng().randint(1970, 2018)
            )  # SVALA's range for a year that is no number
        new = moved(draw, lambda form: year_value(numerals, form)[0], value, "year", low=1)
        if short and not words and not DIGITS.search(draw.written):
            return str(new % 100)
        return like_year(numerals, draw.written, new, short)

    return PerMention(write, kinds=YEAR, agree=agree)
