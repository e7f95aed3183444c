"""Indicator 1: how improbable the words of a mention are where they stand.

Papadopoulou et al. 2023, 5.1: type, least, greatest, mean, median and sum of the log-probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median

from maskera.risk.model import Corpus, RiskModel

UNIT = 10.0  # natural logarithms, so that features are of the size of one
NO_WORDS = [-11.0]  # of a mention of signs alone: as rare as a word that nobody has counted


def features(kind: str, log_probs: Sequence[float]) -> Mapping[str, float]:
    """The six features of one mention."""
    values = log_probs or NO_WORDS
    return {
        f"kind {kind}": 1.0,
        "least": min(values) / UNIT,
        "greatest": max(values) / UNIT,
        "mean": fmean(values) / UNIT,
        "median": median(values) / UNIT,
        "sum": sum(values) / (3 * UNIT),
    }


def rows(corpus: Corpus) -> list[list[Mapping[str, float]]]:
    """The features of each mention of each text."""
    return [
        [features(marked.kind, values) for marked, values in zip(text.mentions, found, strict=True)]
        for text, found in zip(corpus.texts, corpus.log_probs, strict=True)
    ]


def scores(corpus: Corpus, model: RiskModel) -> list[list[float | None]]:
    """Log-odds that a mention is risky, by how improbable it is."""
    score = model.probability.table()
    return [[score(row) for row in of_text] for of_text in rows(corpus)]
