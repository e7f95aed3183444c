"""Running numbers: one counter an essay, one number a referent, however it is spelt, inflected or
cut short.

A person is named in full or by some of her names; a lone name is the last person who bears it, and
a first name that sounds like hers, is short for it or is written in two words, in another sentence
is hers, but where it is introduced as somebody else's (Elisabeth is my teacher, Lisa my sister;
`persons`, `whose`). An institution may lose its town or its kind where one alone is meant. Elsewhere
a referent is its canonical form, and a form that is in no list may be a slip of the pen for one
seen before (guidelines, Running numbers); addresses and numbers never are.
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
from maskera.label.persons import (
    FAMILY,
    INITIALS,
    MIDDLE,
    Cast,
    Person,
    Piece,
    Referent,
    Role,
    given_of,
    surnames_of,
)
from maskera.label.slips import Forms
from maskera.label.sound import sound
from maskera.label.whose import whose
from maskera.mentions import Mention
from maskera.taxonomy import GIVEN_NAME, Taxonomy
from maskera.text import Document

NAME_SPACE = "person"
BESIDE = re.compile(
    r"[^\S\n\r\v\f\x85\u2028\u2029]*"
)  # blanks of any kind and number, but no line break
LEAST_CUT = 4  # letters that a short name has


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
            Piece(m, referent(m), parts.get(m.label, ""), m.label if m.label in genders else "")
            for m in run
        ]
        for run in _runs(document, mentions, taxonomy, begins, parts)
    ]
    full = {
        (surname, given)
        for named in runs
        if len(named) > 2 and (given := given_of(named))
        for surname in surnames_of(named)
    }
    firsts = [document.tokens.starts[sentence.start] for sentence in document.sentences]
    said: defaultdict[int, set[str]] = defaultdict(set)  # first names of each sentence
    for piece in chain.from_iterable(runs):
        if piece.part == GIVEN_NAME:
            said[bisect(firsts, piece.mention.span.start)].add(piece.what.key)
    apart = {} if renamed or surely else _apart(said.values(), longs)
    cast = Cast(full, longs, renamed, surely)
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
        person = whose(cast, named, sentence, role, beside) or Person(next(numbers))
        cast.enter(person, named, sentence, role)
        result += [
            msgspec.structs.replace(p.mention, number=person.number, referent=p.what.key)
            for p in named
        ]
    return result


def _thing(
    piece: Piece,
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


def _has_digit(key: str) -> bool:
    return not key.isalpha() and any(map(str.isdigit, key))
