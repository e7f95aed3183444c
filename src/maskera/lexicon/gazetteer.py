"""Gazetteer: the compiled lexicon of a language; read it, look a form up, find the longest match.

The file is compiled by maskera.lexicon.compile: arrays that are mapped, so that opening it takes no
time and workers share it. A form is looked up in lower case; what it can be comes back as entries
with log-odds. Beside the entries every form has a frequency class and the log-odds that it is an
ordinary word. A second file tells of many more forms that they are words, without the forms
themselves: as sorted hashes, so that one in 6,000 other forms is taken for one of them.
"""

from __future__ import annotations

import math
import zlib
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.errors import DataError
from maskera.io import arrays
from maskera.io.arrays import Arrays
from maskera.kernels.lookup import limits
from maskera.kernels.strings import UNKNOWN, Exchanges, Hashes, Measures, Strings, crc_of, table_of
from maskera.lexicon.memo import Memo
from maskera.lexicon.spelling import Spelling

FLAGS = ("word", "def", "pl", "media")
# Zipf by which the genitive of a person's name is rarer than the name, so that jeans and shorts are
# none.
RARER_GENITIVE = 0.3


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One thing a form can be.

    form: the usual spelling. label: of the taxonomy, or a kind of the language's own (title,
    nationality, weekday ...). weight: log-odds that the form, written so in a neutral sentence, is
    that. canonical: the form it is another spelling of, else the form. parent: the town a district
    or place lies in, the county of a town. country: ISO code, empty for the language's own country.
    kind: a finer class (river, shop, degree, origin of a name). value: for numbers and months.
    flags: see FLAGS.
    """

    form: str
    label: str
    weight: float
    canonical: str
    parent: str = ""
    country: str = ""
    kind: str = ""
    value: int = -1
    flags: frozenset[str] = frozenset()


TABLES = ("form", "first", "pair", "string")
"""Tables of strings (see kernels.strings): the forms, sorted; the first words of forms of several
words, and their first two words; what entries say."""

COLUMNS = {
    "first_row": np.uint32,  # a form and one more: rows first_row[i] to first_row[i+1] are form i's
    "zipf": np.uint8,  # a form: ten times the Zipf frequency, 0 unknown
    "ordinary": np.int8,  # a form: ten times the log-odds of being an ordinary word, UNKNOWN
    "row_form": np.uint32,  # a row: a string, as in the next columns
    "row_label": np.uint32,
    "row_canonical": np.uint32,
    "row_parent": np.uint32,
    "row_country": np.uint32,
    "row_kind": np.uint32,
    "row_weight": np.int8,  # ten times the log-odds
    "row_value": np.int32,
    "row_flags": np.uint8,  # bit i is FLAGS[i]
    "pair_words": np.uint8,  # a pair: words in the longest form that begins so
}
"""The other columns. A form's key is its tokens in lower case, joined by blanks."""


def hashed(form: str) -> int:
    """The number by which a dictionary knows a form in lower case: 32 bits."""
    return zlib.crc32(form.encode())


def namesakes(towns: Iterable[tuple[str, str]]) -> NDArray[np.uint32]:
    """The column by which namesake() knows towns, given with the ISO codes of their countries."""
    return np.array(sorted({hashed(_in_country(*town)) for town in towns}), np.uint32)


def _in_country(form: str, country: str) -> str:
    return f"{form}\t{country}"


