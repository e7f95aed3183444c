"""Words that are made of a listed name, alone in a text: Boråspolis, IKEA-anställd, SKF:aren,
Haddadarna, Kirunabostäder, dalmasarna.

Only what somebody or something of the name is (words/compounds.tsv, trades, relatives) makes such a
word: a Volvobil is a thing that one buys, and Parisavtalet no place. The tagger has not learned
them, so they are claimed in its place.

Longer than 400 lines because every way in which a word holds a name is asked in one order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cached_property, lru_cache
from itertools import product
from operator import attrgetter

from maskera import expressions as re
from maskera.lang.pack import Derivation, MadeOf
from maskera.lang.sv.derivation import (
    LEAST_SMALL,
    MEMBERS,
    MISTRESS,
    PLURALS,
    Derivations,
    clubs,
    member,
)
from maskera.lang.sv.institutions import in_their_place
from maskera.lang.sv.morphology import VOWELS
from maskera.lang.sv.name_shape import LEAST_HOME, PEOPLED, SURE_HOME, THINGS, home, one
from maskera.lang.sv.place_words import people
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import Test, one_of, only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.rules.rule import Rule, of_document
from maskera.taxonomy import ABROAD, FULL_NAME, INSTITUTIONS
from maskera.text import Span

_WORDS = word_list("sv", "compounds")

PERSON, LOCAL, PRODUCT, FIXED = "person", "local", "product", "fixed"
COMPANY, CLUB, PIECE, EVENT = "company", "of_club", "piece", "event"
"""What a second half says: who somebody is, what belongs to the place or thing, what a firm makes,
what is called after a place and known to all, what company of a town it is, what one has of a club,
behind a hyphen a work of somebody (Bergman-filmen), and what is held in a town: local at home
(Gävlemässan), known to all abroad (Leipzigmässan)."""
IMPERSONAL = (PRODUCT, FIXED)
WOMAN = "woman"
"""Somebody whom an adjective names where no noun stands behind it."""
DOUBTFUL = "doubtful"  # somebody of what may be a usual word, but for a capital inside a sentence
TRADES, RELATIVES = {"prof": -1.0, "title": 0.0}, {"fam": 0.0}
"""Log-odds from which an entry of a label is a word for somebody, and so a second half."""
_SOMEBODY = TRADES | RELATIVES
LEAST_TRADE = 4  # letters of such a word: many of three are another language's
LINKERS = "sa"  # between a name and its second half: göteborgs|kille, lunda|student
LINKED = ("", "en", "et")  # of a definite name whose first half ends in -s: televerks
DEFINITE = ("en", "n", "et")  # of a definite noun
BEARERS, OF_MEMBER = ("arna", "arnas"), re.compile(r":ar(?:ens?|es?|nas?)$")
"""Endings of all who have a surname, and what begins those of who belongs to a firm (Volvo:aren)."""
LEAST_NAME, LEAST_HYPHENED = 4, 2  # letters of a name before its second half
LEAST_TAIL, LONGEST_TAIL = 3, 20
LISTED = {
    **dict.fromkeys(PEOPLED, 2.0),
    **dict.fromkeys(INSTITUTIONS, 1.0),
    "area": 2.0,
    "country": 3.0,
    **dict.fromkeys(FULL_NAME, 2.6),
}
"""Log-odds from which an entry of a label is a name of which such words are made."""
BEFORE_NOUNS = PEOPLED | INSTITUTIONS | {"area", "country"}
"""The labels of which compounds are made; with a hyphen of people's names, too."""
ORDINARY_TOO = 3.0  # log-odds of a name that is an ordinary word, too
AFTER_NAMES = 2.0  # log-odds of being an ordinary word up to which a form may be such a word
SURE, SURE_PART = 4.5, 7.0  # log-odds of such a word, and of the name before a hyphen
LONGEST_ACRONYM = 4  # letters of an institution's acronym that may be an ordinary word
LONGEST_SIMPLE = 7  # letters of a noun that is hardly two in one
RARE = 0.5  # log-odds of a word that few texts have: djurgårdare
LEAST_OF_PLACE, SURE_OF_PLACE = (
    8,
    3.0,
)  # letters of a word of a place and any noun, and its log-odds
LEAST_BRAND = -1.0  # log-odds of a firm that is known by what it makes
_OF_BRANDS = {**LISTED, **dict.fromkeys(INSTITUTIONS, LEAST_BRAND)}
_HOME = "sverige"
Cut = tuple[int, list[str]]
"""Where the second half of a word begins, and what it can say."""
_AND = one_of(("&",))


