"""Decisions: what is accepted stands, what is not hides nothing."""

from __future__ import annotations

import pytest

from maskera.label.decide import decide
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Span

LEAST = -2.2


def claim(start: int, end: int, **scores: float) -> Detection:
    return Detection(
        Span(start, end),
        tuple(Hypothesis(label, (Evidence("test", score),)) for label, score in scores.items()),
    )


def accepts(label: str, probability: float) -> bool:
    return probability >= (0.7 if label == "extra" else 0.5)


def test_of_overlapping_claims_the_stronger_stands() -> None:
    (mention,) = decide([claim(0, 8, city=3.0), claim(0, 3, surname=1.0)], accepts, LEAST)
    assert (mention.label, mention.span) == ("city", Span(0, 8))


@pytest.mark.parametrize(("odds", "expected"), [(0.5, ["geo"]), (2.0, ["extra"])])
def test_a_clause_hides_the_names_in_it_only_if_it_counts(odds: float, expected: list[str]) -> None:
    claims = [claim(0, 40, extra=odds), claim(20, 28, geo=2.5)]
    assert [mention.label for mention in decide(claims, accepts, LEAST)] == expected


def test_a_mention_keeps_the_labels_that_lost_and_has_the_probability_of_its_own() -> None:
    (mention,) = decide([claim(0, 4, surname=0.2, firstname_male=1.4)], accepts, LEAST)
    assert mention.label == "firstname_male"
    assert [label for label, _ in mention.alternatives] == ["surname"]
    assert mention.probability == pytest.approx(0.646, abs=0.001)


def test_labels_count_together() -> None:
    assert decide([claim(0, 4, surname=-0.5, city=-0.5)], accepts, LEAST)
    assert not decide([claim(0, 4, surname=-0.5)], accepts, LEAST)
