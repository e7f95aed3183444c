"""Which places stand where others do."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate


class Covered:
    """Places (start, end), which may overlap; each question takes logarithmic time."""

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        places = sorted(places)
        self._starts = [start for start, _ in places]
        self._furthest = list(accumulate((end for _, end in places), max))

    def touches(self, start: int, end: int) -> bool:
        """Whether a letter between these offsets is one of theirs."""
        before = bisect_left(self._starts, end)
        return before > 0 and self._furthest[before - 1] > start
