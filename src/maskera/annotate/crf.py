"""A linear-chain CRF in NumPy: one engine for every tagger of the project. It reads what python-crfsuite has trained.

Every feature belongs to one token and is seen from the tokens up to two places away. So a word type is worth five score vectors, which are
computed once and kept in a bounded table; the emission of a token is a sum of five rows, and the rest is batched matrix work.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.errors import DataError

OFFSETS = (-2, -1, 0, 1, 2)
TOGETHER = 96  # sequences in one block of matrix work: more only pads the short ones
Floats = NDArray[np.float32]


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
        self._width = len(OFFSETS) * count
        self._size = size
        self._types: dict[Hashable, int] = {}
        self._table: Floats = np.zeros((1024, self._width), np.float32)
        self._lock = Lock()

    def _type(self, key: Hashable) -> int:
        number = self._types.get(key)
        if number is None:
            number = len(self._types)
            if number == len(self._table):
                grown = np.zeros((min(2 * number, self._size), self._width), np.float32)
                grown[:number] = self._table
                self._table = grown
            self._types[key] = number
            self._table[number] = self._scores(key)
        return number

    def _scores(self, key: Hashable) -> Floats:
        rows = [self._row[feature] for feature in self._features(key) if feature in self._row]
        if not rows:
            return np.zeros(self._width, np.float32)
        spans = [slice(self._first[row], self._first[row + 1]) for row in rows]
        columns = np.concatenate([self._columns[span] for span in spans])
        values = np.concatenate([self._values[span] for span in spans])
        return np.bincount(columns, values, self._width).astype(np.float32)

    def _gathered(self, sequences: Sequence[Sequence[Sequence[Hashable]]]) -> list[Floats]:
        """For each stream, the cached scores of its types, sequence after sequence."""
        streams = [[key for keys in sequences for key in keys[number]] for number in range(len(sequences[0]) if sequences else 0)]
        count = sum(map(len, streams))
        with self._lock:  # two threads that number new types at once would give two words one row
            if len(self._types) + count > self._size:
                self._types.clear()
                self._size = max(self._size, count + 1)
            numbers = [np.array([self._type(key) for key in keys], np.intp) for keys in streams]
            return [self._table[rows] for rows in numbers]

    def emissions(self, sequences: Sequence[Sequence[Sequence[Hashable]]]) -> list[Floats]:
        """Scores (tokens x labels) of each sequence; a sequence holds, for every stream of types, the keys of its tokens."""
        lengths = [len(streams[0]) for streams in sequences]
        total = np.zeros((sum(lengths) + 2 * (len(lengths) + 1), len(self.labels)), np.float32)
        where: list[int] = []
        position = 2
        for length in lengths:
            where.extend(range(position, position + length))
            position += length + 2  # two empty places between sequences, so that no offset reaches into a neighbour
        places = np.array(where, np.intp)
        count = len(self.labels)
        for gathered in self._gathered(sequences):
            for index, offset in enumerate(OFFSETS):
                # a type at place p speaks to the token from which it is seen at `offset`, that is to p - offset
                total[places - offset] += gathered[:, index * count : (index + 1) * count]
        result = []
        position = 2
        for length in lengths:
            result.append(total[position : position + length])
            position += length + 2
        return result

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

    def marginals(self, emissions: Sequence[Floats]) -> list[Floats]:
        """Probability of each label at each token (tokens x labels), by scaled forward-backward over many sequences at once."""
        result: list[Floats] = [np.zeros((0, len(self.labels)), np.float32)] * len(emissions)
        order = sorted((index for index in range(len(emissions)) if len(emissions[index])), key=lambda index: -len(emissions[index]))
        for start in range(0, len(order), TOGETHER):
            group = order[start : start + TOGETHER]
            for index, probability in zip(group, self._group_marginals([emissions[index] for index in group]), strict=True):
                result[index] = probability
        return result

    def _group_marginals(self, emissions: Sequence[Floats]) -> list[Floats]:
        """The same for sequences sorted by falling length, all in one block."""
        lengths = np.array([len(scores) for scores in emissions], np.intp)
        longest, count = int(lengths[0]), len(self.labels)
        potential = np.ones((longest, len(emissions), count), np.float32)
        for column, scores in enumerate(emissions):
            potential[: len(scores), column] = np.exp(scores - scores.max(1, keepdims=True))
        moves = np.exp(self.transitions - self.transitions.max()).astype(np.float32)
        alive = [int((lengths > step).sum()) for step in range(longest)]
        forward = np.ones_like(potential)
        forward[0] = potential[0] / potential[0].sum(1, keepdims=True)
        for step in range(1, longest):
            rows = alive[step]
            current = (forward[step - 1, :rows] @ moves) * potential[step, :rows]
            forward[step, :rows] = current / current.sum(1, keepdims=True)
        backward = np.ones((len(emissions), count), np.float32)
        for step in range(longest - 2, -1, -1):
            rows = alive[step + 1]
            current = (potential[step + 1, :rows] * backward[:rows]) @ moves.T
            backward[:rows] = current / current.sum(1, keepdims=True)
            forward[step, :rows] *= backward[:rows]
        forward /= forward.sum(2, keepdims=True)
        return [forward[:length, column] for column, length in enumerate(lengths.tolist())]
