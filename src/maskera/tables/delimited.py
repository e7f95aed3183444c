"""CSV and TSV: a header, then values, all of which stay as they are written but the texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path

from maskera.errors import DataError
from maskera.io.batches import batched
from maskera.tables.chunks import ROWS, Chunk, Columns, Done, Open, Write
from maskera.tables.streams import reading

LONGEST = 1 << 30  # characters of a value; the library's own limit is that of a short essay
MARK = "\ufeff"


def open_csv(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """Separated by commas, or by semicolons where only so the columns are found."""
    return _open(path, columns, ",;")


def open_tsv(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """Separated by tabs."""
    return _open(path, columns, "\t")


def _open(path: Path, columns: Columns, separators: str) -> Open:
    with reading(path) as stream:
        try:
            first = stream.readline().decode("utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"{path}:1: not UTF-8 text (byte {error.start + 1})") from None
    end = "\r\n" if first.endswith("\r\n") else "\n"
    rows = _rows(path, separators[0])
    names = _names(rows, path)
    for separator in separators[1:]:
        if columns.text not in names:
            others = _rows(path, separator)
            if columns.text in (found := _names(others, path)):
                rows, names, separators = others, found, separator
    text, identifier = columns.find(names, str(path))
    write = partial(
        _write,
        [*names, *([columns.leaks] if columns.leaks else [])],
        text,
        columns.leaks is not None,
        separators[0],
        end,
        MARK if first.startswith(MARK) else "",
    )
    return Open(_chunks(rows, text, identifier), write)


def _names(rows: Iterator[list[str]], path: Path) -> list[str]:
    names = next(rows, None)
    if not names:
        raise DataError(f"{path}:1: no header with the names of columns")
    return names


def _rows(path: Path, separator: str) -> Iterator[list[str]]:
    """The rows, the header first."""
    usual = csv.field_size_limit(LONGEST)
    line = 0
    with reading(path) as stream:
        lines = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
        rows = csv.reader(lines, delimiter=separator, strict=True)
        try:
            for row in rows:
                yield row
                line = rows.line_num
        except UnicodeDecodeError:
            raise DataError(f"{path}:{line + 1}: not UTF-8 text, here or soon after") from None
        except csv.Error:
            raise DataError(
                f"{path}:{line + 1}: a row that is not well quoted begins here"
            ) from None
        finally:
            csv.field_size_limit(usual)


def _chunks(rows: Iterator[list[str]], text: int, identifier: int | None) -> Iterator[Chunk]:
    first = 1
    for portion in batched(rows, ROWS):
        yield Chunk(
            [row[text] if len(row) > text else None for row in portion],
            None
            if identifier is None
            else [row[identifier] if len(row) > identifier else None for row in portion],
            first,
            portion,
        )
        first += len(portion)


def _write(
    names: list[str],
    text: int,
    judged: bool,
    separator: str,
    end: str,
    mark: str,
    done: Iterable[Done],
    write: Write,
) -> None:
    head: list[list[str]] = [names]
    write(mark.encode())
    for rows in chain([head], (_new_rows(one, text, judged, len(names)) for one in done)):
        write("".join(_line(row, separator) + end for row in rows).encode())


def _line(row: list[str], separator: str) -> str:
    """A row without its end. The library quotes those characters of an end that it is told to
    write, and a reader takes either for one."""
    line = io.StringIO(newline="")
    csv.writer(line, delimiter=separator, lineterminator="\r\n").writerow(row)
    return line.getvalue()[:-2]


def _new_rows(done: Done, text: int, judged: bool, width: int) -> Iterator[list[str]]:
    for row, new, verdict in zip(done.chunk.rows, done.texts, done.verdicts, strict=True):
        values = list(row)
        if len(values) > text:
            values[text] = new or ""
        if judged and values:
            values += [""] * (width - 1 - len(values)) + [verdict or ""]
        yield values
