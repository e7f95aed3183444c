"""In investigative texts what a writer says of their own case is the writer's."""

from __future__ import annotations

from functools import cache

import pytest

import maskera
from maskera import Document, LeakStatus, Result
from maskera.result import release

KEY = b"an invented key of 32 bytes, ok?"


@cache
def result(text: str, genre: str = "investigative") -> Result:
    return maskera.load("sv", key=KEY)(Document("a", text, meta={"genre": genre}))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Jag överklagar Migrationsverkets beslut.", "Migrationsverket"),
        ("Min handläggare Karin Bergman sade nej. Karin ringde aldrig.", "Karin"),
        ("Efter en operation på Danderyds sjukhus kunde jag inte arbeta.", "Danderyd"),
        ("Jag sökte bidrag hos Försäkringskassan i mars.", "Försäkringskassan"),
        (
            "Till Skatteverket. Mitt personnummer är 19790612-9803. Handläggaren Eva Ek svarade ej.",
            "Eva",
        ),
    ],
)
def test_the_case_of_the_writer_goes(text: str, gone: str) -> None:
    assert gone not in release(result(text)).text
    assert result(text).leaks is LeakStatus.PASS


@pytest.mark.parametrize(
    "text",
    [
        "Enligt Skolverket ökar problemen i skolan.",
        "Professor Karin Bergman vid Lunds universitet skriver att Malmö har flest.",
        "En rapport från Socialstyrelsen handlar om vården i Stockholm.",
    ],
)
def test_the_matter_stays(text: str) -> None:
    assert release(result(text)).text == text
    assert result(text).leaks is LeakStatus.SELECTIVE


def test_a_review_speaks_of_works() -> None:
    text = "Boken av Astrid Lindgren handlar om en pojke. Den är mycket spännande."
    assert release(result(text, "evaluative")).text == text
