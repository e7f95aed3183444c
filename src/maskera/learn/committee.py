"""The recognizer of the learner: the CRF of model.py, told what the letters of each word say, its
weights the mean of those of several members, each of which saw a part of the features.

Where little has been read a CRF leans on the few words that it knows; a member that lacks them has
to make do with the rest. Token F1 after 2,000 and 8,000 chosen tokens, from the CRF alone to this:
essays .776 to .799 and .808 to .867, TAB .846 to .863 and .864 to .889 (docs/learn.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from maskera.learn.letters import FOLDS, Letters, columns, held_out, letters
from maskera.learn.model import Answers, Crf, Floats, Source, fit_rows

MEMBERS = 5
SEEN = 0.6  # share of the features that a member sees; what the letters say, all see
SEED = 7


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


def fit(source: Source, answers: Answers) -> Committee:
    """Fit to the answers; the same answers give the same weights, in whatever order they came."""
    tokens = source.tokens(answers.sentences)
    forms = [source.texts.forms[token] for token in tokens.tolist()]
    outside = answers.allowed[:, 0]
    known = np.where(answers.allowed.sum(1) == 1, outside, -1).tolist()
    sensitive = [None if each < 0 else not each for each in known]
    folds = (source.texts.sentence_of[tokens] % FOLDS).tolist()
    ratios = np.zeros(len(source.texts))
    ratios[tokens] = held_out(forms, sensitive, folds)
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
        (form, is_sensitive)
        for form, is_sensitive in zip(forms, sensitive, strict=True)
        if is_sensitive is not None
    )
    return Committee(mean, told)


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
