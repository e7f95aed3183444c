"""Annotated text for training: essays with labelled spans, of our own or of an annotation tool."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from maskera.errors import DataError, cause
from maskera.formats import annotated_readers, jsonl, marked
from maskera.formats.inputs import BRAT, SAMPLE, files, format_of, read_file
from maskera.formats.reading import AnnotatedReader, Warn, silent
from maskera.formats.standoff import OURS, Labels
from maskera.formats.text import split_header
from maskera.genre import genre_of, stated_genre
from maskera.io.output import is_folder
from maskera.io.utf8 import decoded
from maskera.lang.pack import LanguagePack
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document


class Marked(msgspec.Struct, frozen=True):
    """One labelled span of an annotated text. ref: the running number, 0 when not given."""

    start: int
    end: int
    label: str
    ref: int = 0
    gen: bool = False
    personal: bool = False
    foreign: bool = False


class Outline(NamedTuple):
    """What two mentions share that may stand for each other: type, whether the first letter is a
    capital, words (up to WORDS)."""

    type: str
    capital: bool
    words: int


WORDS = 4


def outline(type_: str, written: str) -> Outline:
    """The outline of a mention as it is written."""
    return Outline(type_, written[:1].isupper(), min(len(written.split()), WORDS))


class Annotated(msgspec.Struct, frozen=True):
    """An annotated text; spans in text order, without overlap. genre: what somebody stated; a guess
    teaches nothing.

    file: the name of the marked file that it is from, or of which it is a line. types: whether its
    labels are types of the coarser scheme of a language's tagger. annotates: the types that are
    marked in it; None: all. kind: of the text (court, post ...), "" where nobody says it. others:
    what a copy may have in the place of a mention of its own.
    """

    id: str
    text: str
    spans: tuple[Marked, ...]
    genre: str = ""
    file: str = ""
    types: bool = False
    annotates: frozenset[str] | None = None
    kind: str = ""
    others: Mapping[Outline, Sequence[str]] = MappingProxyType({})


SUFFIXES: Mapping[str, str] = {".jsonl": "jsonl", ".txt": "marked"}
"""What of a folder is read as our own."""
TOOLS = (".json", ".xmi", BRAT, ".tsv")
"""Suffixes of what annotation tools write, beside doccano's .jsonl."""
_DOCCANO = re.compile(rb'\s*\{(?!.*"(?:spans|mentions)"\s*:).*"label"\s*:\s*\[')

Reader = Callable[[Path, Taxonomy], Iterator[Annotated]]
"""read() with what else it is given."""


def read(
    path: Path, taxonomy: Taxonomy, warn: Warn = silent, labels: Labels = OURS
) -> Iterator[Annotated]:
    """The annotated texts of a file, or of the files of a folder and its folders: JSON lines (`id`,
    `text`, `spans`), marked text, and what annotation tools write.

    Raises DataError with file and line. taxonomy: of the labels. warn: takes a sentence about files
    of a folder that are left out. labels: of a tool, in ours.
    """
    tools = annotated_readers(taxonomy, labels)
    for file in files(path, suffixes=(*SUFFIXES, *TOOLS), warn=warn):
        if isinstance(file, DataError):
            raise file
        if tool := tool_of(file):
            yield from _separate(file, tools[tool], tool)
        elif file.suffix.lower() not in SUFFIXES:
            warn(f"{file}: left out, for it is of no annotation tool")
        elif SUFFIXES[file.suffix.lower()] == "marked":
            yield from _marked_file(file, taxonomy)
        else:
            reader = partial(jsonl.read_annotated, taxonomy=taxonomy, bare=False)
            yield from _separate(file, reader, "jsonl")


def tool_of(path: Path) -> str:
    """The format of an annotation tool that a file has, by its suffix and how it begins; empty for
    none, and for a folder."""
    suffix = path.suffix.lower()
    if suffix not in (*TOOLS, ".jsonl") or is_folder(path):
        return ""
    try:
        with path.open("rb") as stream:
            beginning = stream.read(SAMPLE)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    if suffix == ".jsonl":
        return "doccano" if _DOCCANO.match(beginning.partition(b"\n")[0]) else ""
    if suffix == ".tsv":
        return "webanno" if beginning.startswith(b"#FORMAT=WebAnno TSV") else ""
    known = format_of(path.name, beginning)
    return known if known in ("cas", "label-studio", "xmi", "brat") else ""


def is_news(path: Path) -> bool:
    """Whether a corpus is read as one of named entities: a text file by itself; in a folder it is a
    marked one."""
    return SUFFIXES.get(path.suffix.lower()) == "marked" and not is_folder(path)


def document(text: Annotated, language: LanguagePack) -> Document:
    """A text as the pipeline has it: its genre by our name, told by the letters in its file's name
    or its id if nobody stated one."""
    stated = Document(text.file or text.id, text.text, language.code, {"genre": text.genre})
    genre = genre_of(stated, language)
    return replace(stated, id=text.id, meta={"genre": genre} if genre else {})


def _separate(path: Path, reader: AnnotatedReader, name: str) -> Iterator[Annotated]:
    """The texts of a file in a format, whose spans must stand apart."""
    for item in read_file(path, {name: reader}, name):
        if isinstance(item, DataError):
            raise item
        given, mentions = item
        if not all(map(len, (m.span for m in mentions))) or any(
            a.span.overlaps(b.span) for a, b in itertools.pairwise(mentions)
        ):
            raise DataError(f"{path}: document {given.id!r}: spans overlap or are empty")
        yield _annotated(given.id, given.text, mentions, stated_genre(given))


def _marked_file(path: Path, taxonomy: Taxonomy) -> Iterator[Annotated]:
    """The texts of a marked file ([[surface|label|flags]]): with header lines it is one essay,
    without it has a text a line."""
    whole = content(path)
    meta, body = split_header(whole)
    before = whole.count("\n") - body.count("\n")
    lines = body.splitlines()
    pieces = (
        [(path.stem, before + 1, body)]
        if meta
        else [(f"{path.stem}-{n}", n, line) for n, line in enumerate(lines, start=1)]
    )
    for identifier, first, piece in pieces:
        if piece.strip():
            text, mentions = marked.parse(piece.rstrip("\n"), str(path), taxonomy, first)
            yield _annotated(identifier, text, mentions, meta.get("genre", ""), path.stem)


def content(path: Path) -> str:
    """The text of a file, whatever its line breaks; raises DataError with file and line where it
    cannot be read."""
    try:
        return decoded(path.read_bytes(), str(path)).replace("\r\n", "\n")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None


def _annotated(
    identifier: str, text: str, mentions: Iterable[Mention], genre: str, file: str = ""
) -> Annotated:
    return Annotated(identifier, text, tuple(map(_marked, mentions)), genre, file)


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
