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

import msgspec

from maskera import expressions as re
from maskera.lang.pack import LanguagePack, Morphology
from maskera.lexicon.country_words import CountryWords
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.memo import Memo, shared

TABLE = 40_000  # chunks kept, in two halves
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
_MARKS = ".,;:!?()[]{}\"'’”“„…*-–"
"""What may stand beside a word and belongs to none."""
_INITIALS = re.compile(r"(?<!\w)[^\W\d_]{1,2}(?!\w)")


class Hints(msgspec.Struct, frozen=True, gc=False):
    """What a chunk has beyond plain words of the language.

    first, last: the first and the last two letters of its word, where one alone is rare or long and
    has no mark in it, else ""; most chunks need no closer look. rare: words that are not common;
    placed: those of them that a listed place begins, where the chunk has a capital; long: common
    ones that are long enough to be made of a place. heads: what words may be without what follows a
    mark, or without the ending of another name (minas). initials: one or two capitals that stand
    alone, folded. addresses: the letters in its addresses, without accents.
    """

    first: str
    last: str
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


class Reader(Memo[str, Chunk]):
    """Chunks as the words and endings of a language read them; at most TABLE of them."""

    def __init__(self, gazetteer: Gazetteer, forms: Morphology, countries: CountryWords) -> None:
        super().__init__(self._read, TABLE)
        self._common, self._place_in = gazetteer.common, forms.place_in
        self._base, self._bare, self._told = forms.base, forms.bare, countries.told_by

    def __missing__(self, written: str) -> Chunk:
        if len(written) > LONGEST:
            return self._read(written)
        return super().__missing__(written)

    def _read(self, chunk: str) -> Chunk:
        core = chunk.strip(_MARKS)
        if core.isalpha() and _ADDRESS_SIGN.search(chunk) is None:
            if core == chunk and unicodedata.is_normalized("NFC", chunk):
                return self._word(chunk)
            if core != chunk:  # marks beside a word say nothing more
                known = self[core]
                return Chunk(intern(chunk), known.forms, known.hints, known.countries)
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
        bases = list(map(self._base, forms))
        for word, base in zip(words, bases, strict=False):
            if not self._common(word):
                rare.append(word)
            elif len(word) >= LEAST_PLACE + LEAST_PEOPLE:
                long.append(word)
            if (bare := self._bare(word)) != base:
                beginnings.append(bare)
        tips = [*rare, *long]
        tip = tips[0] if len(tips) == 1 and tips[0].isalnum() else ""
        hints = (
            tuple(rare),
            () if chunk.islower() else tuple(filter(self._place_in, rare)),
            tuple(long),
            tuple(beginnings),
            _initials(chunk),
            _letters_of_addresses(chunk),
        )
        # One object for what is equal: a text's chunks lie apart in memory, and that is what takes
        # time.
        return Chunk(
            intern(chunk),
            tuple(map(intern, dict.fromkeys((*forms, *bases)))),
            Hints(tip[:2], tip[-2:], *hints) if any(hints) else None,
            shared(frozenset().union(*map(self._told, forms))),
        )

    def _word(self, chunk: str) -> Chunk:
        """What _read() says of a chunk of letters alone, as most are that a text has for the first
        time."""
        lower = chunk.islower()
        word = intern(chunk if lower and chunk.isascii() else fold(chunk))
        base, common = self._base(word), self._common(word)
        rare = () if common else (word,)
        placed = rare if rare and not lower and self._place_in(word) else ()
        long = (word,) if common and len(word) >= LEAST_PLACE + LEAST_PEOPLE else ()
        tip = word if rare or long else ""
        head = () if (bare := self._bare(word)) == base else (bare,)
        initials = () if lower else _initials(chunk)
        return Chunk(
            intern(chunk),
            (word,) if base == word else (word, intern(base)),
            Hints(tip[:2], tip[-2:], rare, placed, long, head, initials, ())
            if rare or long or head or initials
            else None,
            shared(self._told(word)),
        )


def _initials(chunk: str) -> tuple[str, ...]:
    if chunk.islower() or (len(chunk) > 2 and chunk.isalpha()):
        return ()
    found = _INITIALS.findall(chunk)
    return tuple(["".join(map(fold, one)) for one in found if one.isupper()])


def _letters_of_addresses(chunk: str) -> tuple[str, ...]:
    found = addresses(chunk)
    return tuple([part for one in found for part in LETTERS.findall(plain(one[0]))])


def chunks(text: str, language: LanguagePack) -> list[Chunk]:
    """The different chunks of a text, in no order."""
    reader = _reader(language.vocab.gazetteer, language.morphology, language.texts.country_words)
    return list(map(reader.__getitem__, set(text.split())))


def words_of(countries: Collection[str], shown: Iterable[Chunk]) -> frozenset[str]:
    """The words of those chunks that may tell of one of these countries."""
    if not countries:
        return frozenset()
    telling = [c.forms for c in shown if c.countries and not c.countries.isdisjoint(countries)]
    return frozenset().union(*telling)


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
