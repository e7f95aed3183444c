"""Sums of rows: the same bits compiled and not, those of the definition, and no step outside."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("rows")
WIDTH, ROWS = 7, 9


def example(count: int, seed: int) -> tuple[np.ndarray, ...]:  # type: ignore[type-arg]
    """Sums so far, a table, its steps, types and places of so many tokens, two empty places on each
    side."""
    rng = np.random.default_rng(seed)
    table = rng.integers(-(1 << 15), 1 << 15, size=(5, ROWS, WIDTH)).astype(np.int16)
    steps = np.ldexp(np.float32(1), rng.integers(-18, -10, ROWS))
    types = np.concatenate([[0, 0], rng.integers(0, ROWS, count), [0, 0]]).astype(np.intp)
    total = rng.normal(size=(count, WIDTH)).astype(np.float32)
    return total, table, steps, types, np.arange(2, count + 2)


@given(count=st.integers(0, 12), seed=st.integers(0, 999))
def test_each_token_gets_the_rows_around_it_in_order(count: int, seed: int) -> None:
    total, table, steps, types, places = example(count, seed)
    expected = total.copy()
    for token, place in enumerate(places):
        for number in range(5):
            kind = types[place + number - 2]
            expected[token] += table[number, kind] * steps[kind]
    for kernel in KERNELS:
        found = total.copy()
        kernel.add_rows(found, table, steps, types, places)
        assert found.tobytes() == expected.tobytes(), "bit for bit"


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("wrong", [ROWS, -1, 1 << 40])
def test_a_type_without_a_row_is_an_error_and_no_crash(kernel: ModuleType, wrong: int) -> None:
    total, table, steps, types, places = example(4, 1)
    types[3] = wrong
    with pytest.raises(IndexError):
        kernel.add_rows(total, table, steps, types, places)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("place", [0, 1, 6, 7, -1])
def test_a_token_at_the_edge_is_an_error(kernel: ModuleType, place: int) -> None:
    total, table, steps, types, places = example(4, 1)
    places[0] = place
    with pytest.raises(IndexError):
        kernel.add_rows(total, table, steps, types, places)


@pytest.mark.parametrize("kernel", KERNELS)
def test_sums_of_another_width_are_refused(kernel: ModuleType) -> None:
    total, table, steps, types, places = example(4, 1)
    with pytest.raises(ValueError, match="do not fit"):
        kernel.add_rows(total[:, :-1].copy(), table, steps, types, places)
