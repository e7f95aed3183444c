"""Claims on one span become one detection with pooled hypotheses; of overlapping detections the
best set stays."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from operator import attrgetter, itemgetter

import msgspec

from maskera.mentions import Detection, Hypothesis, Mention, is_certain, strength
from maskera.text import Span


def merge_claims(detections: Iterable[Detection]) -> list[Detection]:
    """One detection a span, in text order; evidence of one label is united.

    Of several claims of one label the one with the strongest evidence counts: they look at the same
    letters and are not independent.
    """
    by_span: dict[tuple[int, int], list[Detection]] = {}
    for detection in detections:
        span = detection.span
        by_span.setdefault((span.start, span.end), []).append(detection)
    return [
        claims[0] if len(claims) == len(claims[0].hypotheses) == 1 else _pooled(claims)
        for claims in map(by_span.__getitem__, sorted(by_span))
    ]


def _pooled(detections: list[Detection]) -> Detection:
    if len(detections) == 1:
        hypotheses = detections[0].hypotheses
        if len(hypotheses) == 1 or len({h.label for h in hypotheses}) == len(hypotheses):
            return detections[0]
    by_label: dict[str, list[Hypothesis]] = {}
    for detection in detections:
        for hypothesis in detection.hypotheses:
            by_label.setdefault(hypothesis.label, []).append(hypothesis)
    return Detection(detections[0].span, tuple([_united(found) for found in by_label.values()]))


def _united(hypotheses: list[Hypothesis]) -> Hypothesis:
    if len(hypotheses) == 1:
        return hypotheses[0]
    strongest = max(hypotheses, key=attrgetter("score"))
    features = frozenset().union(*[hypothesis.features for hypothesis in hypotheses])
    trust = max([hypothesis.trust for hypothesis in hypotheses])
    return Hypothesis(strongest.label, strongest.evidence, features, trust, strongest.score)


def without_rivals(
    detections: Sequence[Detection], certain: Sequence[Detection]
) -> Sequence[Detection]:
    """The detections but those that run across a border of a certain one, or lie inside it.

    What has all of a certain one inside it stays: it hides that, too.
    """
    if not certain:
        return detections
    spans = [detection.span for detection in certain]
    starts = [span.start for span in spans]
    furthest = list(accumulate([span.end for span in spans], max))
    kept = []
    for detection in detections:
        span = detection.span
        low, high = bisect_right(furthest, span.start), bisect_left(starts, span.end)
        if is_certain(detection) or all(map(span.covers, spans[low:high])):
            kept.append(detection)
    return kept


def apart(mentions: list[Mention]) -> list[Mention]:
    """The mentions, in text order, none of which overlaps another: what begins within the one
    before begins where that ends, so that no word of either is shown. Rules that let a mention grow
    look at its words and not at its neighbours."""
    if all(before.span.end <= here.span.start for before, here in pairwise(mentions)):
        return mentions
    found: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: mention.span):
        start = found[-1].span.end if found else 0
        if mention.span.start < start < mention.span.end:
            mention = msgspec.structs.replace(mention, span=Span(start, mention.span.end))
        if mention.span.start >= start:
            found.append(mention)
    return found


Weighed = tuple[Detection, float]
"""A detection, and the log-odds that its span is personal information."""


def resolve_overlaps(detections: Sequence[Detection], least: float) -> list[Detection]:
    """The non-overlapping detections of greatest total strength above `least` (log-odds), each
    weighted with its length; what is certain has no rivals but what is certain, or has it inside."""
    weighed = [(detection, strength(detection)) for detection in detections]
    return [detection for detection, _ in best_apart(weighed, least)]


def best_apart(weighed: Sequence[Weighed], least: float) -> Sequence[Weighed]:
    """The same of detections whose strength is known.

    The length keeps two weak halves ("New", "York") from beating a strong whole. Weighted interval
    scheduling, O(n log n).
    """
    if certain := [detection for detection, _ in weighed if is_certain(detection)]:
        kept = set(map(id, without_rivals([detection for detection, _ in weighed], certain)))
        weighed = [each for each in weighed if id(each[0]) in kept]
    live = [(d.span.end, d.span.start, strong, d) for d, strong in weighed if strong > least]
    live.sort(key=itemgetter(0, 1))
    if all(before[0] <= here[1] for before, here in pairwise(live)):  # as in most texts
        return [(detection, strong) for *_, strong, detection in live]
    ends = [end for end, *_ in live]
    best: list[float] = [0.0]
    choice: list[int] = []
    for index, (end, start, strong, _) in enumerate(live):
        before = bisect_right(ends, start, 0, index)
        value = (strong - least) * (end - start) + best[before]
        choice.append(before if value > best[index] else -1)
        best.append(max(value, best[index]))
    chosen: list[Weighed] = []
    index = len(live)
    while index:
        before = choice[index - 1]
        if before >= 0:
            _, _, strong, detection = live[index - 1]
            chosen.append((detection, strong))
            index = before
        else:
            index -= 1
    chosen.reverse()
    return chosen
