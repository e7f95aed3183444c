"""Where the tests of a language hold in a text: each is asked once a lexeme, if that may be among its
forms, and one pass over the tokens finds the places of all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product

from maskera.kernels.lookup import noted
from maskera.lexicon.memo import Memo
from maskera.lexicon.vocab import SHAPES, Lexeme, Vocab

Test = Callable[[Lexeme], object]
"""Looks at a lexeme alone; the same function each time, for it is known by itself."""
MOST = 200  # tests; a language has some fifty, and what makes new ones all the time is forgotten


def one_of(forms: Collection[str]) -> Test:
    """Whether a lexeme is one of these forms in lower case."""
    return _OneOf(forms)


def only(*shapes: str, listed: bool = False) -> Callable[[Test], Callable[[Lexeme], bool]]:
    """A test of lexemes of these shapes alone (of all where none is named), or of such as stand in
    the lists, made of what else is to hold: it is asked of no other, and most lexemes are in small
    letters and in no list."""
    return lambda test: _Only(frozenset(shapes or SHAPES), listed, test)


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


class _Only:
    """A test that says of what it is to be asked."""

    def __init__(self, shapes: Collection[str], listed: bool, test: Test) -> None:
        self.shapes, self.listed, self.test = shapes, listed, test

    def __call__(self, lexeme: Lexeme) -> bool:
        return (
            lexeme.shape in self.shapes
            and (not self.listed or bool(lexeme.entries))
            and bool(self.test(lexeme))
        )


def holding(tests: Iterable[Test]) -> Callable[[Lexeme], tuple[int, ...]]:
    """Which of these tests hold of a lexeme, by their places in the row."""
    by_form: dict[str, tuple[int, ...]] = {}
    asked: dict[tuple[str, bool], list[tuple[int, Test]]] = {
        kind: [] for kind in product(SHAPES, (False, True))
    }
    for number, test in enumerate(tests):
        if isinstance(test, _OneOf):
            for form in test.forms:
                by_form[form] = (*by_form.get(form, ()), number)
            continue
        its = test if isinstance(test, _Only) else _Only(SHAPES, False, test)
        for kind in product(its.shapes, {its.listed, True}):
            asked[kind].append((number, its.test))

    def of_lexeme(lexeme: Lexeme) -> tuple[int, ...]:
        fitting = asked[lexeme.shape, bool(lexeme.entries)]
        numbers = [number for number, test in fitting if test(lexeme)]
        return (*numbers, *by_form.get(lexeme.lower, ()))

    return of_lexeme


class _Held:
    """Tests by number, and of each lexeme the numbers of those that hold."""

    def __init__(self, tests: Sequence[Test]) -> None:
        self.numbers = {test: number for number, test in enumerate(tests)}
        self._holding = Memo[Lexeme, tuple[int, ...]](lambda lexeme: self._of_lexeme(lexeme))

    @cached_property
    def _of_lexeme(self) -> Callable[[Lexeme], tuple[int, ...]]:
        """Made when a lexeme is new: tests that come one after the other in one text need none."""
        return holding(self.numbers)

    def with_test(self, test: Test) -> _Held:
        """The same with one test more, which alone is asked of the lexemes that are known."""
        added = len(self.numbers)
        found = _Held((*self.numbers, test))
        known = self._holding.copy()  # as it is now: threads may add to it
        found._holding.update(known)
        for lexeme in filter(test, known):
            found._holding[lexeme] = (*known[lexeme], added)
        return found

    def places(self, words: list[Lexeme]) -> Mapping[Test, Sequence[int]]:
        found = noted(words, self._holding, len(self.numbers))
        return dict(zip(self.numbers, found, strict=True))
