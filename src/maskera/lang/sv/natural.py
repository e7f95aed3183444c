"""The generators of the policy `natural` that know Swedish numbers and towns: what comes out looks
real and belongs to nobody.

Telephone numbers stand in telephones.py; personal numbers have the birth
numbers 980-999, which Skatteverket keeps for tests.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache, lru_cache
from operator import itemgetter

from msgspec.structs import replace as changed

from maskera import expressions as re
from maskera.lang.pack import Generator
from maskera.lang.sv import atlas, telephones
from maskera.lang.towns import sizes as town_sizes
from maskera.lexicon.tsv import notes
from maskera.lexicon.vocab import Vocab
from maskera.replace import date_parts, institutions, names, persons, places, timeline
from maskera.replace.agreement import Agreement
from maskera.replace.draw import Draw, ForLabels, PerMention, Pool, Whole
from maskera.replace.numbers import in_words, luhn, pour, random_like
from maskera.replace.shape import fold
from maskera.text import Span

ZIP_DIGITS, HOME_ZIP = 5, "S"  # S-411 24, SE-411 24
# The smaller of two towns of about one size, in parts of the other, and how many are drawn from at
# least: wider than abroad, for Sweden has few large towns, and each must stand for several.
ALIKE, NEAREST = 0.25, 8
SURE = 2  # weight from which a form is a town, whatever else it may be
TEST_NUMBERS = range(980, 1000)
PLATE = "ABCDEFGHJKLMNOPRSTUWXYZ"  # no I, Q, V on Swedish plates
BEYOND_ADDRESS = re.compile(
    r"[^\W\d_]{2}|[.!?]"
)  # between a street and the town after it stand numbers and single letters
_NATURE = frozenset(("geo", "region"))
_UNTOLD = "river"
"""The kind of what lies abroad of which nothing tells it, but that nobody is on it."""
_OTHER_SEA: Mapping[str, str] = {"sea": "ocean", "ocean": "sea"}
"""What lies before a coast that has none of the kind."""


def codes(vocab: Vocab) -> Mapping[str, Mapping[str, str]]:
    """Town -> the first digits of its postcodes (`zip`) and its area code (`area`), if there are
    numbers for fiction with that."""
    rows = vocab.lists.rows("pseudonyms/town_codes.tsv")
    return {form: notes(note) for form, _, _, note in rows}


def zip_code(vocab: Vocab) -> PerMention:
    """A postcode like those of the town drawn for its own; other digits where that is not known."""

    def write(draw: Draw) -> str:
        new = persons.zip_code(draw)
        digits = _digits(draw.written)
        abroad = "foreign" in draw.features or draw.keyed or len(digits) != ZIP_DIGITS
        town = "" if abroad else _town_of(draw)
        if first := vocab.derived(codes).get(town, {}).get("zip", "") if town else "":
            its = first + _digits(new)[len(first) :]
            swedish = draw.written.upper().startswith(HOME_ZIP)
            new = pour(draw.written if swedish else new, its)
        return new

    return PerMention(write)


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def personal_number(reading: date_parts.Reading) -> Generator:
    """A personal number with a valid check digit, a test birth number of the same sex, and the date
    of birth moved with the other dates."""

    def write(draw: Draw) -> str:
        digits = _digits(draw.written)
        if not digits:
            rng = draw.rng(draw.label, fold(draw.written))
            return in_words(draw.written, lambda: rng.randrange(10), reading.numerals)
        if len(digits) not in (10, 12):
            return pour(draw.written, random_like(digits, draw.rng(draw.label, digits)))
        rng = draw.rng(draw.label, digits)
        century, short = (
            (digits[:2], digits[2:])
            if len(digits) == 12
            else ("20" if int(digits[:2]) < 10 else "19", digits)
        )
        day = int(short[4:6])
        try:
            born = date(int(century + short[:2]), int(short[2:4]), day - 60 if day > 60 else day)
        except ValueError:
            born = date(int(century + short[:2]), 1 + rng.randrange(12), 1 + rng.randrange(28))
        new = timeline.timeline(draw, reading).shifted(born, birth=True)
        stem = f"{new:%y%m}{new.day + (60 if day > 60 else 0):02d}"
        numbers = [number for number in TEST_NUMBERS if number % 2 == int(short[8]) % 2]
        for number in rng.sample(numbers, len(numbers)):
            body = f"{stem}{number}"
            text = pour(
                draw.written,
                (f"{new:%Y}"[:2] if len(digits) == 12 else "") + body + str(luhn(body)),
            )
            if draw.free(text):
                return text
        return text

    return PerMention(write, frozenset(["personid_nr"]))


def towns(vocab: Vocab) -> tuple[str, ...]:
    """Real Swedish towns: the seats of the municipalities."""
    return tuple(
        sorted(
            {
                form
                for form, label, weight, _ in vocab.lists.rows("municipalities.tsv")
                if label == "city" and weight >= SURE
            }
        )
    )


def sizes(vocab: Vocab) -> Mapping[str, int]:
    """Folded municipality -> thousand inhabitants."""
    return town_sizes(vocab, "municipalities")


def place(
    vocab: Vocab, otherwise: ForLabels, is_street: Callable[[Draw], bool], world: places.Atlas
) -> ForLabels:
    """For a street one of the town drawn for its own, where the streets of that are known, abroad
    one of that town's country; else as in the other policies."""

    @cache
    def abroad() -> Mapping[str, tuple[str, ...]]:
        """ISO code -> streets as they are called there."""
        found: dict[str, tuple[str, ...]] = {}
        for form, _, _, note in vocab.lists.rows("pseudonyms/foreign_streets.tsv"):
            for iso in notes(note)["in"].split("|"):
                found[iso] = (*found.get(iso, ()), form)
        return found

    def its(draw: Draw) -> tuple[str, ...]:
        town = _town_of(draw)
        if "foreign" not in draw.features:
            return vocab.derived(atlas.streets).get(fold(town), ())
        own = world.town_in(draw.referent) or world.town_in(draw.form)
        return abroad().get(world.town_in(town) or places.country_drawn(world, draw, own), ())

    def draw_place(draw: Draw) -> str:
        streets = () if draw.keyed or not is_street(draw) else its(draw)
        if not streets:
            return otherwise(draw)
        return draw.pick(Pool("street", streets, vocab.lists.ranked("towns", "place")))

    return ForLabels(otherwise.labels, draw_place)


