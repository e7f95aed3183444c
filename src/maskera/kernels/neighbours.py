"""Sums of rows: what arrives at each token from the types around it.

`table` holds for each type a row of whole numbers, which count `steps` of the type, for every
distance (of an odd number, the middle one is the token itself); `types` the type of each token of
sequences that stand one after the other and have so many tokens (`lengths`). To the row of each
token in `total` is added, distance after distance, the row of the type that stands so far from it
in its sequence. Type 0 is none: its rows are zeros.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled


def add_rows(
    total: NDArray[np.float32],
    table: NDArray[np.int16],
    steps: NDArray[np.float32],
    types: NDArray[np.intp],
    lengths: NDArray[np.intp],
) -> None:
    """Add to `total`. Compiled or not the sums have the same bits, for each is taken in the same
    order, and a step is a power of two (else a processor that multiplies and adds in one may round
    otherwise). Raises ValueError for arrays that do not fit, IndexError for a type without a row."""
    count, distances, width = table.shape
    if total.shape != (len(types), width) or len(steps) != count or not distances % 2:
        raise ValueError("arrays that do not fit")
    if lengths.min(initial=0) < 0 or lengths.sum() != len(types):
        raise ValueError("sequences that do not fit")
    if cython.compiled:
        _in_c(total, table, steps, types, lengths)
    else:
        _in_numpy(total, table, steps, types, lengths)


def _in_numpy(total: Any, table: Any, steps: Any, types: Any, lengths: Any) -> None:
    count, distances, width = table.shape
    if len(types) and not (types.min() >= 0 and types.max() < count):
        raise IndexError("a type without a row")
    beside, worth = distances // 2, np.empty_like(total)
    gathered = np.empty_like(total, table.dtype)
    # So many empty places lie before, between and behind the sequences that no distance reaches a
    # neighbour.
    places = np.arange(len(types)) + np.repeat(beside * np.arange(1, len(lengths) + 1), lengths)
    padded = np.zeros(len(types) + beside * (len(lengths) + 1), np.intp)
    padded[places] = types
    rows = table.reshape(count * distances, width)
    for number in range(distances):
        at = padded[places + (number - beside)]
        # Checked above, and clipping writes into `gathered` at once.
        np.take(rows, at * distances + number, 0, gathered, "clip")
        total += np.multiply(gathered, steps[at][:, None], worth)


@cython.cfunc
def _in_c(
    total: cython.float[:, ::1],
    table: cython.const[cython.short][:, :, ::1],
    steps: cython.const[cython.float][::1],
    types: cython.const[cython.Py_ssize_t][::1],
    lengths: cython.const[cython.Py_ssize_t][::1],
) -> cython.void:
    sequence: cython.Py_ssize_t
    place: cython.Py_ssize_t
    token: cython.Py_ssize_t
    number: cython.Py_ssize_t
    column: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    width: cython.Py_ssize_t = table.shape[2]
    distances: cython.Py_ssize_t = table.shape[1]
    beside: cython.Py_ssize_t = distances // 2
    out: cython.p_float
    row: cython.pointer[cython.const[cython.short]]
    step: cython.float
    if not width:
        return
    for sequence in range(lengths.shape[0]):
        start, end = end, end + lengths[sequence]
        # From one type to the next: all rows of a type lie side by side, and each token hears of
        # the types in their order.
        for place in range(start, end):
            kind = types[place]
            step = steps[kind]
            for number in range(distances):
                token = place + beside - number
                if token < start or token >= end:
                    continue
                # Bounds are checked here; the row itself is as wide as `total`.
                out = cython.address(total[token, 0])
                row = cython.address(table[kind, number, 0])
                for column in range(width):
                    out[column] += step * row[column]
