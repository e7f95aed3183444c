"""Words that may be few edits away from another, by the letters that they have.

The letters of a word are bits of a number. To put in or to leave out a letter changes one bit at
most, to write another in its place two, to exchange two letters none: where more bits differ, more
edits lie between.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

import numpy as np

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
Buffer = Any
"""What can be looked at as a row of numbers: an array."""


def letters_of(words: list[str]) -> Buffer:
    """The letters of words, none of which is empty. Letters whose codes differ by 32 share a bit,
    as do all that are not Latin."""
    codes = np.frombuffer("".join(words).encode("latin-1", "replace"), np.uint8)
    if not len(codes):
        return np.zeros(0, np.uint32)
    bits = np.left_shift(np.uint32(1), codes & 31, dtype=np.uint32)
    ends = np.cumsum([len(word) for word in words])
    return np.bitwise_or.reduceat(bits, np.concatenate(([0], ends[:-1])))


@cython.cclass
class Near:
    """Words to be asked for those that are near to another one; none is empty."""

    words: list[str]
    letters: cython.const[cython.uint][::1]
    starts: list[int]

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(words, key=len)
        self.letters = memoryview(letters_of(self.words))
        lengths = [len(word) for word in self.words]
        longest = lengths[-1] if lengths else 0
        self.starts = [bisect_left(lengths, length) for length in range(longest + 2)]

    def to(self, word: str, edits: cython.Py_ssize_t) -> list[str]:
        """Those that may be so few edits away from a word, shorter ones first, and in their order:
        all that are, and some that are not."""
        found: list[str] = []
        codes: bytes = word.encode("latin-1", "replace")
        one: cython.uint = 0
        code: cython.uint
        bits: cython.uint
        place: cython.Py_ssize_t
        length: cython.Py_ssize_t
        size: cython.Py_ssize_t = len(word)
        most: cython.Py_ssize_t
        for code in codes:
            one |= cython.cast(cython.uint, 1) << (code & 31)
        for length in range(max(size - edits, 1), min(size + edits + 1, len(self.starts) - 1)):
            most = 2 * edits - abs(size - length)
            if not cython.compiled:
                part = slice(self.starts[length], self.starts[length + 1])
                pairs = zip(self.words[part], self.letters[part], strict=True)
                found += [word for word, its in pairs if (its ^ one).bit_count() <= most]
                continue
            for place in range(self.starts[length], self.starts[length + 1]):
                # The bits of neighbours are added, of pairs, of fours, of bytes, of halves.
                bits = self.letters[place] ^ one
                bits = bits - ((bits >> 1) & 0x55555555)
                bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
                bits = (bits + (bits >> 4)) & 0x0F0F0F0F
                bits = bits + (bits >> 8)
                bits = (bits + (bits >> 16)) & 0x3F
                if cython.cast(cython.Py_ssize_t, bits) <= most:
                    found.append(self.words[place])
        return found
