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
        words = _name_words(name, self.bare)
        return not words.isdisjoint(self.words) and any(map(self._tells, words & self.words))

    def is_near(self, name: str) -> bool:
        """Whether a pseudonym, or a word of it, is one slip away from one (Anna: Ann, Hanna)."""
        for word, short in _shortened(name):
            if short.isdisjoint(self._shortened):
                continue
            table = self._by_shortened
            others = {other for one in short for other in table.get(one, ()) if other != word}
            if any(OSA.distance(word, other, score_cutoff=1) <= 1 for other in others):
                return True
        return False

    @cached_property
    def _compared(self) -> Sequence[str]:
        """The words from which a pseudonym must differ by more than one slip."""
        return [w for w in self.words if w.isalpha() and (w in self.alone or self._tells(w))]

    @cached_property
    def _shortened(self) -> frozenset[str]:
        """These words, and what is left of them without one letter."""
        return frozenset().union(*map(shortened, self._compared))

    @cached_property
    def _by_shortened(self) -> Mapping[str, Sequence[str]]:
        """The words by these; made where one is met, which is seldom."""
        table: dict[str, list[str]] = {}
        for word in self._compared:
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


@lru_cache(20_000)
def _shortened(name: str) -> Sequence[tuple[str, frozenset[str]]]:
    """A pseudonym and the words of it that could give a name away, each with what is left of it
    without one letter."""
    words = {fold(name), *_name_words(name, str)}
    return [(word, shortened(word)) for word in words if word.isalpha()]
