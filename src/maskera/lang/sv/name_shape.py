"""Names that no list holds: known by their ending, the word beside them, a capital inside the
sentence, or a strong cue before them.

Longer than 400 lines because each shape of a composed name is a short rule of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from operator import attrgetter

import msgspec

from maskera.lang.pack import Detector
from maskera.lang.sv.persons import BE, FEMALE, MALE
from maskera.lexicon.gazetteer import Entry, Gazetteer
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust, extended
from maskera.rules.affixes import Affix, Affixes
from maskera.rules.cues import Cues
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, LISTED_NAMES

_WORDS = word_list("sv", "name_shape")

PEOPLED = frozenset(("city", "region"))  # places whose people are called after them
NAMELIKE = LISTED_NAMES | {"transport_name"}
TOWNLIKE = frozenset(("city", "region", "area", "country"))
# Log-odds of what a capitalised word in no list is, inside a sentence: three in four are names of
# some kind in swell_train.
UNKNOWN_CAPITAL = {
    "surname": -0.3,
    "firstname_unknown": -0.6,
    "city": -0.6,
    "other_institution": -0.9,
}
UNKNOWN_INITIAL = -2.2
STRONG_CUE = 3.0
NO_WORD, RARE = (
    0.6,
    3.5,
)  # log-odds of an ordinary word, and Zipf: up to these an unlisted word may be a name
INHABITANTS = {
    "borna": frozenset(("def", "pl")), "bornas": frozenset(("def", "gen", "pl")), "bor": frozenset(("pl",)), "bo": frozenset(),
    "arna": frozenset(("def", "pl")), "are": frozenset(("pl",)), "aren": frozenset(("def",)), "bon": frozenset(("def",)),
    "iterna": frozenset(("def", "pl")), "iter": frozenset(("pl",)), "iten": frozenset(("def",)),
}  # fmt: skip
_HOMES = tuple(INHABITANTS)
_DEFINITE = frozenset(("def",))
ONE = _WORDS["one"]
SEVERAL = _WORDS["several"]
LINKING = ("s", "a")  # between a place and its people: eslövsbo, lundabo
TO_THING = _WORDS["to_thing"]  # prepositions before one that is called by a name
THINGS = _WORDS["things"]  # that end as people of a place do
SURE_ENDING = 2.5
SURE_HOME, LEAST_HOME = 2.0, 4  # log-odds and letters of a place whose people are called after it
IN_CAPITALS = 0.5  # what is left of the dictionary's word that it is an ordinary word, inside a sentence: "Europavalen"
PLAIN = (
    1.5  # an ordinary word in small letters cannot be lifted over the threshold by anything here
)
LOWER_AFTER_CUE = -2.0
# Log-odds of an unknown word in small letters beside a word for a person, and after a first name of
# at least this weight.
LOWER_INTRODUCED, LOWER_SURNAME, SURE_NAME = -2.6, -0.8, 2.5
PEOPLE = frozenset(("fam", "title", "prof"))
VERBS = (
    "ade",
    "de",
    "te",
    "ar",
    "er",
    "it",
    "at",
)  # endings of verbs, also of those that learners make: "min fru gråtade"
LOWER_ENDING = -1.5
SURE_PEOPLE = 12.0  # log-odds of a word for one of a place before a first name
PLACE_BEFORE = 2.5  # log-odds of a street's ending behind a listed place
SMALL_BEFORE_HEAD = -0.5  # of a listed name in small letters before the head of an institution
SMALL_HEAD = {
    False: -4.0,
    True: -1.0,
}  # of a head with a capital ("IF"), in a text that has capitals and in one that has none
SURELY_ORDINARY = 6  # log-odds of a word that only grammar has, and no name begins with: och skolan
AFTER_PREPOSITION = 3.0  # log-odds of an unknown word in small letters between that and a head
PARTS_MOST = 3  # words before a head: Erik Dahlbergs gymnasium, Riga Stradins universitet


def detector(affixes: Affixes, cues: Cues, gazetteer: Gazetteer) -> Detector:
    """A detector of what endings, neighbours, capitals and strong cues claim."""
    traits = Memo[Lexeme, Traits | None](lambda word: _traits(word, affixes, gazetteer))
    unlisted = Memo(_in_no_list)

    begins = one_of(affixes.next_begins)

    def has_traits(word: Lexeme) -> bool:
        return _traits(word, affixes, gazetteer) is not None  # as of few, which alone are kept

    def detect(table: TokenTable) -> Iterator[Detection]:
        heads = {index - 1 for index in table.where(begins) if index}
        for index in sorted(heads.union(table.where(has_traits))):
            if index in heads:
                yield from _by_next_word(table, affixes, index)
            if trait := traits[table.words[index]]:
                if trait.people or trait.endings or trait.head:
                    yield from _by_traits(table, affixes, index, trait)
                if trait.unknown:
                    yield from _unknown(table, cues, unlisted, index)

    return detect


class Traits(msgspec.Struct, frozen=True, gc=False):
    """What a word itself lets it be.

    people: of what place. endings: of a name, in no list or in that of streets. unknown: whether a
    capital or a cue can make it a name. head: whether it tells what the capitals after it are.
    """

    people: Hypothesis | None
    endings: list[Affix]
    unknown: bool
    head: bool


def _traits(word: Lexeme, affixes: Affixes, gazetteer: Gazetteer) -> Traits | None:
    """The traits of a word; None for a word that can be nothing, seven in ten of a text."""
    lower = word.lower
    heads = lower in affixes.previous
    if word.shape in ("digit", "mark"):
        return None
    people = _inhabitants(lower, gazetteer)
    odds = word.ordinary if people else word.plain
    if word.shape == "lower" and odds >= PLAIN and not (word.labels or heads or people):
        return None
    listed = bool(word.labels & NAMELIKE) and not word.misspelt
    street = "place" in word.labels
    endings = (
        []
        if listed and not street
        else affixes.ending(lower.removesuffix("s") if lower.endswith(("ens", "ets")) else lower)
    )
    named = (
        listed
        or len(lower) < 2
        or (bool(word.labels) and not word.misspelt)
        or any(a.weight >= SURE_ENDING for a in endings)
    )
    unknown = not named and (word.shape != "lower" or (word.zipf < RARE and word.plain <= NO_WORD))
    return (
        Traits(people, endings, unknown, heads) if people or endings or unknown or heads else None
    )


def _by_traits(
    table: TokenTable, affixes: Affixes, index: int, traits: Traits
) -> Iterator[Detection]:
    if traits.head:
        yield from _by_previous_word(table, affixes, index)
    if traits.people:
        alone = table.lowers[index].endswith("are") and one(table, index)
        people = (
            Hypothesis(traits.people.label, traits.people.evidence, traits.people.features - {"pl"})
            if alone
            else traits.people
        )
        if people.features == _DEFINITE and _before_name(table, index):
            sure = Evidence("people of a place before a name", SURE_PEOPLE, table.lowers[index])
            people = msgspec.structs.replace(people, evidence=(sure,), trust=Trust.FORMAL)
        yield Detection(table.span(index, index), (people,))
    if traits.endings:
        yield from _by_ending(table, index, traits.endings)


def _before_name(table: TokenTable, index: int) -> bool:
    """Whether a first name stands right behind: stockholmaren Sixten."""
    if not table.adjacent(index):
        return False
    word = table.words[index + 1]
    return word.shape in CAPITALS and not word.labels.isdisjoint(FIRSTNAMES)


def one(table: TokenTable, index: int) -> bool:
    """Whether a form that is a singular and a plural names one person: en (äkta) _, jag är (riktig)
    _, som _; but vi är _."""
    before = table.left(index)
    verb = next((step for step in (1, 2) if table.left(index, step) in BE), 0)
    if verb and not (verb == 2 and before.endswith("a")):  # riktiga _
        subject = table.words[index - verb - 1] if table.left(index, verb + 1) else None
        return subject is None or not (
            subject.lower in SEVERAL or any("pl" in entry.flags for entry in subject.entries)
        )
    return before == "som" or not ONE.isdisjoint((before, table.left(index, 2)))


def _capital(table: TokenTable, index: int) -> bool:
    return table.words[index].shape in CAPITALS and not table.all_caps_sentence[index]


def _by_ending(table: TokenTable, index: int, endings: list[Affix]) -> Iterator[Detection]:
    word = table.words[index]
    hypotheses = []
    for affix in endings:
        evidence = [Evidence("ending", affix.weight - 1.0, affix.form)]
        if affix.label == "place" and _listed_place(table, word.lower.removesuffix(affix.form)):
            evidence.append(Evidence("place before an ending", PLACE_BEFORE))
        if not _capital(table, index):
            evidence.append(Evidence("case:lower", LOWER_ENDING))
        told = _capital(table, index) and not table.sentence_initial[index]
        if (not told or word.shape == "mixed") and word.plain > 0:  # HVB-hem
            evidence.append(Evidence("ordinary word", -word.plain * 1.5))
        features = frozenset(("def",) if affix.definite else ()) | frozenset(
            ("gen",) if word.lower.endswith(("ens", "ets", "ans")) else ()
        )
        hypotheses.append(Hypothesis(affix.label, tuple(evidence), features))
    yield Detection(table.span(index, index), tuple(hypotheses))
    first = index
    while (
        first
        and index - first < PARTS_MOST - 1
        and table.adjacent(first - 1)
        and _capital(table, first - 1)
        and not table.sentence_initial[first - 1]
        and not _town(table.words[first - 1])
    ):
        first -= 1
    if first < index and hypotheses[0].label in ("place", "geo"):
        yield Detection(
            table.span(first, index),
            tuple(
                extended(h, [Evidence("capitals before", 0.8)])
                for h in hypotheses
                if h.label in ("place", "geo")
            ),
        )  # Erik Dahlbergsvägen, Andra Långgatan


def _listed_place(table: TokenTable, stem: str) -> bool:
    """Whether a street or square is called after a place: Rinkebysvängen, Tenstagången."""
    return any(
        entry.label in PEOPLED and entry.weight >= SURE_HOME and len(form) >= LEAST_HOME
        for form in {stem, stem.removesuffix("s")}
        for entry in table.gazetteer.entries(form)
    )


def _town(word: Lexeme) -> bool:
    """Whether a word is a town rather than part of the name of a street: "Mora Kvarnvägen 4", but
    "Johan Enbergs väg"."""
    return "city" in word.labels and not word.genitive and word.labels.isdisjoint(FULL_NAME)


def _by_next_word(table: TokenTable, affixes: Affixes, index: int) -> Iterator[Detection]:
    """Hagfors kommun: a capitalised or listed word before a head."""
    word = table.words[index]
    if (
        word.shape in ("digit", "mark")
        or not table.adjacent(index)
        or table.words[index + 1].shape in ("digit", "mark")
    ):
        return
    last, heads = index + 1, affixes.next.get(table.lowers[index + 1], [])
    if table.adjacent(index + 1) and (
        longer := affixes.next.get(f"{table.lowers[index + 1]} {table.lowers[index + 2]}")
    ):
        last, heads = index + 2, longer
    if not heads:
        return
    capital = _capital(table, index)
    named = word.genitive and not word.labels.isdisjoint(NAMELIKE)
    listed = (
        (named or not word.labels.isdisjoint(TOWNLIKE)) and word.zipf < RARE and not word.misspelt
    )
    small = not capital and not listed and _of_small_letters(table, index)
    if not capital and not listed and not small and not _rare_genitive(word):
        return
    most = SURELY_ORDINARY if table.words[last].shape == "lower" else math.inf
    if (
        capital
        and not word.genitive
        and word.plain > (1 if table.sentence_initial[index] else most)
    ):
        return
    town = max(
        (min(entry.weight, 3.0) for entry in word.entries if entry.label in TOWNLIKE), default=0.0
    )
    first = index
    while (
        first > 0 and index - first + 1 < PARTS_MOST and table.adjacent(first - 1) and _capital(table, first - 1)
        and table.words[first - 1].shape != "mark" and not (table.sentence_initial[first - 1] and table.words[first - 1].plain > 0)
    ):  # fmt: skip
        first -= 1
    for affix in heads:
        head_capital = table.words[last].shape != "lower"
        evidence = [Evidence("next word", affix.weight - 0.5, affix.form)]
        if town and affix.label != "city":
            evidence.append(Evidence("town before head", town, word.entries[0].form))
        if affix.form[0].isupper() and not head_capital:
            evidence.append(Evidence("case:lower", SMALL_HEAD[table.few_capitals]))
        if not capital:
            evidence.append(Evidence("case:lower", SMALL_BEFORE_HEAD if listed else LOWER_ENDING))
            if word.plain > 0:
                evidence.append(Evidence("ordinary word", -word.plain))
        if small:
            evidence.append(Evidence("preposition before", AFTER_PREPOSITION, table.left(index)))
        if capital and table.sentence_initial[index] and not listed:
            evidence.append(Evidence("case:initial", -1.5))
        if word.genitive or word.lower.endswith("s") or word.lower.endswith("a"):
            evidence.append(Evidence("genitive before head", 1.0))
        yield table.claim(first, index if affix.label == "city" else last, affix.label, *evidence)


def _rare_genitive(word: Lexeme) -> bool:
    """Whether it may be an unknown name before a head ("valleberga kyrka" has one): in no list, no
    slip, and inflected."""
    return _rare(word) and word.lower.endswith("s")


def _rare(word: Lexeme) -> bool:
    """Whether a word is in no list and no dictionary, and no slip."""
    return not word.entries and not word.meant and word.zipf < RARE and word.plain <= NO_WORD


def _of_small_letters(table: TokenTable, index: int) -> bool:
    """Whether it may be an unknown name before a head in a text that has no capitals: vid kessingbo
    golfklubb."""
    before = table.left(index) in TO_THING and table.few_capitals
    return before and _rare(table.words[index])


def _by_previous_word(table: TokenTable, affixes: Affixes, index: int) -> Iterator[Detection]:
    """IFK Vinslöv, Restaurang Opalen: a head before one or two capitalised words."""
    heads = affixes.previous.get(table.lowers[index], [])
    if (
        not heads
        or not table.adjacent(index)
        or not _capital(table, index + 1)
        or table.words[index + 1].shape == "mark"
    ):
        return
    if table.words[index].shape == "lower" and table.words[index + 1].labels & FIRSTNAMES:
        return  # "i skolan Fatima fick en kompis"
    last = index + 1
    if table.adjacent(last) and _capital(table, last + 1):
        last += 1
    for affix in heads:
        if affix.form.isupper() and table.words[index].shape == "lower":
            continue
        include = affix.form[0].isupper() and table.words[index].shape != "lower"
        yield table.claim(
            index if include else index + 1,
            last,
            affix.label,
            Evidence("previous word", affix.weight - 1.0, affix.form),
        )


def home(form: str, gazetteer: Gazetteer) -> tuple[Entry, frozenset[str]] | None:
    """The place whose people a form in small letters names, the best known where it may be two, and
    the form's features: lundabor."""
    if not form.endswith(_HOMES):
        return None  # nearly all
    for ending, features in INHABITANTS.items():
        if form.endswith(ending):
            stem = form.removesuffix(ending)
            stems: tuple[str, ...] = (stem,)
            if ending.startswith("bo") and stem.endswith(LINKING):
                cut = stem[:-1]  # Hisingen: hisingsbo
                stems = (stem, cut, f"{cut}en", f"{cut}et") if stem[-1] == "s" else (stem, cut)
            places = [
                entry
                for each in stems
                for entry in gazetteer.entries(each)
                if entry.label in PEOPLED
            ]
            return (max(places, key=attrgetter("weight")), features) if places else None
    return None