class Compounds:
    """The words made of the names of a vocabulary."""

    def __init__(self, vocab: Vocab) -> None:
        self._gazetteer, self._kind = vocab.gazetteer, vocab.taxonomy.kind
        self._tails: dict[str, list[str]] = {}
        for kind in (PERSON, LOCAL, CLUB, PRODUCT, FIXED, COMPANY, PIECE, EVENT):
            for form in _WORDS[kind]:
                self._tails.setdefault(form, []).append(kind)
        for form in _WORDS["employed"] | _WORDS["family"]:
            if PERSON not in self._tails.setdefault(form, []):
                self._tails[form].append(PERSON)
        self._people, self._clubs = people(vocab), vocab.derived(clubs)
        self.read = lru_cache(20_000)(self._read)
        self.half = lru_cache(20_000)(self._half)
        derivations = vocab.derived(Derivations)
        self._place_in = lru_cache(20_000)(derivations.place_in)
        self._woman_of = derivations.woman_of
        self.is_made: Test = lambda word: (
            (_may_be(word) or (word.shape == "lower" and self._is_of_place(word)))
            and self.read(word.lower) is not None
        )

    def _is_of_place(self, word: Lexeme) -> bool:
        """Whether a word is one for somebody from a place, and no slip of its name: arbogabo."""
        made = self.read(word.lower) if word.misspelt else None
        return word.lower in self._people or (made is not None and made.how.kind == "people")

    def entry(self, word: str) -> Entry | None:
        """The listed name that a word, in lower case and in no list itself, is made of."""
        made = self.read(word)
        return made.entry if made else None

    @cached_property
    def _glued(self) -> dict[str, str]:
        """Names of several words without their blanks, in lower case, and with them: atlascopco."""
        least = min(LISTED[label] for label in INSTITUTIONS)
        listed = self._gazetteer.names_of_label(tuple(INSTITUTIONS), least)
        spaced = [form.lower() for form in listed if " " in form]
        return {form.replace(" ", ""): form for form in spaced}

    def is_tail(self, word: str) -> bool:
        """Whether a word is one for what somebody is, or for what belongs to a thing."""
        return not {PERSON, LOCAL}.isdisjoint(self._tail(word))

    def is_person(self, word: str) -> bool:
        """Whether a word is one for what somebody is."""
        return PERSON in self._tail(word)

    def _tail(self, word: str) -> list[str]:
        """What the second half of a compound can say."""
        listed = self._tails.get(word) or self._tails.get(word.removesuffix("s"))
        return listed or ([PERSON] if len(word) >= LEAST_TRADE and self._is_somebody(word) else [])

    def _is_somebody(self, word: str) -> bool:
        """Whether a word is one for a trade or a relative: konduktör, kusinen."""
        if word not in self._gazetteer:  # as most ends of words
            return False
        for entry in self._gazetteer.entries(word):
            if entry.weight >= _SOMEBODY.get(entry.label, 9.0):
                return self.is_word(word)
        return False

    def _read(self, word: str) -> MadeOf | None:
        """Of what name a word, in lower case and in no list itself, is made."""
        if word in self._people and any(
            entry.label in PEOPLED for entry in self._gazetteer.entries(word)
        ):
            return self._inhabitant(word, False)  # dalmas, also the genitive of a name
        if self._gazetteer.entries(word) or (self._gazetteer.ordinary(word) or 0) > AFTER_NAMES:
            return None
        if "-" in word:
            return self._hyphened(word)
        if self._gazetteer.entries(word.removesuffix("s")):
            return None
        known = self.is_word(word)
        if found := self._inhabitant(word, known):
            return found
        if (not known or ":" in word) and (found := self._member(word)):
            return found
        if not known and (found := self._bearers(word)):
            return found
        halves = range(max(LEAST_NAME, len(word) - LONGEST_TAIL), len(word) - LEAST_TAIL + 1)
        cuts = [(start, kinds) for start in halves if (kinds := self._tail(word[start:]))]
        return (
            self._compound(word, cuts, known)
            or (None if known else self._of_a_word(word, cuts) or self._of_family(word, cuts))
            or self._woman(word)
        )

    def _inhabitant(self, word: str, known: bool) -> MadeOf | None:
        """dalmasarna, moskovit, berlinare: who comes from a place."""
        form, how = self._people.get(word, ("", None))
        if how is None and word not in THINGS:
            rare = (self._gazetteer.ordinary(word) or 0.0) <= RARE
            found = home(word, self._gazetteer) if rare or not known else None
            if found is None and rare:
                cut = self._cut(word)
                found = cut if cut and cut[0].label == "city" else None
            if found and found[0].weight >= SURE_HOME and len(found[0].canonical) >= LEAST_HOME:
                how = Derivation("people", " ".join(sorted(found[1])))
                return MadeOf(found[0], word, how, PERSON)
        if how is None:
            return None
        places = (entry for entry in self._gazetteer.entries(form) if entry.label in PEOPLED)
        place = max(places, key=attrgetter("weight"), default=None)
        told = place is not None and (place.label == "city" or not place.country)
        return MadeOf(place, word, how, PERSON) if place and told else None

    def _cut(self, word: str) -> tuple[Entry, frozenset[str]] | None:
        """The same of a place whose ending is left out: djurgårdare, örgrytarna. But not what a
        verb or a noun has: drömmare, killingarna."""
        for ending, other in (("are", "a"), ("aren", "a"), ("arna", "ar")):
            if not word.endswith(ending) or len(word) < LEAST_NAME + len(ending):
                continue
            stem = word.removesuffix(ending)
            if len(stem) > LONGEST_SIMPLE or not self.is_word(stem + other):
                return home(f"{stem}en{ending}", self._gazetteer) or home(
                    f"{stem}e{ending}", self._gazetteer
                )
        return None

    def _half(self, word: str) -> Derivation | None:
        """How a word, in lower case, that is called a name and that no list knows, is made of one:
        the word for somebody in its second half."""
        if self._gazetteer.entries(word):
            return None
        _, hyphen, tail = word.rpartition("-")
        if hyphen:
            noun = len(tail) >= LEAST_TAIL and self.is_word(tail)
            return Derivation("compound", f"-{tail}") if noun else None
        if " " in word:  # Café Piloten
            return None
        for start in range(max(LEAST_NAME, len(word) - LONGEST_TAIL), len(word) - LEAST_TAIL + 1):
            if PERSON in self._tail(word[start:]) and self._is_named(word[:start], word[start:]):
                return Derivation("compound", f"-{word[start:]}")
        return None

    def _is_named(self, head: str, tail: str) -> bool:
        """Whether a first half may be a name: a listed one, or no word of the language before what
        does not end towns, too (Malmöpolis, but not Indianopolis)."""
        listed = PEOPLED | INSTITUTIONS
        entries = (entry for name in _names(head) for entry in self._gazetteer.entries(name))
        return any(entry.label in listed for entry in entries) or not (
            tail in _WORDS["ends_towns"]
            or self.is_word(head)
            or self.is_word(head.removesuffix("s"))
        )

    def _hyphened(self, word: str) -> MadeOf | None:
        name, _, tail = word.rpartition("-")
        if len(name) < LEAST_HYPHENED:
            return None
        names = (name, name.removesuffix("s")) if len(name) > LEAST_NAME else (name,)
        how = Derivation("compound", f"-{tail}")
        for labels, kind, its in product((BEFORE_NOUNS, FULL_NAME), self._tail(tail), names):
            if entry := self._named(its, labels, kind, tail in _WORDS["employed"]):
                return MadeOf(entry, name, how, kind)
        if len(name) <= LONGEST_ACRONYM and PERSON in self._tail(tail):  # BUP is a word, too
            for entry in self._gazetteer.entries(name):
                if entry.label in INSTITUTIONS and entry.weight >= LISTED[entry.label]:
                    return MadeOf(entry, name, how, PERSON)
        return None

    def noun_of_place(self, word: str) -> Entry | None:
        """The listed place that a word, in lower case and in no list, has before another noun:
        Kiviksmarknaden; None for what is known to all whatever it is called after."""
        place = self._place_in(word) if len(word) >= LEAST_OF_PLACE else None
        if place is None or place.weight < SURE_OF_PLACE:
            return None
        made = self.read(word)
        return None if made and made.kind in IMPERSONAL else place

    def _compound(self, word: str, cuts: Sequence[Cut], known: bool) -> MadeOf | None:
        for start, kinds in cuts:
            tail = word[start:]
            for name, kind in product(_names(word[:start]), kinds):
                entry = self._named(name, BEFORE_NOUNS, kind, tail in _WORDS["employed"])
                if entry and not (known and entry.label in INSTITUTIONS):
                    if kind == EVENT:
                        kind = FIXED if entry.country else LOCAL
                    return MadeOf(entry, name, Derivation("compound", tail), kind)
        return None

    def _of_a_word(self, word: str, cuts: Sequence[Cut]) -> MadeOf | None:
        """Handelsstudent: who belongs to an institution that is called as a usual word is."""
        for start, kinds in cuts:
            if PERSON not in kinds:
                continue
            for entry in self._gazetteer.entries(word[:start]):
                if entry.label in INSTITUTIONS and entry.weight >= LISTED[entry.label]:
                    how = Derivation("compound", word[start:])
                    return MadeOf(entry, word[:start], how, DOUBTFUL)
        return None

    def _of_family(self, word: str, cuts: Sequence[Cut]) -> MadeOf | None:
        """Lindgrensbarnen, Haddadklanen: somebody of a family."""
        for start, kinds in cuts:
            name = word[:start].removesuffix("s")
            bare = len(name) == start  # Haddadklanen
            if (
                PERSON not in kinds
                or (bare and word[start:] not in _WORDS["family"])
                or self.is_word(name)
            ):
                continue
            for entry in self._gazetteer.entries(name):
                if entry.label == "surname" and entry.weight >= LISTED["surname"]:
                    return MadeOf(entry, name, Derivation("compound", word[len(name) :]), PERSON)
        return None

    def _woman(self, word: str) -> MadeOf | None:
        """Linköpingska: a woman of a town."""
        found = self._woman_of(word)
        return MadeOf(found[0], word, found[1], WOMAN) if found else None

    def _named(
        self, name: str, labels: Set[str], kind: str, employed: bool = False
    ) -> Entry | None:
        """What lists say of a name before a second half of this kind; None for no such name.

        employed: the second half is said of who works there, so that any firm may be meant.
        """
        if name == _HOME:
            return None
        made = kind in (PRODUCT, CLUB)
        ordinary = not made and self._is_first_half(name)
        brand = ordinary and kind == PERSON and self._is_brand(name)
        least = _OF_BRANDS if made or employed else LISTED
        found = [
            entry
            for entry in self._gazetteer.entries(name)
            or self._gazetteer.entries(self._glued.get(name, ""))
            if entry.label in labels
            and entry.weight
            >= (
                ORDINARY_TOO
                if ordinary and not (brand and entry.label in INSTITUTIONS)
                else least.get(entry.label, 0.0)
            )
            and (kind not in IMPERSONAL or (kind == PRODUCT) == (entry.label in INSTITUTIONS))
            and (kind != COMPANY or entry.label == "city")
            and (kind != EVENT or entry.label in PEOPLED)
            and (kind != PIECE or entry.label in FULL_NAME)
        ]
        if kind == CLUB:  # rather as a club than as its quarter
            found = [one for one in found if one.label in INSTITUTIONS] or found
            found = found if name in self._clubs else []
        own = attrgetter("canonical")
        return max(found, key=lambda one: (own(one).lower() == name, one.weight), default=None)

    def _is_brand(self, name: str) -> bool:
        """Whether a word that texts have in small letters is in no dictionary: spotify, but not
        handels."""
        return not self._gazetteer.spelled(name) and not self._gazetteer.spelled(
            name.removesuffix("s")
        )

    def _is_first_half(self, name: str) -> bool:
        """Whether a name may be an ordinary word in this place; a definite noun is none (Boden)."""
        definite = any(name.endswith(e) and self.is_word(name.removesuffix(e)) for e in DEFINITE)
        return not definite and (self.is_word(name) or self.is_word(name.removesuffix("s")))

    def is_word(self, form: str) -> bool:
        """Whether a form is an ordinary word."""
        odds = self._gazetteer.ordinary(form)
        return ((self._gazetteer.spelled(form) if odds is None else odds) or 0.0) > 0

    def _member(self, word: str) -> MadeOf | None:
        """SKF:are, chalmerist: who belongs to a thing; but not journalist."""
        for ending in MEMBERS:
            if not word.endswith(ending):
                continue
            stem = word.removesuffix(ending)
            apart = stem.rstrip(":'’")
            if stem == apart and len(stem) < LEAST_SMALL:
                continue
            for name in (apart, f"{apart}s"):
                for entry in self._gazetteer.entries(name):
                    if entry.label in INSTITUTIONS and entry.weight >= LISTED[entry.label]:
                        how = member(ending, self._kind(entry.label), name in self._clubs)
                        return MadeOf(entry, name, how, PERSON)
        return None

    def _bearers(self, word: str) -> MadeOf | None:
        """Haddadarna, Nilssönerna: all who have a surname; Karlssonskan, a woman who has."""
        form = word.removesuffix("s")
        genitive = "s" if form != word else ""
        if form.endswith(MISTRESS):
            return self._family(form.removesuffix(MISTRESS), MISTRESS + genitive)
        if form.endswith("sönerna"):
            name, ending = form.removesuffix("önerna") + "on", "na"
        else:
            ending = next((one for one in PLURALS[:2] if form.endswith(one)), "")
            name = form.removesuffix(ending) + ("a" if ending == "orna" else "")
            ending = "na"
        return None if name == form else self._family(name, ending + genitive)

    def _family(self, name: str, ending: str) -> MadeOf | None:
        """What is made of a listed surname by this ending."""
        woman = ending.startswith(MISTRESS)  # of Palm, but not of Mori: Moriskan
        if len(name) < LEAST_NAME or self.is_word(name) or (woman and name[-1] in VOWELS):
            return None
        for entry in self._gazetteer.entries(name):
            if entry.label == "surname" and entry.weight >= LISTED["surname"]:
                return MadeOf(entry, name, Derivation("bearers", ending), PERSON)
        return None


