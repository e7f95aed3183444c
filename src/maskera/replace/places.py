"""Countries, towns at home and abroad, regions and places; what lies in a place follows it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter

import msgspec

from maskera.lang.pack import Generator
from maskera.replace.draw import Draw, Pool, coded
from maskera.replace.shape import fold

ALIKE = 0.4  # the smaller of two towns of about one size, in parts of the other
NEAREST = 3  # the nearest are taken where fewer are of about one size
VILLAGE = 15  # thousand inhabitants of a town that no list knows


QUARTER = "place.district"
SHORE = 16  # characters before a town in which a word for its shore stands
BESIDE = 4  # characters between a town and the country that it is said to lie in


class Atlas(msgspec.Struct, frozen=True):
    """The countries and their largest towns, and what is known of originals.

    continents, names: ISO code -> continent, name. towns: ISO code -> its five largest towns.
    country_of: form of a country's name -> ISO code, "" when not known. town_in: form of a town ->
    ISO code of its country, likewise. exempt: ISO codes that are never drawn. towns_of: ISO code ->
    all towns known there, for keyed scopes. sizes: folded town -> thousand inhabitants. parts: label
    (area, region) -> ISO code, or folded town -> what is known there of that label. capitals: ISO
    code -> capital. namesake: whether a country, by its ISO code, has a town of this form, too.
    says_capital: whether a text says of a town that it is one. coast: folded towns by the sea.
    says_sea: whether a text speaks of the sea. home: ISO codes of countries that no place abroad
    lies in, unless the text names them. town_of: form of a quarter -> its
    town, folded. never: folded towns that none becomes within a document.
    """

    continents: Mapping[str, str]
    names: Mapping[str, str]
    towns: Mapping[str, tuple[str, ...]]
    country_of: Callable[[str], str]
    town_in: Callable[[str], str]
    towns_of: Callable[[str], Sequence[str]]
    sizes: Callable[[], Mapping[str, int]]
    parts: Callable[[str], Mapping[str, Sequence[str]]]
    exempt: frozenset[str]
    capitals: Mapping[str, str] = {}
    namesake: Callable[[str, str], bool] = lambda form, iso: False
    says_capital: Callable[[str], bool] = lambda _: False
    coast: Callable[[], frozenset[str]] = frozenset
    says_sea: Callable[[str], bool] = lambda _: False
    home: frozenset[str] = frozenset()
    town_of: Callable[[str], str] = lambda _: ""
    never: frozenset[str] = frozenset()

    def on(self, continent: str) -> tuple[str, ...]:
        """The ISO codes of a continent's countries, of all when the continent is not known; sorted."""
        every = sorted(iso for iso in self.names if iso not in self.exempt)
        return tuple(iso for iso in every if self.continents[iso] == continent) or tuple(every)

    def size_of(self, draw: Draw) -> int:
        """Thousand inhabitants of the town that a draw is for."""
        sizes = self.sizes()
        return sizes.get(fold(draw.referent)) or sizes.get(fold(draw.form)) or VILLAGE


def by_the_sea(atlas: Atlas, draw: Draw) -> bool:
    """Whether a draw is for a town by the sea, of which the text speaks, or for one that no list
    has and of whose shore it speaks (the beach in X)."""
    forms = {fold(draw.referent), fold(draw.form)}
    if not atlas.coast().isdisjoint(forms):
        return draw.once("sea", lambda: atlas.says_sea(draw.document.text))
    start = draw.mention.span.start
    near = draw.document.text[max(0, start - SHORE) : start]
    return atlas.sizes().keys().isdisjoint(forms) and atlas.says_sea(near)


def _capital(atlas: Atlas, draw: Draw, iso: str, there: str) -> str:
    """The capital of the country drawn, for that of the original's where the text speaks of
    capitals; "" elsewhere."""
    own, other = atlas.capitals.get(iso, ""), atlas.capitals.get(there, "")
    if not own or not other or fold(own) not in (fold(draw.referent), fold(draw.form)):
        return ""
    said = draw.once("capital", lambda: atlas.says_capital(draw.document.text))
    return other if said and draw.free(other) else ""


