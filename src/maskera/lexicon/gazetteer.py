"""Gazetteer: the compiled lexicon of a language; read it, look a form up, find the longest match.

The file is made by tools/build_lexicon.py: columns in msgpack, not compressed, for every start
would pay for that and wheels are compressed anyway. A form is looked up in lower case; what it can
be comes back as entries with log-odds. Beside the entries every form has a frequency class and the
log-odds that it is an ordinary word. A second file, made by tools/build_dictionary.py, tells of
many more forms that they are words.
"""

from __future__ import annotations

import math
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np

from maskera.errors import DataError

FLAGS = ("word", "def", "pl", "media")
STRINGS = ("form", "label", "canonical", "parent", "country", "kind")


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


class Columns(msgspec.Struct):
    """The file: forms (lower case, joined by newlines, sorted) with frequency and ordinariness;
    rows by form; strings by number.

    longest: first word of a form of several words -> its second word -> words in the longest form
    that begins so.
    """

    forms: str  # a form's key is its tokens in lower case, joined by blanks
    first_row: (
        bytes  # uint32 a form and one more: rows first_row[i] to first_row[i+1] belong to form i
    )
    zipf: bytes  # uint8 a form: ten times the Zipf frequency, 0 unknown
    ordinary: bytes  # int8 a form: ten times the log-odds of being an ordinary word, -128 unknown
    strings: list[str]
    row_form: bytes  # uint32 a row, into strings, like the next columns
    row_label: bytes
    row_canonical: bytes
    row_parent: bytes
    row_country: bytes
    row_kind: bytes
    row_weight: bytes  # int8: ten times the log-odds
    row_value: bytes  # int32
    row_flags: bytes  # uint8: bit i is FLAGS[i]
    longest: dict[str, dict[str, int]]


class Dictionary(msgspec.Struct):
    """Forms that a large dictionary has, without the forms themselves: one in 6,000 other forms is
    taken for one of them.

    hashes: log-odds of being an ordinary word -> uint32, sorted: the forms that have these odds
    (see `hashed`).
    """

    hashes: dict[float, bytes]

    def sorted_hashes(self) -> list[tuple[float, memoryview]]:
        """The same, to be searched in."""
        return [(odds, memoryview(numbers).cast("I")) for odds, numbers in self.hashes.items()]


def hashed(form: str) -> int:
    """The number by which a dictionary knows a form in lower case: 32 bits."""
    return zlib.crc32(form.encode())


