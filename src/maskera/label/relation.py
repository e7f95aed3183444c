"""Relation: the probability that a mention concerns the writer (guidelines, principle 4), by
logistic regression over named features."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from maskera.errors import DataError
from maskera.io.utf8 import decoded
from maskera.mentions import probability

BIAS = "bias"
HEADER = "feature\tweight"


class RelationModel(msgspec.Struct, frozen=True):
    """Feature -> weight in log-odds, `bias` among them; unknown features weigh nothing."""

    weights: Mapping[str, float]

    def score(self, features: Iterable[str]) -> float:
        """What these features weigh together."""
        weights = self.weights
        return math.fsum([weights[feature] for feature in features if feature in weights])

    def probability(self, score: float) -> float:
        """Probability for a mention whose features have this score."""
        return probability(score + self.weights.get(BIAS, 0.0))


def load(path: Path) -> RelationModel:
    """Read `feature TAB weight` rows under a header; raises DataError with file and line."""
    weights: dict[str, float] = {}
    header, *lines = decoded(path.read_bytes(), path.name).splitlines() or [""]
    if header != HEADER:
        raise DataError(
            f"{path.name}:1: not a relation model (expected the header feature<TAB>weight)"
        )
    for number, line in enumerate(lines, start=2):
        feature, _, weight = line.partition("\t")
        try:
            weights[feature] = float(weight)
        except ValueError:
            raise DataError(f"{path.name}:{number}: the weight is not a number") from None
    return RelationModel(weights)


def save(model: RelationModel, path: Path) -> None:
    """Write the model as rows, sorted by feature."""
    rows = [
        f"{feature}\t{weight:.3f}"
        for feature, weight in sorted(model.weights.items())
        if abs(weight) >= 0.005
    ]
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
