"""Gradient descent for the models with few weights (Adam; Kingma and Ba 2015)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
MOMENTS = (0.9, 0.999)  # as in the paper
SMALLEST = 1e-8  # as in the paper: keeps a weight that has not moved yet from a division by zero


def descend(
    weights: Doubles, gradient: Callable[[Doubles], Doubles], steps: int, rate: float
) -> Doubles:
    """The weights after so many steps down the gradient, each weight at a rate of its own;
    deterministic."""
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        change = gradient(weights)
        first = MOMENTS[0] * first + (1 - MOMENTS[0]) * change
        second = MOMENTS[1] * second + (1 - MOMENTS[1]) * change**2
        weights = weights - rate * (first / (1 - MOMENTS[0] ** step)) / (
            np.sqrt(second / (1 - MOMENTS[1] ** step)) + SMALLEST
        )
    return weights
