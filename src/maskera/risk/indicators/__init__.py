"""Five indicators of risk, a file and a function each: a corpus and the model -> a score a mention.

A score is in log-odds where the indicator is fitted. None says that the indicator is absent there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maskera.risk.indicators import classification, lookup, perturbation, probability, sequence
from maskera.risk.model import Corpus, RiskModel

Score = float | None
Indicator = Callable[[Corpus, RiskModel], list[list[Score]]]

INDICATORS: Mapping[str, Indicator] = {
    "probability": probability.scores,
    "classification": classification.scores,
    "perturbation": perturbation.scores,
    "sequence": sequence.scores,
    "lookup": lookup.scores,
}
