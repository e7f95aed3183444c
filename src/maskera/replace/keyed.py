"""Secrets turned into choices: HMAC-SHA-256 of the key and the material of a scope, a Random from
it, and keyed permutations.

Never an unkeyed hash: names have little entropy, so a plain hash can be undone by trying all names
(reference: ENISA 2019, section 5).
"""

from __future__ import annotations

import hmac
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

T = TypeVar("T")

ID_BYTES = 8
LEAST_KEY = 16  # bytes; a short key is found by trying all
ROUNDS = 8  # 4 make a Feistel network a strong permutation (Luby and Rackoff); 8 leave room for the small domains used here


def digest(key: bytes, *material: str) -> bytes:
    """32 bytes that follow from the key and the material, however its letters are composed: macOS
    decomposes those of file names.

    Parts are length-prefixed, so ("ab", "c") differs from ("a", "bc").
    """
    return hmac.digest(key, b"".join(map(_part, material)), "sha256")


def made_id(text: str, key: bytes) -> str:
    """An id for a text that came without: a keyed digest, so that it tells nothing of the text
    without the key."""
    return hmac.digest(key, _part("text") + _measured(text), "sha256")[:ID_BYTES].hex()


@lru_cache(10_000)
def _part(piece: str) -> bytes:
    return _measured(piece)


def _measured(piece: str) -> bytes:  # of a whole text; no cache may keep one
    part = unicodedata.normalize("NFC", piece).encode("utf-8", "surrogatepass")
    return len(part).to_bytes(4, "big") + part


def rng(key: bytes, *material: str) -> Random:
    """A generator that draws the same on every machine for the same key and material."""
    return Random(int.from_bytes(digest(key, *material), "big"))


def shuffled(rng: Random, items: Sequence[T]) -> Iterator[T]:
    """All items in random order; drawn one at a time, for the first is often enough."""
    if not items:
        return
    at = rng.randrange(len(items))
    yield items[at]
    pool = list(items)
    pool[at] = pool[-1]
    pool.pop()
    while pool:
        at = rng.randrange(len(pool))
        yield pool[at]
        pool[at] = pool[-1]
        pool.pop()


def weighted(rng: Random, items: Sequence[T], weights: Sequence[float]) -> Iterator[T]:
    """All items in random order, the heavier ones rather first; drawn one at a time."""
    pool: Sequence[T] = items
    left = weights
    while pool:
        point = rng.random() * sum(left)
        at = 0
        while at < len(pool) - 1 and point >= left[at]:
            point -= left[at]
            at += 1
        yield pool[at]
        pool, left = [*pool[:at], *pool[at + 1 :]], [*left[:at], *left[at + 1 :]]


def index(key: bytes, size: int, *material: str) -> int:
    """A number below `size`; the bias is below size / 2**256."""
    return int.from_bytes(digest(key, *material), "big") % size


class Permutation:
    """A keyed permutation of range(size): a Feistel network over the next even number of bits,
    walked until it lands inside."""

    def __init__(self, key: bytes, size: int, *material: str) -> None:
        self.size = size
        self._half = max(1, ((size - 1).bit_length() + 1) // 2)
        self._mask = (1 << self._half) - 1
        self._keys = [digest(key, "feistel", str(number), *material) for number in range(ROUNDS)]

    def _mix(self, key: bytes, half: int) -> int:
        return (
            int.from_bytes(hmac.digest(key, half.to_bytes(8, "big"), "sha256")[:8], "big")
            & self._mask
        )

    def __call__(self, place: int) -> int:
        """Where `place` goes."""
        while True:
            left, right = place >> self._half, place & self._mask
            for key in self._keys:
                left, right = right, left ^ self._mix(key, right)
            place = left << self._half | right
            if place < self.size:
                return place

    def inverse(self, place: int) -> int:
        """What goes to `place`."""
        while True:
            left, right = place >> self._half, place & self._mask
            for key in reversed(self._keys):
                left, right = right ^ self._mix(key, left), left
            place = left << self._half | right
            if place < self.size:
                return place

    def step(self, place: int, steps: int = 1) -> int:
        """The element `steps` further in one secret cycle through all: another than `place`, and
        different for different places."""
        return self((self.inverse(place) + steps) % self.size)
