"""Countries: which of them may stand for another. Of the same region, of some size, as reachable.

A country with a million people is not replaced by a smaller one, nor the mainland by an island.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

import msgspec

from maskera import expressions as re
from maskera.lang.pack import Generator
from maskera.lexicon.tsv import WordLists, notes
from maskera.replace.draw import Draw, Pool, coded
from maskera.replace.shape import fold, folded

DWARF = 1000  # thousand people; fewer make a country that none above it may become
LEAST_SHARE, LEAST_SIZE = (
    0.25,
    5000,
)  # a country has this share of the original's people, or so many
LARGE = 0.1  # the share of the largest of a circle, as far as there are LEAST (USA: no Guatemala)
GIANT = 4.0  # times the original's people; more make a country that it seldom becomes
LEAST_ISLAND = 0.1  # the same of islands, of which there are few
LEAST = 2  # plausible countries from which it is not taken from a wider circle
FEW = 3  # countries of a group
_WORD = re.compile(r"[^\W\d_]+")
ISLAND, COAST = "island", "coast"
IN, ON, EITHER = "in", "on", "either"
ANY: frozenset[str] = frozenset()
NO_PREPOSITIONS: Mapping[str, str] = MappingProxyType({})


class Country(msgspec.Struct, frozen=True):
    """A country that can be drawn: its size in thousand people; lie: island, coast or inland;
    said: whether one is IN it, ON it, or EITHER; in English, whether it is named without an article,
    with one, or both. like: ISO codes of those that are likelier than what its region has (Canada:
    Australia, not Honduras). drawn: whether it stands for others (who flees Ukraine hardly goes to
    Russia)."""

    iso: str
    name: str
    continent: str
    region: str
    size: int
    lie: str
    said: str = "in"
    like: frozenset[str] = frozenset()
    drawn: bool = True


def listed(lists: WordLists) -> Mapping[str, Country]:
    """The countries of a language's list that can be drawn, by ISO code."""
    found = {}
    for form, _, _, note in lists.rows("pseudonyms/countries.tsv"):
        marks = notes(note)
        found[marks["iso"]] = Country(
            *(marks["iso"], form, marks["cont"], marks["region"], int(marks["pop"]), marks["lie"]),
            marks.get("said", IN),
            frozenset(marks.get("like", "").split("|")) - {""},
            marks.get("drawn") != "0",
        )
    return found


def ranked_towns(lists: WordLists) -> list[tuple[str, str]]:
    """(ISO code, town) of the largest towns of a language's list, the largest first."""
    found = []
    for form, _, _, note in lists.rows("pseudonyms/cities.tsv"):
        marks = notes(note)
        found.append((marks["iso"], int(marks["rank"]), form))
    return [(iso, form) for iso, _, form in sorted(found)]


def plausible(own: Country, others: Iterable[Country], said: str = IN) -> list[list[Country]]:
    """The countries that may stand for one, the likelier first: of its region, of its continent,
    and of all the world. said: what one is of the original, and of what stands for it."""
    every = sorted(
        (one for one in others if one.iso != own.iso and one.drawn and one.said in (said, EITHER)),
        key=lambda one: one.iso,
    )
    fitting = [one for one in every if _large_enough(own, one, said)]
    dry = [one for one in fitting if own.lie == ISLAND or one.lie != ISLAND]
    near = [one for one in dry if one.continent == own.continent]
    region = [one for one in near if one.region == own.region]
    alike = [one for one in region if one.lie == own.lie or own.lie != COAST]
    like = [one for one in every if one.iso in own.like]
    # Of those said otherwise there are few.
    circles = (like, alike, region, near) if said == IN else (like, alike, region, near, dry)
    first = next((some for some in circles if len(some) >= LEAST), near or dry)
    return [
        _largest(first, 0 if first is like else own.size),
        first,
        region or near,
        near,
        dry,
        fitting,
    ]


def _largest(countries: Sequence[Country], size: int) -> list[Country]:
    """Those that are not dwarfed by one of this size, and the LEAST largest."""
    least = sorted(one.size for one in countries)[-LEAST:][:1]
    return [one for one in countries if one.size >= min(LARGE * size, *least)]


def _weights(countries: Sequence[Country], own: Country | None) -> tuple[float, ...]:
    """How often each is drawn for one: the larger the more often, but less where it dwarfs that."""
    most = GIANT * own.size if own else math.inf
    return tuple(math.sqrt(one.size) * min(1.0, most / one.size) for one in countries)


