"""Sequences of labels as a linear-chain CRF, batched in NumPy: the marginals and expected moves of
many.

One engine for every tagger of the project; what a label scores at a token comes from a linear model
(crf.py) or a network (network.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.marginals import marginals
from maskera.kernels.type_scores import Block, Floats, Keys, Numbers

Precision = TypeVar("Precision", bound=np.floating[Any])


class Chain(ABC):
    """Labels with scores for each move from one to the next; subclasses say what a label scores at
    a token (`emissions`).

    transitions: labels x labels, from the label before to the label after.
    """

    def __init__(self, labels: Sequence[str], transitions: Floats) -> None:
        self.labels = list(labels)
        self.transitions = transitions

    @abstractmethod
    def emissions(self, sequences: Sequence[Sequence[Keys]]) -> Block:
        """The score of each label at each token; a sequence holds, for every stream of types, the
        keys of its tokens."""

    def marginals(self, emissions: Block) -> Block:
        """Probability of each label at each token, by scaled forward-backward over many sequences
        at once."""
        rows = marginals(emissions.rows, emissions.lengths, self.transitions)
        return Block(rows, emissions.lengths)


def forward_backward(
    scores: NDArray[Precision],
    lengths: Sequence[int] | Numbers,
    transitions: NDArray[np.floating[Any]],
    expected: NDArray[np.floating[Any]] | None = None,
    partition: list[float] | None = None,
) -> NDArray[Precision]:
    """The probability of each label at each token of sequences that stand one after the other
    (scores: tokens x labels).

    Scaled forward-backward, packed by time. expected: where given, to it is added how often each
    move (label before x label after) is to be expected in all sequences together, which only
    training asks for. partition: where given, the logarithm of the sum over all paths, of all
    sequences together, is appended to it.
    """
    rows, edges = by_step(lengths)
    potential = scores[rows]
    most = potential.max(1, keepdims=True, initial=-np.inf)
    potential -= most
    np.exp(potential, out=potential)
    moves = np.exp(transitions - transitions.max()).astype(scores.dtype)
    steps = list(pairwise(edges))
    forward = np.empty_like(potential)
    before = moves[:0]
    sums = np.ones_like(most)
    for start, end in steps:
        current = (
            potential[start:end]
            if not start
            else (before[: end - start] @ moves) * potential[start:end]
        )
        sums[start:end] = current.sum(1, keepdims=True)
        before = forward[start:end] = current / sums[start:end]
    if partition is not None:
        steps_taken = len(rows) - (edges[1] if steps else 0)
        scaled = float((np.log(sums, dtype=np.float64) + most).sum())
        partition.append(scaled + steps_taken * float(transitions.max()))
    backward = np.ones((edges[1] if steps else 0, len(moves)), scores.dtype)
    for (begin, _), (start, end) in reversed(list(pairwise(steps))):
        going = end - start
        ahead = potential[start:end] * backward[:going]
        current = ahead @ moves.T
        led = forward[begin : begin + going]
        if expected is not None:
            expected += moves * (led.T @ (ahead / (led * current).sum(1, keepdims=True)))
        backward[:going] = current / current.sum(1, keepdims=True)
        led *= backward[:going]
    marginals = np.empty_like(forward)
    marginals[rows] = forward / forward.sum(1, keepdims=True)
    return marginals


def by_step(lengths: Sequence[int] | Numbers) -> tuple[Numbers, list[int]]:
    """How to pack sequences by time, longest first, so that step t holds only those that are still
    going on: no padding.

    The row of each packed row in the concatenated sequences, and where the steps begin and the last
    one ends.
    """
    falling = -np.sort(-np.array(lengths, np.intp))
    order = np.argsort(-np.array(lengths, np.intp), kind="stable")
    first = (np.cumsum(lengths) - lengths)[order] if len(order) else order
    alive = np.searchsorted(-falling, -np.arange(falling[0] if len(order) else 0), side="left")
    rows = [first[:count] + step for step, count in enumerate(alive)]
    return np.concatenate(rows) if rows else order[:0], [0, *np.cumsum(alive).tolist()]
