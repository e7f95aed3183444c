"""The Swedish generators: the language-neutral ones of maskera.replace, filled with Swedish lists
and words.

Longer than 400 lines because the table of generators is put together in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain

from rapidfuzz import fuzz, process

from maskera import expressions as re
from maskera.lang.listed_names import ORIGIN_WEIGHT, by_label, likely_first
from maskera.lang.pack import Generator, Morphology
from maskera.lang.sv import atlas, kinds, natural
from maskera.lang.sv.morphology import (
    NOUNS,
    Inflection,
    first_half,
    genitive,
    of_town,
    owner,
)
from maskera.lang.sv.numerals import numerals
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab
from maskera.replace import (
    countries,
    date_parts,
    dates,
    generalize,
    institutions,
    kind_words,
    names,
    numbers,
    parts,
    peoples,
    places,
    svala,
)
from maskera.replace.agreement import Agreement
from maskera.replace.countries import IN, ON
from maskera.replace.draw import Draw, ForLabels, Pool, Whole
from maskera.replace.holidays import Holidays
from maskera.replace.lines import varied_line
from maskera.replace.shape import fold, two_equal
from maskera.taxonomy import FIRSTNAMES, INSTITUTIONS

_WORDS = word_list("sv", "generators")

NO_ORIGIN = frozenset(
    ["", "swedish", "nqg", "known", "sv_SE"]
)  # origins that are none, or the home one
ORIGIN_USUAL, LEAST_ORIGIN = 60, 12  # names of an origin drawn first; fewer names are none
MISSPELT = 70  # likeness (rapidfuzz ratio) from which a form that no list knows is a month or weekday: fredaken/fredag 71
_NATURE = _WORDS["nature"]
THINGS = INSTITUTIONS | {"place", "geo"}
"""Labels of nouns whose names are no towns'."""
SHAPES = _NATURE - {"beach", "isle", "nature_reserve", "park"}
DEFINITE = tuple(sorted(_WORDS["definite"]))
_PROVINCE = re.compile(rf" (?:{word_list('sv', 'harmonize').either('province')})\b", re.IGNORECASE)
ADMINISTRATIVE = _WORDS["administrative"]
MUNICIPAL = _WORDS["municipal"]
COUNTY = "län"  # of few texts, so that it finds one; a province says as much without it
SURNAME = "surname"
NAME_LABELS = ("firstname_male", "firstname_female", "firstname_unknown", SURNAME)
BESIDE_NUMBER = 2  # characters between a street and its number
PREPOSITIONS = {"i": IN, "på": ON}  # på Malta, i Italien
WHICH = _WORDS.ranked("which")
WEEKDAYS = _WORDS.ranked("weekdays")
MONTHS = _WORDS.ranked("months")
BETWEEN_DAYS = re.compile(
    r",? ?(?:och|o|&|eller|samt|till|t\.? ?o\.? ?m\.?|[-–—])? ?(?:den|d\.?)?"
)  # den 3 och den 5 maj
BIRTH = re.compile(r"\b(?:född\w*|föd+[aes]\w*|fodd\w*|f\.|födelse\w*)[^.!?]*$", re.IGNORECASE)
SHORT_MONTHS = _WORDS.ranked("short_months")


def name_pools(vocab: Vocab) -> dict[str, Pool]:
    """The 50 most frequent first names of each gender and the 100 surnames; for keyed scopes every
    name of the lexicon."""

    @cache
    def listed() -> Sequence[Entry]:
        return sorted(vocab.gazetteer.of_label(NAME_LABELS), key=_swedish_and_frequent)

    @cache
    def everyone() -> Mapping[str, list[str]]:
        own = {
            label: [
                form
                for reserve in (False, True)
                for form in vocab.lists.ranked("names", label, reserve=reserve)
            ]
            for label in NAME_LABELS
        }
        return by_label(own, listed(), SURNAME)

    def pool(label: str) -> Pool:
        first = vocab.lists.ranked("names", label)
        reserve = vocab.lists.ranked("names", label, reserve=True)

        def whole() -> Whole:
            its = [entry for entry in listed() if entry.label == label]
            swedish = {entry.form for entry in its if entry.kind == "swedish"}
            usual = len(first) + len(reserve)
            likely = likely_first((*first, *reserve), its, NO_ORIGIN)
            every = everyone()[label]  # the Swedish ones behind the usual, in one word, come first
            more = len([form for form in every[usual:] if form in swedish and "-" not in form])
            return names.whole(every, usual, likely, more)

        return Pool(label, first, reserve, cache(whole))

    return {label: pool(label) for label in NAME_LABELS}


def _swedish_and_frequent(entry: Entry) -> tuple[bool, int]:
    return entry.kind != "swedish", -entry.value


