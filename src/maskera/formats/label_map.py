"""The labels of another program in ours: a TSV file `theirs<TAB>ours`, without a header.

Several of theirs may be one of ours. Where ours are written, the first of theirs stands for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from maskera.errors import DataError, cause
from maskera.formats.standoff import DocumentWriter, Labels
from maskera.io.utf8 import lines
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document


def read(path: Path, taxonomy: Taxonomy) -> Labels:
    """The table of a file; raises DataError with file and line for a row that is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    table: dict[str, str] = {}
    for number, line in lines(content, str(path)):
        if isinstance(line, DataError):
            raise line
        if not line.strip() or line.startswith("#"):
            continue
        theirs, tab, ours = line.partition("\t")
        if not tab or not theirs.strip():
            raise DataError(f"{path}:{number}: expected their label, a tab, our label")
        if theirs.strip() in table:
            raise DataError(f"{path}:{number}: label {theirs.strip()!r} is there twice")
        try:
            table[theirs.strip()] = taxonomy.resolve(ours.strip())
        except DataError as error:
            raise DataError(f"{path}:{number}: {error}") from None
    return table


def writing(write: DocumentWriter, labels: Labels) -> DocumentWriter:
    """The writer with their labels in the place of ours."""
    theirs: dict[str, str] = {}
    for their, our in labels.items():
        theirs.setdefault(our, their)

    def renamed(document: Document, mentions: Sequence[Mention]) -> str:
        return write(
            document,
            [
                msgspec.structs.replace(found, label=theirs.get(found.label, found.label))
                for found in mentions
            ],
        )

    return renamed
