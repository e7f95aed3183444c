"""What a word form is, whatever its context: shape, lexicon entries, how ordinary; computed once a
form and kept in a bounded table.

Longer than 400 lines because the facts of a form are computed from each other in one order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from copy import copy
from itertools import compress, count
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA, DamerauLevenshtein

from maskera import expressions as re
from maskera.annotate.tokens import normal
from maskera.kernels.near import Near
from maskera.lexicon.gazetteer import RARER_GENITIVE, Entry, Gazetteer
from maskera.lexicon.genitive import Genitive
from maskera.lexicon.letters import unmarked
from maskera.lexicon.memo import Memo, shared
from maskera.lexicon.tsv import WordLists
from maskera.taxonomy import FULL_NAME_KINDS, GIVEN_NAME, LISTED_KINDS, Taxonomy, shipped
from maskera.text import Document

Made = TypeVar("Made")
NO_LISTS = WordLists(None)
TABLE = 50_000  # forms kept in such a table
GUESSED = 0.5  # log-odds of being an ordinary word that the lexicon gives a rare form of which only its frequency is known
UNKNOWN_ORDINARY = -0.5  # log-odds of being an ordinary word for a form in no list at all: names and typos are both frequent there
UNLISTED = 2.0  # log-odds that the dictionary gives words in no list by hand; others with a capital are names even first in a sentence
# Compounds that no list and no dictionary has: in small letters 1,331 are ordinary and 122 part of
# a name, first in a sentence 102 and 64 (in the texts counted in lexicon/compile.py). A part is an
# ordinary word of so many log-odds, Zipf (or long) and letters at least.
COMPOUND, COMPOUND_IN_CAPITALS, PART, FREQUENT_PART, LONG_PART, SHORTEST_PART, SHORTEST_HEAD = (
    1.5,
    0.5,
    2.0,
    2.5,
    6,
    3,
    4,
)
RARE_COMPOUND, LONGEST = (
    4.0,
    40,
)  # Zipf below which, and letters up to which, a compound is looked at by its parts
# A form is taken for a slip of a word that is a hundred times as frequent: in swell_train nineteen
# of twenty such forms in small letters are no names, though one in sixteen of them stands in a list
# of names ("drika", "dagan").
MEANT_ZIPF, MEANT_ORDINARY, RARER = 3.2, 1.5, 2.0
# Of rarer genitives (Zipf) it tells nothing that they are rarer than the name. Places stand in the
# genitive as often as not: Kronobergs.
COMMON_GENITIVE = 2.8
SHORTEST_SLIP = 3  # letters
# Log-odds of a first name from which its genitive is no other word, if the name is as frequent
# (Zipf) and so much more frequent than the genitive: dictionaries hold "evas" and "idas". But
# "annas" and "pers" are met as other words, so their log-odds are more than the fourth.
WELL_KNOWN, WELL_KNOWN_ZIPF, WELL_KNOWN_RARER, ORDINARY_GENITIVE = 3.3, 3.5, 0.5, 1.0
FREQUENT_NAME = 3.0  # log-odds of a first name from which it is no slip of a common word but for the usual ones: adnan, reza, but sama
# Before a forgotten blank stands a word of at least such log-odds of being ordinary; a shorter one
# than the second (letters) only before a listed name, for with a slip farHanna may be anything.
BEFORE_GLUED, SURELY_GLUED, NAMING = 1.5, 5, (*LISTED_KINDS, "attribute.family")
CAPITALS = frozenset(("capital", "upper", "mixed"))  # shapes that hold a capital
OF_LETTERS = CAPITALS | {"lower"}
SHAPES = OF_LETTERS | {"digit", "mark"}
MALE, FEMALE, EITHER = f"{GIVEN_NAME}.male", f"{GIVEN_NAME}.female", f"{GIVEN_NAME}.unknown"
DOUBLE = 1.0  # log-odds by which two names with a hyphen between them are surer than one


class Lexeme(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Facts about one form. Compared by identity, so that detectors can keep what they make of a
    word in a table of their own.

    lower: as compared. shape: lower, capital (Anna), upper (ANNA), mixed (McDonald), digit or mark.
    entries: what lists say; labels: theirs. genitive: whether they are those of the form without
    its genitive ending. ordinary: log-odds of being an ordinary word, by lists and counts. plain: the
    same where no capital tells (small letters, or the first of a sentence): there a large
    dictionary counts, too. zipf: frequency class (0 unknown). misspelt: the entries are those of a
    form one or two letters away. meant: the common ordinary word of which the form is probably a
    slip ("drika": dricka), "" for most; meant_entries: what lists say of that word, common nouns
    only. read: what a reader takes the form for: in small letters and in no list, the word meant,
    else `lower`. head: the last part of a rare compound that is in no list ("montör" of kylmontör),
    "" for most; head_labels: what lists say of that part.
    """

    lower: str
    shape: str
    entries: tuple[Entry, ...]
    labels: frozenset[str]
    genitive: bool
    ordinary: float
    plain: float
    zipf: float
    misspelt: bool = False
    meant: str = ""
    meant_entries: tuple[Entry, ...] = ()
    read: str = ""
    head: str = ""
    head_labels: frozenset[str] = frozenset()


