"""What a tag is worth beside the rules: the weights of maskera.lang.sv.pos.WEIGHTS, counted on
annotated text.

usage: python -m maskera.train.pos_evidence FILE.jsonl...

The rules have seen spelling and lists already, and so has the tagger; counting tags alone would
count those twice. So the weights of one spelling are what must be added to the rules' own log-odds
for the expected number of true claims to be the counted one, once for each tag and once for all
tags together; what a tag is worth is the difference.
"""

from __future__ import annotations

import math
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from maskera.label.merge import merge_claims
from maskera.lang import load_pack
from maskera.lang.sv import detection, pos
from maskera.lexicon.table import token_table
from maskera.taxonomy import LISTED_NAMES
from maskera.text import Document
from maskera.train.corpora import Annotated, read

TAGS = ("PROPN", "NOUN", "other")
SPELLINGS = ("capital", "initial", "lower")
PRIOR = 4.0  # so many claims at even odds are put beside the counted ones
LARGEST = 2.5
STEP = 0.005


class Claim(NamedTuple):
    """One pooled detection: tag and spelling of its words, odds of a proper name and of the other
    labels, whether a name stands there."""

    tag: str
    spelling: str
    odds: float
    rest: float
    holds: bool


def claims(texts: Iterable[Annotated]) -> Iterator[Claim]:
    """What the rules claim of names, places and organisations, before any tag has spoken."""
    texts = list(texts)
    swedish = load_pack("sv")
    documents = swedish.models.tag(Document(text.id, text.text) for text in texts)
    for text, document in zip(texts, documents, strict=True):
        view = token_table(document, swedish.vocab)
        tokens = document.tokens
        for claim in detection.weigh(
            view,
            merge_claims(swedish.rules.claimed(view)),
        ):
            rows = range(
                bisect_right(tokens.ends, claim.span.start),
                bisect_left(tokens.starts, claim.span.end),
            )
            odds = sum(math.exp(h.score) for h in claim.hypotheses if h.label in LISTED_NAMES)
            if rows and odds:
                yield Claim(
                    pos.tag_class(tokens.pos[rows.start : rows.stop]),
                    pos.spelling_class(view, rows[0]),
                    odds,
                    sum(math.exp(h.score) for h in claim.hypotheses if h.label not in LISTED_NAMES),
                    any(
                        s.label in LISTED_NAMES
                        and s.start < claim.span.end
                        and claim.span.start < s.end
                        for s in text.spans
                    ),
                )


def needed(cell: Sequence[Claim]) -> float:
    """The log-odds to add to the claims, by bisection."""
    odds = np.array([claim.odds for claim in cell])
    rest = np.array([1.0 + claim.rest for claim in cell])
    true = sum(claim.holds for claim in cell)
    low, high = -2 * LARGEST, 2 * LARGEST
    while high - low > STEP:
        middle = (low + high) / 2
        raised = odds * math.exp(middle)
        # The prior is claims at even odds, half of them true.
        expected = float((raised / (rest + raised)).sum()) + PRIOR / (1 + math.exp(-middle))
        low, high = (middle, high) if expected < true + PRIOR / 2 else (low, middle)
    return (low + high) / 2


def weights(found: Sequence[Claim]) -> dict[tuple[str, str], tuple[float, int, int]]:
    """(tag, spelling) -> weight, claims, true ones."""
    table = {}
    for spelling in SPELLINGS:
        here = [claim for claim in found if claim.spelling == spelling]
        base = needed(here)
        for tag in TAGS:
            cell = [claim for claim in here if claim.tag == tag]
            worth = max(-LARGEST, min(LARGEST, needed(cell) - base))
            table[tag, spelling] = (round(worth, 1), len(cell), sum(claim.holds for claim in cell))
    return table


def main(files: Sequence[str]) -> int:
    """Print the table as it stands in maskera.lang.sv.pos, with counts."""
    if not files:
        print("use: python -m maskera.train.pos_evidence FILE.jsonl...", file=sys.stderr)
        return 2
    taxonomy = load_pack("sv").taxonomy
    texts = (text for file in files for text in read(Path(file), taxonomy))
    table = weights(list(claims(texts)))
    for tag, spelling in product(TAGS, SPELLINGS):
        value, count, true = table[tag, spelling]
        print(f'    ("{tag}", "{spelling}"): {value},  # {count} claims, {true} true')
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
