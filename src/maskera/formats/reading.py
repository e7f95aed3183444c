"""What all readers share: the types of a reader, and a check for ids that come twice.

A reader never raises and never stops early: what cannot be read comes out as a DataError in its
place, and the caller goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import TypeVar

import msgspec

from maskera.errors import DataError
from maskera.io import decoders
from maskera.io.utf8 import decoded, lines
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document

T = TypeVar("T")

Annotated = tuple[Document, tuple[Mention, ...]]
"""A document with the mentions that its file marks, in text order."""

Reader = Callable[[bytes | str, str], Iterator[Document | DataError]]
"""The content of a file and its name (for ids and errors) in; its documents, or what was wrong with
them, out."""

AnnotatedReader = Callable[[bytes | str, str], Iterator[Annotated | DataError]]
"""The same for a file that marks mentions: gold, or what some system found."""

Warn = Callable[[str], None]
"""Takes a sentence for the user about what is no error; it names files and holds nothing of an
essay."""


def silent(_: str) -> None:
    """Tells nobody."""


def document_id(source: str) -> str:
    """The id of the only document of a file: its name without the last suffix."""
    return PurePath(source).stem


def documents(read: AnnotatedReader) -> Reader:
    """A reader of annotated files as a reader of their documents alone."""

    def read_documents(content: bytes | str, source: str) -> Iterator[Document | DataError]:
        for item in read(content, source):
            yield item if isinstance(item, DataError) else item[0]

    return read_documents


def json_list(content: bytes | str, source: str, expected: str) -> list[msgspec.Raw]:
    """The items of a JSON list, not read yet; raises DataError where it is none."""
    try:
        return decoders.json(list[msgspec.Raw]).decode(decoded(content, source))
    except decoders.NOT_JSON:
        raise DataError(f"{source}: not {expected}") from None


def json_lines(
    content: bytes | str, source: str, kind: type[T], expected: str = "a JSON object in one line"
) -> Iterator[tuple[int, T] | DataError]:
    """The objects of a file of JSON lines with the numbers of their lines, blank lines left out; a
    line that is none of the kind is a DataError in its place ("not " and what was expected)."""
    for number, line in lines(content, source):
        if isinstance(line, DataError):
            yield line
            continue
        if not line.strip():
            continue
        try:
            yield number, decoders.json(kind).decode(line)
        except (*decoders.NOT_JSON, UnicodeEncodeError):
            # The decoder's own words could quote the line.
            yield DataError(f"{source}:{number}: not {expected}")


_MARK = re.compile(
    r"\[\[(?:(?!\[\[)[^|\]])+\|([a-z_]{1,40})(?:[| :,;-][A-Za-z0-9_=, |:-]{0,80})?\]\]"
)
_OTHERS = tuple(
    (re.compile(rf"\ufeff?\s*{begin}", re.IGNORECASE), what)
    for begin, what in (
        (
            r"<(?:\?xml\s|TEI\b|teiCorpus\b|!DOCTYPE\s)",
            "XML, not plain text; read it with --from tei, sparv or html",
        ),
        (
            r"<(?:html|head|body|div|p|table)\b[^<>]*>",
            "HTML, not plain text; read it with --from html",
        ),
        (r"%PDF-\d", "a PDF, not plain text; read it with --from pdf"),
        (r"\{\\rtf\d", "RTF, not plain text; save it as .docx, .odt or plain text"),
    )
)
"""What files of other kinds begin with, and what to do with them."""


def refuse_marks(text: str, source: str, taxonomy: Taxonomy, line: int = 1) -> None:
    """Raises DataError for a text with marked mentions ([[Anna|firstname_female]]), whose labels
    would be taken for words; double brackets with other words are text."""
    for mark in _MARK.finditer(text):
        if mark[1] in taxonomy.categories:
            at = line + text.count("\n", 0, mark.start())
            raise DataError(
                f"{source}:{at}: marked text ([[words|{mark[1]}]]); read it with --from marked"
            )


def refuse_others(text: str, source: str) -> None:
    """Raises DataError for a file of another kind read as plain text (XML, HTML, PDF, RTF),
    whose signs would be taken for words."""
    for begins, what in _OTHERS:
        if begins.match(text):
            raise DataError(f"{source}:1: {what}")


class SeenIds:
    """The ids met so far, with the place of the first; it exists to refuse the second."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}

    def check(self, identifier: str, source: str, line: int = 0) -> None:
        """Raises DataError when the id has been seen before."""
        place = f"{source}:{line}" if line else source
        if identifier in self._places:
            raise DataError(
                f"{place}: id {identifier!r} is taken already at {self._places[identifier]}"
            )
        self._places[identifier] = place
