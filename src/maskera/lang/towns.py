"""The towns of each country, as a lexicon and lists of pseudonyms have them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from maskera.lexicon.tsv import noted
from maskera.lexicon.vocab import Vocab
from maskera.replace.shape import folded


def by_country(
    vocab: Vocab, towns: Mapping[str, tuple[str, ...]], own: str = ""
) -> Mapping[str, tuple[str, ...]]:
    """Country -> its towns, those of the lists first; a form stands in one country alone.

    own: a country of which the lists have all.
    """
    found = {iso: {folded(town): town for town in its} for iso, its in towns.items()}
    where = {town: iso for iso, its in reversed(found.items()) for town in its}
    settlements = vocab.taxonomy.labels("place.settlement")
    listed, lands = (  # columns alone: the entries would take 20 MB
        vocab.gazetteer.names_of_label(settlements, -math.inf, column)
        for column in ("canonical", "country")
    )
    for name, country in zip(listed, lands, strict=True):
        if len(country) != 2 or country == own:
            continue
        if where.setdefault(form := folded(name), country) == country:
            found.setdefault(country, {}).setdefault(form, name)
    return {iso: tuple(its.values()) for iso, its in found.items()}


def sizes(vocab: Vocab, *lists: str) -> Mapping[str, int]:
    """Folded town -> thousand inhabitants, of those of these lists whose size is known."""
    return {
        folded(form): int(size)
        for name in lists
        for form, _, _, note in vocab.lists.rows(f"{name}.tsv")
        if (size := noted(note, "pop"))
    }
