"""Model files: a struct of arrays as bytes, in msgpack; no pickle. Not compressed: that would take
a tenth off the file of a network, and its time at every start; wheels are compressed anyway."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from maskera.errors import DataError

Model = TypeVar("Model", bound=msgspec.Struct)


def save(weights: msgspec.Struct, path: Path) -> None:
    """Write a model."""
    path.write_bytes(msgspec.msgpack.encode(weights))


def load(path: Path, kind: type[Model]) -> Model:
    """Read a model of one kind; raises DataError when the file is not one."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise DataError(f"{path.name}: not a tagger model ({type(error).__name__})") from None
