"""JSON lines as a table: an object a line, whose other values are written again byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from maskera.errors import DataError
from maskera.io import decoders
from maskera.io.batches import batched
from maskera.tables.chunks import ROWS, Chunk, Columns, Done, Open, Write
from maskera.tables.streams import reading

_ROW = decoders.json(dict[str, msgspec.Raw])
_TEXT = decoders.json(str | None)
_ID = decoders.json(str | int | None)


def open_jsonl(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """A line that cannot be read is told and left out; a value that is missing is null."""
    return Open(_chunks(path, columns, warn), partial(_write, columns))


_Row = tuple[str | None, Any, dict[str, msgspec.Raw]]


def _chunks(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Iterator[Chunk]:
    first = 1
    for batch in batched(_rows(path, columns, warn), ROWS):
        texts, ids, rows = zip(*batch, strict=True)
        yield Chunk(texts, None if columns.id is None else ids, first, rows)
        first += len(batch)


def _rows(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Iterator[_Row]:
    wanted = {name for name in (columns.text, columns.id) if name is not None}
    missing, read = set(wanted), False
    with reading(path) as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                row = _row(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line, columns)
            except DataError as error:
                warn(DataError(f"{path}:{number}: {error}"))
                continue
            missing -= row[2].keys()
            read = True
            yield row
    if read and missing:
        raise DataError(f"{path}: no line has {' or '.join(map(repr, sorted(missing)))}")


def _row(line: bytes, columns: Columns) -> _Row:
    try:
        values = _ROW.decode(line)
    except (*decoders.NOT_JSON, UnicodeDecodeError):
        raise DataError("no JSON object") from None
    if columns.leaks in values:
        raise DataError(f"there is a column {columns.leaks!r} already")
    try:
        text = _TEXT.decode(values[columns.text]) if columns.text in values else None
    except (*decoders.NOT_JSON, UnicodeDecodeError):
        raise DataError(f"{columns.text!r} must be a string or null") from None
    try:
        identifier = _ID.decode(values[columns.id]) if columns.id in values else None
    except (*decoders.NOT_JSON, UnicodeDecodeError):
        raise DataError(f"{columns.id!r} must be a string or an integer") from None
    return text, identifier, values


def _write(columns: Columns, done: Iterable[Done], write: Write) -> None:
    for one in done:
        lines = []
        for values, new, verdict in zip(one.chunk.rows, one.texts, one.verdicts, strict=True):
            row: dict[str, object] = dict(values)
            if columns.text in row:
                row[columns.text] = new
            if columns.leaks is not None:
                row[columns.leaks] = verdict
            lines.append(msgspec.json.encode(row) + b"\n")
        write(b"".join(lines))
