"""What a claim says: its likeliest label, its strength, and more evidence for it."""

from __future__ import annotations

import pytest

from maskera.mentions import (
    Detection,
    Evidence,
    Hypothesis,
    extended,
    likeliest,
    probabilities,
    probability,
    strength,
)
from maskera.text import Span


def claim(**scores: float) -> Detection:
    return Detection(
        Span(0, 4),
        tuple(Hypothesis(label, (Evidence("test", score),)) for label, score in scores.items()),
    )


def test_the_likeliest_hypothesis_is_the_first_of_the_best() -> None:
    assert likeliest(claim(city=1.0, surname=2.0, region=2.0)).label == "surname"


def test_strength_pools_the_labels() -> None:
    assert strength(claim(city=1.0, surname=1.0)) == pytest.approx(1.0 + 0.6931, abs=1e-4)
    assert strength(claim(city=1.0)) == 1.0


def test_what_is_missing_to_one_is_that_no_label_holds() -> None:
    for score in (-800.0, -1.5, 0.0, 2.0, 800.0):
        assert probabilities(claim(city=score).hypotheses) == (
            ("city", pytest.approx(probability(score))),
        )
    shares = probabilities(claim(surname=1.0, city=2.0).hypotheses)
    assert [label for label, _ in shares] == ["city", "surname"]
    assert sum(share for _, share in shares) == pytest.approx(
        probability(strength(claim(surname=1.0, city=2.0)))
    )
    assert probabilities(()) == ()


def test_more_evidence_moves_the_score_and_keeps_the_rest() -> None:
    more = extended(
        Hypothesis("city", (Evidence("test", 1.0),), frozenset(["gen"])),
        [Evidence("cue", 0.5)],
        frozenset(["foreign"]),
    )
    assert (more.score, more.features, len(more.evidence)) == (1.5, {"gen", "foreign"}, 2)
