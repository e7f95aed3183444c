"""Features of types: found by their hashes, and their vectors summed, the same compiled and not."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("features")
WIDTH, FEATURES = 7, 9


@given(known=st.sets(st.text(max_size=3), max_size=40), asked=st.lists(st.text(max_size=3)))
def test_a_name_stands_where_its_hash_does(known: set[str], asked: list[str]) -> None:
    hashes = np.sort(np.array([hash(name) for name in known], np.int64))
    names = [*asked, *known]
    for kernel in KERNELS:
        found = kernel.places(names, hashes, kernel.buckets_of(hashes))
        for name, place in zip(names, found, strict=True):
            assert hashes[place] == hash(name) if name in known else place == -1


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("wrong", [[], [0], [0, 0], [0, 1, 1], [0, 2, 2, 2]])
def test_buckets_of_other_hashes_are_refused(kernel: ModuleType, wrong: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        kernel.places(["a"], np.array([3, 4], np.int64), np.array(wrong, np.int32))


def example(counts: list[int], seed: int) -> tuple[np.ndarray, ...]:  # type: ignore[type-arg]
    """Features of types, so many each, vectors, their scales, and sums so far."""
    rng = np.random.default_rng(seed)
    return (
        rng.integers(0, FEATURES, sum(counts)).astype(np.intp),
        np.array(counts, np.intp),
        rng.integers(-127, 128, (FEATURES, WIDTH)).astype(np.int8),
        rng.uniform(0.001, 0.02, FEATURES).astype(np.float32),
        np.zeros((len(counts) + 2, WIDTH), np.float32),
    )


@given(counts=st.lists(st.integers(0, 20), max_size=5), seed=st.integers(0, 999))
def test_a_type_has_the_sum_of_the_vectors_of_its_features(counts: list[int], seed: int) -> None:
    rows, numbers, vectors, scales, total = example(counts, seed)
    expected, features = total.copy(), iter(rows)
    for kind, count in enumerate(counts):
        for feature in [next(features) for _ in range(count)]:
            expected[kind] += vectors[feature] * scales[feature]
    for kernel in KERNELS:
        found = total.copy()
        kernel.sums(rows, numbers, vectors, scales, found)
        assert found.tobytes() == expected.tobytes(), "bit for bit"


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("wrong", [FEATURES, -1, 1 << 40])
def test_a_feature_without_a_vector_is_an_error_and_no_crash(
    kernel: ModuleType, wrong: int
) -> None:
    rows, *rest = example([3, 1], 1)
    rows[3] = wrong
    with pytest.raises(IndexError):
        kernel.sums(rows, *rest)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("counts", [[3], [5, -1], [3, 1, 0, 0, 0]])
def test_counts_that_are_not_those_of_the_rows_are_refused(
    kernel: ModuleType, counts: list[int]
) -> None:
    rows, _, *rest = example([3, 1], 1)
    with pytest.raises(ValueError, match="do not fit"):
        kernel.sums(rows, np.array(counts, np.intp), *rest)
