"""Where the tests of a language hold in a text: each is asked once a lexeme, if that may be among its
forms, and one pass over the tokens finds the places of all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from maskera.kernels.lookup import noted
from maskera.lexicon.memo import Memo
from maskera.lexicon.vocab import Lexeme, Vocab

Test = Callable[[Lexeme], object]
"""Looks at a lexeme alone; the same function each time, for it is known by itself."""
MOST = 200  # tests; a language has some fifty, and what makes new ones all the time is forgotten


def one_of(forms: Collection[str]) -> Test:
    """Whether a lexeme is one of these forms in lower case."""
    return _OneOf(forms)


class Triggers:
    """The tests asked so far, and which of them hold of each lexeme."""

    def __init__(self) -> None:
        self._held = _Held(())

    def places(self, words: list[Lexeme], test: Test) -> Mapping[Test, Sequence[int]]:
        """Where this test holds in a row of lexemes, and where all others do that are known."""
        held = self._held  # as a whole, for another thread may be asking
        if test not in held.numbers:
            held = held.with_test(test) if len(held.numbers) < MOST else _Held((test,))
            self._held = held
        return held.places(words)


def triggers(_: Vocab) -> Triggers:
    """Those of a vocabulary, to be derived from it."""
    return Triggers()


class _OneOf:
    """A test that says what it looks for, so that it need not be asked of every lexeme."""

    def __init__(self, forms: Collection[str]) -> None:
        self.forms = forms

    def __call__(self, lexeme: Lexeme) -> bool:
        return lexeme.lower in self.forms


class _Held:
    """Tests by number, and of each lexeme the numbers of those that hold."""

    def __init__(self, tests: Sequence[Test]) -> None:
        self.numbers = {test: number for number, test in enumerate(tests)}
        by_form: dict[str, list[int]] = {}
        others: list[tuple[int, Test]] = []
        for number, test in enumerate(tests):
            if isinstance(test, _OneOf):
                for form in test.forms:
                    by_form.setdefault(form, []).append(number)
            else:
                others.append((number, test))

        def holding(lexeme: Lexeme) -> tuple[int, ...]:
            numbers = [number for number, test in others if test(lexeme)]
            return (*numbers, *by_form.get(lexeme.lower, ()))

        self._holding = Memo[Lexeme, tuple[int, ...]](holding)

    def with_test(self, test: Test) -> _Held:
        """The same with one test more, which alone is asked of the lexemes that are known."""
        added = len(self.numbers)
        found = _Held((*self.numbers, test))
        for lexeme, numbers in self._holding.copy().items():  # as it is now: threads may add to it
            found._holding[lexeme] = (*numbers, added) if test(lexeme) else numbers
        return found

    def places(self, words: list[Lexeme]) -> Mapping[Test, Sequence[int]]:
        found = noted(words, self._holding, len(self.numbers))
        return dict(zip(self.numbers, found, strict=True))
