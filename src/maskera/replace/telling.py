"""Whether a pseudonym would tell an original of its document: by a word of it, or by one slip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec
from rapidfuzz.distance import OSA

from maskera.leaks.chunks import PART, WORD
from maskera.leaks.originals import shortened
from maskera.replace.shape import fold

LEAST = 3  # letters of a word that could give a name away


class Telling(msgspec.Struct, frozen=True, dict=True):
    """The words of the originals of one document, folded.

    alone: those that are an original by themselves. ordinary: log-odds that a word is an ordinary
    one, which tells nothing. bare: a form without the ending of a genitive.
    """

    words: frozenset[str]
    alone: frozenset[str]
    ordinary: Callable[[str], float | None]
    bare: Callable[[str], str]

    @classmethod
    def of(
        cls,
        originals: Iterable[str],
        ordinary: Callable[[str], float | None],
        bare: Callable[[str], str],
    ) -> Telling:
        """That of these originals, folded."""
        every = frozenset(originals)
        words: frozenset[str] = frozenset().union(*map(_words, every))
        return cls(words, every & words, ordinary, bare)

    def has_word(self, name: str) -> bool:
        """Whether a pseudonym has a word of an original in it, also in the genitive."""
        return any(map(self._tells, self.words & _name_words(name, self.bare)))

    def is_near(self, name: str) -> bool:
        """Whether a pseudonym, or a word of it, is one slip away from one (Anna: Ann, Hanna)."""
        table = self._by_shortened
        for word in {fold(name), *_name_words(name, str)}:
            if not word.isalpha() or table.keys().isdisjoint(short := shortened(word)):
                continue
            others = {other for one in short for other in table.get(one, ()) if other != word}
            if any(OSA.distance(word, other, score_cutoff=1) <= 1 for other in others):
                return True
        return False

    @cached_property
    def _by_shortened(self) -> Mapping[str, Sequence[str]]:
        """The words by themselves and by what is left of them without one letter."""
        table: dict[str, list[str]] = {}
        for word in self.words:
            if word.isalpha() and (word in self.alone or self._tells(word)):
                for short in shortened(word):
                    table.setdefault(short, []).append(word)
        return table

    def _tells(self, word: str) -> bool:
        return (self.ordinary(word) or -1.0) <= 0


@lru_cache(20_000)
def _words(original: str) -> tuple[str, ...]:
    return tuple(WORD.findall(original))


@lru_cache(20_000)
def _name_words(name: str, bare: Callable[[str], str]) -> frozenset[str]:
    """The words of a pseudonym that could give a name away, folded, as they are and bare."""
    words = [
        word
        for word in WORD.findall(name) + PART.findall(name)
        if word[0].isupper() and len(word) >= LEAST
    ]
    return frozenset(fold(form) for word in words for form in (word, bare(word)))
