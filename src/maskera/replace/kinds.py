"""Of what kind a named thing is (hospital, newspaper, lake): told by its words, by a list, or by the words before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile

import msgspec

from maskera.replace.shape import fold, folded

LEAST_STEM = 2  # letters before an ending: Ekbanken
LEAST_NOUN = 6  # letters of a noun that ends a longer one: naturförskolan
CUE_WORDS = 4  # words in the longest cue
CALLED_WORDS = (
    6  # before a word for being called so, among which its noun is: gymmet där jag tränar heter _
)
WAYS = ("ends", "word", "first", "brand", "name", "cue", "class", "legal")

Row = tuple[str, str, Mapping[str, str]]
"""A form, its kind, and notes: `how`, one or more of WAYS joined by +, and `in`, a country."""


class Named(msgspec.Struct, frozen=True):
    """A name that has been read.

    kind: "" where nothing tells it. lead, tail: the words of it that say the kind (Hotel _, _ FC).
    stem: what stands between them. said: whether the word right before the mention says the kind.
    misleading: whether what the name ends in says another kind than it is (the home Tallbacken).
    country: ISO code of the country whose language the words are in, "" for our own.
    """

    kind: str
    lead: str
    stem: str
    tail: str
    said: bool
    misleading: bool
    country: str


class Kinds:
    """The kinds that a language's list knows.

    ways: ends, what the last word ends in; word, a word at its end; first, its first words; brand,
    the same of a name that may not stay; name, all of it; cue, the words before it; class, what other
    lists call the kind. listed: form -> what other lists say of it ("" for nothing). called: words
    between a noun and what it is called (kyrkan heter _). meant: a misspelt name -> the
    name, "" for none. town: whether a folded word is a town's name, before which the names of
    branches stand (Emmaus Lund).
    """

    def __init__(
        self,
        rows: Iterable[Row],
        listed: Callable[[str], str],
        called: frozenset[str] = frozenset(),
        meant: Callable[[str], str] = lambda _: "",
        town: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._tables: dict[str, dict[str, str]] = {way: {} for way in WAYS}
        self._countries: dict[str, str] = {}
        self._named_in: dict[str, str] = {}  # Stadium is a shop, Wembley Stadium lies abroad
        for form, kind, notes in rows:
            folded = fold(form)
            for way in notes["how"].split("+"):
                self._tables[way].setdefault(folded, kind)
            if "in" in notes:
                of_name = notes["how"] == "name"
                (self._named_in if of_name else self._countries)[folded] = notes["in"]
        self.all = frozenset(kind for table in self._tables.values() for kind in table.values())
        self._longest = max(map(len, self._tables["ends"]), default=0)
        self._listed = listed
        self._called, self._meant, self._town = called, meant, town
        self._known = lru_cache(20_000)(self._read)

    def named(self, form: str) -> str:
        """The kind of a name by the list of names alone."""
        return self._tables["name"].get(fold(form), "")

    def listed(self, form: str) -> str:
        """The kind of a name by the lists or its ending, but no slip for another name."""
        ending = self._ending(fold(form.split(" ")[-1]))[1]
        return self.named(form) or ending or self._class(form)

    def read(self, form: str, before: str, written: str = "") -> Named:
        """What a form says of itself. before: the text before the mention; written: the mention."""
        return self._known(form, written, *self._cue(before))

    def _read(self, form: str, written: str, cue: str, right_before: str) -> Named:
        """The same; cue, right_before: the kinds that the text before the mention says."""
        words = form.split(" ")
        folds = [fold(word) for word in words]
        named = len(words) > 1 and words[-1][:1].isupper()  # not Kebnekaise fjällstation
        house = self.named(" ".join(words[:-1])) if named else ""
        branch = bool(house) or (len(words) > 1 and self._town(folds[-1]))
        listed = self.named(written) or self.named(form) or house
        brand_kind = "" if listed else self._lead(folds, "brand")[1]
        lead, lead_kind = (0, "") if brand_kind else self._lead(folds, "first")
        tail, tail_kind = (0, "") if brand_kind else self._tail(folds[lead:])
        end, end_kind = self._ending(folds[-1])
        told = "" if branch else end_kind  # Vittra Lindparken is no park
        certain = lead_kind or brand_kind or tail_kind
        kind = (
            certain
            or right_before
            or listed
            or told
            or self._class(form)
            or self._of_slip(form)
            or cue
        )
        if not told or (kind != told and not certain):
            end = ""
        heads = (
            []
            if brand_kind
            else [*folds[:lead], " ".join(folds[:lead]), *folds[len(folds) - tail :], end]
        )
        if tail and "".join(words[len(words) - tail :]).islower():  # Folkets park, not Hyde Park
            heads = []
        middle = words[lead : len(words) - tail]
        return Named(
            kind,
            " ".join(words[:lead]),
            " ".join(middle),
            " ".join(words[len(words) - tail :]) if tail else "",
            bool(kind) and right_before == kind and not (lead or tail or end),
            bool(end_kind) and kind != end_kind,
            next((self._countries[head] for head in heads if head in self._countries), "")
            if not listed
            else self._named_in.get(fold(form), ""),
        )

    def _lead(self, words: Sequence[str], way: str) -> tuple[int, str]:
        """How many of the first words say the kind, and which; never all of them."""
        table = self._tables[way]
        if len(words) < 2:
            return 0, ""
        firsts = [words[0]]
        if way == "first":  # Länssjukhuset i _ as Sjukhuset i _, Naturförskolan _ as Förskolan _
            ends = range(LEAST_STEM, len(words[0]) - LEAST_NOUN + 1)
            firsts += [words[0][start:] for start in ends]
        for length in range(min(3, len(words) - 1), 0, -1):
            for first in firsts:
                if kind := table.get(" ".join([first, *words[1:length]])):
                    return length, kind
        return 0, ""

    def _tail(self, words: Sequence[str]) -> tuple[int, str]:
        """The same of the last words."""
        table = self._tables["word"]
        legal = self._tables["legal"]
        behind = list(takewhile(lambda word: word in table or word in legal, reversed(words[1:])))
        return len(behind), next((table[word] for word in behind if word in table), "")

    def _ending(self, word: str) -> tuple[str, str]:
        """The longest ending of a word that says a kind."""
        table = self._tables["ends"]
        if word in table:
            return word, table[word]
        for length in range(min(self._longest, len(word) - LEAST_STEM), 0, -1):
            if kind := table.get(word[-length:]):
                return word[-length:], kind
        return "", ""

    def _class(self, form: str) -> str:
        found = self._listed(form)
        return self._tables["class"].get(found, found if found in self.all else "")

    def _of_slip(self, form: str) -> str:
        name = self._meant(form) or (self._meant(form.split(" ")[-1]) if " " in form else "")
        return self.named(name) or self._ending(name)[1] or self._class(name) if name else ""

    def _cue(self, before: str) -> tuple[str, str]:
        """The kind that the words right before a mention say, and that of the noun right before it or
        before a word for being called so."""
        if not before or not before[-1].isspace():
            return "", ""
        words, table = folded(before).split(), self._tables["cue"]
        called = len(words)
        while called and words[called - 1] in self._called:
            called -= 1
        if called < len(words):
            nouns = reversed(words[max(0, called - CALLED_WORDS) : called])
            if noun := next(filter(None, map(self._noun, nouns)), ""):
                return noun, noun
        words = words[-CUE_WORDS:]
        cues = (" ".join(words[first:]) for first in range(len(words)))
        kind = next((table[cue] for cue in cues if cue in table), "")
        return kind, self._noun(words[-1]) if words else ""

    def _noun(self, word: str) -> str:
        """The kind that a word for such things is."""
        if kind := self._tables["ends"].get(word) or self._tables["cue"].get(word, ""):
            return kind
        end, kind = self._ending(word)
        return kind if len(end) >= LEAST_NOUN else ""