def foreign_town(atlas: Atlas, noun: str) -> Generator:
    """One of the five largest towns of the country drawn for the town's country, else of its own
    country; where all of these are taken, another one of the country.

    A keyed scope cannot know which countries a document names: there a town becomes another town of
    its own country.
    """

    @cache
    def largest(iso: str) -> Pool:
        reserve = tuple(
            town
            for code in atlas.on(atlas.continents.get(iso, ""))
            for town in atlas.towns.get(code, ())
        )
        towns = atlas.towns.get(iso, ())
        return Pool("town", tuple(t for t in towns if fold(t) not in atlas.never), reserve)

    @cache
    def further(iso: str) -> tuple[str, ...]:
        sizes = atlas.sizes()
        return tuple(town for town in atlas.towns_of(iso) if fold(town) in sizes)

    def draw_town(draw: Draw) -> str:
        iso = atlas.town_in(draw.referent) or atlas.town_in(draw.form)
        if draw.keyed:
            every = tuple(atlas.towns_of(iso)) if iso else ()
            known = {fold(town): place for place, town in enumerate(every)}
            return draw.pick(Pool(f"town/{iso}", every, (), lambda: coded(known, every, noun)))
        there = country_drawn(atlas, draw, iso)
        if capital := _capital(atlas, draw, iso, there):
            return capital
        pool = largest(there)
        if by_the_sea(atlas, draw):
            seaside = tuple(town for town in pool.preferred if fold(town) in atlas.coast())
            pool = msgspec.structs.replace(pool, preferred=seaside or pool.preferred)
        if not any(map(draw.free, pool.preferred)):
            pool = msgspec.structs.replace(pool, preferred=further(there))
        size = atlas.size_of(draw)
        weights = tuple(
            _likeness(size, atlas.sizes().get(fold(town), 1)) for town in pool.preferred
        )
        return draw.pick(msgspec.structs.replace(pool, weights=weights))

    return draw_town


def _likeness(size: int, other: int) -> float:
    """1 for towns of one size, less the more they differ: the smaller size in parts of the other."""
    return min(size, other) / max(size, other) + 0.01


def alike(towns: Mapping[str, int], size: int) -> Sequence[tuple[float, str]]:
    """How alike towns, given with thousand inhabitants, are to one of a size, and they; the likest
    first."""
    found = [(-_likeness(size, other), town) for town, other in towns.items()]
    return [(-unlike, town) for unlike, town in sorted(found)]


def town_of_size(atlas: Atlas, noun: str) -> Generator:
    """A town of about the original's size in the country drawn for its own, the likest most often; in
    a keyed scope as the largest towns are drawn."""
    otherwise = foreign_town(atlas, noun)

    @lru_cache(1_000)
    def alikeness(iso: str, size: int) -> Sequence[tuple[float, str]]:
        sizes = atlas.sizes()
        known = {town: sizes.get(fold(town)) for town in atlas.towns_of(iso)}
        return alike({town: other for town, other in known.items() if other is not None}, size)

    def draw_town(draw: Draw) -> str:
        if draw.keyed:
            return otherwise(draw)
        iso = atlas.town_in(draw.referent) or atlas.town_in(draw.form)
        there = country_drawn(atlas, draw, iso)
        if capital := _capital(atlas, draw, iso, there):
            return capital
        some: dict[str, float] = {}
        seaside = atlas.coast() if by_the_sea(atlas, draw) else frozenset[str]()
        ranked = alikeness(there, atlas.size_of(draw))
        if {fold(draw.referent), fold(draw.form)} & _with_quarters(atlas, draw):
            parts = atlas.parts(draw.taxonomy.label(QUARTER))
            with_some = [one for one in ranked if fold(one[1]) in parts and draw.free(one[1])]
            ranked = with_some or ranked
        for alike, town in ranked:
            if alike <= ALIKE and len(some) >= NEAREST:
                break
            fitting = fold(town) not in atlas.never and (not seaside or fold(town) in seaside)
            if fitting and draw.free(town):
                some[town] = alike
        if not some:
            return otherwise(draw)
        pool = Pool(f"town/{there}", tuple(some))
        return draw.pick(msgspec.structs.replace(pool, weights=tuple(some.values())))

    return draw_town


