"""The genre of a document: what the caller says, else its metadata, else the letters in its file name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from maskera.errors import MaskeraError
from maskera.language import Language
from maskera.text import Document

_CODE = re.compile(r"^[A-Z]\d{1,3}([A-Z]{2,3})\d{1,2}$")


def genre_of(document: Document, language: Language, said: str = "") -> str:
    """Our name of the genre (narrative, argumentative ...); the metadata's own word when we do not know it; "" when nothing tells.

    A file-name code stands between student and task number: A8AT1 is level A, student 8, argumentative text, task 1.
    """
    if said:
        return said
    stated = document.meta.get("genre", "").strip()
    if stated:
        return language.genres.get(stated.lower().replace(" ", "_"), stated)
    code = _CODE.match(document.id.rsplit("/", 1)[-1])
    return language.genre_codes.get(code[1], "") if code else ""


def read_codes(path: Path, language: Language) -> dict[str, str]:
    """File-name codes from a TOML file (`AT = "argumentative"`); raises MaskeraError when it is no such file or names no known genre."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        raise MaskeraError(f"{path}: not a readable TOML file") from None
    for code, genre in table.items():
        if genre not in language.genres:
            raise MaskeraError(f"{path}: code {code!r}: no such genre; there are {', '.join(sorted(set(language.genres.values())))}")
    return {code: language.genres[genre] for code, genre in table.items()}
