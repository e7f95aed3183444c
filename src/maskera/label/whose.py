"""Whom a name belongs to: the person of before who bears it, however it is spelt, inflected or cut
short; nobody where it may be two persons'."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from maskera.label.name_forms import is_cut, is_pet_form, letters_of, untied, words
from maskera.label.persons import (
    BEGUN,
    FAMILY,
    INITIAL,
    INITIALS,
    JOINED,
    LETTERS_BEGUN,
    MIDDLE,
    SHORT,
    Cast,
    Named,
    Person,
    Persons,
    Piece,
    Referent,
    Role,
    given_of,
    in_one_word,
    letters_alone,
    sharing,
    spellings,
    surnames_of,
    wholes,
)
from maskera.label.slips import Forms, near
from maskera.label.sound import sound, sounds_like
from maskera.taxonomy import GIVEN_NAME

NAMED_IN_FULL = {GIVEN_NAME, FAMILY}


def whose(
    cast: Cast, named: Named, sentence: int, role: Role | None, beside: Container[str]
) -> Person | None:
    """The person of before who bears a name.

    sentence: where it stands; two spellings in one sentence are two names (Kristina and Christina).
    role: what its bearer is said to be. beside: the other first names of the sentence.
    """
    persons, longs, full = cast.persons, cast.longs, cast.full
    return (
        cast.starting.get(cast.surely.get(named[0].mention.span.start, -1))
        or cast.lettered.get(letters_alone(named))
        or _find(persons, cast.names, named, full, sentence, role, beside)
        or _cut_short(persons, named, full)
        or _short_in_full(persons, named, longs, beside)
        or _by_initials(cast.bearers, named)
        or _by_letter(persons, named, role, sentence)
        or _by_part(persons, named, longs, role, sentence, cast.renamed, beside)
        or _joined(persons, named, role, sentence)
        or _by_surname(persons, named, role)
    )


def _find(
    persons: Persons,
    names: Forms,
    named: Named,
    full: Container[tuple[str, frozenset[str]]],
    sentence: int,
    role: Role | None,
    beside: Container[str],
) -> Person | None:
    """The last person whose names do not contradict these: every part that both have agrees, and at
    least one does; who bears them so spelt goes first.

    names: the forms of all names so far. The rest: see whose().
    """
    found = sharing(persons, [(p.part, _alike_by(p.what.key, names)) for p in named])
    bearers = {person.number: person for person in _who_may(found, named, full)}
    for person in sorted(bearers.values(), key=lambda one: (-_closeness(one, named), -one.latest)):
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


def _alike(what: Referent, key: str, known: bool) -> bool:
    """Whether two forms of a name are the same but for accents (Norén, Noren) or a hyphen (Soo-jin,
    Soojin), or for a slip where not both are known."""
    return (
        what.key == key
        or letters_of(what.key) == letters_of(key)
        or (not (what.known and known) and near(what.key, key))
    )


def _alike_by(key: str, names: Forms) -> list[str]:
    """What a person is found by whose name is this one, or alike, or sounds alike."""
    return [*spellings(key), *[f"<{other}" for other in names.near(key)]]


def _who_may(
    persons: Iterable[Person], named: Named, full: Container[tuple[str, frozenset[str]]]
) -> Iterator[Person]:
    """Those where no side has two given names (Eva Maria) of which the other has one and a surname
    (Eva Holm).

    full: surnames with the given names that the text has with them somewhere, which makes them one
    person's.
    """
    said, surnames = given_of(named), surnames_of(named)
    names = words([piece.what.key for piece in named])
    for person in persons:
        borne = person.parts.get(FAMILY, {})
        if said and not surnames and borne and MIDDLE not in person.parts:
            may = said <= words(chain.from_iterable(person.parts.values())) or any(
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


def _closeness(person: Person, named: Named) -> int:
    """How near the spelling of a name is to a person's: 2 for the same, 1 for one that sounds so."""
    keys = [(piece.what.key, person.parts.get(piece.part, {})) for piece in named]
    if any(key in known for key, known in keys):
        return 2
    return int(any(sounds_like(key, one) for key, known in keys for one in known))


def _is_another(person: Person, role: Role | None) -> bool:
    """Whether a name is introduced as that of somebody who is not this person: a sister, where she
    is said to be a teacher; but a sister may be the little sister of before."""
    if role is None:
        return False
    if not person.roles:
        return role.introduces
    return not any(role.word.endswith(known) or known.endswith(role.word) for known in person.roles)


def _other_gender(person: Person, piece: Piece, keys: Mapping[str, bool]) -> bool:
    """Whether a listed name that differs by accents from a person's listed ones is of the other
    gender: her brother Dũng is not Dung."""
    if piece.what.key in keys or not (piece.what.known and all(keys.values())):
        return False
    return bool(piece.gender and person.genders) and piece.gender not in person.genders


