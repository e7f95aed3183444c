"""Plain text: one file, one document. An essay may begin with a block of `key: value` lines and a
blank line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from maskera.errors import DataError
from maskera.formats.reading import Warn, document_id, refuse_marks, refuse_others, silent
from maskera.io.utf8 import decoded
from maskera.result import Release
from maskera.taxonomy import Taxonomy
from maskera.text import Document

HEADER_KEYS = frozenset({"author", "genre", "l1", "level", "task", "title", "topic"})
"""The keys of a header, in capitals or not. A block with any other key is text: learners write "NB:
..." too."""

_HEADER = re.compile(r"(?:[^\r\n:]+:[^\r\n]*\r?\n)+\r?\n")


def split_header(text: str) -> tuple[dict[str, str], str]:
    """The metadata of the header block and the text behind its blank line; no metadata and all the
    text where there is no such block."""
    meta, end = _block(text)
    return (meta, text[end:]) if meta.keys() <= HEADER_KEYS else ({}, text)


def _block(text: str) -> tuple[dict[str, str], int]:
    """The `key: value` lines before the first blank line, and where the text behind them begins;
    none where there are others."""
    match = _HEADER.match(text)
    if match is None:
        return {}, 0
    lines = re.split(r"\r?\n", match[0].rstrip("\r\n"))
    return {
        key.lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)
    }, match.end()


def read(
    content: bytes | str, source: str, taxonomy: Taxonomy, warn: Warn = silent
) -> Iterator[Document | DataError]:
    """The document of a text file; its id is the file's name without suffix, its metadata the
    header.

    taxonomy: text with marks of its labels is refused. warn: takes a sentence about lines that are
    text because only some of them have the key of a header.
    """
    for item in read_whole(content, source):
        if isinstance(item, DataError):
            yield item
        else:
            meta, text = split_header(item.text)
            try:
                first = 1 + item.text.count("\n") - text.count("\n")
                refuse_marks(text, source, taxonomy, first)
                refuse_others(text, source)
            except DataError as error:
                yield error
                return
            if not meta and (known := _block(text)[0].keys() & HEADER_KEYS):
                told, keys = ", ".join(sorted(known)), ", ".join(sorted(HEADER_KEYS))
                warn(
                    f"{source}: its header is taken as text, {told} too, for another of its keys is unknown; there are {keys}"
                )
            yield replace(item, text=text, meta=meta)


def read_whole(content: bytes | str, source: str) -> Iterator[Document | DataError]:
    """The same of a released text: it has no header, and what looks like one is text."""
    try:
        text = decoded(content, source)
    except DataError as error:
        yield DataError(f"{error}; --encoding says what it is (mac-roman, koi8-r)")
        return
    if "\0" in text:
        yield DataError(
            f"{source}: not a text file (a null character in line {text.count(chr(10), 0, text.index(chr(0))) + 1})"
        )
        return
    yield Document(document_id(source), text)


def with_header(release: Release) -> str:
    """The released text behind what a release shows of its header."""
    shown = {key: value for key, value in release.meta.items() if key in HEADER_KEYS}
    lines = "".join(f"{key}: {value}\n" for key, value in sorted(shown.items()))
    return f"{lines}\n{release.text}" if lines else release.text


def render(release: Release) -> str:
    """The released text and nothing else."""
    return release.text
