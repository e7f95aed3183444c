"""Word types and what each is worth to its own place and to the places around it: worked out once,
kept in a bounded table.

Every feature of a tagger belongs to one token and is seen from the tokens up to two places away. So
a type (a form, a situation) collapses into five rows of numbers, and what arrives at a token is the
sum of five gathered rows for each stream of types.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.gather import add_rows

OFFSETS = (-2, -1, 0, 1, 2)
NEW_TYPES = 128  # worked out at once, at most
Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]


class Block(NamedTuple):
    """What many sequences score: the rows (tokens x labels) of one after the other, and how many
    tokens each has."""

    rows: Floats
    lengths: Sequence[int]

    def split(self) -> list[Floats]:
        """The rows of each sequence."""
        return [
            self.rows[end - length : end]
            for end, length in zip(accumulate(self.lengths), self.lengths, strict=True)
        ]


class TypeTable:
    """Sums over sequences what their types are worth.

    worth: keys of types, at most NEW_TYPES -> their numbers, a row of OFFSETS x width for each.
    size: how many types are kept before the table starts anew.
    """

    def __init__(
        self, width: int, worth: Callable[[Sequence[Hashable]], Floats], size: int
    ) -> None:
        self._width = width
        self._worth = worth
        self._size = size
        self._types: dict[Hashable, int] = {}
        self._table = self._room()
        self._lock = Lock()

    def sums(self, sequences: Sequence[Sequence[Sequence[Hashable]]]) -> Block:
        """What arrives at each token; a sequence holds, for every stream of types, the keys of its
        tokens."""
        if not sequences:
            return Block(np.zeros((0, self._width), np.float32), [])
        lengths = [len(streams[0]) for streams in sequences]
        streams = [list(chain.from_iterable(keys)) for keys in zip(*sequences, strict=True)]
        places = places_of(lengths)
        total = np.zeros((len(places), self._width), np.float32)
        types = np.zeros(len(places) + 2 * len(lengths) + 2, np.intp)
        with self._lock:  # two threads that number new types at once would give two words one row
            for numbers in self._numbers(streams):
                types[places] = numbers
                # a type is seen at an offset from the token that is so many places before it
                add_rows(total, self._table, types, places)
        return Block(total, lengths)

    def _numbers(self, streams: Sequence[Sequence[Hashable]]) -> list[Numbers]:
        """The number of the type of each key; the table starts anew when it cannot hold them."""
        known = self._types
        while True:
            found = [list(map(known.get, keys)) for keys in streams]
            new = {
                key
                for keys, numbers in zip(streams, found, strict=True)
                if None in numbers
                for key in keys
                if key not in known
            }
            if not new:
                return [np.array(numbers, np.intp) for numbers in found]
            if len(known) + len(new) > self._size:
                known.clear()
                new = set(chain.from_iterable(streams))
                if len(new) > self._size:
                    self._size = len(new)
                    self._table = self._room()
            added = list(new)
            for start in range(0, len(added), NEW_TYPES):
                self._add(added[start : start + NEW_TYPES])

    def _room(self) -> Floats:
        """Rows for all types, and row 0 for the empty place beside a sequence; untouched rows take
        no memory."""
        return np.zeros((len(OFFSETS), self._size + 1, self._width), np.float32)

    def _add(self, keys: Sequence[Hashable]) -> None:
        """Gives new types their numbers and their rows."""
        first = len(self._types) + 1
        self._table[:, first : first + len(keys)] = (
            self._worth(keys).reshape(len(keys), len(OFFSETS), -1).swapaxes(0, 1)
        )
        self._types.update(zip(keys, range(first, first + len(keys)), strict=True))


def places_of(lengths: Sequence[int] | Numbers) -> Numbers:
    """Where the tokens of sequences stand when two empty places lie before, between and behind
    these: no offset reaches a neighbour."""
    return np.arange(int(np.sum(lengths))) + np.repeat(2 * np.arange(1, len(lengths) + 1), lengths)


def rows_of(
    keys: Sequence[Hashable], features: Callable[[Any], Iterable[str]], row: Mapping[str, int]
) -> tuple[list[int], list[int]]:
    """The rows of the features that a model knows of each type, one type after the other, and how
    many each has."""
    rows: list[int] = []
    edges = [0]
    for key in keys:
        rows += [found for found in map(row.get, features(key)) if found is not None]
        edges.append(len(rows))
    return rows, [end - start for start, end in pairwise(edges)]
