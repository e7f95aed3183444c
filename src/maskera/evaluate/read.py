"""Read gold or predictions from files and folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from maskera.errors import DataError, cause
from maskera.evaluate.align import Labelled
from maskera.formats import FORMATS, AnnotatedReader, annotated_readers, jsonl
from maskera.formats.inputs import files, read_all
from maskera.formats.jsonl import NO_TEXTS
from maskera.formats.reading import Warn, silent
from maskera.formats.standoff import OURS, Labels
from maskera.genre import genre_of
from maskera.lang.pack import LanguagePack
from maskera.taxonomy import Taxonomy

EVALUATED = tuple(sorted(name for name, known in FORMATS.items() if known.read_annotated))
"""The formats of what can be evaluated; a text file (text) stands for one with inline markup."""


def read(
    path: Path,
    taxonomy: Taxonomy,
    format_name: str = "",
    warn: Warn = silent,
    labels: Labels = OURS,
    texts: Mapping[str, str] = NO_TEXTS,
) -> list[Labelled]:
    """The documents of a file or folder with their mentions, in the named format or that of the
    suffix; a line of JSON without annotation is not one with nothing in it.

    Raises the first DataError: figures over what happens to be readable would be wrong figures.
    taxonomy: of the labels. warn: as for files(). labels: of an annotation tool, in ours. texts: by
    id, for predictions that leave them out.
    """
    known = annotated_readers(taxonomy, labels)
    lines = partial(jsonl.read_annotated, taxonomy=taxonomy, bare=False, texts=texts)
    table: Mapping[str, AnnotatedReader] = {**known, "text": known["marked"], "jsonl": lines}
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
    """The file, or the files of a folder; raises the first DataError, as read() does. warn: as for
    files()."""
    found: list[Path] = []
    for file in files(path, warn=warn):
        if isinstance(file, DataError):
            raise file
        found.append(file)
    return found
