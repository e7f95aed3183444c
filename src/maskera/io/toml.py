"""TOML files that users write: the table in one, or one sentence about what is wrong with it, with
file and line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from maskera.errors import DataError


def read(path: Path, source: str) -> dict[str, Any]:
    """The table of a file, with or without a byte order mark; raises DataError where it is not
    TOML, OSError where it cannot be read.

    source: what the file is called in messages.
    """
    try:
        return parsed(path.read_text(encoding="utf-8-sig"), source)
    except UnicodeDecodeError:
        raise DataError(f"{source}: cannot be read as UTF-8 text") from None


def parsed(text: str, source: str) -> dict[str, Any]:
    """The table that a text says; raises DataError where it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = line[1] if line else str(text.count("\n") + 1)
        raise DataError(f"{source}:{where}: not TOML: {str(error).split(' (at ')[0]}") from None
