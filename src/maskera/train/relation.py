"""Fit the relation model: which mentions concern the writer, from the `personal` marks of annotated
essays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from maskera.label.relation import BIAS, RelationModel
from maskera.lang.pack import LanguagePack
from maskera.lexicon.table import token_table
from maskera.mentions import Mention
from maskera.text import Span
from maskera.train import corpora
from maskera.train.optimize import Doubles, descend

LEAST = 4  # occurrences from which a feature is kept
DECAY = 2.0  # L2 penalty
STEPS, RATE = 400, 0.05


def pairs(
    path: Path, language: LanguagePack, reader: corpora.Reader = corpora.read
) -> Iterator[tuple[list[str], bool]]:
    """Features and mark of every mention of a file or folder. reader: gives the texts."""
    for text in reader(path, language.taxonomy):
        table = token_table(language.tokenization(corpora.document(text, language)), language.vocab)
        spans = sorted(text.spans, key=lambda span: span.start)
        mentions = [
            Mention(
                Span(s.start, s.end),
                s.label,
                features=frozenset(name for name in ("gen", "foreign") if getattr(s, name)),
            )
            for s in spans
        ]
        numbered = language.rules.link_referents(table, mentions)
        yield from zip(
            language.models.relation_features(table, numbered),
            (span.personal for span in spans),
            strict=True,
        )


def fit(examples: Sequence[tuple[list[str], bool]]) -> RelationModel:
    """Logistic regression with L2 penalty by Adam; deterministic."""
    counts = Counter(feature for features, _ in examples for feature in features)
    names = [BIAS, *sorted(feature for feature, count in counts.items() if count >= LEAST)]
    column = {name: index for index, name in enumerate(names)}
    rows = [
        [0, *sorted({column[feature] for feature in features if feature in column})]
        for features, _ in examples
    ]
    lengths = np.array([len(row) for row in rows])
    begins = lengths.cumsum() - lengths
    columns = np.array(
        [index for row in rows for index in row]
    )  # of the ones in the table of examples and features, row by row
    truth = np.array([personal for _, personal in examples], np.float32)
    penalty = np.full(len(names), DECAY)
    penalty[0] = 0

    def gradient(weights: Doubles) -> Doubles:
        wrong = 1 / (1 + np.exp(-np.add.reduceat(weights[columns], begins))) - truth
        return (
            np.bincount(columns, np.repeat(wrong, lengths), len(names)) + penalty * weights
        ) / len(examples)

    weights = descend(np.zeros(len(names)), gradient, STEPS, RATE)
    return RelationModel(dict(zip(names, weights.tolist(), strict=True)))
