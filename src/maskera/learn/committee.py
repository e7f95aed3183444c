"""The recognizer of the learner: the CRF of model.py, told what the letters of each word say, its
weights the mean of those of several members, each of which saw a part of the features.

Where little has been read a CRF leans on the few words that it knows; a member that lacks them has
to make do with the rest. Token F1 after 2,000 and 8,000 chosen tokens, from the CRF alone to this:
essays .776 to .799 and .808 to .867, TAB .846 to .863 and .864 to .889.

Then it teaches itself (Medlock 2006; Yarowsky 1995): what the first fit is sure of in the texts that
nobody has read, and what cards and repetition decided there, tells more letters to a second fit.
After 300 cards and 2,000 tokens: essays .814 to .830, TAB .864 to .886 (docs/learn.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskera.learn.letters import FOLDS, Letters, columns, held_out, letters
from maskera.learn.model import Answers, Crf, Floats, Source, fit_rows, sensitive
from maskera.learn.pool import Pool
from maskera.learn.repetition import repeated

MEMBERS = 5
SEEN = 0.6  # share of the features that a member sees; what the letters say, all see
SEED = 7
# Probabilities from which the first fit is sure. Others (.8 and .3, .6 and .2, .5 and .5) differ by
# .002 on essays; on TAB those that leave out what is in doubt are best.
SURELY, SURELY_NOT = 0.7, 0.1


@dataclass(frozen=True)
class Committee:
    """The mean CRF: its weights are of the source's features and of the letters' columns."""

    crf: Crf
    letters: Letters

    @property
    def labels(self) -> tuple[str, ...]:
        """See Recognizer."""
        return self.crf.labels

    def marginals(self, source: Source) -> Floats:
        """See Recognizer."""
        return self.crf.of_rows(source, _rows(source, self.letters.ratios(source.texts.forms)))


def fit(source: Source, answers: Answers, known: Sequence[bool | None]) -> Committee:
    """Fit to the answers; the same answers give the same weights, in whatever order they came.

    known: of every token of the source whether it is sensitive, by any decision; None: undecided.
    """
    first = _fitted(source, answers, known)
    if None not in known:  # nothing is left to be sure of
        return first
    guessed = repeated(source.texts, sensitive(first.marginals(source))).tolist()
    told = [
        said if said is not None else _sure(guess)
        for said, guess in zip(known, guessed, strict=True)
    ]
    return _fitted(source, answers, told)


def _sure(probability: float) -> bool | None:
    """Whether a token is sensitive, None where the probability leaves a doubt."""
    return None if SURELY_NOT <= probability <= SURELY else probability > SURELY


def _fitted(source: Source, answers: Answers, known: Sequence[bool | None]) -> Committee:
    texts, tokens = source.texts, source.tokens(answers.sentences)
    ratios = np.zeros(len(texts))
    ratios[tokens] = held_out(texts.forms, known, _folds(texts), tokens.tolist())
    rows = _rows(source, ratios)
    features = source.matrix.shape[1]
    found = [
        fit_rows(source, answers, _seen(rows, features, np.random.default_rng([SEED, member])))
        for member in range(MEMBERS)
    ]
    mean = Crf(
        answers.labels,
        np.mean([each.weights for each in found], 0),
        np.mean([each.moves for each in found], 0),
    )
    told = letters(
        (form, said) for form, said in zip(texts.forms, known, strict=True) if said is not None
    )
    return Committee(mean, told)


def _folds(texts: Pool) -> list[int]:
    """The fold of each token: by documents, which repeat their names; by sentences where the
    documents are too few."""
    unit: NDArray[np.intp] = texts.sentence_of
    if len(texts.documents) >= FOLDS:
        unit = texts.documents_of[unit]
    folds: list[int] = (unit % FOLDS).tolist()
    return folds


def _rows(source: Source, ratios: Floats) -> Any:
    """The features of the source, and beside them the columns of the letters."""
    from scipy.sparse import csr_array, hstack

    return hstack([source.matrix, csr_array(columns(ratios, source.texts))], format="csr")


def _seen(rows: Any, features: int, rng: np.random.Generator) -> Any:
    """The rows without the features that a member does not see."""
    seen = np.ones(rows.shape[1])
    seen[:features] = rng.random(features) < SEEN
    part = rows.copy()
    part.data = part.data * seen[part.indices]
    part.eliminate_zeros()
    return part