def shape(form: str) -> str:
    """Anna -> capital, ANNA -> upper, anna -> lower, McDonald -> mixed, 12 -> digit, , -> mark."""
    first = form[0]
    if first.isdigit():
        return "digit"
    if not first.isalpha():
        return "mark"
    if form.islower() or not (first.isupper() or any(c.isupper() for c in form)):
        return "lower" if first.islower() else "capital"  # scripts without case count as capital
    if form.isupper():
        return "upper" if len(form) > 1 else "capital"
    if first.isupper() and form[1:].islower():
        return "capital"
    parts = form.split("-")
    if len(parts) > 1 and all(
        part[:1].isupper() and (part[1:].islower() or len(part) == 1) for part in parts if part
    ):
        return "capital"
    return "mixed"


class Vocab:
    """Looks forms up; holds at most `size` of them.

    genitive: how names are written in it.
    spelling_targets: forms (lower case) that a misspelt word may be meant for; looked for only when
    a word is in no list. tails: last parts of compounds (lower case) that learners write as words
    of their own, and the label that the whole has, "" for any; apart: words before them that are no
    part. lists: the word lists of the language. taxonomy: the labels of its entries. single_letters: words
    of one letter, which are no initials. spoken: words as they are spoken (å) -> as they are
    written (och), in small letters.
    """

    def __init__(
        self,
        gazetteer: Gazetteer,
        genitive: Genitive,
        spelling_targets: Sequence[str],
        tails: Mapping[str, str] = MappingProxyType({}),
        apart: Container[str] = frozenset(),
        size: int = TABLE,
        *,
        lists: WordLists = NO_LISTS,
        taxonomy: Taxonomy | None = None,
        single_letters: frozenset[str] = frozenset(),
        spoken: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.gazetteer = gazetteer
        self.lists = lists
        self.single_letters = single_letters
        self._spoken = spoken
        self.taxonomy = taxonomy or shipped()
        self._derived: dict[Callable[[Vocab], Any], Any] = {}
        self.genitive = genitive
        self._genitive = genitive.stem
        self.shortened = Memo[str, str](
            lambda lower: bare if (bare := genitive.bare(lower)) != lower else ""
        ).__getitem__
        self._tails, self._apart = tails, apart
        self._targets: Mapping[str, list[str]] = _by_first_letter(spelling_targets)
        self._common = Memo(self._common_words)
        self.word: Callable[[str], Lexeme] = Memo(self._word, size).__getitem__

    def derived(self, make: Callable[[Vocab], Made]) -> Made:
        """What a function makes of this vocabulary and its lists (a table of cues, say): asked for
        once, and kept with the vocabulary, so that two packs never share it."""
        if make not in self._derived:
            self._derived[make] = make(self)
        made: Made = self._derived[make]
        return made

    def with_taxonomy(self, taxonomy: Taxonomy) -> Vocab:
        """The same words under a taxonomy with more labels."""
        other = copy(self)
        other.taxonomy = taxonomy
        return other

    def with_words(self, word: Callable[[str], Lexeme]) -> Vocab:
        """The table with another way to look a form up."""
        table = copy(self)
        table.word = word
        return table

    def words(self, document: Document) -> list[Lexeme]:
        """The word of every token. One as it is spoken is the word that is written for it, but in
        no name of two words (Helge å)."""
        forms = document.tokens.forms
        words = list(map(self.word, forms))
        if not self._spoken.keys().isdisjoint(forms):
            for place in compress(count(), map(self._spoken.__contains__, forms)):
                before = words[place - 1].lower if place else ""
                if not self.gazetteer.entries(f"{before} {forms[place]}"):
                    words[place] = self.word(self._spoken[forms[place]])
        return words

    def cut_in_two(self, words: Sequence[Lexeme], lowers: Sequence[str]) -> Iterator[int]:
        """Where two words are a listed form cut in two, the second in small letters, or alike where
        the label is told: Syd Afrika."""
        for tail in compress(count(), map(self._tails.__contains__, lowers)):
            first, label = tail - 1, self._tails[lowers[tail]]
            small = words[tail].shape == "lower" or (
                label and words[first].shape == words[tail].shape
            )
            if (
                first < 0
                or not small
                or not lowers[first].isalpha()
                or lowers[first] in self._apart
            ):
                continue
            whole = self.gazetteer.entries(lowers[first] + lowers[tail])
            if whole and (not label or any(entry.label == label for entry in whole)):
                yield first

    def glued(self, first: str, second: str) -> bool:
        """Whether two halves of a form are words with no blank between them (mammaFatima), rather
        than one with a capital in it (karIn)."""
        whole, before, named = (
            self.word(first + second),
            self.word(first),
            not self.word(second).labels.isdisjoint(self.taxonomy.labels(*NAMING)),
        )
        if (
            whole.entries
            or self.gazetteer.spelled(whole.lower) is not None
            or before.ordinary < BEFORE_GLUED
        ):
            return False
        return named or (len(first) >= SURELY_GLUED and not whole.head)

    def _word(self, form: str) -> Lexeme:
        lower = normal(form).lower()
        kind = shape(form)
        if kind in ("digit", "mark"):
            return Lexeme(
                lower,
                kind,
                self.gazetteer.entries(lower),
                shared(()),
                False,
                0.0,
                0.0,
                0.0,
                read=lower,
            )
        entries, genitive = self._entries(
            lower, all(part[:1].isupper() for part in form.split("-"))
        )
        misspelt = False
        zipf = self.gazetteer.zipf(lower)
        listed, spelled = self.gazetteer.ordinary(lower), self.gazetteer.spelled(lower)
        if not entries and spelled is None and (listed is None or listed <= GUESSED):
            entries = self._misspelt(lower, zipf)
            misspelt = bool(entries)
        if genitive and self._of_well_known(lower, zipf, entries, listed):
            listed = spelled = None
        ordinary = listed
        if ordinary is None:
            stem = self.gazetteer.ordinary(self._genitive(lower)) if genitive else None
            ordinary = UNKNOWN_ORDINARY if stem is None else stem - 1.0
        plain, head = (
            ordinary,
            self._head(lower)
            if not entries and zipf < RARE_COMPOUND and len(lower) <= LONGEST
            else "",
        )
        frequent = (
            not (misspelt or genitive)
            and max(ordinary, spelled or 0.0) <= 0
            and self._given(entries) >= FREQUENT_NAME
        )
        meant = self._meant(lower, zipf) if ordinary <= 0 else ""
        if frequent and not _usual_slip(lower, meant):
            meant = ""
        if spelled is not None and (kind == "lower" or spelled >= UNLISTED):
            plain = max(ordinary, spelled)
        elif listed is None and head and not meant:
            plain = COMPOUND if kind == "lower" else COMPOUND_IN_CAPITALS
        common = (
            tuple(entry for entry in self.gazetteer.entries(meant) if entry.form[0].islower())
            if meant
            else ()
        )
        labels = shared([entry.label for entry in entries])
        of_head = self.gazetteer.entries(head) if head else ()
        head_labels = shared([entry.label for entry in of_head])
        read = meant if meant and kind == "lower" and not entries else lower
        return Lexeme(
            lower,
            kind,
            entries,
            labels,
            genitive,
            ordinary,
            plain,
            zipf,
            misspelt,
            meant,
            common,
            read,
            head,
            head_labels,
        )

    def _of_well_known(
        self, lower: str, zipf: float, entries: Sequence[Entry], listed: float | None
    ) -> bool:
        """Whether the entries of a genitive are those of a first name so frequent that no list of
        words need be asked: evas, karins."""
        if self._given(entries) < WELL_KNOWN or (
            listed is not None and listed >= ORDINARY_GENITIVE
        ):
            return False
        stem = self._genitive(lower)
        frequent = self.gazetteer.zipf(stem) >= max(WELL_KNOWN_ZIPF, zipf + WELL_KNOWN_RARER)
        return (
            frequent
            and (self.gazetteer.ordinary(stem) or 0.0) <= 0
            and not self._meant(lower, zipf)
        )

    def _head(self, lower: str) -> str:
        """The second of the two ordinary words that a form is made of, with or without an s between
        them; "" when it is no compound.

        hemsjukvården -> sjukvården, modersmålsundervisningen -> undervisningen, VM-sorgen ->
        sorgen.
        """
        if (tail := lower[lower.rfind("-") + 1 :]) != lower:
            return tail if len(tail) >= SHORTEST_HEAD and self._part(tail) else ""
        for cut in range(SHORTEST_PART, len(lower) - SHORTEST_HEAD + 1):
            if self._part(lower[cut:]) and (
                self._part(lower[:cut])
                or (
                    cut > SHORTEST_PART
                    and lower[cut - 1] == self.genitive.linking
                    and self._part(lower[: cut - 1])
                )
            ):
                return lower[cut:]
        return ""

    def _part(self, form: str) -> bool:
        if self.gazetteer.zipf(form) >= FREQUENT_PART:
            return (
                max(self.gazetteer.ordinary(form) or 0.0, self.gazetteer.spelled(form) or 0.0)
                >= PART
            )
        return len(form) >= LONG_PART and (self.gazetteer.spelled(form) or 0.0) >= PART

    def _meant(self, lower: str, zipf: float) -> str:
        """The most frequent of the common words nearest to a form: one edit up to seven letters,
        two from eight on."""
        if len(lower) < SHORTEST_SLIP or not lower.isalpha():
            return ""
        allowed = 1 if len(lower) < 8 else 2
        best, highest = "", zipf + RARER
        edited = [
            (len(word), edits, number, word)
            for number, word in enumerate(self._common[lower[0]].to(lower, allowed))
            if (edits := OSA.distance(lower, word, score_cutoff=allowed)) <= allowed
        ]
        for _, edits, _, word in sorted(edited):  # of equals the last: the longer, the further one
            if (
                word != self.genitive.of(lower)
                and (likely := self.gazetteer.zipf(word) - edits + 1) >= highest
            ):
                best, highest = word, likely
        return best

    def _common_words(self, first: str) -> Near:
        """The common ordinary words that begin with a letter."""
        return Near(self.gazetteer.common_words(first, MEANT_ZIPF, MEANT_ORDINARY))

    def _entries(self, lower: str, titled: bool) -> tuple[tuple[Entry, ...], bool]:
        """What lists say of a form, and whether they say it of the form without its genitive
        ending. titled: each part has a capital."""
        direct = self._listed(lower, titled)
        stem = self._genitive(lower)
        if stem:
            entries = self._listed(stem, titled)
            if self.gazetteer.zipf(lower) + RARER_GENITIVE > max(
                self.gazetteer.zipf(stem), COMMON_GENITIVE
            ):
                names = self.taxonomy.labels(*FULL_NAME_KINDS)
                entries = tuple(entry for entry in entries if entry.label not in names)
            if entries and (
                not direct
                or (
                    self._likelier(stem, lower)
                    if "-" in lower
                    else _best(entries) > _best(direct) + 0.5
                )
            ):
                return entries, True
            if entries and self.gazetteer.common(lower) and _nouns(entries) and not _nouns(direct):
                return (
                    *entries,
                    *direct,
                ), True  # "pappas", "mans": rarely Pappas and Mans, though these are names
        if not direct and not lower.isascii() and self.gazetteer.ordinary(lower) is None:
            direct = self.gazetteer.entries(unmarked(lower))
        return direct, False

    def _likelier(self, one: str, other: str) -> bool:
        """Whether a double name is this one: what is listed whole before what is composed, else by
        how frequent its last part is."""
        listed, rival = (bool(self.gazetteer.entries(form)) for form in (one, other))
        last, other_last = (self.gazetteer.zipf(form.rpartition("-")[2]) for form in (one, other))
        return listed > rival or (listed == rival and last > other_last)

    def _listed(self, lower: str, titled: bool) -> tuple[Entry, ...]:
        listed = self.gazetteer.entries(lower)
        if listed or "-" not in lower:
            return listed
        parts = lower.split("-")
        if (
            len(parts) > 2
            or min(map(len, parts)) < 2
            or (not titled and all(map(self.gazetteer.common, parts)))
        ):
            return ()
        return tuple(
            sorted(
                self._doubled(*map(self.gazetteer.entries, parts)), key=lambda entry: -entry.weight
            )
        )

    def _doubled(self, first: Sequence[Entry], second: Sequence[Entry]) -> Iterator[Entry]:
        """A double name of two listed ones: Dagmar-Inez, Vidar-Love, Berg-Haddad. A name of either
        gender takes that of the other."""
        one, two = ({entry.label: entry for entry in entries} for entries in (first, second))
        label_of = self.taxonomy.label
        gendered, either = (label_of(MALE), label_of(FEMALE)), label_of(EITHER)
        given = False
        for label in (*gendered, either, label_of("person.family")):
            if label == either and given:
                continue
            left, right = (
                names.get(label) or (names.get(either) if label in gendered else None)
                for names in (one, two)
            )
            if left and right:
                form = f"{left.form}-{right.form}"
                given |= label in gendered
                weight = (left.weight + right.weight) / 2 + DOUBLE
                yield msgspec.structs.replace(
                    left, form=form, label=label, weight=weight, canonical=form, flags=frozenset()
                )

    def _given(self, entries: Sequence[Entry]) -> float:
        """The greatest weight of a first name among the entries."""
        names = self.taxonomy.labels(GIVEN_NAME)
        return max([entry.weight for entry in entries if entry.label in names], default=-math.inf)

    def _misspelt(self, lower: str, zipf: float) -> tuple[Entry, ...]:
        """The entries of the nearest target, if it is much more frequent: one edit up to seven
        letters, two from eight on.

        The first letter must be right."""
        if len(lower) < 5 or not lower.isalpha():
            return ()
        for form in (lower, self._genitive(lower)):
            allowed = 1 if len(form) < 8 else 2
            found = process.extractOne(
                form,
                self._targets.get(form[:1], ()),
                scorer=DamerauLevenshtein.distance,
                score_cutoff=allowed,
            )
            if found and (not zipf or self.gazetteer.zipf(found[0]) >= zipf + RARER):
                return self.gazetteer.entries(found[0])
        return ()


def _best(entries: tuple[Entry, ...]) -> float:
    return max(entry.weight for entry in entries)


def _usual_slip(form: str, word: str) -> bool:
    """Whether a form is a word with its marks left out, letters doubled or not, or other vowels at
    its end: sama, varja."""
    one, two = (
        _DOUBLED.sub(r"\1", each.translate(_UNMARKED)).rstrip("aeiouy") for each in (form, word)
    )
    return one == two


_DOUBLED = re.compile(r"(.)\1")
_UNMARKED = str.maketrans("åäö", "aao")


def _nouns(entries: Sequence[Entry]) -> bool:
    return any(entry.form[0].islower() for entry in entries)


def _by_first_letter(forms: Sequence[str]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for form in forms:
        table.setdefault(form[0], []).append(form)
    return table
