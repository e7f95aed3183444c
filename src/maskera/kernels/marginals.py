"""How probable each label is at each token of sequences, by scaled forward-backward (Rabiner 1989, "A
tutorial on hidden Markov models", section V).

Forward, a label has what it scores at the token, times the sum over the labels before of what each
has come to times its move to this one; backward the same from the end, without the score of the
token itself. Both are scaled at each token; their product, to a sum of 1, is the answer. Sums are
taken in one order, compiled or not, so that the bits are the same; `chain.forward_backward`, of
which training asks more, does the same in matrix products, whose order is each processor's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
AT_ONCE = 100  # sequences, whose scores stay in the processor's cache
LANES = 4  # sums side by side
Floats = NDArray[np.float32]


def marginals(scores: Floats, lengths: Sequence[int], transitions: Floats) -> Floats:
    """The probability of each label at each token of sequences that stand one after the other
    (scores: tokens x labels; transitions: labels x labels, from the one before to the one after).
    Raises ValueError for arrays that do not fit."""
    each = np.array(lengths, np.intp)
    labels = scores.shape[1]
    if (
        transitions.shape != (labels, labels)
        or each.min(initial=0) < 0
        or each.sum() != len(scores)
    ):
        raise ValueError("arrays that do not fit")
    found = np.empty_like(scores)
    ends = each.cumsum().tolist()
    # Rows are filled up with labels to which nothing moves.
    moves, back = np.zeros((2, labels, -(-labels // LANES) * LANES), np.float32)
    moves[:, :labels] = np.exp(transitions - transitions.max(initial=-np.inf))
    back[:, :labels] = moves[:, :labels].T
    work = _in_c if cython.compiled else _in_numpy
    room = np.empty((2, moves.shape[1]), np.float32)
    begin = 0
    for start in range(0, len(each), AT_ONCE):
        part = each[start : start + AT_ONCE]
        end = ends[start + len(part) - 1]
        potential = scores[begin:end] - scores[begin:end].max(1, keepdims=True, initial=-np.inf)
        np.exp(potential, out=potential)
        work(found[begin:end], potential, moves, back, part, room)
        begin = end
    return found


def _in_numpy(
    found: Any, potential: Any, moves: Any, back: Any, lengths: Any, _: NDArray[np.float32]
) -> None:
    """The same, a step of all sequences at a time, the longest sequence first."""
    order = np.argsort(-lengths, kind="stable")
    first, falling = (lengths.cumsum() - lengths)[order], lengths[order]
    steps = range(int(falling.max(initial=0)))
    going = [int((falling > step).sum()) for step in steps]
    labels = len(moves)
    to, fro = moves[:, :labels], back[:, :labels]
    for step in steps:
        at = first[: going[step]] + step
        here = potential[at]
        found[at] = _scaled(_reached(found[at - 1], to) * here if step else here)
    behind = np.ones((len(order), labels), np.float32)
    for step in reversed(steps[1:]):
        at = first[: going[step]] + step - 1
        reached = _scaled(_reached(behind[: len(at)] * potential[at + 1], fro))
        behind[: len(at)] = reached
        found[at] = _scaled(found[at] * reached)


def _reached(led: Any, moves: Any) -> Any:
    return np.add.reduce(led[:, :, None] * moves, 1)


def _scaled(rows: Any) -> Any:
    """To a sum of 1, in as many sums side by side as there are lanes."""
    labels = rows.shape[1]
    whole = labels - labels % LANES
    lanes = np.add.reduce(rows[:, :whole].reshape(len(rows), -1, LANES), 1)
    for label in range(whole, labels):
        lanes[:, 0] += rows[:, label]
    sums = (lanes[:, 0] + lanes[:, 1]) + (lanes[:, 2] + lanes[:, 3])
    return rows * (np.float32(1) / sums)[:, None]


@cython.cfunc
def _in_c(
    found: cython.float[:, ::1],
    potential: cython.const[cython.float][:, ::1],
    moves: cython.const[cython.float][:, ::1],
    back: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.Py_ssize_t][::1],
    room: cython.float[:, ::1],
) -> cython.void:
    """moves, back: from a label, and to it. room: for two rows as wide as they are."""
    sequence: cython.Py_ssize_t
    token: cython.Py_ssize_t
    label: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    labels: cython.Py_ssize_t = moves.shape[0]
    width: cython.Py_ssize_t = moves.shape[1]
    here: cython.p_float
    score: cython.pointer[cython.const[cython.float]]
    if not labels:
        return
    reached: cython.p_float = cython.address(room[0, 0])
    behind: cython.p_float = cython.address(room[1, 0])
    to: cython.pointer[cython.const[cython.float]] = cython.address(moves[0, 0])
    fro: cython.pointer[cython.const[cython.float]] = cython.address(back[0, 0])
    for sequence in range(lengths.shape[0]):
        start, end = end, end + lengths[sequence]
        for token in range(start, end):
            # Bounds are checked here; each row has as many labels as there are moves.
            here = cython.address(found[token, 0])
            score = cython.address(potential[token, 0])
            if token == start:
                for label in range(labels):
                    here[label] = score[label]
            else:
                _moved(reached, cython.address(found[token - 1, 0]), to, labels, width)
                for label in range(labels):
                    here[label] = reached[label] * score[label]
            _scale(here, labels)
        for label in range(labels):
            behind[label] = 1
        for token in range(end - 2, start - 1, -1):
            here = cython.address(found[token, 0])
            score = cython.address(potential[token + 1, 0])
            for label in range(labels):
                behind[label] *= score[label]
            _moved(reached, behind, fro, labels, width)
            _scale(reached, labels)
            for label in range(labels):
                behind[label] = reached[label]
                here[label] *= reached[label]
            _scale(here, labels)


@cython.cfunc
def _moved(
    reached: cython.p_float,
    led: cython.p_float,
    moves: cython.pointer[cython.const[cython.float]],
    labels: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
) -> cython.void:
    """The sums over all labels of what each has come to, times its moves; four labels at a time."""
    label: cython.Py_ssize_t
    before: cython.Py_ssize_t
    one: cython.pointer[cython.const[cython.float]]
    two: cython.pointer[cython.const[cython.float]]
    three: cython.pointer[cython.const[cython.float]]
    four: cython.pointer[cython.const[cython.float]]
    for label in range(width):
        reached[label] = 0
    for before in range(0, labels - 3, 4):
        one = moves + before * width
        two, three, four = one + width, one + 2 * width, one + 3 * width
        for label in range(width):
            reached[label] = (
                reached[label]
                + led[before] * one[label]
                + led[before + 1] * two[label]
                + led[before + 2] * three[label]
                + led[before + 3] * four[label]
            )
    for before in range(labels - labels % 4, labels):
        one = moves + before * width
        for label in range(width):
            reached[label] += led[before] * one[label]


@cython.cfunc
def _scale(row: cython.p_float, labels: cython.Py_ssize_t) -> cython.void:
    """To a sum of 1."""
    label: cython.Py_ssize_t
    one: cython.float = 0
    two: cython.float = 0
    three: cython.float = 0
    four: cython.float = 0
    for label in range(0, labels - 3, 4):
        one += row[label]
        two += row[label + 1]
        three += row[label + 2]
        four += row[label + 3]
    for label in range(labels - labels % 4, labels):
        one += row[label]
    one = 1 / (one + two + (three + four))
    for label in range(labels):
        row[label] *= one
