"""Units of sequences: the same bits compiled and not, those of the definition."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("pooling")
WIDTH = 6


def example(lengths: list[int], seed: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    rng = np.random.default_rng(seed)
    units = rng.normal(size=(max(sum(lengths), 0), WIDTH)).astype(np.float32)
    return units, np.array(lengths, np.intp)


@given(lengths=st.lists(st.integers(1, 30), max_size=5), seed=st.integers(0, 999))
def test_each_sequence_has_its_mean_and_its_maximum(lengths: list[int], seed: int) -> None:
    units, numbers = example(lengths, seed)
    expected, start = np.zeros((len(lengths), 2 * WIDTH), np.float32), 0
    for row, length in zip(expected, lengths, strict=True):
        for token in units[start : start + length]:
            row[:WIDTH] += token
        row[:WIDTH] /= np.float32(length)
        row[WIDTH:] = units[start : start + length].max(0)
        start += length
    for kernel in KERNELS:
        assert kernel.pooled(units, numbers).tobytes() == expected.tobytes(), "bit for bit"


def test_units_of_twice_the_precision_keep_it() -> None:
    units = np.arange(12.0).reshape(4, 3) / 7
    for kernel in KERNELS:
        found = kernel.pooled(units, np.array([1, 3], np.intp))
        assert found.dtype == np.float64
        assert found[1] == pytest.approx([*units[1:].mean(0), *units[3]])


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("lengths", [[4, 0], [3], [5], [-1, 5], []])
def test_empty_sequences_and_other_lengths_are_refused(
    kernel: ModuleType, lengths: list[int]
) -> None:
    units, _ = example([4], 1)
    with pytest.raises(ValueError, match="do not fit"):
        kernel.pooled(units, np.array(lengths, np.intp))
