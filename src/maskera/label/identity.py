"""Running numbers: one counter an essay, one number a referent, however it is spelt, inflected or
cut short.

A person is named in full or by some of her names; a lone name is the last person who bears it, and
a first name that sounds like hers, is short for it or is written in two words, in another sentence
is hers, but where it is introduced as somebody else's (Elisabeth is my teacher, Lisa my sister). An
institution may lose its town or its kind where one alone is meant. Elsewhere a referent is its
canonical form, and a form that is in no list may be a slip of the pen for one seen before
(guidelines, Running numbers); addresses and numbers never are.

Longer than 400 lines because one referent's forms are compared in one place, and each comparison needs the others.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from types import MappingProxyType

import msgspec

from maskera import expressions as re
from maskera.annotate.tokens import unwrapped
from maskera.label.slips import Forms, near
from maskera.label.sound import sound, sounds_like
from maskera.lexicon.letters import unmarked
from maskera.lexicon.tsv import MANY, word_list
from maskera.mentions import Mention
from maskera.taxonomy import GIVEN_NAME, Taxonomy
from maskera.text import Document

NAME_SPACE = "person"
BESIDE = re.compile(
    r"[^\S\n\r\v\f\x85\u2028\u2029]*"
)  # blanks of any kind and number, but no line break
LEAST_CUT = 4  # letters that a short name has
MIDDLE, FAMILY, INITIALS = "person.middle", "person.family", "person.initials"
NAMED_IN_FULL = {GIVEN_NAME, FAMILY}


INITIAL = ". "  # before a letter by which a person is found who has been written with it
SHORT = "^ "  # before a name that a person's is short for
BEGUN = "_ "  # before the letters that a person's first name begins with
LETTERS_BEGUN, LETTERS_CUT = 2, 3  # that a nickname shares: where a text says that it is one, else
_ENDINGS = word_list(MANY, "identity")
PET = re.compile(rf"(\w+)(?:{'|'.join(_ENDINGS.endings('pet'))})")
"""What ends pet names in many languages, behind a name, its last letter twice or without its last.
"""
PET_OF_ITS_OWN = re.compile(rf"(\w+?)(?:{'|'.join(_ENDINGS.endings('pet_or_name'))})")
"""The same of names that no list has, for with these some are names of their own (Erika, Danica)."""
SHORTENED = re.compile(rf"(\w+([^\W_aeiouy]))\2(?:{'|'.join(_ENDINGS.endings('shortened'))})")
"""What a name becomes in daily use: its beginning, the last letter twice, and an ending."""
JOINED = ("+ ", "- ")  # before the sound of a name in one word, and of all in more in one
LEAST_JOINED = 7  # letters of names that are one written as two
KEYS = 20_000  # whose words and sounds are kept
MOST_BEARERS = 256
"""Of more who share a name the last are looked at: no essay has so many, and each name of a text
of thousands would be compared with all before it."""
LONE = "1 "  # before what a person without a surname is found by; no word has a blank


class Referent(msgspec.Struct, frozen=True, gc=False):
    """What a mention's form stands for: a key to compare, and whether a list knows it (two known
    keys are never the same thing)."""

    key: str
    known: bool


@dataclass(slots=True)
class _Person:
    number: int
    parts: dict[str, dict[str, bool]] = field(
        default_factory=dict
    )  # GIVEN_NAME, FAMILY ... -> keys, and whether a list knows each
    genders: set[str] = field(default_factory=set)  # labels of her first names that tell one
    given: frozenset[str] = (
        frozenset()
    )  # two given names or more that were said together without a surname
    roles: set[str] = field(default_factory=set)  # what she is said to be
    latest: int = 0  # the start of the last mention
    sentence: int = 0  # its sentence


class Role(msgspec.Struct, frozen=True, gc=False):
    """What somebody is said to be where a name stands (sister, teacher). introduces: whether that
    stands before the name and brings in somebody new (my sister _)."""

    word: str
    introduces: bool


class _Piece(msgspec.Struct, frozen=True, gc=False):
    """A mention and what it stands for; of names the part of a name that it is (GIVEN_NAME,
    MIDDLE, FAMILY, INITIALS), and its label where that tells a gender."""

    mention: Mention
    what: Referent
    part: str
    gender: str


@dataclass(frozen=True, slots=True)
class _Beside:
    """The first names of a sentence but those of one name, and those that sound like it and stand
    beside it elsewhere. Not a set of its own: where a sentence has thousands, each would be copied
    for each."""

    said: set[str]
    own: set[str]
    apart: Collection[str]

    def __contains__(self, name: object) -> bool:
        return name in self.apart or (name in self.said and name not in self.own)


_Named = Sequence[_Piece]
"""A name: its pieces."""

_Persons = dict[str, dict[int, _Person]]
"""The persons of a document by the words of their names and by what these share with other
spellings (_spelt), and by number: who is meant shares one."""


@dataclass(slots=True)
class _Known:
    """The referents of one space so far: key -> number, and the keys that a slip of the pen may be
    meant for."""

    numbers: dict[str, int] = field(default_factory=dict)
    listed: dict[str, bool] = field(default_factory=dict)  # key without digit -> known to a list?
    alike: Forms = field(default_factory=Forms)  # of these keys
    words: defaultdict[str, dict[int, str]] = field(
        default_factory=lambda: defaultdict(dict)
    )  # word -> number -> first key with it
    forms: Counter[int] = field(default_factory=Counter)  # number -> how many keys

    def add(self, what: Referent, number: int) -> None:
        self.numbers[what.key] = number
        self.forms[number] += 1
        for word in what.key.split():
            self.words[word].setdefault(number, what.key)
        if not _has_digit(what.key) and what.key not in self.listed:
            self.listed[what.key] = what.known
            self.alike.add(what.key)

    def slip(self, what: Referent) -> str | None:
        """The first key that this one may be a slip for."""
        if _has_digit(what.key):
            return None
        near_keys = [
            key for key in self.alike.near(what.key) if not (self.listed[key] and what.known)
        ]
        return min(near_keys, key=lambda key: (self.numbers[key], len(key), key), default=None)

    def cut(self, what: Referent) -> str | None:
        """The key that this one is a word of, if one referent alone has it; or its first word, if
        that is all that one is called so far."""
        first, _, rest = what.key.partition(" ")
        if len(first) < LEAST_CUT:
            return None
        if rest:
            number = self.numbers.get(first, 0)
            both_known = what.known and self.listed.get(first, False)
            return first if number and not both_known and self.forms[number] == 1 else None
        whole = list(self.words[first].values()) if first in self.words else []
        return whole[0] if len(whole) == 1 else None


def assign_numbers(
    document: Document,
    mentions: Sequence[Mention],
    referent: Callable[[Mention], Referent],
    taxonomy: Taxonomy,
    begins: Mapping[int, bool] = MappingProxyType({}),
    longs: Mapping[str, Sequence[str]] = MappingProxyType({}),
    roles: Mapping[int, Role] = MappingProxyType({}),
    renamed: Collection[int] = (),
    surely: Mapping[int, int] = MappingProxyType({}),
) -> list[Mention]:
    """The mentions with running numbers from 1 in order of appearance, and their referents' keys.

    begins: of names by where they start, whether they are another person's than the one right
    before them, where that is known. longs: of what a key may be short for. roles: by where names
    start, what who bears them is said to be. renamed: where names start that are said to be
    another one of somebody named before in the sentence. surely: the same where the name before
    stands right there -> where that starts.
    """
    numbers = count(1)
    seen: defaultdict[str, _Known] = defaultdict(_Known)
    result: list[Mention] = []
    parts, genders, exact = _labels(taxonomy)
    institutions = taxonomy.labels("org")
    runs = [
        [
            _Piece(m, referent(m), parts.get(m.label, ""), m.label if m.label in genders else "")
            for m in run
        ]
        for run in _runs(document, mentions, taxonomy, begins, parts)
    ]
    full = {
        (surname, given)
        for named in runs
        if len(named) > 2 and (given := _given(named))
        for surname in _surnames(named)
    }
    firsts = [document.tokens.starts[sentence.start] for sentence in document.sentences]
    said: defaultdict[int, set[str]] = defaultdict(set)  # first names of each sentence
    for piece in chain.from_iterable(runs):
        if piece.part == GIVEN_NAME:
            said[bisect(firsts, piece.mention.span.start)].add(piece.what.key)
    apart = {} if renamed or surely else _apart(said.values(), longs)
    cast = _Cast(full, longs, renamed, surely)
    for named in runs:
        space = taxonomy.categories[named[0].mention.label].identity
        if space != NAME_SPACE:
            result += [_thing(p, seen[space], numbers, exact, institutions) for p in named]
            continue
        sentence = bisect(firsts, named[0].mention.span.start)
        role = next((r for p in named if (r := roles.get(p.mention.span.start))), None)
        own = {piece.what.key for piece in named}
        elsewhere = [other for key in own for other in apart.get(key, ())] if apart else ()
        beside = _Beside(said[sentence], own, elsewhere)
        person = cast.whose(named, sentence, role, beside) or _Person(next(numbers))
        cast.enter(person, named, sentence, role)
        result += [
            msgspec.structs.replace(p.mention, number=person.number, referent=p.what.key)
            for p in named
        ]
    return result


def _thing(
    piece: _Piece,
    known: _Known,
    numbers: Iterator[int],
    exact: Container[str],
    institutions: Container[str],
) -> Mention:
    """The mention of a thing or a place with its number: one of before, or the next of the numbers.
    exact: the labels of which every form is another. known: the referents of its space, to which it
    is added."""
    mention, what = piece.mention, piece.what
    key = (
        what.key
        if what.key in known.numbers
        else None
        if mention.label in exact
        else known.slip(what)
    )
    if key is None:
        # Institutions are named with the town or the kind of house, and without.
        short = known.cut(what) if mention.label in institutions else None
        key = what.key
        known.add(what, known.numbers[short] if short else next(numbers))
    return msgspec.structs.replace(mention, number=known.numbers[key], referent=key)


@dataclass(slots=True)
class _Cast:
    """The persons of a document so far, and what they are found by. full: see _who_may; longs,
    renamed, surely: see assign_numbers().

    names: the forms of all names. bearers: by the initials of names in full. starting: by where
    names start to which others are said to belong. lettered: by several initials that are all of a
    name.
    """

    full: Container[tuple[str, frozenset[str]]]
    longs: Mapping[str, Sequence[str]]
    renamed: Collection[int]
    surely: Mapping[int, int]
    persons: _Persons = field(default_factory=dict)
    names: Forms = field(default_factory=Forms)
    bearers: _Persons = field(default_factory=dict)
    starting: dict[int, _Person] = field(default_factory=dict)
    lettered: dict[tuple[str, ...], _Person] = field(default_factory=dict)

    def whose(
        self, named: _Named, sentence: int, role: Role | None, beside: Container[str]
    ) -> _Person | None:
        """The person of before who bears a name; beside: the other first names of the sentence."""
        persons, longs = self.persons, self.longs
        return (
            self.starting.get(self.surely.get(named[0].mention.span.start, -1))
            or self.lettered.get(_letters_alone(named))
            or _find(persons, self.names, named, self.full, sentence, role, beside)
            or _cut_short(persons, named, self.full)
            or _short_in_full(persons, named, longs, beside)
            or _by_initials(self.bearers, named)
            or _by_letter(persons, named, role, sentence)
            or _by_part(persons, named, longs, role, sentence, self.renamed, beside)
            or _joined(persons, named, role, sentence)
            or _by_surname(persons, named, role)
        )

    def enter(self, person: _Person, named: _Named, sentence: int, role: Role | None) -> None:
        """Keep that a person bears a name, and all that she is found by from now on."""
        person.latest = named[0].mention.span.start
        if self.surely:
            self.starting.update({piece.mention.span.start: person for piece in named})
        letters = _letters_alone(named)
        if not letters or not person.sentence:  # J. P. names nobody beside whom Jon is another
            person.sentence = sentence
        if letters:
            self.lettered[letters] = person
        if role:
            person.roles.add(role.word)
        for pieces in _wholes(named):
            if whole := _in_one_word(pieces):
                _enter(self.persons, JOINED[len(pieces) > 1] + whole, person)
        for initials in _initials_of(named):
            _enter(self.bearers, initials, person)
        if not _surnames(named):
            person.given = _given(named) or person.given
        for piece in named:
            self._enter_part(person, piece)

    def _enter_part(self, person: _Person, piece: _Piece) -> None:
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


def _apart(
    said: Iterable[Collection[str]], longs: Mapping[str, Sequence[str]]
) -> Mapping[str, set[str]]:
    """First name -> those of one sentence with it that sound alike, or that it is short for: two
    persons, for whom one is not a spelling of the other elsewhere. said: the first names of each
    sentence."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for names in said:
        heard: dict[str, str] = {}
        for name in names if len(names) > 1 else ():
            others = [long for long in longs.get(name, ()) if long in names]
            if its := sound(name):
                others += [heard[its]] if its in heard else []
                heard[its] = name
            for other in others:
                found[name].add(other)
                found[other].add(name)
    return found


