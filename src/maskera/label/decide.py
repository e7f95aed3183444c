"""Weighed detections become mentions: overlaps are resolved, the likeliest label wins, the losers stay for the reviewer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import attrgetter

from maskera.label.merge import disentangle, strength
from maskera.mentions import Detection, Mention

Threshold = Callable[[str, float], bool]
_score = attrgetter("score")


def decide(detections: Sequence[Detection], accepts: Threshold, least: float) -> list[Mention]:
    """The mentions, in text order, that the policy accepts by the probability that they are personal information of any label.

    Each carries the probability of its own label. least: log-odds below which nothing is even considered."""
    mentions = []
    for detection in disentangle(detections, least):
        odds = strength(detection)
        total = 0.5 + 0.5 * math.tanh(odds / 2)  # the logistic function, without its overflow
        order = detection.hypotheses
        if len(order) > 1:
            order = tuple(sorted(order, key=_score, reverse=True))
        best = order[0]
        if accepts(best.label, total):
            probability = min(total * math.exp(best.score - odds), 0.9999)
            mentions.append(Mention(detection.span, best.label, 0, best.features, probability, 0.5, order))
    return mentions