def origin_pools(vocab: Vocab) -> Callable[[str, str, Sequence[str]], Pool | None]:
    """Label and form of a name, and the surnames of its bearer -> the frequent names of the same
    origin; None for Swedish names and where the origin is not known.

    A first name of several origins, and one that is listed at home and is not usual there (Olena),
    is of the surname's.
    """
    usual = frozenset(
        fold(name) for label in FIRSTNAMES for name in vocab.lists.ranked("names", label)
    )

    @cache
    def by_origin() -> Mapping[tuple[str, str], tuple[str, ...]]:
        table: dict[tuple[str, str], list[tuple[int, str]]] = {}
        seen: set[tuple[str, str]] = set()
        for entry in vocab.gazetteer.of_label(NAME_LABELS, weight=ORIGIN_WEIGHT):
            mark = (entry.label, fold(entry.form))
            if mark not in seen and entry.kind not in NO_ORIGIN and entry.form.isalpha():
                seen.add(mark)
                if entry.form == entry.canonical and entry.form[:1].isupper():
                    names_of = table.setdefault((entry.label, entry.kind), [])
                    names_of.append((-entry.value, entry.form))
        return {key: tuple(form for _, form in sorted(its)) for key, its in table.items()}

    @cache
    def pool(label: str, origin: str) -> Pool | None:
        its = by_origin().get((label, origin), ())
        if len(its) < LEAST_ORIGIN:
            return None
        name = f"{label}/{origin}"
        return Pool(
            name,
            its[:ORIGIN_USUAL],
            its[ORIGIN_USUAL:],
            cache(lambda: names.whole(its, ORIGIN_USUAL)),
        )

    def origin(label: str, form: str) -> str:
        entries = [entry for entry in vocab.gazetteer.entries(fold(form)) if entry.label == label]
        best = max(entries, key=lambda entry: entry.weight, default=None)
        return best.kind if best and best.kind not in NO_ORIGIN else ""

    def of_origin(label: str, form: str, surnames: Sequence[str]) -> Pool | None:
        own = origin(label, form)
        family = next(filter(None, (origin("surname", one) for one in surnames)), "")
        if family and label in FIRSTNAMES and fold(form) not in usual:
            entries = vocab.gazetteer.entries(fold(form))
            kinds = {entry.kind for entry in entries if entry.label in NAME_LABELS}
            if (family in kinds or not own or len(kinds) > 1) and (its := pool(label, family)):
                return its
        return pool(label, own) if own else None

    return of_origin


def compounds(vocab: Vocab, label: str, pattern: str = "{name}") -> Callable[[], Whole]:
    """Every known original of a label at home -> a compound of two stems that names nothing; an
    unknown one -> two compounds and a hyphen.

    pattern: the name with {name} for the compound, {genitive} for its genitive.
    """

    def named(compound: str) -> str:
        return pattern.format(name=compound, genitive=genitive(compound))

    @cache
    def whole() -> Whole:
        pairs = (
            two_equal(first + second)
            for first in vocab.lists.ranked("stems", "first")
            for second in vocab.lists.ranked("stems", "second")
        )
        plain = [name for name in dict.fromkeys(pairs) if not vocab.gazetteer.entries(name.lower())]
        free = tuple(
            map(named, (*plain, *(f"{which} {name}" for which in WHICH for name in plain)))
        )
        known: dict[str, int] = {}
        for entry in vocab.gazetteer.of_label([label]):
            if not entry.country and len(known) < len(free):
                known.setdefault(fold(entry.canonical), len(known))

        def composed(number: int) -> str:
            first, second = divmod(number, len(plain))
            return named(f"{plain[first]}-{plain[second]}")

        return Whole(known, free, composed, len(plain) ** 2)

    return whole


def calendar(vocab: Vocab, label: str, its: Sequence[str], short: Sequence[str]) -> dates.Calendar:
    """Months or weekdays, read with the lexicon and its misspelt forms."""
    own = {name: value for value, name in enumerate(its, start=1)}

    @lru_cache(5_000)
    def read(form: str) -> int | None:
        folded = fold(form).rstrip(".")
        if folded in own:
            return own[folded]
        found = (
            entry.value
            for entry in vocab.gazetteer.entries(folded)
            if entry.label == label and entry.value > 0
        )
        begun = (value for name, value in own.items() if folded.startswith(name))
        value = next(found, next(begun, None))
        if value is None and (
            nearest := process.extractOne(
                folded, list(own), scorer=fuzz.ratio, score_cutoff=MISSPELT
            )
        ):
            value = own[nearest[0]]
        return value

    return dates.Calendar(dict(enumerate(its, start=1)), dict(enumerate(short, start=1)), read)


