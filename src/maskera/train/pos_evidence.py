"""What a tag is worth beside the rules: the weights of maskera.lang.sv.pos.WEIGHTS, counted on annotated text.

usage: python -m maskera.train.pos_evidence FILE.jsonl...

The rules have seen spelling and lists already, and so has the tagger; counting tags alone would count those twice. So a weight is what
must be added to the rules' own log-odds, in one cell of group, tag and spelling, for the expected number of true hypotheses to be the
counted one.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from maskera.detect.sight import sight
from maskera.label.merge import pool
from maskera.lang.sv import detection, pos
from maskera.mentions import Detection
from maskera.text import Document
from maskera.train.corpora import Annotated, Marked, read

Cell = tuple[str, str, str]
PRIOR = 4.0  # as if so many hypotheses, half of them true, had been seen beside the counted ones with no need of a weight
LARGEST = 2.5
LEAST = 0.1  # smaller ones are left out


def seen(texts: Iterable[Annotated]) -> Iterator[tuple[Cell, float, bool]]:
    """Every hypothesis about a name, place or organisation: its cell, the rules' log-odds, whether a mention of the group stands there."""
    texts = list(texts)
    documents = pos.annotate_all(Document(text.id, text.text) for text in texts)
    for text, document in zip(texts, documents, strict=True):
        view = sight(document, detection.words())
        claims = [claim for detector in detection.DETECTORS for claim in detector(view)]
        tokens = document.tokens
        at = {start: row for row, start in enumerate(tokens.starts)}
        for claim in detection.weigh(view, pool(claims)):
            first = at.get(claim.span.start)
            if first is None:
                continue
            rows = [row for row in range(first, len(tokens)) if tokens.starts[row] < claim.span.end]
            tag, spelling = pos.tag_class(tokens.pos[row] for row in rows), pos.spelling_class(view, first)
            for group, score in _scores(claim).items():
                yield (group, tag, spelling), score, _holds(claim, group, text.spans)


def _scores(claim: Detection) -> dict[str, float]:
    """group -> log-odds that one of its labels holds."""
    odds: dict[str, float] = defaultdict(float)
    for hypothesis in claim.hypotheses:
        if hypothesis.label in pos.GROUP:
            odds[pos.GROUP[hypothesis.label]] += math.exp(hypothesis.score)
    return {group: math.log(value) for group, value in odds.items()}


def _holds(claim: Detection, group: str, spans: Sequence[Marked]) -> bool:
    return any(pos.GROUP.get(span.label) == group and span.start < claim.span.end and claim.span.start < span.end for span in spans)


def weight(cases: Sequence[tuple[float, bool]]) -> float:
    """The log-odds to add to the scores of one cell, by bisection, with the prior that none is needed."""
    true = sum(holds for _, holds in cases)
    low, high = -LARGEST, LARGEST
    while high - low > 0.005:
        middle = (low + high) / 2
        expected = sum(_chance(score + middle) for score, _ in cases) + PRIOR * _chance(middle)
        low, high = (middle, high) if expected < true + PRIOR / 2 else (low, middle)
    return round((low + high) / 2, 1)


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


def weights(cases: Iterable[tuple[Cell, float, bool]]) -> Mapping[Cell, tuple[float, int, int]]:
    """cell -> weight, hypotheses, true ones."""
    by_cell: dict[Cell, list[tuple[float, bool]]] = defaultdict(list)
    for cell, score, holds in cases:
        by_cell[cell].append((score, holds))
    return {cell: (weight(found), len(found), sum(holds for _, holds in found)) for cell, found in sorted(by_cell.items())}


def main(files: Sequence[str]) -> int:
    """Print the table as it stands in maskera.lang.sv.pos, with counts."""
    if not files:
        print("use: python -m maskera.train.pos_evidence FILE.jsonl...", file=sys.stderr)
        return 2
    found = weights(case for file in files for case in seen(read(Path(file))))
    for cell in product(("name", "place", "organisation"), ("PROPN", "NOUN", "other"), ("capital", "initial", "lower")):
        value, count, true = found.get(cell, (0.0, 0, 0))
        print(f"    {cell!r}: {value},  # {count} hypotheses, {true} true{'' if abs(value) >= LEAST else ' (left out)'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
