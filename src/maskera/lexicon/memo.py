"""A bounded memo of a function, fast enough for map()."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import compress, count
from typing import TypeVar

Key = TypeVar("Key")
Fact = TypeVar("Fact")
SIZE = 50_000  # keys in a table


class Memo(dict[Key, Fact]):
    """What a function says of each key. A look-up takes a third of the time of lru_cache, and map()
    looks up a whole text.

    Holds at most `size` keys in two halves: when the newer one is full it becomes the older, and
    what was there and has not been looked up since is forgotten.
    """

    def __init__(self, function: Callable[[Key], Fact], size: int = SIZE) -> None:
        super().__init__()
        self._function = function
        self._half = max(1, size // 2)
        self._older: dict[Key, Fact] = {}

    def __missing__(self, key: Key) -> Fact:
        older = self._older
        fact = older[key] if key in older else self._function(key)
        if len(self) >= self._half:
            self._older = dict(self)
            self.clear()
        self[key] = fact
        return fact

    def places(self, keys: Iterable[Key]) -> Iterator[int]:
        """Where in a row of keys one stands of which the function says something true: one pass,
        none of it in Python."""
        return compress(count(), map(self.__getitem__, keys))


def shared(strings: Iterable[str]) -> frozenset[str]:
    """These strings as a set, which is one object for all sets that are equal: Python makes a new
    one of 216 bytes even for no strings, and the facts of words hold thousands of the same."""
    found = frozenset(strings)
    if len(_SHARED) >= SIZE:
        _SHARED.clear()
    return _SHARED.setdefault(found, found)


_SHARED: dict[frozenset[str], frozenset[str]] = {}
