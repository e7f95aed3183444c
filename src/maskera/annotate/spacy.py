"""A spaCy pipeline as an annotator (extra `spacy`): its tokens, sentences, UPOS tags and morphology
in the place of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from maskera.annotate.build import Annotator
from maskera.errors import MaskeraError, of_extra
from maskera.text import Document, Span, Tokens, checked


def load(name: str) -> Annotator:
    """The annotator of an installed spaCy pipeline, given by package name or path.

    Raises MissingExtra without spaCy, MaskeraError when there is no such pipeline.
    """
    spacy = of_extra("spacy", "annotation by spaCy", "spacy")
    try:
        return annotator(spacy.load(name))
    except OSError:
        raise MaskeraError(
            f"no spaCy pipeline {name!r} here: install it with `python -m spacy download`, or give its path"
        ) from None


def annotator(pipeline: Callable[[str], Any]) -> Annotator:
    """The annotator of a loaded spaCy pipeline. Without a parser or sentence finder in it, the text
    is one sentence."""

    def annotate(document: Document) -> Document:
        if not checked(document).text:
            return document
        return with_annotation(document, pipeline(document.text))

    return annotate


def with_annotation(document: Document, parsed: Iterable[Any]) -> Document:
    """The document with what a spaCy Doc of the same text says. Columns without any tag stay empty;
    spaces are no tokens."""
    starts: list[int] = []
    forms: list[str] = []
    pos: list[str] = []
    morphology: list[str] = []
    begins: list[int] = []
    beginning = False
    for token in parsed:
        beginning = beginning or bool(token.is_sent_start)
        if token.is_space:
            continue
        if beginning or not starts:
            begins.append(len(starts))
            beginning = False
        starts.append(token.idx)
        forms.append(token.text)
        pos.append(token.pos_)
        morphology.append(str(token.morph))
    tokens = Tokens(
        tuple(starts),
        tuple(start + len(form) for start, form in zip(starts, forms, strict=True)),
        tuple(forms),
        tuple(pos) if any(pos) else (),
        tuple(morphology) if any(morphology) else (),
    )
    ends = [*begins[1:], len(starts)]
    return document.with_tokens(
        tokens,
        tuple(Span(begin, end) for begin, end in zip(begins, ends, strict=False)) if starts else (),
    )
