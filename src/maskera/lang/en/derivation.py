"""English words made of a name, and the same made of another: Londoner, the Johnsons, Leeds-born,
Googlers, Liz; Mancunian, whose stem is not the name, by a list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile

from maskera.lang.en.morphology import base, inflect, plural
from maskera.lang.pack import INHABITED, NO_WORDS, Derivation, Morphology
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import Vocab

_WORDS = word_list("en", "derivation")

PARTICIPLES = _WORDS["participle"]
"""What a hyphen ties to a name and is said of somebody: born, based, owned, speaking."""
PEOPLE = tuple(end.lstrip("-") for end in _WORDS["people"])
"""Endings that make people of a place."""
MEMBERS: Mapping[str, str] = {"er": "employee", "ers": "employees"}
"""Endings that make people of a firm -> the noun for them that any firm has."""
VOWELS = frozenset("aeiou")
LEAST_NAME = 4  # letters of a name that an ending is put to
PLACES, SURE = frozenset(("city", "region")), 2.0
"""Labels of a place that such a word tells of, and the log-odds that it is one."""
USUAL = 2.9  # Zipf from which a word of a name and an ending is an ordinary one: hamburger, reader


class Derivations:
    """The words made of names, by the lists of a vocabulary."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab
        self._listed = _listed(vocab)
        self._own = {place: next(iter(words), "") for place, words in self._listed.items()}
        self._short = vocab.derived(short_for)
        self.related = lru_cache(2_000)(self._related)
        self.read = lru_cache(20_000)(self._read)

    def _read(self, word: str, name: str, kind: str) -> Derivation | None:
        """How a word, as written, is made of a name (folded, in one word) of this kind of label;
        None where it is not, or is the name itself."""
        lower = word.lower()
        if lower.startswith(f"{name}-"):
            tail = word[len(name) :]
            tied = tail[1:] in PARTICIPLES if kind.startswith("person") else tail[1:].islower()
            return Derivation("compound", tail) if tied and len(tail) > 2 else None
        if word.islower() and (kind not in INHABITED or not self._rare(lower)):
            return None
        if found := self.related(name, kind).get(lower):
            return found
        return next(self._readings(lower, name, kind), None)

    def beginnings(self, name: str, kind: str) -> Collection[str]:
        """What the words that read() knows to be made of a name begin with, but for those related
        to it."""
        return (name[:-1],) if len(name) > LEAST_NAME else (name,) if len(name) > 1 else ()

    def write(self, name: str, how: Derivation) -> str:
        """The same of another name; "" where English has no such word of it."""
        if how.kind == "compound":
            return name + how.ending
        if how.kind == "members":
            return f"{name} {how.ending}"
        if how.kind == "bearers":
            return plural(name)
        if how.kind == "short":
            return name
        if how.kind == "people" and name:
            many = "pl" in how.ending
            if own := self._own.get(name.lower(), ""):
                return _several(own) if many else own.partition("/")[0]
            whole = " ".join(takewhile(lambda word: word[0].isupper(), name.split(" ")))
            return (plural if many else str)(_inhabitant(whole or name))
        return ""

    def half(self, word: str) -> Derivation | None:
        """How a word in lower case is made of a name that may be in no list: Ashford-born."""
        _, hyphen, tail = word.partition("-")
        return Derivation("compound", f"-{tail}") if hyphen and tail in PARTICIPLES else None

    def place_in(self, word: str) -> Entry | None:
        """The listed place that a word in lower case has before a participle: Leeds-born."""
        if (name := without_participle(word)) == word:
            return None
        entries = self._vocab.gazetteer.entries(name)
        return next((e for e in entries[:1] if e.label in PLACES and e.weight >= SURE), None)

    def _related(self, name: str, kind: str) -> Mapping[str, Derivation]:
        """The words made of a name that do not begin with it, or are ordinary words, in small
        letters."""
        if kind == "person.family":
            return {plural(name): Derivation("bearers", "")}
        if kind.startswith("person.given"):
            return dict.fromkeys(self._short.get(name, ()), Derivation("short", ""))
        if kind in INHABITED and name in self._listed:
            return {
                form.lower(): Derivation("people", ending)
                for noun in self._listed[name]
                for form, ending in ((noun.partition("/")[0], ""), (_several(noun), "pl"))
            }
        return NO_WORDS

    def _readings(self, lower: str, name: str, kind: str) -> Iterator[Derivation]:
        if len(name) < LEAST_NAME or not self._rare(lower):
            return
        if kind.startswith("person.given") and lower == plural(name):
            yield Derivation("bearers", "")
        if kind in INHABITED:
            for many, form in (("", lower), ("pl", lower.removesuffix("s"))):
                if form + "s" * bool(many) == lower and _of_place(form, name):
                    yield Derivation("people", many)
        if kind.startswith("org"):
            for ending, noun in MEMBERS.items():
                if lower in (name + ending, name.removesuffix("e") + ending):
                    yield Derivation("members", noun)

    def _rare(self, word: str) -> bool:
        """Whether a word is no ordinary one, or one that lists have for a people (Parisian)."""
        gazetteer = self._vocab.gazetteer
        if not gazetteer.common(word) or gazetteer.zipf(word) < USUAL:
            return True
        return any(each.label == "nationality" for each in gazetteer.entries(word))