def _names(head: str) -> Iterator[str]:
    """What names the first half may be of: malmö, göteborgs, lunda, ume, hammarkulle,
    försäkringskasse."""
    if len(head) < LEAST_NAME:
        return
    yield head
    if head[-1] in LINKERS and len(head) > LEAST_NAME:
        yield from (head[:-1] + ending for ending in LINKED)
    if head[-1] == "e":
        yield from (f"{head}å", f"{head}n", f"{head[:-1]}an")


def _claimed(table: TokenTable, index: int) -> Iterator[Detection]:
    word, compounds = table.words[index], table.vocab.derived(Compounds)
    made = compounds.read(word.lower)
    if made is None or made.kind in IMPERSONAL or not _written_so(table, index, made):
        return
    span, how = table.span(index, index), made.how
    label = "other_institution" if made.kind == COMPANY else made.entry.label
    features = frozenset(("foreign",) if made.entry.label in ABROAD and made.entry.country else ())
    if how.kind == "bearers":
        several = not how.ending.startswith(MISTRESS)
        features |= {"def", *(("pl",) if several else ())}
        features |= {"gen"} if how.ending.endswith("s") else set()
    if how.kind == "people":
        features |= {*how.ending.split()}
        if word.lower.endswith("are"):  # one or several
            features = features - {"pl"} if one(table, index) else features | {"pl"}
    if how.ending.startswith("-"):
        span = Span(span.start, span.start + len(made.name))
        if (longer := _of_more(table, index, made.name)) is not None:
            yield longer
            return
        if made.name == f"{made.entry.form.lower()}s":
            features |= {"gen"}
    sure = SURE_PART if how.ending.startswith("-") else SURE
    evidence = Evidence("shape:made of a name", sure, made.entry.form)
    yield Detection(span, (Hypothesis(label, (evidence,), features, Trust.FORMAL),))


