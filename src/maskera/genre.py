"""The genre of a document: what the caller says, else its metadata, else the letters in its file name."""

from __future__ import annotations

import re

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