def _of_place(form: str, name: str) -> bool:
    """Whether a form is a name with an ending that makes people of it: aldby, aldbyite."""
    stems = {name, name[:-1]} if name[-1] in VOWELS | {"y"} else {name}
    return any(form == stem + ending for stem in stems for ending in PEOPLE)


def _inhabitant(name: str) -> str:
    """Ashford -> Ashforder, Aldby -> Aldbyite, Winslade -> Winslader, Arona -> Aronan."""
    if name[-1] == "e":
        return f"{name}r"
    if name[-1] in VOWELS:
        return f"{name}n"
    return f"{name}ite" if name[-1] == "y" else f"{name}er"


def _several(noun: str) -> str:
    """Londoner -> Londoners, Milanese -> Milanese, Yorkshireman/men -> Yorkshiremen."""
    word, _, ending = noun.partition("/")
    if ending:
        return word.removesuffix("man") + ending
    return word if word.endswith(("ese", "ais", "ish")) else plural(word)


def _listed(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """Place in small letters -> the words for people from there."""
    rows = vocab.lists.rows("pseudonyms/place_words.tsv")
    return {place.lower(): tuple(notes(note)["noun"].split("|")) for place, _, _, note in rows}


def inhabitants(vocab: Vocab) -> Mapping[str, bool]:
    """The words for people from a listed place, in small letters -> whether for several."""
    nouns = {noun for words in vocab.derived(_listed).values() for noun in words}
    one = {noun.partition("/")[0].lower(): False for noun in nouns}
    return {_several(noun).lower(): True for noun in nouns} | one


def longs(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """What people are called for short -> the names that it is short for, in small letters."""
    rows = vocab.lists.rows("pseudonyms/nicknames.tsv")
    return {
        short.lower(): tuple(notes(note)["of"].lower().split("|")) for short, _, _, note in rows
    }


def short_for(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """Name -> what its bearers are called for short, both in small letters."""
    table: dict[str, list[str]] = {}
    for short, names in vocab.derived(longs).items():
        for name in names:
            table.setdefault(name, []).append(short)
    return {name: tuple(shorts) for name, shorts in table.items()}


def without_participle(form: str) -> str:
    """leeds-born -> leeds; any other form as it is."""
    name, hyphen, tail = form.rpartition("-")
    return name if hyphen and tail in PARTICIPLES else form


def morphology(vocab: Vocab) -> Morphology:
    """How English inflects the names of a vocabulary, and makes words of them."""
    words = vocab.derived(Derivations)
    return Morphology(
        vocab.taxonomy,
        inflect,
        base,
        base,
        derived=words.read,
        beginnings=words.beginnings,
        derive=words.write,
        related=words.related,
        half=words.half,
        place_in=words.place_in,
    )
