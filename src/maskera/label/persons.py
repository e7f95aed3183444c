"""The persons of a document: the names they bear, and what each is found by."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec

from maskera.label.name_forms import KEYS, letters_of, words, words_of
from maskera.label.slips import Forms
from maskera.label.sound import sound
from maskera.mentions import Mention
from maskera.taxonomy import GIVEN_NAME

MIDDLE, FAMILY, INITIALS = "person.middle", "person.family", "person.initials"
INITIAL = ". "  # before a letter by which a person is found who has been written with it
SHORT = "^ "  # before a name that a person's is short for
BEGUN = "_ "  # before the letters that a person's first name begins with
LETTERS_BEGUN = 2  # that a nickname shares where a text says that it is one
JOINED = ("+ ", "- ")  # before the sound of a name in one word, and of all in more in one
LEAST_JOINED = 7  # letters of names that are one written as two
MOST_BEARERS = 256
"""Of more who share a name the last are looked at: no essay has so many, and each name of a text
of thousands would be compared with all before it."""
LONE = "1 "  # before what a person without a surname is found by; no word has a blank


class Referent(msgspec.Struct, frozen=True, gc=False):
    """What a mention's form stands for: a key to compare, and whether a list knows it (two known
    keys are never the same thing)."""

    key: str
    known: bool


class Role(msgspec.Struct, frozen=True, gc=False):
    """What somebody is said to be where a name stands (sister, teacher). introduces: whether that
    stands before the name and brings in somebody new (my sister _)."""

    word: str
    introduces: bool


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A mention and what it stands for; of names the part of a name that it is (GIVEN_NAME,
    MIDDLE, FAMILY, INITIALS), and its label where that tells a gender."""

    mention: Mention
    what: Referent
    part: str
    gender: str


@dataclass(slots=True)
class Person:
    """Somebody of a document: the names borne so far and what is said of their bearer."""

    number: int
    # GIVEN_NAME, FAMILY ... -> keys, and whether a list knows each
    parts: dict[str, dict[str, bool]] = field(default_factory=dict)
    genders: set[str] = field(default_factory=set)  # labels of her first names that tell one
    given: frozenset[str] = frozenset()  # two or more, said together without a surname
    roles: set[str] = field(default_factory=set)  # what she is said to be
    latest: int = 0  # the start of the last mention
    sentence: int = 0  # its sentence


Named = Sequence[Piece]
"""A name: its pieces."""

Persons = dict[str, dict[int, Person]]
"""The persons of a document by the words of their names and by what these share with other
spellings (spellings), and by number: who is meant shares one."""


@dataclass(slots=True)
class Cast:
    """The persons of a document so far, and what they are found by. full: surnames with the
    given names that the text has with them somewhere; longs, renamed, surely: see assign_numbers().

    names: the forms of all names. bearers: by the initials of names in full. starting: by where
    names start to which others are said to belong. lettered: by several initials that are all of a
    name.
    """

    full: Container[tuple[str, frozenset[str]]]
    longs: Mapping[str, Sequence[str]]
    renamed: Collection[int]
    surely: Mapping[int, int]
    persons: Persons = field(default_factory=dict)
    names: Forms = field(default_factory=Forms)
    bearers: Persons = field(default_factory=dict)
    starting: dict[int, Person] = field(default_factory=dict)
    lettered: dict[tuple[str, ...], Person] = field(default_factory=dict)

    def enter(self, person: Person, named: Named, sentence: int, role: Role | None) -> None:
        """Keep that a person bears a name, and all that she is found by from now on."""
        person.latest = named[0].mention.span.start
        if self.surely:
            self.starting.update({piece.mention.span.start: person for piece in named})
        letters = letters_alone(named)
        if not letters or not person.sentence:  # J. P. names nobody beside whom Jon is another
            person.sentence = sentence
        if letters:
            self.lettered[letters] = person
        if role:
            person.roles.add(role.word)
        for pieces in wholes(named):
            if whole := in_one_word(pieces):
                _enter(self.persons, JOINED[len(pieces) > 1] + whole, person)
        for initials in _initials_of(named):
            _enter(self.bearers, initials, person)
        if not surnames_of(named):
            person.given = given_of(named) or person.given
        for piece in named:
            self._enter_part(person, piece)

    def _enter_part(self, person: Person, piece: Piece) -> None:
        key = piece.what.key
        keys = person.parts.setdefault(piece.part, {})
        is_new = key not in keys
        keys[key] = piece.what.known
        if piece.gender:
            person.genders.add(piece.gender)
        if is_new:
            self.names.add(key)
            shorts = [SHORT + long for long in self.longs.get(key, ())]
            for index in (*_found_by(key, piece.part), *shorts):
                _enter(self.persons, index, person)
                if FAMILY not in person.parts:
                    _enter(self.persons, LONE + index, person)


