"""Model files: a struct of arrays as bytes, in msgpack; no pickle. Not compressed: that would take
a tenth off the file of a network, and its time at every start; wheels are compressed anyway."""

from __future__ import annotations

from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TypeVar

import msgspec

from maskera.errors import DataError
from maskera.io import decoders

Model = TypeVar("Model", bound=msgspec.Struct)


def save(weights: msgspec.Struct, path: Path) -> None:
    """Write a model."""
    path.write_bytes(msgspec.msgpack.encode(weights))


def load(path: Path, kind: type[Model]) -> Model:
    """Read a model of one kind; raises DataError when the file is not one."""
    try:
        with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
            return decoders.msgpack(kind).decode(content)
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise DataError(f"{path.name}: not a tagger model ({type(error).__name__})") from None
