"""A brand that one drives, eats or drinks is nobody's there; nor is a noun behind its article."""

from __future__ import annotations

from functools import cache

import pytest

import maskera
from maskera import LeakStatus
from maskera.lang import load_pack
from maskera.result import Result, release
from maskera.text import Span

KEY = b"an invented key of 32 bytes, ok?"
SWEDISH = load_pack("sv")


def kept(text: str, form: str) -> bool:
    start = text.rindex(form)
    return SWEDISH.texts.kept_here(text, Span(start, start + len(form)))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Han kör en Volvo.", "Volvo"),
        ("Vi har en gammal röd Saab.", "Saab"),
        ("Min Toyota är trasig.", "Toyota"),
        ("Jag dricker Coca-Cola.", "Coca-Cola"),
        ("Barnen äter Nestlé gröt.", "Nestlé"),
        ("Hon har Adidas skor.", "Adidas"),
        ("Min telefon är en Samsung.", "Samsung"),
        ("Han såg en björn.", "björn"),
        ("Jag lyssnar på musik på Spotify.", "Spotify"),
        ("Vi såg filmen på Netflix.", "Netflix"),
    ],
)
def test_what_is_used_is_a_product(text: str, form: str) -> None:
    assert kept(text, form)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Han jobbar på Volvo.", "Volvo"),
        ("Han kör buss. Volvo är hans chef.", "Volvo"),
        ("Jag har Volvo som arbetsgivare.", "Volvo"),
        ("Min chef på Saab.", "Saab"),
        ("Jag jobbar på Spotify.", "Spotify"),
        ("Hon kör Anna till skolan.", "Anna"),
        ("En Lindqvist ringde.", "Lindqvist"),
        ("min vän björn.", "björn"),
    ],
)
def test_others_are_somebodys(text: str, form: str) -> None:
    assert not kept(text, form)


@cache
def result(text: str) -> Result:
    return maskera.load("sv", key=KEY)(text)


@pytest.mark.parametrize(
    ("work", "product"),
    [
        ("Jag jobbar på Volvo.", "Han kör en Volvo."),
        ("Min bror jobbar på Scania.", "Han körde en Scania i tio år."),
        ("Hon arbetar på Marabou.", "Vi åt Marabou choklad."),
        ("Hon jobbar på Ericsson.", "Jag hade en gammal Ericsson."),
    ],
)
def test_the_employer_goes_and_the_product_stays(work: str, product: str) -> None:
    found = result(f"{work} {product}")
    text = release(found).text
    assert text.endswith(product) and work not in text
    assert found.leaks is LeakStatus.PASS


def test_an_employer_that_was_missed_is_a_leak_beside_a_product() -> None:
    nlp = maskera.load("sv", key=KEY)
    document, mentions = nlp.detect(
        maskera.Document("a", "Jag jobbar på Volvo. Jag kör en Volvo. Folk på Volvo är snälla.")
    )
    first = [m for m in mentions if m.span.start < 20]
    assert nlp.replace(document, first).leaks is LeakStatus.FAIL