def heads(vocab: Vocab) -> institutions.Heads:
    """The nouns that end Swedish names, as the generators of named things want them."""

    def split(form: str) -> tuple[str, str, str, str] | None:
        found = vocab.derived(Inflection).split_head(form)
        if found is None:
            return None
        before, head, noun = found
        return before, noun, head.indefinite(noun), head.label

    def join(stem: str, noun: str, apart: bool) -> str:
        return f"{stem} {noun}" if apart else two_equal(stem + noun)

    def town(form: str) -> str:
        return next(
            (entry.parent for entry in vocab.gazetteer.entries(fold(form)) if entry.parent), ""
        )

    return institutions.Heads(split, join, genitive, of_town, first_half, owner, town)


def numbered(draw: Draw) -> bool:
    """Whether a house number stands right behind the mention, as only behind a street."""
    numbers, end = draw.labels("address.number"), draw.mention.span.end
    starts = draw.once(
        "house numbers", lambda: {m.span.start for m in draw.mentions if m.label in numbers}
    )
    return any(end + gap in starts for gap in range(1, BESIDE_NUMBER + 1))


def _is_province(behind: str) -> bool:
    return _PROVINCE.match(behind) is not None


def _is_namesake(label: str, kind: str, told: bool) -> bool:
    """Whether a name is not what it seems to be: a place that only ends like a home (Värnhem), a
    lake called like a club."""
    if label == "geo":
        return kind not in _NATURE
    return label == "place" and kind == "housing" and not told


