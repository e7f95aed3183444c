"""Read gold or predictions from files and folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from maskera.errors import DataError, cause
from maskera.evaluate.align import Labelled
from maskera.formats import ANNOTATED_READERS, AnnotatedReader, jsonl, with_labels
from maskera.formats.inputs import files, read_all
from maskera.formats.jsonl import NO_TEXTS
from maskera.formats.reading import Warn, silent
from maskera.formats.standoff import OURS, Labels
from maskera.genre import genre_of
from maskera.lang.pack import LanguagePack

READERS: Mapping[str, AnnotatedReader] = {
    **ANNOTATED_READERS,
    "text": ANNOTATED_READERS["marked"],
    "jsonl": partial(jsonl.read_annotated, bare=False),
}
"""What can be evaluated; a text file stands for one with inline markup, and a line without
annotation is not one with nothing in it."""


def read(
    path: Path,
    format_name: str = "",
    warn: Warn = silent,
    labels: Labels = OURS,
    texts: Mapping[str, str] = NO_TEXTS,
) -> list[Labelled]:
    """The documents of a file or folder with their mentions, in the named format or that of the
    suffix.

    Raises the first DataError: figures over what happens to be readable would be wrong figures.
    warn: as for files(). labels: of an annotation tool, in ours. texts:
    by id, for predictions that leave them out.
    """
    jsonl_reader = partial(jsonl.read_annotated, bare=False, texts=texts)
    table: Mapping[str, AnnotatedReader] = {**with_labels(READERS, labels), "jsonl": jsonl_reader}
    found: list[Labelled] = []
    for item in read_all([path], table, format_name, warn=warn):
        if isinstance(item, DataError):
            raise item
        found.append(item)
    return found


def content(path: Path) -> bytes:
    """What a file holds; raises DataError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None


def with_genres(side: Iterable[Labelled], language: LanguagePack) -> list[Labelled]:
    """The same documents, their genres by our names for them, told by the letters in an id where
    nobody stated one."""
    told = ((document, mentions, genre_of(document, language)) for document, mentions in side)
    return [
        (replace(document, meta={**document.meta, "genre": genre}) if genre else document, mentions)
        for document, mentions, genre in told
    ]


def readable(path: Path, warn: Warn = silent) -> list[Path]:
    """The file, or the files of a folder; raises the first DataError, as read() does. tell: as for
    files()."""
    found: list[Path] = []
    for file in files(path, warn=warn):
        if isinstance(file, DataError):
            raise file
        found.append(file)
    return found
