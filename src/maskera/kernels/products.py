"""Products of matrices of which the left one holds many zeros, such as the units of a layer that
are never negative: a zero costs next to nothing, and no library starts threads for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled


def add_product(
    total: NDArray[np.float32], left: NDArray[np.float32], right: NDArray[np.float32]
) -> None:
    """Add left @ right to `total`, the columns of `left` one after the other: compiled or not the
    sums have the same bits, and a row has them whatever stands beside it. Raises ValueError for
    arrays that do not fit."""
    if total.shape != (len(left), right.shape[1]) or left.shape[1] != len(right):
        raise ValueError("arrays that do not fit")
    if cython.compiled:
        _in_c(total, left, right)
        return
    for column, row in zip(left.T, right, strict=True):
        filled = column.nonzero()[0]
        total[filled] += column[filled, None] * row


@cython.cfunc
def _in_c(
    total: cython.float[:, ::1],
    left: cython.const[cython.float][:, ::1],
    right: cython.const[cython.float][:, ::1],
) -> cython.void:
    number: cython.Py_ssize_t
    place: cython.Py_ssize_t
    column: cython.Py_ssize_t
    width: cython.Py_ssize_t = total.shape[1]
    value: cython.float
    out: cython.p_float
    row: cython.pointer[cython.const[cython.float]]
    if not width:
        return
    for number in range(left.shape[0]):
        out = cython.address(total[number, 0])
        for place in range(left.shape[1]):
            value = left[number, place]
            if value != 0:
                # Bounds are checked here; the row is as wide as `total`.
                row = cython.address(right[place, 0])
                for column in range(width):
                    out[column] += value * row[column]
