"""The English generators: the language-neutral ones of maskera.replace, filled with English lists
and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial

import msgspec
from rapidfuzz import fuzz, process

from maskera import expressions as re
from maskera.lang.en.atlas import atlas, regions_abroad
from maskera.lang.en.derivation import short_for
from maskera.lang.en.morphology import NOUNS, genitive, genitive_stem
from maskera.lang.en.nature import nature
from maskera.lang.en.numerals import numerals
from maskera.lang.en.things import compounds, named, of_state
from maskera.lang.listed_names import ORIGIN_WEIGHT, by_label, likely_first
from maskera.lang.pack import Generator, Morphology
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab
from maskera.replace import (
    countries,
    date_parts,
    dates,
    generalize,
    names,
    numbers,
    persons,
    places,
    svala,
    telephones,
    timeline,
)
from maskera.replace.agreement import Agreement
from maskera.replace.draw import Draw, ForLabels, PerMention, Pool, Whole
from maskera.replace.holidays import Holidays
from maskera.replace.lines import varied_line
from maskera.replace.numbers import pour, random_like
from maskera.replace.persons import plain
from maskera.replace.shape import fold

_WORDS = word_list("en", "generators")

MISSPELT = 75  # likeness (rapidfuzz ratio) from which a form that no list knows is a month or day
SURNAME = "surname"
NAME_LABELS = ("firstname_male", "firstname_female", "firstname_unknown", SURNAME)
ENGLISH = frozenset(("english", "either"))
HOME = ENGLISH | {"", "nqg", "known", "en_GB", "en_US", "en_IE"}
"""Origins of names that are English, and those that are none, too."""
SECOND_HALVES = (
    1_000  # names, the most frequent in running text, behind an English one and a hyphen
)
MONTHS = _WORDS.ranked("months")
SHORT_MONTHS = _WORDS.ranked("short_months")
WEEKDAYS = _WORDS.ranked("weekdays")
BETWEEN_DAYS = re.compile(r",? ?(?:and|&|or|to|till|until|through|[-–—])? ?(?:the)?")
BIRTH = re.compile(r"\b(?:born|birth|birthday|dob|d\.o\.b\.)[^.!?]*$", re.IGNORECASE)
ARTICLE = re.compile(r"\b(an?)[ \u00a0]$", re.IGNORECASE)
VOWELS = frozenset("aeio")  # letters before which "an" stands; u is left out, for it may be "you"
PLATE = "ABCDEFGHJKLMNOPRSTUVWXY"
INDIAN = re.compile(r"[6-9]\d{4}[ -]\d{5}")  # a mobile number in India; none are kept for drama
BRITISH, AMERICAN = ("07700 900", "01632 960"), "555-01"
"""Series of numbers kept for drama: Ofcom's, without their last three digits; the North American
plan's, without their last two."""


def name_pools(vocab: Vocab) -> dict[str, Pool]:
    """The 50 most frequent first names of each gender and surnames; for keyed scopes every name of
    the lexicon, of which the English ones are drawn first."""
    own = {label: vocab.lists.ranked("names", label) for label in NAME_LABELS}

    @cache
    def listed() -> Sequence[Entry]:
        return sorted(
            vocab.gazetteer.of_label(NAME_LABELS), key=lambda one: (not _english(one), -one.value)
        )

    @cache
    def everyone() -> Mapping[str, list[str]]:
        return by_label(own, listed(), SURNAME)

    def pool(label: str) -> Pool:
        def whole() -> Whole:
            its = [entry for entry in listed() if entry.label == label]
            usual = {fold(form) for form in (*own[label], *(e.form for e in its if _english(e)))}
            single = names.single(everyone()[label])
            kept = [form for form in single if fold(form) in usual]
            return names.whole(single, len(kept), likely_first(kept, its, HOME), SECOND_HALVES)

        return Pool(label, own[label], (), cache(whole))

    return {label: pool(label) for label in NAME_LABELS}


def _english(entry: Entry) -> bool:
    return entry.kind in ENGLISH and entry.weight >= ORIGIN_WEIGHT


def calendar(vocab: Vocab, label: str, its: Sequence[str], short: Sequence[str]) -> dates.Calendar:
    """Months or weekdays, read with the lexicon and its misspelt forms."""
    own = {name.lower(): value for value, name in enumerate(its, start=1)}

    @lru_cache(5_000)
    def read(form: str) -> int | None:
        folded = fold(form).rstrip(".")
        if folded in own:
            return own[folded]
        for entry in vocab.gazetteer.entries(folded):
            if entry.label == label and entry.value > 0:
                return entry.value
        nearest = process.extractOne(folded, list(own), scorer=fuzz.ratio, score_cutoff=MISSPELT)
        return own[nearest[0]] if nearest else None

    return dates.Calendar(dict(enumerate(its, start=1)), dict(enumerate(short, start=1)), read)