def _letters_alone(named: _Named) -> tuple[str, ...]:
    """The initials of which a name consists, where these are several."""
    letters = tuple([piece.what.key for piece in named if piece.part == INITIALS])
    return letters if 1 < len(letters) == len(named) else ()


def _initials_of(named: _Named) -> Iterator[str]:
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


def _enter(index: _Persons, found_by: str, person: _Person) -> None:
    bearing = index.setdefault(found_by, {})
    bearing[person.number] = person
    if len(bearing) > MOST_BEARERS:
        del bearing[next(iter(bearing))]


@lru_cache(8)
def _labels(taxonomy: Taxonomy) -> tuple[Mapping[str, str], frozenset[str], frozenset[str]]:
    """The part of a name that each label of one is; those that tell a gender; and those of addresses
    and numbers, but zip codes, of which one letter off is another."""
    parts = {
        label: part
        for part in (GIVEN_NAME, MIDDLE, FAMILY, INITIALS)
        for label in taxonomy.labels(part)
    }
    genders = taxonomy.labels(GIVEN_NAME) - taxonomy.labels(f"{GIVEN_NAME}.unknown")
    exact = taxonomy.labels("number", "contact") - taxonomy.labels("number.postal")
    return parts, genders, exact


def _runs(
    document: Document,
    mentions: Sequence[Mention],
    taxonomy: Taxonomy,
    begins: Mapping[int, bool],
    parts: Mapping[str, str],
) -> list[list[Mention]]:
    """Names that stand side by side are one person's; every other mention is a run of its own."""
    runs: list[list[Mention]] = []
    name: list[Mention] = []  # the run before, where it names a person
    text = unwrapped(document.text)
    for mention in sorted(mentions, key=lambda mention: mention.span):
        named = taxonomy.category(mention.label).identity == NAME_SPACE
        told = begins.get(mention.span.start)
        if named and name and (_goes_on(text, name, mention, parts) if told is None else not told):
            runs[-1].append(mention)
        else:
            runs.append([mention])
        name = runs[-1] if named else []
    return runs


