"""How well risk agrees with annotators: ROC AUC, average precision, calibration, TAB's metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from maskera.evaluate import tab
from maskera.formats.tab import TabDocument
from maskera.risk.assess import Assessment
from maskera.text import Span

BINS = 10  # of the calibration error
DIGITS = 4


def auc(scores: Sequence[float], right: Sequence[bool]) -> float:
    """The area under the ROC curve, ties at mid-rank; one half where there is one class only."""
    values, target = np.array(scores, np.float64), np.array(right, bool)
    positive, negative = int(target.sum()), int((~target).sum())
    if not positive or not negative:
        return 0.5
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return float((ranks[target].sum() - positive * (positive + 1) / 2) / (positive * negative))


def average_precision(scores: Sequence[float], right: Sequence[bool]) -> float:
    """Precision at each step of recall, weighted by the step; ties are one step."""
    values, target = np.array(scores, np.float64), np.array(right, bool)
    if not target.any():
        return 0.0
    order = np.argsort(-values, kind="stable")
    ends = np.append(np.diff(values[order]) != 0, True).nonzero()[0]
    found = np.cumsum(target[order])[ends]
    steps = np.diff(np.append(0, found)) / target.sum()
    return float((steps * found / (ends + 1)).sum())


def calibration_error(shares: Sequence[float], right: Sequence[bool], bins: int = BINS) -> float:
    """Mean distance of predicted and true share over bins of equal width, each by its size."""
    values, target = np.array(shares, np.float64), np.array(right, np.float64)
    if not len(values):
        return 0.0
    number = np.minimum((values * bins).astype(int), bins - 1)
    total = 0.0
    for place in range(bins):
        chosen = number == place
        if chosen.any():
            total += abs(float(values[chosen].mean() - target[chosen].mean())) * chosen.sum()
    return float(total / len(values))


def agreement(assessments: Sequence[Assessment]) -> dict[str, Any]:
    """AUC, average precision and calibration error over the mentions that annotators have classed."""
    pairs = [
        (risk, marked.masked)
        for assessment in assessments
        for risk, marked in zip(assessment.mentions, assessment.text.mentions, strict=True)
        if marked.identifier
    ]
    risks, right = [risk for risk, _ in pairs], [masked for _, masked in pairs]
    return {
        "mentions": len(pairs),
        "auc": round(auc(risks, right), DIGITS),
        "average_precision": round(average_precision(risks, right), DIGITS),
        "calibration_error": round(calibration_error(risks, right), DIGITS),
    }


def against_tab(
    documents: Sequence[TabDocument],
    assessments: Sequence[Assessment],
    masked: Sequence[frozenset[str]],
) -> dict[str, Any]:
    """TAB's metrics of the masks, and how many words they hide."""
    masks: dict[str, list[Span]] = {document.doc_id: [] for document in documents}
    words = 0
    for assessment, names in zip(assessments, masked, strict=True):
        if assessment.text.id in masks:
            hidden = [m.span for m in assessment.text.mentions if m.entity in names]
            masks[assessment.text.id] = hidden
            words += sum(
                len(tab.WORD.findall(assessment.text.text, span.start, span.end))
                for span in tab.merged(hidden)
            )
    found = msgspec.to_builtins(tab.score(documents, masks))
    figures = {
        name: round(value, DIGITS) if isinstance(value, float) else value
        for name, value in found.items()
        if not isinstance(value, dict)
    }
    return {**figures, "words_masked": words}
