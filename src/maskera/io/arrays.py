"""Files of named arrays, mapped into memory: opening one reads a page, whatever its size, and
processes share what they look at. Little-endian, each array at a multiple of 64 bytes; no pickle.
"""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.errors import DataError
from maskera.io import decoders

MAGIC = b"maskera arrays 1\n"
ALIGNMENT = 64
HEADER_MOST = 1 << 20  # bytes


class _Place(msgspec.Struct, frozen=True):
    """Where an array stands: NumPy's name of its type, its shape, bytes from the first array on."""

    kind: str
    shape: tuple[int, ...]
    offset: int


class _Header(msgspec.Struct, frozen=True):
    meta: dict[str, Any]
    arrays: dict[str, _Place]


@dataclass(frozen=True, slots=True)
class Arrays:
    """What such a file holds. meta: facts about the whole. The arrays cannot be written to."""

    meta: Mapping[str, Any]
    columns: Mapping[str, NDArray[Any]]

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]

    def view(self, name: str) -> memoryview:
        """A column whose items are read one by one: in half the time that an array takes."""
        return self.columns[name].data


def write(path: Path, columns: Mapping[str, NDArray[Any]], meta: Mapping[str, Any]) -> None:
    """Write a file in one go: who has the old one mapped keeps it."""
    places, pieces, length = {}, [], 0
    for name, column in columns.items():
        content = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        places[name] = _Place(content.dtype.str, content.shape, length)
        padding = -content.nbytes % ALIGNMENT
        pieces += [content.tobytes(), bytes(padding)]
        length += content.nbytes + padding
    header = msgspec.msgpack.encode(_Header(dict(meta), places))
    top = MAGIC + len(header).to_bytes(8, "little") + header
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_bytes(b"".join([top, bytes(-len(top) % ALIGNMENT), *pieces]))
    fresh.replace(path)


def read(path: Path, what: str, *needed: str) -> Arrays:
    """Map a file. Raises DataError where it is not one, ends early or lacks a needed array.

    what: what it should be, for the message ("a compiled lexicon").
    """
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header, first = _header(content)
        view = memoryview(content)[first:]
        columns = {name: _column(view, place) for name, place in header.arrays.items()}
    except (OSError, ValueError, TypeError, msgspec.DecodeError) as error:
        raise DataError(f"{path.name}: not {what} ({type(error).__name__})") from None
    if missing := [name for name in needed if name not in columns]:
        raise DataError(f"{path.name}: not {what} (no array {missing[0]!r})")
    return Arrays(header.meta, columns)


def meta(path: Path) -> Mapping[str, Any]:
    """What a file says about itself; empty where there is none or it is of another kind."""
    try:
        with path.open("rb") as file:
            top = file.read(HEADER_MOST)
        return _header(top)[0].meta
    except (OSError, ValueError, msgspec.DecodeError):
        return {}


def _header(content: bytes | mmap.mmap) -> tuple[_Header, int]:
    """The header, and where the first array stands."""
    start = len(MAGIC) + 8
    if content[: len(MAGIC)] != MAGIC:
        raise ValueError("another kind of file")
    end = start + int.from_bytes(content[len(MAGIC) : start], "little")
    return decoders.msgpack(_Header).decode(content[start:end]), end + -end % ALIGNMENT


def _column(view: memoryview, place: _Place) -> NDArray[Any]:
    kind, count = np.dtype(place.kind), int(np.prod(place.shape, dtype=np.int64))
    if kind.hasobject or place.offset < 0:
        raise ValueError("no array of numbers")
    return np.frombuffer(view, kind, count, place.offset).reshape(place.shape)
