"""Countries, their towns, regions and islands as English lists and lexicon have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from maskera.lang.en import abroad
from maskera.lang.pack import Generator
from maskera.lang.towns import by_country, country_of
from maskera.lang.towns import sizes as town_sizes
from maskera.lexicon.tsv import notes
from maskera.lexicon.vocab import Vocab
from maskera.replace import places
from maskera.replace.countries import listed, ranked_towns
from maskera.replace.draw import Pool
from maskera.replace.parts import part_of
from maskera.replace.shape import fold

KNOWN_PART = 3.0  # weight from which a region abroad is drawn


def atlas(vocab: Vocab) -> places.Atlas:
    """Countries and their towns as lists and lexicon have them; no country is exempt."""
    countries = listed(vocab.lists)
    towns: dict[str, tuple[str, ...]] = {}
    for iso, town in ranked_towns(vocab.lists):
        towns[iso] = (*towns.get(iso, ()), town)
    home = {fold(town): iso for iso, its in reversed(towns.items()) for town in its}

    def town_in(form: str) -> str:
        if (folded := fold(form)) in home:
            return home[folded]
        found = [
            entry
            for entry in vocab.gazetteer.entries(folded)
            if entry.label in ("city", "area", "region", "place") and len(entry.country) == 2
        ]
        return max(found, key=lambda entry: entry.weight).country if found else ""

    @cache
    def towns_by_country() -> Mapping[str, tuple[str, ...]]:
        return by_country(vocab, towns)

    @cache
    def sizes() -> Mapping[str, int]:
        return town_sizes(vocab, "pseudonyms/cities", "pseudonyms/foreign_towns")

    @cache
    def parts(label: str) -> Mapping[str, Sequence[str]]:
        return located(vocab, "regions.tsv", KNOWN_PART) if label == "region" else {}

    return places.Atlas(
        {iso: one.continent for iso, one in countries.items()},
        {iso: one.name for iso, one in countries.items()},
        towns, country_of(vocab, countries.values()), town_in,
        lambda iso: towns_by_country().get(iso, ()), sizes, parts, frozenset(),
        namesake=lambda form, iso: vocab.gazetteer.namesake(fold(form), iso), home=abroad.ENGLISH,
    )  # fmt: skip


def located(vocab: Vocab, name: str, least: float) -> Mapping[str, tuple[str, ...]]:
    """ISO code -> what a list has in that country, from a weight on, without other spellings."""
    table: dict[str, list[str]] = {}
    for form, _, weight, note in vocab.lists.rows(name):
        marks = notes(note)
        if weight >= least and "in" in marks and "same" not in marks:
            table.setdefault(marks["in"], []).append(form)
    return {iso: tuple(forms) for iso, forms in table.items()}


def regions_abroad(vocab: Vocab, world: places.Atlas, invented: Pool) -> Generator:
    """A region of the country drawn for that of the original, an island for an island."""
    by_country = located(vocab, "pseudonyms/islands.tsv", 0)
    every = tuple(isle for its in by_country.values() for isle in its)
    known = frozenset(fold(form) for form, *_ in vocab.lists.rows("pseudonyms/islands.tsv"))

    def isles(iso: str) -> Pool:
        return Pool("isle", by_country.get(iso, ()), every, invented.whole)

    return part_of(world, "region", invented, isles, lambda form: fold(form) in known)
