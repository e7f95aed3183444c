"""What words begin with: values found by it, however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Set
from operator import itemgetter
from typing import Generic, TypeVar

T = TypeVar("T")


class Beginnings(Generic[T]):
    """Values, each with what the words of it begin with (two letters or more)."""

    def __init__(self, pairs: Iterable[tuple[str, T]]) -> None:
        self._found: dict[str, list[tuple[int, T]]] = {}
        self._lengths: dict[str, set[int]] = {}  # by the first two letters
        for number, (beginning, value) in enumerate(pairs):
            if (found := self._found.get(beginning)) is None:
                found = self._found[beginning] = []
                self._lengths.setdefault(beginning[:2], set()).add(len(beginning))
            found.append((number, value))

    @property
    def tips(self) -> Set[str]:
        """The first two letters of all of them: no other word begins with one."""
        return self._lengths.keys()

    def of(self, word: str) -> list[T]:
        """The values that a word begins with, in the order in which they were given."""
        longest = len(word)
        found: list[tuple[int, T]] = []
        for length in self._lengths.get(word[:2], ()):
            if length <= longest:
                found += self._found.get(word[:length], ())
        return [value for _, value in (sorted(found, key=_number) if len(found) > 1 else found)]


_number = itemgetter(0)
