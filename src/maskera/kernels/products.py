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
        _in_c(total, left, right, np.empty(len(right) + 1, np.intp))
        return
    for column, row in zip(left.T, right, strict=True):
        filled = column.nonzero()[0]
        total[filled] += column[filled, None] * row


@cython.cfunc
def _in_c(
    total: cython.float[:, ::1],
    left: cython.const[cython.float][:, ::1],
    right: cython.const[cython.float][:, ::1],
    filled: cython.Py_ssize_t[::1],
) -> cython.void:
    """filled: room for the places of a row of `left` that are not zero, and one more."""
    number: cython.Py_ssize_t
    place: cython.Py_ssize_t
    column: cython.Py_ssize_t
    at: cython.Py_ssize_t
    count: cython.Py_ssize_t
    width: cython.Py_ssize_t = total.shape[1]
    value: cython.float
    two: cython.float
    three: cython.float
    four: cython.float
    out: cython.p_float
    row: cython.pointer[cython.const[cython.float]]
    second: cython.pointer[cython.const[cython.float]]
    third: cython.pointer[cython.const[cython.float]]
    fourth: cython.pointer[cython.const[cython.float]]
    if not width:
        return
    for number in range(left.shape[0]):
        out = cython.address(total[number, 0])
        count = 0
        for place in range(left.shape[1]):  # without a branch, which nobody could foretell
            filled[count] = place
            count += left[number, place] != 0
        # Bounds are checked here; rows are as wide as `total`. Four at a time: a sum comes from
        # memory and goes back there once.
        for at in range(0, count - 3, 4):
            value, two = left[number, filled[at]], left[number, filled[at + 1]]
            three, four = left[number, filled[at + 2]], left[number, filled[at + 3]]
            row = cython.address(right[filled[at], 0])
            second = cython.address(right[filled[at + 1], 0])
            third = cython.address(right[filled[at + 2], 0])
            fourth = cython.address(right[filled[at + 3], 0])
            for column in range(width):
                out[column] = (
                    out[column]
                    + value * row[column]
                    + two * second[column]
                    + three * third[column]
                    + four * fourth[column]
                )
        for at in range(count - count % 4, count):
            value, row = left[number, filled[at]], cython.address(right[filled[at], 0])
            for column in range(width):
                out[column] += value * row[column]
