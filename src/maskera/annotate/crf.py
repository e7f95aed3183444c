"""A linear-chain CRF in NumPy: one engine for every tagger of the project. It reads what python-crfsuite has trained.

Every feature belongs to one token and is seen from the tokens up to two places away. So a word type is worth five score vectors, which are
computed once and kept in a bounded table; the emission of a token is a sum of five rows, and the rest is batched matrix work.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate, chain, pairwise
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.errors import DataError

OFFSETS = (-2, -1, 0, 1, 2)
TOGETHER = 500  # sequences in one block of matrix work
Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]


class Weights(msgspec.Struct):
    """A trained model as stored: sparse rows of (offset, label) columns by feature, and transition scores between labels.

    card: what it was trained on and how good it is.
    """

    labels: list[str]
    features: list[str]
    first: bytes  # uint32 a feature and one more
    columns: bytes  # uint16: offset number * labels + label
    values: bytes  # float16
    transitions: bytes  # float32, labels x labels
    card: dict[str, Any]


def save(weights: Weights, path: Path) -> None:
    """Write a model: msgpack, compressed; no pickle."""
    path.write_bytes(zlib.compress(msgspec.msgpack.encode(weights), 9))


def load(path: Path) -> Weights:
    """Read a model; raises DataError when the file is not one."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(path.read_bytes()), type=Weights)
    except (OSError, zlib.error, msgspec.DecodeError) as error:
        raise DataError(f"{path.name}: not a tagger model ({type(error).__name__})") from None


class Block(NamedTuple):
    """What many sequences score: the rows (tokens x labels) of one after the other, and how many tokens each has."""

    rows: Floats
    lengths: Sequence[int]

    def split(self) -> list[Floats]:
        """The rows of each sequence."""
        return [self.rows[end - length : end] for end, length in zip(accumulate(self.lengths), self.lengths, strict=True)]


