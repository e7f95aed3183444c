"""Check digits: of published examples all are right, and of those one digit off none is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang.sv.accounts import account_right
from maskera.rules.checks import (
    bitcoin_address,
    card_number,
    iban_right,
    ipv6,
    luhn,
    luhn_right,
    mod11_right,
    on_earth,
)

CARDS = ["4111 1111 1111 1111", "4012888888881881", "5500005555555559", "371449635398431"]
IBANS = [
    "LI21 0881 0000 2324 013A A",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "QA58DOHB00001234567890ABCDEFG",
    "SE45 5000 0000 0583 9825 7466",
]
BITCOIN = ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"]


def off(text: str) -> str:
    """The text with its last digit another one."""
    place = max(index for index, c in enumerate(text) if c.isdecimal())
    return f"{text[:place]}{(int(text[place]) + 1) % 10}{text[place + 1 :]}"


@pytest.mark.parametrize("text", CARDS)
def test_cards(text: str) -> None:
    assert card_number(text)
    assert not card_number(off(text))


@pytest.mark.parametrize("text", ["0000000000000000", "9999 9999 9999 9995", "4111", ""])
def test_no_cards(text: str) -> None:
    assert not card_number(text)


@pytest.mark.parametrize("text", IBANS)
def test_ibans(text: str) -> None:
    assert iban_right(text) and not iban_right(off(text))


@pytest.mark.parametrize("text", ["XX21 0881 0000", "SE45", "", "SE45 5000 0000 0583 9825 746"])
def test_no_ibans(text: str) -> None:
    assert not iban_right(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2001:db8:85a3::8a2e:370:7334", True),
        ("fe80::1%eth0", True),
        ("2001:db8::/32", True),
        ("::1", False),
        ("12:30:45", False),
        ("a::b", False),
        ("12::14", False),
        ("12::1d", True),
        ("2001::14", True),
        ("1:2:3:4:5:6:7:8:9", False),
    ],
)
def test_addresses_of_machines(text: str, right: bool) -> None:
    assert ipv6(text) is right


@pytest.mark.parametrize("text", BITCOIN)
def test_bitcoin(text: str) -> None:
    assert bitcoin_address(text)
    assert not bitcoin_address(text[:-1] + ("a" if text[-1] != "a" else "c"))


@given(st.text("0123456789", min_size=1, max_size=30))
def test_the_luhn_digit_is_the_only_one_that_is_right(digits: str) -> None:
    assert [d for d in "0123456789" if luhn_right(digits + d)] == [str(luhn(digits))]


@given(st.text("0123456789", min_size=2, max_size=12), st.integers(1, 9))
def test_mod_11_sees_every_single_slip(digits: str, by: int) -> None:
    slipped = digits[:-1] + str((int(digits[-1]) + by) % 10)
    assert not (mod11_right(digits) and mod11_right(slipped))


@pytest.mark.parametrize(
    "text", ["1234 561254-1", "5439 10 240 39", "6000 123 456 789", "33008507099805"]
)
def test_swedish_accounts(text: str) -> None:
    assert account_right(text)
    assert not account_right(off(text))


@pytest.mark.parametrize("text", ["", "123", "0701740605", "2019-03-05 12:30", "12345612540"])
def test_no_swedish_accounts(text: str) -> None:
    assert not account_right(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("59.3293, 18.0686", True),
        ("-33.8688 151.2093", True),
        ("0.1234, 0.5678", False),
        ("95.1234, 18.0686", False),
        ("59.3293, 200.0686", False),
    ],
)
def test_places_on_earth(text: str, right: bool) -> None:
    assert on_earth(text) == right