def _goes_on(
    text: str, name: Sequence[Mention], mention: Mention, parts: Mapping[str, str]
) -> bool:
    """Whether a name goes on in this mention. A given name behind a surname, or an initial for one
    (Anna K. Erik L.), begins another. A label of one's own may be a person's and no part of a name
    (`person`)."""
    before = name[-1]
    part = parts.get(before.label)
    initials = part == INITIALS
    ended = part == FAMILY or (
        initials and len(name) > 1 and parts.get(name[-2].label) == GIVEN_NAME
    )
    if "gen" in before.features or (ended and parts.get(mention.label) == GIVEN_NAME):
        return False
    gap = text[before.span.end : mention.span.start]
    letters = text[before.span.start : before.span.end]
    # A full stop joins after initials only (K. Haddad); elsewhere it ends the sentence and the name
    # (... Leila. Farid ...), as it does after two letters together (EJ. EJ).
    dotted = initials and not (len(letters) > 1 and letters.isalpha() and letters.isupper())
    return BESIDE.fullmatch(gap.removeprefix(".") if dotted else gap) is not None


def _given(named: _Named) -> frozenset[str]:
    """The words of two given names or more; nothing where there is only one."""
    found = {piece.what.key for piece in named if piece.part in (GIVEN_NAME, MIDDLE)}
    return frozenset(_words(found)) if len(found) > 1 else frozenset()


