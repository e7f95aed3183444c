"""How names of places at home are spelt, and how those abroad: what the runs of two to four letters
in a name that no list has say of where it lies (naive Bayes over the names of the lists)."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

BUCKETS = 1 << 15  # of runs, by their hashes; 1 << 16 tell no better
LENGTHS = (2, 3, 4)  # letters of a run, the ends of the name among them; 3 alone: .01 to .03 less
SMOOTHED = 0.5  # times that each bucket is seen more than it was
STEPS = 16  # of a log-odds, as kept


class Spelling:
    """Tells names by the odds of their runs, as `odds` gives them."""

    def __init__(self, odds: memoryview) -> None:
        self._odds = odds
        self.abroad = lru_cache(2_000)(self._abroad)

    def _abroad(self, form: str) -> float:
        """How much likelier a place of this name, in lower case, lies abroad than at home: the sum
        of the log-odds of its runs, by the root of their number, for neighbours share letters."""
        runs = _runs(form)
        return sum([self._odds[run] for run in runs]) / STEPS / math.sqrt(len(runs))


def odds(home: Iterable[str], abroad: Iterable[str]) -> NDArray[np.int8]:
    """The log-odds, in STEPS, by which a run is likelier in names of places abroad than at home.

    home, abroad: the names that lists have, in lower case.
    """
    here, there = (_shares(names) for names in (home, abroad))
    found: NDArray[np.int8] = np.clip(np.rint(STEPS * (there - here)), -127, 127).astype(np.int8)
    return found


def _shares(names: Iterable[str]) -> NDArray[np.float64]:
    """The logarithm of the share of each bucket."""
    runs = [run for name in names for run in _runs(name)]
    counts = np.bincount(np.array(runs, np.int64), minlength=BUCKETS) + SMOOTHED
    found: NDArray[np.float64] = np.log(counts / counts.sum())
    return found


def _runs(form: str) -> list[int]:
    """The buckets of the runs of letters in a form."""
    name = f"^{form}$"
    return [
        zlib.crc32(name[start : start + length].encode()) % BUCKETS
        for length in LENGTHS
        for start in range(len(name) - length + 1)
    ]
