"""Sparv's XML exports."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.annotate import sparv
from maskera.errors import DataError
from maskera.lang.sv.suc import universal
from maskera.text import Document, Span

EXPORT = """<?xml version='1.0' encoding='UTF-8'?>
<text id="A1" genre="narrative" level="A">
  <paragraph>
    <sentence id="s1">
      <token pos="PN" msd="PN.UTR.SIN.DEF.SUB" baseform="|jag|" _tail="\\s">Jag</token>
      <token pos="VB" msd="VB.PRS.AKT" _tail="\\s">heter</token>
      <token pos="PM" msd="PM.NOM" ufeats="|Case=Nom|">Åsa</token>
      <token pos="MAD" msd="MAD" _tail="\\n\\n">.</token>
    </sentence>
  </paragraph>
  <paragraph><sentence><token pos="IN" upos="X" _head="\\t\\s">&lt;3</token></sentence></paragraph>
</text>
"""
OLD = '<corpus><text title="x"><s><w pos="PM" msd="PM.GEN">Lunds</w><w pos="NN">centrum</w></s><s><w pos="AB">här</w></s></text></corpus>'


def only(content: bytes | str) -> Document:
    (item,) = sparv.read(content, "folder/export.xml", universal)
    assert isinstance(item, Document), str(item)
    return item


def test_an_export_with_whitespace_gives_back_the_text() -> None:
    document = only(EXPORT)
    assert document.text == "Jag heter Åsa.\n\n\t <3"
    assert document.id == "A1" and document.meta == {"genre": "narrative", "level": "A"}
    assert document.sentences == (Span(0, 4), Span(4, 5))


def test_tags_are_universal_and_what_the_export_says_goes_first() -> None:
    tokens = only(EXPORT).tokens
    assert [token.pos for token in tokens] == ["PRON", "VERB", "PROPN", "PUNCT", "X"]
    assert tokens[2].morphology == "Case=Nom"
    assert tokens[0].morphology == "Case=Nom|Definite=Def|Gender=Com|Number=Sing|PronType=Prs"


def test_an_old_export_has_single_blanks_and_the_name_of_its_file() -> None:
    document = only(OLD)
    assert document.text == "Lunds centrum här" and document.id == "export"
    assert [(token.form, token.pos, token.morphology) for token in document.tokens] == [
        ("Lunds", "PROPN", "Case=Gen"),
        ("centrum", "NOUN", ""),
        ("här", "ADV", ""),
    ]


def test_without_a_tagset_only_universal_tags_are_known() -> None:
    (document,) = sparv.read(EXPORT, "e.xml")
    assert isinstance(document, Document)
    assert document.tokens.pos == ("", "", "", "", "X")


def test_each_text_is_a_document() -> None:
    items = list(
        sparv.read(
            "<c><text><w>a</w></text><text id='q'><w>b</w></text><text><w>c</w></text></c>", "e.xml"
        )
    )
    assert [item.id for item in items if isinstance(item, Document)] == ["e", "q", "e-3"]


def test_tokens_without_text_or_sentence_are_read() -> None:
    assert only("<x><w>a</w><w>b</w></x>").text == "a b"


def test_other_encodings_are_taken_at_their_word() -> None:
    assert only('<?xml version="1.0" encoding="ISO-8859-1"?><w>å</w>'.encode("latin-1")).text == "å"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<text>\n<w>Anna</text>", "e.xml:2: not well-formed XML"),
        ("", "e.xml:1: not well-formed XML"),
        ("<x>Anna</x>", "e.xml:1: words outside <token> or <w>"),
        (
            '<!DOCTYPE x [\n<!ENTITY a "b">]><x><w>Anna&a;</w></x>',
            "e.xml:2: XML that declares entities is not read",
        ),
        (b'<?xml version="1.0" encoding="klingon"?><w/>', "e.xml"),
        ("<w>Göteborg</w>".encode("latin-1"), "e.xml:1: not well-formed XML"),
    ],
)
def test_bad_input_is_one_sentence_without_text(content: bytes | str, message: str) -> None:
    (error,) = sparv.read(content, "e.xml")
    assert (
        isinstance(error, DataError) and str(error).startswith(message) and "Anna" not in str(error)
    )


def test_what_stands_before_the_break_is_kept() -> None:
    first, error = sparv.read("<c><text><w>a</w></text><text><w>b", "e.xml")
    assert isinstance(first, Document) and isinstance(error, DataError)


SPACES = st.sampled_from(["", " ", "\n", " \t", "\n\n"])


@given(st.lists(st.tuples(st.text("aå<&\"'", min_size=1), SPACES, SPACES), min_size=1))
def test_offsets_point_at_the_tokens(words: list[tuple[str, str, str]]) -> None:
    def escaped(text: str) -> str:
        for old, new in (
            ("&", "&amp;"),
            ("<", "&lt;"),
            ('"', "&quot;"),
            (" ", "\\s"),
            ("\n", "\\n"),
            ("\t", "\\t"),
        ):
            text = text.replace(old, new)
        return text

    tokens = "".join(
        f'<w _head="{escaped(head)}" _tail="{escaped(tail)}">{escaped(form)}</w>'
        for form, head, tail in words
    )
    document = only(f"<text><s>{tokens}</s></text>")
    assert document.text == "".join(head + form + tail for form, head, tail in words)
    assert [token.form for token in document.tokens] == [form for form, _, _ in words]
    assert all(
        document.text[token.span.start : token.span.end] == token.form for token in document.tokens
    )


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (
            '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><p>Anna bor</p></text></TEI>',
            "f.xml:1: TEI, not an export of Sparv (with <token> or <w>)",
        ),
        ("<tei:TEI xmlns:tei='x'><w>Anna</w></tei:TEI>", "f.xml:1: TEI, not an export of Sparv"),
        ("<text>\n<p>Anna bor i Lund</p></text>", "f.xml:2: words outside <token> or <w>"),
        ("<s>\n<w>Anna<ana><ps>PM</ps></ana></w></s>", "f.xml:2: an element within <token> or <w>"),
        ("<text><token>Anna</token> bor</text>", "f.xml:1: words outside <token> or <w>"),
    ],
)
def test_xml_whose_words_would_be_lost_is_refused(content: str, wrong: str) -> None:
    *_, error = sparv.read(content, "f.xml")
    assert isinstance(error, DataError) and str(error).startswith(wrong)
    assert "Anna" not in str(error)
