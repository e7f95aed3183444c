"""Sums of rows: the same bits compiled and not, those of the definition, and no step outside."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("neighbours")
WIDTH, ROWS = 7, 9


def example(lengths: list[int], seed: int) -> tuple[np.ndarray, ...]:  # type: ignore[type-arg]
    """Sums so far, a table, its steps, and types of the tokens of sequences of these lengths."""
    rng = np.random.default_rng(seed)
    table = rng.integers(-(1 << 15), 1 << 15, size=(ROWS, 5, WIDTH)).astype(np.int16)
    table[0] = 0
    steps = np.ldexp(np.float32(1), rng.integers(-18, -10, ROWS))
    types = rng.integers(0, ROWS, sum(lengths)).astype(np.intp)
    total = rng.normal(size=(len(types), WIDTH)).astype(np.float32)
    return total, table, steps, types, np.array(lengths, np.intp)


@given(lengths=st.lists(st.integers(0, 7), max_size=5), seed=st.integers(0, 999))
def test_each_token_gets_the_rows_around_it_in_its_sequence_in_order(
    lengths: list[int], seed: int
) -> None:
    total, table, steps, types, numbers = example(lengths, seed)
    expected, start = total.copy(), 0
    for length in lengths:
        for token in range(start, start + length):
            for number in range(5):
                if start <= (beside := token + number - 2) < start + length:
                    expected[token] += table[types[beside], number] * steps[types[beside]]
        start += length
    for kernel in KERNELS:
        found = total.copy()
        kernel.add_rows(found, table, steps, types, numbers)
        assert found.tobytes() == expected.tobytes(), "bit for bit"


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("wrong", [ROWS, -1, 1 << 40])
def test_a_type_without_a_row_is_an_error_and_no_crash(kernel: ModuleType, wrong: int) -> None:
    total, table, steps, types, lengths = example([3, 1], 1)
    types[3] = wrong
    with pytest.raises(IndexError):
        kernel.add_rows(total, table, steps, types, lengths)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("lengths", [[3], [2, 3], [5, -1], []])
def test_sequences_of_other_lengths_are_refused(kernel: ModuleType, lengths: list[int]) -> None:
    total, table, steps, types, _ = example([3, 1], 1)
    with pytest.raises(ValueError, match="do not fit"):
        kernel.add_rows(total, table, steps, types, np.array(lengths, np.intp))


@pytest.mark.parametrize("kernel", KERNELS)
def test_sums_of_another_width_are_refused(kernel: ModuleType) -> None:
    total, table, steps, types, lengths = example([3, 1], 1)
    with pytest.raises(ValueError, match="do not fit"):
        kernel.add_rows(total[:, :-1].copy(), table, steps, types, lengths)
