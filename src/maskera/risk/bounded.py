"""The bound on risk as part of a pipeline: which mentions of a document may stay as they are.

A document is judged by itself, so that what becomes of it does not depend on what is beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from maskera.mentions import Mention
from maskera.risk.assess import assess
from maskera.risk.choice import Bound, masked_by_bound
from maskera.risk.direct import direct_of
from maskera.risk.kinds import kinds_of
from maskera.risk.model import Corpus, load_model
from maskera.risk.texts import text_of
from maskera.text import Document, Span

Spare = Callable[[Document, Sequence[Mention]], frozenset[Span]]
"""A document and its mentions -> the spans that the bound leaves as they are."""


def sparing(language: str, bound: Bound, models: Path | None = None) -> Spare:
    """What may stay under a bound, by the language's model of risk; MaskeraError if it has none."""
    model = load_model(language, models)
    background, kinds, direct = model.grams(), kinds_of(language), direct_of(language)

    def spared(document: Document, mentions: Sequence[Mention]) -> frozenset[Span]:
        text = text_of(document, mentions, kinds)
        (assessment,) = assess(Corpus([text], background), model, direct)
        masked, _ = masked_by_bound(assessment, bound)
        return frozenset(marked.span for marked in text.mentions if marked.entity not in masked)

    return spared


def record(language: str, bound: Bound, models: Path | None = None) -> dict[str, Any]:
    """What a run record says: the bound, and the model by what it was trained on."""
    return {**bound.record(), "model": load_model(language, models).card}