def _with_quarters(atlas: Atlas, draw: Draw) -> frozenset[str]:
    """The towns, folded, of whose quarters the text names one."""

    def towns() -> frozenset[str]:
        quarters = draw.labels(QUARTER)
        named = zip(draw.mentions, draw.forms, strict=True)
        return frozenset(atlas.town_of(form) for one, form in named if one.label in quarters)

    return draw.once("towns with quarters", towns)


def town_of(
    atlas: Atlas, noun: str, owner: Callable[[str], str], draw: Draw, iso: str, form: str
) -> str:
    """A large town of the country drawn for this one, for what is named in the form.

    In a keyed scope, which cannot know that country, the one that stands for the town in the form;
    "" where it names none. owner: a genitive -> its name, "" for what is none.
    """
    if not draw.keyed:
        towns = atlas.towns.get(country_drawn(atlas, draw, iso), ())
        return draw.pick(Pool(f"town of/{iso}", towns)) if towns else ""
    every = tuple(atlas.towns_of(iso))
    known = {fold(town): place for place, town in enumerate(every)}
    first = fold(form.split(" ")[0])
    meant = next((stem for stem in (first, owner(first)) if stem in known), "")
    pool = Pool(f"town of/{iso}", every, (), lambda: coded(known, every, noun))
    return draw.pick(pool, meant) if meant else ""


def country_drawn(atlas: Atlas, draw: Draw, iso: str) -> str:
    """The country whose towns are drawn from: the one drawn for the original's country, else the
    original's, else one that was drawn. iso: the code of the original's, "" where nobody knows it:
    then that of the place abroad or country named nearest.

    A country may be named in several ways (England, Scotland), each with a pseudonym of its own:
    the one named nearest to the town counts. One right behind the town is its own, wherever else
    a town has that name (Victoria in Canada).
    """
    countries = draw.once("countries", lambda: _countries(atlas, draw))
    start, end = draw.mention.span.start, draw.mention.span.end
    every = countries.get("", ())
    if (behind := bisect(every, end, key=_place)) < len(every):
        place, code = every[behind]
        if place - end <= BESIDE:
            return code
    iso = _known_land(atlas, iso, draw.form, start, countries) or nearest_land(atlas, draw)
    if iso and (own := countries.get(iso)):
        at = bisect(own, start, key=_place)
        beside = own[max(0, at - 1) : at + 1]
        return min((abs(place - start), code) for place, code in beside)[1]
    if iso in atlas.towns:
        return iso
    codes = draw.once("drawn", lambda: sorted({code for _, code in every} - atlas.exempt))
    rng = draw.rng()
    return rng.choice(codes or atlas.on(""))


def _known_land(
    atlas: Atlas,
    iso: str,
    form: str,
    start: int,
    countries: Mapping[str, Sequence[tuple[int, str]]],
) -> str:
    """The ISO code of the country of a place abroad, given with the one that lists have for it: that
    one, or, where the text does not name it, the one named nearest that has a place of this form, too
    (Tripoli, where the text speaks of Lebanon); "" where nobody knows it."""
    if iso in countries:
        return iso
    having = (other for other in countries if other and atlas.namesake(form, other))
    far = ((min(abs(place - start) for place, _ in countries[other]), other) for other in having)
    return min(far, default=(0, "" if iso in atlas.home else iso))[1]


def nearest_land(atlas: Atlas, draw: Draw) -> str:
    """The ISO code of the country that is named, or has a place that is, nearest to what is drawn
    for; "" where the text names none abroad."""
    lands = draw.once("lands", lambda: _lands(atlas, draw))
    start = draw.mention.span.start
    return min(((abs(place - start), iso) for place, iso in lands), default=(0, ""))[1]


