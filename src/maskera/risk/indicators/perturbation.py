"""Indicator 3: how much a mention helps to guess a direct identifier of the person.

With a masked language model: log10 p(t | text without t) less the same with the mention hidden too,
the greatest over the direct identifiers t (Papadopoulou et al. 2023, 5.3). With counts alone hiding a
mention changes next to nothing two words further, so nearness to a direct identifier stands in: weak.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from maskera.risk.indicators.classification import directness
from maskera.risk.model import Corpus, MaskedScorer, RiskModel
from maskera.risk.texts import Text, entities

FLOOR = -60.0  # of log10 p: 1e-60 in the paper
IDENTIFIERS = 5  # direct identifiers asked for, the likeliest: each costs a pass a mention
DIRECT = 0.0  # log-odds from which a mention is taken for a direct identifier


def scores(corpus: Corpus, model: RiskModel) -> list[list[float | None]]:
    """The score of each mention; absent where a text shows no direct identifier."""
    found: list[list[float | None]] = []
    for text, odds in zip(corpus.texts, directness(corpus, model), strict=True):
        best: dict[str, float] = {}
        for marked, value in zip(text.mentions, odds, strict=True):
            if value >= DIRECT:
                best[marked.entity] = max(value, best.get(marked.entity, value))
        direct = sorted(best, key=lambda entity: -best[entity])[:IDENTIFIERS]
        if not direct:
            found.append([None] * len(text.mentions))
        elif corpus.masked:
            found.append(list(_differences(text, direct, corpus.masked)))
        else:
            found.append(list(nearness(text, direct)))
    return found


def nearness(text: Text, direct: Sequence[str]) -> list[float]:
    """-log of the distance in words to the nearest other entity that is direct, 0 next to it."""
    places = sorted(
        (span, marked.entity)
        for span, marked in zip(text.ranges, text.mentions, strict=True)
        if marked.entity in direct
    )
    found = []
    at = 0
    for span, marked in zip(text.ranges, text.mentions, strict=True):
        while at + 1 < len(places) and places[at + 1][0] <= span:
            at += 1
        near = [
            max(other[0] - span[1], span[0] - other[1], 0)
            for other, entity in places[max(at - 2, 0) : at + 4]
            if entity != marked.entity
        ]
        distance = min(near, default=len(text.words))
        found.append(-math.log1p(distance))
    return found


def _differences(text: Text, direct: Sequence[str], scorer: MaskedScorer) -> list[float]:
    hidden = {
        entity: frozenset(at for place in places for at in range(*text.ranges[place]))
        for entity, places in entities(text).items()
    }
    best = dict.fromkeys(hidden, 0.0)
    for target in direct:
        first = next(
            span
            for span, marked in zip(text.ranges, text.mentions, strict=True)
            if marked.entity == target
        )
        alone = _log10(scorer, text, first, hidden[target])
        for entity in hidden:
            if entity != target:
                without = _log10(scorer, text, first, hidden[target] | hidden[entity])
                best[entity] = max(best[entity], alone - without)
    return [best[marked.entity] for marked in text.mentions]


def _log10(
    scorer: MaskedScorer, text: Text, span: tuple[int, int], hidden: frozenset[int]
) -> float:
    return max(FLOOR, sum(scorer.log_probs(text.words, span, hidden)) / math.log(10))
