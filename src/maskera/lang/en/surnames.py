"""Surnames by what stands beside them: a family's (the Johnsons), before Jr., and behind a first
name in a text without capitals (tom fryer)."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.initials import ORDINARY, single
from maskera.lang.en.morphology import base, marks, plural, singular
from maskera.lang.en.names import GIVEN_BEFORE, PARTICLES, behind_given, only_given
from maskera.lang.en.people import HARDLY, KNOWN, SHORTEST, SUBJECTS, ends, may_be
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lang.en.word_names import DOES, IS, SUFFIX, tells, writes_capitals
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS

_WORDS = word_list("en", "surnames")

PUBLIC = word_list("en", "word_names")["public"]
"""Families that everybody knows: the Simpsons."""
VISITED = _WORDS["visited"]
"""Verbs whose object is people."""
LIVED, RELATED = _WORDS["lived"], _WORDS["related"]
"""Verbs of families, and words for who they are: _ are our neighbours."""
PEOPLES = frozenset(("nationality", "prof"))
INFLECTED = word_list("en", "people").ranked("inflected")
"""Endings of verbs, adverbs and nouns that are no surnames."""
FAMILY = Evidence("name:a family by its surname", 6.0)
TITLED = Evidence("name:behind a title in small letters", 6.0)
TITLES = word_list("en", "word_names")["title_in_words"]
COURTESY = word_list("en", "harmonize")["courtesy"] | {"dr"}
FREQUENT = 5.6  # Zipf from which on a word behind one of them goes on: mr is late
BORNE = Evidence("name:before Jr.", 7.0)
SAID = ("surname", "lastname")
BORN = Evidence("name:born so", 7.0)
SMALL = Evidence("name:behind a first name in small letters", 6.0)
USUAL = 3.0  # Zipf of a plural from which it is a word or a team of its own: the Vikings
SURNAME = 0.0  # weight of a surname of which a family is called
RARE = 3.2  # Zipf from which a word in small letters is no surname of no list


def _may_be_family(word: Lexeme) -> bool:
    lower = base(word.lower)
    capital = word.shape in CAPITALS and word.shape != "upper"
    return capital and len(lower) > 3 and lower[-1] == "s" and lower not in PUBLIC


def _behind_the(table: TokenTable, index: int) -> bool:
    return table.left(index) == "the" and tells(table, index)


def _family(table: TokenTable, index: int) -> Iterator[Detection]:
    """The Johnsons; of an ordinary word (the Woods) where somebody bears the name in the text or
    people alone stand (visited the Woods), and there of no list, too."""
    if goes_on(table, index):
        return
    lower = base(table.lowers[index])
    forms = [each for each in singular(lower)[1:] if plural(each) == lower]
    surnames = {
        each
        for each in forms
        if any(e.label == "surname" and e.weight >= SURNAME for e in table.gazetteer.entries(each))
    }
    borne = any(
        table.words[at].shape == "capital" and not table.sentence_initial[at]
        for at in table.among(surnames)
    )
    word = table.words[index]
    other = any(
        each.label != "surname" and each.weight > 1 for each in table.gazetteer.entries(lower)
    )
    usual = word.plain > ORDINARY or table.gazetteer.zipf(lower) > USUAL
    unknown = not (word.entries or usual or word.ordinary > 0) and any(map(_may_be_one, forms))
    people = _of_people(table, index)
    if (unknown and people) or _related(table, index):
        surnames = {*forms}
    if surnames and (borne or not (other or usual) or (people and not word.labels & PEOPLES)):
        yield table.claim(
            index, index, "surname", FAMILY, features=frozenset(["pl"]), trust=Trust.FORMAL
        )


def _may_be_one(form: str) -> bool:
    """Whether a form of no list may be somebody's surname."""
    return len(form) >= SHORTEST and form.replace("-", "").isalpha()


def _of_people(table: TokenTable, index: int) -> bool:
    """Whether a plural stands where people alone do: visited the _, the _ moved away."""
    if table.left(index, 2) in VISITED and ends(table, index):
        return True
    many = base(table.lowers[index]) == table.lowers[index]
    return many and (table.right(index) in LIVED or _related(table, index))


def _related(table: TokenTable, index: int) -> bool:
    """Whether it is said of a plural what is said of families alone: the _ are a big family."""
    near = {table.right(index, step) for step in range(2, 8)}
    return table.right(index) in ("are", "were") and not near.isdisjoint(RELATED)


def _is_suffix(word: Lexeme) -> bool:
    return word.lower in SUFFIX and word.shape != "lower"


def _before_suffix(table: TokenTable, index: int) -> Iterator[Detection]:
    """The surname between a first name and what stands behind a full name: Sam Whitlow Jr."""
    family = index - 1 - (table.left(index) == ",")
    given = family - 1
    if given < 0 or table.words[family].shape != "capital" or not table.adjacent(given):
        return
    if (
        not table.words[given].labels.isdisjoint(FIRSTNAMES)
        and table.words[given].shape in CAPITALS
    ):
        yield table.claim(family, family, "surname", BORNE, trust=Trust.FORMAL)


def _may_be_surname(word: Lexeme) -> bool:
    """Whether a word in small letters is a surname by lists, or a rare word that is neither an
    inflected one nor listed as another."""
    if word.shape != "lower" or len(word.lower) < SHORTEST or not base(word.lower).isalpha():
        return False
    if not word.labels.isdisjoint(FULL_NAME):
        return word.plain <= KNOWN
    usual = word.zipf > RARE or word.lower.endswith(INFLECTED)
    return not (word.entries or word.meant or usual)


def _behind_small(table: TokenTable, index: int) -> bool:
    return index > 0 and table.words[index - 1].shape == "lower" and may_be(table.words[index - 1])