def _surnames(named: _Named) -> list[str]:
    return [piece.what.key for piece in named if piece.part == FAMILY]


def _who_may(
    persons: Iterable[_Person], named: _Named, full: Container[tuple[str, frozenset[str]]]
) -> Iterator[_Person]:
    """Those where no side has two given names (Eva Maria) of which the other has one and a surname
    (Eva Holm).

    full: surnames with the given names that the text has with them somewhere, which makes them one
    person's.
    """
    said, surnames = _given(named), _surnames(named)
    names = _words([piece.what.key for piece in named])
    for person in persons:
        borne = person.parts.get(FAMILY, {})
        if said and not surnames and borne and MIDDLE not in person.parts:
            may = said <= _words(chain.from_iterable(person.parts.values())) or any(
                (surname, said) in full for surname in borne
            )
        elif person.given and surnames and not said and not borne:
            may = person.given <= names or any(
                surname in person.given or (surname, person.given) in full for surname in surnames
            )
        else:
            may = True
        if may:
            yield person


def _sharing(persons: _Persons, said: Sequence[tuple[str, Iterable[str]]]) -> Iterator[_Person]:
    """Who shares something of a name said: with a surname, a bearer of that, or somebody who has
    none yet. said: parts of the name, and what each can be found by."""
    family = any(part == FAMILY for part, _ in said)
    for part, indices in said:
        for index in indices:
            if (not family or part == FAMILY) and (sharing := persons.get(index)):
                yield from sharing.values()
            if family and (lone := persons.get(LONE + index)):
                for number in [n for n, person in lone.items() if FAMILY in person.parts]:
                    del lone[number]
                yield from lone.values()