def generators(vocab: Vocab, forms: Morphology) -> Mapping[str, Generator]:
    """The table of generators that policies name."""
    people, world, lands = name_pools(vocab), atlas.atlas(vocab), countries.listed(vocab.lists)
    of_origin = origin_pools(vocab)
    reading, head = numerals(vocab.gazetteer), heads(vocab)
    months = calendar(vocab, "month_word", MONTHS, SHORT_MONTHS)
    weekdays = calendar(vocab, "weekday", WEEKDAYS, [name[:3] for name in WEEKDAYS])
    town = Pool("city", vocab.lists.ranked("towns", "city"), (), compounds(vocab, "city"))
    region = Pool(
        "region",
        vocab.lists.ranked("towns", "region"),
        vocab.lists.ranked("towns", "city"),
        compounds(vocab, "region"),
    )
    stem, estate = vocab.lists.ranked("stems", "first"), vocab.lists.ranked("stems", "estate")

    def stems(label: str) -> Pool:
        return Pool(f"{label}/stem", stem, (), compounds(vocab, label))

    def estates(label: str) -> Pool:
        return Pool(f"{label}/estate", estate, (), compounds(vocab, label))

    def pool(name: str, label: str, pattern: str, kind: str = "") -> Pool:
        return Pool(
            f"{label}/{pattern}",
            vocab.lists.ranked(name, label, kind=kind),
            (),
            compounds(vocab, label, pattern),
        )

    street = pool("towns", "place", "{genitive}vägen")
    schools = {
        "school": pool("institutions", "school", "{genitive} skola", "school"),
        "school+def": pool("institutions", "school", "{name}skolan", "school+def"),
        "university": pool("institutions", "school", "{genitive} universitet", "university"),
    }
    things = kinds.catalogue(
        vocab, partial(compounds, vocab), partial(places.town_of, world, NOUNS["city"], owner)
    )

    def of_its_kind(
        label: str, pools: Mapping[str, Pool], usual: Callable[[Draw], str] = lambda _: ""
    ) -> ForLabels:
        return institutions.named(
            institutions.Naming(
                frozenset([label]),
                pools,
                stems(label),
                estates(label),
                usual,
                frozenset(["university", "street"]),
                frozenset(["street"]),  # Kvarngärdet 15
                partial(_is_namesake, label),
            ),
            head,
            things,
        )

    def is_thing(draw: Draw) -> bool:
        """Whether what was taken for a town is a thing by its noun: Ekgallerian, Ystads hamn; of
        one that is named after a town (Norrtäljeanstalten) the town is drawn."""
        town = vocab.gazetteer.entries(fold(draw.referent))
        if draw.keyed or any(entry.label == "city" for entry in town):
            return False
        thing = draw.form.endswith(DEFINITE) and things.kinds.listed(draw.form) in SHAPES
        if found := head.split(draw.form):
            before, noun, bare, label = found
            owned = bool(owner(before.strip())) if before.endswith(" ") else noun != bare
            thing = thing or (label in THINGS and owned and bool(before.strip()))
        return thing and not vocab.gazetteer.entries(fold(draw.form))

    def nature_untold(draw: Draw) -> str:
        """The kind of what nothing tells: a lake, but that one is on none."""
        return "" if draw.keyed or atlas.ON in draw.words_before() else "lake"

    def is_street(draw: Draw) -> bool:
        kind = things.kinds.read(draw.form, "", draw.written).kind
        on_one = "foreign" in draw.features and not draw.keyed and atlas.ON in draw.words_before()
        return kind == "street" or (not kind and (numbered(draw) or on_one))

    every = {**schools, "street": street}
    place = of_its_kind("place", every, lambda draw: "street" if numbered(draw) else "")
    other_words = kind_words.rings(vocab.lists.rows("pseudonyms/kind_words.tsv"))
    isle = atlas.isle(vocab, things.kinds.named)
    an_isle = atlas.said_to_be_isle(vocab, isle)
    isles = Pool("isle", atlas.invented(vocab, "isle", False))

    def part(label: str, kind: str) -> Generator:
        everything = compounds(vocab, "kind", "{name}")
        made = Pool(f"{label}/{kind}", atlas.invented(vocab, kind, True), (), everything)
        return parts.part_of(world, label, made, isles_of, isle, _is_province)

    def kind_of(form: str, before: str = "") -> str:
        return atlas.ISLE if isle(form) else things.kinds.read(form, before).kind

    def listed_kind(form: str) -> str:
        return atlas.ISLE if isle(form) else things.kinds.listed(form)

    @cache
    def nature() -> Mapping[tuple[str, str], tuple[str, ...]]:
        return atlas.nature_of(vocab, listed_kind, lands)

    def wider(iso: str, kind: str) -> tuple[tuple[str, ...], ...]:
        """What a country's region has of a kind, and its continent."""
        if iso not in lands:
            return ()
        areas = (atlas.REGION + lands[iso].region, atlas.CONTINENT + lands[iso].continent)
        return tuple(nature().get((area, kind), ()) for area in areas)

    @lru_cache(500)
    def isles_of(iso: str) -> Pool:
        own = (nature().get((iso, atlas.ISLE), ()),) if iso else ()
        near, *others = (*filter(None, (*own, *wider(iso, atlas.ISLE))), ())
        made = (*chain(*others), *atlas.invented(vocab, "isle", True), *isles.preferred)
        return Pool("isle", near or made, made)

    school, work = of_its_kind("school", every, lambda _: "school"), of_its_kind("work", every)
    institution = of_its_kind("other_institution", every)
    dates_read = date_parts.Reading(reading, months, weekdays, forms, BETWEEN_DAYS, BIRTH)
    agree = Agreement(dates_read, Holidays(vocab.lists.rows("fixed_dates.tsv")))
    return {
        **numbers.TABLE,
        **numbers.masks(reading, agree),
        "varied_line": varied_line(reading),
        **generalize.generators(
            generalize.general(vocab.lists, vocab.gazetteer, vocab.taxonomy, vocab.genitive),
            reading,
            lambda noun: noun if noun.endswith("s") else f"{noun}s",
        ),
        "firstname": names.drawn(people, of_origin),
        "surname": names.drawn(people, of_origin),
        "country": countries.generator(
            lands,
            world.country_of,
            atlas.former(vocab),
            NOUNS["country"],
            PREPOSITIONS,
            languages=atlas.languages(vocab),
            needed=atlas.needed(world, isle, nature),
        ),
        "city": places.or_thing(
            places.home(town, atlas.quarters(vocab, False, isle), isles, an_isle), place, is_thing
        ),
        "foreign_town": places.town_of_size(world, NOUNS["city"]),
        "foreign_area": part("area", "quarter"),
        "foreign_region": peoples.region(
            world, peoples.homelands(vocab.lists), lands, part("region", "province")
        ),
        "foreign_city": places.foreign_town(world, NOUNS["city"]),
        "region": places.administrative(
            region, ADMINISTRATIVE, of_town, owner, isles, isle, dict.fromkeys(MUNICIPAL, town)
        ),
        "varied_region": kind_words.varied(
            places.administrative(
                region,
                ADMINISTRATIVE - {COUNTY},
                of_town,
                owner,
                isles,
                isle,
                dict.fromkeys(MUNICIPAL, natural.any_town(vocab)),
            ),
            other_words,
        ),
        "place": place,
        "school": school,
        "work": work,
        "institution": institution,
        "varied_school": kind_words.varied_for_labels(school, other_words),
        "varied_work": kind_words.varied_for_labels(work, other_words),
        "varied_institution": kind_words.varied_for_labels(institution, other_words),
        "geo": kind_words.varied_for_labels(
            natural.nature_abroad(
                vocab, world, kind_of, nature, wider, of_its_kind("geo", every, nature_untold)
            ),
            other_words,
        ),
        "age": numbers.age(reading),
        "day": dates.day(reading, weekdays, forms, agree),
        "month": dates.month(reading, months, forms, agree=agree),
        "year": dates.year(reading, agree=agree),
        **svala.table(vocab.lists, people, reading, months, weekdays, forms),
        **natural.table(
            people,
            agree,
            head,
            vocab,
            partial(compounds, vocab),
            kind_words.varied_for_labels(place, other_words),
            isle,
            an_isle,
            is_street,
            is_thing,
            world,
        ),
    }
