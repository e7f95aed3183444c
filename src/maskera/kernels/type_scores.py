"""Word types and what each is worth to its own place and to the places around it: worked out once,
kept in a bounded table.

Every feature of a tagger belongs to one token and is seen from the tokens up to two places away. So
a type (a form, a situation) collapses into five rows of numbers, and what arrives at a token is the
sum of five gathered rows for each stream of types. Rows are kept as whole numbers of 16 bits that
count steps of their type: half the memory of floats, for a thirty-thousandth of the largest number
of a type at most.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, repeat
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.features import buckets_of, hashes_of, places
from maskera.kernels.neighbours import add_rows

OFFSETS = (-2, -1, 0, 1, 2)
NEW_TYPES = 128  # worked out at once, at most
# Scored together: their rows stay in the processor's cache, and a long text takes no more memory.
SEQUENCES_AT_ONCE = 100
BITS = 15  # of a number of a row, beside its sign
SMALLEST = 2.0**-100  # worth of a type: with a step for less, a number of steps would have no end
Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]
Codes = NDArray[np.int64]
Keys = Sequence[Hashable] | Codes
"""The keys of the types of tokens, as a row of anything or as an array of numbers."""


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


def united(parts: Iterable[Block], tokens: int, width: int) -> Block:
    """The parts, of so many tokens together, as one, of rows so wide."""
    rows, lengths = np.empty((tokens, width), np.float32), list[int]()
    at = 0
    for part in parts:
        rows[at : at + len(part.rows)] = part.rows
        at += len(part.rows)
        lengths += part.lengths
    return Block(rows, lengths)


def tokens_of(sequences: Iterable[Sequence[Keys]]) -> int:
    """How many tokens sequences have together; see TypeTable.sums()."""
    return sum(len(sequence[0]) for sequence in sequences)


class TypeTable:
    """Sums over sequences what their types are worth.

    start: what each token has of its own. worth: keys of types, at most NEW_TYPES -> their numbers,
    a row of OFFSETS x width for each. size: how many types are kept; then those that have not been
    met for longest make room.
    """

    def __init__(
        self, start: Floats, worth: Callable[[Sequence[Hashable]], Floats], size: int
    ) -> None:
        self._start, self._width = start, len(start)
        self._worth = worth
        self._size = size
        self._types: dict[Hashable, int] = {}
        self._now = 0  # texts so far
        self._room()
        self._lock = Lock()

    def sums(self, sequences: Sequence[Sequence[Keys]], at_once: int) -> Iterator[Block]:
        """What arrives at each token, of so many sequences at a time; a sequence holds, for every
        stream of types, the keys of its tokens.

        All are numbered before the first sum is given, and nobody else is let in until the last.
        The rows of a block hold until the next: they stand in one place, for memory that is new
        costs as much as the sums.
        """
        streams = list(zip(*sequences, strict=True))
        with self._lock:  # two threads that number new types at once would give two words one row
            numbers = self._numbers(list(map(_joined, streams)))
            lengths = [len(sequence[0]) for sequence in sequences]
            edges = list(accumulate(lengths, initial=0))
            parts = [
                (lengths[at : at + at_once], edges[at], edges[min(at + at_once, len(lengths))])
                for at in range(0, len(lengths), at_once)
            ]
            most = max((end - start for _, start, end in parts), default=0)
            room = np.empty((most, self._width), np.float32)
            for part, start, end in parts:
                streams_of_part = [stream[start:end] for stream in numbers]
                yield Block(self._arriving(streams_of_part, part, room[: end - start]), part)

    def _arriving(
        self, streams: Sequence[Numbers], lengths: Sequence[int], total: Floats
    ) -> Floats:
        total[:] = self._start
        each = np.array(lengths, np.intp)
        for numbers in streams:
            # a type is seen at an offset from the token that is so many places before it
            add_rows(total, self._table, self._steps, numbers, each)
        return total

    def _numbers(self, streams: Sequence[Keys]) -> list[Numbers]:
        """The number of the type of each key."""
        # Most tokens stand in one of few situations: those that are numbers are looked up once.
        different = [
            _unique(stream) if isinstance(stream, np.ndarray) else (stream, None)
            for stream in streams
        ]
        found = self._found([keys for keys, _ in different])
        return [
            numbers if which is None else numbers[which]
            for numbers, (_, which) in zip(found, different, strict=True)
        ]

    def _found(self, streams: Sequence[Sequence[Hashable]]) -> list[Numbers]:
        known = self._types
        self._now += 1
        columns = [
            np.fromiter(map(known.get, keys, repeat(0)), np.intp, len(keys)) for keys in streams
        ]
        for column in columns:
            self._met[column] = self._now
        self._met[0] = 0
        absent = [(column == 0).nonzero()[0].tolist() for column in columns]
        # In the order of the text: what rows of a product are depends on their place in it.
        new = dict.fromkeys(
            keys[place] for keys, places in zip(streams, absent, strict=True) for place in places
        )
        if len(new) > len(self._free) and not self._forget(len(new)):
            return self._found(streams)
        added = list(new)
        for start in range(0, len(added), NEW_TYPES):
            self._add(added[start : start + NEW_TYPES])
        for column, keys, its in zip(columns, streams, absent, strict=True):
            column[its] = [known[keys[place]] for place in its]
        return columns

    def _room(self) -> None:
        """Rows for all types, side by side for each; row 0 is for none. Untouched rows take no
        memory."""
        self._types.clear()
        self._table = np.zeros((self._size + 1, len(OFFSETS), self._width), np.int16)
        self._steps = np.zeros(self._size + 1, np.float32)
        self._met = np.zeros(self._size + 1, np.int64)  # when, 0 for a row that is free
        self._keys: list[Hashable] = [None] * (self._size + 1)
        self._free = list(range(self._size, 0, -1))

    def _forget(self, new: int) -> bool:
        """Makes room for so many new types beside those that have been met now: a sixteenth of all
        goes, those that have not been met for longest. False where all go, for there are more types
        at once than rows."""
        here = int((self._met[1:] == self._now).sum())
        if here + new > self._size:
            self._size = here + new
            self._room()
            return False
        others = ((self._met > 0) & (self._met < self._now)).nonzero()[0]
        count = max(new - len(self._free), self._size // 16)
        for number in others[self._met[others].argsort(kind="stable")][:count].tolist():
            del self._types[self._keys[number]]
            self._met[number] = 0
            self._free.append(number)
        return True

    def _add(self, keys: Sequence[Hashable]) -> None:
        """Gives new types their numbers and their rows."""
        numbers = [self._free.pop() for _ in keys]
        worth = self._worth(keys).reshape(len(keys), len(OFFSETS), -1)
        # A step of a power of two: to multiply by it is exact, in whatever order sums are taken.
        _, exponents = np.frexp(np.abs(worth).max((1, 2), initial=SMALLEST))
        self._steps[numbers] = np.ldexp(np.float32(1), exponents - BITS)
        worth *= np.ldexp(np.float32(1), BITS - exponents)[:, None, None]
        self._table[numbers] = np.rint(worth, worth).clip(max=(1 << BITS) - 1)
        self._types.update(zip(keys, numbers, strict=True))
        self._met[numbers] = self._now
        for number, key in zip(numbers, keys, strict=True):
            self._keys[number] = key


def _joined(parts: Sequence[Keys]) -> Keys:
    """The keys of one stream of all sequences, one after the other."""
    if arrays := [part for part in parts if isinstance(part, np.ndarray)]:
        return np.concatenate(arrays)
    return list(chain.from_iterable(parts))


def _unique(stream: Codes) -> tuple[list[int], Numbers]:
    """The different numbers of a stream, and which of them stands at each token."""
    different, which = np.unique(stream, return_inverse=True)
    return different.tolist(), which


class FeatureRows:
    """The rows of a model's features by the hashes of their names: they are looked up many at once,
    and take a tenth of the room of a dictionary of the names.

    Hashes have 64 bits and are other ones in each process; that a name has the hash of another one
    of 100,000 happens once in 10^14 times.
    """

    def __init__(self, names: Sequence[str]) -> None:
        hashes = hashes_of(list(names))
        order = hashes.argsort()
        self._hashes, self._rows = hashes[order], order.astype(np.int32)
        self._buckets = buckets_of(self._hashes)

    def of(
        self, keys: Sequence[Hashable], features: Callable[[Any], Iterable[str]]
    ) -> tuple[Numbers, Numbers]:
        """The rows of the features that the model knows of each type, one type after the other, and
        how many each has."""
        names: list[str] = []
        edges = [0]
        for key in keys:
            names += features(key)
            edges.append(len(names))
        found = places(names, self._hashes, self._buckets)
        known = np.zeros(len(names) + 1, np.intp)
        np.cumsum(found >= 0, out=known[1:])
        rows = self._rows[found[found >= 0]].astype(np.intp)
        return rows, np.diff(known[edges])
