"""Fit the model of risk: the indicators, how they are weighed, and how warm their odds are.

The weights of the stack are fitted on scores of documents that the indicators did not see (five
folds by document); then the indicators are fitted once more on everything.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

import numpy as np

from maskera.mentions import probability
from maskera.risk import logistic
from maskera.risk.assess import stack as weighed
from maskera.risk.indicators import INDICATORS, classification, sequence
from maskera.risk.indicators import probability as improbability
from maskera.risk.model import Corpus, RiskModel, Stack
from maskera.risk.ngrams import Frequency, common
from maskera.risk.scores import auc, calibration_error
from maskera.risk.texts import Text
from maskera.train import crfsuite
from maskera.train.optimize import golden

FOLDS = 5
SHARED = 3  # documents that hold a word run before it is stored: no one's text can be read off
# Five folds of TAB, biographies and posts: 3 and not 1 gives biographies .004 more ROC AUC.
DECAYS = {"probability": 1.0, "classification": 3.0, "direct": 3.0, "stack": 1.0}
BARE_WEIGHT = 0.3  # of mentions without running text; 1 gives biographies .001 less ROC AUC, 0 .018
LEAST_ROWS = 3  # mentions that have a feature of indicator 2
CRF = {"c1": 0.1, "c2": 0.05, "max_iterations": 80, "feature.minfreq": 2}
EMPTY = Stack(list(INDICATORS), [0.0] * len(INDICATORS), [0.0] * len(INDICATORS), 0.0, 1.0)
Progress = Callable[[str], None]


def train(
    texts: Sequence[Text],
    seed: int = 7,
    progress: Progress = lambda line: None,
    frequency: Frequency | None = None,
    card: dict[str, Any] | None = None,
) -> RiskModel:
    """A model of texts whose mentions have identifier classes; the same texts give the same model."""
    bare = [text for text in texts if text.bare]
    folds = parts([text for text in texts if not text.bare], seed)
    scores: list[dict[str, float | None]] = []
    right: list[bool] = []
    counts: list[float] = []
    for number, held in enumerate(folds, 1):
        others = [text for other in folds if other is not held for text in other]
        found = fitted([*others, *bare], frequency)
        scores += scored(Corpus(held, found.grams(), frequency), found)
        right += decisions(held)
        counts += even(held)
        progress(f"fold {number} of {len(folds)}: {len(held)} documents scored")
    weights = stacked(scores, right, counts)
    model = fitted(texts, frequency)
    model.stack = weights
    odds = [weighed(weights, row) for row in scores]
    model.card = {
        **(card or {}),
        "documents": len(texts),
        "mentions": len(right),
        "seed": seed,
        "auc": round(auc(odds, right), 4),
        "calibration_error": round(calibration_error([*map(probability, odds)], right), 4),
    }
    return model


def parts(texts: Sequence[Text], seed: int) -> list[list[Text]]:
    """The documents in folds, by chance."""
    order = np.random.default_rng(seed).permutation(len(texts))
    return [
        part for fold in range(FOLDS) if (part := [texts[place] for place in order[fold::FOLDS]])
    ]


def decisions(texts: Sequence[Text]) -> list[bool]:
    """Whether each mention is to be masked."""
    return [marked.masked for text in texts for marked in text.mentions]


def even(texts: Sequence[Text]) -> list[float]:
    """How much each mention counts where every document counts the same: a court case has ten times
    the mentions of a biography."""
    return [1 / len(text.mentions) for text in texts for _ in text.mentions]


def fitted(texts: Sequence[Text], frequency: Frequency | None) -> RiskModel:
    """The indicators fitted on texts, with a stack that says nothing yet.

    What is known of mentions alone (Text.bare) teaches the classification of what is to be masked.
    """
    whole, bare = ([text for text in texts if text.bare is kind] for kind in (False, True))
    corpus = Corpus(whole, {}, frequency)
    right = decisions(whole)
    direct = [marked.identifier == "DIRECT" for text in whole for marked in text.mentions]
    improbable = [row for of_text in improbability.rows(corpus) for row in of_text]
    described = [row for of_text in classification.rows(corpus) for row in of_text]
    alone = [row for of_text in classification.rows(Corpus(bare)) for row in of_text]
    weights = [1.0] * len(described) + [BARE_WEIGHT] * len(alone)
    examples = [
        (sequence.streams(text, start, end), labels[start:end])
        for text in whole
        for labels in [sequence.labels(text)]
        for start, end in sequence.sequences(text)
    ]
    background = common((text.words for text in whole), SHARED)
    shared = {gram[0] for gram in background if len(gram) == 1} | {classification.EDGE}
    described = [_without_rare(row, shared) for row in described]
    return RiskModel(
        sorted({marked.kind for text in texts for marked in text.mentions}),
        {" ".join(gram): times for gram, times in sorted(background.items())},
        logistic.fit(improbable, right, DECAYS["probability"]),
        logistic.fit(
            [*described, *alone],
            [*right, *decisions(bare)],
            DECAYS["classification"],
            LEAST_ROWS,
            weights,
        ),
        logistic.fit(described, direct, DECAYS["direct"], LEAST_ROWS),
        crfsuite.fit(
            examples,
            lambda key: [name for name in sequence.features(key) if _told(name, shared)],
            {},
            CRF,
        ),
        EMPTY,
        {},
    )


def _without_rare(row: logistic.Features, shared: Container[str]) -> logistic.Features:
    """Without features that name a word which few documents share: no weight shall name a person."""
    return {name: value for name, value in row.items() if _told(name, shared)}


def _told(name: str, shared: Container[str]) -> bool:
    parts = name.split(" ")
    names_word = parts[0] == sequence.WORD or "before" in parts[:2] or "after" in parts[:2]
    return not names_word or parts[-1] in shared


def scored(corpus: Corpus, model: RiskModel) -> list[dict[str, float | None]]:
    """The scores of each mention of a corpus by every indicator."""
    columns = {name: indicator(corpus, model) for name, indicator in INDICATORS.items()}
    return [
        {name: column[number][place] for name, column in columns.items()}
        for number, text in enumerate(corpus.texts)
        for place in range(len(text.mentions))
    ]


def stacked(
    scores: Sequence[dict[str, float | None]],
    right: Sequence[bool],
    counts: Sequence[float] | None = None,
) -> Stack:
    """Weights of the indicators, none below 0 but where it would have no part, and a temperature.
    counts: how much each mention counts, to a factor.

    A weight that the fit wants below 0 is left out: more of an indicator never means less risk.
    """
    names = list(INDICATORS)
    share = len(right) / sum(counts) if counts else 1.0
    weights_of = [share * each for each in counts] if counts else None
    centres = {}
    for name in names:
        known = [value for row in scores if (value := row[name]) is not None]
        centres[name] = float(np.mean(known)) if known else 0.0
    while True:
        rows = [
            {name: value - centres[name] for name in names if (value := row[name]) is not None}
            for row in scores
        ]
        found = logistic.fit(rows, right, DECAYS["stack"], weights=weights_of)
        weights = found.table().weights
        lowest = min(names, key=lambda name: weights.get(name, 0.0))
        if weights.get(lowest, 0.0) >= 0:
            break
        names.remove(lowest)
    kept = [weights.get(name, 0.0) for name in names]
    stack = Stack(names, kept, [centres[name] for name in names], found.bias, 1.0)
    stack.temperature = temperature([weighed(stack, row) for row in scores], right)
    return stack


def temperature(odds: Sequence[float], right: Sequence[bool]) -> float:
    """What log-odds are to be divided by so that what happened is likeliest (Guo et al. 2017, 4.2)."""
    values, target = np.array(odds), np.array(right, np.float64)

    def loss(warm: float) -> float:
        scaled = values / warm
        return float((np.logaddexp(0, scaled) - target * scaled).sum())

    return golden(loss, 0.2, 5.0)
