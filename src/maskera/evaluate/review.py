"""Where the doubt lies: calibration of probabilities, errors near the decision boundary, and what a
reviewer recovers for how much reading.

Medlock (2006, section 7) asks for the share of errors near the boundary and their concentration
there; evaluation-and-risk 3.3 makes it a curve. The unit is the token; its probability is that of
being sensitive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.evaluate.align import OUTSIDE, Pair
from maskera.mentions import Mention

BINS = 10
BANDS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.45)
SHARES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class Bin(msgspec.Struct, frozen=True):
    """Predicted mentions of one range of probability: how many, how probable on the mean, and
    what share is right."""

    low: float
    high: float
    count: int
    probability: float
    right: float


class Calibration(msgspec.Struct, frozen=True):
    """Reliability curve over predicted mentions (doubtful ones too); right means same ends and
    label.

    error: expected calibration error, the mean distance of probability and share over the bins,
    weighted by their size. brier: mean squared distance of probability and outcome.
    """

    bins: tuple[Bin, ...]
    error: float
    brier: float
    count: int


class Band(msgspec.Struct, frozen=True):
    """Tokens whose probability is at most `width` from the boundary: their share of all tokens and
    of all errors, and errors among them."""

    width: float
    tokens: float
    errors: float
    error_rate: float


class Review(msgspec.Struct, frozen=True):
    """What reviewing the most doubtful tokens gives.

    recovered[i]: share of the missed sensitive tokens among the shares[i] most doubtful of all
    tokens; corrected[i]: the same of all wrong tokens. Tokens of equal doubt count in proportion,
    as if drawn by lot. area: under recovered; 0.5 when doubt says nothing.
    """

    missed: int
    wrong: int
    tokens: int
    shares: tuple[float, ...]
    recovered: tuple[float, ...]
    corrected: tuple[float, ...]
    area: float
    bands: tuple[Band, ...]


def sensitivity(mention: Mention) -> float:
    """The probability that a mention is sensitive under any label: its own and those of the losing
    labels together."""
    return min(
        1.0, mention.probability + sum(probability for _, probability in mention.alternatives)
    )


def calibration(pairs: Iterable[Pair], bins: int = BINS) -> Calibration:
    """How far the probabilities of predicted mentions can be believed."""
    probabilities: list[float] = []
    outcomes: list[bool] = []
    for pair in pairs:
        gold = {(mention.span, mention.label) for mention in pair.gold}
        for mention in (*pair.found, *pair.doubtful):
            probabilities.append(mention.probability)
            outcomes.append((mention.span, mention.label) in gold)
    return reliability(probabilities, outcomes, bins)


def reliability(
    probabilities: Sequence[float], outcomes: Sequence[bool], bins: int = BINS
) -> Calibration:
    """The reliability curve of probabilities and what became of them; bins of equal width, closed
    above as in the usual definition."""
    p, right = np.asarray(probabilities, dtype=float), np.asarray(outcomes, dtype=float)
    if not len(p):
        return Calibration((), 0.0, 0.0, 0)
    edges = np.linspace(0, 1, bins + 1)
    home = np.clip(np.ceil(p * bins).astype(int) - 1, 0, bins - 1)
    rows = tuple(
        Bin(
            float(edges[i]),
            float(edges[i + 1]),
            int(here.sum()),
            float(p[here].mean()),
            float(right[here].mean()),
        )
        for i in range(bins)
        if (here := home == i).any()
    )
    error = sum(row.count * abs(row.probability - row.right) for row in rows) / len(p)
    return Calibration(rows, error, float(((p - right) ** 2).mean()), len(p))


def review(
    pairs: Iterable[Pair], boundary: float = 0.5, shares: Sequence[float] = SHARES
) -> Review:
    """The review curve and the bands round the decision boundary."""
    columns = [_columns(pair) for pair in pairs]
    gold, found, probability = (
        np.concatenate([part[i] for part in columns] or [np.zeros(0)]) for i in range(3)
    )
    wrong, missed = gold != found, (gold == 1) & (found == 0)
    margin = np.abs(probability - boundary)
    recovered, area = _curve(margin, missed, shares)
    corrected, _ = _curve(margin, wrong, shares)
    bands = tuple(_band(margin, wrong, width) for width in BANDS)
    return Review(
        int(missed.sum()),
        int(wrong.sum()),
        len(gold),
        tuple(shares),
        recovered,
        corrected,
        area,
        bands,
    )


def _columns(pair: Pair) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Sensitive or not in the gold, in the prediction, and the probability, for each token; 0 where
    nobody claims anything."""
    gold = np.array([label != OUTSIDE for label in pair.gold_tokens], dtype=float)
    found = np.array([label != OUTSIDE for label in pair.found_tokens], dtype=float)
    probability = np.zeros(len(gold))
    starts, ends = np.array(pair.document.tokens.starts), np.array(pair.document.tokens.ends)
    for mention in (*pair.doubtful, *pair.found):
        first, last = (
            np.searchsorted(ends, mention.span.start, "right"),
            np.searchsorted(starts, mention.span.end, "left"),
        )
        probability[first:last] = np.maximum(probability[first:last], sensitivity(mention))
    return gold, found, probability


def _curve(
    margin: NDArray[np.float64], hit: NDArray[np.bool_], shares: Sequence[float]
) -> tuple[tuple[float, ...], float]:
    if not hit.any():
        return tuple(1.0 for _ in shares), 1.0
    # Rounded, so that 0.1 and 1 - 0.9 are the same doubt and the order does not hang on the last
    # bit.
    _, level = np.unique(np.round(margin, 9), return_inverse=True)
    tokens, hits = np.bincount(level), np.bincount(level, weights=hit)
    x = np.concatenate(([0.0], np.cumsum(tokens) / tokens.sum()))
    y = np.concatenate(([0.0], np.cumsum(hits) / hits.sum()))
    return tuple(float(value) for value in np.interp(shares, x, y)), float(
        (np.diff(x) * (y[1:] + y[:-1])).sum() / 2
    )


def _band(margin: NDArray[np.float64], wrong: NDArray[np.bool_], width: float) -> Band:
    near = margin <= width + 1e-9
    inside = int((near & wrong).sum())
    tokens, errors = len(margin), int(wrong.sum())
    return Band(
        width,
        float(near.sum()) / tokens if tokens else 0.0,
        inside / errors if errors else 0.0,
        inside / int(near.sum()) if near.any() else 0.0,
    )
