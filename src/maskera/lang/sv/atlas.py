"""The world as the Swedish lists have it: countries, towns with their size, quarters, islands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import chain

from maskera import expressions as re
from maskera.lang.sv.kinds import patterns
from maskera.lang.towns import by_country, country_of
from maskera.lang.towns import sizes as town_sizes
from maskera.lexicon.tsv import WordLists, noted, notes, word_list
from maskera.lexicon.vocab import Vocab
from maskera.replace import places
from maskera.replace.countries import Country, listed, ranked_towns
from maskera.replace.draw import Draw, Pool
from maskera.replace.shape import fold, folded

_WORDS = word_list("sv", "atlas")

HOME = "SE"
_CAPITAL = re.compile(_WORDS.either("capital"), re.IGNORECASE)
_SEA = _WORDS["sea"]
PLACES = ("city", "area", "region", "place")
PARTS = {"area": "foreign_areas.tsv", "region": "foreign_regions.tsv"}
METROPOLES = _WORDS.ranked("metropoles")  # what lies in these is rather a part of them
KNOWN_NATURE = 4.0  # weight from which a lake, a mountain or an island abroad is drawn
ISLE = "isle"
KNOWN_PART = 3.0  # weight from which a quarter or region is drawn


def atlas(vocab: Vocab) -> places.Atlas:
    """Countries and towns as lists and lexicon have them."""
    countries = listed(vocab.lists)
    towns: dict[str, tuple[str, ...]] = {}
    ranked = ranked_towns(vocab.lists)
    home = {fold(town): iso for iso, town in ranked}
    for iso, town in ranked:
        towns[iso] = (*towns.get(iso, ()), town)

    @lru_cache(20_000)
    def town_in(form: str) -> str:
        if (folded := fold(form)) in home:
            return home[folded]
        found = [
            entry
            for entry in vocab.gazetteer.entries(folded)
            if entry.label in PLACES and len(entry.country) == 2
        ]
        canonical = next(
            (home[fold(entry.canonical)] for entry in found if fold(entry.canonical) in home), ""
        )
        return canonical or (max(found, key=lambda entry: entry.weight).country if found else "")

    also = {
        folded(form): tuple(noted(note, "also").split("|"))
        for form, _, _, note in vocab.lists.rows("foreign_cities.tsv")
        if "also=" in note
    }

    @cache
    def quarter_of() -> Mapping[str, str]:
        rows = vocab.lists.rows(PARTS["area"])
        return {folded(form): folded(of) for form, _, _, note in rows if (of := noted(note, "of"))}

    def namesake(form: str, iso: str) -> bool:
        folded = fold(form)
        return iso in also.get(folded, ()) or vocab.gazetteer.namesake(folded, iso)

    @cache
    def towns_by_country() -> Mapping[str, tuple[str, ...]]:
        return by_country(vocab, towns, HOME)

    @cache
    def sizes() -> Mapping[str, int]:
        return town_sizes(vocab, "pseudonyms/cities", "pseudonyms/foreign_towns")

    return places.Atlas(
        {iso: one.continent for iso, one in countries.items()},
        {iso: one.name for iso, one in countries.items()},
        towns,
        country_of(vocab, countries.values()),
        town_in,
        lambda iso: towns_by_country().get(iso, ()),
        sizes,
        cache(lambda label: _parts(vocab.lists, PARTS[label])),
        frozenset({HOME}),
        _capitals(vocab.lists),
        namesake,
        lambda text: _CAPITAL.search(text) is not None,
        cache(lambda: coast(vocab)),
        says_sea,
        town_of=lambda form: quarter_of().get(fold(form), ""),
        never=frozenset(
            folded(form)
            for form, _, _, note in vocab.lists.rows("pseudonyms/cities.tsv")
            if noted(note, "drawn") == "0"  # Hama, whose genitive is another name
        ),
    )


def coast(vocab: Vocab) -> frozenset[str]:
    """The folded towns by the sea, at home and abroad."""
    return frozenset(folded(form) for form, *_ in vocab.lists.rows("pseudonyms/coast.tsv"))


def says_sea(text: str) -> bool:
    """Whether a text speaks of the sea."""
    lower = text.lower()
    return any(map(lower.__contains__, _SEA))


def _capitals(lists: WordLists) -> Mapping[str, str]:
    rows = (notes(note) for *_, note in lists.rows("pseudonyms/country_words.tsv"))
    return {marks["iso"]: marks["capital"].split("|")[0] for marks in rows if "capital" in marks}


def _parts(lists: WordLists, name: str) -> Mapping[str, tuple[str, ...]]:
    """ISO code, or folded town -> the well-known quarters or regions of a list there."""
    table: dict[str, list[str]] = {}
    for form, _, weight, note in lists.rows(name):
        if weight < KNOWN_PART or not form[0].isupper():
            continue
        marks = notes(note)
        if "same" not in marks and "in" in marks:
            for place in {marks["in"], folded(marks.get("of", marks["in"]))} - {
                marks["in"].lower()
            }:
                table.setdefault(place, []).append(form)
    return {iso: tuple(forms) for iso, forms in table.items()}


def former(vocab: Vocab) -> Callable[[str], str]:
    """ISO code of a country that is no more -> its continent, "" for none."""

    def continent(iso: str) -> str:
        if not iso:
            return ""
        entries = vocab.gazetteer.of_label(["country"])
        return next((entry.kind for entry in entries if entry.country == iso), "")

    return continent


def isle(vocab: Vocab, kind_of: Callable[[str], str]) -> Callable[[str], bool]:
    """Whether a form names an island or a town on one."""
    rows = (vocab.lists.rows(f"pseudonyms/{name}.tsv") for name in ("islands", "isles"))
    towns = frozenset(fold(form) for form, *_ in chain.from_iterable(rows))

    @lru_cache(20_000)
    def names_one(form: str) -> bool:
        if fold(form) in towns or kind_of(form) == ISLE:
            return True
        return any(entry.kind == "island" for entry in vocab.gazetteer.entries(fold(form)))

    return names_one


CONTINENT, REGION = "on ", "near "  # before their codes: AF is Africa and Afghanistan


def nature_of(
    vocab: Vocab, kind_of: Callable[[str], str], countries: Mapping[str, Country]
) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The well-known lakes, mountains and islands abroad, and the seas: (ISO code of a country,
    CONTINENT and that of a continent or REGION and that of a region, kind) -> their names."""
    found: dict[tuple[str, str], list[str]] = {}

    def around(iso: str) -> tuple[str, str]:
        return CONTINENT + countries[iso].continent, REGION + countries[iso].region

    rows = (vocab.lists.rows(f"pseudonyms/{name}.tsv") for name in ("kinds", "isles"))
    for form, kind, _, note in chain.from_iterable(rows):
        lands = [iso for iso in notes(note).get("in", "").split("|") if iso in countries]
        several = Counter(area for iso in lands for area in around(iso))
        for place in (*lands, *(area for area, shores in several.items() if shores > 1)):
            found.setdefault((place, kind), []).append(form)
    for name in ("foreign_geo", "foreign_regions"):
        for form, _, weight, note in vocab.lists.rows(f"{name}.tsv"):
            marks = notes(note)
            land, kind = marks.get("in", ""), kind_of(form)
            if weight < KNOWN_NATURE or "same" in marks or land not in countries:
                continue
            if kind == ISLE or (kind and name == "foreign_geo"):
                for place in (land, *around(land)):
                    found.setdefault((place, kind), []).append(form)
    return {key: tuple(dict.fromkeys(forms)) for key, forms in found.items()}


