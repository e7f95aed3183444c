"""The features of types in a model: which of them it has, by the hashes of their names, and the sums
of their vectors.

`hashes` are sorted; those that begin with the same bits stand from buckets[bits] on. A vector is a
row of whole numbers of 8 bits times its own scale. A type has the next `counts` of `rows`, which
are features.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
BITS = 64  # of a hash
Hashes = NDArray[np.int64]


def hashes_of(names: list[str]) -> Hashes:
    """The hashes of names: other ones in each process."""
    return np.fromiter(map(hash, names), np.int64, len(names))


def buckets_of(hashes: Hashes) -> NDArray[np.int32]:
    """Where the hashes begin that have the same first bits, of which there are as many as give each
    bucket about one, and where the last ones end."""
    bits = max(len(hashes), 1).bit_length()
    first = (hashes >> (BITS - bits)) + (1 << (bits - 1))
    counts = np.bincount(first, minlength=1 << bits)
    return np.concatenate(([0], counts.cumsum())).astype(np.int32)


def places(names: list[str], hashes: Hashes, buckets: NDArray[np.int32]) -> NDArray[np.intp]:
    """Where the hash of each name stands, -1 for one that does not. Raises ValueError for buckets of
    other hashes."""
    if len(buckets) < 3 or (len(buckets) - 1).bit_count() != 1 or buckets[-1] != len(hashes):
        raise ValueError("buckets that do not fit")
    found = np.empty(len(names), np.intp)
    if cython.compiled:
        _places_in_c(found, names, hashes, buckets)
    elif len(hashes):
        wanted = hashes_of(names)
        found[:] = np.searchsorted(hashes, wanted)
        found[found == len(hashes)] = 0
        found[hashes[found] != wanted] = -1
    else:
        found[:] = -1
    return found


@cython.cfunc
def _places_in_c(
    found: cython.Py_ssize_t[::1],
    names: list[str],
    hashes: cython.const[cython.longlong][::1],
    buckets: cython.const[cython.int][::1],
) -> cython.void:
    number: cython.Py_ssize_t
    place: cython.Py_ssize_t
    wanted: cython.longlong
    half: cython.longlong = (buckets.shape[0] - 1) // 2
    shift: cython.int = BITS - 1
    bucket: cython.Py_ssize_t = half
    while bucket > 1:
        bucket >>= 1
        shift -= 1
    for number in range(len(names)):
        wanted = hash(names[number])
        bucket = (wanted >> shift) + half
        found[number] = -1
        for place in range(buckets[bucket], buckets[bucket + 1]):
            if hashes[place] == wanted:
                found[number] = place
                break


def sums(
    rows: NDArray[np.intp],
    counts: NDArray[np.intp],
    vectors: NDArray[np.int8],
    scales: NDArray[np.float32],
    total: NDArray[np.float32],
) -> None:
    """Adds the vectors of each type to its row of `total`, one after the other: compiled or not they
    have the same bits. Raises ValueError for arrays that do not fit, IndexError for a feature
    without a vector."""
    if (
        len(scales) != len(vectors)
        or len(counts) > len(total)
        or counts.min(initial=0) < 0
        or counts.sum() != len(rows)
        or total.shape[1] != vectors.shape[1]
    ):
        raise ValueError("arrays that do not fit")
    if len(rows) and not (rows.min() >= 0 and rows.max() < len(vectors)):
        raise IndexError("a feature without a vector")
    if cython.compiled:
        _sums_in_c(total, rows, counts, vectors, scales)
        return
    first = counts.cumsum() - counts
    for step in range(counts.max(initial=0)):
        going = (counts > step).nonzero()[0]
        at = rows[first[going] + step]
        total[going] += vectors[at] * scales[at][:, None]


@cython.cfunc
def _sums_in_c(
    total: cython.float[:, ::1],
    rows: cython.const[cython.Py_ssize_t][::1],
    counts: cython.const[cython.Py_ssize_t][::1],
    vectors: cython.const[cython.schar][:, ::1],
    scales: cython.const[cython.float][::1],
) -> cython.void:
    kind: cython.Py_ssize_t
    place: cython.Py_ssize_t
    column: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    width: cython.Py_ssize_t = total.shape[1]
    scale: cython.float
    out: cython.p_float
    vector: cython.pointer[cython.const[cython.schar]]
    if not width:
        return
    for kind in range(counts.shape[0]):
        for place in range(at, at + counts[kind]):
            # Bounds are checked here; a vector is as wide as `total`.
            out = cython.address(total[kind, 0])
            vector = cython.address(vectors[rows[place], 0])
            scale = scales[rows[place]]
            for column in range(width):
                out[column] += vector[column] * scale
        at += counts[kind]
