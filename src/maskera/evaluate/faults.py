"""The errors one by one, for reading: what was missed, what was claimed in vain, what has another
label or another extent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

import msgspec

from maskera.evaluate.align import Pair
from maskera.evaluate.muc import alignment
from maskera.evaluate.scores import casing
from maskera.mentions import Mention
from maskera.text import Span

Kind = Literal["miss", "extra", "wrong label", "wrong extent", "wrong label and extent"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CONTEXT = 60  # characters on either side


class Fault(msgspec.Struct, frozen=True):
    """One error; holds essay text, so it belongs in a report for people who may read the essays,
    never in a log.

    gold and found: label of either side, empty where there is none, with gold_span and found_span.
    text: what stands at `span`, which covers both sides; before, after: what surrounds it.
    probability: of the predicted mention. casing: of the gold mention, else of the predicted one.
    """

    document: str
    kind: Kind
    span: Span
    gold: str
    found: str
    gold_span: Span | None
    found_span: Span | None
    text: str
    before: str
    after: str
    probability: float
    casing: str
    genre: str = ""
    level: str = ""


def faults(pairs: Iterable[Pair]) -> Iterator[Fault]:
    """Every error of every document, in text order. Mentions that overlap are one error (aligned
    one to one, from left to right)."""
    for pair in pairs:
        aligned = list(alignment(pair.gold, pair.found))
        met, used = {gold.span for gold, _ in aligned}, {found.span for _, found in aligned}
        sides: list[tuple[Mention | None, Mention | None]] = [
            both for both in aligned if not _same(*both)
        ]
        sides += [(mention, None) for mention in pair.gold if mention.span not in met]
        sides += [(None, mention) for mention in pair.found if mention.span not in used]
        yield from sorted(
            (_fault(pair, gold, found) for gold, found in sides), key=lambda fault: fault.span
        )


def _same(gold: Mention, found: Mention) -> bool:
    return gold.span == found.span and gold.label == found.label


def _kind(gold: Mention | None, found: Mention | None) -> Kind:
    if gold is None:
        return "extra"
    if found is None:
        return "miss"
    if gold.span == found.span:
        return "wrong label"
    return "wrong extent" if gold.label == found.label else "wrong label and extent"


def _fault(pair: Pair, gold: Mention | None, found: Mention | None) -> Fault:
    text = pair.document.text
    there = [mention for mention in (gold, found) if mention is not None]
    start, end = min(m.span.start for m in there), max(m.span.end for m in there)
    return Fault(
        pair.document.id,
        _kind(gold, found),
        Span(start, end),
        gold.label if gold else "",
        found.label if found else "",
        gold.span if gold else None,
        found.span if found else None,
        text[start:end],
        text[max(0, start - CONTEXT) : start],
        text[end : end + CONTEXT],
        found.probability if found else 0.0,
        casing(pair.surface(there[0])),
        pair.document.meta.get("genre", ""),
        pair.document.meta.get("level", ""),
    )
