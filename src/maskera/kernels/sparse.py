"""Sums of sparse rows: what types are worth of which a model has weights for their features.

The weights of a feature stand in `columns` and `values` from `first` of it on, as many as `lengths`
says. A type has the next `counts` of `rows`, which are features; its row of sums is as wide as
`width`.
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


def sums(
    rows: NDArray[np.intp],
    counts: NDArray[np.intp],
    first: NDArray[np.intp],
    lengths: NDArray[np.intp],
    columns: NDArray[np.uint16],
    values: NDArray[np.float64],
    width: int,
) -> NDArray[np.float64]:
    """The sums, a row a type. Compiled or not they have the same bits, for each is taken in the
    same order. Raises ValueError for arrays that do not fit, IndexError for a row or a column that
    is not there."""
    if len(first) != len(lengths) or len(columns) != len(values) or counts.sum() != len(rows):
        raise ValueError("arrays that do not fit")
    if len(rows) and not (rows.min() >= 0 and rows.max() < len(first)):
        raise IndexError("a feature without a row")
    total = np.zeros((len(counts), width))
    if cython.compiled:
        _in_c(total, rows, counts, first, lengths, columns, values)
    else:
        _in_numpy(total, rows, counts, first, lengths, columns, values)
    return total


def _in_numpy(
    total: Any, rows: Any, counts: Any, first: Any, lengths: Any, columns: Any, values: Any
) -> None:
    begins, each = first[rows], lengths[rows]
    cells = np.arange(int(each.sum())) + np.repeat(begins - (each.cumsum() - each), each)
    if len(cells) and int(columns[cells].max()) >= total.shape[1]:
        raise IndexError("a column that is not there")
    types = np.repeat(np.repeat(np.arange(len(counts)), counts), each)
    at = types * total.shape[1] + columns[cells]
    total += np.bincount(at, values[cells], total.size).reshape(total.shape)


@cython.cfunc
def _in_c(
    total: cython.double[:, ::1],
    rows: cython.const[cython.Py_ssize_t][::1],
    counts: cython.const[cython.Py_ssize_t][::1],
    first: cython.const[cython.Py_ssize_t][::1],
    lengths: cython.const[cython.Py_ssize_t][::1],
    columns: cython.const[cython.ushort][::1],
    values: cython.const[cython.double][::1],
) -> cython.void:
    kind: cython.Py_ssize_t
    place: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    many: cython.Py_ssize_t
    column: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    width: cython.Py_ssize_t = total.shape[1]
    out: cython.p_double
    its: cython.pointer[cython.const[cython.ushort]]
    weights: cython.pointer[cython.const[cython.double]]
    if not width:
        return
    for kind in range(counts.shape[0]):
        out = cython.address(total[kind, 0])
        for place in range(at, at + counts[kind]):
            begin, many = first[rows[place]], lengths[rows[place]]
            if not many:
                continue
            # Bounds are checked here for all weights of a feature, and of each for its column.
            its, weights = cython.address(columns[begin]), cython.address(values[begin])
            if begin + many > columns.shape[0]:
                raise IndexError("weights that are not there")
            for cell in range(many):
                column = its[cell]
                if column >= width:
                    raise IndexError("a column that is not there")
                out[column] += weights[cell]
        at += counts[kind]
