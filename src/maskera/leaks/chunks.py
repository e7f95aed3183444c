"""Whitespace-delimited chunks and the word forms each may contain, in a bounded memo.

A text has few chunks that were never seen before, and no word, number part or address goes
beyond one. So whoever asks whether some words stand in a text joins what its chunks say, and
looks at the text itself only when something is there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from sys import intern
from typing import cast

import msgspec

from maskera import expressions as re
from maskera.lang.pack import LanguagePack, Morphology
from maskera.lexicon.country_words import CountryWords
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.memo import shared

TABLE = 20_000  # chunks kept
LONGEST = 60  # letters; a longer one is a URL or noise, which would fill the memory and hardly comes again
LEAST_PLACE, LEAST_REST = (
    5,
    4,
)  # letters of a place in a common word, and of what follows it: more than an ending (italiensk, malmöbo)
LEAST_PEOPLE = 3  # letters of an ending that makes people of a place (göteborgare)
WORD = re.compile(r"[^\W_]+(?:[-'’:.][^\W_]+)*")
PART = re.compile(r"[^\W_]+")
LETTERS = re.compile(r"[^\W\d_]+")
# Looked for where a row of such characters begins, and nowhere inside it: else a line without
# blanks takes quadratic time.
_ADDRESS = re.compile(
    r"(?<!\S)\S+@\S+|(?:https?://|www\.)\S+|(?<![\w-])(?<![\w-]\.)\w[\w-]*(?:\.[\w-]+)+/\S*",
    re.IGNORECASE,
)
_ADDRESS_SIGN = re.compile(r"[@/]|[wW]{3}\.")
_INITIALS = re.compile(r"(?<!\w)[^\W\d_]{1,2}(?!\w)")


class Hints(msgspec.Struct, frozen=True, gc=False):
    """What a chunk has beyond plain words of the language.

    rare: words that are not common; placed: those of them that a listed place begins, where the
    chunk has a capital; long: common ones that are long enough to be made of a place.
    heads: what words may be without what follows a mark, or without the ending of another name
    (minas). initials: one or two capitals that stand alone, folded. addresses: the letters in its
    addresses, without accents.
    """

    rare: tuple[str, ...]
    placed: tuple[str, ...]
    long: tuple[str, ...]
    heads: tuple[str, ...]
    initials: tuple[str, ...]
    addresses: tuple[str, ...]


class Chunk(msgspec.Struct, frozen=True, gc=False):
    """A chunk as written. forms: its words, folded, whole and in parts (new-york, new, york),
    each as it is and without its ending. countries: what its words may tell of countries (ISO)
    beside their names."""

    written: str
    forms: tuple[str, ...]
    hints: Hints | None
    countries: frozenset[str]


class Reader:
    """Reads chunks with the words and endings of a language; knows at most TABLE of them."""

    def __init__(self, gazetteer: Gazetteer, forms: Morphology, countries: CountryWords) -> None:
        self._common, self._place_in = gazetteer.common, forms.place_in
        self._base, self._bare, self._told = forms.base, forms.bare, countries.told_by
        self.known: dict[
            str, Chunk
        ] = {}  # emptied when it is full: a look-up is half that of an lru_cache, and there is one a chunk

    def read(self, written: str) -> Chunk:
        """What a chunk can be read as."""
        if len(self.known) >= TABLE:
            self.known.clear()
        found = self._read(written)
        if len(written) <= LONGEST:
            self.known[found.written] = found
        return found

    def _read(self, chunk: str) -> Chunk:
        written = WORD.findall(chunk)
        composed = unicodedata.normalize("NFC", chunk)
        if composed != chunk:  # the leak check looks at words as they are written
            written += WORD.findall(composed)
        words = dict.fromkeys(map(intern, map(fold, written)))
        marked = [word for word in words if not word.isalnum()]
        forms = [*words, *[part for word in marked for part in PART.findall(word)]]
        rare: list[str] = []
        long: list[str] = []
        beginnings = [head for word in marked for head in heads(word)]
        for word in words:
            if not self._common(word):
                rare.append(word)
            elif len(word) >= LEAST_PLACE + LEAST_PEOPLE:
                long.append(word)
            if (bare := self._bare(word)) != self._base(word):
                beginnings.append(bare)
        initials = () if chunk.islower() else _INITIALS.findall(chunk)
        hints = (
            tuple(rare),
            () if chunk.islower() else tuple(filter(self._place_in, rare)),
            tuple(long),
            tuple(beginnings),
            tuple(["".join(map(fold, found)) for found in initials if found.isupper()]),
            tuple(
                [
                    part
                    for address in addresses(chunk)
                    for part in LETTERS.findall(plain(address[0]))
                ]
            ),
        )
        # One object for what is equal: a text's chunks lie apart in memory, and that is what takes
        # time.
        return Chunk(
            intern(chunk),
            tuple(map(intern, dict.fromkeys((*forms, *map(self._base, forms))))),
            Hints(*hints) if any(hints) else None,
            shared(frozenset[str]().union(*map(self._told, forms))),
        )


def chunks(text: str, language: LanguagePack) -> list[Chunk]:
    """The different chunks of a text, in no order."""
    reader = _reader(language.vocab.gazetteer, language.morphology, language.texts.country_words)
    words = set(text.split())
    found = list(map(reader.known.get, words))
    if all(found):  # known, as most soon are
        return cast(list[Chunk], found)
    return [one or reader.read(word) for one, word in zip(found, words, strict=True)]


def words_of(countries: Collection[str], shown: Iterable[Chunk]) -> frozenset[str]:
    """The words of those chunks that may tell of one of these countries."""
    if not countries:
        return frozenset()
    telling = [c.forms for c in shown if c.countries and not c.countries.isdisjoint(countries)]
    return frozenset[str]().union(*telling)


def addresses(text: str) -> Iterator[re.Match[str]]:
    """The mail addresses, links and paths of a text."""
    return _ADDRESS.finditer(text) if _ADDRESS_SIGN.search(text) else iter(())


@lru_cache(TABLE)
def fold(word: str) -> str:
    """The word for comparison: NFC, case folded; a Turkish dotted I is an i like any other."""
    return unicodedata.normalize("NFC", word).casefold().replace("i\u0307", "i")


def plain(text: str) -> str:
    """The text as an address would write it: case folded, letters without their marks."""
    return "".join(
        character
        for character in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(character)
    )


def heads(word: str) -> list[str]:
    """What the word may be with a hyphen or an apostrophe ending off (anna-s, anna's)."""
    found = (word.rpartition(mark) for mark in "-'’:.")
    return [head for head, mark, tail in found if mark and len(tail) <= 2]


_reader = lru_cache(8)(Reader)
