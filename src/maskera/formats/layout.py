"""A text with mentions as sentences of tokens: what the formats that write words have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from maskera.annotate import tokens as tokenizer
from maskera.taxonomy import taxonomy
from maskera.text import Document, Span, Tokens

Annotate = Callable[[Document], Document]
"""An annotator of the language, for renderers that can show part of speech."""


class Word(msgspec.Struct, frozen=True):
    """One token, or the part of one that lies inside or outside a mention. pos is UPOS, empty when
    unknown; mention is an index or -1."""

    span: Span
    form: str
    pos: str
    morphology: str
    mention: int


class Mark(msgspec.Struct, frozen=True):
    """A labelled stretch of the text."""

    span: Span
    label: str


def sentences(
    text: str, marks: Sequence[Mark], annotate: Annotate | None = None
) -> list[list[Word]]:
    """The tokens of a text by sentences, cut where a mark (in text order, without overlaps) begins
    or ends; a mark never crosses sentences.

    Without an annotator only names are known to be proper names.
    """
    document = Document("", text)
    if annotate is None:
        tokens = tokenizer.tokenize(text)
        document = document.with_tokens(tokens, tokenizer.sentences(text, tokens, frozenset()))
    else:
        document = annotate(document)
    found: list[list[Word]] = []
    mark = 0
    for sentence in document.sentences:
        words, mark = _words(document.text, document.tokens, sentence, marks, mark)
        if found and found[-1][-1].mention == words[0].mention >= 0:
            found[-1] += words
        else:
            found.append(words)
    return found


def _words(
    text: str, tokens: Tokens, sentence: Span, marks: Sequence[Mark], mark: int
) -> tuple[list[Word], int]:
    words: list[Word] = []
    for index in range(sentence.start, sentence.end):
        token = tokens[index]
        start = token.span.start
        while start < token.span.end:
            while mark < len(marks) and marks[mark].span.end <= start:
                mark += 1
            inside = mark < len(marks) and marks[mark].span.start <= start
            border = token.span.end
            if mark < len(marks):
                border = min(border, marks[mark].span.end if inside else marks[mark].span.start)
            form = text[start:border]
            pos = token.pos or ("PROPN" if inside and _is_name(marks[mark].label, form) else "")
            words.append(
                Word(Span(start, border), form, pos, token.morphology, mark if inside else -1)
            )
            start = border
    return words, mark


def _is_name(label: str, form: str) -> bool:
    return taxonomy().named(label) and any(character.isalpha() for character in form)
