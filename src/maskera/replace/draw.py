"""What a generator is given: one referent of one document, chance, what is taken, and what has been
drawn for other referents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from rapidfuzz.distance import OSA

from maskera.mentions import Mention
from maskera.replace import keyed
from maskera.replace.birthdays import Renamed
from maskera.replace.shape import fold, letter
from maskera.taxonomy import Taxonomy
from maskera.text import Document

TOGETHER = ("age", "date.month")
"""Kinds whose forms are drawn together."""
KEYED_SCOPES = ("author", "corpus")
T = TypeVar("T")
WALK = 1000  # steps before a keyed draw gives up; reaching it means a document that holds the whole list


class Whole(msgspec.Struct, frozen=True):
    """A kind of name in full, for scopes that reach beyond one document.

    known: folded original -> a place of its own below len(names). names: at least as many
    pseudonyms as known originals. composed: a name for each number below `composed_size`, none of
    them among `names`, for originals that are in no list. parted: how many of the first stand for
    one another alone. originals: the known ones by their place, where a name may resemble one.
    """

    known: Mapping[str, int]
    names: Sequence[str]
    composed: Callable[[int], str]
    composed_size: int
    parted: int = 0
    originals: Sequence[str] = ()

    def exchanged(self, permutation: keyed.Permutation, place: int) -> str:
        """The name for the original at a place: the next of the permutation's cycle. Where that is
        the original or one slip away from it, it takes the one after, and the first behind such
        originals that has no such name takes the first of theirs: no two share a name."""
        start, _ = self.block(place)

        def name(at: int) -> str:
            return self.names[start + at]

        def telling(at: int) -> bool:
            if not start + at < len(self.originals):
                return False
            own = fold(name(permutation.step(at)))
            return OSA.distance(own, self.originals[start + at], score_cutoff=1) <= 1

        at = place - start
        if telling(at):
            return name(permutation.step(at, 2))
        while telling(before := permutation.step(at, -1)) and before != place - start:
            at = before
        return name(permutation.step(at))

    def block(self, place: int) -> tuple[int, int]:
        """Where the names begin that may stand for this original, and how many there are."""
        if place < self.parted:
            return 0, self.parted
        return self.parted, len(self.names) - self.parted


LONGEST_BEFORE = 12  # characters before a mention in which its preposition stands
CODES = 26**5  # five letters name what is in no list of a keyed scope


def coded(known: Mapping[str, int], names: Sequence[str], noun: str) -> Whole:
    """A list whose unknown originals become coded names (QXKPA-land)."""
    return Whole(known, names, lambda number: f"{letter(number + CODES // 25)}-{noun}", CODES)


class Pool(msgspec.Struct, frozen=True):
    """The pseudonyms of one kind: `preferred`, then `reserve`; `whole()` for the keyed scopes and
    as the last resort.

    weights: how often each of `preferred` is drawn beside the others; all alike where none is given.
    """

    name: str
    preferred: tuple[str, ...]
    reserve: tuple[str, ...] = ()
    whole: Callable[[], Whole] | None = None
    weights: tuple[float, ...] = ()


class Draw(msgspec.Struct, frozen=True, gc=False):
    """One draw.

    form: base form of the mention as written; written: the mention itself. referent: canonical form
    of what is meant, else the base form. place: how many referents of the label came before. forms:
    the base form of each of the mentions. bases: the place of a mention among them -> base form of
    its pseudonym, where coupled. drawn: folded canonical original -> pseudonym, for coupled places.
    free: whether a pseudonym is neither taken nor in the document, nor has or resembles a word of
    an original; unused: only the former. material: the scope, for keyed choices. memo: see once().
    origin: whether names of the original's origin are asked for.
    """

    label: str
    form: str
    written: str
    features: frozenset[str]
    referent: str
    number: int
    place: int
    document: Document
    mention: Mention
    mentions: tuple[Mention, ...]
    forms: Sequence[str]
    bases: Mapping[int, str]
    drawn: Mapping[str, str]
    free: Callable[[str], bool]
    unused: Callable[[str], bool]
    key: bytes
    scope: str
    material: tuple[str, ...]
    memo: dict[Hashable, Any]
    taxonomy: Taxonomy
    origin: bool = False

    def rng(self, *what: str) -> Random:
        """Chance for this referent; with `what` given, chance shared by all draws of the scope that
        name the same."""
        return keyed.rng(
            self.key, *self.material, *(what or (self.label, fold(self.referent), self._whose))
        )

    @property
    def _whose(self) -> str:
        """The running number where it tells referents apart: it means nothing beyond its document."""
        return "" if self.keyed else str(self.number)

    @property
    def siblings(self) -> list[str]:
        """The forms of all mentions of this kind of label, in text order; months and ages are one
        kind, whether in digits or in words."""
        text, label = self.document.text, self.mention.label
        together = next(filter(lambda its: label in its, map(self.labels, TOGETHER)), {label})
        return [
            text[mention.span.start : mention.span.end]
            for mention in self.mentions
            if mention.label in together
        ]

    def words_before(self) -> set[str]:
        """The words right before the mentions of what is meant, folded."""
        text = self.document.text
        found: set[str] = set()
        for mention in self.alike(self.mention.label, self.mention.number):
            before = text[max(0, mention.span.start - LONGEST_BEFORE) : mention.span.start]
            if before.endswith(" ") and (words := before.split()):
                found.add(fold(words[-1]))
        return found

    def alike(self, label: str, number: int | None) -> Sequence[Mention]:
        """The mentions with a label and number, in text order."""

        def by_referent() -> dict[tuple[str, int | None], list[Mention]]:
            found: dict[tuple[str, int | None], list[Mention]] = {}
            for mention in self.mentions:
                found.setdefault((mention.label, mention.number), []).append(mention)
            return found

        return self.once("mentions by referent", by_referent).get((label, number), ())

    def labels(self, *kinds: str) -> frozenset[str]:
        """The labels of these kinds."""
        return self.taxonomy.labels(*kinds)

    @property
    def keyed(self) -> bool:
        """Whether the scope reaches beyond the document, so that the choice must follow from the
        original alone."""
        return self.scope in KEYED_SCOPES

    def once(self, what: str, make: Callable[[], T]) -> T:
        """A value that all draws of the document share, made at the first call (the memo lives as
        long as the call of replace())."""
        memo = self.memo
        if what not in memo:
            memo[what] = make()
        made: T = memo[what]
        return made

    def pick(self, pool: Pool, referent: str | None = None) -> str:
        """A free pseudonym from the pool; in a keyed scope the one that belongs to the original, or
        the next free one after it.

        referent: what is meant, where the draw's own does not say it best.
        """
        meant = fold(self.referent if referent is None else referent)
        rng = keyed.rng(self.key, *self.material, self.label, meant, self._whose)
        if self.keyed and pool.whole is not None:
            return self._keyed(pool.name, pool.whole(), meant, rng)
        for names, weights in ((pool.preferred, pool.weights), (pool.reserve, ())):
            if found := self._first_free(names, rng, weights):
                return found
        if pool.whole is not None:
            whole = pool.whole()
            if found := self._first_free(whole.names, rng):
                return found
            for _ in range(WALK):
                if self.free(name := whole.composed(rng.randrange(whole.composed_size))):
                    return name
        return self._numbered(pool, rng)

    def _first_free(self, names: Sequence[str], rng: Random, weights: Sequence[float] = ()) -> str:
        """A free name, "" where none is. Of a list that was gone through in vain only the names are
        asked again that were not used then: a text with thousands of names would go through it for
        each."""
        gone_through = id(names)  # the memo keeps the list, and so the number its own
        if gone_through in self.memo:
            unused: list[str] = self.memo[gone_through][1]
            return next(filter(self.free, keyed.shuffled(rng, unused)), "")
        if weights:
            order = keyed.weighted(rng, names, weights)
        else:
            for _ in range(
                min(8, len(names))
            ):  # nearly always enough, and spares shuffling a long list
                if self.free(name := rng.choice(names)):
                    return name
            order = keyed.shuffled(rng, names)
        if found := next(filter(self.free, order), ""):
            return found
        self.memo[gone_through] = (names, list(filter(self.unused, names)))
        return ""

    def _numbered(self, pool: Pool, rng: Random) -> str:
        """A name of the pool with a number after it: the way out when the document holds the whole
        list."""
        names = pool.preferred or pool.reserve
        stem = names[rng.randrange(len(names))]
        first = rng.randrange(10_000, 1_000_000)
        return next(
            (name for count in range(2, WALK) if self.free(name := f"{stem} {count}")),
            f"{stem} {first}",
        )

    def _keyed(self, kind: str, whole: Whole, meant: str, rng: Random) -> str:
        """The consequence of walking on: an original whose pseudonym stands in a document gets
        another one there, and only there."""
        place = whole.known.get(meant, whole.known.get(fold(self.form)))
        if place is not None:
            start, size = whole.block(place)
            which = (kind, "others") if start else (kind,)
            permutation = keyed.Permutation(self.key, size, *self.material, *which)
            for steps in range(1, min(WALK, size)):
                name = (
                    whole.exchanged(permutation, place)
                    if steps == 1
                    else whole.names[start + permutation.step(place - start, steps)]
                )
                if self.free(name):
                    return name
        for steps in range(10 * WALK):
            number = keyed.index(
                self.key, whole.composed_size, *self.material, kind, meant, str(steps)
            )
            if self.free(name := whole.composed(number)):
                return name
        return self._numbered(Pool(kind, tuple(whole.names)), rng)


class Agreed(msgspec.Struct, frozen=True):
    """What texts ask of one another: new texts by place, and words beside mentions that change with
    them."""

    texts: Mapping[int, str]
    renamed: Sequence[Renamed] = ()


Agree = Callable[[Document, Sequence[Mention], Mapping[int, str], Collection[int], bool], Agreed]
"""Of a document, its mentions, their new texts by place, the places that may change, and whether
those may that no other asks for: the texts that others ask for (a weekday of its date)."""


class PerMention(msgspec.Struct, frozen=True):
    """A generator that writes every mention in the form of its original (8th -> 5th, MAY -> JUNE);
    nothing is inflected after it.

    labels, kinds: those whose forms it can read; without either, any. agree: what its texts ask of
    one another, once all are drawn; a text that thereby stays as it was is kept.
    """

    write: Callable[[Draw], str]
    labels: frozenset[str] | None = None
    kinds: tuple[str, ...] = ()
    agree: Agree | None = None

    def fitting(self, taxonomy: Taxonomy) -> frozenset[str] | None:
        """The labels of a taxonomy whose forms it can read; None: any."""
        if self.labels is None and not self.kinds:
            return None
        return (self.labels or frozenset()) | taxonomy.labels(*self.kinds)

    def __call__(self, draw: Draw) -> str:
        """The text for the mention that the draw shows."""
        return self.write(draw)


class ForLabels(msgspec.Struct, frozen=True):
    """A generator that has pools, or numbers in order, for these labels and kinds and for no other."""

    labels: frozenset[str]
    draw: Callable[[Draw], str]
    kinds: tuple[str, ...] = ()

    def fitting(self, taxonomy: Taxonomy) -> frozenset[str]:
        """The labels of a taxonomy that it has something for."""
        return (self.labels & taxonomy.categories.keys()) | taxonomy.labels(*self.kinds)

    def __call__(self, draw: Draw) -> str:
        """The base form of the pseudonym."""
        return self.draw(draw)