def _written_so(table: TokenTable, index: int, made: MadeOf) -> bool:
    """Whether a word is written as one made of that name: in small letters of a town, or somebody
    of an institution (scaniaarbetare)."""
    form = table.document.tokens.forms[index]
    head, hyphen, tail = form.rpartition("-")
    if made.kind == DOUBTFUL:
        return form[0].isupper() and not table.sentence_initial[index]
    if hyphen:
        if made.entry.label in PEOPLED:
            return tail.islower()
        known = _is_word(table, made)
        if made.kind == PERSON and made.entry.label in INSTITUTIONS and not known:
            return tail.islower()
        acronym = made.entry.label in INSTITUTIONS and len(head) <= LONGEST_ACRONYM
        return tail.islower() and (head.isupper() if acronym and known else form[0].isupper())
    if made.kind == WOMAN:
        return form.islower() and not table.right(index).isalpha()
    if made.how.kind == "bearers":
        return form[0].isupper() or made.name.endswith("sson")
    if made.how.kind == "people":  # with a capital inside a sentence a newspaper, or a play
        return form.islower() or table.sentence_initial[index]
    if made.entry.label in FULL_NAME:
        return form[0].isupper()
    if made.how.kind == "compound" and form.islower():
        known = not _is_word(table, made)
        return known and (made.entry.label in PEOPLED or made.kind in (PERSON, CLUB))
    return True


