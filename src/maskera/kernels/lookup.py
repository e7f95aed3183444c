"""A set of strings that is mapped from a file: from a string to its number, without a dictionary.

The strings stand one after another in UTF-8 (`text`, string i from starts[i] to starts[i + 1]).
`slots` is a table of open addressing, half as long again as the strings at least, a power of two:
a string stands in the first slot free for it from crc32(string) on, as its number and one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
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


@cython.cclass
class Strings:
    """Strings by number, and numbers by string. Raises ValueError for tables that do not fit."""

    text: cython.const[cython.uchar][::1]
    starts: cython.const[cython.uint][::1]
    slots: cython.const[cython.uint][::1]
    count: cython.Py_ssize_t
    mask: cython.uint

    def __init__(self, text: Buffer, starts: Buffer, slots: Buffer) -> None:
        self.text, self.starts, self.slots = memoryview(text), memoryview(starts), memoryview(slots)
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
        return str(bytes(self.text[self.starts[number] : self.starts[number + 1]]), "utf-8")

    def find(self, string: str) -> cython.Py_ssize_t:
        """The number of a string, -1 for one that is not there."""
        return self._find(string.encode("utf-8", "surrogatepass"))

    @cython.cfunc
    def _find(self, wanted: bytes) -> cython.Py_ssize_t:
        length: cython.Py_ssize_t = len(wanted)
        slot: cython.uint = crc32(wanted) & self.mask
        number: cython.uint = self.slots[slot]
        start: cython.uint
        place: cython.Py_ssize_t
        while number:
            start = self.starts[number - 1]
            if self.starts[number] - start == length:
                if cython.compiled:
                    place = 0
                    while place < length and self.text[start + place] == wanted[place]:
                        place += 1
                    if place == length:
                        return number - 1
                elif self.text[start : start + length] == wanted:
                    return number - 1
            slot = (slot + 1) & self.mask
            number = self.slots[slot]
        return -1