def _meant(named: Named, place: int) -> str:
    """The part of a name that an initial stands for: the first before a surname, the surname behind
    a first name; "" between them."""
    first = any(piece.part == GIVEN_NAME for piece in named[:place])
    last = any(piece.part == FAMILY for piece in named[place + 1 :])
    return "" if first == last else FAMILY if first else GIVEN_NAME


def _fits(initials: str, person: Person, meant: str) -> bool:
    """Whether initials that a person was not written with yet may be hers: one begins a name of
    hers, or nothing says otherwise."""
    parts = (meant, MIDDLE) if meant in person.parts else (GIVEN_NAME, MIDDLE, FAMILY)
    letters = {key[:1] for part in parts for key in person.parts.get(part, {})}
    return not letters.isdisjoint(initials) or not (
        meant in person.parts or INITIALS in person.parts
    )


def _cut_short(
    persons: Persons, named: Named, full: Container[tuple[str, frozenset[str]]]
) -> Person | None:
    """The one person of whose double names some are left out or added here, or joined otherwise:
    Maria Garcia for Maria Garcia Lopez."""
    said: dict[str, set[str]] = {}
    for piece in named:
        said.setdefault(piece.part, set()).add(piece.what.key)
    if not said.keys() <= NAMED_IN_FULL:
        return None
    shared = sharing(persons, [(part, words(keys)) for part, keys in said.items()])
    alike = {person.number: person for person in shared}
    may = _who_may(alike.values(), named, full)
    fitting = [person for person in may if _fits_in_part(person, said)]
    return fitting[0] if len(fitting) == 1 else None


def _fits_in_part(person: Person, said: dict[str, set[str]]) -> bool:
    """Whether first name and surname both agree but for words left out; of one alone all words, or
    some that no hyphen ties to others."""
    shared = [
        (part, keys, person.parts[part]) for part, keys in said.items() if part in person.parts
    ]
    for part, keys, borne in shared:
        split = (
            untied if part == GIVEN_NAME else words
        )  # Anna is not Anna-Karin, but Eva Berg may be Eva Berg-Nilsson
        one, other = split(keys), split(borne)
        if not (one <= other or other <= one or words(keys) == words(borne)):
            return False
    if len(shared) == len(NAMED_IN_FULL):
        return True
    return any(
        words(keys) == words(borne) or (len(said) == 1 and untied(keys) <= untied(borne))
        for _, keys, borne in shared
    )


def _short_in_full(
    persons: Persons, named: Named, longs: Mapping[str, Sequence[str]], beside: Container[str]
) -> Person | None:
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


def _by_initials(bearers: Mapping[str, dict[int, Person]], named: Named) -> Person | None:
    """The one person of whose name in full two or more initials that stand alone are: T.W. or T. W.
    of Tomasz Wójcik."""
    initials = "".join([piece.what.key for piece in named if piece.part == INITIALS])
    if any(piece.part != INITIALS for piece in named) or len(initials) < 2:
        return None
    if initials not in bearers:
        return None
    fitting = list(bearers[initials].values())
    return fitting[0] if len(fitting) == 1 else None


def _by_letter(persons: Persons, named: Named, role: Role | None, sentence: int) -> Person | None:
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


def _by_part(
    persons: Persons,
    named: Named,
    longs: Mapping[str, Sequence[str]],
    role: Role | None,
    sentence: int,
    renamed: Collection[int],
    beside: Container[str],
) -> Person | None:
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
        names = person.parts.get(GIVEN_NAME, {})
        if said or (unknown and is_cut(key, names)) or is_pet_form(key, names, unknown):
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


def _bears(person: Person, name: str) -> bool:
    """Whether a name is a first name of a person, or one of two that a hyphen ties."""
    return any(name in each.split("-") for each in person.parts.get(GIVEN_NAME, {}))


def _joined(persons: Persons, named: Named, role: Role | None, sentence: int) -> Person | None:
    """The one person of another sentence whose name in two words is this one, or in one:
    Abdulrahman, Abdul Rahman; Per-Erik, Per Erik Lund."""
    surnames = set(surnames_of(named))
    found = {
        person.number: person
        for pieces in wholes(named)
        if (whole := in_one_word(pieces))
        for person in persons.get(JOINED[len(pieces) < 2] + whole, {}).values()
        if person.sentence != sentence
        and not _is_another(person, role)
        and not (
            surnames and (borne := person.parts.get(FAMILY, {})) and surnames.isdisjoint(borne)
        )
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _by_surname(persons: Persons, named: Named, role: Role | None) -> Person | None:
    """The one person whose surname a name that stands alone is, though it may be a first name, too:
    Kim, behind Kim Min-jun."""
    first, *others = named
    key = first.what.key
    if others or first.part != GIVEN_NAME:
        return None
    same = f"={letters_of(key)}"
    found = [
        person
        for person in persons.get(same, {}).values()
        if any(letters_of(name) == same[1:] for name in person.parts.get(FAMILY, {}))
        and not _is_another(person, role)
    ]
    return found[0] if len(found) == 1 else None