def _find(
    persons: _Persons,
    names: Forms,
    named: _Named,
    full: Container[tuple[str, frozenset[str]]],
    sentence: int,
    role: Role | None,
    beside: Container[str],
) -> _Person | None:
    """The last person whose names do not contradict these: every part that both have agrees, and at
    least one does; who bears them so spelt goes first.

    names: the forms of all names so far. sentence: where these stand; two spellings in one sentence are two names (Kristina and
    Christina). role: what these are said to be. beside: the other first names of the sentence.
    """
    found = _sharing(persons, [(p.part, _alike_by(p.what.key, names)) for p in named])
    sharing = {person.number: person for person in _who_may(found, named, full)}
    for person in sorted(sharing.values(), key=lambda one: (-_closeness(one, named), -one.latest)):
        agreed = False
        for place, piece in enumerate(named):
            what, part = piece.what, piece.part
            keys = person.parts.get(part, {})
            if len(named) > 1 and part == GIVEN_NAME and what.key in person.parts.get(MIDDLE, {}):
                continue  # Thi Linh of Nguyen Thi Linh
            if part == INITIALS:
                if what.key not in keys and not _fits(what.key, person, _meant(named, place)):
                    break
                agreed = agreed or (len(named) == 1 and what.key in keys)
            elif keys:
                spelt = (
                    sentence != person.sentence
                    and part in NAMED_IN_FULL
                    and not _is_another(person, role)
                    and not (part == GIVEN_NAME and any(key in beside for key in keys))
                )
                if not any(
                    _alike(what, key, known) or (spelt and sounds_like(what.key, key))
                    for key, known in keys.items()
                ) or _other_gender(person, piece, keys):
                    break
                agreed = agreed or part != MIDDLE
            elif (
                len(named) == 1
                and part == GIVEN_NAME
                and what.key in person.parts.get(FAMILY, {})
                and not _is_another(person, role)
            ):
                agreed = True  # a surname met alone and taken for a first name
            elif (
                len(named) == 1
                and part == FAMILY
                and what.key in person.parts.get(GIVEN_NAME, {})
                and len(person.parts) == 1
            ):
                agreed = True
        else:
            if agreed:
                return person
    return None


