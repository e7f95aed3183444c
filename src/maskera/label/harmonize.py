"""A name has one label in a text: mentions of one form settle theirs together, and hear what the
words near them say."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import msgspec

from maskera.lexicon.table import TokenTable
from maskera.mentions import Evidence, Hypothesis, Mention, extended, probabilities

HEARD = 0.5  # how much the mean log-probability of the other mentions counts beside a mention's own evidence
TOLD = 1.0  # log-odds by which a label that leaves no doubt is likelier than what the mention was taken for
UNTHOUGHT = -2.0  # log-odds of a label that only the words nearby speak for, beside the best one
LEAST = 0.02  # probability of a label that another mention does not think of

Nearby = Callable[[TokenTable, Mention], Mapping[str, float]]
"""What the words near a mention say of its label: log-odds by label, empty for nothing."""


def harmonized(
    table: TokenTable, mentions: Sequence[Mention], labels: frozenset[str], nearby: Nearby
) -> list[Mention]:
    """The mentions, in their order; those of `labels` may have changed their label for one of
    these.

    nearby: asked of every such mention; what is said near one of them is said of all that are
    written alike.
    """
    groups: dict[str, list[int]] = {}
    for place, mention in enumerate(mentions):
        if mention.label in labels:
            groups.setdefault(_form(table, mention), []).append(place)
    result = list(mentions)
    for places in groups.values():
        alike = [mentions[place] for place in places]
        said: dict[str, float] = {}
        for mention in alike:
            for label, weight in nearby(table, mention).items():
                said[label] = said.get(label, 0.0) + weight
        if said or any(mention.label != alike[0].label for mention in alike):
            thoughts = [dict(probabilities(mention.hypotheses)) for mention in alike]
            sums = {
                label: math.fsum([_log(thought, label) for thought in thoughts])
                for label in {*said, *chain.from_iterable(thoughts)}
            }
            for place, mention, own in zip(places, alike, thoughts, strict=True):
                others = {
                    label: (total - _log(own, label)) / max(1, len(alike) - 1)
                    for label, total in sums.items()
                }
                result[place] = _relabelled(mention, others, said, labels)
    return result


def _log(thought: Mapping[str, float], label: str) -> float:
    return math.log(max(LEAST, thought.get(label, 0.0)))


def _form(table: TokenTable, mention: Mention) -> str:
    form = table.document.text[mention.span.start : mention.span.end].lower()
    return table.vocab.genitive.bare(form) if "gen" in mention.features else form


def _relabelled(
    mention: Mention, others: Mapping[str, float], said: Mapping[str, float], labels: frozenset[str]
) -> Mention:
    """The mention with what the others think of each label (mean log-probability, 0 where there are
    none) and what is said nearby."""
    best = mention.hypotheses[0]
    known = {hypothesis.label for hypothesis in mention.hypotheses}
    missing = [
        extended(
            Hypothesis(label, best.evidence, best.features),
            [Evidence("label not thought of", UNTHOUGHT)],
        )
        for label in said
        if label not in known
    ]
    thought = (*mention.hypotheses, *missing)
    ceiling = max([others[hypothesis.label] for hypothesis in thought])
    heard = []
    for hypothesis in thought:
        told = []
        if weight := HEARD * (others[hypothesis.label] - ceiling):
            told.append(Evidence("written alike elsewhere", weight))
        if weight := said.get(hypothesis.label, 0.0):
            told.append(Evidence("words nearby", weight))
        heard.append(extended(hypothesis, told) if told else hypothesis)
    order = tuple(sorted(heard, key=lambda hypothesis: -hypothesis.score))
    if order[0].label not in labels:
        return mention
    return msgspec.structs.replace(
        mention,
        label=order[0].label,
        features=order[0].features,
        probability=min(probabilities(order)[0][1], 0.9999),
        hypotheses=order,
    )


def told(mention: Mention, label: str, reason: str) -> Mention:
    """The mention with a label of which what stands beside it leaves no doubt; what it was taken
    for stays for reviewers."""
    best = mention.hypotheses[0]
    own = next(
        (h for h in mention.hypotheses if h.label == label),
        Hypothesis(label, best.evidence, best.features),
    )
    first = extended(own, [Evidence(reason, best.score - own.score + TOLD)])
    order = (first, *[h for h in mention.hypotheses if h.label != label])
    return msgspec.structs.replace(
        mention, label=label, probability=min(probabilities(order)[0][1], 0.9999), hypotheses=order
    )
