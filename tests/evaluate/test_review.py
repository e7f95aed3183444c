from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.evaluate.align import pair
from maskera.evaluate.review import calibration, reliability, review, sensitivity
from maskera.mentions import Evidence, Hypothesis
from maskera.text import Document

from .build import mention, words


def test_reliability_agrees_with_scikit_learn() -> None:
    from sklearn import calibration as curve  # here, for it takes a second to import
    from sklearn import metrics

    rng = np.random.default_rng(5)
    probabilities = rng.uniform(size=500)
    outcomes = rng.uniform(size=500) < probabilities**2
    ours = reliability(list(probabilities), list(outcomes))
    right, probable = curve.calibration_curve(outcomes, probabilities, n_bins=10)
    assert [row.right for row in ours.bins] == pytest.approx(list(right))
    assert [row.probability for row in ours.bins] == pytest.approx(list(probable))
    assert ours.brier == pytest.approx(metrics.brier_score_loss(outcomes, probabilities))
    sizes = np.array([row.count for row in ours.bins])
    assert ours.error == pytest.approx(float((sizes * np.abs(right - probable)).sum() / 500))


def test_calibration_takes_doubtful_mentions_too_and_asks_for_the_label() -> None:
    document = Document("d", words(6))
    gold = [mention(0, 1), mention(2, 3), mention(4, 5)]
    found = [
        mention(0, 1, probability=0.75),
        mention(2, 3, "year", probability=0.75),
        mention(4, 5, probability=0.25),
    ]
    measured = calibration([pair(document, gold, found, threshold=0.5)])
    assert [(row.count, row.right) for row in measured.bins] == [(1, 1.0), (2, 0.5)]
    assert measured.error == pytest.approx((0.75 + 2 * 0.25) / 3)
    assert calibration([]).count == 0


def doubted(threshold: float = 0.5) -> object:
    """Ten tokens: one missed that was nearly found, one missed of which nothing is known, one
    needless, two right."""
    gold = [mention(0, 1), mention(2, 3), mention(4, 5), mention(6, 7)]
    found = [
        mention(0, 1, probability=0.4),
        mention(4, 5, probability=0.9),
        mention(6, 7, probability=0.8),
        mention(8, 9, probability=0.7),
    ]
    return pair(Document("d", words(10)), gold, found, threshold)


def test_the_most_doubtful_tokens_come_first() -> None:
    seen = review([doubted()], shares=(0, 0.1, 0.2, 0.4, 0.7, 1))
    assert (seen.missed, seen.wrong, seen.tokens) == (2, 3, 10)
    # Reviewed: .4 (missed), .7 (needless), .8, .9, then six tokens without any claim, one of which
    # was missed: by lot.
    assert seen.recovered == pytest.approx((0, 0.5, 0.5, 0.5, 0.75, 1))
    assert seen.corrected == pytest.approx((0, 1 / 3, 2 / 3, 2 / 3, 5 / 6, 1))


def test_bands_round_the_boundary_hold_their_share_of_errors() -> None:
    bands = {band.width: band for band in review([doubted()]).bands}
    assert (bands[0.1].tokens, bands[0.1].errors, bands[0.1].error_rate) == pytest.approx(
        (0.1, 1 / 3, 1)
    )
    assert (bands[0.2].tokens, bands[0.2].errors, bands[0.2].error_rate) == pytest.approx(
        (0.2, 2 / 3, 1)
    )
    assert (bands[0.4].tokens, bands[0.4].error_rate) == pytest.approx((0.4, 0.5))
    assert bands[0.05].error_rate == 0


def test_without_doubt_a_review_finds_errors_by_lot() -> None:
    document = Document("d", words(20))
    seen = review([pair(document, [mention(0, 1), mention(4, 9)], [])], shares=(0, 0.25, 0.5, 1))
    assert seen.recovered == pytest.approx((0, 0.25, 0.5, 1))
    assert seen.area == pytest.approx(0.5)


def test_losing_labels_are_sensitive_too() -> None:
    hypotheses = tuple(Hypothesis(label, (Evidence("x", 0.0),)) for label in ("city", "surname"))
    assert sensitivity(mention(0, 1, probability=1 / 3, hypotheses=hypotheses)) == pytest.approx(
        2 / 3
    )
    assert sensitivity(mention(0, 1, probability=0.9, hypotheses=hypotheses)) == 1.0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_the_curve_rises_from_nought_to_all(tokens: list[tuple[float, bool]]) -> None:
    gold = [mention(2 * i, 2 * i + 1) for i, (_, sensitive) in enumerate(tokens) if sensitive]
    found = [mention(2 * i, 2 * i + 1, probability=p) for i, (p, _) in enumerate(tokens)]
    seen = review([pair(Document("d", words(len(tokens))), gold, found, threshold=0.5)])
    assert list(seen.recovered) == sorted(seen.recovered)
    assert seen.recovered[-1] == pytest.approx(1)
    assert 0 <= seen.area <= 1 + 1e-9
    assert [band.tokens for band in seen.bands] == sorted(band.tokens for band in seen.bands)