def _inhabitants(lower: str, gazetteer: Gazetteer) -> Hypothesis | None:
    """Malmöbor, kirunaborna, göteborgare: people of a place have its label (docs/annotation.md, house
    decisions)."""
    found = None if lower in THINGS else home(lower, gazetteer)
    if not found or found[0].weight < SURE_HOME or len(found[0].form) < LEAST_HOME:
        return None
    entry, features = found
    features |= {"foreign"} if entry.country else set()
    return Hypothesis(
        entry.label, (Evidence("people of a place", entry.weight - 0.5, entry.form),), features
    )


def _in_no_list(written: tuple[Lexeme, bool]) -> tuple[Hypothesis, ...]:
    """What a word in no list may be for its capital, which says little where the word stands first."""
    word, initial = written
    odds = word.plain if initial else word.ordinary
    base = UNKNOWN_INITIAL if initial else (word.ordinary - word.plain) * IN_CAPITALS
    evidence = Evidence("case:capital in no list", base - max(0.0, odds))
    labels = UNKNOWN_CAPITAL if word.shape != "upper" else {"other_institution": 0.3}
    features = frozenset(("gen",)) if _genitive(word.lower) else frozenset()
    return tuple(
        Hypothesis(label, (evidence, Evidence("unknown word", weight)), features)
        for label, weight in labels.items()
    )