def _is_word(table: TokenTable, made: MadeOf) -> bool:
    """Whether the name of such a word is an ordinary word, too; a firm's, one of a dictionary."""
    if made.entry.label in INSTITUTIONS and not table.gazetteer.spelled(made.name):
        return False
    return (table.gazetteer.ordinary(made.name) or 0.0) > 0


def _may_be(word: Lexeme) -> bool:
    """Whether a word may be made of a name, as far as letters tell."""
    if len(word.lower) <= LEAST_NAME or word.shape in ("digit", "mark"):
        return False
    return not (word.entries or word.ordinary > AFTER_NAMES) or "-" in word.lower


def claims(table: TokenTable) -> Sequence[Detection]:
    """The words of people and of what belongs to a place or thing."""
    return table.fact(_all)


def _all(table: TokenTable) -> list[Detection]:
    made = table.where(table.vocab.derived(Compounds).is_made)
    found = [claim for index in made for claim in _claimed(table, index)]
    found += [claim for index in table.where(_new) for claim in _of_new(table, index)]
    behind = [sign + 1 for sign in table.where(_AND) if "-" in table.right(sign)]
    return found + [claim for index in behind for claim in _behind_and(table, index)]


@only("capital", "mixed", "upper")
def _new(word: Lexeme) -> bool:
    """Whether a word may be made of a name that no list has: Granuldisk-chef, Nexans:are,
    Mbekiarna."""
    lower = word.lower
    if word.entries or "-" in lower or ":" in lower:
        return not word.entries
    unknown = not (word.zipf or word.meant or word.head) and word.plain <= 0
    return unknown and lower.endswith(BEARERS)


