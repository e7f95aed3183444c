"""Countries by their names, and the towns of each, as a lexicon and lists of pseudonyms have them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from maskera.lexicon.tsv import noted
from maskera.lexicon.vocab import Vocab
from maskera.replace.countries import Country
from maskera.replace.shape import fold, folded


def country_of(vocab: Vocab, countries: Iterable[Country]) -> Callable[[str], str]:
    """The ISO code of the country that a form names, of these or else of the lexicon; "" for none."""
    isos = {fold(one.name): one.iso for one in countries}
    labels = vocab.taxonomy.labels("place.country")

    def iso_of(form: str) -> str:
        if (folded_form := fold(form)) in isos:
            return isos[folded_form]
        entries = vocab.gazetteer.entries(folded_form)
        return next((one.country for one in entries if one.label in labels and one.country), "")

    return iso_of


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
