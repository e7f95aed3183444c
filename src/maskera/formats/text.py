"""Plain text: one file, one document. An essay may begin with a block of `key: value` lines and a blank line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from maskera.errors import DataError
from maskera.formats.reading import decoded, document_id
from maskera.result import Release
from maskera.text import Document

HEADER_KEYS = frozenset({"author", "genre", "l1", "level", "task", "title", "topic"})
"""The keys of a header. A block with any other key is text: learners write "NB: ..." too."""

_HEADER = re.compile(r"(?:[a-z0-9_]+:[^\r\n]*\r?\n)+\r?\n")


def split_header(text: str) -> tuple[dict[str, str], str]:
    """The metadata of the header block and the text behind its blank line; no metadata and all the text where there is no such block."""
    match = _HEADER.match(text)
    if match is None:
        return {}, text
    meta = {key: value.strip() for key, _, value in (line.partition(":") for line in match[0].splitlines() if line)}
    if not meta.keys() <= HEADER_KEYS:
        return {}, text
    return meta, text[match.end() :]


def read(content: bytes | str, source: str) -> Iterator[Document | DataError]:
    """The document of a text file; its id is the file's name without suffix, its metadata the header."""
    for item in read_whole(content, source):
        if isinstance(item, DataError):
            yield item
        else:
            meta, text = split_header(item.text)
            yield replace(item, text=text, meta=meta)


def read_whole(content: bytes | str, source: str) -> Iterator[Document | DataError]:
    """The same of a released text: it has no header, and what looks like one is text."""
    try:
        text = decoded(content, source)
    except DataError as error:
        yield error
        return
    if "\0" in text:
        yield DataError(f"{source}: not a text file (a null character in line {text.count(chr(10), 0, text.index(chr(0))) + 1})")
        return
    yield Document(document_id(source), text)


def render(release: Release) -> str:
    """The released text and nothing else."""
    return release.text
