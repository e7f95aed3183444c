"""Products of matrices with many zeros: the same bits compiled and not, those of the definition."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("products")


@given(
    shape=st.tuples(st.integers(0, 6), st.integers(0, 9), st.integers(0, 5)),
    seed=st.integers(0, 999),
)
def test_columns_are_added_one_after_the_other(shape: tuple[int, int, int], seed: int) -> None:
    rows, inner, width = shape
    rng = np.random.default_rng(seed)
    left = np.maximum(rng.normal(size=(rows, inner)), 0).astype(np.float32)
    right = rng.normal(size=(inner, width)).astype(np.float32)
    start = rng.normal(size=(rows, width)).astype(np.float32)
    expected = start.copy()
    for column in range(inner):
        expected += left[:, column, None] * right[column]
    for kernel in KERNELS:
        total = start.copy()
        kernel.add_product(total, left, right)
        assert total.tobytes() == expected.tobytes(), "bit for bit"


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("shapes", [((2, 3), (2, 4), (5, 3)), ((2, 3), (2, 4), (4, 2)),
                                    ((3, 3), (2, 4), (4, 3))])  # fmt: skip
def test_arrays_that_do_not_fit_are_refused(
    kernel: ModuleType, shapes: tuple[tuple[int, int], ...]
) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        kernel.add_product(*(np.zeros(shape, np.float32) for shape in shapes))
