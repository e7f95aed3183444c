"""What the stretches of a text can be read as."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import LONGEST, TABLE, Hints, Reader, chunks


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
    reader.read("x" * (LONGEST + 1))
    assert not reader.known
    for number in range(TABLE + 1):
        reader.read(f"r{number}")
    assert 0 < len(reader.known) <= TABLE