class Gazetteer:
    """A lexicon in its file; what has been looked up is kept, of at most `cache_size` forms.

    zipf: frequency class of a form in lower case: log10 of occurrences a billion words; 0 when
    unknown. ordinary: log-odds that a form in lower case is an ordinary word of the language; None
    when nothing is known.
    """

    def __init__(
        self, columns: Arrays, dictionary: Arrays | None = None, cache_size: int = 50_000
    ) -> None:
        self._spelled = _levels(dictionary) if dictionary else []
        self._forms, self._firsts, self._pairs, self._strings = (
            Strings(*(columns.view(f"{name}_{part}") for part in ("text", "starts", "slots")))
            for name in TABLES
        )
        self._columns = columns
        views = {name: columns.view(name) for name in COLUMNS}
        self._first_row, self._zipf = views["first_row"], views["zipf"]
        measures = Measures(self._forms, self._zipf, views["ordinary"])
        self.zipf, self.ordinary = measures.zipf, measures.ordinary
        self._row = {name.removeprefix("row_"): view for name, view in views.items()}
        self._pair_words = views["pair_words"]
        self.spelling = (
            Spelling(columns.view("spelling")) if "spelling" in columns.columns else None
        )
        self._namesakes = (
            Hashes(columns.view("namesakes")) if "namesakes" in columns.columns else None
        )
        self._string = lru_cache(cache_size)(self._strings.__getitem__)
        self._after = Memo(self._seconds, cache_size)
        self.entries = lru_cache(cache_size)(self._entries)

    def __len__(self) -> int:
        return len(self._forms)

    def __contains__(self, form: str) -> bool:
        """Whether anything is known of a form in lower case; for who asks of many that are none."""
        found: int = self._forms.find(form)
        return found >= 0

    def _entries(self, form: str) -> tuple[Entry, ...]:
        """What a form in lower case can be; empty when it is in no list."""
        index = self._forms.find(form)
        if index < 0:
            return ()
        return tuple(map(self._entry, range(self._first_row[index], self._first_row[index + 1])))

    def _entry(self, row: int) -> Entry:
        column, string = self._row, self._string
        return Entry(
            string(column["form"][row]),
            string(column["label"][row]),
            column["weight"][row] / 10,
            string(column["canonical"][row]),
            string(column["parent"][row]),
            string(column["country"][row]),
            string(column["kind"][row]),
            column["value"][row],
            _FLAGS[column["flags"][row]],
        )

    def frequent(self, zipf: float) -> Callable[[str], bool]:
        """Whether a form in lower case has at least this frequency class (above 0), for who asks of
        many: half the time of zipf()."""
        find, frequencies, least = self._forms.find, self._zipf, 10 * zipf

        def known(form: str) -> bool:
            index: int = find(form)
            return index >= 0 and frequencies[index] >= least

        return known

    def exchanges(self, zipf: float, endings: Mapping[str, Mapping[str, str]]) -> Exchanges:
        """Which forms of at least this frequency class (above 0) there are beside one, with another
        ending. endings: to each those that may stand in its place, and what is said of such a form.
        """
        return Exchanges(self._forms, self._zipf, 10 * zipf, endings)

    def namesake(self, form: str, country: str) -> bool:
        """Whether a country, by its ISO code, has a town of this form in lower case, though the
        entries of the form have one elsewhere: San José in Costa Rica."""
        known = self._namesakes
        return known is not None and known.has(crc_of(_in_country(form, country)))

    def spelled(self, form: str) -> float | None:
        """Log-odds that a form in lower case is an ordinary word, because the dictionary has it;
        None when it has not."""
        crc = crc_of(form)
        for odds, forms in self._spelled:
            if forms.has(crc):
                return odds
        return None

    def common(self, form: str) -> bool:
        """Whether a form in lower case is an ordinary word by its odds, or by the mark of a list (a
        name that is a noun too)."""
        odds = self.ordinary(form)
        return odds is not None and (
            odds > 0 or any("word" in entry.flags for entry in self.entries(form))
        )

    def common_words(self, first: str, zipf: float, odds: float) -> list[str]:
        """The single words that begin with a letter, of at least this frequency class and log-odds
        of being ordinary."""
        start = bisect_left(self._forms, first)
        those = slice(start, bisect_left(self._forms, chr(ord(first) + 1), start))
        frequent = self._columns["zipf"][those] >= 10 * zipf
        found = (frequent & (self._columns["ordinary"][those] >= 10 * odds)).nonzero()[0] + start
        return [form for form in map(self._forms.__getitem__, found.tolist()) if form.isalpha()]

    def multiword_limits(
        self, words: list[str], shortened: Callable[[str], str] = lambda _: ""
    ) -> dict[int, int]:
        """Where a form of several words may begin (by its first two words) and how many words the
        longest such form has.

        words: in lower case. shortened: each without the ending of a genitive, "" where it has
        none: the second word may be inflected.
        """
        return limits(words, self._after, shortened)

    def _seconds(self, first: str) -> Mapping[str, int]:
        """The second words of the forms of several words that begin with this one, each with the
        words in the longest of them."""
        if self._firsts.find(first) < 0:
            return _NONE
        low = bisect_left(self._pairs, f"{first} ")
        found: dict[str, int] = {}
        for index in range(low, len(self._pairs)):
            before, _, second = self._pairs[index].partition(" ")
            if before != first:
                break
            found[second] = self._pair_words[index]
        return found

    def longest_match(self, words: Sequence[str], start: int, bound: int) -> int:
        """How many words from `start` on, at most `bound`, make the longest form of several words;
        0 when none does."""
        for length in range(bound, 1, -1):
            if self._forms.find(" ".join(words[start : start + length])) >= 0:
                return length
        return 0

    def of_label(
        self, labels: Collection[str], weight: float = -math.inf, zipf: float = 0.0
    ) -> list[Entry]:
        """All entries of some labels, in the order of their forms, with at least this weight, of
        forms of at least this frequency class."""
        return list(map(self._entry, self._rows_of(labels, weight, zipf)))

    def names_of_label(
        self, labels: Collection[str], weight: float, column: str = "form", zipf: float = 0.0
    ) -> list[str]:
        """The forms of the same as they are written, or what another column says (`canonical`): ten
        times as quick as to make entries of which nothing else is asked."""
        names = self._columns[f"row_{column}"][self._rows_of(labels, weight, zipf)]
        return list(map(self._strings.__getitem__, names.tolist()))

    def _rows_of(self, labels: Collection[str], weight: float, zipf: float = 0.0) -> list[int]:
        columns = self._columns
        wanted = [number for number in map(self._strings.find, labels) if number >= 0]
        found = np.isin(columns["row_label"], wanted) & (columns["row_weight"] >= 10 * weight)
        if zipf:
            found &= np.repeat(columns["zipf"] >= 10 * zipf, np.diff(columns["first_row"]))
        rows: list[int] = found.nonzero()[0].tolist()
        return rows


