"""Data augmentation: replace mentions by sampled names and add learner noise.

SweLL's published essays are pseudonymized, so their names come from a short list; a tagger trained
on them as they are learns the list. Drawn anew, misspelt, in small letters, half of them hidden
from the lexicon, they teach the contexts instead.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from functools import partial
from itertools import accumulate
from random import Random

from msgspec import structs

from maskera.lang.pack import Composed
from maskera.lexicon.gazetteer import Entry, Gazetteer
from maskera.taxonomy import shipped
from maskera.text import Edit, Span, splice
from maskera.train.corpora import Annotated, Marked

LABELS = shipped()
MALE, FEMALE, UNKNOWN, FAMILY = (
    LABELS.label(kind)
    for kind in (
        "person.given.male",
        "person.given.female",
        "person.given.unknown",
        "person.family",
    )
)
NAMES = (MALE, FEMALE, UNKNOWN, FAMILY)
MIDDLE = LABELS.labels("person.middle")
# How often a mention of the kind is drawn anew; institutions keep more of their own, since their
# names say what they are.
SHARE: Mapping[str, float] = LABELS.by_label(
    {
        "person.given": 0.95, "person.family": 0.95, "person.middle": 0.9,
        "place.settlement": 0.9, "place.country": 0.6, "place.region": 0.6, "place.district": 0.6,
        "site": 0.5, "place.nature": 0.5, "org": 0.4, "date.month.words": 0.3,
        "attribute.profession": 0.4, "transport.name": 0.4,
    }
)  # fmt: skip
LISTED = tuple(label for label in SHARE if label not in MIDDLE)
"""What is drawn from the lists."""
MISWRITTEN = frozenset(SHARE) | LABELS.labels("attribute", "age.words")
PROFESSIONS = LABELS.labels("attribute.profession")
LOWER = PROFESSIONS | LABELS.labels("date.month.words")
"""What the language writes in small letters."""
DIGITS = LABELS.labels("number", "address.number", "transport.number", "contact")
COMPOSED = 0.6  # share of names, of those that a language composes, that are made of words
GENITIVES = ("'s", "’s", "'", "’", "s")
"""Endings of a genitive, in Swedish and English; a copy has that of the original."""
NEIGHBOURS = {  # letters that sound or lie near
    "a": "sqå", "e": "wrä", "i": "uoy", "o": "iöå", "u": "yio", "y": "ui", "å": "ao", "ä": "ea", "ö": "oä", "k": "cg", "c": "ks", "s": "cz",
    "d": "t", "t": "d", "b": "p", "p": "b", "g": "k", "v": "fw", "f": "v", "j": "gi", "m": "n", "n": "m", "l": "r", "r": "l",
}  # fmt: skip


class Pools:
    """What can be drawn, by label; Swedish places and places abroad apart."""

    def __init__(self, gazetteer: Gazetteer) -> None:
        pools: dict[tuple[str, bool], list[Entry]] = {}
        for entry in gazetteer.of_label(LISTED):
            if entry.label in LOWER or (entry.weight >= 1.5 and entry.form[0].isupper()):
                pools.setdefault((entry.label, bool(entry.country)), []).append(entry)
        given = {
            entry.form: entry.weight
            for (label, _), pool in pools.items()
            if label in NAMES[:3]
            for entry in pool
        }
        either = {entry.form: entry.weight for entry in gazetteer.of_label(NAMES[2:3])}
        for key, pool in pools.items():
            # Many a surname is a first name as well, and many a man's name a woman's: such ones
            # would teach one to be the other.
            rivals = {FAMILY: given, MALE: either, FEMALE: either}.get(key[0], {})
            pools[key] = [entry for entry in pool if rivals.get(entry.form, -9.0) < entry.weight]
        self._pools = pools
        self._kinds: dict[str, dict[str, tuple[list[Entry], list[float]]]] = {}

    def draw(self, label: str, foreign: bool, rng: Random) -> Entry | None:
        """An entry of the label; names are drawn evenly over origins, so that no long list drowns
        the others."""
        pool = self._pools.get((label, foreign)) or self._pools.get((label, not foreign))
        if not pool:
            return None
        if label in NAMES:
            kinds = self._by_kind(label, pool)
            entries, sums = kinds[rng.choice(sorted(kinds))]
            return entries[bisect(sums, rng.random() * sums[-1])]
        return rng.choice(pool)

    def _by_kind(self, label: str, pool: list[Entry]) -> dict[str, tuple[list[Entry], list[float]]]:
        """Origin -> its names, and the running sums of their chances: the square root of how common
        they are."""
        if label not in self._kinds:
            kinds: dict[str, list[Entry]] = {}
            for entry in pool:
                kinds.setdefault(entry.kind, []).append(entry)
            self._kinds[label] = {
                kind: (
                    entries,
                    list(accumulate(10 ** (max(entry.value, 0) / 20) for entry in entries)),
                )
                for kind, entries in kinds.items()
                if len(entries) >= 20
            }
        return self._kinds[label]


def typo(word: str, rng: Random) -> str:
    """One slip: a letter doubled, dropped, swapped with the next, or exchanged for one that sounds
    or lies near."""
    if len(word) < 4:
        return word
    place = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return word[:place] + word[place] + word[place:]
    if kind == 1:
        return word[:place] + word[place + 1 :]
    if kind == 2:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    letter = NEIGHBOURS.get(word[place].lower(), word[place])
    return word[:place] + rng.choice(letter) + word[place + 1 :]


def redrawn(
    text: Annotated, pools: Pools, rng: Random, composed: Composed | None = None
) -> tuple[Annotated, frozenset[str]]:
    """The text with its mentions drawn anew, and the forms (lower case) that the lexicon should not
    know this time. composed: makes names that no list has.

    One surface of one label gets one new surface throughout the text.
    """
    chosen: dict[tuple[str, str], str] = {}
    hidden: set[str] = set()
    edits: list[Edit] = []
    for span in text.spans:
        old = text.text[span.start : span.end]
        ending = next(filter(old.endswith, GENITIVES), "") if span.gen else ""
        base = old[: len(old) - len(ending)]
        key = (span.label, base.lower())
        if key not in chosen:
            made = (
                composed(span.label, base, partial(_listed, pools, rng), rng)
                if composed and rng.random() < COMPOSED
                else ""
            )
            chosen[key] = made or _substitute(base, span, pools, rng, span.foreign, hidden)
        new = chosen[key]
        if ending != "s" or not new.endswith(("s", "x", "z")):
            new += ending
        edits.append(Edit(Span(span.start, span.end), _noisy(new, old, span.label, rng)))
    new_text, places = splice(text.text, edits)
    spans = tuple(
        structs.replace(span, start=place.start, end=place.end)
        for place, span in zip(places, text.spans, strict=True)
    )
    return Annotated(text.id, new_text, spans, text.genre), frozenset(hidden)


def _substitute(
    base: str, span: Marked, pools: Pools, rng: Random, foreign: bool, hidden: set[str]
) -> str:
    label = span.label
    if label in DIGITS:
        return "".join(
            str(rng.randrange(10))
            if c.isdigit() and rng.random() < 0.7 and not (c == "0" and i == 0)
            else c
            for i, c in enumerate(base)
        )
    wanted = rng.choice(NAMES[:2]) if label in MIDDLE else label
    if rng.random() >= SHARE.get(label, 0.0):
        return base
    entry = pools.draw(wanted, foreign, rng)
    if entry is None:
        return base
    if label in PROFESSIONS:
        same = [pools.draw(label, False, rng) for _ in range(30)]
        marked = [
            e for e in same if e is not None and e.form[-1:] == base[-1:]
        ]  # keeps definiteness and number by its ending
        if not marked:
            return base
        entry = rng.choice(marked)
    if label not in PROFESSIONS and rng.random() < 0.2:
        hidden.add(entry.form.lower())
    return entry.form


def _listed(pools: Pools, rng: Random, label: str) -> str:
    entry = pools.draw(label, rng.random() < 0.5, rng)
    return entry.form if entry else ""


def _noisy(new: str, old: str, label: str, rng: Random) -> str:
    if label in DIGITS or not new:
        return new
    if old[:1].islower() and new[:1].isupper():
        new = new.lower()
    if label in MISWRITTEN and rng.random() < 0.08:
        new = " ".join(
            typo(word, rng) if index == 0 else word for index, word in enumerate(new.split(" "))
        )
    return new


def noisy(text: Annotated, rng: Random) -> Annotated:
    """The same text from a more careless writer: all in small letters, or with slips in ordinary
    words, or without full stops."""
    chance = rng.random()
    if chance < 0.55:
        lowered = text.text.lower()
        if len(lowered) == len(text.text):
            return Annotated(text.id, lowered, text.spans, text.genre)
        return text
    if chance < 0.75:
        return Annotated(
            text.id,
            "".join(c.lower() if rng.random() < 0.6 else c for c in text.text),
            text.spans,
            text.genre,
        )
    return _slips(text, rng)


def _slips(text: Annotated, rng: Random) -> Annotated:
    taken = [(span.start, span.end) for span in text.spans]
    edits = []
    position = 0
    for word in text.text.split(" "):
        start, end = position, position + len(word)
        position = end + 1
        if (
            len(word) > 3
            and word.isalpha()
            and rng.random() < 0.12
            and not any(a < end and start < b for a, b in taken)
        ):
            edits.append(Edit(Span(start, end), typo(word, rng)))
    kept = [Edit(Span(a, b), text.text[a:b]) for a, b in taken]
    new_text, places = splice(text.text, [*edits, *kept])
    order = sorted([*edits, *kept], key=lambda edit: edit.span)
    moved = {edit.span.start: place for edit, place in zip(order, places, strict=True)}
    spans = tuple(
        structs.replace(s, start=moved[s.start].start, end=moved[s.start].end) for s in text.spans
    )
    return Annotated(text.id, new_text, spans, text.genre)
