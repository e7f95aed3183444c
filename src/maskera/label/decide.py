"""Weighed detections become mentions: overlaps are resolved, the likeliest label wins, the losers
stay for the reviewer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from operator import attrgetter

from maskera.label.merge import Weighed, best_apart
from maskera.mentions import Detection, Mention, is_certain, likeliest, probability, strength

Threshold = Callable[[str, float], bool]
_score = attrgetter("score")


def decide(detections: Sequence[Detection], accepts: Threshold, least: float) -> list[Mention]:
    """The mentions, in text order, that the policy accepts by the probability that they are
    personal information of any label.

    What is certain needs no threshold. What it does not accept hides nothing: a clause that is too doubtful leaves the names in it.
    Each carries the probability of its own label. least: log-odds below which nothing is even
    considered."""
    accepted: list[Weighed] = []
    for detection in detections:
        odds = strength(detection)
        if is_certain(detection) or (
            odds > least and accepts(likeliest(detection).label, probability(odds))
        ):
            accepted.append((detection, odds))
    return [_mention(detection, odds) for detection, odds in best_apart(accepted, least)]


def _mention(detection: Detection, odds: float) -> Mention:
    order = detection.hypotheses
    if len(order) > 1:
        order = tuple(sorted(order, key=_score, reverse=True))
    best = order[0]
    share = min(probability(odds) * math.exp(best.score - odds), 0.9999)
    return Mention(detection.span, best.label, 0, best.features, share, 0.5, order)
