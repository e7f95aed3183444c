"""The adapter for spaCy, on tokens of spaCy's shape (and on spaCy where it is installed)."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.annotate.spacy import annotator, load
from maskera.errors import MissingExtra
from maskera.text import Document, Span


@dataclass
class FakeToken:
    idx: int
    text: str
    pos_: str
    morph: str
    is_space: bool
    is_sent_start: bool | None


def pipeline(text: str) -> list[FakeToken]:
    """Words, and whitespace beyond a blank as a token, as spaCy cuts; a sentence begins after a full stop."""
    tokens: list[FakeToken] = []
    for match in re.finditer(r"\w+|[^\w\s]|\s{2,}|[^\S ]", text):
        begins = not tokens or tokens[-1].text == "."
        upos = "PROPN" if match[0][0].isupper() else "X"
        tokens.append(FakeToken(match.start(), match[0], upos, "Case=Nom" if upos == "PROPN" else "", match[0].isspace(), begins))
    return tokens


def test_tokens_tags_and_sentences() -> None:
    document = annotator(pipeline)(Document("a", "Lund är.\n\nNu Anna"))
    assert [(token.form, token.pos, token.morphology) for token in document.tokens] == [
        ("Lund", "PROPN", "Case=Nom"),
        ("är", "X", ""),
        (".", "X", ""),
        ("Nu", "PROPN", "Case=Nom"),
        ("Anna", "PROPN", "Case=Nom"),
    ]
    assert document.sentences == (Span(0, 3), Span(3, 5))


@given(st.text("aA. \n\t"))
def test_offsets_point_at_the_tokens_and_sentences_cover_them(text: str) -> None:
    document = annotator(pipeline)(Document("a", text))
    assert document.text == text
    assert all(text[token.span.start : token.span.end] == token.form and token.form.strip() for token in document.tokens)
    assert [index for span in document.sentences for index in range(span.start, span.end)] == list(range(len(document.tokens)))
    assert all(len(span) for span in document.sentences)


def test_without_spacy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"maskera\[spacy\]"):
        load("sv_core_news_sm")
