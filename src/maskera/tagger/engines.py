"""Which tagger a folder of models has: the network, or an engine that stands in its place; the mean of
them where the folder holds several."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from maskera.tagger.ensemble import EnsembleWeights
from maskera.tagger.scorers import NetworkScorer, Pooled, Scorer

MODELS = NETWORK, TRANSFORMER, HMM = "mentions.model", "transformer", "mentions.hmm"
"""The taggers that a folder of models may hold."""


def chosen(file: Callable[[str], Path], network: NetworkScorer, balance: EnsembleWeights) -> Scorer:
    """file: of a model by its name, in a folder of one's own where it is there. balance: of the
    network beside the rules."""
    makers: dict[str, Callable[[Path], Scorer]] = {TRANSFORMER: _transformer, HMM: _hmm}
    found = {file(name): make for name, make in makers.items() if file(name).exists()}
    scorers: list[Scorer] = [make(path) for path, make in found.items()]
    if not scorers or file(NETWORK).parent in {path.parent for path in found}:
        scorers.append(network)
    return scorers[0] if len(scorers) == 1 else Pooled(scorers, balance)


def _transformer(folder: Path) -> Scorer:
    from maskera.tagger.transformer import Transformer  # late, for hardly any folder has one

    return Transformer(folder)


def _hmm(file: Path) -> Scorer:
    from maskera.tagger.hmm import HmmScorer  # likewise

    return HmmScorer(file)
