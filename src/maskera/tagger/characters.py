"""Character models of words: how probable a word is by its letters, each given up to five before it
(Medlock 2006 after LingPipe; learning-and-risk 3.6)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

ORDER = 6  # characters of an n-gram, the last one included
WEIGHT = 6  # of the shorter history against the longer, for each different follower
BASE = 1 / 400  # probability of a character of which nothing is known
START, END = "\x02", "\x03"
REMEMBERED = 100_000  # forms


class CharacterModel:
    """P(token) as a product over its characters, each given up to five before it; histories are
    interpolated by how many different characters follow them (Witten-Bell).

    grams: how often a history comes with the character after it, both as one string. totals,
    followers: how often a history comes, and how many different characters follow it.
    """

    def __init__(
        self,
        grams: Mapping[str, int] | None = None,
        totals: Mapping[str, int] | None = None,
        followers: Mapping[str, int] | None = None,
    ) -> None:
        self.grams: Mapping[str, int] = {} if grams is None else grams
        self.totals: Mapping[str, int] = {} if totals is None else totals
        self.followers: Mapping[str, int] = {} if followers is None else followers
        self._known: dict[str, float] = {}

    def log_probability(self, form: str) -> float:
        """The logarithm of the probability of a token."""
        if form not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            text = START + form + END
            self._known[form] = sum(
                math.log(self._probability(text[max(0, place - ORDER + 1) : place], text[place]))
                for place in range(1, len(text))
            )
        return self._known[form]

    def _probability(self, history: str, character: str) -> float:
        found = BASE
        for size in range(len(history) + 1):
            known = history[len(history) - size :]
            total = self.totals.get(known)
            if not total:
                break  # no longer history has been seen, either
            share = total / (total + WEIGHT * self.followers[known])
            found = share * self.grams.get(known + character, 0) / total + (1 - share) * found
        return found


def character_model(forms: Mapping[str, int]) -> CharacterModel:
    """The model of these tokens, each so often."""
    grams: Counter[str] = Counter()
    for form, times in forms.items():
        text = START + form + END
        for place in range(1, len(text)):
            for size in range(min(place, ORDER - 1) + 1):
                grams[text[place - size : place + 1]] += times
    return of_grams(grams)


def of_grams(grams: Mapping[str, int]) -> CharacterModel:
    """The model of these runs of letters, each so often."""
    totals: Counter[str] = Counter()
    for gram, times in grams.items():
        totals[gram[:-1]] += times
    return CharacterModel(grams, totals, Counter(gram[:-1] for gram in grams))
