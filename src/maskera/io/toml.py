"""TOML files that users write: the table in one, or one sentence about what is wrong with it, with
file and line."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from maskera.errors import DataError

TYPES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table",
    "str": "a text",
}
"""What a user calls what TOML and msgspec call so."""


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
    except RecursionError:
        raise DataError(f"{source}: not TOML: brackets in brackets without end") from None


def fault(error: msgspec.ValidationError, kind: Any) -> str:
    """What is wrong in a table that was to be read as this type: what it lacks, has too much, or
    says where there are other choices."""
    what, _, place = str(error).partition(" - at `$")
    place = place.strip("`.")
    fields = get_type_hints(kind) if isinstance(kind, type) else {}
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return f"{found[1]} is missing" + (f" in {place}" if place else "")
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        there = f"; there are {', '.join(fields)}" if fields and not place else ""
        return f"no field {found[1]!r}" + (f" in {place}" if place else "") + there
    if found := re.fullmatch(r"Invalid enum value ('.*')", what):
        choices = _choices(fields.get(place))
        return f"no {place} {found[1]}" + (f"; there are {', '.join(choices)}" if choices else "")
    before = f"{place}: " if place else ""
    if found := re.fullmatch(r"Expected `(.+)`, got `(.+)`", what):
        return f"{before}expected {_named(found[1])}, got {_named(found[2])}"
    if found := re.fullmatch(r"Expected `(\w+)` ([<>])= (.+)", what):
        side = "least" if found[2] == ">" else "most"
        return f"{before}expected {_named(found[1])} of at {side} {found[3]}"
    return what + (f" in {place}" if place else "")


def _named(types: str) -> str:
    return " or ".join(TYPES.get(name, name) for name in types.split(" | ") if name != "null")


def _choices(hint: Any) -> list[str]:
    """The words that a field may have, also where it may be left out."""
    found = [[one] if isinstance(one, str) else _choices(one) for one in get_args(hint)]
    return list(chain.from_iterable(found))