class Gazetteer:
    """A lexicon in memory; look-ups are cached, at most `cache_size` forms."""

    def __init__(
        self, columns: Columns, dictionary: Dictionary | None = None, cache_size: int = 50_000
    ) -> None:
        self._spelled = dictionary.sorted_hashes() if dictionary else []
        forms = columns.forms.split("\n")
        self._index = dict(zip(forms, range(len(forms)), strict=True))
        self._columns = columns
        self._first_row = array("I", columns.first_row)
        self._ordinary = array("b", columns.ordinary)
        self._strings = columns.strings
        self._ids = {name: array("I", getattr(columns, f"row_{name}")) for name in STRINGS}
        self._weight = array("b", columns.row_weight)
        self._value = array("i", columns.row_value)
        self._longest = columns.longest
        self.entries = lru_cache(cache_size)(self._entries)
        self.ordinary = lru_cache(cache_size)(self._odds)
        self.common = lru_cache(cache_size)(self._common)

    def __len__(self) -> int:
        return len(self._index)

    def _entries(self, form: str) -> tuple[Entry, ...]:
        """What a form in lower case can be; empty when it is in no list."""
        index = self._index.get(form)
        if index is None:
            return ()
        return tuple(
            self._entry(row) for row in range(self._first_row[index], self._first_row[index + 1])
        )

    def _entry(self, row: int) -> Entry:
        ids, strings = self._ids, self._strings
        bits = self._columns.row_flags[row]
        return Entry(
            strings[ids["form"][row]],
            strings[ids["label"][row]],
            self._weight[row] / 10,
            strings[ids["canonical"][row]],
            strings[ids["parent"][row]],
            strings[ids["country"][row]],
            strings[ids["kind"][row]],
            self._value[row],
            frozenset(flag for bit, flag in enumerate(FLAGS) if bits >> bit & 1),
        )

    def zipf(self, form: str) -> float:
        """Frequency class of a form in lower case: log10 of occurrences a billion words; 0 when
        unknown."""
        index = self._index.get(form)
        return 0.0 if index is None else self._columns.zipf[index] / 10

    def _odds(self, form: str) -> float | None:
        """Log-odds that a form in lower case is an ordinary word of the language; None when nothing
        is known."""
        index = self._index.get(form)
        if index is None or self._ordinary[index] == -128:
            return None
        return self._ordinary[index] / 10

    def spelled(self, form: str) -> float | None:
        """Log-odds that a form in lower case is an ordinary word, because the dictionary has it;
        None when it has not."""
        number = hashed(form)
        for odds, numbers in self._spelled:
            place = bisect_left(numbers, number)
            if place < len(numbers) and numbers[place] == number:
                return odds
        return None

    def _common(self, form: str) -> bool:
        """Whether a form in lower case is an ordinary word by its odds, or by the mark of a list (a
        name that is a noun too)."""
        odds = self.ordinary(form)
        return odds is not None and (
            odds > 0 or any("word" in entry.flags for entry in self.entries(form))
        )

    def common_words(self, zipf: float, odds: float) -> list[str]:
        """The single words of at least this frequency class and log-odds of being ordinary."""
        frequent = np.frombuffer(self._columns.zipf, np.uint8) >= 10 * zipf
        ordinary = np.frombuffer(self._columns.ordinary, np.int8) >= 10 * odds
        forms = list(self._index)
        return [
            form
            for index in (frequent & ordinary).nonzero()[0].tolist()
            if (form := forms[index]).isalpha()
        ]

    def multiword_limits(self, words: Sequence[str]) -> dict[int, int]:
        """Where a form of several words may begin (by its first two words) and how many words the
        longest such form has.

        words: in lower case. The second word may be inflected: it is compared without a final s,
        too.
        """
        found: dict[int, int] = {}
        firsts, last = self._longest, len(words) - 1
        for index in [index for index, word in enumerate(words) if word in firsts]:
            if index == last:
                break
            seconds, second = firsts[words[index]], words[index + 1]
            count = seconds.get(second, 1)
            if second[-1] == "s":
                count = max(count, seconds.get(second[:-1], 1))
            if count > 1:
                found[index] = min(count, len(words) - index)
        return found

    def longest_match(self, words: Sequence[str], start: int, bound: int) -> int:
        """How many words from `start` on, at most `bound`, make the longest form of several words;
        0 when none does."""
        for length in range(bound, 1, -1):
            if " ".join(words[start : start + length]) in self._index:
                return length
        return 0

    def of_label(
        self, labels: Collection[str], weight: float = -math.inf, zipf: float = 0.0
    ) -> list[Entry]:
        """All entries of some labels, in the order of their forms, with at least this weight, of
        forms of at least this frequency class."""
        wanted = [self._strings.index(label) for label in labels if label in self._strings]
        found = np.isin(np.frombuffer(self._ids["label"], np.uint32), wanted)
        found &= np.frombuffer(self._weight, np.int8) >= 10 * weight
        frequent, rows = (
            np.frombuffer(self._columns.zipf, np.uint8) >= 10 * zipf,
            np.frombuffer(self._first_row, np.uint32),
        )
        found &= np.repeat(frequent, rows[1:] - rows[:-1])
        return [self._entry(row) for row in found.nonzero()[0].tolist()]


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
    rows = [row for form in forms for row in by_form.get(form, ())]
    strings: dict[str, int] = {"": 0}

    def numbers(name: str) -> bytes:
        ids = (strings.setdefault(getattr(row, name), len(strings)) for row in rows)
        return array("I", ids).tobytes()

    columns = {f"row_{name}": numbers(name) for name in STRINGS}
    odds = (-128 if (o := ordinary.get(f)) is None else round(10 * o) for f in forms)
    first = accumulate((len(by_form.get(form, ())) for form in forms), initial=0)
    return Gazetteer(
        Columns(
            "\n".join(forms),
            array("I", first).tobytes(),
            bytes(round(10 * zipf.get(form, 0.0)) for form in forms),
            array("b", odds).tobytes(),
            list(strings),
            row_weight=array("b", (round(10 * row.weight) for row in rows)).tobytes(),
            row_value=array("i", (row.value for row in rows)).tobytes(),
            row_flags=bytes(
                sum(1 << bit for bit, flag in enumerate(FLAGS) if flag in row.flags) for row in rows
            ),
            longest=longest(forms),
            **columns,
        )
    )


def longest(forms: Iterable[str]) -> dict[str, dict[str, int]]:
    """The column `longest` of forms in lower case."""
    found: dict[str, dict[str, int]] = {}
    for form in forms:
        first, *rest = form.split(" ")
        if rest:
            seconds = found.setdefault(first, {})
            seconds[rest[0]] = max(len(rest) + 1, seconds.get(rest[0], 0))
    return found


def read(path: Path, dictionary: Path | None = None) -> Gazetteer:
    """The gazetteer of a compiled lexicon, and of a dictionary where there is one; raises DataError
    when a file is not one."""
    try:
        columns = msgspec.msgpack.decode(path.read_bytes(), type=Columns)
    except (OSError, msgspec.DecodeError) as error:
        raise DataError(f"{path.name}: not a compiled lexicon ({type(error).__name__})") from None
    if dictionary is None:
        return Gazetteer(columns)
    try:
        return Gazetteer(columns, msgspec.msgpack.decode(dictionary.read_bytes(), type=Dictionary))
    except (OSError, msgspec.DecodeError, TypeError) as error:
        raise DataError(
            f"{dictionary.name}: not a compiled dictionary ({type(error).__name__})"
        ) from None
