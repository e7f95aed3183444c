"""Swedish words made of a name, and the same made of another: göteborgsk, Malmöpolisen,
Karlssonarna, Lundastudent; lundensisk and parisare, whose stem is not the name, by a list.

Longer than 400 lines because reading a word and writing the same of another name share their lists.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from maskera import expressions as re
from maskera.lang.pack import INHABITED, SPELLING, Derivation, MadeOf, Morphology
from maskera.lang.sv.morphology import (
    PLACEHOLDER,
    VOWELS,
    Inflection,
    bare,
    first_half,
    inhabitant,
)
from maskera.lang.sv.place_words import (
    ADJECTIVES,
    LEAST_CHANGED,
    changed,
    first_words,
    listed,
)
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.tsv import noted, notes, word_list
from maskera.lexicon.vocab import Vocab

_WORDS = word_list("sv", "derivation")

PEOPLE: Mapping[str, str] = {
    "bo": "", "bon": "def", "bor": "pl", "borna": "def pl",
    "are": "", "aren": "def", "arna": "def pl",
    "it": "", "iten": "def", "iter": "pl", "iterna": "def pl",
    "ing": "", "ingen": "def", "ingar": "pl", "ingarna": "def pl",
    "göte": "", "göten": "def", "götar": "pl", "götarna": "def pl",
    "ensare": "", "ensaren": "def", "ensarna": "def pl",
}  # fmt: skip
"""Endings that make people of a place, and the features of the form."""
PLURALS = ("arna", "orna", "erna", "ar", "or")
"""Endings of several who bear a name."""
MISTRESS = "skan"  # Karlssonskan, a woman who bears it
MEMBERS: Mapping[str, int] = {
    "are": 0, "aren": 1, "arna": 3, "it": 0, "iten": 1, "iter": 2, "iterna": 3,
    "ist": 0, "isten": 1, "ister": 2, "isterna": 3, "ares": 4, "arens": 5, "arnas": 7,
}  # fmt: skip
"""Behind a colon, or in one word: who belongs to a thing (SKF:aren, chalmerist); and which form of
a noun it is: indefinite, definite, both of several, and all these in the genitive."""
STUDENTS = "student studenten studenter studenterna students studentens studenters studenternas"
STAFF = (
    "medarbetare medarbetaren medarbetare medarbetarna medarbetares medarbetarens medarbetares "
    "medarbetarnas"
)
SCHOOL, SITE = "org.school", "site"
THINGS = ("org", "site")
ORDINARY_NOUN = 1.0  # log-odds of a noun before its name, Butik Gläntan; Svartmåla of Svartmåla Industri has less
LINKERS = ("", "s", "a")  # between a name and the noun behind it: Göteborgskille, Lundastudent
LEAST_TAIL = 3  # letters of a noun behind a name in one word; two behind a hyphen
LEAST_NAME, LEAST_SMALL = 3, 5  # letters of the name in such a word, and in one in small letters
LEAST_LINKED = (
    6  # letters of a noun behind a town and -a-, which small letters may begin: lundastudent
)
LEAST_SHARED = 5  # letters before the noun of a name that tell of it alone
USUAL = 3.0  # Zipf from which a word that is a name, too, is a noun behind one
LEAST_DEFINITE = 8  # letters of a name in -en that may have another form before a noun
LEAST_HALVED = 4  # letters of a noun behind one: björkskolan and björkskolor are none
NAMELIKE = frozenset(("city", "region", "area", "surname", "country"))
PEOPLED = frozenset(("city", "region"))
PLAIN_NAME = re.compile(r"[^\W_][\w .&'’/-]*")
SINGLE_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
PERSONS = ("person.given", "person.family")
WOMEN = ("ska", "skan")  # a woman of a town, or its dialect
BELONGING = _WORDS["belongs_to_house"]
DEFINITE_NAMES = ("en", "et", "an")  # of a thing called Kompassen: Kompassen-arbetarna
LONGEST_WORD = 60  # letters of a word that may be made of a place; a longer one is noise
LEAST_PLACE, SURE = 4, 2.0  # letters of a listed place in a longer word, and its log-odds
SURE_ABROAD = 3.0  # the same of a town abroad of which a woman is
LONGEST_PLACE = 40  # letters of a name before its noun; no longer one is listed as one word


class Derivations:
    """The words made of names, by the lists of a vocabulary."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab
        forms = vocab.derived(Inflection)
        self._inflect, self._split = forms.inflect, forms.split_head
        self._halved = vocab.derived(halved)
        self._listed = listed(vocab)
        self._nicknames, self._clubs = vocab.derived(nicknames), vocab.derived(clubs)
        self._own = {place: first_words(words) for place, words in self._listed.items()}
        self.related = lru_cache(2_000)(self._related)
        self.beginnings = lru_cache(20_000)(self._beginnings)
        self.read = lru_cache(20_000)(self._read)

    def _read(self, word: str, name: str, kind: str) -> Derivation | None:
        """How a word, as written, is made of a name (folded, in one word) of this kind of label;
        None where it is not, or where it is a form of the name itself."""
        lower = word.lower()
        if found := self.related(name, kind).get(lower):
            return None if found.kind == "short" and word.islower() else found
        if lower in (name, f"{name}s"):
            return None
        halved = next(filter(lower.startswith, self._halves(name)), "")
        tail = lower[len(halved) :] if halved else ""
        if len(tail) >= LEAST_HALVED and (self._is_noun(tail) or tail in PEOPLE):
            return Derivation("compound", tail)
        if not lower.startswith(self._starts(name)):
            return next((self._sharing(lower, stem) for stem in self._shared(name, kind)), None)
        return next(self._readings(word, lower, name, kind), None)

    def _beginnings(self, name: str, kind: str) -> Collection[str]:
        """What the words that read() knows to be made of a name begin with, but for those related
        to it."""
        if len(name) < 2:
            return ()
        return frozenset((*self._starts(name), *self._halves(name), *self._shared(name, kind)))

    def _starts(self, name: str) -> tuple[str, ...]:
        """What longer words of a name begin with: it without its last letter, and as a first half."""
        return (name[: max(2, len(name) - 1)], *self._indefinite(name))

    def _halves(self, name: str) -> tuple[str, ...]:
        """björkskolan -> björkskole, björkskol; nothing for a name without such a noun."""
        found = self._split(name) if name.isalpha() else None
        halves = self._halved.get(found[1].bare, ()) if found else ()
        return tuple([found[0].lower() + half for half in halves]) if found else ()

    def place_in(self, word: str) -> Entry | None:
        """The listed place that a word in small letters, in no list itself, is made of:
        göteborgskille."""
        if len(word) > LONGEST_WORD or self._vocab.gazetteer.entries(word):
            return None
        longest = min(len(word) - LEAST_TAIL, LONGEST_PLACE)
        for length in range(longest, LEAST_PLACE - 1, -1):
            for entry in self._vocab.gazetteer.entries(word[:length]):
                if entry.label not in PEOPLED or entry.weight < SURE:
                    continue
                kind = self._vocab.taxonomy.kind(entry.label)
                how = self.read(word.capitalize(), word[:length], kind)
                if how and how.kind == "compound":
                    return entry
        return None

    def woman_of(self, word: str) -> tuple[Entry, Derivation] | None:
        """The listed town that a woman in small letters is of, and how the word is made of it:
        linköpingska, parisiska; as an adjective is."""
        if len(word) > LONGEST_WORD or not word.endswith(WOMEN):
            return None
        for length in range(len(word) - LEAST_TAIL, LEAST_PLACE - 1, -1):
            for entry in self._vocab.gazetteer.entries(word[:length]):
                if entry.label != "city" or entry.weight < (SURE_ABROAD if entry.country else SURE):
                    continue
                how = self.read(word, word[:length], self._vocab.taxonomy.kind(entry.label))
                if how and how.kind == "adjective":
                    return entry, how
        return None

    def write(self, name: str, how: Derivation) -> str:
        """The same of another name; "" where the language has no such word of it."""
        if how in (own := self._own.get(name.lower(), {})):
            return own[how]
        if how.kind == "people":
            return self._inflect(name, frozenset(["inhabitant", *how.ending.split()]))
        template = PLACEHOLDER.match(name) is not None
        if how.kind == "compound" and PLAIN_NAME.fullmatch(name):
            hyphen, tail = how.ending.startswith("-"), how.ending.lstrip("-")
            its, named = (self._split(tail), self._split(name)) if hyphen else (None, None)
            if its and named and not its[0] and named[1] is its[1]:
                return name  # Al-Mansour-skolan -> Almskolan
            name = self._proper(name)
            if hyphen or not SINGLE_NAME.fullmatch(name):
                return f"{name}-{tail}"
            found = self._split(name)
            if found and found[1].bare in _WORDS["of_school"] and tail in _WORDS["house"]:
                return found[0] + tail
            first = f"{name}s" if template else self._first(name)
            definite = name.endswith(DEFINITE_NAMES) and not self._is_name(name.lower())
            glued = first != name or not definite
            return first + tail if glued else f"{name}-{tail}"
        if how.kind == "adjective" and not template and PLAIN_NAME.fullmatch(name):
            return _adjective(name) + how.ending
        if how.kind == "sharing" and (stem := self._stem(name)):
            return (stem if stem[-1] in f"s{VOWELS}" else f"{stem}s") + how.ending
        if how.kind == "short":
            return name
        if how.kind == "members" and PLAIN_NAME.fullmatch(name) and not template:
            return f"{self._proper(name)}-{how.ending}"
        if how.kind == "bearers" and SINGLE_NAME.fullmatch(name):
            return _bearers(name, how.ending)
        return ""

    def _proper(self, name: str) -> str:
        """What a name of several words is called before another noun: Lövstas Fabriker -> Lövsta,
        Forsby skola -> Forsby, Butik Gläntan -> Gläntan."""
        first, *others = name.split(" ")
        if not others or self._is_name(name.lower()):
            return name
        if first.endswith("s"):  # after a consonant the genitive links, too: Göteborgs
            return first.removesuffix("s") if first[-2:-1] in VOWELS else first
        last = others[-1]
        noun = last[0].isupper() and self._odds(first.lower()) > ORDINARY_NOUN
        return last if noun else first

    def _first(self, name: str) -> str:
        """A name as the first half of a compound: Fiskängen -> Fiskängs, Humlegården ->
        Humlegårds."""
        found = self._split(name)
        if found and found[2] == found[1].definite != found[1].bare:
            bare = found[0] + self._halved.get(found[1].bare, (found[1].bare,))[0]
            return bare if bare[-1] in f"s{VOWELS}" else f"{bare}s"
        return first_half(name)

    def _readings(self, word: str, lower: str, name: str, kind: str) -> Iterator[Derivation]:
        place = kind.startswith("place.") and kind != "place.country"
        if lower.startswith(name):
            rest = lower[len(name) :]
            if rest[0] == "-":
                if len(rest) > 2 and not self._is_name(rest[1:]):
                    yield Derivation("compound", word[len(name) :])
                return
            if rest[0] in ":'’":
                if rest[1:] in MEMBERS:
                    yield member(rest[1:], kind, name in self._clubs)
                return
        if kind.startswith("org"):
            for stem in {name, name.removesuffix("s")}:
                if lower.startswith(stem) and lower[len(stem) :] in MEMBERS:
                    yield member(lower[len(stem) :], kind, stem in self._clubs)
                    return
        for stem in (*_stems(name), *self._indefinite(name)) if place else (name,):
            if not lower.startswith(stem):
                continue
            ending = lower[len(stem) :]
            if place and (adjective := ADJECTIVES.get(ending)):
                yield adjective
            if place and kind in INHABITED and (people := _people(ending)):
                yield people
        if kind.startswith(PERSONS) and (plural := _plural(lower, name)):
            yield plural
        yield from self._compounds(word, lower, name, kind)

    def _compounds(self, word: str, lower: str, name: str, kind: str) -> Iterator[Derivation]:
        tail = lower.removeprefix(f"{name}a")
        linked = kind == "place.settlement" and LEAST_LINKED <= len(tail) < len(lower) - len(name)
        if linked and len(name) >= LEAST_NAME and self._is_noun(tail) and not self._is_name(lower):
            yield Derivation("compound", tail)
            return
        least = LEAST_SMALL if word.islower() else LEAST_NAME + kind.startswith(PERSONS)
        if len(name) < least or self._is_name(lower):
            return
        cut = name[:-1] if name.endswith("eå") and not lower.startswith(name) else name
        tails = {
            lower[len(stem) + len(linker) :]: len(linker)
            for stem in (cut, *self._indefinite(name))
            for linker in LINKERS
            if lower.startswith(stem + linker)
        }
        people = [tail for tail, linked in tails.items() if linked and tail in PEOPLE]
        if people and kind == SITE:  # parkvägsborna, who live in it
            yield Derivation("compound", people[0])
            return
        place = kind.startswith("place.") or self._stem(name) != ""
        if self._odds(name) > 0 and (word.islower() or not place):
            return
        likely = [
            tail
            for tail, linked in tails.items()
            if len(tail) >= LEAST_TAIL + linked and self._is_noun(tail)
        ]
        if likely:
            yield Derivation("compound", max(likely, key=self._vocab.gazetteer.zipf))

    def _shared(self, name: str, kind: str) -> tuple[str, ...]:
        """The first half of a thing's name, which may stand before another noun."""
        stem = self._stem(name) if kind.startswith(THINGS) else ""
        return (stem,) if len(stem) >= LEAST_SHARED else ()

    def _sharing(self, lower: str, stem: str) -> Derivation | None:
        """Ribersborgseleverna, of Ribersborgsskolan: with its first half before another noun, where
        that is no word itself, or before one for who belongs to a house (Blåklintseleverna)."""
        tail = lower[len(stem) :]
        word = max(map(self._odds, (stem, stem.removesuffix("s")))) > 0
        if (
            not lower.startswith(stem)
            or len(tail) < LEAST_TAIL
            or (word and tail not in BELONGING)
            or not self._is_noun(tail)
            or self._split(lower)
            or self._is_name(lower)
        ):
            return None
        return Derivation("sharing", tail)

    def _indefinite(self, name: str) -> tuple[str, ...]:
        """hammarkullen -> hammarkulle, ekbacken -> ekback, which its people and its carnival have; of
        one word only."""
        found = self._split(name) if name.isalpha() else None
        if found and found[2] == found[1].definite != found[1].bare:
            return (found[0].lower() + found[1].bare,)
        definite = found is None and name.endswith("en") and len(name) >= LEAST_DEFINITE
        return (name[:-1], name[:-2]) if definite else ()

    def _stem(self, name: str) -> str:
        """What stands before the noun that a name in one word ends in; "" for another name."""
        found = self._split(name) if SINGLE_NAME.fullmatch(name) else None
        return found[0] if found else ""

    def _odds(self, word: str) -> float:
        """Log-odds that a word is an ordinary one."""
        gazetteer = self._vocab.gazetteer
        odds = gazetteer.ordinary(word)
        if odds is None and len(word) > LEAST_SMALL:
            odds = gazetteer.spelled(word)
        return odds or 0.0

    def _is_noun(self, word: str) -> bool:
        """Whether a word behind a name is an ordinary one, or a usual one that no list of names has
        (studenterna, also a stadium)."""
        if (odds := self._odds(word)) > 0:
            return True
        usual = self._vocab.gazetteer.zipf(word) >= USUAL
        if usual and odds >= -1 and not self._is_name(word):
            return True
        return word.endswith("s") and len(word) > LEAST_SMALL and self._is_noun(word[:-1])

    def _is_name(self, word: str) -> bool:
        """Whether a list has the word as a name of its own (Lundgren)."""
        return any(
            entry.label in NAMELIKE or entry.label.startswith("firstname")
            for entry in self._vocab.gazetteer.entries(word)
        )

    def _related(self, name: str, kind: str) -> Mapping[str, Derivation]:
        """The words made of a name that do not begin with it, in small letters."""
        if kind == "person.family":
            return _sons(name)
        if kind.startswith("person.given"):
            return self._nicknames.get(name, {})
        if not kind.startswith("place.") or kind == "place.country":
            return {}
        found = {**changed(name), **self._listed.get(name, {})}
        return {word: how for word, how in found.items() if word != name}


