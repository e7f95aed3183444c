"""Nouns that tell what a name is by their place in it, by list: Lake Garda, Colegio San José, Rue
de Lyon, Königstraße."""

from __future__ import annotations

from collections.abc import Mapping

from maskera.lexicon.tsv import WordLists
from maskera.lexicon.vocab import Vocab

FOREIGN = 4.3  # Zipf under which a noun is hardly English: rue, but not via
BEGINNING = "lead_"
"""Rows of name_words.tsv with the first word of a name and its label (Lake Garda, University of
York, Colegio San José); perhaps "of" or a particle stands behind it."""


def leads_of(lists: WordLists) -> Mapping[str, str]:
    """First word of a name -> its label."""
    return {
        form: label.removeprefix(BEGINNING)
        for form, label, _, _ in lists.rows("name_words.tsv")
        if label.startswith(BEGINNING)
    }


def lead_words(vocab: Vocab) -> Mapping[str, str]:
    """The same, of a vocabulary."""
    return leads_of(vocab.lists)


def beginnings(vocab: Vocab) -> Mapping[str, str]:
    """The same with the words for streets, which are places: Plaza de Olavide."""
    return {**dict.fromkeys(vocab.derived(street_words)[2], "place"), **leads_of(vocab.lists)}


Streets = tuple[tuple[str, ...], frozenset[str], frozenset[str]]


def streets(lists: WordLists) -> Streets:
    """Words for streets of other languages: at the end of a word, behind a name, before one."""
    rows = [(form, label) for form, label, _, _ in lists.rows("name_words.tsv")]
    kinds = ("street_end", "street_behind", "street_before")
    end, behind, before = ([form for form, label in rows if label == kind] for kind in kinds)
    return tuple(end), frozenset(behind), frozenset(before)


def street_words(vocab: Vocab) -> Streets:
    """The same, of a vocabulary."""
    return streets(vocab.lists)
