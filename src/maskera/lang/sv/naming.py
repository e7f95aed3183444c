"""The words of data/sv/words/naming.tsv, around the names of things and of users of services; one
that ends in a hyphen is the beginning of words."""

from __future__ import annotations

from maskera.lexicon.triggers import Test
from maskera.lexicon.vocab import Vocab


def said(vocab: Vocab, label: str) -> frozenset[str]:
    """The words of a label."""
    return vocab.lists.words("naming", label)


def begins(vocab: Vocab, label: str) -> tuple[str, ...]:
    """The beginnings of words of a label."""
    return tuple(form.removesuffix("-") for form in said(vocab, label) if form.endswith("-"))


def services(vocab: Vocab) -> Test:
    """Whether a word is one for a service whose users have names: insta, Snapchat."""
    named, others = begins(vocab, "service"), begins(vocab, "no_service")
    return lambda word: word.lower.startswith(named) and not word.lower.startswith(others)


def own_services(vocab: Vocab) -> tuple[str, ...]:
    """The beginnings of words for a user name itself."""
    return begins(vocab, "own_service")