class Tagger:
    """Labels sequences of tokens; each token is given by the keys of its types (its form, its situation), each type by its features.

    features: key -> the features of that type. size: how many types are kept before the table starts anew.
    """

    def __init__(self, weights: Weights, features: Callable[[Any], Iterable[str]], size: int = 40_000) -> None:
        self.labels = weights.labels
        self._features = features
        self._row = {feature: index for index, feature in enumerate(weights.features)}
        self._first = np.frombuffer(weights.first, np.uint32)
        self._columns = np.frombuffer(weights.columns, np.uint16)
        self._values = np.frombuffer(weights.values, np.float16).astype(np.float32)
        count = len(weights.labels)
        self.transitions = np.frombuffer(weights.transitions, np.float32).reshape(count, count)
        self._size = size
        self._types: dict[Hashable, int] = {}
        self._table: Floats = np.zeros((len(OFFSETS), 1024, count), np.float32)  # type 0 is the empty place beside a sequence
        self._lock = Lock()

    def _add(self, key: Hashable) -> None:
        """Gives a new type its number and its scores."""
        number = len(self._types) + 1
        if number == self._table.shape[1]:
            grown = np.zeros((len(OFFSETS), min(2 * number, self._size + 1), len(self.labels)), np.float32)
            grown[:, :number] = self._table
            self._table = grown
        self._types[key] = number
        self._table[:, number] = self._scores(key).reshape(len(OFFSETS), -1)

    def _scores(self, key: Hashable) -> Floats:
        width = len(OFFSETS) * len(self.labels)
        rows = [self._row[feature] for feature in self._features(key) if feature in self._row]
        if not rows:
            return np.zeros(width, np.float32)
        spans = [slice(self._first[row], self._first[row + 1]) for row in rows]
        columns = np.concatenate([self._columns[span] for span in spans])
        values = np.concatenate([self._values[span] for span in spans])
        return np.bincount(columns, values, width).astype(np.float32)

    def _numbers(self, streams: Sequence[Sequence[Hashable]]) -> list[Numbers]:
        """The number of the type of each key; the table starts anew when it cannot hold them."""
        known = self._types
        while True:
            found = [list(map(known.get, keys)) for keys in streams]
            new = {key for keys, numbers in zip(streams, found, strict=True) if None in numbers for key in keys if key not in known}
            if not new:
                return [np.array(numbers, np.intp) for numbers in found]
            if len(known) + len(new) > self._size:
                known.clear()
                new = set(chain.from_iterable(streams))
                self._size = max(self._size, len(new))
            for key in new:
                self._add(key)

    def emissions(self, sequences: Sequence[Sequence[Sequence[Hashable]]]) -> Block:
        """The score of each label at each token; a sequence holds, for every stream of types, the keys of its tokens."""
        if not sequences:
            return Block(np.zeros((0, len(self.labels)), np.float32), [])
        lengths = [len(streams[0]) for streams in sequences]
        streams = [list(chain.from_iterable(keys)) for keys in zip(*sequences, strict=True)]
        count = sum(lengths)
        # Two empty places between sequences, so that no offset reaches into a neighbour.
        places = np.arange(count) + np.repeat(2 * np.arange(1, len(lengths) + 1), lengths)
        total = np.zeros((count, len(self.labels)), np.float32)
        gathered = np.empty_like(total)
        types = np.zeros(count + 2 * len(lengths) + 2, np.intp)
        with self._lock:  # two threads that number new types at once would give two words one row
            for numbers in self._numbers(streams):
                types[places] = numbers
                for table, offset in zip(self._table, OFFSETS, strict=True):
                    # a type is seen at `offset` from the token that is so many places before it
                    total += np.take(table, types[places + offset], 0, gathered, "clip")
        return Block(total, lengths)

    def viterbi(self, emission: Floats) -> list[int]:
        """The best sequence of label numbers for one sequence of emissions."""
        if not len(emission):
            return []
        score = emission[0].astype(np.float64)
        back = np.zeros((len(emission), len(self.labels)), np.intp)
        for index in range(1, len(emission)):
            paths = score[:, None] + self.transitions
            back[index] = paths.argmax(0)
            score = paths[back[index], np.arange(len(self.labels))] + emission[index]
        best = [int(score.argmax())]
        for index in range(len(emission) - 1, 0, -1):
            best.append(int(back[index, best[-1]]))
        return best[::-1]

    def marginals(self, emissions: Block) -> Block:
        """Probability of each label at each token, by scaled forward-backward over many sequences at once."""
        edges = [0, *accumulate(emissions.lengths)]
        marginals = np.empty_like(emissions.rows)
        for start in range(0, len(emissions.lengths), TOGETHER):
            lengths = emissions.lengths[start : start + TOGETHER]
            place = slice(edges[start], edges[start + len(lengths)])
            self._group_marginals(emissions.rows[place], lengths, marginals[place])
        return Block(marginals, emissions.lengths)

    def _group_marginals(self, scores: Floats, lengths: Sequence[int], out: Floats) -> None:
        """The same for sequences that go into one block of matrix work; `out` takes the probabilities."""
        rows, edges = by_step(lengths)
        potential = scores[rows]
        potential -= potential.max(1, keepdims=True, initial=-np.inf)
        np.exp(potential, out=potential)
        moves = np.exp(self.transitions - self.transitions.max()).astype(np.float32)
        steps = list(pairwise(edges))
        forward = np.empty_like(potential)
        before = moves[:0]
        for start, end in steps:
            current = potential[start:end] if not start else (before[: end - start] @ moves) * potential[start:end]
            before = forward[start:end] = current / current.sum(1, keepdims=True)
        backward = np.ones((edges[1] if steps else 0, len(self.labels)), np.float32)
        for (begin, _), (start, end) in reversed(list(pairwise(steps))):
            going = end - start
            current = (potential[start:end] * backward[:going]) @ moves.T
            backward[:going] = current / current.sum(1, keepdims=True)
            forward[begin : begin + going] *= backward[:going]
        out[rows] = forward / forward.sum(1, keepdims=True)


def by_step(lengths: Sequence[int] | Numbers) -> tuple[Numbers, list[int]]:
    """How to pack sequences by time, longest first, so that step t holds only those that are still going on: no padding.

    The row of each packed row in the concatenated sequences, and where the steps begin and the last one ends.
    """
    falling = -np.sort(-np.array(lengths, np.intp))
    order = np.argsort(-np.array(lengths, np.intp), kind="stable")
    first = (np.cumsum(lengths) - lengths)[order] if len(order) else order
    alive = np.searchsorted(-falling, -np.arange(falling[0] if len(order) else 0), side="left")
    rows = [first[:count] + step for step, count in enumerate(alive)]
    return np.concatenate(rows) if rows else order[:0], [0, *np.cumsum(alive).tolist()]
