"""ITAC: `<ANON> ... </ANON>`."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from maskera.errors import DataError
from maskera.formats import itac
from maskera.mentions import Mention
from maskera.result import Result, release
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .making import anna, result, results


def only(content: str) -> tuple[Document, tuple[Mention, ...]]:
    (item,) = itac.read(content, "mail.itac", shipped())
    assert not isinstance(item, DataError), str(item)
    return item


def test_tags_become_mentions_and_codes_stay_tokens() -> None:
    document, mentions = only(
        'From : " <ANON> Mira Holm </ANON> " ( &EMAIL )\nHej <ANON> Bo </ANON>\n'
    )
    assert document.text == 'From : " Mira Holm " ( &EMAIL )\nHej Bo'
    assert [document.text[m.span.start : m.span.end] for m in mentions] == ["Mira Holm", "Bo"]
    assert {m.label for m in mentions} == {itac.LABEL}
    assert document.sentences == (Span(0, 9), Span(9, 11)) and document.language == "en"


def test_a_stretch_may_run_over_lines() -> None:
    document, (mention,) = only("a <ANON> b\nc </ANON> d\n")
    assert document.text[mention.span.start : mention.span.end] == "b\nc"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Bo\n<ANON> Bo", "mail.itac:2: <ANON> is never closed"),
        ("Bo </ANON>", "mail.itac:1: </ANON> that does not fit"),
        ("<ANON> Bo <ANON> Bo </ANON>", "mail.itac:1: <ANON> that does not fit"),
        ("<ANON> </ANON>", "mail.itac:1: </ANON> that does not fit"),
    ],
)
def test_tags_that_do_not_fit_are_named(content: str, message: str) -> None:
    (error,) = itac.read(content, "mail.itac", shipped())
    assert isinstance(error, DataError) and str(error).startswith(message)


def test_a_release_is_written_by_sentences() -> None:
    assert itac.render(release(anna())) == (
        "Jag heter <ANON> Eva </ANON> och bor i <ANON> Dubai </ANON> .\n␤\n"
        "<ANON> Evas </ANON> mamma är <ANON> läkare </ANON> i <ANON> Nya Tuna </ANON> .\n"
    )


def test_addresses_are_codified_between_neighbours() -> None:
    text = "Bo b@o.se Bo"
    changed = result(
        text,
        ("Bo", "surname", 1, "Ek"),
        ("b@o.se", "email", 2, "email@dot.com"),
        ("Bo", "surname", 1, "Ek"),
    )
    assert itac.render(release(changed)) == "<ANON> Ek </ANON> &EMAIL <ANON> Ek </ANON>\n"


def test_a_text_that_talks_of_tags_has_none() -> None:
    document, mentions = only(itac.render(release(result("<ANON> och &EMAIL"))))
    assert mentions == () and document.text == "< ANON > och &EMAIL"


@pytest.mark.parametrize(
    "text", ["&EMAIL", "Skriv ( &EMAIL ) , &URL &DATE", "<ANON> Bo &EMAIL </ANON>"]
)
def test_references_that_were_codified_stay_so(text: str) -> None:
    document, mentions = only(text)
    marked = [(document.text[m.span.start : m.span.end], m.label, m.number, "=") for m in mentions]
    assert itac.render(release(result(document.text, *marked))) == text + "\n"


@pytest.mark.parametrize("text", ["& EMAIL", "R&D", "&AB", "EMAIL", "&"])
def test_what_is_no_codified_reference_is_cut_as_ever(text: str) -> None:
    assert itac.render(release(result(text))) == " ".join(re.findall(r"\w+|&", text)) + "\n"


@given(results())
def test_what_is_written_is_read_again(any_result: Result) -> None:
    released = release(any_result)
    document, mentions = only(itac.render(released))
    codes = [mention for mention in released.mentions if mention.label in itac.CODES]
    others = [
        m
        for m in released.mentions
        if m not in codes and released.text[m.span.start : m.span.end].strip()
    ]
    assert ["".join(document.text[m.span.start : m.span.end].split()) for m in mentions] == [
        "".join(released.text[m.span.start : m.span.end].split()) for m in others
    ] or released.text.lstrip().startswith("\ufeff")
