"""Fit the weights of the rules' evidence for the modes without a tagger: by how much each source of
evidence is corrected, so that the probabilities of the claims are true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskera.label.merge import resolve_overlaps
from maskera.lang.pack import LanguagePack
from maskera.mentions import Detection, Trust
from maskera.pipeline import Pipeline, load
from maskera.risk.logistic import scipy
from maskera.rules.fitted import ANY, Corrections
from maskera.text import Document, Span
from maskera.train import corpora
from maskera.train.optimize import Doubles

MODES = ("rules", "rules+pos")
"""The corrections are fitted on the claims of both, and hold in both."""
LIVE = -4.0  # log-odds from which a claim of the uncorrected rules is learned from
DECAY = 60.0  # L2 penalty; of 2 to 60 none is clearly better on essays_dev, and this keeps closest to the hand
STEPS = 300

Claimed = tuple[Detection, str | None]
"""A claim and the label that its span has in the annotation; None where the span has none."""


def pairs(
    path: Path, language: LanguagePack, reader: corpora.Reader = corpora.read
) -> list[Claimed]:
    """Every claim of the uncorrected rules on the texts of a file or folder, in each mode, with its
    label. reader: gives the texts."""
    bare = replace(language, models=replace(language.models, corrected=lambda claims: claims))
    texts = list(reader(path, language.taxonomy))
    documents = [corpora.document(text, language) for text in texts]
    marked = [{Span(s.start, s.end): s.label for s in text.spans} for text in texts]
    return [
        (claim, labels.get(claim.span))
        for mode in MODES
        for claims, labels in zip(_claims(load(bare, mode=mode), documents), marked, strict=True)
        for claim in resolve_overlaps(claims, LIVE)
        if all(hypothesis.trust is not Trust.CERTAIN for hypothesis in claim.hypotheses)
    ]


def _claims(pipeline: Pipeline, documents: Sequence[Document]) -> Iterable[Sequence[Detection]]:
    return [claimed.claims if claimed else () for _, claimed in pipeline.claim_many(documents)]


def fit(examples: Sequence[Claimed]) -> Corrections:
    """The corrections under which the annotation is likeliest: of the labels of a claim and "no
    personal information here" one holds, with the probabilities of a softmax over their log-odds.

    A span that is marked with a label that no rule claimed was rightly claimed: any label will do.
    Regularized towards the weights given by hand; deterministic.
    """
    sparse, optimize = scipy()
    column: dict[tuple[str, str], int] = {}
    places: list[tuple[int, int]] = []  # of the ones in the table of hypotheses and corrections
    scores: list[float] = []
    groups: list[int] = []
    right: list[bool] = []
    for group, (claim, label) in enumerate(examples):
        known = any(hypothesis.label == label for hypothesis in claim.hypotheses)
        for hypothesis in claim.hypotheses:
            for source in dict.fromkeys(evidence.source for evidence in hypothesis.evidence):
                for key in ((source, ANY), (source, hypothesis.label)):
                    places.append((len(scores), column.setdefault(key, len(column))))
            scores.append(hypothesis.score)
            groups.append(group)
            right.append(hypothesis.label == label if known else label is not None)
    rows, columns = np.array(places).T
    table = sparse.csr_array((np.ones(len(rows)), (rows, columns)), (len(scores), len(column)))
    found = optimize.minimize(
        _loss,
        np.zeros(len(column)),
        (table, np.array(scores), np.array(groups), np.array(right, float), len(examples)),
        method="L-BFGS-B",
        jac=True,
        options={"maxiter": STEPS},
    )
    return Corrections(dict(zip(column, found.x.tolist(), strict=True)))


def _loss(
    weights: Doubles,
    table: Any,
    scores: Doubles,
    groups: NDArray[np.int64],
    right: Doubles,
    claims: int,
) -> tuple[float, Doubles]:
    """Minus the log-likelihood of the annotation with its penalty, and its gradient."""
    odds = scores + table @ weights
    most = np.zeros(claims)
    np.maximum.at(most, groups, odds)
    shares = np.exp(odds - most[groups])
    none = np.exp(-most)
    total, kept = none.copy(), none * (np.bincount(groups, right, claims) == 0)
    np.add.at(total, groups, shares)
    np.add.at(kept, groups, shares * right)
    loss = float(np.log(total / kept).sum() + DECAY * (weights @ weights) / 2)
    wrong = shares / total[groups] - shares * right / kept[groups]
    return loss, table.T @ wrong + DECAY * weights
