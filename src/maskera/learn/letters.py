"""What the letters of a word say of it: how much likelier a character model of sensitive words makes
it than one of other words. Where few texts have been read, most names are new; their letters are
not (Medlock 2006 has nothing else)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskera.learn.pool import Pool

ORDER = 6  # characters of an n-gram, the last one included
WEIGHT = 6  # of the shorter history against the longer, for each different follower
BASE = 1 / 400  # probability of a character of which nothing is known
START, END = "\x02", "\x03"
FOLDS = 5
REMEMBERED = 100_000  # forms
# Log-ratios at which a column begins; chosen once, to be closer where most words lie.
EDGES = np.array([-7, -5, -3.5, -2, -1, 0, 1, 2, 3.5, 5, 7])
BESIDE = (-1, 1)  # neighbours whose letters count, too

Floats = NDArray[np.float64]


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
    totals: Counter[str] = Counter()
    for gram, times in grams.items():
        totals[gram[:-1]] += times
    return CharacterModel(grams, totals, Counter(gram[:-1] for gram in grams))


@dataclass(frozen=True)
class Letters:
    """Character models of sensitive words and of others."""

    sensitive: CharacterModel
    other: CharacterModel

    def ratio(self, form: str) -> float:
        """How much likelier the form is as a sensitive word, as a logarithm."""
        return self.sensitive.log_probability(form) - self.other.log_probability(form)

    def ratios(self, forms: Sequence[str]) -> Floats:
        """The same of many."""
        return np.array([self.ratio(form) for form in forms], float)


def letters(words: Iterable[tuple[str, bool]]) -> Letters:
    """The models of words, each with whether it is sensitive."""
    counted: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for form, sensitive in words:
        counted[sensitive][form] += 1
    return Letters(character_model(counted[True]), character_model(counted[False]))


def held_out(
    forms: Sequence[str], sensitive: Sequence[bool | None], folds: Sequence[int]
) -> Floats:
    """The ratio of each word by the words of all other folds; None: not known, and counted nowhere.
    By its own a word would always be sure, and a model that learns from that would be wrong of all
    others."""
    found = np.zeros(len(forms))
    of_fold = np.array(folds, np.intp)
    for fold in sorted(set(folds)):
        known = letters(
            (form, is_sensitive)
            for form, is_sensitive, its in zip(forms, sensitive, folds, strict=True)
            if its != fold and is_sensitive is not None
        )
        here = np.flatnonzero(of_fold == fold)
        found[here] = known.ratios([forms[token] for token in here.tolist()])
    return found


def columns(ratios: Floats, texts: Pool) -> NDArray[np.float64]:
    """The ratios of a pool's tokens and of their neighbours as columns of zeros and ones, one for
    each of EDGES that is passed."""
    passed = (ratios[:, None] > EDGES).astype(float)
    found = [passed]
    tokens = np.arange(len(texts))
    for offset in BESIDE:
        other = tokens + offset
        inside = (other >= 0) & (other < len(texts))
        inside[inside] = texts.sentence_of[other[inside]] == texts.sentence_of[tokens[inside]]
        beside = np.zeros_like(passed)
        beside[inside] = passed[other[inside]]
        found.append(beside)
    return np.hstack(found)
