"""Logistic regression over named features: fitted with SciPy (extra `train`), applied without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.errors import of_extra

Features = Mapping[str, float]
Doubles = NDArray[np.float64]
SMALLEST = 1e-4  # weights below this change no decision and make half of the file
BIAS = ""  # the feature that every row has


class Logistic(msgspec.Struct):
    """Weights by feature; `weights` is float32 in the order of `features`."""

    features: list[str]
    weights: bytes
    bias: float

    def table(self) -> Scores:
        """Ready to score with."""
        values = np.frombuffer(self.weights, np.float32).tolist()
        return Scores(dict(zip(self.features, values, strict=True)), self.bias)


class Scores:
    """Log-odds of rows of features; features that the model does not know count nothing."""

    def __init__(self, weights: Mapping[str, float], bias: float) -> None:
        self.weights, self.bias = weights, bias

    def __call__(self, row: Features) -> float:
        """The log-odds of one row."""
        known = self.weights
        return self.bias + sum(known.get(name, 0.0) * value for name, value in row.items())


def fit(
    rows: Sequence[Features],
    right: Sequence[bool],
    decay: float = 1.0,
    least: int = 1,
    weights: Sequence[float] | None = None,
) -> Logistic:
    """Maximum likelihood with a penalty of decay/2 times the square of the weights (not the bias).

    least: rows that must have a feature. weights: how much each row counts. With one class only, the
    bias says so and all weights are 0. Same optimum as scikit-learn's LogisticRegression(C=1/decay).
    """
    sparse, optimize = scipy()
    seen = Counter(name for row in rows for name in row)
    names = sorted(name for name, times in seen.items() if times >= least)
    number = {name: place for place, name in enumerate(names)}
    columns: list[int] = []
    values: list[float] = []
    edges = [0]
    for row in rows:
        for name, value in row.items():
            if name in number:
                columns.append(number[name])
                values.append(value)
        edges.append(len(columns))
    table = sparse.csr_array((values, columns, edges), shape=(len(rows), len(names)))
    target = np.asarray(right, np.float64)
    count = np.ones(len(target)) if weights is None else np.asarray(weights, np.float64)

    def loss(parameters: Doubles) -> tuple[float, Doubles]:
        odds = table @ parameters[:-1] + parameters[-1]
        wrong = count * (0.5 + 0.5 * np.tanh(odds / 2) - target)
        total = float((count * (np.logaddexp(0, odds) - target * odds)).sum())
        slope = np.append(table.T @ wrong + decay * parameters[:-1], wrong.sum())
        return total + decay / 2 * float(parameters[:-1] @ parameters[:-1]), slope

    options = {"maxiter": 2000, "ftol": 1e-12, "gtol": 1e-6, "maxfun": 10_000}
    start = np.zeros(len(names) + 1)
    found = optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
    kept = np.abs(found[:-1]) >= SMALLEST
    stored = found[:-1][kept].astype(np.float32).tobytes()
    chosen = [name for name, keep in zip(names, kept, strict=True) if keep]
    return Logistic(chosen, stored, float(found[-1]))


def scipy() -> tuple[Any, Any]:
    """SciPy's sparse tables and its optimizers; raises MissingExtra where it is not installed."""
    what = "training", "train"
    return of_extra("scipy.sparse", *what), of_extra("scipy.optimize", *what)
