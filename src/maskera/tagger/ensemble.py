"""The tagger's claims and the rules' claims become one set, weighed against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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

_CERTAIN = Trust.CERTAIN
_NONE = frozenset[str]()


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
    silent = _silent(balance)
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
                silent,
                least,
            )
        )
    result += [
        _weighed(rule.span, (), rule.hypotheses, balance, silent, least)
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


class _Silent(NamedTuple):
    """What is said for the side that makes no claim, and what a sum begins and ends with."""

    tagger: Evidence
    rules: Evidence
    bias: Evidence


def _silent(balance: EnsembleWeights) -> _Silent:
    return _Silent(
        Evidence("tagger", balance.tagger * balance.silent_tagger, "silent"),
        Evidence("rules", balance.rules * balance.silent_rules, "silent"),
        Evidence("balance", balance.bias),
    )


def _weighed(
    span: Span,
    tagged: Sequence[Hypothesis],
    ruled: Sequence[Hypothesis],
    balance: EnsembleWeights,
    silent: _Silent,
    least: float,
) -> Detection | None:
    """What both say of a span; None when it does not come above `least`."""
    if not tagged:
        sides = [_with_rule(None, rule, balance, silent) for rule in ruled]
    elif not ruled:
        sides = [_alone(heard, balance, silent) for heard in tagged]
    else:
        rules = {hypothesis.label: hypothesis for hypothesis in ruled}
        sides = [
            _with_rule(heard, rule, balance, silent)
            if (rule := rules.pop(heard.label, None))
            else _alone(heard, balance, silent)
            for heard in tagged
        ]
        sides += [_with_rule(None, rule, balance, silent) for rule in rules.values()]
    if not sides or total([score for score, _ in sides]) <= least:
        return None
    return Detection(span, tuple([hypothesis for _, hypothesis in sides]))


def _alone(
    heard: Hypothesis, balance: EnsembleWeights, silent: _Silent
) -> tuple[float, Hypothesis]:
    """What the tagger says of a label of which the rules are silent, and its score."""
    weight = balance.tagger * heard.score
    said = Evidence("tagger", weight, heard.evidence[0].note)
    score = weight + silent.rules.weight + balance.bias
    evidence = (said, silent.rules, silent.bias)
    return score, Hypothesis(heard.label, evidence, _NONE, Trust.EVIDENCE, score)


def _with_rule(
    heard: Hypothesis | None, rule: Hypothesis, balance: EnsembleWeights, silent: _Silent
) -> tuple[float, Hypothesis]:
    """What the rules say of a label, with what the tagger does, and the score of both. The tagger's
    doubt and its silence say nothing against what is CERTAIN."""
    if rule.trust is _CERTAIN:
        share, weight = 1.0, balance.tagger * (max(heard.score, 0.0) if heard else 0.0)
    else:
        share = balance.formal_rules if rule.trust else balance.rules
        if abs(rule.score) > balance.limit:
            share = share * balance.limit / abs(rule.score)
        weight = balance.tagger * heard.score if heard else silent.tagger.weight
    if heard:
        said = Evidence("tagger", weight, heard.evidence[0].note)
    else:
        said = Evidence("tagger", weight, "silent") if rule.trust is _CERTAIN else silent.tagger
    evidence, score = [said], weight
    for one in rule.evidence:
        part = one.weight * share
        score += part
        evidence.append(Evidence(one.source, part, one.note))
    evidence.append(silent.bias)
    score += balance.bias
    whole = Hypothesis(rule.label, tuple(evidence), rule.features, rule.trust, score)
    return weight + share * rule.score + balance.bias, whole