def nature_abroad(
    vocab: Vocab,
    world: places.Atlas,
    kind_of: Callable[[str, str], str],
    known: Callable[[], Mapping[tuple[str, str], tuple[str, ...]]],
    wider: Callable[[str, str], tuple[tuple[str, ...], ...]],
    otherwise: ForLabels,
) -> ForLabels:
    """What lies abroad becomes another of its kind in the country drawn for its own, else on that
    country's region or continent: Tanganyikasjön, where Tanzania is Kenya now, becomes Naivashasjön.
    Of what no list has the words before it tell the kind. kind_of: of a form and the text before
    it; known: atlas.nature_of; wider: ISO code and kind -> what is near that country."""

    def draw_geo(draw: Draw) -> str:
        if draw.keyed:
            return otherwise.draw(draw)
        start = draw.mention.span.start
        before = draw.document.text[max(0, start - institutions.BEFORE) : start]
        entries = vocab.gazetteer.entries(fold(draw.form))
        lands = [entry.country for entry in entries if entry.label in _NATURE]
        kind, abroad = kind_of(draw.form, before), "foreign" in draw.features
        if abroad and not kind:
            kind = atlas.ISLE if atlas.ON in draw.words_before() else _UNTOLD
        listed = bool(lands) and all(map(str.isalpha, lands))  # not in several: Tigris
        iso = lands[0] if kind and listed else ""
        known_land = iso in world.continents or (iso and places.names_country(world, draw))
        if not ((abroad and not listed) or known_land):
            return otherwise.draw(draw)
        there = places.country_drawn(world, draw, iso)
        kinds = (kind, _OTHER_SEA.get(kind, kind))
        pools = (*(known().get((there, one), ()) for one in kinds), *wider(there, kind))
        near = next((its for its in pools if any(map(draw.free, its))), ())
        return draw.pick(Pool(f"geo/{kind}", near)) if near else otherwise.draw(draw)

    return ForLabels(otherwise.labels, draw_geo, otherwise.kinds)


def _town_of(draw: Draw) -> str:
    """The town drawn for the one that a street lies in: for that which ends its address, else for
    the nearest; "" where none is named."""
    text, street, abroad = draw.document.text, draw.mention.span, "foreign" in draw.features
    named = draw.once(f"towns/{abroad}", lambda: _towns(draw, abroad))
    at = bisect(named, street, key=itemgetter(0))
    if at < len(named):
        span, town = named[at]
        ends_it = BEYOND_ADDRESS.search(text, street.end, span.start) is None
        if ends_it or at == 0 or span.start - street.end < street.start - named[at - 1][0].end:
            return town
    return named[at - 1][1] if named else ""


