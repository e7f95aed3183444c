"""Countries, towns at home and abroad, regions and places; what lies in a place follows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from maskera.lang.pack import Generator
from maskera.replace.draw import Draw, Pool, Whole
from maskera.replace.shape import fold, letter

CODES = 26**5  # five letters name what is in no list of a keyed scope


@dataclass(frozen=True, slots=True)
class Atlas:
    """The countries and their largest towns, and what is known of originals.

    continents, names: ISO code -> continent, name. towns: ISO code -> its five largest towns.
    country_of: form of a country's name -> ISO code, "" when not known. town_in: form of a town ->
    ISO code of its country, likewise. exempt: ISO codes that are never drawn. towns_of: ISO code ->
    all towns known there, for keyed scopes.
    """

    continents: Mapping[str, str]
    names: Mapping[str, str]
    towns: Mapping[str, tuple[str, ...]]
    country_of: Callable[[str], str]
    town_in: Callable[[str], str]
    towns_of: Callable[[str], Sequence[str]]
    exempt: frozenset[str]

    def on(self, continent: str) -> tuple[str, ...]:
        """The ISO codes of a continent's countries, of all when the continent is not known; sorted."""
        every = sorted(iso for iso in self.names if iso not in self.exempt)
        return tuple(iso for iso in every if self.continents[iso] == continent) or tuple(every)


def country(atlas: Atlas, noun: str) -> Generator:
    """Another country of the same continent."""

    @cache
    def neighbours(iso: str) -> Pool:
        codes = atlas.on(atlas.continents.get(iso, ""))
        names = tuple(atlas.names[code] for code in codes)
        known = {fold(atlas.names[code]): place for place, code in enumerate(codes)} if iso else {}
        everywhere = tuple(atlas.names[code] for code in atlas.on(""))
        return Pool(
            f"country/{atlas.continents.get(iso, '')}",
            names,
            everywhere,
            lambda: coded(known, names, noun),
        )

    def draw_country(draw: Draw) -> str:
        iso = atlas.country_of(draw.referent) or atlas.country_of(draw.form)
        return draw.pick(neighbours(iso), atlas.names.get(iso, draw.referent))

    return draw_country


def coded(known: Mapping[str, int], names: Sequence[str], noun: str) -> Whole:
    """A list whose unknown originals become coded names (QXKPA-land)."""
    return Whole(known, names, lambda number: f"{letter(number + CODES // 25)}-{noun}", CODES)


def foreign_town(atlas: Atlas, noun: str) -> Generator:
    """One of the five largest towns of the country drawn for the town's country, else of its own
    country.

    A keyed scope cannot know which countries a document names: there a town becomes another town of
    its own country.
    """

    @cache
    def towns(iso: str) -> Pool:
        reserve = tuple(
            town
            for code in atlas.on(atlas.continents.get(iso, ""))
            for town in atlas.towns.get(code, ())
        )
        return Pool("town", atlas.towns.get(iso, ()), reserve)

    def draw_town(draw: Draw) -> str:
        iso = atlas.town_in(draw.referent) or atlas.town_in(draw.form)
        if draw.keyed:
            every = tuple(atlas.towns_of(iso)) if iso else ()
            known = {fold(town): place for place, town in enumerate(every)}
            return draw.pick(Pool(f"town/{iso}", every, (), lambda: coded(known, every, noun)))
        return draw.pick(towns(_coupled(atlas, draw, iso)))

    return draw_town


def town_of(atlas: Atlas, noun: str, draw: Draw, iso: str, form: str) -> str:
    """A large town of the country drawn for this one, for what is named in the form.

    In a keyed scope, which cannot know that country, the one that stands for the town in the form;
    "" where it names none.
    """
    if not draw.keyed:
        towns = atlas.towns.get(_coupled(atlas, draw, iso), ())
        return draw.pick(Pool(f"town of/{iso}", towns)) if towns else ""
    every = tuple(atlas.towns_of(iso))
    known = {fold(town): place for place, town in enumerate(every)}
    first = fold(form.split(" ")[0])
    meant = next((stem for stem in (first, first.removesuffix("s")) if stem in known), "")
    pool = Pool(f"town of/{iso}", every, (), lambda: coded(known, every, noun))
    return draw.pick(pool, meant) if meant else ""


def _coupled(atlas: Atlas, draw: Draw, iso: str) -> str:
    """The country whose towns are drawn from: the one drawn for the original's country, else the
    original's, else one that was drawn.

    A country may be named in several ways (England, Scotland), each with a pseudonym of its own:
    the one named nearest to the town counts.
    """
    countries = draw.once("countries", lambda: _countries(atlas, draw))
    if own := [
        (abs(start - draw.mention.span.start), code)
        for start, original, code in countries
        if iso and original == iso
    ]:
        return min(own)[1]
    if iso in atlas.towns:
        return iso
    codes = sorted({code for _, _, code in countries if code not in atlas.exempt})
    rng = draw.rng()
    return rng.choice(codes or atlas.on(""))


def _countries(atlas: Atlas, draw: Draw) -> list[tuple[int, str, str]]:
    """Where a country is named, its ISO code, and that of the country drawn for it; all are drawn
    before the first town."""
    found = []
    for place, (mention, form) in enumerate(zip(draw.mentions, draw.forms, strict=True)):
        if mention.label == "country" and (code := atlas.country_of(draw.bases.get(place, ""))):
            original = atlas.country_of(mention.referent) or atlas.country_of(form)
            found.append((mention.span.start, original, code))
    return found


def home(pool: Pool) -> Generator:
    """A name of the pool, which names no place that exists."""
    return lambda draw: draw.pick(pool)


def administrative(pool: Pool, words: frozenset[str], genitive: Callable[[str], str]) -> Generator:
    """A region; of a name with a word of administration after it the word stays, and a town in it
    is the one drawn."""

    def draw_region(draw: Draw) -> str:
        stem, _, last = draw.form.rpartition(" ")
        if not stem or last.casefold() not in words:
            return draw.pick(pool)
        drawn = {} if draw.keyed else draw.drawn
        town = drawn.get(fold(stem), "")
        marked = stem.endswith("s") and not town
        town = town or (drawn.get(fold(stem[:-1]), "") if marked else "") or draw.pick(pool)
        return f"{genitive(town) if marked else town} {last.lower()}"

    return draw_region
