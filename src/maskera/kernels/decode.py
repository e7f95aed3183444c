"""Batched Viterbi: the best label sequences of many sentences at once.

Most tokens leave no choice: their best label is so far ahead that no neighbour can make up for it.
Such tokens cut a sentence into short runs of open tokens, and only those are searched. Runs are
packed by time, longest first, so that step t holds only those that are still going on: no padding,
memory in proportion to the tokens. Within a step the maximum over the label before is taken label
by label, in vectors over runs; where it came from is not stored but found again on the way back,
for one label a run.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.chain import by_step
from maskera.kernels.type_scores import Block, Floats, Numbers

FEW = 50  # runs going on; below that one large reduction is quicker than a call for every label
Flags = NDArray[np.bool_]
SLACK = 1e-4  # a lead must be greater than what rounding can do to a path


class Decoder:
    """Finds best paths under one set of transitions: the scores of (label before, label)."""

    def __init__(self, transitions: Floats) -> None:
        self._transitions = transitions
        self._into = np.ascontiguousarray(transitions.T)
        self._catch_up = _catch_up(transitions)

    def __call__(self, emissions: Block) -> Numbers:
        """The label numbers of the best path through each sentence, all in one array in the order
        of the sentences."""
        scores = emissions.rows
        if not len(scores):
            return np.empty(0, np.intp)
        best: Numbers = scores.argmax(1)
        open_rows = np.flatnonzero(self._challenged(scores, best))
        if len(open_rows):
            initial = np.zeros(
                len(scores) + 1, bool
            )  # where a sentence begins, and behind the last one
            initial[0] = initial[np.cumsum(emissions.lengths)] = True
            best[open_rows] = self._searched(scores, best, open_rows, initial)
        return best

    def _challenged(self, scores: Floats, best: Numbers) -> Flags:
        """Whether neighbours could decide for another label than the one of the highest score, for
        each token."""
        rivals = self._catch_up.take(best, 0)
        rivals += scores
        challenged: Flags = rivals.max(1) >= scores[np.arange(len(scores)), best]
        return challenged

    def _searched(
        self, scores: Floats, best: Numbers, open_rows: Numbers, initial: Flags
    ) -> Numbers:
        """The labels of the open rows: each run of them between sentence ends and settled labels is
        a sequence of its own."""
        begins = np.ones(len(open_rows), bool)
        begins[1:] = (np.diff(open_rows) != 1) | initial[open_rows[1:]]
        first = np.flatnonzero(begins)
        last = np.append(first[1:], len(open_rows)) - 1
        inner = scores[open_rows]
        left, right = open_rows[first], open_rows[last] + 1
        led, followed = ~initial[left], ~initial[right]
        inner[first[led]] += self._transitions[best[left[led] - 1]]
        inner[last[followed]] += self._into[best[right[followed]]]
        return self._viterbi(inner, last - first + 1)

    def _viterbi(self, scores: Floats, lengths: Numbers) -> Numbers:
        """The best paths through sequences of these lengths, whose scores stand one after another."""
        rows, edges = by_step(lengths)
        packed = scores[rows]
        steps = list(pairwise(edges))
        for (before, _), (start, end) in pairwise(steps):
            packed[start:end] += _best_before(
                packed[before : before + end - start], self._transitions
            )
        found = np.empty(len(rows), np.intp)
        label = found[:0]
        for start, end in reversed(steps):
            here = packed[start:end]
            ending = here[len(label) :].argmax(1)  # sequences whose last token stands here
            label = np.concatenate(((here[: len(label)] + self._into[label]).argmax(1), ending))
            found[rows[start:end]] = label
        return found


def _catch_up(transitions: Floats) -> Floats:
    """How much a label (column) can gain on another (row), at most, by the labels before and after
    it; -inf on itself.

    Where a sentence begins or ends it gains nothing on that side, so a gain is never below zero.
    """
    gain = np.empty_like(transitions)
    for label, (into, out_of) in enumerate(zip(transitions.T, transitions, strict=True)):
        gain[label] = (
            (transitions - into[:, None]).max(0, initial=0)
            + (transitions - out_of).max(1, initial=0)
            + SLACK
        )
    np.fill_diagonal(gain, -np.inf)
    return gain


def _best_before(scores: Floats, transitions: Floats) -> Floats:
    """The best score with which each label can be reached from scores (sequences x labels)."""
    if len(scores) < FEW:
        reached: Floats = np.max(scores[:, :, None] + transitions, axis=1)
        return reached
    columns = np.ascontiguousarray(scores.T)
    best: Floats = columns[0] + transitions[0][:, None]
    candidate = np.empty_like(best)
    for label in range(1, len(transitions)):
        np.add(columns[label], transitions[label][:, None], out=candidate)
        np.maximum(best, candidate, out=best)
    return best.T
