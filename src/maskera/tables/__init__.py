"""Tables with a column of texts: CSV, TSV, JSON lines, Parquet, xlsx. One `Kind` record each.

A table is read in chunks of rows and written again as the chunks are done, so that memory does not
grow with it (a workbook is held whole, a Parquet file a row group at a time). Nothing but the
column of texts changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from maskera.errors import DataError, MaskeraError
from maskera.tables import counting, delimited, jsonl, parquet, xlsx
from maskera.tables.chunks import Chunk, Columns, Done, Open, Write
from maskera.tables.streams import COMPRESSIONS


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of table. open: reads the head and gives chunks and a writer, or raises DataError.
    count: its rows, None where that costs as much as reading it. streamed: it can be written to
    standard output and be compressed."""

    name: str
    suffix: str
    open: Callable[[Path, Columns, Callable[[DataError], None]], Open]
    count: Callable[[Path], int | None]
    streamed: bool = True


KINDS: Mapping[str, Kind] = {
    kind.suffix: kind
    for kind in (
        Kind("csv", ".csv", delimited.open_csv, counting.delimited),
        Kind("tsv", ".tsv", delimited.open_tsv, counting.delimited),
        Kind("jsonl-table", ".jsonl", jsonl.open_jsonl, counting.lines),
        Kind("parquet", ".parquet", parquet.open_parquet, counting.parquet, streamed=False),
        Kind("xlsx", ".xlsx", xlsx.open_xlsx, counting.unknown, streamed=False),
    )
}
"""Every kind by the suffix of its files."""

ONLY_TABLES = frozenset(KINDS) - {".jsonl"}
"""Suffixes that are tables whether or not a column is named; JSON lines are documents else."""


def suffix_of(path: Path) -> str:
    """The suffix that tells the kind: of `rows.csv.gz` it is .csv."""
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() if suffix in COMPRESSIONS else suffix


def kind_of(path: Path) -> Kind | None:
    """The kind of a table by its name; None for no table's. Raises MaskeraError for a compressed
    file of a kind that is compressed within."""
    kind = KINDS.get(suffix_of(path))
    if kind and not kind.streamed and path.suffix.lower() in COMPRESSIONS:
        raise MaskeraError(
            f"{path}: {kind.name} is compressed within; unpack it ({path.suffix}) first"
        )
    return kind


def row_count(path: Path) -> int | None:
    """How many rows a table has; None where it does not tell, or cannot be read."""
    kind = kind_of(path)
    try:
        return kind.count(path) if kind else None
    except DataError:
        return None


def texts(
    path: Path, columns: Columns, warn: Callable[[DataError], None]
) -> Iterator[tuple[int, str | None, object]]:
    """Number, text and id of the rows of a table."""
    kind = kind_of(path)
    if kind is None:
        raise MaskeraError(f"{path}: no table ({', '.join(KINDS)})")
    for chunk in kind.open(path, columns, warn).chunks:
        for row, text in enumerate(chunk.texts):
            yield chunk.first + row, text, chunk.ids[row] if chunk.ids else None


__all__ = [
    "KINDS",
    "ONLY_TABLES",
    "Chunk",
    "Columns",
    "Done",
    "Kind",
    "Open",
    "Write",
    "kind_of",
    "row_count",
    "suffix_of",
    "texts",
]
