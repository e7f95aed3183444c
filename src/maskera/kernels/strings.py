"""Sets of strings that are mapped from a file: from a string to its number, without a dictionary;
which strings are others with another ending; and strings that are known by their hashes alone.

The strings stand one after another in UTF-8 (`text`, string i from starts[i] to starts[i + 1]).
`slots` is a table of open addressing, half as long again as the strings at least, a power of two:
a string stands in the first slot free for it from crc32(string) on, as its number and one more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
UNKNOWN = -128
NEAR = 1024  # places from the foretold one within which a hash is looked for first
Buffer = Any
"""What can be looked at as a row of numbers: a memoryview, an array."""


def table_of(strings: Sequence[str]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The table of different strings, to be written to a file: text, starts, slots."""
    encoded = [string.encode() for string in strings]
    starts = np.zeros(len(encoded) + 1, np.uint32)
    starts[1:] = np.cumsum([len(content) for content in encoded])
    slots = [0] * (1 << (len(encoded) + len(encoded) // 2).bit_length())
    mask = len(slots) - 1
    for number, content in enumerate(encoded, 1):
        slot = crc32(content) & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = number
    return np.frombuffer(b"".join(encoded), np.uint8), starts, np.array(slots, np.uint32)


def _crc_table() -> Buffer:
    """What crc32 makes of each last byte."""
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, table >> 1 ^ np.uint32(0xEDB88320), table >> 1)
    return table.astype(np.uint32)


@cython.cclass
class Strings:
    """Strings by number, and numbers by string. Raises ValueError for tables that do not fit."""

    text: cython.const[cython.uchar][::1]
    starts: cython.const[cython.uint][::1]
    slots: cython.const[cython.uint][::1]
    crc: cython.const[cython.uint][::1]
    count: cython.Py_ssize_t
    mask: cython.uint

    def __init__(self, text: Buffer, starts: Buffer, slots: Buffer) -> None:
        self.text, self.starts, self.slots = memoryview(text), memoryview(starts), memoryview(slots)
        self.crc = memoryview(_CRC)
        self.count = len(starts) - 1
        self.mask = len(slots) - 1
        if self.count < 0 or len(slots) & (len(slots) - 1) or len(slots) <= self.count:
            raise ValueError("a table of strings that does not fit")

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: cython.Py_ssize_t) -> str:
        """The string of a number; raises IndexError."""
        if not 0 <= number < self.count:
            raise IndexError(number)
        start: cython.Py_ssize_t = self.starts[number]
        end: cython.Py_ssize_t = self.starts[number + 1]
        if not cython.compiled or not start < end <= self.text.shape[0]:
            return str(bytes(self.text[start:end]), "utf-8")
        letters: cython.pointer[cython.const[cython.uchar]] = cython.address(self.text[start])
        return letters[: end - start].decode("utf-8")

    def find(self, string: str) -> cython.Py_ssize_t:
        """The number of a string, -1 for one that is not there."""
        wanted: bytes = string.encode("utf-8", "surrogatepass")
        return self._find(wanted, b"", self._crc(wanted, 0))

    @cython.cfunc
    def _crc(self, letters: bytes, crc: cython.uint) -> cython.uint:
        """crc32 of letters behind others of which it is known."""
        if not cython.compiled:
            return crc32(letters, crc)
        its: cython.pointer[cython.const[cython.uchar]] = letters
        place: cython.Py_ssize_t
        crc = ~crc
        for place in range(len(letters)):
            crc = self.crc[(crc ^ its[place]) & 255] ^ (crc >> 8)
        return ~crc

    @cython.cfunc
    def _find(self, stem: bytes, ending: bytes, crc: cython.uint) -> cython.Py_ssize_t:
        """The number of two halves of a string. crc: of both."""
        if not cython.compiled:
            return self._found(stem + ending, crc)
        letters: cython.pointer[cython.const[cython.uchar]] = stem
        others: cython.pointer[cython.const[cython.uchar]] = ending
        size: cython.Py_ssize_t = len(stem)
        more: cython.Py_ssize_t = len(ending)
        place: cython.Py_ssize_t
        slot: cython.uint = crc & self.mask
        number: cython.uint = self.slots[slot]
        start: cython.uint
        while number:
            start = self.starts[number - 1]
            if self.starts[number] - start == size + more:
                place = 0
                while place < size and self.text[start + place] == letters[place]:
                    place += 1
                while size <= place < size + more and (
                    self.text[start + place] == others[place - size]
                ):
                    place += 1
                if place == size + more:
                    return number - 1
            slot = (slot + 1) & self.mask
            number = self.slots[slot]
        return -1

    @cython.cfunc
    def _crc_of(self, number: cython.Py_ssize_t) -> cython.uint:
        """crc32 of a string."""
        start: cython.Py_ssize_t = self.starts[number]
        end: cython.Py_ssize_t = self.starts[number + 1]
        if not cython.compiled:
            return crc32(self.text[start:end])
        crc: cython.uint = 0xFFFFFFFF
        place: cython.Py_ssize_t
        for place in range(start, end):
            crc = self.crc[(crc ^ self.text[place]) & 255] ^ (crc >> 8)
        return ~crc

    def _found(self, wanted: bytes, crc: int) -> int:
        slot = crc & self.mask
        while number := self.slots[slot]:
            start = self.starts[number - 1]
            end = self.starts[number]
            if end - start == len(wanted) and self.text[start:end] == wanted:
                return int(number) - 1
            slot = (slot + 1) & self.mask
        return -1


