"""Which label a sensitive token has: a chain over runs of sensitive tokens, learnt from the labels
that were decided. Whether a token is sensitive is asked of another model (model.py), which knows
one label for all and so needs less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskera.evaluate.align import OUTSIDE
from maskera.kernels.chain import forward_backward
from maskera.learn.model import Crf, Floats, Source, fit_chain

CLAIMED = 2.0  # log-odds with which a claim of the language pack begins; decisions move it


@dataclass(frozen=True)
class Labeller:
    """Says the label of tokens that are sensitive. undecided: labels of which no decision has told,
    nor of a claim of them; what the language pack claims under them stays so."""

    chain: Crf
    undecided: frozenset[str] = frozenset()

    def labels(self, source: Source, tokens: NDArray[np.intp]) -> list[str]:
        """The likeliest label of each of these tokens, which rise."""
        claims = [source.claims[token] for token in tokens.tolist()]
        return [
            claim if claim in self.undecided else label
            for claim, label in zip(claims, self._decided(source, tokens), strict=True)
        ]

    def _decided(self, source: Source, tokens: NDArray[np.intp]) -> list[str]:
        names = self.chain.labels
        if len(names) == 1 or not len(tokens):
            return [names[0]] * len(tokens)
        scores: Floats = np.asarray(source.matrix[tokens] @ self.chain.weights)
        scores += _claims(source, tokens, names)
        found = np.asarray(forward_backward(scores, _runs(source, tokens), self.chain.moves))
        for group in source.wholes:  # one number has one label
            low, high = np.searchsorted(tokens, (group[0], group[-1] + 1))
            if high > low:
                found[low:high] = found[low:high].mean(0)
        return [names[place] for place in found.argmax(1).tolist()]


def fit_labels(source: Source, decided: Mapping[int, str], labels: Sequence[str]) -> Labeller:
    """Learnt from the labels of sensitive tokens. labels: those there are. Where nothing claims
    one, only the decided ones are said, and the first as long as none is."""
    told = {token: label for token, label in decided.items() if label != OUTSIDE}
    denied = {source.claims[token] for token in told}.intersection(labels)
    names = tuple(sorted({*told.values(), *denied})) or tuple(labels[:1])
    # Beside labels of which decisions tell they would lose everywhere: none was ever right.
    undecided = frozenset(labels).difference(names)
    tokens = np.array(sorted(told), np.intp)
    if len(names) == 1:  # nothing to choose from
        weights = np.zeros((source.matrix.shape[1], 1))
        return Labeller(Crf(names, weights, np.zeros((1, 1))), undecided)
    allowed = np.array([[told[token] == name for name in names] for token in tokens.tolist()])
    offset = _claims(source, tokens, names)
    chain = fit_chain(source.matrix[tokens], offset, _runs(source, tokens), allowed, names)
    return Labeller(chain, undecided)


def _runs(source: Source, tokens: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many tokens stand side by side, run by run, within sentences."""
    sentences = source.texts.sentence_of[tokens]
    begins = np.flatnonzero((np.diff(tokens) > 1) | (np.diff(sentences) > 0)) + 1
    return np.diff(np.concatenate([[0], begins, [len(tokens)]]))


def _claims(source: Source, tokens: NDArray[np.intp], names: Sequence[str]) -> Floats:
    claims = source.claims
    return np.array(
        [[CLAIMED * (claims[token] == name) for name in names] for token in tokens.tolist()], float
    ).reshape(len(tokens), len(names))