def _large_enough(own: Country, other: Country, said: str) -> bool:
    least = min((LEAST_SHARE if said == IN else LEAST_ISLAND) * own.size, LEAST_SIZE)
    return other.size >= (max(least, DWARF) if said == IN and own.size >= DWARF else least)


def groups(countries: Sequence[Country]) -> Mapping[str, str]:
    """ISO code -> the group within which a keyed scope lets countries stand for one another."""

    def gathered(names: Mapping[str, str], rest: Callable[[Country], str]) -> dict[str, str]:
        counts: dict[str, int] = {}
        for name in names.values():
            counts[name] = counts.get(name, 0) + 1
        return {
            one.iso: names[one.iso] if counts[names[one.iso]] >= FEW else rest(one)
            for one in countries
        }

    def fine(one: Country) -> str:
        if one.size < DWARF:
            return f"{one.continent}/dwarf"
        if one.said == ON:
            return ON
        return f"{one.continent}/{ISLAND if one.lie == ISLAND else one.region}"

    by_region = gathered({one.iso: fine(one) for one in countries}, lambda one: one.continent)
    return gathered(by_region, lambda one: "")


def generator(
    countries: Mapping[str, Country],
    country_of: Callable[[str], str],
    former: Callable[[str], str],
    noun: str,
    prepositions: Mapping[str, str] = NO_PREPOSITIONS,
    unsaid: str = "",
    languages: Callable[[str], frozenset[str]] = lambda iso: frozenset(),
    needed: Callable[[Draw, str], frozenset[str]] = lambda draw, iso: frozenset(),
) -> Generator:
    """Another country. countries: by ISO code. country_of: form -> ISO code, "" when not known.
    former: ISO code of a country that is no more -> its continent. prepositions: word before a
    country -> how it is said then, IN or ON; without them all are alike. unsaid: how it is said behind
    any other word; without it, as the original is by itself. languages: those of a country, folded;
    where the original's is named, none is drawn whose is named beside it. needed: the ISO codes of
    the countries that have what a text says of one, none where all will do."""
    every = sorted(countries.values(), key=lambda one: one.iso)
    group = groups(every)

    @cache
    def circles(iso: str, said: str) -> list[list[Country]]:
        own = countries.get(iso) or Country(iso, "", former(iso), "", LEAST_SIZE, COAST)
        return plausible(own, every, said)

    def said_of(draw: Draw, own: Country | None) -> str:
        found = {prepositions.get(word) for word in draw.words_before()}
        if found & {IN, ON}:
            return ON if ON in found else IN
        return unsaid or (ON if prepositions and own and own.said == ON else IN)

    @cache
    def pool(iso: str, circle: int, said: str) -> Pool:
        first, *rest = circles(iso, said)[circle:]
        reserve = dict.fromkeys(one.name for tier in rest for one in tier)
        mine = [one for one in every if group[one.iso] == group.get(iso)]
        names = tuple(one.name for one in mine)
        known = {fold(name): place for place, name in enumerate(names)}
        return Pool(
            f"country/{group.get(iso, '')}",
            tuple(one.name for one in first),
            tuple(reserve) or tuple(one.name for one in every),
            lambda: coded(known, names, noun),
            _weights(first, countries.get(iso)),
        )

    def draw_country(draw: Draw) -> str:
        iso = country_of(draw.referent) or country_of(draw.form)
        own = countries.get(iso)
        if draw.keyed:
            return draw.pick(pool(iso, 0, IN), own.name if own else draw.referent)
        said = said_of(draw, own)
        its, fitting = circles(iso, said), needed(draw, iso)
        rounds = (fitting, ANY) if fitting else (ANY,)
        left = (  # the nearest circle of which one is left
            (at, those)
            for wanted in rounds
            for at, some in enumerate(its)
            for those in [[one for one in some if not wanted or one.iso in wanted]]
            if any(draw.free(one.name) for one in those)
        )
        circle, those = next(left, (0, its[0]))
        if spoken := languages(iso):
            text = draw.once("folded", lambda: folded(draw.document.text))
            if any(language in text for language in spoken):  # soon told, and seldom so
                named = set(map(fold, _WORD.findall(draw.document.text)))
                if not spoken.isdisjoint(named):
                    others = named - spoken
                    apart = [one for one in those if languages(one.iso).isdisjoint(others)]
                    those = apart or those
        some = pool(iso, circle, said)
        if len(those) < len(its[circle]):
            names = tuple(one.name for one in those)
            some = Pool(some.name, names, some.preferred, some.whole, _weights(those, own))
        return draw.pick(some, own.name if own else draw.referent)

    return draw_country
