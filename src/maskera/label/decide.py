"""Weighed detections become mentions: overlaps are resolved, the likeliest label wins, the losers stay for the reviewer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from maskera.label.merge import disentangle
from maskera.mentions import Detection, Mention, probabilities

Threshold = Callable[[str, float], bool]


def decide(detections: Sequence[Detection], accepts: Threshold, least: float) -> list[Mention]:
    """The mentions, in text order, that the policy accepts by the probability that they are personal information of any label.

    Each carries the probability of its own label. least: log-odds below which nothing is even considered."""
    mentions = []
    for detection in disentangle(detections, least):
        ranked = probabilities(detection.hypotheses)
        total = math.fsum([share for _, share in ranked])
        label, probability = ranked[0]
        if not accepts(label, total):
            continue
        order = detection.hypotheses
        if len(order) > 1:
            order = tuple(sorted(order, key=lambda hypothesis: -hypothesis.score))
        mentions.append(Mention(detection.span, label, 0, order[0].features, min(probability, 0.9999), 0.5, order))
    return mentions
