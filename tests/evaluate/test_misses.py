"""The bound on what detection has left: against an oracle, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.evaluate.misses import misses, upper


@given(st.integers(0, 40), st.integers(1, 400), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_bound_is_clopper_and_pearsons(found: int, reviewed: int, confidence: float) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    found = min(found, reviewed)
    # The upper end of the two-sided interval of half the error is the one-sided bound.
    _, expected = proportion.proportion_confint(
        found, reviewed, alpha=2 * (1 - confidence), method="beta"
    )
    assert upper(found, reviewed, confidence) == pytest.approx(expected, abs=1e-9)


def test_the_rule_of_three() -> None:
    assert upper(0, 1000) == pytest.approx(3 / 1000, rel=0.01)
    assert upper(0, 0) == upper(5, 5) == 1.0
    with pytest.raises(ValueError, match="6 of 5"):
        upper(6, 5)


@pytest.mark.parametrize("rate", [0.0005, 0.002, 0.01, 0.05])
def test_the_bound_holds_in_95_of_100_simulations(rate: float) -> None:
    rng = np.random.default_rng(8)
    unmarked, marked, reviewed, runs = 40_000, 2_000, 1_500, 1_000
    left = int(unmarked * rate)
    true = left / (left + marked)
    # Without replacement, as a reviewer draws: the interval is then wider than it must be.
    drawn = rng.hypergeometric(left, unmarked - left, reviewed, runs)
    holds = [misses(int(found), reviewed, marked, unmarked).share >= true for found in drawn]
    assert np.mean(holds) >= 0.95


def test_more_found_never_means_less_left() -> None:
    shares = [misses(found, 500, 1000, 20_000).share for found in range(20)]
    assert shares == sorted(shares)
    wider = [misses(2, reviewed, 1000, 20_000).share for reviewed in (100, 500, 2500)]
    assert wider == sorted(wider, reverse=True)


def test_the_sentence_rounds_up_and_says_how_it_is_known() -> None:
    found = misses(0, 3000, 1000, 10_000)
    assert found.rate == pytest.approx(0.001, rel=0.01)
    assert found.sentence == (
        "at most 10 of 1,000 personal tokens are still there (95%; 3000 tokens reviewed, 0 personal)"
    )
    assert misses(0, 0, 10, 100).share > 0.9
    assert misses(0, 0, 0, 0).share == 0


def test_probabilities_that_say_otherwise_are_told() -> None:
    agreeing = misses(10, 1000, 500, 10_000, [0.01] * 10_000)
    assert agreeing.expected == pytest.approx(agreeing.estimate)
    assert not agreeing.disagree
    assert misses(10, 1000, 500, 10_000, [0.001] * 10_000).disagree
    assert not misses(10, 1000, 500, 10_000).disagree
