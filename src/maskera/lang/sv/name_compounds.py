"""Words that are made of a listed name, alone in a text: Boråspolis, IKEA-anställd, SKF:aren,
Haddadarna.

Only what somebody or something of the name is (words/compounds.tsv) makes such a word: a Volvobil
is a thing that one buys, and Parisavtalet no place. The tagger has not learned them, so they are
claimed in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import product
from operator import attrgetter

from maskera.lang.pack import Derivation, MadeOf
from maskera.lang.sv.derivation import LEAST_SMALL, MEMBERS, PLURALS, member
from maskera.lang.sv.institutions import in_their_place
from maskera.lang.sv.name_shape import PEOPLED
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import Test
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.rules.rule import Rule, of_document
from maskera.taxonomy import ABROAD, FULL_NAME, INSTITUTIONS
from maskera.text import Span

_WORDS = word_list("sv", "compounds")

PERSON, LOCAL, PRODUCT, FIXED = "person", "local", "product", "fixed"
"""What a second half says: who somebody is, what belongs to the place or thing, what a firm makes,
what is called after a place and known to all."""
THINGS = (PRODUCT, FIXED)
LINKERS = "sa"  # between a name and its second half: göteborgs|kille, lunda|student
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
LEAST_BRAND = -1.0  # log-odds of a firm that is known by what it makes
_HOME = "sverige"


class Compounds:
    """The words made of the names of a vocabulary."""

    def __init__(self, vocab: Vocab) -> None:
        self._gazetteer, self._kind = vocab.gazetteer, vocab.taxonomy.kind
        self._tails: dict[str, list[str]] = {}
        for kind in (PERSON, LOCAL, PRODUCT, FIXED):
            for form in _WORDS[kind]:
                self._tails.setdefault(form, []).append(kind)
        self.read = lru_cache(20_000)(self._read)
        self.is_made: Test = lambda word: _may_be(word) and self.read(word.lower) is not None

    def _tail(self, word: str) -> list[str]:
        """What the second half of a compound can say."""
        return self._tails.get(word) or self._tails.get(word.removesuffix("s"), [])

    def _read(self, word: str) -> MadeOf | None:
        """Of what name a word, in lower case and in no list itself, is made."""
        if self._gazetteer.entries(word) or (self._gazetteer.ordinary(word) or 0) > AFTER_NAMES:
            return None
        if "-" in word:
            return self._hyphened(word)
        return self._member(word) or self._bearers(word) or self._compound(word)

    def _hyphened(self, word: str) -> MadeOf | None:
        name, _, tail = word.rpartition("-")
        if len(name) < LEAST_HYPHENED:
            return None
        names = (name, name.removesuffix("s")) if len(name) > LEAST_NAME else (name,)
        how = Derivation("compound", f"-{tail}")
        for labels, kind, its in product((BEFORE_NOUNS, FULL_NAME), self._tail(tail), names):
            if entry := self._named(its, labels, kind):
                return MadeOf(entry, name, how, kind)
        return None

    def _compound(self, word: str) -> MadeOf | None:
        for start in range(max(LEAST_NAME, len(word) - LONGEST_TAIL), len(word) - LEAST_TAIL + 1):
            tail = word[start:]
            if kinds := self._tail(tail):
                for name, kind in product(_names(word[:start]), kinds):
                    entry = self._named(name, BEFORE_NOUNS, kind)
                    if entry and not (entry.label in INSTITUTIONS and self._is_word(word)):
                        return MadeOf(entry, name, Derivation("compound", tail), kind)
        return None

    def _named(self, name: str, labels: Set[str], kind: str) -> Entry | None:
        """What lists say of a name before a second half of this kind; None for no such name."""
        if name == _HOME:
            return None
        made = kind == PRODUCT
        ordinary = not made and (self._is_word(name) or self._is_word(name.removesuffix("s")))
        least = dict.fromkeys(INSTITUTIONS, LEAST_BRAND) if made else LISTED
        found = [
            entry
            for entry in self._gazetteer.entries(name)
            if entry.label in labels
            and entry.weight >= (ORDINARY_TOO if ordinary else least.get(entry.label, 0.0))
            and (kind not in THINGS or (kind == PRODUCT) == (entry.label in INSTITUTIONS))
        ]
        own = attrgetter("canonical")
        return max(found, key=lambda one: (own(one).lower() == name, one.weight), default=None)

    def _is_word(self, form: str) -> bool:
        """Whether a form is an ordinary word."""
        odds = self._gazetteer.ordinary(form)
        return ((self._gazetteer.spelled(form) if odds is None else odds) or 0.0) > 0

    def _member(self, word: str) -> MadeOf | None:
        """SKF:are, chalmerist: who belongs to a thing; but not journalist."""
        if self._is_word(word):
            return None
        for ending in MEMBERS:
            stem = word.removesuffix(ending)
            apart = stem.rstrip(":'’")
            if stem == word or (stem == apart and len(stem) < LEAST_SMALL):
                continue
            for name in (apart, f"{apart}s"):
                for entry in self._gazetteer.entries(name):
                    if entry.label in INSTITUTIONS and entry.weight >= LISTED[entry.label]:
                        return MadeOf(entry, name, member(ending, self._kind(entry.label)), PERSON)
        return None

    def _bearers(self, word: str) -> MadeOf | None:
        """Haddadarna, Nilssönerna: all who have a surname."""
        form = word.removesuffix("s")
        genitive = "s" if form != word else ""
        if form.endswith("sönerna"):
            name, ending = form.removesuffix("önerna") + "on", "na"
        else:
            ending = next((one for one in PLURALS[:2] if form.endswith(one)), "")
            name = form.removesuffix(ending) + ("a" if ending == "orna" else "")
            ending = "na"
        if name == form or len(name) < LEAST_NAME or self._is_word(word) or self._is_word(name):
            return None
        for entry in self._gazetteer.entries(name):
            if entry.label == "surname" and entry.weight >= LISTED["surname"]:
                return MadeOf(entry, name, Derivation("bearers", ending + genitive), PERSON)
        return None


def _names(head: str) -> Iterator[str]:
    """What names the first half may be of: malmö, göteborgs, lunda, ume, hammarkulle,
    försäkringskasse."""
    if len(head) < LEAST_NAME:
        return
    yield head
    if head[-1] in LINKERS and len(head) > LEAST_NAME:
        yield head[:-1]
    if head[-1] == "e":
        yield from (f"{head}å", f"{head}n", f"{head[:-1]}an")


def _claimed(table: TokenTable, index: int) -> Iterator[Detection]:
    word, compounds = table.words[index], table.vocab.derived(Compounds)
    made = compounds.read(word.lower)
    if made is None or made.kind in THINGS or not _written_so(table, index, made):
        return
    span, how = table.span(index, index), made.how
    features = frozenset(("foreign",) if made.entry.label in ABROAD and made.entry.country else ())
    if how.kind == "bearers":
        features |= {"def", "pl", *(("gen",) if how.ending.endswith("s") else ())}
    if how.ending.startswith("-"):
        span = Span(span.start, span.start + len(made.name))
        if made.name == f"{made.entry.form.lower()}s":
            features |= {"gen"}
    sure = SURE_PART if how.ending.startswith("-") else SURE
    evidence = Evidence("shape:made of a name", sure, made.entry.form)
    yield Detection(span, (Hypothesis(made.entry.label, (evidence,), features, Trust.FORMAL),))


def _written_so(table: TokenTable, index: int, made: MadeOf) -> bool:
    """Whether a word is written as one made of that name: in small letters of a town only."""
    form = table.document.tokens.forms[index]
    _, hyphen, tail = form.rpartition("-")
    if hyphen:
        return tail.islower() and (form[0].isupper() or made.entry.label in PEOPLED)
    if made.how.kind == "bearers":
        return form[0].isupper() or made.name.endswith("sson")
    if made.how.kind == "compound" and form.islower():
        return made.entry.label in PEOPLED
    return True


def _may_be(word: Lexeme) -> bool:
    """Whether a word may be made of a name, as far as letters tell."""
    if len(word.lower) <= LEAST_NAME or word.shape in ("digit", "mark"):
        return False
    return not word.entries or "-" in word.lower


def claims(table: TokenTable) -> Sequence[Detection]:
    """The words of people and of what belongs to a place or thing."""
    return table.fact(_all)


def _all(table: TokenTable) -> list[Detection]:
    made = table.where(table.vocab.derived(Compounds).is_made)
    return [claim for index in made for claim in _claimed(table, index)]


CLAIMS: tuple[Rule, ...] = (of_document("name.compound", claims, "compounds", frozenset(LISTED)),)


def told(table: TokenTable, tagged: list[Detection]) -> list[Detection]:
    """The tagger's claims, in text order, with these in the place of those they overlap."""
    return in_their_place(tagged, [*claims(table)])


def products(table: TokenTable) -> Iterator[Span]:
    """What a firm makes and what is called after a place and known to all: Volvobil, Parisavtalet."""
    compounds = table.vocab.derived(Compounds)
    for index in table.where(compounds.is_made):
        made = compounds.read(table.lowers[index])
        if made and made.kind in THINGS:
            yield table.span(index, index)
