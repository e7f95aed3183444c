"""Decisions, and what follows from them for each token of the pool.

The order in which they were made plays no part: of two decisions on the same thing the later
replaces the earlier in the project's file (project.py); here each stands once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maskera.evaluate.align import OUTSIDE
from maskera.learn.clusters import Cluster

SPLIT = "split"
"""The answer to a card whose places are not all alike: it decides nothing, and of a situation the
terms are asked one by one."""

ENOUGH = 1000
"""Tokens read from which a model learns from these alone: cards show the places of chosen terms, and
after 300 of them and 2,000 tokens it is worse than after the tokens (token F1 on TAB .801, .863)."""


@dataclass
class Decisions:
    """cards: (kind, key) -> a label, OUTSIDE or SPLIT. read: token -> label; a sentence that was
    read through has all its tokens here. Tokens read are exact and beat every card; a term beats
    a situation."""

    cards: dict[tuple[str, str], str] = field(default_factory=dict)
    read: dict[int, str] = field(default_factory=dict)


def decided(
    decisions: Decisions,
    by_kind: Mapping[str, Mapping[str, Cluster]],
    terms: Sequence[str],
    candidate: NDArray[np.bool_],
) -> list[str | None]:
    """The label of each token, None for those that nothing was decided of.

    A sensitive label goes on to every other candidate of the same term, where all decisions on that
    term agree; it never crosses a contrary decision.
    """
    known: list[str | None] = [None] * len(terms)
    for token, said in by_cards(decisions, by_kind).items():
        known[token] = said
    for token, said in decisions.read.items():
        known[token] = said
    agreed: defaultdict[str, set[str]] = defaultdict(set)
    for token, term in enumerate(terms):
        if (label := known[token]) is not None:
            agreed[term].add(label)
    for token in candidate.nonzero()[0].tolist():
        labels = agreed.get(terms[token], ())
        if known[token] is None and len(labels) == 1:
            (label,) = labels
            if label != OUTSIDE:
                known[token] = label
    return known


def training(
    known: Sequence[str | None],
    decisions: Decisions,
    carded: Iterable[int],
    starts: NDArray[np.intp],
    candidate: NDArray[np.bool_],
) -> tuple[list[int], list[str | None]]:
    """The sentences to learn from, and what of each token is known in them. carded: the tokens that
    a card decided.

    Read tokens are as they were read. In a sentence that only cards reach, candidates without a
    decision stay open; words that are no candidates count as none (OUTSIDE) as long as nothing has
    been read, which tells better what they are. From ENOUGH tokens read on cards teach the model
    nothing more; what they decided stays decided. Sentences that
    only propagation reaches teach nothing: their other words were seen by nobody.
    """
    sentence_of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    read = {int(sentence_of[token]) for token in decisions.read}
    few = len(decisions.read) < ENOUGH
    reached = {int(sentence_of[token]) for token in carded} - read if few else set()
    told: list[str | None] = list(known)
    for sentence in read:
        for token in range(starts[sentence], starts[sentence + 1]):
            told[token] = decisions.read.get(token, told[token])
    for sentence in reached:
        for token in range(starts[sentence], starts[sentence + 1]):
            if told[token] is None and not candidate[token] and not read:
                told[token] = OUTSIDE
    return sorted(read | reached), told


def by_cards(decisions: Decisions, by_kind: Mapping[str, Mapping[str, Cluster]]) -> dict[int, str]:
    """The tokens that cards decide, with their labels; a term beats a situation."""
    found: dict[int, str] = {}
    for kind in ("situation", "term"):
        for (its, key), answer in decisions.cards.items():
            cluster = by_kind.get(kind, {}).get(key) if its == kind else None
            if cluster and answer != SPLIT:
                found.update(dict.fromkeys(cluster.tokens, answer))
    return found