_NONE: Mapping[str, int] = {}  # one for all words, which nearly all have none
_FLAGS = [
    frozenset(flag for bit, flag in enumerate(FLAGS) if bits >> bit & 1)
    for bits in range(1 << len(FLAGS))
]


def _levels(dictionary: Arrays) -> list[tuple[float, Hashes]]:
    """Log-odds of being an ordinary word, and the forms that have them."""
    odds = dictionary.meta["odds"]
    return [(its, Hashes(dictionary.view(str(number)))) for number, its in enumerate(odds)]


def of(
    entries: Iterable[Entry],
    zipf: Mapping[str, float] = MappingProxyType({}),
    ordinary: Mapping[str, float] = MappingProxyType({}),
) -> Gazetteer:
    """A gazetteer of entries, each under its form in lower case; of the words that zipf and
    ordinary give, frequency class and log-odds of being an ordinary word (in steps of .1)."""
    by_form: dict[str, list[Entry]] = {}
    for entry in entries:
        by_form.setdefault(entry.form.lower(), []).append(entry)
    forms = sorted({*by_form, *zipf, *ordinary} or {""})
    found = [by_form.get(form, []) for form in forms]
    frequencies = [zipf.get(form, 0.0) for form in forms]
    return Gazetteer(Arrays({}, columns(forms, found, frequencies, map(ordinary.get, forms))))


def columns(
    forms: Sequence[str],
    entries: Sequence[Sequence[Entry]],
    zipf: Iterable[float],
    ordinary: Iterable[float | None],
) -> dict[str, NDArray[Any]]:
    """The columns of a lexicon: of each form (sorted, in lower case) its entries, frequency class
    and log-odds of being an ordinary word."""
    rows = [entry for its in entries for entry in its]
    strings: dict[str, int] = {"": 0}
    pairs, bits = longest(forms), {flags: number for number, flags in enumerate(_FLAGS)}
    numbers: dict[str, list[int]] = {
        "first_row": list(accumulate(map(len, entries), initial=0)),
        "zipf": [round(10 * max(0.0, value)) for value in zipf],
        "ordinary": [UNKNOWN if odds is None else round(10 * odds) for odds in ordinary],
        "row_weight": [round(10 * row.weight) for row in rows],
        "row_value": [row.value for row in rows],
        "row_flags": [bits[row.flags] for row in rows],
        "pair_words": list(pairs.values()),
    }
    names = [name for name in COLUMNS if name not in numbers]
    for row in rows:
        for name in names:
            text = getattr(row, name.removeprefix("row_"))
            numbers.setdefault(name, []).append(strings.setdefault(text, len(strings)))
    found: dict[str, NDArray[Any]] = {
        name: np.array(numbers.get(name, []), kind) for name, kind in COLUMNS.items()
    }
    firsts = sorted({pair.partition(" ")[0] for pair in pairs})
    for name, texts in zip(TABLES, (forms, firsts, list(pairs), list(strings)), strict=True):
        text, starts, slots = table_of(texts)
        found |= {f"{name}_text": text, f"{name}_starts": starts, f"{name}_slots": slots}
    return found


def longest(forms: Iterable[str]) -> dict[str, int]:
    """The first two words of forms of several words, sorted -> words in the longest such form."""
    found: dict[str, int] = {}
    for form in forms:
        first, *rest = form.split(" ")
        if rest:
            pair = f"{first} {rest[0]}"
            found[pair] = max(len(rest) + 1, found.get(pair, 0))
    return dict(sorted(found.items()))


def read(path: Path, dictionary: Path | None = None) -> Gazetteer:
    """The gazetteer of a compiled lexicon, and of a dictionary where there is one; raises DataError
    when a file is not one."""
    tables = [f"{name}_{part}" for name in TABLES for part in ("text", "starts", "slots")]
    columns = arrays.read(path, "a compiled lexicon", *COLUMNS, *tables)
    spelled = arrays.read(dictionary, "a compiled dictionary") if dictionary else None
    try:
        return Gazetteer(columns, spelled)
    except (KeyError, ValueError) as error:
        raise DataError(f"{path.name}: not a compiled lexicon ({type(error).__name__})") from None
