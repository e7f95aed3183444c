"""Which mentions identify a person alone: what the model says, numbers that are never public, and the
name of the person to protect, where that is known."""

from __future__ import annotations

from maskera.risk.assess import Direct, by_model
from maskera.risk.kinds import of_people
from maskera.risk.texts import WORD, Marked, Text
from maskera.taxonomy import NEVER_PUBLIC

CONCERNS = 0.5  # probability from which a mention is taken to concern the person


def by_label_or_model(text: Text, place: int, odds: float) -> bool:
    """Personal and of a label that never is public, the person's name or a part of it, or likely so
    by the model of annotators."""
    marked = text.mentions[place]
    never_public = marked.label in NEVER_PUBLIC and marked.personal >= CONCERNS
    return never_public or is_named(text, marked) or by_model(text, place, odds)


def is_named(text: Text, marked: Marked) -> bool:
    """Whether a mention is a name whose words are all of the name of the person to protect."""
    if not text.about or marked.label not in of_people():
        return False
    said = _words(text.written(marked))
    return bool(said) and said <= _words(text.about)


def _words(name: str) -> frozenset[str]:
    return frozenset(WORD.findall(name.casefold()))


def direct_of(language: str) -> Direct:
    """How direct identifiers of a language are told; the same for all so far."""
    return by_label_or_model
