"""Which language a document is in: by its header, else by its commonest words."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera import Document
from maskera.lang.spoken import by_words, language_of, misread

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Jag bor i Lund men det är inte bra för mig.", "sv"),
        ("jag vet inte vad ja ska skriva om min famlij men de är fem", "sv"),
        ("My name is Anna and I live in Lund with my husband.", "en"),
        ("she go to the school and i go with her but is not far", "en"),
        ("Jeg hedder Anna og bor ikke i Lund, men hvad gør det?", "da"),
    ],
)
def test_the_commonest_words_tell_a_language(text: str, language: str) -> None:
    assert by_words(text) == language


@pytest.mark.parametrize(
    "text", ["", "Anna Lindqvist", "hej hej", "1984 070-174 06 05", "Je m'appelle Anna. Ich heiße."]
)
def test_a_text_without_them_tells_none(text: str) -> None:
    assert by_words(text) == ""


def test_a_header_goes_before_the_words() -> None:
    english = "My name is Anna and I live in Lund with my husband."
    assert language_of(Document("a", english)) == "en"
    assert language_of(Document("a", english, meta={"language": "sv"})) == "sv"
    assert language_of(Document("a", english, meta={"language": "Klingon"})) == "en"


def test_every_sample_is_told_by_its_words() -> None:
    swedish = [by_words(path.read_text(encoding="utf-8")) for path in SAMPLES.glob("*.txt")]
    english = [by_words(path.read_text(encoding="utf-8")) for path in SAMPLES.glob("en/*.txt")]
    assert set(swedish) == {"sv"} and set(english) == {"en"}


def test_what_is_read_in_another_language_is_told_without_its_words() -> None:
    texts = ["Jag bor i Lund men det är inte bra.", "I live in Lund and it is not bad for me."]
    told = misread([Document(str(n), text) for n, text in enumerate(texts)], "sv")
    assert told.startswith("1 of 2 documents look English") and "Lund" not in told
    assert misread([Document("a", texts[0]), Document("b", "hej")], "sv") == ""
    assert misread([Document("a", texts[1])], "none") == ""
