"""Sums of sparse rows: the same bits compiled and not, those of the definition, and no step outside."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("sparse")
WIDTH, FEATURES, WEIGHTS = 7, 9, 40


def example(kinds: int, seed: int) -> tuple[np.ndarray, ...]:  # type: ignore[type-arg]
    """Rows and counts of so many types, and a model: first, lengths, columns, values."""
    rng = np.random.default_rng(seed)
    edges = np.sort(rng.integers(0, WEIGHTS, FEATURES + 1))
    counts = rng.integers(0, 4, kinds)
    return (
        rng.integers(0, FEATURES, counts.sum()),
        counts,
        edges[:-1],
        np.diff(edges),
        rng.integers(0, WIDTH, WEIGHTS).astype(np.uint16),
        rng.normal(size=WEIGHTS),
    )


@given(kinds=st.integers(0, 6), seed=st.integers(0, 999))
def test_a_type_has_the_sum_of_the_weights_of_its_features(kinds: int, seed: int) -> None:
    rows, counts, first, lengths, columns, values = example(kinds, seed)
    expected, features = np.zeros((kinds, WIDTH)), iter(rows)
    for kind, count in enumerate(counts):
        for feature in [next(features) for _ in range(count)]:
            for cell in range(first[feature], first[feature] + lengths[feature]):
                expected[kind, columns[cell]] += values[cell]
    for kernel in KERNELS:
        found = kernel.sums(rows, counts, first, lengths, columns, values, WIDTH)
        assert found.tobytes() == expected.tobytes(), "bit for bit"


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("wrong", [FEATURES, -1, 1 << 40])
def test_a_feature_without_a_row_is_an_error_and_no_crash(kernel: ModuleType, wrong: int) -> None:
    rows, *rest = example(9, 1)
    rows[0] = wrong
    with pytest.raises(IndexError):
        kernel.sums(rows, *rest, WIDTH)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_column_that_is_not_there_is_an_error_and_no_crash(kernel: ModuleType) -> None:
    given = example(9, 1)
    given[4][:] = WIDTH
    with pytest.raises(IndexError):
        kernel.sums(*given, WIDTH)


@pytest.mark.parametrize("kernel", KERNELS)
def test_counts_that_are_not_those_of_the_rows_are_refused(kernel: ModuleType) -> None:
    rows, *rest = example(9, 1)
    with pytest.raises(ValueError, match="do not fit"):
        kernel.sums(rows[:-1], *rest, WIDTH)
