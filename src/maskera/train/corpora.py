"""Annotated text for training: essays with labelled spans."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from maskera.errors import DataError, cause
from maskera.formats import jsonl, marked
from maskera.formats.inputs import read_file
from maskera.formats.text import split_header
from maskera.genre import genre_of, stated_genre
from maskera.language import Language
from maskera.mentions import Mention
from maskera.text import Document
from maskera.utf8 import decoded


class Marked(msgspec.Struct, frozen=True):
    """One labelled stretch of an annotated text. ref: the running number, 0 when not given."""

    start: int
    end: int
    label: str
    ref: int = 0
    gen: bool = False
    personal: bool = False
    foreign: bool = False


class Annotated(msgspec.Struct, frozen=True):
    """An annotated text; spans in text order, without overlap. genre: what somebody stated; a guess teaches nothing."""

    id: str
    text: str
    spans: tuple[Marked, ...]
    genre: str = ""


def read(path: Path) -> Iterator[Annotated]:
    """The annotated texts of a .jsonl file (`id`, `text`, `spans`) or of a folder of marked files; raises DataError with file and line."""
    if path.is_dir():
        yield from read_folder(path)
        return
    for item in read_file(path, {"jsonl": partial(jsonl.read_annotated, bare=False)}, "jsonl"):
        if isinstance(item, DataError):
            raise item
        given, mentions = item
        if not all(map(len, (m.span for m in mentions))) or any(a.span.overlaps(b.span) for a, b in itertools.pairwise(mentions)):
            raise DataError(f"{path}: document {given.id!r}: spans overlap or are empty")
        yield _annotated(given.id, given.text, mentions, stated_genre(given))


def document(text: Annotated, language: Language) -> Document:
    """A text as the pipeline has it: its genre by our name for it, told by the letters in its id where nobody stated one."""
    stated = Document(text.id, text.text, language.code, {"genre": text.genre})
    genre = genre_of(stated, language)
    return replace(stated, meta={"genre": genre} if genre else {})


def read_folder(folder: Path) -> Iterator[Annotated]:
    """The texts of a folder of marked files ([[surface|label|flags]]): a file with header lines is one essay, one without is a text a line.

    Raises DataError with file and line.
    """
    for path in sorted(folder.glob("*.txt")):
        whole = content(path)
        meta, body = split_header(whole)
        before = whole.count("\n") - body.count("\n")
        lines = body.splitlines()
        pieces = [(path.stem, before + 1, body)] if meta else [(f"{path.stem}-{n}", n, line) for n, line in enumerate(lines, start=1)]
        for identifier, first, piece in pieces:
            if piece.strip():
                text, mentions = marked.parse(piece.rstrip("\n"), str(path), first)
                yield _annotated(identifier, text, mentions, meta.get("genre", ""))


def content(path: Path) -> str:
    """The text of a file, whatever its line breaks; raises DataError with file and line where it cannot be read."""
    try:
        return decoded(path.read_bytes(), str(path)).replace("\r\n", "\n")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None


def _annotated(identifier: str, text: str, mentions: Iterable[Mention], genre: str) -> Annotated:
    return Annotated(identifier, text, tuple(map(_marked, mentions)), genre)


def _marked(mention: Mention) -> Marked:
    features = mention.features
    return Marked(
        mention.span.start,
        mention.span.end,
        mention.label,
        mention.number,
        "gen" in features,
        mention.personal > 0.5,
        "foreign" in features,
    )
