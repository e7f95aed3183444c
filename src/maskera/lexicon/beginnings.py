"""What words begin with: values found by it, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Beginnings(Generic[T]):
    """Values, each with what the words of it begin with (two letters or more)."""

    def __init__(self, pairs: Iterable[tuple[str, T]]) -> None:
        self._found: dict[str, list[tuple[int, T]]] = {}
        for number, (beginning, value) in enumerate(pairs):
            self._found.setdefault(beginning, []).append((number, value))
        self._lengths = sorted(set(map(len, self._found)))
        self._tips = {beginning[:2] for beginning in self._found}

    def may_have(self, word: str) -> bool:
        """Whether a value's beginning has the first two letters of a word."""
        return word[:2] in self._tips

    def of(self, word: str) -> list[T]:
        """The values that a word begins with, in the order in which they were given."""
        if not self.may_have(word):
            return []
        longest = len(word)
        begun = [word[:length] for length in self._lengths if length <= longest]
        numbered = dict([pair for one in begun for pair in self._found.get(one, ())])
        return [numbered[number] for number in sorted(numbered)]
