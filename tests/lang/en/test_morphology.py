"""English genitives and plurals, numbers in words, and the way back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang import load_pack
from maskera.lang.en import morphology, numerals

PACK = load_pack("en")


@pytest.mark.parametrize(
    ("form", "features", "inflected"),
    [
        ("Eva", {"gen"}, "Eva's"),
        ("James", {"gen"}, "James's"),
        ("Smith", {"pl"}, "Smiths"),
        ("Jones", {"pl"}, "Joneses"),
        ("Smith", {"pl", "gen"}, "Smiths'"),
        ("Leeds", set(), "Leeds"),
        ("Leeds", {"def"}, "Leeds"),
    ],
)
def test_names_are_inflected(form: str, features: set[str], inflected: str) -> None:
    assert morphology.inflect(form, frozenset(features)) == inflected


@pytest.mark.parametrize(
    ("form", "base"),
    [("Eva's", "Eva"), ("James'", "James"), ("James’s", "James"), ("Chris", "Chris"), ("is", "is")],
)
def test_the_base_of_a_genitive(form: str, base: str) -> None:
    assert morphology.base(form) == base


@pytest.mark.parametrize(
    ("value", "word", "ordinal"),
    [
        (0, "zero", "zeroth"),
        (5, "five", "fifth"),
        (21, "twenty-one", "twenty-first"),
        (40, "forty", "fortieth"),
        (112, "a hundred and twelve", None),
        (1992, "nineteen ninety-two", None),
        (1905, "nineteen oh five", None),
        (2004, "two thousand and four", None),
    ],
)
def test_numbers_in_words(value: int, word: str, ordinal: str | None) -> None:
    assert numerals.write(value) == word
    if ordinal:
        assert numerals.ordinal(value) == ordinal


@given(st.integers(0, 120))
def test_what_is_written_is_read(value: int) -> None:
    reading = numerals.numerals(PACK.vocab.gazetteer)
    assert reading.read(numerals.write(value)) == value
    assert reading.read(numerals.write(value).replace("-", " ")) == value
    if value <= 99:
        assert reading.read(numerals.ordinal(value)) == value


@pytest.mark.parametrize(
    ("form", "value", "like"),
    [
        ("3rd", 21, "21st"),
        ("11th", 2, "2nd"),
        ("1st", 12, "12th"),
        ("thirty four", 25, "twenty five"),
    ],
)
def test_a_number_is_written_as_the_original(form: str, value: int, like: str) -> None:
    assert numerals.numerals(PACK.vocab.gazetteer).like(form, value) == like
