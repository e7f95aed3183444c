"""Where the tests of a language hold in a text: each is asked once a lexeme, and one pass over the
tokens finds the places of all of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from maskera.lexicon.memo import Memo
from maskera.lexicon.vocab import Lexeme, Vocab

Test = Callable[[Lexeme], object]
"""Looks at a lexeme alone; the same function each time, for it is known by itself."""
MOST = 200  # tests; a language has some fifty, and what makes new ones all the time is forgotten


def one_of(forms: Container[str]) -> Test:
    """Whether a lexeme is one of these forms in lower case."""
    return lambda lexeme: lexeme.lower in forms


class Triggers:
    """The tests asked so far, and which of them hold of each lexeme."""

    def __init__(self) -> None:
        self._held = _Held(())

    def places(self, words: Sequence[Lexeme], test: Test) -> Mapping[Test, Sequence[int]]:
        """Where this test holds in a row of lexemes, and where all others do that are known."""
        held = self._held  # as a whole, for another thread may be asking
        if test not in held.numbers:
            known = held.numbers if len(held.numbers) < MOST else ()
            held = self._held = _Held((*known, test))
        return held.places(words)


def triggers(_: Vocab) -> Triggers:
    """Those of a vocabulary, to be derived from it."""
    return Triggers()


class _Held:
    """Tests by number, and of each lexeme the numbers of those that hold."""

    def __init__(self, tests: Sequence[Test]) -> None:
        self.numbers = {test: number for number, test in enumerate(tests)}
        self._holding = Memo[Lexeme, tuple[int, ...]](
            lambda lexeme: tuple([number for number, test in enumerate(tests) if test(lexeme)])
        )

    def places(self, words: Sequence[Lexeme]) -> Mapping[Test, Sequence[int]]:
        found: list[list[int]] = [[] for _ in self.numbers]
        for place in self._holding.places(words):
            for number in self._holding[words[place]]:
                found[number].append(place)
        return dict(zip(self.numbers, found, strict=True))
