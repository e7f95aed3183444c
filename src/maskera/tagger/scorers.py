"""What a tagger is to the ensemble: labels, and their probabilities at each token. The network of the
language is one; a folder of models may hold another engine in its place or beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np

from maskera.errors import DataError
from maskera.io import models
from maskera.kernels.network import Network, Weights
from maskera.kernels.type_scores import Block, Floats, Keys
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection
from maskera.tagger.ensemble import EnsembleWeights
from maskera.tagger.spans import OUTSIDE

FULLY = (1.0, 1.0)


class Scorer(Protocol):
    """A tagger. calibrated: whether its probabilities are to be taken at their word; those of a
    network alone are too sure, and its balance makes up for that. beside_rules: what a calibrated
    one's log-odds count in the sum with the rules, and what theirs count, as a share of what they
    do beside the network."""

    calibrated: bool
    beside_rules: tuple[float, float]

    def labels(self) -> Sequence[str]:
        """OUTSIDE is one of them."""

    def marginals(
        self, tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]]
    ) -> Block:
        """The probability of each label at each token; sentences of all documents one after the
        other. decided: what the rules would decide in each."""


Streams = Callable[
    [Sequence[TokenTable], Sequence[Sequence[Detection]]], Sequence[tuple[Keys, ...]]
]
"""What the network sees of documents of which the rules would decide so much: the keys of the types
of each sentence, a sequence for each stream."""


class NetworkScorer:
    """The language's network, read when the first document comes. Raises DataError then for a file
    that is no model, and for one that knows no label."""

    calibrated = False
    beside_rules = FULLY

    def __init__(self, path: Path, build: Callable[[Weights], Network], streams: Streams) -> None:
        self._path, self._build, self._streams = path, build, streams
        self.network = cache(self._network)

    def seeing(self, streams: Streams) -> NetworkScorer:
        """The same network, which sees other things of a document."""
        other = copy(self)
        other._streams = streams
        return other

    def _network(self) -> Network:
        weights = models.load(self._path, Weights)
        if not set(weights.labels) - {OUTSIDE}:
            raise DataError(
                f"{self._path.name}: the model knows no labels; train it on annotated texts"
            )
        return self._build(weights)

    def labels(self) -> Sequence[str]:
        """See Scorer."""
        return self.network().labels

    def marginals(
        self, tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]]
    ) -> Block:
        """See Scorer."""
        tagger = self.network()
        return tagger.marginals(tagger.emissions(self._streams(tables, decided)))


class Pooled:
    """The mean of several taggers' probabilities. balance: of those that are not calibrated, whose
    log-odds count as much here as there."""

    calibrated = True
    beside_rules = FULLY

    def __init__(self, scorers: Sequence[Scorer], balance: EnsembleWeights) -> None:
        self._scorers, self._balance = scorers, balance

    def labels(self) -> Sequence[str]:
        """See Scorer."""
        every = {label for scorer in self._scorers for label in scorer.labels()}
        return [OUTSIDE, *sorted(every - {OUTSIDE})]

    def marginals(
        self, tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]]
    ) -> Block:
        """See Scorer."""
        labels = self.labels()
        lengths: Sequence[int] = ()
        summed: Floats | None = None
        for scorer in self._scorers:
            block = scorer.marginals(tables, decided)
            rows = (
                block.rows if scorer.calibrated else tempered(block.rows, 1 / self._balance.tagger)
            )
            wide = np.zeros((len(rows), len(labels)), np.float32)
            wide[:, [labels.index(label) for label in scorer.labels()]] = rows
            summed, lengths = wide if summed is None else summed + wide, block.lengths
        if summed is None:
            raise ValueError("no taggers")
        return Block(summed / np.float32(len(self._scorers)), lengths)


def tempered(rows: Floats, temperature: float) -> Floats:
    """Probabilities whose logarithms are divided by a temperature: above 1 they are less sure (Guo
    et al. 2017)."""
    logarithms = np.log(np.maximum(rows, np.finfo(np.float32).tiny)) / np.float32(temperature)
    logarithms -= logarithms.max(1, keepdims=True, initial=-np.inf)
    powers = np.exp(logarithms)
    return np.asarray(powers / powers.sum(1, keepdims=True))


def balance_for(scorer: Scorer, balance: EnsembleWeights) -> EnsembleWeights:
    """How such a tagger is weighed against the rules. The balance was fitted to a network, whose
    log-odds it divides so that the sum is calibrated."""
    if not scorer.calibrated:
        return balance
    tagger, rules = scorer.beside_rules
    silence = balance.silent_tagger * balance.tagger  # weighs the same whatever the tagger counts
    return msgspec.structs.replace(
        balance, tagger=tagger, silent_tagger=silence / tagger, rules=balance.rules * rules
    )
