"""The tagger's claims and the rules' claims become one set, weighed against each other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.label.merge import without_rivals
from maskera.mentions import (
    Detection,
    Evidence,
    Hypothesis,
    Trust,
    is_certain,
    likeliest,
    place,
    strength,
    total,
)
from maskera.text import Span


class EnsembleWeights(msgspec.Struct, frozen=True):
    """How much tagger and rules count: final log-odds = tagger * its log-odds + rules * their score
    + bias.

    silent_tagger, silent_rules: the log-odds put in for a side that makes no claim. limit: rule
    scores are cut off here, so that no pile of cues outweighs all else. formal_rules: what a FORMAL
    claim counts, which also gives the extent. What is CERTAIN is not weighed: its score counts in
    full, the tagger's silence does not, and what the tagger says of it may change its label alone.
    Chosen on a grid, on data the tagger was not trained on (tools/fit_balance.py).
    """

    tagger: float
    rules: float
    formal_rules: float
    bias: float
    silent_tagger: float
    silent_rules: float
    limit: float


def joined(
    rules: Sequence[Detection], tagged: Sequence[Detection], balance: EnsembleWeights, least: float
) -> list[Detection]:
    """One list of detections, in text order; a span that one side alone claims has the other's
    silence as evidence against it.

    rules, tagged: each in text order; the rules without overlap. What does not come above `least`
    (log-odds) together is left out.
    """
    bias = Evidence("balance", balance.bias)
    tagged = without_rivals(tagged, list(filter(is_certain, rules)))
    result: list[Detection | None] = []
    by_span = {detection.span: detection for detection in rules}
    used: set[Span] = set()
    cursor = 0
    for claim in tagged:
        while cursor < len(rules) and rules[cursor].span.end <= claim.span.start:
            cursor += 1
        rival = (
            by_span.get(claim.span) or _formal(claim, rules, cursor) or _wider(claim, rules, cursor)
        )
        part = None if rival else _part(claim, rules, cursor)
        if rival is not None:
            if rival.span in used:
                continue  # the tagger cut in two what the rules see as one
            used.add(rival.span)
        whole, heard = rival or claim, rival or part
        result.append(
            _weighed(
                whole.span,
                claim.hypotheses,
                heard.hypotheses if heard else (),
                balance,
                bias,
                least,
            )
        )
    result += [
        _weighed(rule.span, (), rule.hypotheses, balance, bias, least)
        for rule in rules
        if rule.span not in used
    ]
    return sorted([detection for detection in result if detection], key=place)


def _formal(claim: Detection, rules: Sequence[Detection], cursor: int) -> Detection | None:
    """The strongest overlapping FORMAL rule claim of the same label: it knows the extent better."""
    label = claim.hypotheses[0].label
    overlapping = []
    while cursor < len(rules) and rules[cursor].span.start < claim.span.end:
        if rules[cursor].span.overlaps(claim.span):
            best = likeliest(rules[cursor])
            if best.label == label and best.trust >= Trust.FORMAL:
                overlapping.append(rules[cursor])
        cursor += 1
    return max(overlapping, key=strength) if overlapping else None


def _wider(claim: Detection, rules: Sequence[Detection], cursor: int) -> Detection | None:
    """The rules' claim that has the tagger's inside it, with the same label: a name of several
    words of which the tagger saw a part."""
    if (
        cursor < len(rules)
        and rules[cursor].span.covers(claim.span)
        and likeliest(rules[cursor]).label == claim.hypotheses[0].label
    ):
        return rules[cursor]
    return None


def _part(claim: Detection, rules: Sequence[Detection], cursor: int) -> Detection | None:
    """The rules' strongest claim of the same label inside the tagger's: they know a word of its
    phrase ("allergi mot damm")."""
    found = []
    while cursor < len(rules) and rules[cursor].span.start < claim.span.end:
        if (
            claim.span.covers(rules[cursor].span)
            and likeliest(rules[cursor]).label == claim.hypotheses[0].label
        ):
            found.append(rules[cursor])
        cursor += 1
    return max(found, key=strength) if found else None


def _weighed(
    span: Span,
    tagged: Sequence[Hypothesis],
    ruled: Sequence[Hypothesis],
    balance: EnsembleWeights,
    bias: Evidence,
    least: float,
) -> Detection | None:
    """What both say of a span; None when it does not come above `least`: sums first, evidence only
    for what stays."""
    if not tagged and len(ruled) == 1:  # as most are
        rule, share = ruled[0], _share(ruled[0], balance)
        score = balance.tagger * _heard(None, rule, balance) + share * rule.score + balance.bias
        if score <= least:
            return None
        return Detection(span, (_joint(rule.label, None, rule, share, balance, bias),))
    of_rules = {hypothesis.label: hypothesis for hypothesis in ruled}
    pairs: list[tuple[str, Hypothesis | None, Hypothesis | None]] = [
        (h.label, h, of_rules.pop(h.label, None)) for h in tagged
    ]
    pairs += [(label, None, rule) for label, rule in of_rules.items()]
    sides = [
        (label, heard, rule, _share(rule, balance) if rule else 0.0) for label, heard, rule in pairs
    ]
    scores = [
        balance.tagger * _heard(heard, rule, balance)
        + (share * rule.score if rule else balance.rules * balance.silent_rules)
        + balance.bias
        for _, heard, rule, share in sides
    ]
    if not scores or total(scores) <= least:
        return None
    return Detection(span, tuple([_joint(*side, balance, bias) for side in sides]))


def _joint(
    label: str,
    heard: Hypothesis | None,
    rule: Hypothesis | None,
    share: float,
    balance: EnsembleWeights,
    bias: Evidence,
) -> Hypothesis:
    """What tagger and rules say of one label; one of them may be silent."""
    score = _heard(heard, rule, balance)
    note = heard.evidence[0].note if heard else "silent"
    said = Evidence("tagger", balance.tagger * score, note)
    if rule:
        scaled = [
            Evidence(evidence.source, evidence.weight * share, evidence.note)
            for evidence in rule.evidence
        ]
        return Hypothesis(label, (said, *scaled, bias), rule.features, rule.trust)
    return Hypothesis(
        label, (said, Evidence("rules", balance.rules * balance.silent_rules, "silent"), bias)
    )


def _heard(heard: Hypothesis | None, rule: Hypothesis | None, balance: EnsembleWeights) -> float:
    """What the tagger says; its doubt and its silence say nothing against what is CERTAIN."""
    if rule and rule.trust is Trust.CERTAIN:
        return max(heard.score, 0.0) if heard else 0.0
    return heard.score if heard else balance.silent_tagger


def _share(hypothesis: Hypothesis, balance: EnsembleWeights) -> float:
    """What one log-odd of the rules counts."""
    if hypothesis.trust is Trust.CERTAIN:
        return 1.0
    share = balance.formal_rules if hypothesis.trust else balance.rules
    return (
        share * balance.limit / abs(hypothesis.score)
        if abs(hypothesis.score) > balance.limit
        else share
    )