def _of_new(table: TokenTable, index: int) -> Iterator[Detection]:
    """What such a word says: who works at a firm, is of a family or of a place."""
    compounds, gazetteer = table.vocab.derived(Compounds), table.gazetteer
    lower, span = table.lowers[index], table.span(index, index)
    form = table.document.tokens.forms[index]
    name, hyphen, tail = lower.rpartition("-")
    if compounds.read(lower) is not None or not form[0].isupper():
        return
    evidence = Evidence("shape:made of a new name", SURE_PART if hyphen else SURE)
    if OF_MEMBER.search(lower):
        told = Hypothesis("other_institution", (evidence,), frozenset(), Trust.FORMAL)
        yield Detection(span, (told,))
        return
    if not hyphen:
        stem = lower.removesuffix("s").removesuffix("arna")
        halves = range(LEAST_TAIL, len(lower) - len("arna"))
        noun = any(map(compounds.is_word, (stem, *(lower[start:] for start in halves))))
        if (
            LEAST_NAME <= len(stem) < len(lower) - 1
            and not noun
            and table.left(index) not in _WORDS["within"]
        ):
            owns = ("gen",) if lower.endswith("s") else ()
            features = frozenset(("def", "pl", *owns))
            yield Detection(span, (Hypothesis("surname", (evidence,), features, Trust.FORMAL),))
        return
    kinds = tail in _WORDS["family"], tail in _WORDS["employed"], compounds.is_person(tail)
    parts = name.split("-")
    unknown = all(
        part.isalpha() and not gazetteer.entries(part) and not compounds.is_word(part)
        for part in parts
    )
    if any(kinds) and unknown and len(name) >= LEAST_NAME and form[len(name) + 1 :].islower():
        label = ("surname", "other_institution", "city")[kinds.index(True)]
        end = span.start + len(name)
        told = Hypothesis(label, (evidence,), frozenset(), Trust.FORMAL)
        yield Detection(Span(span.start, end), (told,))


