"""Relation: the probability that a mention concerns the writer (guidelines, principle 4), by
logistic regression over named features."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from maskera.io import weights
from maskera.mentions import probability

BIAS = "bias"


class RelationModel(msgspec.Struct, frozen=True):
    """Feature -> weight in log-odds, `bias` among them; unknown features weigh nothing."""

    weights: Mapping[str, float]

    def score(self, features: Iterable[str]) -> float:
        """What these features weigh together."""
        own = self.weights
        return math.fsum([own[feature] for feature in features if feature in own])

    def probability(self, score: float) -> float:
        """Probability for a mention whose features have this score."""
        return probability(score + self.weights.get(BIAS, 0.0))


def load(path: Path) -> RelationModel:
    """Read a model; raises DataError with file and line."""
    return RelationModel(weights.load(path, "a relation model"))


def save(model: RelationModel, path: Path) -> None:
    """Write the model as rows, sorted by feature."""
    weights.save(model.weights, path, 3)
