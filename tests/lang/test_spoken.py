"""Which language a document is in: by its header, else by its commonest words."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera import Document
from maskera.lang.spoken import Misread, by_words, language_of

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


def told(language: str, *texts: str) -> str:
    misread = Misread(language)
    for number, text in enumerate(texts):
        misread.take(Document(str(number), text))
    return misread.told()


def test_what_is_read_in_another_language_is_told_without_its_words() -> None:
    swedish, english = "Jag bor i Lund men det är inte bra.", "I live in Lund and it is not bad."
    warning = told("sv", swedish, english)
    assert warning.startswith("1 of 2 documents look English") and "Lund" not in warning
    assert told("sv", swedish, "hej") == ""
    assert told("sv") == ""
    assert told("none", english) == ""