def after_article(generator: Generator) -> Generator:
    """The same, but behind "a" or "an" a name that goes with it: what stands before a mention is
    not touched (an Oxford student -> an Elmworth student)."""

    def draw_fitting(draw: Draw) -> str:
        article = _article(draw)
        if not article:
            return generator(draw)
        vowel = article == "an"
        fitting = msgspec.structs.replace(
            draw, free=lambda name: draw.free(name) and (name[:1].lower() in VOWELS) == vowel
        )
        return generator(fitting)

    labels = generator.labels if isinstance(generator, ForLabels) else None
    return ForLabels(labels, draw_fitting) if labels is not None else draw_fitting


def with_nickname(generator: Generator, vocab: Vocab) -> Generator:
    """The same, but for somebody who is called short for the name one that people are called short
    for, so that both are told apart again: Katherine, or Kate -> Elizabeth, or Beth."""

    def draw_name(draw: Draw) -> str:
        if draw.keyed or draw.label not in NAME_LABELS:
            return generator(draw)
        shorts = vocab.derived(short_for)
        own = {
            fold(form)
            for mention, form in zip(draw.mentions, draw.forms, strict=True)
            if mention.number == draw.number and mention.label == draw.label
        }
        if not any(not own.isdisjoint(shorts.get(name, ())) for name in own):
            return generator(draw)
        fitting = msgspec.structs.replace(
            draw,
            free=lambda name: (
                draw.free(name)
                and any(draw.free(short.capitalize()) for short in shorts.get(fold(name), ()))
            ),
        )
        name = generator(fitting)
        return name if fitting.free(name) else generator(draw)

    labels = generator.labels if isinstance(generator, ForLabels) else None
    return ForLabels(labels, draw_name) if labels is not None else draw_name


def _article(draw: Draw) -> str:
    """The article before a mention of the referent, "" for none or for both."""
    text = draw.document.text
    found = {
        match[1].lower()
        for mention in (draw.mention, *draw.alike(draw.label, draw.number))
        if (match := ARTICLE.search(text, max(0, mention.span.start - 4), mention.span.start))
    }
    return found.pop() if len(found) == 1 else ""


def phone(world: places.Atlas, draw: Draw) -> str:
    """A number kept for drama in the shape of the original: Ofcom's in Britain, 555-01xx in North
    America; with a country's code as telephones.abroad draws it; else other digits."""
    number = telephones.read(draw.written)
    if number.code and (new := telephones.abroad(draw, world, number)):
        return new
    digits = "".join(filter(str.isdigit, draw.written))
    rng = draw.rng(draw.label, digits)
    for _ in range(200):
        last = f"{rng.randrange(1000):03d}"
        if INDIAN.fullmatch(draw.written):
            text = pour(draw.written, f"9{rng.randrange(10**9):09d}")
        elif len(digits) == 10 and digits[0] != "0":
            area = digits[:3]
            text = pour(draw.written, f"{area}55501{last[:2]}")
        elif len(digits) == 11 and digits[0] == "0":
            series = BRITISH[0] if digits.startswith("07") else BRITISH[1]
            text = pour(draw.written, series.replace(" ", "") + last)
        else:
            kept = digits[:2] if digits.startswith("0") else ""  # the zero before an area
            text = random_like(draw.written, rng)
            text = pour(draw.written, kept + "".join(filter(str.isdigit, text))[len(kept) :])
        if draw.free(text):
            return text
    return text


NATIONAL_INSURANCE = re.compile(r"[A-Za-z]{2}[ -]?(?:\d\d[ -]?){3}[A-Za-z]")
OF_NOBODY = "QQ123456C"  # the example of His Majesty's Revenue and Customs


def number_of_nobody(written: str) -> str:
    """AB 12 34 56 C -> QQ 12 34 56 C, 512-33-9087 -> 000-00-0000, 1234567TA -> 0000000AA."""
    if NATIONAL_INSURANCE.fullmatch(written):
        letters = iter(OF_NOBODY)
        return "".join(next(letters) if c.isalnum() else c for c in written)
    return "".join("0" if c.isdigit() else "A" if c.isalpha() else c for c in written)