def _of_more(table: TokenTable, index: int, name: str) -> Detection | None:
    """Gröna Lund-jobbet, H&M-anställd: a listed name of more words, the last of them before a
    hyphen."""
    end = table.span(index, index).start + len(name)
    for step in (2, 1):
        if table.left(index, step):
            form = " ".join((*table.lowers[index - step : index], name))
            for entry in table.gazetteer.entries(form):
                if entry.label in BEFORE_NOUNS and entry.weight >= LISTED[entry.label]:
                    start = table.span(index - step, index - step).start
                    evidence = Evidence("shape:made of a name", SURE_PART, entry.form)
                    abroad = entry.label in ABROAD and bool(entry.country)
                    features = frozenset(("foreign",) if abroad else ())
                    told = Hypothesis(entry.label, (evidence,), features, Trust.FORMAL)
                    return Detection(Span(start, end), (told,))
    return None


def _behind_and(table: TokenTable, index: int) -> Iterator[Detection]:
    """What stands behind the sign in H&M-anställd, which is no name itself."""
    name, _, tail = table.lowers[index].rpartition("-")
    if table.vocab.derived(Compounds).is_tail(tail) and (found := _of_more(table, index, name)):
        yield found


CLAIMS: tuple[Rule, ...] = (of_document("name.compound", claims, "compounds", frozenset(LISTED)),)


def told(table: TokenTable, tagged: list[Detection]) -> list[Detection]:
    """The tagger's claims, in text order, with these in the place of those they overlap."""
    return in_their_place(tagged, [*claims(table)])


def products(table: TokenTable) -> Iterator[Span]:
    """What a firm makes, works, and what is called after a place and known to all: Volvobil,
    Parisavtalet, Kiarostami-filmen."""
    compounds = table.vocab.derived(Compounds)
    for index in table.where(compounds.is_made):
        made = compounds.read(table.lowers[index])
        if made and made.kind in IMPERSONAL:
            yield table.span(index, index)
    for index in table.where(_piece):
        if compounds.read(table.lowers[index]) is None:
            yield table.span(index, index)


@only("capital")
def _piece(word: Lexeme) -> bool:
    """Whether a word may be a work of somebody: Kiarostami-filmen."""
    return not word.entries and word.lower.rpartition("-")[2] in _WORDS[PIECE] and "-" in word.lower