def needed(
    atlas: places.Atlas,
    isle: Callable[[str], bool],
    known: Callable[[], Mapping[tuple[str, str], tuple[str, ...]]],
) -> Callable[[Draw, str], frozenset[str]]:
    """What a text asks of the country drawn for one, by its ISO code: that an island is known there
    where the text has one of its islands, or one of which nobody knows the country. The ISO codes
    of such countries; none where all will do."""

    @cache
    def with_isles() -> frozenset[str]:
        return frozenset(land for land, kind in known() if kind == ISLE and len(land) == 2)

    def lands(draw: Draw) -> frozenset[str]:
        named = draw.labels("place.nature", "place.region", "place.settlement")
        return frozenset(
            atlas.town_in(mention.referent) or atlas.town_in(form)
            for mention, form in zip(draw.mentions, draw.forms, strict=True)
            if mention.label in named and "foreign" in mention.features and isle(form)
        )

    def countries(draw: Draw, iso: str) -> frozenset[str]:
        theirs = draw.once("countries with isles", lambda: lands(draw))
        return with_isles() if theirs & {iso, ""} else frozenset()

    return countries


def languages(vocab: Vocab) -> Callable[[str], frozenset[str]]:
    """ISO code of a country -> its languages, folded."""
    rows = vocab.lists.rows("pseudonyms/country_words.tsv")
    table = {
        marks["iso"]: frozenset(map(fold, marks.get("language", "").split("|"))) - {""}
        for _, _, _, note in rows
        for marks in [notes(note)]
    }
    return lambda iso: table.get(iso, frozenset())


