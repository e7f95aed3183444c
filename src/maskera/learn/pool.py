"""Pool: the texts of a project as columns of tokens, and gold read from annotated files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.annotate.tokens import sentences, tokenize
from maskera.errors import DataError, MaskeraError
from maskera.evaluate.align import OUTSIDE, token_labels
from maskera.evaluate.read import content
from maskera.evaluate.read import read as read_annotated
from maskera.formats.reading import Warn, silent
from maskera.io import decoders
from maskera.io.utf8 import lines
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

Gold = tuple[Document, tuple[Mention, ...]]
"""A document with what somebody marked in it; labels are those of the file."""

NO_ABBREVIATIONS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Pool:
    """Documents, tokenized, as columns over all their tokens.

    forms: every token as written. starts: the first token of each sentence, and the number of all
    tokens at the end. documents_of: the number of each sentence's document. firsts: the first token
    of each document, and the number of all tokens.
    """

    documents: tuple[Document, ...]
    forms: tuple[str, ...] = field(repr=False)
    starts: NDArray[np.intp]
    documents_of: NDArray[np.intp]
    firsts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.forms)

    @cached_property
    def lengths(self) -> NDArray[np.intp]:
        """Tokens of each sentence."""
        return np.diff(self.starts)

    @cached_property
    def sentence_of(self) -> NDArray[np.intp]:
        """The sentence of each token."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @cached_property
    def words(self) -> NDArray[np.bool_]:
        """Which tokens have a letter or a digit: only they count in a score."""
        return np.array([any(map(str.isalnum, form)) for form in self.forms], bool)

    def place(self, token: int) -> tuple[Document, Span]:
        """The document of a token, and where in its text it stands."""
        number = int(self.documents_of[self.sentence_of[token]])
        document, index = self.documents[number], token - self.firsts[number]
        return document, Span(document.tokens.starts[index], document.tokens.ends[index])


def pool(documents: Iterable[Document]) -> Pool:
    """The pool of documents; those without a token stay, and add nothing. Raises MaskeraError for
    no documents."""
    annotated: list[Document] = []
    forms: list[str] = []
    starts, owners, firsts = [0], [], [0]
    for number, document in enumerate(documents):
        found = tokenize(document.text)
        cut = sentences(document.text, found, NO_ABBREVIATIONS)
        annotated.append(document.with_tokens(found, cut))
        for sentence in cut:
            starts.append(firsts[-1] + sentence.end)
            owners.append(number)
        forms += found.forms
        firsts.append(len(forms))
    if not annotated:
        raise MaskeraError("no documents")
    return Pool(
        tuple(annotated),
        tuple(forms),
        np.array(starts, np.intp),
        np.array(owners, np.intp),
        tuple(firsts),
    )


def labels_of(texts: Pool, gold: Sequence[Gold]) -> list[str]:
    """The label of every token of the pool; gold: in the order of the pool's documents."""
    found: list[str] = []
    for document, (_, mentions) in zip(texts.documents, gold, strict=True):
        found += token_labels(document.tokens, sorted(mentions, key=lambda each: each.span))
    return found


class _Mark(msgspec.Struct, frozen=True):
    start: int
    end: int
    label: str


class _Line(msgspec.Struct, frozen=True):
    """spans: of a gold. mentions: of what `detect` writes."""

    text: str
    spans: tuple[_Mark, ...] | None = None
    mentions: tuple[_Mark, ...] | None = None
    id: str | int = ""


def read_gold(paths: Sequence[Path], taxonomy: Taxonomy, warn: Warn = silent) -> list[Gold]:
    """Annotated documents: JSON lines (`id`, `text`, `spans` or `mentions`) with labels of any
    scheme, and every other format that `evaluate` reads, with those of the taxonomy. Raises
    DataError with file and line."""
    found: list[Gold] = []
    for path in paths:
        found += (
            _json_lines(path)
            if path.suffix.lower() == ".jsonl"
            else read_annotated(path, taxonomy, warn=warn)
        )
    return found


def _json_lines(path: Path) -> list[Gold]:
    found: list[Gold] = []
    for number, line in lines(content(path), str(path)):
        if isinstance(line, DataError):
            raise line
        if line.strip():
            found.append(_gold(line, number, path))
    return found


def _gold(line: str, number: int, path: Path) -> Gold:
    try:
        given = decoders.json(_Line).decode(line)
    except decoders.NOT_JSON:
        raise DataError(
            f"{path}:{number}: not a JSON object with text and spans (start, end, label)"
        ) from None
    marks = given.mentions if given.spans is None else given.spans
    if marks is None:
        raise DataError(
            f'{path}:{number}: neither "spans" nor "mentions": a text without annotation'
        )
    document = Document(str(given.id) or f"{path.stem}-{number}", given.text)
    mentions: list[Mention] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if not 0 <= mark.start < mark.end <= len(given.text):
            raise DataError(f"{path}:{number}: a span is empty or lies outside the text")
        if not mark.label or mark.label == OUTSIDE:
            raise DataError(f"{path}:{number}: a span has no label")
        if not mentions or mentions[-1].span.end <= mark.start:  # of those that overlap, the longer
            mentions.append(Mention(Span(mark.start, mark.end), mark.label))
    return document, tuple(mentions)
