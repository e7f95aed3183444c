"""What the units of a layer are in each of several sequences: on the average, and at the most.

The sequences stand one after the other, none of them empty; the sums are taken from their first
tokens to their last.
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


def pooled(units: NDArray[np.float32], lengths: NDArray[np.intp]) -> NDArray[np.float32]:
    """Sequences x twice the units: the mean of each, then its maximum. Compiled or not they have
    the same bits. Raises ValueError for an empty sequence, and for lengths that do not fit."""
    if lengths.min(initial=1) < 1 or lengths.sum() != len(units):
        raise ValueError("sequences that do not fit")
    found = np.zeros((len(lengths), 2 * units.shape[1]), units.dtype)
    if cython.compiled and units.dtype == np.float32:
        _in_c(found, np.ascontiguousarray(units), lengths)
    else:
        _in_numpy(found, units, lengths)
    return found


def _in_numpy(found: Any, units: Any, lengths: Any) -> None:
    width = units.shape[1]
    order = np.argsort(-lengths, kind="stable")
    first, falling = (lengths.cumsum() - lengths)[order], lengths[order]
    mean, most = np.zeros((len(order), width), units.dtype), units[first]
    going = len(order)
    for step in range(int(falling[0]) if len(order) else 0):
        while falling[going - 1] <= step:
            going -= 1
        tokens = units[first[:going] + step]
        mean[:going] += tokens
        np.maximum(most[:going], tokens, out=most[:going])
    found[order, :width] = mean / falling[:, None].astype(units.dtype)
    found[order, width:] = most


@cython.cfunc
def _in_c(
    found: cython.float[:, ::1],
    units: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.Py_ssize_t][::1],
) -> cython.void:
    sequence: cython.Py_ssize_t
    token: cython.Py_ssize_t
    column: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    width: cython.Py_ssize_t = units.shape[1]
    count: cython.float
    value: cython.float
    mean: cython.p_float
    most: cython.p_float
    unit: cython.pointer[cython.const[cython.float]]
    if not width:
        return
    for sequence in range(lengths.shape[0]):
        start, end = end, end + lengths[sequence]
        mean = cython.address(found[sequence, 0])
        most = cython.address(found[sequence, width])
        for column in range(width):
            most[column] = units[start, column]
        for token in range(start, end):
            # Bounds are checked here; the row is as wide as `mean` and `most`.
            unit = cython.address(units[token, 0])
            for column in range(width):
                value = unit[column]
                mean[column] += value
                most[column] = value if value > most[column] else most[column]
        count = lengths[sequence]
        for column in range(width):
            mean[column] /= count
