"""Word clusters: forms that stand in like company share a number, whose lowest bits are the highest
branches of a tree (Brown et al. 1992)."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from pathlib import Path

from maskera.io import arrays
from maskera.lexicon.gazetteer import hashed

BRANCHES = (4, 6, 8, 12)  # bits of a number that are features, besides the whole


class Clusters:
    """The cluster of a form, 0 for none. Case counts; a form without a cluster as it is written has
    that of its small letters, else of the same with a capital."""

    def __init__(self, path: Path) -> None:
        columns = arrays.read(path, "table of word clusters", "hashes", "clusters")
        self._hashes, self._numbers = columns.view("hashes"), columns.view("clusters")
        self.of = lru_cache(50_000)(self._of)

    def _of(self, form: str) -> int:
        for written in dict.fromkeys((form, form.lower(), form.capitalize())):
            wanted = hashed(written)
            place = bisect_left(self._hashes, wanted)
            if place < len(self._hashes) and self._hashes[place] == wanted:
                return int(self._numbers[place])
        return 0
