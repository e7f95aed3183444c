"""Pseudonyms that follow from one another: the e-mail address, the middle name and the initials of
a drawn person; addresses at domains and digits that belong to nobody. For any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge

import msgspec

from maskera.lang.pack import Generator
from maskera.lexicon.letters import unmarked
from maskera.replace.draw import Draw, PerMention, Pool
from maskera.replace.numbers import random_like
from maskera.replace.shape import mask_initials
from maskera.taxonomy import GIVEN_NAME

DOMAINS = ("example.com", "example.org", "example.net")  # RFC 2606
OTHER_DOMAINS = ("mail.invalid", "post.invalid", "mail.test", "post.test")  # of the same
LOCAL = 64  # characters before the @ (RFC 5321)
UNKNOWN = "person.given.unknown"
LETTERS = re.compile(r"[^\W\d_]+")


def plain(form: str) -> str:
    """Its letters and digits in small ASCII, as addresses have them: José Ríos -> joserios."""
    letters = unicodedata.normalize("NFD", unmarked(form.casefold()))
    return "".join(
        character for character in letters if character.isascii() and character.isalnum()
    )


def plate(letters: str) -> Generator:
    """Other letters, of those that plates have, and digits in the same places."""
    return PerMention(
        lambda draw: random_like(draw.written, draw.rng(draw.label, plain(draw.written)), letters)
    )


def zip_code(draw: Draw) -> str:
    """Other digits in the same places; the first is never 0."""
    rng = draw.rng(draw.label, plain(draw.written))
    new = random_like(draw.written, rng)
    first = re.search(r"\d", new)
    return (
        new
        if first is None or first[0] != "0"
        else new[: first.start()] + str(rng.randint(1, 9)) + new[first.end() :]
    )


def initials(draw: Draw) -> str:
    """The initials of the drawn names where they are those of the originals; else another letter,
    which no other person of the document has, as far as there are any."""
    rng = draw.rng()
    given = draw.once("letters given", lambda: dict[str, int]())  # and to which person
    own = draw.once("places by initial", lambda: _places_by_initial(draw)).get(draw.number, {})

    def letter(initial: str) -> str:
        place, half = own.get(initial[:1].upper(), (-1, 0))
        halves = draw.bases.get(place, "").split("-")
        drawn = halves[min(half, len(halves) - 1)]
        other = [
            character for character in "ABCDEFGHJKLMNPRSTUV" if character != initial[:1].upper()
        ]
        left = [one for one in other if given.get(one, draw.number) == draw.number]
        new = drawn[:1] or rng.choice(left or other)
        given.setdefault(new.upper(), draw.number)
        return new.lower() if initial.islower() else new.upper()

    return mask_initials(draw.written, draw.features, letter)


def _places_by_initial(draw: Draw) -> dict[int, dict[str, tuple[int, int]]]:
    """Of each person of the document: the first letter of a name -> the place of the first mention
    that begins with it, and which of the name's halves does."""
    found: dict[int, dict[str, tuple[int, int]]] = {}
    names = draw.labels("person") - draw.labels("person.initials")
    for place, mention in enumerate(draw.mentions):
        if mention.label in names:
            form = draw.document.text[mention.span.start : mention.span.end]
            for which, half in enumerate(filter(None, form.split("-"))):  # L-G of Lars-Göran
                found.setdefault(mention.number, {}).setdefault(half[0].upper(), (place, which))
    return found


def middle_name(people: Mapping[str, Pool]) -> Generator:
    """A first name of the person's gender."""

    def draw_name(draw: Draw) -> str:
        given = draw.labels(GIVEN_NAME)
        labels = draw.once(
            "first names",
            lambda: {m.number: m.label for m in reversed(draw.mentions) if m.label in given},
        )
        label = labels.get(draw.number, draw.taxonomy.label(UNKNOWN))
        return draw.pick(people[label], draw.form)

    return draw_name


class _Name(msgspec.Struct, frozen=True):
    """A name as an address has it, its kind, the one drawn for it, and the numbers of those who
    bear it."""

    plain: str
    kind: str
    drawn: str
    people: set[int]