def _closeness(person: _Person, named: _Named) -> int:
    """How near the spelling of a name is to a person's: 2 for the same, 1 for one that sounds so."""
    keys = [(piece.what.key, person.parts.get(piece.part, {})) for piece in named]
    if any(key in known for key, known in keys):
        return 2
    return int(any(sounds_like(key, one) for key, known in keys for one in known))


def _is_another(person: _Person, role: Role | None) -> bool:
    """Whether a name is introduced as that of somebody who is not this person: a sister, where she
    is said to be a teacher; but a sister may be the little sister of before."""
    if role is None:
        return False
    if not person.roles:
        return role.introduces
    return not any(role.word.endswith(known) or known.endswith(role.word) for known in person.roles)


def _by_letter(
    persons: _Persons, named: _Named, role: Role | None, sentence: int
) -> _Person | None:
    """The one person written with a surname and an initial only, which a first name that stands
    alone begins with: Anna, behind A. Lindqvist."""
    first, *others = named
    if others or first.part != GIVEN_NAME:
        return None
    found = [
        person
        for person in persons.get(INITIAL + first.what.key[:1], {}).values()
        if FAMILY in person.parts
        and GIVEN_NAME not in person.parts
        and (person.sentence == sentence or not _is_another(person, role))
    ]
    return found[0] if len(found) == 1 else None


def _by_surname(persons: _Persons, named: _Named, role: Role | None) -> _Person | None:
    """The one person whose surname a name that stands alone is, though it may be a first name, too:
    Kim, behind Kim Min-jun."""
    first, *others = named
    key = first.what.key
    if others or first.part != GIVEN_NAME:
        return None
    same = f"={_letters(key)}"
    found = [
        person
        for person in persons.get(same, {}).values()
        if any(_letters(name) == same[1:] for name in person.parts.get(FAMILY, {}))
        and not _is_another(person, role)
    ]
    return found[0] if len(found) == 1 else None


def _cut_short(
    persons: _Persons, named: _Named, full: Container[tuple[str, frozenset[str]]]
) -> _Person | None:
    """The one person of whose double names some are left out or added here, or joined otherwise:
    Maria Garcia for Maria Garcia Lopez."""
    said: dict[str, set[str]] = {}
    for piece in named:
        said.setdefault(piece.part, set()).add(piece.what.key)
    if not said.keys() <= NAMED_IN_FULL:
        return None
    shared = _sharing(persons, [(part, _words(keys)) for part, keys in said.items()])
    alike = {person.number: person for person in shared}
    may = _who_may(alike.values(), named, full)
    fitting = [person for person in may if _fits_in_part(person, said)]
    return fitting[0] if len(fitting) == 1 else None


def _short_in_full(
    persons: _Persons, named: _Named, longs: Mapping[str, Sequence[str]], beside: Container[str]
) -> _Person | None:
    """The one person of this surname for whose first name the one here is short, or the other way
    round: Kasia Wrona for Katarzyna Wrona; but not beside her."""
    given = [piece.what.key for piece in named if piece.part == GIVEN_NAME]
    family = {piece.what.key for piece in named if piece.part == FAMILY}
    if len(given) != 1 or len(given) + len(family) != len(named):
        return None
    alike = [persons.get(long, {}) for long in (*longs.get(given[0], ()), SHORT + given[0])]
    fitting = {
        number: person
        for its in alike
        for number, person in its.items()
        if family
        and family <= person.parts.get(FAMILY, {}).keys()
        and not any(one in beside for one in person.parts.get(GIVEN_NAME, {}))
    }
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def _by_initials(bearers: Mapping[str, dict[int, _Person]], named: _Named) -> _Person | None:
    """The one person of whose name in full two or more initials that stand alone are: T.W. or T. W.
    of Tomasz Wójcik."""
    initials = "".join([piece.what.key for piece in named if piece.part == INITIALS])
    if any(piece.part != INITIALS for piece in named) or len(initials) < 2:
        return None
    if initials not in bearers:
        return None
    fitting = list(bearers[initials].values())
    return fitting[0] if len(fitting) == 1 else None


