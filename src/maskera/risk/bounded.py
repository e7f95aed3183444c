"""The bound on risk as part of a pipeline: which mentions of a document may stay as they are.

A document is judged by itself, so that what becomes of it does not depend on what is beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maskera.errors import MaskeraError
from maskera.mentions import Mention
from maskera.risk.assess import assess
from maskera.risk.choice import Bound, masked_by_bound
from maskera.risk.direct import direct_of
from maskera.risk.kinds import kinds_of
from maskera.risk.model import Corpus, load_model
from maskera.risk.texts import text_of
from maskera.text import Document, Span


@dataclass(frozen=True, slots=True)
class Spared:
    """What the bound leaves as it is, and what a run record says of how that was found."""

    spans: frozenset[Span]
    record: Mapping[str, Any]


Spare = Callable[[Document, Sequence[Mention]], Spared]
"""A document and its mentions -> what the bound leaves as it is."""


def sparing(language: str, bound: Bound, models: Path | None = None) -> Spare:
    """What may stay under a bound, by the language's model of risk; MaskeraError if it has none, or
    the bound is none."""
    if not isinstance(bound, Bound):
        raise MaskeraError(
            f"a bound is a maskera.risk.choice.Bound, as Bound(0.5), not {type(bound).__name__}"
        )
    model = load_model(language, models)
    background, kinds, direct = model.grams(), kinds_of(language), direct_of(language)
    trained = {name: model.card.get(name) for name in ("corpora", "documents", "auc")}

    def spared(document: Document, mentions: Sequence[Mention]) -> Spared:
        text = text_of(document, mentions, kinds)
        (assessment,) = assess(Corpus([text], background), model, direct)
        masked, choice = masked_by_bound(assessment, bound)
        kept = frozenset(marked.span for marked in text.mentions if marked.entity not in masked)
        found = {"method": choice.method, "cost": choice.cost, "lower": choice.lower}
        record = {**bound.record(), **found, "size": choice.size, "model": trained}
        return Spared(kept, {**record, "note": choice.note} if choice.note else record)

    return spared