ON, IN = "på", "i"


def said_to_be_isle(vocab: Vocab, isle: Callable[[str], bool]) -> Callable[[Draw], bool]:
    """Whether what is to be replaced is an island, rather than a town on one: på Visingsö; but not
    i Visby."""
    rows = vocab.lists.rows("pseudonyms/islands.tsv")
    towns = frozenset(fold(form) for form, label, *_ in rows if label == "town")

    def is_one(draw: Draw) -> bool:
        if not (isle(draw.referent) or isle(draw.form)):
            return False
        before = draw.words_before()
        if ON in before or IN in before:
            return ON in before
        return fold(draw.referent) not in towns and fold(draw.form) not in towns

    return is_one


def invented(vocab: Vocab, kind: str, abroad: bool) -> tuple[str, ...]:
    """The names of a kind at home or abroad that our list has."""
    stems = vocab.lists.ranked("stems", "first")
    its = [one for one in vocab.derived(patterns).get(kind, ()) if one.abroad == abroad]
    return tuple(
        one.text.format(stem=stem) if one.field else one.text
        for one in its
        if one.field in ("", "stem")
        for stem in (stems if one.field else ("",))
    )


def districts(vocab: Vocab) -> Mapping[str, tuple[str, bool]]:
    """Folded district of a Swedish town -> that town, folded, and whether it is rather a district
    than a town of that name."""
    towns = {
        folded(form): weight
        for name in ("municipalities.tsv", "towns.tsv")
        for form, _, weight, _ in vocab.lists.rows(name)
    }
    found = {}
    for form, _, _, note in vocab.lists.rows("towns.tsv"):
        if (of := noted(note, "in")) in METROPOLES:
            found[folded(form)] = folded(of), True
    for form, _, weight, note in vocab.lists.rows("districts.tsv"):
        of, district = folded(noted(note, "of")), folded(form)
        found[district] = of, weight > towns.get(district, -1.0)
    return found


def quarters(
    vocab: Vocab, real: bool, isle: Callable[[str], bool]
) -> Callable[[Draw], Pool | None]:
    """The pool for a quarter of a Swedish town, or for what one is on as one is on a quarter:
    invented ones, or where `real` those of the town drawn for its own first; None for what is no
    quarter."""
    made = invented(vocab, "quarter", False)

    @cache
    def of_town() -> Mapping[str, tuple[str, ...]]:
        table: dict[str, list[str]] = {}
        for form, _, weight, note in vocab.lists.rows("districts.tsv"):
            marks = notes(note)
            if weight >= KNOWN_PART and "same" not in marks:
                table.setdefault(folded(marks.get("of", "")), []).append(form)
        return {town: tuple(its) for town, its in table.items()}

    def pool(draw: Draw) -> Pool | None:
        town, surely = vocab.derived(districts).get(fold(draw.form), ("", False))
        before = draw.words_before()
        itself = draw.referent in ("", draw.form) or fold(draw.referent) == fold(draw.form)
        on_one = itself and ON in before and IN not in before  # på Bergnäset, not på Gävlesjukhuset
        on_one = on_one and not isle(draw.form)
        if not (
            surely or on_one or town in draw.once("originals", lambda: set(map(fold, draw.forms)))
        ):
            return None
        drawn = draw.drawn.get(town, "")
        known = of_town().get(fold(drawn), ()) if real and drawn else ()
        return Pool("quarter", known or made, made)

    return pool


def streets(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """Town -> its streets, where a list knows them."""
    table: dict[str, list[str]] = {}
    for form, _, _, note in vocab.lists.rows("streets.tsv"):
        marks = notes(note)
        if town := marks.get("of", marks.get("in", "")):
            table.setdefault(folded(town), []).append(form)
    return {town: tuple(forms) for town, forms in table.items()}
