"""Viterbi: the best label sequences of many sentences at once.

Most tokens leave no choice: their best label is so far ahead that no neighbour can make up for it.
Such tokens cut a sentence into short runs of open tokens, and only those are searched. Where a best
path came from is not stored but found again on the way back. Uncompiled, runs are packed by time,
longest first, so that step t holds only those that are still going on: no padding, memory in
proportion to the tokens; within a step the maximum over the label before is taken label by label,
in vectors over runs.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.chain import by_step
from maskera.kernels.type_scores import Block, Floats, Numbers

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
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
        of the sentences; the same ones compiled and not. Raises ValueError for scores and lengths
        that do not fit."""
        scores = emissions.rows
        lengths = np.array(emissions.lengths, np.intp)
        fitting = lengths.min(initial=0) >= 0 and lengths.sum() == len(scores)
        if not fitting or scores.shape[1] != len(self._into):
            raise ValueError("scores that do not fit")
        if not len(scores):
            return np.empty(0, np.intp)
        best: Numbers = scores.argmax(1)
        if cython.compiled:
            longest, width = int(lengths.max()), scores.shape[1]
            room, which = (
                np.empty((longest, width), np.float32),
                np.empty((longest, width), np.intp),
            )
            transitions = np.ascontiguousarray(self._transitions)
            into, catch_up = self._into, self._catch_up
            scores, many = np.ascontiguousarray(scores), np.empty(longest, np.intp)
            _in_c(best, scores, lengths, transitions, into, catch_up, room, which, many)
            return best
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


@cython.cfunc
def _in_c(
    found: cython.Py_ssize_t[::1],
    scores: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.Py_ssize_t][::1],
    transitions: cython.const[cython.float][:, ::1],
    into: cython.const[cython.float][:, ::1],
    catch_up: cython.const[cython.float][:, ::1],
    room: cython.float[:, ::1],
    which: cython.Py_ssize_t[:, ::1],
    many: cython.Py_ssize_t[::1],
) -> cython.void:
    """found: the labels of the highest scores, which become those of the best paths. room, which,
    many: of each token of the longest sequence the scores of the labels that a best path may go
    through, these labels, and how many they are."""
    sequence: cython.Py_ssize_t
    token: cython.Py_ssize_t
    last: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    for sequence in range(lengths.shape[0]):
        start, end = end, end + lengths[sequence]
        # -1 and less where neighbours could decide otherwise.
        for token in range(start, end):
            if _is_open(scores, token, found[token], catch_up):
                found[token] = -1 - found[token]
        token = start
        while token < end:
            last = token
            while last < end and found[last] < 0:
                last += 1
            if last > token:
                _search(
                    found, scores, transitions, into, catch_up, room, which, many,
                    start, token, last, end,
                )  # fmt: skip
            token = last + 1


@cython.cfunc
def _is_open(
    scores: cython.const[cython.float][:, ::1],
    token: cython.Py_ssize_t,
    best: cython.Py_ssize_t,
    catch_up: cython.const[cython.float][:, ::1],
) -> cython.bint:
    label: cython.Py_ssize_t
    rivals: cython.int = 0
    score: cython.pointer[cython.const[cython.float]] = cython.address(scores[token, 0])
    gain: cython.pointer[cython.const[cython.float]] = cython.address(catch_up[best, 0])
    top: cython.float = score[best]
    for label in range(scores.shape[1]):
        rivals += gain[label] + score[label] >= top
    return rivals > 0


@cython.cfunc
def _search(
    found: cython.Py_ssize_t[::1],
    scores: cython.const[cython.float][:, ::1],
    transitions: cython.const[cython.float][:, ::1],
    into: cython.const[cython.float][:, ::1],
    catch_up: cython.const[cython.float][:, ::1],
    room: cython.float[:, ::1],
    which: cython.Py_ssize_t[:, ::1],
    many: cython.Py_ssize_t[::1],
    start: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    after: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.void:
    """The labels of the open tokens from `first` to before `after` of a sequence. No best path goes
    through a label that cannot catch up with the best one of its token: few can."""
    token: cython.Py_ssize_t
    at: cython.Py_ssize_t
    one: cython.Py_ssize_t
    other: cython.Py_ssize_t
    count: cython.Py_ssize_t
    label: cython.Py_ssize_t
    best: cython.Py_ssize_t
    value: cython.float
    reach: cython.float
    most: cython.float = 0
    score: cython.pointer[cython.const[cython.float]]
    gain: cython.pointer[cython.const[cython.float]]
    for token in range(first, after):
        at = token - first
        best = -1 - found[token]
        # Bounds are checked here; each row is as wide as there are labels.
        score = cython.address(scores[token, 0])
        gain = cython.address(catch_up[best, 0])
        count = 0
        for label in range(scores.shape[1]):
            if label == best or gain[label] + score[label] >= score[best]:
                which[at, count] = label
                count += 1
        many[at] = count
        for one in range(count):
            label = which[at, one]
            value = score[label]
            if token == first and first > start:
                value += transitions[found[first - 1], label]
            if token == after - 1 and after < end:
                value += into[found[after], label]
            if token > first:
                for other in range(many[at - 1]):
                    reach = room[at - 1, other] + transitions[which[at - 1, other], label]
                    if other == 0 or reach > most:
                        most = reach
                value += most
            room[at, one] = value
    label = -1
    for token in range(after - 1, first - 1, -1):
        at = token - first
        best = 0
        for one in range(many[at]):
            value = room[at, one]
            if label >= 0:
                value += into[label, which[at, one]]
            if one == 0 or value > most:
                best, most = one, value
        label = which[at, best]
        found[token] = label