def _towns(draw: Draw, abroad: bool) -> list[tuple[Span, str]]:
    """The towns of the document in text order, those at home or those abroad, and what has been
    drawn for each."""
    cities = (
        (place, mention) for place, mention in enumerate(draw.mentions) if mention.label == "city"
    )
    return [
        (mention.span, draw.bases.get(place, ""))
        for place, mention in cities
        if ("foreign" in mention.features) == abroad
    ]


def known_towns(vocab: Vocab) -> Whole:
    """All Swedish towns of the lexicon, each of which stands for another."""
    cities = (
        entry
        for entry in vocab.gazetteer.of_label(["city"])
        if not entry.country and entry.weight >= SURE
    )
    return names.whole((*vocab.derived(towns), *(entry.canonical for entry in cities)))


def any_town(vocab: Vocab) -> Pool:
    """A real Swedish town, of any size."""
    return Pool("town", vocab.derived(towns), (), cache(lambda: known_towns(vocab)))


def table(
    people: Mapping[str, Pool],
    agree: Agreement,
    heads: institutions.Heads,
    vocab: Vocab,
    compounds: Callable[[str, str], Callable[[], Whole]],
    by_kind: ForLabels,
    isle: Callable[[str], bool],
    an_isle: Callable[[Draw], bool],
    is_street: Callable[[Draw], bool],
    is_thing: Callable[[Draw], bool],
    world: places.Atlas,
) -> Mapping[str, Generator]:
    """The generators by name; compounds: label and pattern -> its names in full. by_kind: places as
    in the other policies. isle: whether a form is an island or a
    town on one; an_isle: whether it is one, by the words before it. is_street: whether a place is one. is_thing: whether what was
    taken for a town is a thing by its noun."""
    listed, reading = vocab.lists.ranked, agree.reading
    stem, estate = listed("stems", "first"), listed("stems", "estate")

    def lines() -> Generator:
        names = tuple(f"{name}linjen" for name in stem)
        full = compounds("transport_name", "{name}linjen")
        bare = compounds("transport_name", "{name}")
        return institutions.of_lines(
            Pool("transport_name/{name}linjen", names, estate, full),
            Pool("transport_name/stem", stem, estate, bare),
            Pool("transport_name/estate", estate, (), bare),
            heads,
        )

    every = cache(lambda: known_towns(vocab))
    mainland = tuple(town for town in vocab.derived(towns) if not isle(town))
    on_isles = tuple(town for town in vocab.derived(towns) if isle(town))
    rows = vocab.lists.rows("pseudonyms/islands.tsv")
    ports = frozenset(form for form, label, *_ in rows if label == "town")
    port = Pool("town/port", tuple(town for town in on_isles if town in ports), mainland)
    invented = atlas.invented(vocab, "isle", False)
    islands = Pool("town/isle", tuple(town for town in on_isles if town not in ports), invented)

    @lru_cache(1_000)
    def of_size(size: int, by_the_sea: bool) -> Pool:
        known, coast = vocab.derived(sizes), world.coast() if by_the_sea else ()
        towns = [town for town in mainland if not by_the_sea or fold(town) in coast]
        near = places.alike({town: known[fold(town)] for town in towns}, size)
        enough = [one for at, one in enumerate(near) if one[0] > ALIKE or at < NEAREST]
        weights, preferred = zip(*enough, strict=True)
        return Pool("town", preferred, mainland, every, weights)

    def like(draw: Draw) -> Pool:
        """The port for a town on an island, else towns of about the size of the original, by the
        sea where that is and the text says so."""
        if isle(draw.referent) or isle(draw.form):
            return port
        known = vocab.derived(sizes)
        size = known.get(fold(draw.referent)) or known.get(fold(draw.form)) or places.VILLAGE
        return of_size(size, places.by_the_sea(world, draw))

    return {
        "town": places.or_thing(
            places.home(
                Pool("town", mainland, listed("towns", "city"), every),
                atlas.quarters(vocab, True, isle),
                islands,
                an_isle,
                like,
            ),
            by_kind,
            is_thing,
        ),
        "town_place": place(vocab, by_kind, is_street, world),
        "line": lines(),
        "shifted": timeline.generator(reading, changed(agree, together=True)),
        "phone": telephones.phone(world, lambda town: vocab.derived(codes).get(town, {}), _town_of),
        "personal_number": personal_number(reading),
        "random_plate": persons.plate(PLATE),
        "random_zip": zip_code(vocab),
        "initials_of_names": PerMention(persons.initials),
        "middle_name": persons.middle_name(people),
        "email_of_name": persons.email(people),
        "example_url": PerMention(persons.url),
    }