class _Names:
    """Every name of a document, the longest first; asked for those in a word, it looks at its own
    letters alone, however many there are.

    ranked: all of them. plains: as addresses have them.
    """

    def __init__(self, draw: Draw) -> None:
        found: dict[tuple[str, str], _Name] = {}
        given, family = draw.labels(GIVEN_NAME), draw.labels("person.family")
        for place, (mention, form) in enumerate(zip(draw.mentions, draw.forms, strict=True)):
            if mention.label in given | family and len(bare := plain(form)) > 1:
                kind = "family" if mention.label in family else "given"
                name = found.setdefault(
                    (bare, kind), _Name(bare, kind, plain(draw.bases.get(place, "")), set())
                )
                name.people.add(mention.number)
        self.ranked = sorted(found.values(), key=lambda name: -len(name.plain))
        self._ranks: dict[str, list[int]] = {}
        self._begun: dict[str, list[int]] = {}
        for rank, name in enumerate(self.ranked):
            self._ranks.setdefault(name.plain, []).append(rank)
            self._begun.setdefault(name.plain[0], []).append(rank)
        self.plains = self._ranks.keys()
        self._lengths = sorted({len(name) for name in self.plains if len(name) > 2})

    def among(self, words: Iterable[str]) -> list[_Name]:
        """The names that are these words."""
        ranks = {rank for word in words for rank in self._ranks.get(word, ())}
        return [self.ranked[rank] for rank in sorted(ranks)]

    def within(self, word: str) -> Iterator[str]:
        """The names of three letters or more that stand in a word."""
        for length in self._lengths:
            for start in range(len(word) - length + 1):
                if (piece := word[start : start + length]) in self._ranks:
                    yield piece

    def other(self, one: _Name, letters: Iterable[str]) -> _Name | None:
        """The longest name of another kind that a bearer of this one has and that begins with one
        of these letters."""
        for rank in merge(*[self._begun.get(letter, ()) for letter in letters]):
            name = self.ranked[rank]
            if name.kind != one.kind and not name.people.isdisjoint(one.people):
                return name
        return None


_EXAMPLE = re.compile(r"\bexample\b", re.IGNORECASE)


def _beside(name: str, part: str) -> list[str]:
    """What a part of an address has after or before the name; nothing where it has the name in its
    midst, or nothing else."""
    return [
        rest for rest in (part.removeprefix(name), part.removesuffix(name)) if rest and rest != part
    ]


def email(people: Mapping[str, Pool]) -> Generator:
    """An address at a domain kept for examples, with the names drawn for the person whose names the
    original has.

    A whole part of the original tells more than letters within one (ann.berg is no Anna), and a
    long name more than a short one. A letter beside a name is the initial of the same person's
    other name (a.ek, aberg).
    """

    def write(draw: Draw) -> str:
        local = draw.written.split("@")[0]
        user, parts = (
            plain(local),
            [plain(part) for part in LETTERS.findall(unicodedata.normalize("NFC", local))],
        )
        known = draw.once("names in addresses", lambda: _Names(draw))
        drawn = _drawn(known, parts)
        names = [drawn[kind] for kind in ("given", "family") if drawn.get(kind)]
        rng = draw.rng(draw.label, user)
        names = names or [plain(rng.choice(people[draw.taxonomy.label(UNKNOWN)].preferred))]
        new = f"{'.'.join(names)}@{rng.choice(_domains(draw.written))}"
        return new if draw.free(new) else new.replace("@", f"{rng.randint(10, 99)}@")

    return PerMention(write)


def _drawn(known: _Names, parts: Sequence[str]) -> dict[str, str]:
    """By kind, the names drawn for those that the parts of an address have."""
    whole = {
        "".join(parts[start:end])
        for start in range(len(parts))
        for end in range(start + 1, len(parts) + 1)
    }
    halves = (
        (part[:at], part[at:])
        for part in parts
        if part not in known.plains
        for at in range(1, min(len(part), LOCAL))
    )
    plains = known.plains
    glued = {half for pair in halves if pair[0] in plains and pair[1] in plains for half in pair}
    within = [name for part in parts for name in known.within(part)]
    own: dict[str, _Name] = {}
    for name in (*known.among(whole), *known.among(glued), *known.among(within)):
        own.setdefault(name.kind, name)
    drawn = {kind: name.drawn for kind, name in own.items()}
    if len(own) == 1 and (one := next(iter(own.values()))).drawn:
        letters = {
            letter
            for part in parts
            for letter in (part, *_beside(one.plain, part))
            if len(letter) == 1
        }
        if other := known.other(one, letters):
            drawn[other.kind] = other.drawn[:1]
    return drawn


def url(draw: Draw) -> str:
    """An address at a domain kept for examples; scheme and www stay."""
    rng = draw.rng(draw.label, plain(draw.written))
    head = re.match(r"(?:\w+://)?(?:www\.)?", draw.written)
    prefix = head.group() if head else ""
    domains = _domains(draw.written)
    choices = [f"{prefix}{domain}" for domain in rng.sample(domains, len(domains))]
    return next(
        (choice for choice in choices if draw.free(choice)),
        f"{prefix}{domains[0]}/{rng.randint(100, 9999)}",
    )


def _domains(written: str) -> tuple[str, ...]:
    """Domains that nobody has, and that share no word with one that is kept for examples itself."""
    return OTHER_DOMAINS if _EXAMPLE.search(written) else DOMAINS