def _stems(name: str) -> tuple[str, ...]:
    """What endings stand on: all of it, or without its last vowel (Skellefteå: skelleftebo)."""
    return (name, name[:-1]) if name[-1:] in VOWELS and len(name) >= LEAST_CHANGED else (name,)


def _people(ending: str) -> Derivation | None:
    for linker in LINKERS:
        rest = ending.removeprefix(linker)
        if ending.startswith(linker):
            for form, genitive in ((rest, ""), (rest.removesuffix("s"), " gen")):
                if form in PEOPLE and (not linker or form.startswith("bo")):
                    return Derivation("people", (PEOPLE[form] + genitive).strip())
    return None


def _plural(lower: str, name: str) -> Derivation | None:
    """Karlssonarna, Ahmedar, Annorna: several who bear a name; Karlssonskan."""
    for form, genitive in ((lower, ""), (lower.removesuffix("s"), "s")):
        if form == name + MISTRESS:
            return Derivation("bearers", MISTRESS + genitive)
        for ending in PLURALS:
            stem = name[:-1] if ending.startswith("o") and name.endswith("a") else name
            if form == stem + ending and (ending[0] != "o" or stem != name):
                return Derivation("bearers", ("na" if ending.endswith("na") else "") + genitive)
    return None


def _sons(name: str) -> Mapping[str, Derivation]:
    """nilsson -> nilssöner, nilssönerna."""
    if not name.endswith("sson") or len(name) <= LEAST_CHANGED + 1:
        return {}
    stem = name.removesuffix("on") + "öner"
    return {stem + ending: Derivation("bearers", ending) for ending in ("", "na", "s", "nas")}