def _by_part(
    persons: _Persons,
    named: _Named,
    longs: Mapping[str, Sequence[str]],
    role: Role | None,
    sentence: int,
    renamed: Collection[int],
    beside: Container[str],
) -> _Person | None:
    """The one person of another sentence whom a first name that stands alone is short for, who is
    called short for it, or of whose double name it is a part: Alex of Alexandra, Nils of Nisse,
    Anna of Anna-Karin; of the same where that says so, with a surname, too: Nisse (Nils Ek). A name
    in no list may be short for one that begins alike (Zsuzsi of Zsuzsanna), and so may any that is
    said to be another name."""
    first, *others = named
    key = first.what.key
    same = first.mention.span.start in renamed
    if (others and not same) or first.part != GIVEN_NAME or "-" in key:
        return None
    called = persons.get(SHORT + key, {})
    found = {
        person.number: person
        for name in (key, *longs.get(key, ()))
        for person in persons.get(name, {}).values()
        if _bears(person, name)
    } | called
    for name in longs.get(key, ()):  # Valja of Valentina, who is written Valentyna
        for person in persons.get(f"~{sound(name)}", {}).values():
            if any(sounds_like(name, own) for own in person.parts.get(GIVEN_NAME, {})):
                found[person.number] = person
    for person in persons.get(BEGUN + key[:LETTERS_BEGUN], {}).values():
        said = same and person.sentence == sentence
        unknown = not first.what.known
        if said or (unknown and _cut(key, person)) or _petted(key, person, unknown):
            found[person.number] = person
    fitting = [
        person
        for person in found.values()
        if not _is_another(person, role)
        and (
            same
            or not (
                person.sentence == sentence
                or any(name in beside for name in person.parts.get(GIVEN_NAME, {}))
            )
        )
    ]
    if len(fitting) != 1:
        return None
    person = fitting[0]
    told = first.gender and person.genders and first.gender not in person.genders
    short = same or key in longs or person.number in called
    return None if told and not short else person


def _cut(key: str, person: _Person) -> bool:
    """Whether a name is a first name of a person cut short, perhaps with another ending."""
    return any(
        len(key) < len(name) and name.startswith(key[: max(LETTERS_CUT, len(key) - 2)])
        for name in person.parts.get(GIVEN_NAME, {})
    )


def _petted(key: str, person: _Person, unknown: bool) -> bool:
    """Whether a name is a first name of a person with the ending of pet names: Kimmie of Kim, or
    its beginning with one: Wille of Wilgot, Fredde of Fredrik. unknown: no list has the name."""
    names = person.parts.get(GIVEN_NAME, {})
    pets = [PET.fullmatch(key), PET_OF_ITS_OWN.fullmatch(key) if unknown else None]
    stems = {pet[1] for pet in pets if pet}
    if stems and any(
        len(name) >= LETTERS_CUT and not stems.isdisjoint((name, name + name[-1], name[:-1]))
        for name in names
    ):
        return True
    return any(_shortened(key, name) or _shortened(name, key) for name in names)


def _shortened(short: str, name: str) -> bool:
    begun = found[1] if (found := SHORTENED.fullmatch(short)) else ""
    return len(begun) >= LETTERS_CUT and len(name) > len(short) and name.startswith(begun)


def _in_one_word(named: _Named) -> str:
    """What all that is said of a name sounds like as one word; "" for a short one."""
    word = "".join([piece.what.key for piece in named]).replace("-", "").replace(" ", "")
    return sound(word) if len(word) >= LEAST_JOINED else ""


