"""The bound on what is still missed."""

from __future__ import annotations

import numpy as np
import pytest

from learn.invented import corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import doubt
from maskera.learn.audit import audit, curve, lower_bound, upper_bound
from maskera.learn.decisions import Decisions
from maskera.learn.learner import MARKED, learner
from maskera.learn.pool import labels_of, pool
from maskera.learn.prior import Prior
from maskera.learn.project import Sentence

pytest.importorskip("scipy")


@pytest.mark.parametrize(("missed", "passed"), [(0, 10), (0, 300), (3, 100), (40, 200)])
def test_the_bounds_are_those_of_clopper_and_pearson(missed: int, passed: int) -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    low, high = proportion.proportion_confint(missed, passed, alpha=0.1, method="beta")
    assert upper_bound(missed, passed) == pytest.approx(high)
    assert lower_bound(missed, passed) == pytest.approx(low)


def test_without_a_look_nothing_is_promised() -> None:
    assert upper_bound(0, 0) == 1.0 and upper_bound(5, 5) == 1.0
    found = audit([], np.array([0.1, 0.9]))
    assert found.bound == 1.0 and found.least_recall == 0.0


def test_only_random_sentences_with_a_guess_count() -> None:
    labels = ("name", OUTSIDE, "name")
    guessed = (False, False, True)
    read = [
        Sentence(0, labels, guessed, drawn=True),
        Sentence(3, labels, guessed, drawn=False),
        Sentence(6, labels, (), drawn=True),
    ]
    found = audit(read, np.array([0.0, 0.2, 0.9]))
    assert (found.passed, found.missed, found.estimate) == (2, 1, 0.5)
    assert curve(read) == []


def test_recall_is_what_was_marked_rightly_against_that_and_the_misses() -> None:
    """Marked 4, 3 of them rightly; passed 6, 2 of them missed. Unread: 8 marked, 12 not."""
    labels = ("name", "name", "name", OUTSIDE, "name", OUTSIDE, "name", OUTSIDE, OUTSIDE, OUTSIDE)
    guessed = (True, True, True, True, *[False] * 6)
    read = [Sentence(0, labels[:5], guessed[:5], drawn=True)]
    read.append(Sentence(5, labels[5:], guessed[5:], drawn=True))
    left = np.array([0.9] * 8 + [0.1] * 10 + [0.25] * 2)
    found = audit(read, left)
    assert (found.passed, found.missed, found.estimate) == (6, 2, pytest.approx(1 / 3))
    assert found.expected == pytest.approx(1.5) and found.estimated == pytest.approx(4)
    assert found.bounded == pytest.approx(12 * found.bound)
    assert found.recall == pytest.approx(6 / (6 + 4))
    assert found.least_recall == pytest.approx(6 / (6 + 12 * found.bound))


def test_misses_that_come_in_runs_count_as_fewer_looks() -> None:
    """Four misses in four sentences, or all in one: the share is the same, its bound is not."""
    passed = (False,) * 10
    apart = [Sentence(0, (OUTSIDE,) * 10, passed, drawn=True)] * 6
    apart += [Sentence(0, ("name", *[OUTSIDE] * 9), passed, drawn=True)] * 4
    together = [Sentence(0, (OUTSIDE,) * 10, passed, drawn=True)] * 9
    together += [Sentence(0, (*["name"] * 4, *[OUTSIDE] * 6), passed, drawn=True)]
    one, other = (audit(each, np.array([0.1])) for each in (apart, together))
    assert one.missed == other.missed == 4
    # (4 + 2 * 2) / (4 + 2) a cluster; half the risk, as the later half might have bounded, too
    assert one.bound == pytest.approx(upper_bound(3, 75, 0.975))
    assert other.bound == pytest.approx(upper_bound(1.2, 30, 0.975))
    assert other.bound > 1.3 * one.bound


