"""Fit the relation model: which mentions concern the writer, from the `personal` marks of annotated essays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from maskera.detect.sight import sight
from maskera.label.relation import BIAS, RelationModel
from maskera.language import Language
from maskera.mentions import Mention
from maskera.text import Span
from maskera.train import corpora

LEAST = 4  # occurrences from which a feature is kept
DECAY = 2.0  # L2 penalty
STEPS, RATE = 400, 0.05


def pairs(path: Path, language: Language) -> Iterator[tuple[list[str], bool]]:
    """Features and mark of every mention of a file."""
    for text in corpora.read(path):
        seen = sight(language.annotate(corpora.document(text, language)), language.words)
        spans = sorted(text.spans, key=lambda span: span.start)
        mentions = [
            Mention(Span(s.start, s.end), s.label, features=frozenset(name for name in ("gen", "foreign") if getattr(s, name)))
            for s in spans
        ]
        numbered = language.settle(seen, mentions)
        yield from zip(language.relation_features(seen, numbered), (span.personal for span in spans), strict=True)


def fit(examples: Sequence[tuple[list[str], bool]]) -> RelationModel:
    """Logistic regression with L2 penalty by Adam; deterministic."""
    counts = Counter(feature for features, _ in examples for feature in features)
    names = [BIAS, *sorted(feature for feature, count in counts.items() if count >= LEAST)]
    column = {name: index for index, name in enumerate(names)}
    rows = [[0, *sorted({column[feature] for feature in features if feature in column})] for features, _ in examples]
    lengths = np.array([len(row) for row in rows])
    begins = lengths.cumsum() - lengths
    columns = np.array([index for row in rows for index in row])  # of the ones in the table of examples and features, row by row
    truth = np.array([personal for _, personal in examples], np.float32)
    weights = np.zeros(len(names), np.float64)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    penalty = np.full(len(names), DECAY)
    penalty[0] = 0
    for step in range(1, STEPS + 1):
        wrong = 1 / (1 + np.exp(-np.add.reduceat(weights[columns], begins))) - truth
        gradient = (np.bincount(columns, np.repeat(wrong, lengths), len(names)) + penalty * weights) / len(examples)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        weights -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return RelationModel(dict(zip(names, weights.tolist(), strict=True)))
