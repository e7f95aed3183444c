"""Fitted weights: by how much annotated texts correct the weights that rules give their evidence by
hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from maskera.errors import DataError
from maskera.io.utf8 import decoded
from maskera.mentions import Detection, Evidence, Hypothesis, Trust

HEADER = "source\tlabel\tcorrection"
ANY = ""  # the label of a correction that holds for all labels
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
LEAST = 0.05  # log-odds; what is less changes no decision worth a row


class Corrections(msgspec.Struct, frozen=True):
    """(source of the evidence, label or ANY) -> what is added to its weight, in log-odds. Evidence
    of another source keeps its weight."""

    weights: Mapping[tuple[str, str], float]

    def corrected(self, claims: Sequence[Detection]) -> Sequence[Detection]:
        """The claims with their evidence weighed anew. What is CERTAIN is never weighed."""
        return [
            Detection(claim.span, tuple(map(self._corrected, claim.hypotheses))) for claim in claims
        ]

    def _corrected(self, hypothesis: Hypothesis) -> Hypothesis:
        if hypothesis.trust is Trust.CERTAIN:
            return hypothesis
        weights, label = self.weights, hypothesis.label
        seen: set[str] = set()
        evidence = []
        for one in hypothesis.evidence:
            more = 0.0
            if one.source not in seen:  # what is said twice was counted once when this was fitted
                seen.add(one.source)
                more = weights.get((one.source, ANY), 0.0) + weights.get((one.source, label), 0.0)
            evidence.append(Evidence(one.source, one.weight + more, one.note) if more else one)
        return Hypothesis(label, tuple(evidence), hypothesis.features, hypothesis.trust)


def load(path: Path) -> Corrections:
    """Read rows of source, label and correction under a header; raises DataError with file and
    line."""
    header, *lines = decoded(path.read_bytes(), path.name).splitlines() or [""]
    if header != HEADER:
        raise DataError(f"{path.name}:1: no fitted weights (expected the header {HEADER!r})")
    weights: dict[tuple[str, str], float] = {}
    for number, line in enumerate(lines, start=2):
        match line.split("\t"):
            case [source, label, correction] if NUMBER.fullmatch(correction):
                weights[source, label] = float(correction)
            case [_, _, _]:
                raise DataError(f"{path.name}:{number}: the correction is not a number")
            case _:
                raise DataError(
                    f"{path.name}:{number}: expected a source, a label and a correction"
                )
    return Corrections(weights)


def save(corrections: Corrections, path: Path) -> None:
    """Write the corrections as rows, sorted, but those below LEAST."""
    rows = [
        f"{source}\t{label}\t{weight:.2f}"
        for (source, label), weight in sorted(corrections.weights.items())
        if abs(weight) >= LEAST
    ]
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
