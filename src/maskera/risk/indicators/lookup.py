"""Indicator 5, in place of web search: how few documents of the corpus hold what a mention says."""

from __future__ import annotations

import math
from collections import defaultdict

from maskera.risk.model import Corpus, RiskModel


def scores(corpus: Corpus, model: RiskModel) -> list[list[float | None]]:
    """-log of the share of other documents that hold all words of the mention, in this order.

    One half is added to the count, so that what nobody else says has a score. Absent in a corpus of
    one document, which can be compared with nothing.
    """
    others = len(corpus.texts) - 1
    if others < 1:
        return [[None] * len(text.mentions) for text in corpus.texts]
    holding = holders(corpus)
    found: list[list[float | None]] = []
    for text in corpus.texts:
        forms = (text.words[slice(*span)] for span in text.ranges)
        found.append([-math.log((len(holding[form]) - 0.5) / (others + 0.5)) for form in forms])
    return found


def holders(corpus: Corpus) -> dict[tuple[str, ...], set[int]]:
    """Words of a mention -> the numbers of the documents that hold them, one after the other.

    One pass for each length of mention that occurs, so linear in the text.
    """
    asked = {text.words[slice(*span)] for text in corpus.texts for span in text.ranges}
    holding: dict[tuple[str, ...], set[int]] = defaultdict(set)
    lengths = sorted({len(form) for form in asked})
    firsts = {form[:1] for form in asked}
    for number, text in enumerate(corpus.texts):
        for start, word in enumerate(text.words):
            if (word,) in firsts:
                for length in lengths:
                    run = text.words[start : start + length]
                    if run in asked:
                        holding[run].add(number)
        for span in text.ranges:  # a mention without a word of its own
            holding[text.words[slice(*span)]].add(number)
    return holding
