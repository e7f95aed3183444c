"""What every kind of table is read as and written from: chunks of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from maskera.errors import DataError

UTF_8 = "utf-8"
ROWS = 512  # of a chunk: some 60,000 to 600,000 characters, a second or ten of work

Write = Callable[[bytes], object]
"""Takes a piece of the new file."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns by name: of texts, of ids (None: none) and, to be added, of verdicts (None: not
    wanted). encoding: of CSV and TSV; they are written as UTF-8."""

    text: str
    id: str | None = None
    leaks: str | None = None
    encoding: str = UTF_8

    def find(self, names: Sequence[str], source: str) -> tuple[int, int | None]:
        """Where text and id stand; raises DataError for one that is missing or comes twice, and for
        a name for the verdicts that is taken."""
        for name in (self.text, self.id):
            if name is not None and names.count(name) != 1:
                missing = "comes twice" if name in names else "is missing"
                there = ", ".join(map(repr, names))
                raise DataError(f"{source}: the column {name!r} {missing}; there are {there}")
        if self.leaks is not None and self.leaks in names:
            raise DataError(f"{source}: there is a column {self.leaks!r} already")
        return names.index(self.text), None if self.id is None else names.index(self.id)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows in a table's order: their texts and ids (None: none), the number of the first (from 1),
    and the rows as the kind needs them to write them again."""

    texts: Sequence[str | None]
    ids: Sequence[object] | None
    first: int
    rows: Any

    def __repr__(self) -> str:
        return f"Chunk({len(self.texts)} rows from {self.first})"


@dataclass(frozen=True, slots=True)
class Done:
    """A chunk and what becomes of its rows: the new texts and the verdicts on them."""

    chunk: Chunk
    texts: Sequence[str | None]
    verdicts: Sequence[str | None]

    def __repr__(self) -> str:
        return f"Done({self.chunk!r})"


@dataclass(frozen=True, slots=True)
class Open:
    """A table that is being read: its chunks, the function that writes it again from them, and
    what the user should know of that."""

    chunks: Iterator[Chunk]
    write: Callable[[Iterable[Done], Write], None]
    notes: tuple[str, ...] = ()