def given_of(named: Named) -> frozenset[str]:
    """The words of two given names or more; nothing where there is only one."""
    found = {piece.what.key for piece in named if piece.part in (GIVEN_NAME, MIDDLE)}
    return frozenset(words(found)) if len(found) > 1 else frozenset()


def surnames_of(named: Named) -> list[str]:
    """The surnames of a name."""
    return [piece.what.key for piece in named if piece.part == FAMILY]


def wholes(named: Named) -> tuple[Named, ...]:
    """What of a name may be written in one word: all of it, and its first names."""
    firstnames = [piece for piece in named if piece.part in (GIVEN_NAME, MIDDLE)]
    return (named, firstnames) if 0 < len(firstnames) < len(named) else (named,)


def in_one_word(named: Named) -> str:
    """What all that is said of a name sounds like as one word; "" for a short one."""
    word = "".join([piece.what.key for piece in named]).replace("-", "").replace(" ", "")
    return sound(word) if len(word) >= LEAST_JOINED else ""


def letters_alone(named: Named) -> tuple[str, ...]:
    """The initials of which a name consists, where these are several."""
    letters = tuple([piece.what.key for piece in named if piece.part == INITIALS])
    return letters if 1 < len(letters) == len(named) else ()


def _initials_of(named: Named) -> Iterator[str]:
    """The initials by which somebody may be written who has this name."""
    if len(named) > 1:
        firstnames = [piece for piece in named if piece.part in (GIVEN_NAME, MIDDLE)]
        for pieces in (named, firstnames):  # EJM and EJ of Erik Johan Malm
            if len(pieces) > 1:
                yield "".join([piece.what.key[:1] for piece in pieces])
    for pieces in (named, named[:1]):  # L-G, L-G S and LGS of Lars-Göran Svensson
        if "-" in pieces[0].what.key and pieces[0].part == GIVEN_NAME:
            halves = [half for piece in pieces for half in piece.what.key.split("-")]
            yield "".join([half[:1] for half in halves])


def _enter(index: Persons, found_by: str, person: Person) -> None:
    bearing = index.setdefault(found_by, {})
    bearing[person.number] = person
    if len(bearing) > MOST_BEARERS:
        del bearing[next(iter(bearing))]


@lru_cache(KEYS)
def _found_by(key: str, part: str) -> tuple[str, ...]:
    """What a person is found by of whose name this is a part, but for what it is short for."""
    begins = (
        (INITIAL + key[:1],)
        if part == INITIALS
        else (BEGUN + key[:LETTERS_BEGUN],)
        if part == GIVEN_NAME
        else ()
    )
    return (*words_of(key), *spellings(key), *begins)


@lru_cache(KEYS)
def spellings(key: str) -> tuple[str, ...]:
    """What two forms of a name share that are alike but for accents or sound alike, and the form
    itself, for what is near it. None of it is a word."""
    heard = sound(key)
    return (f"<{key}", f"={letters_of(key)}", *((f"~{heard}",) if heard else ()))


def sharing(persons: Persons, said: Sequence[tuple[str, Iterable[str]]]) -> Iterator[Person]:
    """Who shares something of a name said: with a surname, a bearer of that, or somebody who has
    none yet. said: parts of the name, and what each can be found by."""
    family = any(part == FAMILY for part, _ in said)
    for part, indices in said:
        for index in indices:
            if (not family or part == FAMILY) and (found := persons.get(index)):
                yield from found.values()
            if family and (lone := persons.get(LONE + index)):
                for number in [n for n, person in lone.items() if FAMILY in person.parts]:
                    del lone[number]
                yield from lone.values()