def halved(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """A noun that ends names -> how it begins a longer word, as it is written and then read: skola
    -> skole, skol."""
    return {
        noun: tuple(noted(note, "first").split("|"))
        for noun, label, _, note in vocab.lists.rows("words/derivation.tsv")
        if label == "halved"
    }


def clubs(vocab: Vocab) -> frozenset[str]:
    """The names that are those of clubs as they stand, in lower case."""
    listed = vocab.lists.rows("kinds.tsv")
    return frozenset(
        form.lower()
        for form, kind, _, note in listed
        if kind == "club" and "name" in noted(note, "how").split("+")
    )


def member(ending: str, kind: str, club: bool = False) -> Derivation:
    """Who belongs to a thing of this kind, by the ending behind its name, as a noun that any such
    thing can have."""
    nouns = (STUDENTS if kind == SCHOOL else STAFF).split()
    return Derivation("members", (_WORDS.ranked("fan") if club else nouns)[MEMBERS[ending]])


def _adjective(name: str) -> str:
    """Göteborg -> göteborgsk; Säbyfors -> säbyforsisk; Lövsta -> lövstisk; Umeå -> umeåisk;
    Lilla Edet -> lillaedetsk."""
    lower = name.lower().replace(" ", "")
    if lower[-1] in "ae":
        return f"{lower[:-1]}isk"
    ending = "isk" if lower[-1] in VOWELS or lower.endswith(("s", "x", "z", "sk", "sch")) else "sk"
    return lower + ending


def _bearers(name: str, ending: str) -> str:
    """Andreasson -> Andreassonarna, Andreassonskan; Anna -> Annorna; Kalle -> Kallarna."""
    if ending.startswith(MISTRESS):
        return name.removesuffix("e") + ending
    genitive = "s" if ending.endswith("s") else ""
    stem, plural = (name[:-1], "or") if name[-1] == "a" else (name.removesuffix("e"), "ar")
    return stem + plural + ("na" if ending.startswith("na") else "") + genitive


def nicknames(vocab: Vocab) -> Mapping[str, Mapping[str, Derivation]]:
    """Name -> what its bearers are called for short, or in another spelling, both in small
    letters."""
    table: dict[str, dict[str, Derivation]] = {}
    for short, label, _, note in vocab.lists.rows("pseudonyms/nicknames.tsv"):
        how = Derivation("short", SPELLING if label == SPELLING else "")
        for name in notes(note)["of"].split("|"):
            table.setdefault(name.lower(), {}).setdefault(short.lower(), how)
    return table


def longs(vocab: Vocab) -> Mapping[str, Sequence[str]]:
    """What people are called for short -> the names that it is short for, both in small letters."""
    table: dict[str, list[str]] = {}
    for name, shorts in vocab.derived(nicknames).items():
        for short in shorts:
            table.setdefault(short, []).append(name)
    return table


def morphology(
    vocab: Vocab,
    made_of: Callable[[str], MadeOf | None] = lambda word: None,
    half: Callable[[str], Derivation | None] = lambda word: None,
    place_in: Callable[[str], Entry | None] = lambda word: None,
) -> Morphology:
    """How Swedish inflects the names of a vocabulary, and makes words of them. made_of, half,
    place_in: see Morphology."""
    forms, words = vocab.derived(Inflection), vocab.derived(Derivations)

    def of_the_people(form: str, canonical: str) -> bool:
        if not inhabitant(form, canonical):
            return False
        entries = vocab.gazetteer.entries(form.lower())  # Ubon, of Ubon Ratchathani, is a town
        return all(entry.label != "city" for entry in entries)

    return Morphology(
        vocab.taxonomy,
        forms.inflect,
        forms.base,
        bare,
        of_the_people,
        words.read,
        words.beginnings,
        words.write,
        words.related,
        made_of,
        half,
        place_in,
    )