def _joined(persons: _Persons, named: _Named, role: Role | None, sentence: int) -> _Person | None:
    """The one person of another sentence whose name in two words is this one, or in one:
    Abdulrahman, Abdul Rahman; Per-Erik, Per Erik Lund."""
    surnames = set(_surnames(named))
    found = {
        person.number: person
        for pieces in _wholes(named)
        if (whole := _in_one_word(pieces))
        for person in persons.get(JOINED[len(pieces) < 2] + whole, {}).values()
        if person.sentence != sentence
        and not _is_another(person, role)
        and not (
            surnames and (borne := person.parts.get(FAMILY, {})) and surnames.isdisjoint(borne)
        )
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _wholes(named: _Named) -> tuple[_Named, ...]:
    """What of a name may be written in one word: all of it, and its first names."""
    firstnames = [piece for piece in named if piece.part in (GIVEN_NAME, MIDDLE)]
    return (named, firstnames) if 0 < len(firstnames) < len(named) else (named,)


def _bears(person: _Person, name: str) -> bool:
    """Whether a name is a first name of a person, or one of two that a hyphen ties."""
    return any(name in each.split("-") for each in person.parts.get(GIVEN_NAME, {}))


def _fits_in_part(person: _Person, said: dict[str, set[str]]) -> bool:
    """Whether first name and surname both agree but for words left out; of one alone all words, or
    some that no hyphen ties to others."""
    shared = [
        (part, keys, person.parts[part]) for part, keys in said.items() if part in person.parts
    ]
    for part, keys, borne in shared:
        split = (
            _untied if part == GIVEN_NAME else _words
        )  # Anna is not Anna-Karin, but Eva Berg may be Eva Berg-Nilsson
        one, other = split(keys), split(borne)
        if not (one <= other or other <= one or _words(keys) == _words(borne)):
            return False
    if len(shared) == len(NAMED_IN_FULL):
        return True
    return any(
        _words(keys) == _words(borne) or (len(said) == 1 and _untied(keys) <= _untied(borne))
        for _, keys, borne in shared
    )


def _alike(what: Referent, key: str, known: bool) -> bool:
    """Whether two forms of a name are the same but for accents (Norén, Noren) or a hyphen (Soo-jin,
    Soojin), or for a slip where not both are known."""
    return (
        what.key == key
        or _letters(what.key) == _letters(key)
        or (not (what.known and known) and near(what.key, key))
    )


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
    return (*_words_of(key), *_spelt(key), *begins)


def _alike_by(key: str, names: Forms) -> list[str]:
    """What a person is found by whose name is this one, or alike, or sounds alike."""
    return [*_spelt(key), *[f"<{other}" for other in names.near(key)]]


@lru_cache(KEYS)
def _spelt(key: str) -> tuple[str, ...]:
    """What two forms of a name share that are alike but for accents or sound alike, and the form
    itself, for what is near it. None of it is a word."""
    heard = sound(key)
    return (f"<{key}", f"={_letters(key)}", *((f"~{heard}",) if heard else ()))


@lru_cache(KEYS)
def _letters(key: str) -> str:
    return unmarked(key).replace("-", "").replace(" ", "")


def _other_gender(person: _Person, piece: _Piece, keys: Mapping[str, bool]) -> bool:
    """Whether a listed name that differs by accents from a person's listed ones is of the other
    gender: her brother Dũng is not Dung."""
    if piece.what.key in keys or not (piece.what.known and all(keys.values())):
        return False
    return bool(piece.gender and person.genders) and piece.gender not in person.genders


def _words(keys: Iterable[str]) -> set[str]:
    return {word for key in keys for word in _words_of(key)}


@lru_cache(KEYS)
def _words_of(key: str) -> tuple[str, ...]:
    return tuple(key.replace("-", " ").split())


def _untied(keys: Iterable[str]) -> set[str]:
    return {word for key in keys for word in key.split()}


def _meant(named: _Named, place: int) -> str:
    """The part of a name that an initial stands for: the first before a surname, the surname behind
    a first name; "" between them."""
    first = any(piece.part == GIVEN_NAME for piece in named[:place])
    last = any(piece.part == FAMILY for piece in named[place + 1 :])
    return "" if first == last else FAMILY if first else GIVEN_NAME


def _fits(initials: str, person: _Person, meant: str) -> bool:
    """Whether initials that a person was not written with yet may be hers: one begins a name of
    hers, or nothing says otherwise."""
    parts = (meant, MIDDLE) if meant in person.parts else (GIVEN_NAME, MIDDLE, FAMILY)
    letters = {key[:1] for part in parts for key in person.parts.get(part, {})}
    return not letters.isdisjoint(initials) or not (
        meant in person.parts or INITIALS in person.parts
    )


def _has_digit(key: str) -> bool:
    return not key.isalpha() and any(map(str.isdigit, key))
