"""The descent finds the lowest point, and leaves what it is given as it was."""

from __future__ import annotations

import numpy as np

from maskera.train.optimize import descend


def test_the_lowest_point_is_found_whatever_the_slopes() -> None:
    lowest, steepness = np.array([3.0, -1.0, 0.0]), np.array([100.0, 0.1, 1.0])
    begin = np.zeros(3)
    found = descend(begin, lambda weights: steepness * (weights - lowest), 1000, 0.05)
    assert np.abs(found - lowest).max() < 0.01
    assert begin.tolist() == [0, 0, 0]


def test_a_few_steps_go_as_far_as_the_rate_allows() -> None:
    assert np.allclose(
        descend(np.zeros(2), lambda weights: np.array([-5.0, 0.002]), 10, 0.05),
        [0.5, -0.5],
        atol=1e-4,
    )
