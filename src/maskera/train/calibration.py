"""The temperature of a tagger: fitted on texts that it has not seen, so that its probabilities can be
taken at their word (Guo et al. 2017, 4.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.type_scores import Floats
from maskera.tagger.scorers import tempered
from maskera.tagger.spans import OUTSIDE
from maskera.train import Answer, labels_of
from maskera.train.optimize import golden

EVERY = 10  # one text in so many is held out
FEWEST = 30  # texts: of fewer each is needed to learn from
COLDEST, HOTTEST = 0.25, 32.0
LEAST = 1e-12  # a probability is no nearer to 0 than this when it is scored

Text = TypeVar("Text")


def split(texts: Sequence[Text]) -> tuple[list[Text], list[Text]]:
    """The texts to train on and those held out: none where there are few."""
    if len(texts) < FEWEST:
        return [*texts], []
    held = [*texts[EVERY - 1 :: EVERY]]
    return [text for number, text in enumerate(texts) if (number + 1) % EVERY], held


def labels(answers: Sequence[Sequence[Answer]]) -> list[str]:
    """The labels that can be learnt from answers, OUTSIDE first."""
    return [OUTSIDE, *sorted({*labels_of(chain.from_iterable(answers))} - {OUTSIDE})]


def allowed(answers: Sequence[Answer], known: Sequence[str]) -> NDArray[np.bool_]:
    """Tokens x labels: whether a label may be right. Where none that is known may, all may."""
    number = {label: index for index, label in enumerate(known)}
    found = np.zeros((len(answers), len(known)), bool)
    for row, answer in zip(found, answers, strict=True):
        its = [answer] if isinstance(answer, str) else answer
        row[[number[label] for label in its if label in number]] = True
    found[~found.any(1)] = True
    return found


def temperature(rows: Floats, right: NDArray[np.bool_]) -> float:
    """What the logarithms of probabilities are to be divided by so that what is right is likeliest;
    1 where there is nothing to fit it on. right: see allowed."""
    if not len(rows):
        return 1.0

    def at(logarithm: float) -> float:
        return loss(tempered(rows, math.exp(logarithm)), right)

    return math.exp(golden(at, math.log(COLDEST), math.log(HOTTEST)))


def loss(rows: Floats, right: NDArray[np.bool_]) -> float:
    """Minus the logarithm of the probability of what is right, the mean of all tokens."""
    return -float(np.log(np.maximum((rows * right).sum(1), LEAST)).mean())
