"""Which mentions identify a person alone: what the model says, and numbers that are never public."""

from __future__ import annotations

from maskera.risk.assess import Direct, by_model
from maskera.risk.texts import Text
from maskera.taxonomy import NEVER_PUBLIC

CONCERNS = 0.5  # probability from which a mention is taken to concern the person


def by_label_or_model(text: Text, place: int, odds: float) -> bool:
    """Personal and of a label that never is public, or likely so by the model of annotators."""
    marked = text.mentions[place]
    never_public = marked.label in NEVER_PUBLIC and marked.personal >= CONCERNS
    return never_public or by_model(text, place, odds)


def direct_of(language: str) -> Direct:
    """How direct identifiers of a language are told; the same for all so far."""
    return by_label_or_model
