"""Marginals in the kernel: those of the matrix products, and no step outside."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

from maskera.kernels.chain import forward_backward

KERNELS = both("marginals")


def example(lengths: list[int], labels: int, seed: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Scores of the tokens of sequences of these lengths, and moves between labels."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(0, 6, (sum(lengths), labels)).astype(np.float32)
    return scores, rng.normal(0, 2, (labels, labels)).astype(np.float32)


@given(st.lists(st.integers(0, 7), max_size=5), st.integers(1, 11), st.integers(0, 999))
def test_they_are_those_of_the_matrix_products(lengths: list[int], labels: int, seed: int) -> None:
    scores, moves = example(lengths, labels, seed)
    expected = pytest.approx(forward_backward(scores, lengths, moves), abs=2e-6)
    found = [kernel.marginals(scores, lengths, moves) for kernel in KERNELS]
    assert len({one.tobytes() for one in found}) == 1, "compiled or not, bit for bit"
    assert found[0] == expected
    assert found[0].sum(1) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_sequence_has_the_same_bits_alone_and_among_many(kernel: ModuleType) -> None:
    lengths = [n % 6 for n in range(3 * kernel.AT_ONCE)]
    scores, moves = example(lengths, 9, 1)
    found, end = kernel.marginals(scores, lengths, moves), 0
    for length in lengths:
        start, end = end, end + length
        alone = kernel.marginals(scores[start:end], [length], moves)
        assert alone.tobytes() == found[start:end].tobytes()


@pytest.mark.parametrize("module", KERNELS)
@pytest.mark.parametrize("lengths", [[3], [2, 3], [5, -1], []])
def test_sequences_of_other_lengths_are_refused(module: object, lengths: list[int]) -> None:
    scores, moves = example([3, 1], 4, 1)
    with pytest.raises(ValueError, match="do not fit"):
        module.marginals(scores, lengths, moves)  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", KERNELS)
def test_moves_between_other_labels_are_refused(module: object) -> None:
    scores, moves = example([3, 1], 4, 1)
    with pytest.raises(ValueError, match="do not fit"):
        module.marginals(scores[:, 1:].copy(), [3, 1], moves)  # type: ignore[attr-defined]
