"""Which language a document is in: as its header says, else by its commonest words
(data/<code>/words/function_words.tsv)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from maskera.lang import PACKS
from maskera.lexicon.tsv import word_list
from maskera.text import Document

NAMES: Mapping[str, str] = {"sv": "Swedish", "da": "Danish", "en": "English"}
"""The languages that are told apart."""
LIST, LABEL = "function_words", "function"
KEY = "language"  # of metadata
ENOUGH = 3  # such words; a heading or a row of names has fewer
AHEAD = 1.3  # times as many as of the next language; Swedish and Danish share a third of theirs
BEGINNING = 4000  # characters that are read
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def language_of(document: Document) -> str:
    """The code of a document's language; "" where nothing tells it."""
    stated = document.meta.get(KEY, "").strip().lower()
    return stated if stated in PACKS else by_words(document.text)


def by_words(text: str) -> str:
    """The language of which a text has clearly the most function words; "" for none."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text[:BEGINNING])]
    counts = {code: sum(word in its for word in words) for code, its in _function_words().items()}
    first, second = sorted(counts, key=lambda code: -counts[code])[:2]
    clear = counts[first] >= ENOUGH and counts[first] >= AHEAD * counts[second]
    return first if clear else ""


@cache
def _function_words() -> Mapping[str, frozenset[str]]:
    return {code: word_list(code, LIST)[LABEL] for code in NAMES}


class Misread:
    """Documents of a run that are clearly in another language than the one they are read in."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._others: Counter[str] = Counter()
        self._count = 0

    def take(self, document: Document) -> None:
        """Count a document."""
        code = language_of(document)
        self._count += 1
        self._others[code] += code in NAMES and code != self._language

    def told(self) -> str:
        """A sentence about them; "" for none."""
        ((code, number),) = self._others.most_common(1) or [("", 0)]
        if not number or self._language not in NAMES:
            return ""
        return (
            f"{number} of {self._count} documents look {NAMES[code]} and were read as "
            f"{NAMES[self._language]}; --language {code} reads them"
        )
