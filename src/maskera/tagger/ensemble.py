"""The tagger's claims and the rules' claims become one set, weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

_CERTAIN, _EVIDENCE = Trust.CERTAIN, Trust.EVIDENCE
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
    rules = {hypothesis.label: hypothesis for hypothesis in ruled}
    sides = [_side(heard, rules.pop(heard.label, None), balance, silent) for heard in tagged]
    sides += [_side(None, rule, balance, silent) for rule in rules.values()]
    if not sides or total([side[0] for side in sides]) <= least:
        return None
    return Detection(span, tuple(_hypotheses(sides, silent)))


_Side = tuple[float, float, float, Hypothesis | None, Hypothesis | None]
"""The score of a label, the tagger's part in it, the share of the rules' evidence that counts, and
what the tagger and the rules say."""


def _side(
    heard: Hypothesis | None, rule: Hypothesis | None, balance: EnsembleWeights, silent: _Silent
) -> _Side:
    """What both say of a label. The tagger's doubt and its silence say nothing against what is
    CERTAIN."""
    if rule is None:
        weight = balance.tagger * heard.score if heard else 0.0
        return weight + silent.rules.weight + balance.bias, weight, 0.0, heard, rule
    if rule.trust is _CERTAIN:
        share, weight = 1.0, balance.tagger * (max(heard.score, 0.0) if heard else 0.0)
    else:
        share = balance.formal_rules if rule.trust else balance.rules
        if abs(rule.score) > balance.limit:
            share = share * balance.limit / abs(rule.score)
        weight = balance.tagger * heard.score if heard else silent.tagger.weight
    return weight + share * rule.score + balance.bias, weight, share, heard, rule


def _hypotheses(sides: Iterable[_Side], silent: _Silent) -> Iterator[Hypothesis]:
    """The same with its evidence, which is made for what counts alone."""
    for odds, weight, share, heard, rule in sides:
        note = heard.evidence[0].note if heard else "silent"
        said = Evidence("tagger", weight, note)
        if rule:
            evidence, score = [said], weight
            for one in rule.evidence:
                part = one.weight * share
                score += part
                evidence.append(Evidence(one.source, part, one.note))
            evidence.append(silent.bias)
            score += silent.bias.weight
            yield Hypothesis(rule.label, tuple(evidence), rule.features, rule.trust, score)
        elif heard:
            alone = (said, silent.rules, silent.bias)
            yield Hypothesis(heard.label, alone, _NONE, _EVIDENCE, odds)
