"""Gradient descent for the models with few weights (Adam; Kingma and Ba 2015), and golden section for
a single number."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
GOLDEN_STEPS = 60  # after which the interval is 3e-13 of the first
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


def golden(loss: Callable[[float], float], low: float, high: float) -> float:
    """The least of a function with one valley between two numbers, by golden section."""
    share = (math.sqrt(5) - 1) / 2
    for _ in range(GOLDEN_STEPS):
        one, other = high - share * (high - low), low + share * (high - low)
        low, high = (low, other) if loss(one) < loss(other) else (one, high)
    return (low + high) / 2
