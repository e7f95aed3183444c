"""The bound on what detection has left: against an oracle, and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.evaluate.misses import design_effect, likely_left, misses, upper
from maskera.label.left import most_left, per_thousand, sentence
from maskera.result import Left


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
    holds = {
        found: misses(int(found), reviewed, marked, unmarked).share >= true
        for found in np.unique(drawn)  # a thousand draws find few different numbers
    }
    assert np.mean([holds[found] for found in drawn]) >= 0.95


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


@pytest.mark.parametrize("mean", [0.02, 0.1, 0.3])
def test_the_bound_by_probabilities_holds_in_95_of_100_simulations(mean: float) -> None:
    rng = np.random.default_rng(9)
    holds, loose = [], []
    for _ in range(300):
        spans = int(rng.integers(5, 400))
        shares = rng.beta(2 * mean, 2 * (1 - mean), spans)
        tokens = rng.integers(1, 5, spans)
        left = int(tokens[rng.random(spans) < shares].sum())
        expected, most = likely_left([*zip(shares.tolist(), tokens.tolist(), strict=True)])
        assert expected == pytest.approx(float(shares @ tokens)) and expected <= most
        holds.append(left <= most)
        loose.append(most <= tokens.sum())
    assert np.mean(holds) >= 0.95 and all(loose)


def test_the_bound_by_probabilities_is_no_wider_than_it_must_be() -> None:
    _, most = likely_left([(0.1, 1)] * 10_000)
    assert 1000 < most < 1090  # of a normal distribution 1000 + 1.64 * 30 = 1049
    assert likely_left([]) == likely_left([(0.0, 3)]) == (0.0, 0.0)
    assert likely_left([(1.0, 3)]) == (3.0, 3.0)
    assert likely_left([(0.2, 1), (0.3, 2)]) == pytest.approx((0.8, 3.0))


def test_misses_that_come_together_widen_the_bound() -> None:
    """Whole documents are drawn, and names in them are missed wherever they stand."""
    rng = np.random.default_rng(10)
    documents, words, runs = 400, 200, 300
    holds = {"tokens": 0, "documents": 0}
    for _ in range(runs):
        left = 6 * (rng.random(documents) < 0.1)  # a name that is missed is missed six times
        drawn = rng.choice(documents, 60, replace=False)
        found, true = int(left[drawn].sum()), left.sum() / (documents * words)
        effect = design_effect(int(each) for each in left[drawn])
        holds["tokens"] += misses(found, 60 * words, 100, 100).rate >= true
        holds["documents"] += misses(found, 60 * words, 100, 100, effect=effect).rate >= true
    assert holds["documents"] >= 0.95 * runs > holds["tokens"]
    assert design_effect([]) == design_effect([0, 0]) == design_effect([1, 1, 1]) == 1
    assert misses(3, 3, 1, 10, effect=2.0).rate == 1


def _left(doubts: list[tuple[float, int]], found: float = 0.0) -> Left:
    return sum((Left(0, n, p * n, p * (1 - p) * n * n, n) for p, n in doubts), Left(found=found))


@pytest.mark.parametrize("mean", [0.05, 0.15, 0.3])
@pytest.mark.parametrize("documents", [1, 20])
def test_the_bound_from_sums_holds_in_95_of_100_simulations(mean: float, documents: int) -> None:
    """Of one document and of many, whose sums are added."""
    rng = np.random.default_rng(11)
    holds = []
    for _ in range(400):
        spans = int(rng.integers(1, 12)) * documents
        shares = rng.beta(2 * mean, 2 * (1 - mean), spans)
        tokens = rng.integers(1, 12, spans)
        parts = np.array_split(np.arange(spans), documents)
        sums = [
            _left([*zip(shares[part].tolist(), tokens[part].tolist(), strict=True)])
            for part in parts
        ]
        left = int(tokens[rng.random(spans) < shares].sum())
        holds.append(left <= most_left(sum(sums, Left())) + 1e-9)
    assert np.mean(holds) >= 0.95


@given(st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(1, 20)), min_size=1, max_size=60))
def test_the_bound_from_sums_lies_between_what_is_expected_and_what_there_is(
    doubts: list[tuple[float, int]],
) -> None:
    expected, narrow = likely_left(doubts)
    wide = most_left(_left(doubts))
    assert expected - 1e-9 <= wide <= sum(tokens for _, tokens in doubts)
    # Fewer numbers cannot say more, but for the grid on which the other bound is looked for.
    assert wide >= min(narrow, sum(tokens for _, tokens in doubts)) * 0.95 - 0.1


def test_the_bound_from_sums_is_no_wider_than_it_must_be() -> None:
    assert 1049 < most_left(_left([(0.1, 1)] * 10_000)) < 1090
    assert most_left(Left()) == 0
    assert most_left(_left([(1.0, 3)])) == 3


def test_a_run_says_what_is_left_and_nothing_where_nothing_was_in_doubt() -> None:
    some = _left([(0.1, 1)] * 100, found=990.0)
    assert per_thousand(some) == 19
    assert sentence(some).startswith("at most 19 of 1,000 personal tokens are still there (95%")
    assert per_thousand(Left(found=50.0)) is None and sentence(Left(found=50.0)) == ""
