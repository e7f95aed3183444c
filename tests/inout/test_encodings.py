"""The encoding of a text is as named, or UTF-8, or a guess that is said; never a silent wrong one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError, MaskeraError
from maskera.io.encodings import known, unicode

TEXT = "Jag heter Åsa Öberg och bor på Ängsvägen 3 – nära sjön. Mån är \u201dbra\u201d.\n" * 3


def guessed(content: bytes) -> tuple[bytes | str, list[str]]:
    notes: list[str] = []
    return unicode(content, "a.txt", "", notes.append), notes


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "windows-1252"])
def test_what_word_processors_write_is_told_and_said(encoding: str) -> None:
    text, (note,) = guessed(TEXT.encode(encoding))
    assert text == TEXT
    assert note.startswith("a.txt: read as ") and note.endswith("; --encoding says otherwise")


def test_latin_1_is_a_part_of_windows_1252() -> None:
    assert guessed("Åsa åker båt på sjön.".encode("latin-1"))[0] == "Åsa åker båt på sjön."


@pytest.mark.parametrize(
    "content",
    [
        b"Anna",
        "Åsa bor i Malmö".encode(),
        "Åsa".encode("utf-8-sig"),
        b"A\0B\0\0\0\xff",  # no text at all
        bytes(range(256)),
        "Åsa".encode() + b"\xe5",  # UTF-8 with one bad byte: the reader says where
        "Привет, это текст".encode("cp1251"),
        "\xff\xfe".encode("latin-1") + b"abc",  # half a UTF-16 character at the end
        b"",
    ],
)
def test_all_else_is_left_to_the_reader(content: bytes) -> None:
    assert guessed(content) == (content, [])


@given(st.text())
def test_utf_8_is_never_guessed_otherwise(text: str) -> None:
    content = text.encode("utf-8", "replace")
    if "\0" not in text and not text.startswith(("\ufeff", "\ufffe")):
        assert guessed(content) == (content, [])


def test_the_named_encoding_goes_before_all_guesses() -> None:
    assert unicode("łódź".encode("cp1250"), "a.txt", "cp1250", print) == "łódź"


def test_what_is_not_in_the_named_encoding_is_named_without_its_words() -> None:
    with pytest.raises(DataError) as raised:
        unicode(b"Hemlig\nsak \xe5", "a.txt", "utf-8", print)
    assert str(raised.value) == "a.txt:2: not utf-8 text (byte 12)"


@pytest.mark.parametrize("name", ["klingon", "rot13", "base64", "undefined"])
def test_an_encoding_that_there_is_not_is_refused(name: str) -> None:
    assert known("Latin-1") == "iso8859-1"
    with pytest.raises(MaskeraError, match=f"--encoding {name}: there is no such encoding"):
        known(name)
