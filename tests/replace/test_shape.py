"""How forms look."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.replace.numbers import random_like
from maskera.replace.shape import (
    carry_case,
    fold,
    hexadecimal,
    letter,
    mask_digits,
    mask_initials,
    mask_otherwise,
    mask_plate,
    two_equal,
)


@pytest.mark.parametrize(
    ("original", "pseudonym", "expected"),
    [
        ("Maria", "Eva", "Eva"),
        ("maria", "Eva", "eva"),
        ("MARIA", "Eva", "EVA"),
        ("Mars", "maj", "Maj"),
        ("New york", "Oslo", "Oslo"),
        ("سارة", "Eva", "Eva"),
        ("M", "Eva", "Eva"),
        ("a", "Eva", "eva"),
    ],
)
def test_case_is_carried_over(original: str, pseudonym: str, expected: str) -> None:
    assert carry_case(original, pseudonym) == expected


def test_an_acronym_is_not_shouting() -> None:
    assert carry_case("KTH", "Lunds universitet", shouts_from=7) == "Lunds universitet"
    assert carry_case("STADSBIBLIOTEKET", "Ekbiblioteket", shouts_from=7) == "EKBIBLIOTEKET"


def test_letters_go_on_beyond_z() -> None:
    assert [letter(place) for place in (0, 1, 25, 26, 27, 701, 702)] == [
        "A",
        "B",
        "Z",
        "AA",
        "AB",
        "ZZ",
        "AAA",
    ]


@given(st.integers(0, 100_000))
def test_no_two_places_share_a_letter(place: int) -> None:
    assert letter(place) != letter(place + 1)


@pytest.mark.parametrize(
    ("form", "masked"),
    [
        ("XYZG-1U2-3", "ABCD-0E0-0"),
        ("XYZ123", "ABC000"),
        ("SE-411 38", "AB-000 00"),
        ("41323", "00000"),
        ("", ""),
    ],
)
def test_plates_and_zip_codes(form: str, masked: str) -> None:
    assert mask_plate(form) == masked


def test_initials_keep_their_delimiters() -> None:
    assert [mask_initials(form) for form in ("JPE", "G.", "J.K.", "H-G", "Å")] == [
        "AAA",
        "A.",
        "A.A.",
        "A-A",
        "A",
    ]


@given(st.text(max_size=40))
def test_masks_keep_the_length_of_what_is_no_letter(form: str) -> None:
    assert len(mask_digits(form, "0")) == len(form)
    assert mask_digits(mask_digits(form, "0"), "0") == mask_digits(form, "0")


@given(
    st.text("0123456789-/ ", min_size=1, max_size=12).filter(
        lambda form: any(map(str.isdigit, form))
    ),
    st.sampled_from("01"),
)
def test_a_mask_is_never_what_it_hides(form: str, digit: str) -> None:
    masked = mask_otherwise(form, digit)
    assert masked != form and len(masked) == len(form)
    assert mask_digits(form, digit) in (masked, form)


def test_folding_looks_through_composition_and_case() -> None:
    assert fold("ÅSA  Ek") == fold("a\u030asa ek")
    assert fold("ALİ") == fold("ali")


def test_no_letter_stands_three_times_where_parts_meet() -> None:
    assert two_equal("Talllund") == "Tallund"
    assert two_equal("Mosstorp") == "Mosstorp"


@pytest.mark.parametrize(
    ("form", "masked"),
    [
        ("00:1A:2b:3C:4d:5E", "00:00:00:00:00:00"),
        ("a4-5e-60-c2-19-ff", "00-00-00-00-00-00"),
        ("fe80::1ff:fe23:890a", "0000::000:0000:0000"),
        ("550e8400-e29b-41d4-a716-446655440000", "00000000-0000-0000-0000-000000000000"),
        ("AB-77-20", "AB-00-00"),
        ("BE 12 34", "BE 00 00"),
    ],
)
def test_letters_that_are_digits_are_masked_as_digits(form: str, masked: str) -> None:
    assert mask_otherwise(form, "0") == masked
    drawn = random_like(form, Random(3))
    assert hexadecimal(drawn) == hexadecimal(form)
    assert all(old != new for old, new in zip(form, drawn, strict=True) if old.isalnum())
