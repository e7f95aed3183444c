"""The spaCy adapter: what a pipeline says becomes columns over the untouched text. Without spaCy a
stand-in for its Doc is read."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass

import pytest

from maskera.annotate.spacy import annotator, load, with_annotation
from maskera.errors import MaskeraError, MissingExtra
from maskera.text import Document, Span

HERE = importlib.util.find_spec("spacy") is not None
needs_spacy = pytest.mark.skipif(not HERE, reason="spaCy is not installed (extra `spacy`)")


@dataclass(frozen=True)
class Parsed:
    """A token as spaCy shows it."""

    text: str
    idx: int
    pos_: str = ""
    morph: str = ""
    is_sent_start: bool | None = None
    is_space: bool = False


def test_tags_sentences_and_offsets_are_taken_over_and_spaces_are_no_tokens() -> None:
    document = Document("d", "Hej  Anna. Hon bor här.", meta={"level": "A"})
    parsed = [
        Parsed("Hej", 0, "INTJ", "", True), Parsed(" ", 4, "SPACE", "", False, True),
        Parsed("Anna", 5, "PROPN", "Case=Nom"), Parsed(".", 9, "PUNCT"),
        Parsed("Hon", 11, "PRON", "Case=Nom", True), Parsed("bor", 15, "VERB"), Parsed("här", 19, "ADV"), Parsed(".", 22, "PUNCT"),
    ]  # fmt: skip
    annotated = with_annotation(document, parsed)
    assert annotated.tokens.forms == ("Hej", "Anna", ".", "Hon", "bor", "här", ".")
    assert all(
        document.text[token.span.start : token.span.end] == token.form for token in annotated.tokens
    )
    assert annotated.tokens.pos[1] == "PROPN" and annotated.tokens.morphology[1] == "Case=Nom"
    assert annotated.sentences == (Span(0, 3), Span(3, 7))
    assert annotated.meta == {"level": "A"}


def test_a_space_that_begins_a_sentence_hands_the_beginning_on() -> None:
    parsed = [
        Parsed("Hej", 0, is_sent_start=True),
        Parsed("\n", 3, is_sent_start=True, is_space=True),
        Parsed("du", 4),
    ]
    assert with_annotation(Document("d", "Hej\ndu"), parsed).sentences == (Span(0, 1), Span(1, 2))


def test_a_pipeline_without_tagger_and_parser_gives_one_sentence_and_empty_columns() -> None:
    annotated = with_annotation(Document("d", "Hej du"), [Parsed("Hej", 0), Parsed("du", 4)])
    assert annotated.sentences == (Span(0, 2),)
    assert annotated.tokens.pos == annotated.tokens.morphology == ()


def test_a_bare_text_is_no_document() -> None:
    with pytest.raises(MaskeraError, match=r"expected a maskera\.Document, got str"):
        annotator(lambda text: [])("Hej du")  # type: ignore[arg-type]  # as a user may


def test_nothing_is_asked_about_an_empty_text() -> None:
    def never(text: str) -> None:
        raise AssertionError

    document = Document("d", "")
    assert annotator(never)(document) is document  # type: ignore[arg-type]  # stands in for a spaCy pipeline
    assert with_annotation(Document("d", " "), [Parsed(" ", 0, is_space=True)]).sentences == ()


def test_without_spacy_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"pip install 'maskera\[spacy\]'"):
        load("sv_core_news_sm")


@needs_spacy
def test_a_pipeline_that_is_not_installed_is_named() -> None:
    with pytest.raises(MaskeraError, match="no spaCy pipeline 'sv_no_such'"):
        load("sv_no_such")


@needs_spacy
def test_a_real_pipeline_gives_the_text_back_token_by_token() -> None:
    import spacy

    pipeline = spacy.blank("sv")
    pipeline.add_pipe("sentencizer")
    document = Document("d", "Hej 👋🏽 Anna!\n\nJag heter A\u030asa.  Vi ses.")
    annotated = annotator(pipeline)(document)
    assert all(
        document.text[token.span.start : token.span.end] == token.form for token in annotated.tokens
    )
    assert "".join(annotated.tokens.forms) == "".join(document.text.split())
    assert len(annotated.sentences) == 3
    assert annotated.tokens.pos == ()
