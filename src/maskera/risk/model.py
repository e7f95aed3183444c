"""RiskModel, what `maskera train --what risk` fits for a language, and Corpus, what indicators read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from maskera.errors import MaskeraError
from maskera.io import models
from maskera.kernels import crf
from maskera.risk.logistic import Logistic
from maskera.risk.ngrams import Frequency, Gram, Trigrams
from maskera.risk.population import Population
from maskera.risk.texts import Text

FILE = "risk.model"


class Stack(msgspec.Struct):
    """How indicators are weighed: log-odds = bias + sum of weight * (score - centre), for those there are.

    An absent indicator counts as one at its centre (the mean of training). The sum is divided by the
    temperature.
    """

    names: list[str]
    weights: list[float]
    centres: list[float]
    bias: float
    temperature: float


class RiskModel(msgspec.Struct):
    """Everything fitted. background: word runs that several training documents share, and how often.

    card: what it was trained on and how good it is.
    """

    kinds: list[str]
    background: dict[str, int]
    probability: Logistic
    classification: Logistic
    direct: Logistic
    sequence: crf.Weights
    stack: Stack
    card: dict[str, Any]

    def grams(self) -> dict[Gram, int]:
        """The background as counts of word runs."""
        return {tuple(run.split(" ")): times for run, times in self.background.items()}


class MaskedScorer(Protocol):
    """log p of each word of a range of a text, with that range and further words hidden."""

    def log_probs(
        self, words: Sequence[str], span: tuple[int, int], hidden: frozenset[int]
    ) -> list[float]:
        """Natural logarithms, one for each word of the range."""


@dataclass(frozen=True)
class Corpus:
    """Texts that are judged together, with what else is known.

    frequency: share of running text of a word. population: rows of persons, where there is a file.
    masked: a masked language model, where there is one.
    """

    texts: Sequence[Text]
    background: Mapping[Gram, int] = field(default_factory=dict)
    frequency: Frequency | None = None
    population: Population | None = None
    masked: MaskedScorer | None = None

    @cached_property
    def log_probs(self) -> list[list[list[float]]]:
        """For each text and mention the log-probability of each word, without this text's own counts."""
        counts = Trigrams((text.words for text in self.texts), self.background, self.frequency)
        found = []
        for text in self.texts:
            scorer = counts.without(text.words)
            found.append([scorer.log_probs(text.words, span) for span in text.ranges])
        return found


def has_model(language: str, folder: Path | None = None) -> bool:
    """Whether there is a model of risk for a language."""
    return bool(folder and (folder / FILE).is_file()) or _shipped(language).is_file()


def load_model(language: str, folder: Path | None = None) -> RiskModel:
    """The model of a folder of models, else the one shipped for the language; MaskeraError if none."""
    own = folder / FILE if folder else None
    if own and own.is_file():
        return models.load(own, RiskModel)
    if not has_model(language):
        raise MaskeraError(f"no model of risk for language {language!r}")
    with resources.as_file(_shipped(language)) as path:
        return models.load(path, RiskModel)


def _shipped(language: str) -> Traversable:
    return resources.files("maskera").joinpath("data", language, "models", FILE)
