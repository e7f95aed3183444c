"""Names are told by their words: those for streets of other languages, particles, saints, an
ordinary word with a capital at the end."""

from __future__ import annotations

import pytest

from maskera.lang.en import names
from tests.lang.en.test_family_and_work import of, told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Quolvastraße 4 now.", ("Quolvastraße", "place")),
        ("I live in Quolvastraße 4 now.", ("4", "street_nr")),
        ("My address is Xuqovagatan 12.", ("Xuqovagatan", "place")),
        ("We met in Rue de Quolva 7.", ("Rue de Quolva", "place")),
        ("We met in rue de Quolva.", ("rue de Quolva", "place")),
        ("I met Anna van den Quolva there.", ("van den Quolva", "surname")),
        ("We went to St. Xuqova's Church again.", ("St. Xuqova's Church", "place")),
        ("He works at Quolva Fungi now.", ("Quolva Fungi", "other_institution")),
    ],
)
def test_names_by_their_words(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text, names.claims(of(text)))


@pytest.mark.parametrize(
    "text",
    [
        "I flew via Xuqovo.",
        "The boulevard was long and the avenue was wide.",
        "I live in the city of Xuqovo.",
        "We ate on Monday Morning and drank Tea.",
        "The Weather Is Bad.",
    ],
)
def test_words_that_are_no_part_of_a_name(text: str) -> None:
    assert told(text, names.claims(of(text))) == set()