def personal_number(draw: Draw) -> str:
    """A number that is given to nobody: national insurance QQ, social security 9xx; else other
    digits."""
    rng = draw.rng(draw.label, plain(draw.written))
    new = random_like(draw.written, rng)
    if re.match(r"[A-Za-z]{2}", draw.written):
        return ("QQ" if draw.written[0].isupper() else "qq") + new[2:]
    digits = "".join(filter(str.isdigit, new))
    return pour(draw.written, f"9{digits[1:]}") if len(digits) == 9 else new


def _aloud(write: Callable[[Draw], str], reading: numbers.Numerals) -> Generator:
    """A generator of numbers, also for those in words: zero seven -> four one."""

    def of(draw: Draw) -> str:
        if any(map(str.isdigit, draw.written)):
            return write(draw)
        rng = draw.rng(draw.label, fold(draw.written))
        return numbers.in_words(draw.written, lambda: rng.randrange(10), reading) or write(draw)

    return PerMention(of)


NAMING = frozenset(
    "firstname surname country city foreign_city foreign_town region foreign_region foreign_area "
    "place school work institution town town_place line geo varied_region varied_school "
    "varied_work varied_institution".split()
)
"""Generators whose names may stand behind an article."""


def generators(vocab: Vocab, forms: Morphology) -> Mapping[str, Generator]:
    """The table of generators that policies name."""
    people, world, reading = name_pools(vocab), atlas(vocab), numerals(vocab.gazetteer)
    months = calendar(vocab, "month_word", MONTHS, SHORT_MONTHS)
    weekdays = calendar(vocab, "weekday", WEEKDAYS, [name[:3] for name in WEEKDAYS])
    towns, regions = (vocab.lists.ranked("towns", label) for label in ("city", "region"))
    town = Pool("city", towns, (), compounds(vocab, "city"))
    region = Pool("region", regions, towns, compounds(vocab, "region"))
    foreign = places.foreign_town(world, NOUNS["city"])
    things = named(vocab, ["place", "school", "work", "other_institution", "geo", "area",
                           "transport_name"])  # fmt: skip
    dated = date_parts.Reading(
        reading, months, weekdays, forms, BETWEEN_DAYS, BIRTH, both_orders=True
    )
    wider = generalize.general(vocab.lists, vocab.gazetteer, vocab.taxonomy, vocab.genitive)
    agree = Agreement(dated, Holidays(vocab.lists.rows("fixed_dates.tsv")))
    table: dict[str, Generator] = {
        **numbers.TABLE,
        **generalize.generators(wider, reading, genitive),
        **numbers.masks(reading),
        "varied_line": varied_line(reading),
        "firstname": with_nickname(names.drawn(people), vocab),
        "surname": names.drawn(people),
        "country": countries.generator(
            *(countries.listed(vocab.lists), world.country_of, lambda _: "", NOUNS["country"]),
            unsaid=countries.IN,
        ),
        "city": places.home(town),
        "foreign_city": foreign,
        "foreign_town": places.town_of_size(world, NOUNS["city"]),
        "region": of_state(
            places.administrative(
                region,
                frozenset(["county", "state"]),
                str,
                genitive_stem,
                region,
                lambda _: False,
            ),
            vocab,
        ),
        "foreign_region": regions_abroad(vocab, world, region),
        "foreign_area": things,
        "place": things,
        "school": things,
        "work": things,
        "institution": things,
        "age": numbers.age(reading),
        "day": dates.day(reading, weekdays, forms, agree),
        "month": dates.month(reading, months, forms, agree=agree),
        "year": dates.year(reading, agree=agree),
        **svala.table(vocab.lists, people, reading, months, weekdays, forms),
        "town": places.home(town),
        "town_place": things,
        "line": things,
        "geo": nature(vocab, world, things),
        "shifted": timeline.generator(dated, msgspec.structs.replace(agree, together=True)),
        "phone": _aloud(partial(phone, world), reading),
        "personal_number": _aloud(personal_number, reading),
        "random_plate": persons.plate(PLATE),
        "random_zip": PerMention(persons.zip_code),
        "initials_of_names": PerMention(persons.initials),
        "middle_name": persons.middle_name(people),
        "email_of_name": persons.email(people),
        "example_url": PerMention(persons.url),
    }
    # Kinds that are kept have no other words here: names are drawn whole.
    for name in ("region", "school", "work", "institution"):
        table[f"varied_{name}"] = table[name]
    return {name: after_article(its) if name in NAMING else its for name, its in table.items()}
