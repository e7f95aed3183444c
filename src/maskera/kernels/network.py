"""A CRF whose labels are scored by a layer of hidden units beside the features themselves (a neural
CRF: Collobert et al. 2011, "Natural language processing (almost) from scratch", section 3; wide and
deep: Cheng et al. 2016). A unit stands for several features at once, such as a rare word in small
letters between a relative and a verb, which a linear model can only count one by one.

A feature is a vector, a type the sum of its features' vectors. Units and labels of a token see the
types up to two places away, so a type is worth one row of them for each place. Besides, the labels
see the units of the token and what the units are on the average and at the most in the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import msgspec
import numpy as np

from maskera.kernels.chain import Chain
from maskera.kernels.features import sums
from maskera.kernels.pooling import pooled
from maskera.kernels.products import add_product
from maskera.kernels.type_scores import (
    NEW_TYPES,
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

NUMBERED_AT_ONCE = (
    1_000  # whose types are looked up together: new ones are worked out NEW_TYPES at a time
)
# Multiplications of a product that OpenBLAS does not share out between threads (gemm.c: 2^18 each at
# least). Threads wait for one another: on a busy machine a product of ours took a hundred times as
# long with two as with one.
ONE_THREAD = 2**19 - 1


class Weights(msgspec.Struct):
    """A trained network as stored. card: what it was trained on and how good it is.

    vectors: int8, features x width, each row times its own scale. The rest is float32: window
    (OFFSETS x width x units), its bias (units), direct (OFFSETS x width x labels), own (units x
    labels), around (twice the units x labels), label bias (labels), transitions (labels x labels).
    """

    labels: list[str]
    features: list[str]
    vectors: bytes
    scales: bytes  # float32 a feature
    window: bytes
    bias: bytes
    direct: bytes
    own: bytes
    around: bytes
    label_bias: bytes
    transitions: bytes
    card: dict[str, Any]


class Network(Chain):
    """Labels sequences of tokens; each token is given by the keys of its types (its form, its
    situation), each type by its features.

    features: key -> the features of that type. size: how many types are kept (TypeTable).
    """

    def __init__(
        self, weights: Weights, features: Callable[[Any], Iterable[str]], size: int = 16_000
    ) -> None:
        labels = len(weights.labels)
        super().__init__(weights.labels, _floats(weights.transitions, labels, labels))
        self._features = features
        self._rows = FeatureRows(weights.features)
        self._vectors = np.frombuffer(weights.vectors, np.int8).reshape(len(weights.features), -1)
        self._scales = _floats(weights.scales, -1)
        bias, label_bias = _floats(weights.bias, -1), _floats(weights.label_bias, -1)
        self._units = units = len(bias)
        to_units, to_labels = (
            _floats(weights.window, len(OFFSETS), -1, units),
            _floats(weights.direct, len(OFFSETS), -1, labels),
        )
        # width x (OFFSETS x (units + labels)): what a vector is worth in all places, in parts
        window = (
            np.concatenate([to_units, to_labels], 2)
            .transpose(1, 0, 2)
            .reshape(to_units.shape[1], -1)
        )
        columns = max(ONE_THREAD // (NEW_TYPES * len(window)), 1)
        self._window = [
            np.ascontiguousarray(window[:, at : at + columns])
            for at in range(0, window.shape[1], columns)
        ]
        self._own, self._around = (
            _floats(weights.own, units, labels),
            _floats(weights.around, 2 * units, labels),
        )
        self._types = TypeTable(np.concatenate([bias, label_bias]), self._worth, size)

    def _worth(self, keys: Sequence[Hashable]) -> Floats:
        rows, counts = self._rows.of(keys, self._features)
        # always as many rows: sums of a product go by its shape, and a type must be worth the same
        # whatever it came with
        vectors = np.zeros((NEW_TYPES, self._vectors.shape[1]), np.float32)
        sums(rows, counts, self._vectors, self._scales, vectors)
        return np.concatenate([vectors @ part for part in self._window], 1)[: len(keys)]

    def emissions(self, sequences: Sequence[Sequence[Keys]]) -> Block:
        """See Chain."""
        parts = (
            self._scored(part)
            for at in range(0, len(sequences), NUMBERED_AT_ONCE)
            for part in self._types.sums(sequences[at : at + NUMBERED_AT_ONCE], SEQUENCES_AT_ONCE)
        )
        return united(parts, tokens_of(sequences), len(self.labels))

    def _scored(self, part: Block) -> Block:
        sums, lengths = part
        units = np.maximum(sums[:, : self._units], 0)
        scores = sums[:, self._units :].copy()
        add_product(scores, units, self._own)
        filled = np.array([length for length in lengths if length], np.intp)
        if len(filled):
            around = np.zeros((len(filled), scores.shape[1]), np.float32)
            add_product(around, pooled(units, filled), self._around)
            scores += np.repeat(around, filled, 0)
        return Block(scores, lengths)


def _floats(content: bytes, *shape: int) -> Floats:
    return np.frombuffer(content, np.float32).reshape(shape)
