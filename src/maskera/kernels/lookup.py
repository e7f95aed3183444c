"""What is known of the words of a text, looked up word by word in one pass.

Weights are added up. Where rules are triggered: of each word that a table knows something of, its
place is noted under the numbers that the table has for it. Where a form of several words may begin:
of each word that begins one, the next is looked up among the second words of such forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled


def noted(
    words: list[Any], numbers: Mapping[Any, Sequence[int]], count: cython.Py_ssize_t
) -> list[list[int]]:
    """For each number below `count` the places of the words that have it, in order."""
    found: list[list[int]] = [[] for _ in range(count)]
    place: cython.Py_ssize_t
    number: cython.Py_ssize_t
    its: list[int]
    for place, word in enumerate(words):
        for number in numbers[word]:
            its = found[number]
            its.append(place)
    return found


def summed(words: list[Any], weights: Mapping[Any, float]) -> list[float]:
    """What the words up to each weigh together, 0 before the first, in the order of the text."""
    total: cython.double = 0.0
    found = [total]
    for word in words:
        total += cython.cast(cython.double, weights[word])
        found.append(total)
    return found


def limits(
    words: list[str], after: Mapping[str, Mapping[str, int]], bare: Callable[[str], str]
) -> dict[int, int]:
    """Where a form of several words may begin, by its first two, and how many words the longest has.

    after: a word -> the second words of the forms that begin with it, each with that number. bare:
    a word without its ending, in which the second may stand; "" where it has none.
    """
    found: dict[int, int] = {}
    seconds: Mapping[str, int] = {}
    place: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(words)
    most: cython.Py_ssize_t
    for place, word in enumerate(words):
        if seconds:
            most = 0
            if word in seconds:
                most = seconds[word]
            stem = bare(word)
            if stem and stem in seconds:
                most = max(most, seconds[stem])
            if most:
                found[place - 1] = min(most, size - place + 1)
        seconds = after[word]
    return found
