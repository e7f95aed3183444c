"""What the stretches of a text can be read as."""

from __future__ import annotations

import re
import unicodedata

import pytest

from maskera.lang import load_pack
from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import (
    LONGEST,
    TABLE,
    WORD,
    Hints,
    Reader,
    addresses,
    chunks,
    fold,
)


@pytest.fixture(scope="module")
def swedish() -> LanguagePack:
    return load_pack("sv")


def forms(text: str, language: LanguagePack) -> set[str]:
    return {form for stretch in chunks(text, language) for form in stretch.forms}


def test_words_show_whole_in_parts_and_without_their_endings(swedish: LanguagePack) -> None:
    assert {"new-yorks", "new-york", "new", "yorks", "york", "i"} <= forms(
        "i New-Yorks, (New)", swedish
    )
    assert "newyork" not in forms("i New-Yorks", swedish)


def test_a_decomposed_word_shows_composed(swedish: LanguagePack) -> None:
    assert "åsa" in forms("A\u030asa", swedish)


def test_plain_words_give_no_hints_but_names_marks_initials_and_addresses_do(
    swedish: LanguagePack,
) -> None:
    def hints(written: str) -> Hints:
        (found,) = chunks(written, swedish)
        assert found.hints is not None
        return found.hints

    assert [one.hints for one in chunks("idag,", swedish)] == [None]
    assert hints("Nadia").rare == ("nadia",)
    assert hints("Nadia-s").heads == ("nadia",)
    assert hints("N.H.").initials == ("n", "h")
    assert hints("<Åsa@post.se>").addresses == ("asa", "post", "se")


def test_the_table_is_bounded_and_keeps_no_long_run(swedish: LanguagePack) -> None:
    reader = Reader(swedish.vocab.gazetteer, swedish.morphology, swedish.texts.country_words)
    assert reader["x" * (LONGEST + 1)].forms
    assert not reader
    for number in range(TABLE + 1):
        assert reader[f"r{number}"].forms
    assert 0 < len(reader) <= TABLE


@pytest.mark.parametrize("marks", [",", ".", "...", "!”", ")", "(", "«", "-", "/", "@", "_", ":s"])
@pytest.mark.parametrize("word", ["Nadia", "Nadias", "www", "Å", "AB", "A\u030asa", "hon", "3"])
def test_marks_beside_a_word_change_nothing_that_is_read(
    swedish: LanguagePack, word: str, marks: str
) -> None:
    """However the word was read: by itself, or because it was known with other marks."""
    reader = Reader(swedish.vocab.gazetteer, swedish.morphology, swedish.texts.country_words)
    for chunk in (word + marks, marks + word, marks + word + marks):
        found = reader[chunk]
        words = WORD.findall(chunk) + WORD.findall(unicodedata.normalize("NFC", chunk))
        assert {*map(fold, words)} <= {*found.forms}
        addressed = found.hints.addresses if found.hints else ()
        assert bool(addressed) == any(addresses(chunk))
        initials = [m for m in re.findall(r"(?<!\w)[^\W\d_]{1,2}(?!\w)", chunk) if m.isupper()]
        assert (found.hints.initials if found.hints else ()) == tuple(map(fold, initials))


def test_a_chunk_with_one_plain_word_says_how_that_begins_and_ends(swedish: LanguagePack) -> None:
    def ends(written: str) -> tuple[str, str] | None:
        (found,) = chunks(written, swedish)
        return found.hints and (found.hints.first, found.hints.last)

    assert ends("Nadia,") == ends("Nadia") == ends("(Nadia_") == ("na", "ia")
    assert ends("Nadia-Linn") == ends("Nadia/Omid") == ("", "")
    assert ends("hus") is None


@pytest.mark.parametrize(
    "word", ["Nadia", "Nadias", "idag", "Göteborgskille", "malmöbo", "polskfödd", "Paris", "x" * 70]
)
def test_a_word_by_itself_is_read_as_among_signs(swedish: LanguagePack, word: str) -> None:
    reader = Reader(swedish.vocab.gazetteer, swedish.morphology, swedish.texts.country_words)
    alone, among = reader[word], reader[f"{word}_"]  # the line is no letter, and none of the marks
    assert (alone.forms, alone.hints, alone.countries) == (
        among.forms,
        among.hints,
        among.countries,
    )