def test_what_an_early_model_missed_weighs_no_more_once_later_ones_miss_less() -> None:
    early = [Sentence(0, ("name", OUTSIDE), (False, False), drawn=True)] * 50
    late = [Sentence(0, ("name", OUTSIDE), (True, False), drawn=True)] * 51
    found = audit([*early, *late], np.array([0.1, 0.9]))
    assert (found.passed, found.missed) == (151, 50)
    assert (found.estimate, found.recall) == (0.0, 1.0)
    assert found.bound == pytest.approx(upper_bound(0, 51 / 2, 0.975))
    both = audit([*late, *early], np.array([0.1, 0.9]))  # the other way round all count
    assert both.bound == pytest.approx(upper_bound(50 / (54 / 52), 151 / (54 / 52), 0.975))


@pytest.mark.parametrize(
    ("missed", "size", "expected", "warned"),
    [
        (
            0,
            100,
            0.02,
            False,
        ),  # none missed of a hundred: a wide bound, and any share below it may be
        (0, 100, 0.2, True),
        (10, 1000, 0.002, True),  # at least .005 are missed
        (10, 1000, 0.006, False),
        (10, 1000, 0.012, False),
        (10, 1000, 0.04, True),
        (400, 1000, 0.3, False),  # outside of the bounds, but of no consequence
    ],
)
def test_a_warning_is_due_where_the_audit_refutes_what_the_model_expects(
    missed: int, size: int, expected: float, warned: bool
) -> None:
    """Not where few sentences bound little: that stood in nearly every status."""
    each = [("name" if number < missed else OUTSIDE) for number in range(size)]
    order = np.random.default_rng(1).permutation(size)
    read = [Sentence(0, (each[number],), (False,), drawn=True) for number in order]
    found = audit(read, np.full(40, expected))
    assert found.least <= found.estimated <= found.bounded
    assert found.disagrees == warned


def test_the_curve_has_a_point_for_each_batch_once_enough_was_drawn() -> None:
    right, wrong = (("name", OUTSIDE), (True, False)), (("name", OUTSIDE), (False, False))
    read = [Sentence(0, *right, drawn=False)] * 10
    read += [Sentence(0, *each, drawn=True) for each in [wrong] * 50 + [right] * 50 + [wrong] * 50]
    found = curve(read)
    assert [tokens for tokens, _ in found] == [120, 170, 220, 270, 320]
    # The last 200 tokens drawn: 0 of 50, 25 of 75, 50 of 100, 50 of 100, 50 of 100 names found.
    assert [f1 for _, f1 in found] == pytest.approx([0, 0.5, 2 / 3, 2 / 3, 2 / 3])
    assert curve(read[:59]) == []


def test_the_bound_holds_in_95_of_100_simulated_projects() -> None:
    """With the engine of 2006, which is fitted quickest: what is bounded is any model's misses."""
    held = missing = 0
    for seed in range(100):
        gold = corpus(12, seed)
        texts = pool(document for document, _ in gold)
        truth = labels_of(texts, gold)
        ready = learner(texts, Prior(), "hmm")
        rng = np.random.default_rng(seed)
        decisions, read = Decisions(), []
        learnt = None
        for size in (40, 80, 80):
            probability = ready.probabilities(learnt) if learnt else None
            doubtful, drawn = doubt.batch(texts, ready.unread(decisions), size, rng, probability)
            for sentence in doubtful + drawn:
                first, end = int(texts.starts[sentence]), int(texts.starts[sentence + 1])
                labels = tuple(truth[first:end])
                guess = (
                    ()
                    if probability is None
                    else tuple((probability[first:end] >= MARKED).tolist())
                )
                read.append(Sentence(first, labels, guess, sentence in drawn))
                decisions.read.update(enumerate(labels, first))
            learnt = ready.fit(decisions)
        unread = [token for token in range(len(texts)) if token not in decisions.read]
        left = ready.probabilities(learnt)[unread]
        passed = left < MARKED
        missed = [truth[token] != OUTSIDE for token in np.array(unread)[passed].tolist()]
        missing += sum(missed)
        held += audit(read, left).bound >= (sum(missed) / len(missed) if missed else 0.0)
    assert missing > 100, missing  # there is something to bound
    assert held >= 95
