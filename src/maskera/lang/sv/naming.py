"""The words of data/sv/words/naming.tsv, around the names of things and of users of services; one
that ends in a hyphen is the beginning of words."""

from __future__ import annotations

from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme

SAID = word_list("sv", "naming")


def _begins(label: str) -> tuple[str, ...]:
    """The beginnings of words of a label."""
    return tuple(form.removesuffix("-") for form in SAID[label] if form.endswith("-"))


_SERVICES, _OTHERS = _begins("service"), _begins("no_service")
OWN_SERVICES = _begins("own_service")
"""The beginnings of words for a user name itself."""


def is_service(word: Lexeme) -> bool:
    """Whether a word is one for a service whose users have names: insta, Snapchat."""
    return word.lower.startswith(_SERVICES) and not word.lower.startswith(_OTHERS)
