"""What of a document's metadata leaves with its text.

A policy's `release_meta` names the keys. Genre and level are shown where their value is a known one; any other
value only where nothing is found in it that the policy would replace, and nothing of the text that was hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from maskera.lang.pack import LanguagePack
from maskera.policy import Policy
from maskera.result import GUESSED_GENRE
from maskera.text import Document

Tells = Callable[[str], bool]
"""Whether a value could tell of somebody."""


def released(
    document: Document, policy: Policy, language: LanguagePack, tells: Tells
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The metadata that a release shows, and the keys whose values are held back."""
    allowed = {key: value for key, value in document.meta.items() if key in policy.release_meta}
    if not allowed:
        return {}, ()
    closed = {
        "genre": frozenset(language.texts.genres.values()).__contains__,
        "level": _level(language),
    }
    shown = {
        key: value
        for key, value in allowed.items()
        if (closed[key](value) if key in closed else not tells(value))
    }
    if "genre" in shown and GUESSED_GENRE in document.meta.items():
        shown.update([GUESSED_GENRE])
    return shown, tuple(sorted(allowed.keys() - shown.keys()))


def _level(language: LanguagePack) -> Callable[[str], bool]:
    return lambda value: re.fullmatch(language.texts.levels, value) is not None
