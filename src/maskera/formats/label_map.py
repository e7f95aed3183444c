"""The labels of another program in ours: a TSV file `theirs<TAB>ours`, without a header.

Several of theirs may be one of ours, and several of ours one of theirs. Where one stands for
several, the row that comes first counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from maskera.errors import DataError, cause
from maskera.formats.standoff import DocumentWriter, Labels
from maskera.io.utf8 import lines
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document


def read(path: Path, taxonomy: Taxonomy) -> Labels:
    """Our label of each of theirs; raises DataError with file and line for a row that is none."""
    table: dict[str, str] = {}
    for their, our in _rows(path, taxonomy):
        table.setdefault(their, our)
    return table


def theirs(path: Path, taxonomy: Taxonomy) -> Mapping[str, str]:
    """Their label of each of ours; raises as read() does."""
    table: dict[str, str] = {}
    for their, our in _rows(path, taxonomy):
        table.setdefault(our, their)
    return table


def merged(path: Path, taxonomy: Taxonomy) -> Labels:
    """For each of ours the one that their label for it is read as, so that labels that are one of
    theirs are one on both sides of a comparison; raises as read() does."""
    ours = read(path, taxonomy)
    return {our: ours[their] for our, their in theirs(path, taxonomy).items()}


def _rows(path: Path, taxonomy: Taxonomy) -> Iterator[tuple[str, str]]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    told: set[tuple[str, str]] = set()
    for number, line in lines(content, str(path)):
        if isinstance(line, DataError):
            raise line
        if not line.strip() or line.startswith("#"):
            continue
        their, tab, ours = line.partition("\t")
        if not tab or not their.strip():
            raise DataError(f"{path}:{number}: expected their label, a tab, our label")
        try:
            row = their.strip(), taxonomy.resolve(ours.strip())
        except DataError as error:
            raise DataError(f"{path}:{number}: {error}") from None
        if row in told:
            raise DataError(f"{path}:{number}: this row is there twice")
        told.add(row)
        yield row


def writing(write: DocumentWriter, labels: Mapping[str, str]) -> DocumentWriter:
    """The writer with their labels, of theirs(), in the place of ours."""

    def renamed(document: Document, mentions: Sequence[Mention]) -> str:
        return write(
            document,
            [
                msgspec.structs.replace(found, label=labels.get(found.label, found.label))
                for found in mentions
            ],
        )

    return renamed
