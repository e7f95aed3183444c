"""By what a number is looked for, and where it stands."""

from __future__ import annotations

import pytest

from maskera.leaks.numbers import code_of, digits_of, find_codes, find_digits


@pytest.mark.parametrize(
    "form",
    ["070-174 06 05", "+46 70 174 06 05", "+46 (0)70 174 06 05", "0046701740605", "(070) 1740605"],
)
def test_a_phone_number_is_told_by_what_it_is_at_home(form: str) -> None:
    assert digits_of(form, "number.phone") == "701740605"


def test_too_few_digits_tell_nothing_and_a_personal_number_needs_no_century() -> None:
    assert (digits_of("112", "number.phone"), digits_of("1234", "number.identifier")) == ("", "")
    assert (
        digits_of("19850709-9805", "number.person")
        == digits_of("850709-9805", "number.person")
        == "8507099805"
    )


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("MKR 482", "mkr482"),
        ("AB-77", "ab77"),
        ("B2", ""),
        ("1234", ""),
        ("ABCD", ""),
        ("a1" * 40, ""),
    ],
)
def test_a_code_has_letters_and_digits(form: str, code: str) -> None:
    assert code_of(form) == code


@pytest.mark.parametrize(
    "text",
    [
        "0701740605",
        "+46 70 174 06 05",
        "070–174 06 05",
        "(070) 1740605",
        "tel070.174.06.05",
        "070\u2011174\u00a006\u200705",
    ],
)
def test_digits_are_found_however_they_are_set(text: str) -> None:
    assert [number for _, number in find_digits(text, {"701740605"})] == ["701740605"]


def test_codes_are_whole_words_with_any_blank_or_hyphen() -> None:
    text = "MKR482, mkr 482! m-k-r 48 2; AMKR482 MKR4821 MKR, 482"
    assert [text[start:end] for start, end, _ in find_codes(text, {"mkr482"})] == [
        "MKR482",
        "mkr 482",
        "m-k-r 48 2",
    ]
    assert [*find_codes(text, ()), *find_digits(text, ())] == []
