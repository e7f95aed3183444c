"""Telephone numbers with the code of a country or written as elsewhere: of the country drawn."""

from __future__ import annotations

import re

import phonenumbers
import pytest

from maskera.replace import telephones
from maskera.replace.shape import fold

from .making import replaced, swedish, texts

FICTION = {"SE", "GB", "IE", "US", "CA", "DE", "FR", "AU"}


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


@pytest.mark.parametrize(
    ("original", "shape"),
    [
        ("+44 7911 123456", r"\+44 7700 900\d{3}"),
        ("0044-7911-123456", r"0044-7700-900\d{3}"),
        ("+1 (212) 345-6789", r"\+1 \(\d{3}\) 555-01\d\d"),
        ("(212) 345-6789", r"\(\d{3}\) 555-01\d\d"),
        ("+45) 32 45 67 89", r"\+45\) \d\d \d\d \d\d \d\d"),
        ("+491512345678", r"\+491(?:7139200\d\d|76040690\d\d)"),
        ("+44 (0)20 7946 0958", r"\+44 \(0\)\d\d \d{4} \d{4}"),
        ("+90 532 123 45 67", r"\+90 5\d\d \d{3} \d\d \d\d"),
        ("+47 22 12 34 56", r"\+47 2\d \d\d \d\d \d\d"),
    ],
)
def test_a_number_keeps_country_kind_and_writing(original: str, shape: str) -> None:
    for number in range(6):
        (new,) = texts(replaced(f"ring [[{original}|phone_nr|1]]", "natural", id=str(number)))
        assert re.fullmatch(shape, new), new


def test_it_is_of_the_country_drawn_for_its_own() -> None:
    for number in range(6):
        text = "Min moster i [[Polen|country|1]] har [[+48 601 234 567|phone_nr|2]]."
        country, phone = texts(replaced(text, "natural", id=str(number)))
        iso = swedish().vocab.gazetteer.entries(fold(country))[0].country
        assert phone.startswith(f"+{telephones.plan().codes[iso]} "), (country, phone)


def test_digits_that_none_at_home_has_are_those_of_the_country_named() -> None:
    (_, phone) = texts(
        replaced("I [[Turkiet|country|1]] hade jag [[0532 123 45 67|phone_nr|2]].", "natural")
    )
    assert not phone.startswith("070") and len(_digits(phone)) > 7
    (_, mobile) = texts(
        replaced("I [[Turkiet|country|1]] hade jag [[070-123 45 67|phone_nr|2]].", "natural")
    )
    assert mobile.startswith("070-174 06")


def test_nobody_has_a_number_of_the_list() -> None:
    """What is kept for fiction is of nobody by rule; the rest by libphonenumber, of which another
    version than that of the list may know of some series that were given out since."""
    of = telephones.plan()
    every = [
        phonenumbers.parse(f"+{of.codes[iso]}{shape.replace('x', digit)}")
        for iso, kinds in of.series.items()
        if iso not in FICTION and of.codes[iso] != "1"
        for shape in (each for its in kinds.values() for each in its)
        for digit in "0159"
    ]
    given_out = [number for number in every if phonenumbers.is_valid_number(number)]
    assert len(every) > 1_000 and len(given_out) <= 0.03 * len(every)
