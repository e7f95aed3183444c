"""CSV and TSV: a header, then values, all of which stay as they are written but the texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO

from maskera.errors import DataError
from maskera.io.batches import batched
from maskera.tables.chunks import ROWS, UTF_8, Chunk, Columns, Done, Open, Write
from maskera.tables.streams import reading

LONGEST = 1 << 30  # characters of a value; the library's own limit is that of a short essay
MARK = "\ufeff"
"""What begins UTF-8 for spreadsheet programs, which take a table without it for their own encoding."""


def open_csv(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """Separated by commas, or by semicolons, tabs or bars where only so the columns are found."""
    return _open(path, columns, ",;\t|", warn)


def open_tsv(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """Separated by tabs."""
    return _open(path, columns, "\t", warn)


def _open(path: Path, columns: Columns, separators: str, warn: Callable[[DataError], None]) -> Open:
    with reading(path) as stream, _decoded(stream, columns.encoding) as lines:
        try:
            first = lines.readline()
        except UnicodeError:
            raise _undecoded(path, 1, columns) from None
    end = "\r\n" if first.endswith("\r\n") else "\n"
    separator = _separator(path, columns, separators)
    rows = _rows(path, separator, columns)
    _, names = next(rows, (0, []))
    if not names:
        raise DataError(f"{path}:1: no header with the names of columns")
    text, identifier = columns.find(names, str(path))
    write = partial(
        _write,
        [*names, *([columns.leaks] if columns.leaks else [])],
        text,
        columns.leaks is not None,
        separator,
        end,
        MARK if first.startswith(MARK) or columns.encoding != UTF_8 else "",
    )
    return Open(_chunks(_fitting(rows, len(names), path, warn), text, identifier), write)


def _separator(path: Path, columns: Columns, separators: str) -> str:
    """The separator by which the column of texts is found; without one, the first by which there
    is a header."""
    readable = ""
    for separator in separators:
        with suppress(DataError), closing(_rows(path, separator, columns)) as rows:
            _, names = next(rows, (0, []))
            if columns.text in names:
                return separator
            if names and not readable:
                readable = separator
    return readable or separators[0]


def _decoded(stream: IO[bytes], encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(stream, encoding=encoding, newline="")


def _undecoded(path: Path, line: int, columns: Columns) -> DataError:
    hint = "; --encoding says what it is" if columns.encoding == UTF_8 else ""
    return DataError(
        f"{path}:{line}: not {columns.encoding.upper()} text, here or soon after{hint}"
    )


_Row = tuple[int, list[str]]
"""The line on which a row begins, and its values."""


def _rows(path: Path, separator: str, columns: Columns) -> Generator[_Row, None, None]:
    """The rows, the header first."""
    usual = csv.field_size_limit(LONGEST)
    line = 0
    with reading(path) as stream:
        lines = _decoded(stream, columns.encoding)
        try:
            beginning = lines.readline().removeprefix(MARK)
            rows = csv.reader(chain([beginning], lines), delimiter=separator, strict=True)
            for row in rows:
                yield line + 1, row
                line = rows.line_num
        except UnicodeError:
            raise _undecoded(path, line + 1, columns) from None
        except csv.Error:
            raise DataError(
                f"{path}:{line + 1}: a row that is not well quoted begins here"
            ) from None
        finally:
            csv.field_size_limit(usual)


def _fitting(
    rows: Iterable[_Row], width: int, path: Path, warn: Callable[[DataError], None]
) -> Iterator[list[str]]:
    """Rows without those that have more values than the header has names: where a text with a
    separator is not quoted, the rest of it would leave as it is."""
    for line, row in rows:
        if any(value.strip() for value in row[width:]):
            warn(DataError(f"{path}:{line}: more values than columns (a text without quotes?)"))
        else:
            yield row


def _chunks(rows: Iterator[list[str]], text: int, identifier: int | None) -> Iterator[Chunk]:
    first = 1
    for batch in batched(rows, ROWS):
        yield Chunk(
            [row[text] if len(row) > text else None for row in batch],
            None
            if identifier is None
            else [row[identifier] if len(row) > identifier else None for row in batch],
            first,
            batch,
        )
        first += len(batch)


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