def _lands(atlas: Atlas, draw: Draw) -> Sequence[tuple[int, str]]:
    """Where the text names a country or a place abroad, and the country's ISO code."""
    named, found = draw.labels("place.country"), []
    countries = draw.once("countries", lambda: _countries(atlas, draw))
    for mention, form in zip(draw.mentions, draw.forms, strict=True):
        start = mention.span.start
        if mention.label in named:
            iso = atlas.country_of(mention.referent) or atlas.country_of(form)
        elif "foreign" in mention.features:
            iso = atlas.town_in(mention.referent) or atlas.town_in(form)
            iso = _known_land(atlas, iso, form, start, countries)
        else:
            continue
        if iso and iso not in atlas.exempt:
            found.append((start, iso))
    return found


def named_among(atlas: Atlas, draw: Draw, isos: Sequence[str]) -> str:
    """The first of these countries, by ISO code, that the document names; "" for none."""
    named = draw.once("countries", lambda: _countries(atlas, draw))
    return next(filter(named.__contains__, isos), "")


def names_country(atlas: Atlas, draw: Draw) -> bool:
    """Whether the document names a country whose pseudonym is known."""
    return bool(draw.once("countries", lambda: _countries(atlas, draw)).get(""))


def _countries(atlas: Atlas, draw: Draw) -> Mapping[str, Sequence[tuple[int, str]]]:
    """The ISO code of a country -> where it is named, and the code of the country drawn for it, in
    text order; "" -> the same of all. All are drawn before the first town."""
    found: dict[str, list[tuple[int, str]]] = {}
    named = draw.labels("place.country")
    for place, (mention, form) in enumerate(zip(draw.mentions, draw.forms, strict=True)):
        if mention.label in named and (code := atlas.country_of(draw.bases.get(place, ""))):
            original = atlas.country_of(mention.referent) or atlas.country_of(form)
            for key in {original, ""}:
                found.setdefault(key, []).append((mention.span.start, code))
    return found


_place = itemgetter(0)


def home(
    pool: Pool,
    quarters: Callable[[Draw], Pool | None] = lambda _: None,
    isles: Pool | None = None,
    isle: Callable[[Draw], bool] = lambda _: False,
    like: Callable[[Draw], Pool] | None = None,
) -> Generator:
    """A name of the pool; a quarter is drawn from those that `quarters` has for it, an island from
    the islands, a town from those that are `like` it. Beyond the document all are drawn from the
    pool."""

    def draw_home(draw: Draw) -> str:
        if not draw.keyed:
            if (quarter := quarters(draw)) is not None:
                return draw.pick(quarter)
            if isles is not None and isle(draw):
                return draw.pick(isles)
            if like is not None:
                return draw.pick(like(draw))
        return draw.pick(pool)

    return draw_home


def or_thing(town: Generator, thing: Generator, is_thing: Callable[[Draw], bool]) -> Generator:
    """The generator of towns, but that of things for what is one."""
    return lambda draw: (thing if is_thing(draw) else town)(draw)


def administrative(
    pool: Pool,
    words: frozenset[str],
    of_town: Callable[[str], str],
    owner: Callable[[str], str],
    isles: Pool,
    isle: Callable[[str], bool],
    called_after: Mapping[str, Pool] = {},
) -> Generator:
    """A region, an island for an island; of a name with a word of administration after it the word
    stays, and a town in it is the one drawn. of_town: a town -> the same before such a word. owner:
    a genitive -> its name, "" for what is none. called_after: such a word -> what names before it
    are drawn from, where these are no regions."""

    def draw_region(draw: Draw) -> str:
        if not draw.keyed and (isle(draw.form) or isle(draw.referent)):
            return draw.pick(isles)
        stem, _, last = draw.form.rpartition(" ")
        if not stem or last.casefold() not in words:
            return draw.pick(pool)
        drawn = {} if draw.keyed else draw.drawn
        town = drawn.get(fold(stem), "")
        bare = "" if town else owner(stem)
        town = town or (drawn.get(fold(bare), "") if bare else "")
        town = town or draw.pick(called_after.get(last.casefold(), pool))
        return f"{of_town(town)} {last}"

    return draw_region
