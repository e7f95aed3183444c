"""Slips of the pen in an original, and the same kinds of slip in its pseudonym.

A learner's text is studied for its errors, so a policy may ask that a new name is misspelt in the
way the old one was. What is carried is the kind of slip and about where in the word it stands, never
letters of the original but for one that was written in the place of another.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA, Levenshtein

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.vocab import Vocab
from maskera.taxonomy import GIVEN_NAME

Kind = Literal["mark", "pair", "double", "single", "missing", "added", "swap", "letter"]
PLACES = ("place", "site")
SPELT = (GIVEN_NAME, "person.family", *PLACES, "org", "transport.name")
"""Kinds of labels whose pseudonyms may be misspelt."""
LISTED = (GIVEN_NAME, "person.family", PLACES[0])
"""Kinds whose unlisted forms are compared with listed ones."""
PROPER = ("person", *PLACES)
"""Kinds that are written with a capital."""
MOST = 2  # slips in a form; with more it is another name
SHORTEST = 4  # letters of a name in no list from which it may be a slip of a listed one
# Zipf: a name in no list is a slip of one that is met at least so often. Of 400 Swedish names of this
# frequency with one slip each (train.augment.typo) .78 female, .81 male, .90 surnames are read as
# the name they were. Were they in no list, .15, .15, .03 of the rarest listed names would be taken
# for slips; at 2.0 it is .33, .33, .09.
FREQUENT = 3.0
VOWELS = frozenset("aeiouy")


class Slip(msgspec.Struct, frozen=True, gc=False):
    """One slip: its kind and how far into the word it stands, from 0 to 1.

    was, now: of a letter in the place of another, or two in the place of one with a mark,
    both; of a doubled, added or missing letter, `was` is that letter; in small letters.
    """

    kind: Kind
    place: float
    was: str = ""
    now: str = ""


def bare(letter: str) -> str:
    """A letter without its marks: ż -> z."""
    return unicodedata.normalize("NFD", letter)[0]


def slips(right: str, written: str) -> tuple[Slip, ...]:
    """What is wrong with a form, by the right one; nothing where it is another word altogether.

    Capitals do not count: replace.shape carries them.
    """
    one, other = (unicodedata.normalize("NFC", form).lower() for form in (right, written))
    if one == other or OSA.distance(one, other, score_cutoff=MOST) > MOST:
        return ()
    found: list[Slip] = []
    last = max(len(one) - 1, 1)
    for at in range(len(one) - 1, -1, -1):
        pair = other[at : at + 2]
        spelt = one[:at] + pair + one[at + 1 :]
        if (
            bare(one[at]) not in (one[at], pair)
            and pair[:1] == bare(one[at])
            and Levenshtein.distance(spelt, other) <= Levenshtein.distance(one, other) - 2
        ):
            found.append(Slip("pair", at / last, one[at], pair))
            one = spelt
    for at in range(len(one) - 1):
        swapped = one[:at] + one[at + 1] + one[at] + one[at + 2 :]
        if Levenshtein.distance(swapped, other) <= Levenshtein.distance(one, other) - 2:
            found.append(Slip("swap", at / last))
            one = swapped
    for edit in Levenshtein.editops(one, other):
        tag, source, target = edit.tag, edit.src_pos, edit.dest_pos
        place = min(source / last, 1.0)
        if tag == "replace":
            was, now = one[source], other[target]
            lost = bare(was) == now
            found.append(Slip("mark" if lost else "letter", place, was, now))
        elif tag == "delete":
            was = one[source]
            doubled = was in (one[source - 1 : source], one[source + 1 : source + 2])
            found.append(Slip("single" if doubled else "missing", place, was))
        else:
            was = other[target]
            doubled = was in (other[target - 1 : target], other[target + 1 : target + 2])
            found.append(Slip("double" if doubled else "added", place, was))
    return tuple(found)


def carried(found: Sequence[Slip], name: str) -> str:
    """A name with the same kinds of slip, as far as it has letters for them."""
    for slip in found:
        name = _SLIPS[slip.kind](name, slip)
    return name


def bears(found: Iterable[Slip], name: str) -> bool:
    """Whether a name has letters for all of the slips."""
    return all(_SLIPS[slip.kind](name, slip) != name for slip in found)


def _nearest(name: str, place: float, fits: Callable[[int], bool], first: int = 1) -> int:
    """The fitting place of a name nearest to a relative one, -1 for none; from the second letter on
    no capital of a part (Eva-Li) is touched."""
    last = max(len(name) - 1, 1)
    capitals = first == 0 or name.isupper()
    fitting = [
        at
        for at in range(first, len(name))
        if name[at].isalpha() and (capitals or not name[at].isupper()) and fits(at)
    ]
    return min(fitting, key=lambda at: (abs(at / last - place), at), default=-1)


def _alike(one: str, other: str) -> bool:
    """Whether two letters are both vowels or both consonants."""
    return (bare(one.lower()) in VOWELS) == (bare(other.lower()) in VOWELS)


def _paired(name: str, at: int) -> bool:
    """Whether the letter is one of two alike."""
    letter = name[at].lower()
    return letter in (name[at - 1 : at].lower(), name[at + 1 : at + 2].lower())


def _unmarked(name: str, slip: Slip) -> str:
    at = _nearest(name, slip.place, lambda at: bare(name[at]) != name[at], first=0)
    return name if at < 0 else name[:at] + bare(name[at]) + name[at + 1 :]


def _in_two(name: str, slip: Slip) -> str:
    """The marked letter as the bare one and the next: oe; twice where it was: aa."""
    at = _nearest(name, slip.place, lambda at: bare(name[at]) != name[at], first=0)
    if at < 0:
        return name
    first = bare(name[at])
    second = first.lower() if slip.now[0] == slip.now[1] else slip.now[1]
    return name[:at] + first + second + name[at + 1 :]


def _doubled(name: str, slip: Slip) -> str:
    at = _nearest(name, slip.place, lambda at: _alike(name[at], slip.was) and not _paired(name, at))
    return name if at < 0 else name[: at + 1] + name[at] + name[at + 1 :]


def _once(name: str, slip: Slip) -> str:
    at = _nearest(name, slip.place, lambda at: name[at].lower() == name[at - 1].lower())
    return name if at < 0 else name[:at] + name[at + 1 :]


def _without(name: str, slip: Slip) -> str:
    if len(name) < SHORTEST:
        return name
    at = _nearest(name, slip.place, lambda at: _alike(name[at], slip.was) and not _paired(name, at))
    return name if at < 0 else name[:at] + name[at + 1 :]


def _with_more(name: str, slip: Slip) -> str:
    """A letter of the name, of the same sort, once more where it is no double."""

    def another(at: int) -> str:
        beside = {name[at].lower(), name[at + 1 : at + 2].lower()}
        return next(
            (
                c
                for c in name[1:].lower()
                if c not in beside and _alike(c, slip.was) and c.isalpha()
            ),
            "",
        )

    at = _nearest(name, slip.place, lambda at: bool(another(at)))
    return _doubled(name, slip) if at < 0 else name[: at + 1] + another(at) + name[at + 1 :]


def _swapped(name: str, slip: Slip) -> str:
    def fits(at: int) -> bool:
        after = name[at + 1 : at + 2]
        return after.isalpha() and after.lower() != name[at].lower()

    at = _nearest(name, slip.place, fits)
    return name if at < 0 else name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def _other_letter(name: str, slip: Slip) -> str:
    """The same letter for the same, else for one of its sort."""
    same = _nearest(name, slip.place, lambda at: name[at].lower() == slip.was)
    at = (
        same
        if same >= 0
        else _nearest(
            name,
            slip.place,
            lambda at: _alike(name[at], slip.was) and name[at].lower() != slip.now,
        )
    )
    return name if at < 0 else name[:at] + slip.now + name[at + 1 :]


_SLIPS: Mapping[Kind, Callable[[str, Slip], str]] = {
    "mark": _unmarked,
    "pair": _in_two,
    "double": _doubled,
    "single": _once,
    "missing": _without,
    "added": _with_more,
    "swap": _swapped,
    "letter": _other_letter,
}


def meant(form: str, label: str, key: str, siblings: Collection[str], vocab: Vocab) -> str:
    """The spelling that a form stands for: the form itself where a list has it, or nobody knows.

    key: what is meant (Mention.referent). siblings: how the same thing is written elsewhere in the
    document. Word by word where there are several and no list has the whole.
    """
    lower = form.lower()
    for sibling in siblings:
        if sibling.lower() != lower and "".join(map(bare, sibling.lower())) == lower:
            return sibling
    related = _related(label, vocab)
    listed = _of(related, vocab.gazetteer.entries(lower))
    if listed:
        return listed[0].canonical
    if key and key != lower and (known := _of(related, vocab.gazetteer.entries(key))):
        return known[0].canonical
    if " " in form:
        return " ".join(_word_meant(word, vocab) for word in form.split())
    for sibling in siblings:
        if sibling.lower() != lower and _of(related, vocab.gazetteer.entries(sibling.lower())):
            return sibling
    if len(form) >= SHORTEST and label in vocab.taxonomy.labels(*LISTED):
        return _nearest_name(lower, related, vocab) or form
    return form


def _related(label: str, vocab: Vocab) -> frozenset[str]:
    """The labels of lists that may hold what has this label."""
    for kinds in ((GIVEN_NAME,), ("person.family",), PLACES, ("org",)):
        if label in (labels := vocab.taxonomy.labels(*kinds)):
            return labels
    return frozenset([label])


def _of(labels: Collection[str], entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.label in labels]


def _word_meant(word: str, vocab: Vocab) -> str:
    """The listed or common word that one word of several stands for."""
    lexeme = vocab.word(word)
    if lexeme.meant:
        return lexeme.meant
    best = lexeme.entries[0].canonical if lexeme.entries else word
    if lexeme.genitive and not best.endswith(word[-1:]):
        best += word[-1:]
    return best if " " not in best else word


def _nearest_name(lower: str, labels: frozenset[str], vocab: Vocab) -> str:
    """The most frequent listed name one slip away, "" for none."""
    frequent = vocab.derived(_frequent_names)
    near = [
        name
        for length in (len(lower) - 1, len(lower), len(lower) + 1)
        for name, _, _ in process.extract(
            lower,
            frequent.get((bare(lower[0]), length), ()),
            scorer=OSA.distance,
            score_cutoff=1,
            limit=None,
        )
        if _of(labels, vocab.gazetteer.entries(name))
    ]
    return max(near, key=lambda name: (vocab.gazetteer.zipf(name), name), default="")


def _frequent_names(vocab: Vocab) -> Mapping[tuple[str, int], Sequence[str]]:
    """Names of people and places that text has often, by first letter without marks, and length."""
    table: dict[tuple[str, int], set[str]] = {}
    labels = vocab.taxonomy.labels(*LISTED)
    for entry in vocab.gazetteer.of_label(labels, zipf=FREQUENT):
        name = entry.form.lower()
        if name.isalpha():
            table.setdefault((bare(name[0]), len(name)), set()).add(name)
    return {key: sorted(names) for key, names in table.items()}
