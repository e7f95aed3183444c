"""Sums of rows: what arrives at each token from the types around it.

`table` holds for every distance (of an odd number, the middle one is the token itself) a row of
whole numbers for each type, which count `steps` of the type; `types` the type at each place,
`places` where the tokens stand among them. To the row of each token in `total` is added, distance
after distance, the row of the type that stands so far from it.
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
    places: NDArray[np.intp],
) -> None:
    """Add to `total`. Compiled or not the sums have the same bits, for each is taken in the same
    order, and a step is a power of two (else a processor that multiplies and adds in one may round
    otherwise). Raises ValueError for arrays that do not fit, IndexError for a type without a row."""
    distances, count, width = table.shape
    if total.shape != (len(places), width) or len(steps) != count or not distances % 2:
        raise ValueError("arrays that do not fit")
    beside = distances // 2
    if len(places) and not (beside <= places.min() and places.max() + beside < len(types)):
        raise IndexError("a token at the edge")
    if cython.compiled:
        _in_c(total, table, steps, types, places)
    else:
        _in_numpy(total, table, steps, types, places)


def _in_numpy(total: Any, table: Any, steps: Any, types: Any, places: Any) -> None:
    beside, worth = len(table) // 2, np.empty_like(total)
    gathered = np.empty_like(total, table.dtype)
    if len(places) and not (types.min() >= 0 and types.max() < table.shape[1]):
        raise IndexError("a type without a row")
    for number, rows in enumerate(table):
        at = types[places + (number - beside)]
        # Checked above, and clipping writes into `gathered` at once.
        np.take(rows, at, 0, gathered, "clip")
        total += np.multiply(gathered, steps[at][:, None], worth)


@cython.cfunc
def _in_c(
    total: cython.float[:, ::1],
    table: cython.const[cython.short][:, :, ::1],
    steps: cython.const[cython.float][::1],
    types: cython.const[cython.Py_ssize_t][::1],
    places: cython.const[cython.Py_ssize_t][::1],
) -> cython.void:
    token: cython.Py_ssize_t
    number: cython.Py_ssize_t
    column: cython.Py_ssize_t
    width: cython.Py_ssize_t = table.shape[2]
    beside: cython.Py_ssize_t = table.shape[0] // 2
    out: cython.p_float
    row: cython.pointer[cython.const[cython.short]]
    kind: cython.Py_ssize_t
    step: cython.float
    if not width:
        return
    for token in range(places.shape[0]):
        out = cython.address(total[token, 0])
        for number in range(table.shape[0]):
            # Bounds are checked here; the row itself is as wide as `total`.
            kind = types[places[token] + number - beside]
            row = cython.address(table[number, kind, 0])
            step = steps[kind]
            for column in range(width):
                out[column] += step * row[column]