def _unknown(
    table: TokenTable,
    cues: Cues,
    unlisted: Mapping[tuple[Lexeme, bool], tuple[Hypothesis, ...]],
    index: int,
) -> Iterator[Detection]:
    word, initial = table.words[index], table.sentence_initial[index]
    if _capital(table, index):
        if (word.plain if initial else word.ordinary) <= NO_WORD or cues.strong_before(
            table, index, STRONG_CUE
        ):
            yield Detection(table.span(index, index), unlisted[word, initial])
    elif word.zipf < RARE and word.plain <= NO_WORD and not word.meant:
        if strong := cues.strong_before(table, index, STRONG_CUE):
            label = (
                "firstname_unknown" if "name" in strong else "city" if "place" in strong else "work"
            )
            yield table.claim(
                index, index, label, Evidence("case:lower, in no list", LOWER_AFTER_CUE)
            )
        elif word.zipf:
            return
        elif label := _introduced(table, index):
            yield table.claim(
                index, index, label, Evidence("case:lower, in no list", LOWER_INTRODUCED)
            )
        elif index and table.adjacent(index - 1) and _given_name(table, index - 1):
            yield table.claim(
                index, index, "surname", Evidence("after a first name, in no list", LOWER_SURNAME)
            )


def _given_name(table: TokenTable, index: int) -> bool:
    """Whether a word is surely a first name, and not in the genitive."""
    word = table.words[index]
    if word.genitive or word.ordinary >= 0 or not (table.few_capitals or word.shape in CAPITALS):
        return False
    return any(entry.label in FIRSTNAMES and entry.weight >= SURE_NAME for entry in word.entries)


def _introduced(table: TokenTable, index: int) -> str:
    """What a word for a person before it makes of an unknown word (min bror _, min bror, _, grannen
    _); "" for nothing, as for a verb."""
    apart = table.left(index) == ","
    before = index - 1 - apart
    if (
        before < 0
        or table.sentence[before] != table.sentence[index]
        or PEOPLE.isdisjoint(table.words[before].labels)
    ):
        return ""
    if not apart and table.lowers[index].endswith(VERBS):
        return ""
    person = table.words[before].lower
    return (
        "firstname_female"
        if person in FEMALE
        else "firstname_male"
        if person in MALE
        else "firstname_unknown"
    )


def _genitive(lower: str) -> bool:
    return lower.endswith(("'s", ":s"))
