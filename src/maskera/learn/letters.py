"""What the letters of a word say of it: how much likelier a character model of sensitive words makes
it than one of other words. Where few texts have been read, most names are new; their letters are
not (Medlock 2006 has nothing else)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskera.learn.pool import Pool
from maskera.tagger.characters import CharacterModel, character_model

FOLDS = 5
# Log-ratios at which a column begins; chosen once, to be closer where most words lie.
EDGES = np.array([-7, -5, -3.5, -2, -1, 0, 1, 2, 3.5, 5, 7])
BESIDE = (-1, 1)  # neighbours whose letters count, too

Floats = NDArray[np.float64]


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
    forms: Sequence[str],
    sensitive: Sequence[bool | None],
    folds: Sequence[int],
    wanted: Sequence[int],
) -> Floats:
    """The ratio of each wanted word by the words of all other folds than its own; None: not known,
    and counted nowhere. By its own a word would always be sure, and a model that learns from that
    would be wrong of all others."""
    found = np.zeros(len(wanted))
    of_wanted = np.array([folds[token] for token in wanted], np.intp)
    for fold in sorted(set(of_wanted.tolist())):
        known = letters(
            (form, is_sensitive)
            for form, is_sensitive, its in zip(forms, sensitive, folds, strict=True)
            if its != fold and is_sensitive is not None
        )
        here = np.flatnonzero(of_wanted == fold)
        found[here] = known.ratios([forms[wanted[place]] for place in here.tolist()])
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
