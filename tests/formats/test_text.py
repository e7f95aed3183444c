"""Plain text and its header."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.formats import text
from maskera.formats.text import HEADER_KEYS, split_header
from maskera.result import release
from maskera.taxonomy import shipped
from maskera.text import Document

from .making import anna


def test_a_header_is_metadata_and_not_text() -> None:
    (document,) = text.read(
        b"level: A\ngenre: narrative\nl1: Dari\ntopic: Min dag: en bok\n\nJag heter Anna.\n",
        "A1.txt",
        shipped(),
    )
    assert isinstance(document, Document)
    assert document == Document(
        "A1",
        "Jag heter Anna.\n",
        meta={"level": "A", "genre": "narrative", "l1": "Dari", "topic": "Min dag: en bok"},
    )


def test_a_released_text_has_no_header() -> None:
    assert list(text.read_whole(b"title: Min dag\n\nHej.", "a.txt")) == [
        Document("a", "title: Min dag\n\nHej.")
    ]
    (error,) = text.read_whole(b"\xe5", "a.txt")
    assert isinstance(error, DataError)


def test_line_ends_of_a_header_may_be_windows_own() -> None:
    assert split_header("level: A\r\nl1: Dari\r\n\r\nHej\r\n") == (
        {"level": "A", "l1": "Dari"},
        "Hej\r\n",
    )


def test_a_header_may_be_in_capitals() -> None:
    assert split_header("Genre: evaluative\nLEVEL: A\n\nHej\n") == (
        {"genre": "evaluative", "level": "A"},
        "Hej\n",
    )


@pytest.mark.parametrize(
    ("whole", "told"),
    [
        ("genre: evaluative\nInlämnad den: 3 mars\n\nAnna", "genre"),
        ("Author: Anna\r\nNB: Anna\r\nlevel: A\r\n\r\nAnna", "author, level"),
        ("NB: Anna\n\nAnna", ""),
        ("Genre: Anna\n\nAnna", ""),
        ("genre: Anna\nNB: Anna\nAnna", ""),
    ],
)
def test_half_a_header_is_told_and_not_quoted(whole: str, told: str) -> None:
    sentences: list[str] = []
    (document,) = text.read(whole, "a.txt", shipped(), sentences.append)
    assert isinstance(document, Document) and (document.text == whole) == (not document.meta)
    assert [told and f"a.txt: its header is taken as text, {told} too"] * bool(told) == [
        each.partition(", for")[0] for each in sentences
    ]
    assert not any("Anna" in each or "NB" in each or "mars" in each for each in sentences)


@pytest.mark.parametrize(
    "whole",
    [
        "hej: på dig\n\nAnna\n",  # a key that is not of a header
        "level: A\nhej: du\n\nAnna",  # one of them is not
        "level: A\nAnna",  # no blank line
        "\nlevel: A\n\nAnna",
        "",
    ],
)
def test_what_is_no_header_is_text(whole: str) -> None:
    assert split_header(whole) == ({}, whole)


def test_a_file_that_is_not_utf_8_is_an_error_in_its_place() -> None:
    (error,) = text.read("Göteborg".encode("latin-1"), "a.txt", shipped())
    assert (
        isinstance(error, DataError)
        and str(error)
        == "a.txt:1: not UTF-8 text (byte 2); --encoding says what it is (mac-roman, koi8-r)"
    )


def test_a_binary_file_is_no_text() -> None:
    (error,) = text.read(b"PK\n\x00\x01", "a.txt", shipped())
    assert isinstance(error, DataError) and "line 2" in str(error)


def test_an_empty_file_is_an_empty_document() -> None:
    assert list(text.read(b"", "a.txt", shipped())) == [Document("a", "")]


@given(st.text(st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"])))
def test_text_without_header_is_read_as_it_is(written: str) -> None:
    (document,) = text.read(written.encode(), "a.txt", shipped())
    assert isinstance(document, Document)
    assert document.text == written or split_header(written)[0].keys() & HEADER_KEYS


def test_rendered_is_the_new_text_alone() -> None:
    assert (
        text.render(release(anna()))
        == "Jag heter Eva och bor i Dubai . ␤ Evas mamma är läkare i Nya Tuna."
    )


@pytest.mark.parametrize(
    ("marked", "line"),
    [
        ("Jag heter [[Anna|firstname_female]].", 1),
        ("Hej [[Anna|firstname_female 1]]!", 1),
        ("Hej\n[[Anna|firstname_female:1:gen]]!", 2),
        ("genre: narrative\n\nHej.\nJag bor i [[Lund|city|personal,ref=1]].", 4),
    ],
)
def test_marked_text_is_not_read_as_plain(marked: str, line: int) -> None:
    (error,) = text.read(marked, "a.txt", shipped())
    assert isinstance(error, DataError)
    assert str(error).startswith(f"a.txt:{line}: marked text ([[words|")
    assert str(error).endswith("; read it with --from marked") and "Anna" not in str(error)


@pytest.mark.parametrize(
    "xml",
    [
        '<?xml version="1.0"?><TEI><text>Anna</text></TEI>',
        "\n<TEI xmlns='x'>Anna</TEI>",
        "<!DOCTYPE html><p>Anna",
    ],
)
def test_xml_is_not_read_as_plain(xml: str) -> None:
    (error,) = text.read(xml, "a.txt", shipped())
    assert isinstance(error, DataError)
    assert str(error).startswith("a.txt:1: XML") and "Anna" not in str(error)


@pytest.mark.parametrize("plain", ["<3 Anna", "<Anna> sa hej", "Jag skrev <?xml i boken."])
def test_angle_brackets_are_text(plain: str) -> None:
    (document,) = text.read(plain, "a.txt", shipped())
    assert isinstance(document, Document) and document.text == plain


@pytest.mark.parametrize("plain", ["[[Stockholm|huvudstad]] är stor.", "Se [[Anna]].", "a || b"])
def test_other_double_brackets_are_text(plain: str) -> None:
    (document,) = text.read(plain, "a.txt", shipped())
    assert isinstance(document, Document) and document.text == plain


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        ("<html><body><p>Jag heter Moa.</p></body></html>", "--from html"),
        ("<p class='a'>Jag heter Moa.</p>", "--from html"),
        ("%PDF-1.7\n1 0 obj", "--from pdf"),
        ("{\\rtf1\\ansi Jag heter Moa.}", ".docx"),
    ],
)
def test_files_of_other_kinds_are_refused(content: str, pointer: str) -> None:
    (error,) = text.read(content, "a.txt", shipped())
    assert isinstance(error, DataError) and pointer in str(error) and "Moa" not in str(error)


@pytest.mark.parametrize(
    "content", ["<3 är ett hjärta, sa Moa.", "{hej} sa Moa.", "% av alla", "<Moa> skrev hon."]
)
def test_signs_that_begin_an_essay_are_text(content: str) -> None:
    (document,) = text.read(content, "a.txt", shipped())
    assert isinstance(document, Document) and document.text == content