def _surname(table: TokenTable, index: int) -> Iterator[Detection]:
    """The surname behind a first name in a text without capitals: tom fryer, bibi gul."""
    given = table.words[index - 1] if index and table.adjacent(index - 1) else None
    if given is None or table.sentence[index - 1] != table.sentence[index]:
        return
    if given.shape != "lower" or not (given.lower in HARDLY or _given(given)):
        return
    if any(entry.label in INSTITUTIONS for entry in table.entries(index - 1, index)):
        return  # john lewis
    if ends(table, index) and not table.fact(writes_capitals):
        features = marks(table.lowers[index])
        yield table.claim(index, index, "surname", SMALL, features=features, trust=Trust.FORMAL)


def _given(word: Lexeme) -> bool:
    best = word.entries[0].label if word.entries else ""
    return best in FIRSTNAMES and word.plain <= KNOWN


def _born(table: TokenTable, index: int) -> Iterator[Detection]:
    """The name somebody was born with, and what a surname is said to be: née Osafo, my surname is
    Chew."""
    name = index + 1 + (table.right(index) in IS)
    if table.lowers[index] in SAID and name == index + 1:
        return
    if name >= len(table.words) or not table.adjacent(index):
        return
    if table.words[name].shape == "capital" and not table.fact(every_word_capital):
        yield table.claim(name, name, "surname", BORN, trust=Trust.FORMAL)


def _clan(table: TokenTable, index: int) -> Iterator[Detection]:
    """The surname of people named together: the Hargreaves boys."""
    name = index - 1
    if not table.adjacent(name) or not tells(table, name) or name < 0:
        return
    word = table.words[name]
    unlisted = not (word.entries or word.zipf) and table.lowers[index] in ("family", "household")
    if table.left(index, 2) != "the" and not (unlisted and not table.sentence_initial[name]):
        return
    surname = any(e.label == "surname" and e.weight >= SURNAME for e in word.entries)
    family = table.lowers[index] == "family" and not goes_on(table, index)
    other = "nationality" in word.labels or (word.plain > ORDINARY and not (surname and family))
    if word.shape == "capital" and (surname or not word.entries) and not other:
        yield table.claim(name, name, "surname", FAMILY, trust=Trust.FORMAL)


def _small_title(table: TokenTable, title: int) -> Iterator[Detection]:
    """The surname behind a title in words or letters, in small letters: the landlord mister
    kershaw, mrs quick; but not mr is late, dr told me."""
    name = title + 1 + (table.right(title) == "." and table.lowers[title] in COURTESY)
    if name >= len(table.words) or not table.adjacent(name - 1):
        return
    word, short = table.words[name], table.lowers[title] in COURTESY
    if short and (table.fact(writes_capitals) or table.words[title].shape != "lower"):
        return
    if table.lowers[title] == "miss" and (
        table.left(title) in SUBJECTS or table.words[name].plain > KNOWN
    ):
        return  # i miss summer
    named = word.plain <= KNOWN and not word.labels & {"prof", "fam"}
    if short and word.zipf < FREQUENT:
        named = table.lowers[name] not in DOES and not word.labels & {"title", "prof", "fam"}
    if word.shape == "lower" and word.lower.isalpha() and len(word.lower) >= SHORTEST and named:
        label = only_given(word) or "surname"
        if word.plain > KNOWN or not word.entries:
            label = "surname"
        yield table.claim(name, name, label, TITLED, trust=Trust.FORMAL)


def _behind_name(table: TokenTable, index: int) -> bool:
    """Whether a first name or an initial stands before a token: P. van der Westhuizen."""
    if behind_given(table, index):
        return True
    at = index - 1 - (table.at(index - 1) == ".")
    letter = at >= 0 and single(table.words[at]) and table.lowers[at] != "i"
    return letter and table.adjacent(index - 1)


def _particled(table: TokenTable, index: int) -> Iterator[Detection]:
    """A surname with its particles behind a first name: Marijke van den Heuvel."""
    last = index
    while table.at(last) in PARTICLES and last - index < 3:
        last += 1
    joined = last < len(table.words) and table.adjacent(index - 1) and table.adjacent(last - 1)
    if joined and table.words[last].shape in CAPITALS:
        initial = not behind_given(table, index)
        trust = Trust.FORMAL if initial else Trust.EVIDENCE
        yield table.claim(index, last, "surname", GIVEN_BEFORE, trust=trust)


SURNAMES = frozenset(("surname",))
RULES = (
    Rule(
        "name.particles",
        Stage.CLAIM,
        _particled,
        where(words(*PARTICLES), _behind_name),
        SURNAMES,
        cases="names",
    ),
    Rule(
        "name.clan",
        Stage.CLAIM,
        _clan,
        words(*word_list("en", "people")["clan"]),
        SURNAMES,
        cases="people",
    ),
    Rule(
        "name.small_title",
        Stage.CLAIM,
        _small_title,
        words(*TITLES, *COURTESY),
        SURNAMES | FIRSTNAMES,
        cases="names",
    ),
    Rule(
        "name.family",
        Stage.CLAIM,
        _family,
        where(lexeme(_may_be_family), _behind_the),
        SURNAMES,
        cases="names",
    ),
    Rule("name.born", Stage.CLAIM, _born, words(*SAID, "née", "nee"), SURNAMES, cases="people"),
    Rule("name.suffix", Stage.CLAIM, _before_suffix, lexeme(_is_suffix), SURNAMES, cases="names"),
    Rule(
        "name.small_surname",
        Stage.CLAIM,
        _surname,
        where(lexeme(_may_be_surname), _behind_small),
        SURNAMES,
        cases="people",
    ),
)
