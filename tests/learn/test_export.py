"""The spans of a project: decided ones and the model's, side by side."""

from __future__ import annotations

import numpy as np
import pytest

from maskera.evaluate.align import OUTSIDE
from maskera.learn.export import Run, as_itac, runs
from maskera.learn.labelling import fit_labels
from maskera.learn.learner import MARKED, learner
from maskera.learn.pool import pool
from maskera.learn.prior import Prior
from maskera.text import Document

pytest.importorskip("scipy")
TEXT = "Junna Tavi met Oresk\nVexi"
READY = learner(pool([Document("a", TEXT), Document("b", "Umtar")]), Prior())


def _runs(known: list[str | None], probability: list[float]) -> list[list[Run]]:
    labeller = fit_labels(READY.source, {}, ["name"])
    return runs(READY, known, np.array(probability), labeller)


def _told(known: list[str | None], probability: list[float]) -> list[tuple[str, str, bool]]:
    found, _ = _runs(known, probability)
    return [(TEXT[span.start : span.end], label, decided) for span, label, decided in found]


def test_a_mention_half_decided_is_one_and_not_called_decided() -> None:
    known = ["name", None, OUTSIDE, "name", OUTSIDE, OUTSIDE]
    assert _told(known, [0.0, MARKED, 0.9, 0.0, 0.9, 0.9]) == [
        ("Junna Tavi", "name", False),
        ("Oresk", "name", True),
    ]
    assert _told(known, [0.0, MARKED - 0.01, 0.9, 0.0, 0.9, 0.9])[0] == ("Junna", "name", True)


def test_spans_end_with_the_sentence_the_label_and_the_document() -> None:
    known = ["name", "place", OUTSIDE, "name", "name", "name"]
    assert _told(known, [0.0] * 6) == [
        ("Junna", "name", True),
        ("Tavi", "place", True),
        ("Oresk", "name", True),
        ("Vexi", "name", True),
    ]
    _, other = _runs(known, [0.0] * 6)
    assert [(span.start, span.end) for span, *_ in other] == [(0, 5)]
    assert "<ANON> Umtar </ANON>" in as_itac(READY, _runs(known, [0.0] * 6))
