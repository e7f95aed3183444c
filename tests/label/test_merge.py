"""Claims on one span are pooled; of overlapping claims the strongest set stays."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.label.decide import decide
from maskera.label.merge import merge_claims, resolve_overlaps
from maskera.mentions import Detection, Evidence, Hypothesis, strength
from maskera.text import Span


def claim(start: int, end: int, label: str, weight: float, *features: str) -> Detection:
    return Detection(
        Span(start, end), (Hypothesis(label, (Evidence("test", weight),), frozenset(features)),)
    )


CLAIMS = st.lists(
    st.builds(
        lambda start, length, label, weight: claim(start, start + length, label, weight),
        st.integers(0, 20), st.integers(1, 6), st.sampled_from(["city", "surname"]), st.floats(-4, 6),
    ),
    max_size=9,
)  # fmt: skip


def test_claims_on_one_span_become_one_detection() -> None:
    (pooled,) = merge_claims([claim(0, 4, "city", 2.0), claim(0, 4, "surname", 1.0)])
    assert [hypothesis.label for hypothesis in pooled.hypotheses] == ["city", "surname"]


def test_two_reasons_for_one_label_do_not_add_up_but_their_features_do() -> None:
    (pooled,) = merge_claims([claim(0, 4, "city", 2.0, "gen"), claim(0, 4, "city", 3.0, "foreign")])
    assert pooled.hypotheses[0].score == 3.0
    assert pooled.hypotheses[0].features == {"gen", "foreign"}


def test_other_spans_stay_apart_and_in_order() -> None:
    assert [d.span for d in merge_claims([claim(5, 9, "city", 1.0), claim(0, 4, "city", 1.0), claim(0, 9, "city", 1.0)])] == [
        Span(0, 4), Span(0, 9), Span(5, 9),
    ]  # fmt: skip


def test_the_whole_wins_over_its_part() -> None:
    assert resolve_overlaps([claim(0, 8, "city", 5.0), claim(4, 8, "surname", 3.0)], -3.0) == [
        claim(0, 8, "city", 5.0)
    ]


def test_two_strong_parts_win_over_a_weak_whole() -> None:
    parts = [claim(0, 4, "firstname_male", 4.0), claim(5, 8, "surname", 4.0)]
    assert resolve_overlaps([*parts, claim(0, 8, "city", 0.5)], -3.0) == parts


def test_what_is_too_weak_does_not_compete() -> None:
    assert resolve_overlaps([claim(0, 4, "city", -3.5)], -3.0) == []


@given(CLAIMS)
def test_no_better_choice_exists(claims: list[Detection]) -> None:
    least = -3.0
    pooled = merge_claims(claims)

    def worth(chosen: tuple[Detection, ...]) -> float:
        return sum((strength(d) - least) * len(d.span) for d in chosen)

    best = 0.0
    live = [d for d in pooled if strength(d) > least]
    for size in range(1, len(live) + 1):
        for chosen in combinations(live, size):
            if not any(one.span.overlaps(other.span) for one, other in combinations(chosen, 2)):
                best = max(best, worth(chosen))
    kept = resolve_overlaps(pooled, least)
    assert worth(tuple(kept)) == pytest.approx(best)
    assert not any(one.span.overlaps(other.span) for one, other in combinations(kept, 2))
    assert [d.span for d in kept] == sorted(d.span for d in kept)


@given(CLAIMS, st.floats(0.05, 0.95))
def test_a_mention_is_of_any_label_as_probably_as_the_policy_asks(
    claims: list[Detection], threshold: float
) -> None:
    for mention in decide(
        merge_claims(claims), lambda label, probability: probability >= threshold, 0.05
    ):
        others = [probability for _, probability in mention.alternatives]
        assert mention.label == mention.hypotheses[0].label
        assert threshold - 1e-3 <= mention.probability + sum(others) <= 1 + 1e-9
        assert mention.probability >= max(others, default=0.0) - 1e-3
        assert mention.probability < 1