@cython.cclass
class Measures:
    """How frequent strings are and how ordinary, by a column of each in tenths; UNKNOWN in the
    second says nothing, and 0 in the first."""

    strings: Strings
    frequencies: cython.const[cython.uchar][::1]
    odds: cython.const[cython.schar][::1]

    def __init__(self, strings: Strings, frequencies: Buffer, odds: Buffer) -> None:
        self.strings = strings
        self.frequencies, self.odds = memoryview(frequencies), memoryview(odds)

    def zipf(self, string: str) -> float:
        """How frequent a string is; 0 for one that is not there."""
        number: cython.Py_ssize_t = self.strings.find(string)
        return 0.0 if number < 0 else self.frequencies[number] / 10.0

    def ordinary(self, string: str) -> float | None:
        """How ordinary a string is; None where that is unknown."""
        number: cython.Py_ssize_t = self.strings.find(string)
        if number < 0 or self.odds[number] == UNKNOWN:
            return None
        return self.odds[number] / 10.0


@cython.cclass
class Exchanges:
    """Endings in the place of others: of a string, which that it becomes by them are in the set.

    endings: to each what may stand in its place, and what is to be said of it. numbers, least: only
    strings count whose number in the column of the set is as great. Nearly all that is asked for is
    not there: `bits` tells that of nine in ten without a look at the table, which is far away in
    memory. A string that counts has set the bit of the last digits of its crc32.
    """

    strings: Strings
    bits: cython.uchar[::1]
    mask: cython.uint
    numbers: cython.const[cython.uchar][::1]
    least: cython.double
    endings: dict[str, tuple[list[bytes], list[object]]]
    longest: cython.Py_ssize_t

    def __init__(
        self,
        strings: Strings,
        numbers: Buffer,
        least: float,
        endings: Mapping[str, Mapping[str, object]],
    ) -> None:
        self.strings, self.numbers, self.least = strings, memoryview(numbers), least
        self.endings = {
            ending: ([other.encode() for other in others], list(others.values()))
            for ending, others in endings.items()
        }
        self.longest = max(map(len, endings), default=-1)
        self._fill()

    @cython.cfunc
    def _fill(self) -> cython.void:
        """The bits of the strings that count, sixteen for each at least."""
        number: cython.Py_ssize_t
        count: cython.Py_ssize_t = 1
        crc: cython.uint
        for number in range(self.strings.count):
            count += self.numbers[number] >= self.least
        size: cython.Py_ssize_t = 2
        while size < 2 * count:
            size *= 2
        self.bits = memoryview(bytearray(size))
        self.mask = 8 * size - 1
        for number in range(self.strings.count):
            if self.numbers[number] >= self.least:
                crc = self.strings._crc_of(number) & self.mask
                self.bits[crc >> 3] |= 1 << (crc & 7)

    def of(self, string: str, shortest: cython.Py_ssize_t) -> list[Any]:
        """What is said of the strings that it becomes, by the longest ending first. shortest:
        letters before an ending, at least."""
        found: list[Any] = []
        size: cython.Py_ssize_t = len(string)
        length: cython.Py_ssize_t
        number: cython.Py_ssize_t
        at: cython.Py_ssize_t
        crc: cython.uint
        whole: cython.uint
        stem: bytes
        others: list[bytes]
        said: list[object]
        for length in range(min(self.longest, size - shortest), -1, -1):
            exchanged = self.endings.get(string[size - length :])
            if exchanged is None:
                continue
            others, said = exchanged
            stem = string[: size - length].encode("utf-8", "surrogatepass")
            crc = crc32(stem)
            for at in range(len(others)):
                whole = self.strings._crc(others[at], crc)
                if not self.bits[(whole & self.mask) >> 3] >> (whole & 7) & 1:
                    continue
                number = self.strings._find(stem, others[at], whole)
                if number >= 0 and self.numbers[number] >= self.least:
                    found.append(said[at])
        return found


def crc_of(string: str) -> int:
    """crc32 of a string."""
    return crc32(string.encode("utf-8", "surrogatepass"))


@cython.cclass
class Hashes:
    """Strings by crc32 alone: hashes sorted, which one in 2^32 / count other strings shares. They
    are spread evenly, so that the place of one is foretold: by half the root of the count or less,
    for two in three."""

    hashes: cython.const[cython.uint][::1]

    def __init__(self, hashes: Buffer) -> None:
        self.hashes = memoryview(hashes)

    def has(self, wanted: cython.uint) -> bool:
        """Whether a string of this crc_of() is probably among them."""
        if not cython.compiled:
            place = bisect_left(self.hashes, wanted)
            return place < len(self.hashes) and self.hashes[place] == wanted
        count: cython.Py_ssize_t = self.hashes.shape[0]
        middle: cython.Py_ssize_t = (cython.cast(cython.longlong, wanted) * count) >> 32
        low: cython.Py_ssize_t = max(middle - NEAR, 0)
        high: cython.Py_ssize_t = min(middle + NEAR, count)
        if low and self.hashes[low] > wanted:
            low = 0
        if high < count and self.hashes[high] < wanted:
            high = count
        while low < high:
            middle = (low + high) // 2
            if self.hashes[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        return low < count and self.hashes[low] == wanted


_CRC = _crc_table()
