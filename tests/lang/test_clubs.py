"""The name of a place is that of its club where somebody plays for it."""

from __future__ import annotations

import pytest

import maskera

KEY = b"an invented key of 32 bytes, ok?"


@pytest.mark.parametrize(
    ("text", "club"),
    [
        ("Min bror spelar i Frölunda.", True),
        ("Vi hejar på Djurgården.", True),
        ("Hon tränar i Örgryte.", True),
        ("Han spelar hockey i Brynäs.", True),
        ("Jag bor i Frölunda.", False),
        ("Vi åkte till Djurgården.", False),
        ("Jag håller på att flytta till Leksand.", False),
    ],
)
def test_a_club_is_an_institution(text: str, club: bool) -> None:
    _, mentions = maskera.load("sv", key=KEY).detect(maskera.Document("a", text))
    name = max(mentions, key=lambda mention: mention.span.end)
    assert (name.label == "other_institution") is club
