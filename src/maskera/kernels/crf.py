"""A linear-chain CRF in NumPy that reads what python-crfsuite has trained."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from maskera.kernels.chain import Chain
from maskera.kernels.sparse import sums
from maskera.kernels.type_scores import (
    OFFSETS,
    SEQUENCES_AT_ONCE,
    Block,
    FeatureRows,
    Floats,
    Keys,
    TypeTable,
    tokens_of,
    united,
)


class Weights(msgspec.Struct):
    """A trained model as stored: sparse rows of (offset, label) columns by feature, and transition
    scores between labels.

    card: what it was trained on and how good it is.
    """

    labels: list[str]
    features: list[str]
    first: bytes  # uint32 a feature and one more
    columns: bytes  # uint16: offset number * labels + label
    values: bytes  # float16
    transitions: bytes  # float32, labels x labels
    card: dict[str, Any]


class Tagger(Chain):
    """Labels sequences of tokens; each token is given by the keys of its types (its form, its
    situation), each type by its features.

    features: key -> the features of that type. size: how many types are kept (TypeTable).
    """

    def __init__(
        self, weights: Weights, features: Callable[[Any], Iterable[str]], size: int = 40_000
    ) -> None:
        count = len(weights.labels)
        super().__init__(
            weights.labels, np.frombuffer(weights.transitions, np.float32).reshape(count, count)
        )
        self._features = features
        self._rows = FeatureRows(weights.features)
        first = np.frombuffer(weights.first, np.uint32).astype(np.intp)
        self._first, self._lengths = first[:-1], np.diff(first)
        self._columns = np.frombuffer(weights.columns, np.uint16)
        self._values = np.frombuffer(weights.values, np.float16).astype(np.float64)
        self._types = TypeTable(np.zeros(count, np.float32), self._scores, size)

    def _scores(self, keys: Sequence[Hashable]) -> Floats:
        width = len(OFFSETS) * len(self.labels)
        rows, counts = self._rows.of(keys, self._features)
        totals = sums(rows, counts, self._first, self._lengths, self._columns, self._values, width)
        return totals.astype(np.float32)

    def parts(self, sequences: Sequence[Sequence[Keys]]) -> Iterator[Block]:
        """What each label scores at each token, of so many sequences at a time that the scores stay
        in the processor's cache."""
        return self._types.sums(sequences, SEQUENCES_AT_ONCE)

    def emissions(self, sequences: Sequence[Sequence[Keys]]) -> Block:
        """See Chain."""
        return united(self.parts(sequences), tokens_of(sequences), len(self.labels))
