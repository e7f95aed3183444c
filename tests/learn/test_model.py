"""The CRF of the learner: partial sequences, reproducibility, what it learns."""

from __future__ import annotations

import numpy as np
import pytest

from learn.invented import corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import model
from maskera.learn.pool import labels_of, pool
from maskera.learn.prior import Prior

pytest.importorskip("scipy")
GOLD = corpus(12)
TEXTS = pool(document for document, _ in GOLD)
SOURCE = model.Source(TEXTS, Prior())
TRUTH = labels_of(TEXTS, GOLD)


def test_it_learns_what_it_is_shown() -> None:
    answers = model.answers(SOURCE, range(len(TEXTS.lengths)), TRUTH, TRUTH)
    found = model.fit(SOURCE, answers).marginals(SOURCE)
    labels = [answers.labels[place] for place in found.argmax(1)]
    assert sum(a == b for a, b in zip(labels, TRUTH, strict=True)) > 0.97 * len(TRUTH)
    assert np.allclose(found.sum(1), 1)


def test_the_order_of_sentences_does_not_matter() -> None:
    one = model.fit(SOURCE, model.answers(SOURCE, [1, 5, 9, 20], TRUTH, TRUTH))
    other = model.fit(SOURCE, model.answers(SOURCE, [20, 9, 5, 1], TRUTH, TRUTH))
    assert np.array_equal(one.weights, other.weights)


def test_open_tokens_are_no_negatives() -> None:
    """Half of the names are not decided: as open tokens they are found, as negatives they are not."""
    some = [None if label != OUTSIDE and place % 2 else label for place, label in enumerate(TRUTH)]
    wrong = [OUTSIDE if label is None else label for label in some]
    hidden = np.array([label is None for label in some])
    every = range(len(TEXTS.lengths))
    as_open = model.fit(SOURCE, model.answers(SOURCE, every, TRUTH, some))
    as_negative = model.fit(SOURCE, model.answers(SOURCE, every, TRUTH, wrong))
    found = [
        model.sensitive(each.marginals(SOURCE))[hidden].mean() for each in (as_open, as_negative)
    ]
    assert found[0] > 0.9 > found[1]


@pytest.mark.parametrize("dropped", [0, 3])
def test_the_gradient_agrees_with_differences(
    dropped: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = [
        None if dropped and place % dropped == 0 else label for place, label in enumerate(TRUTH)
    ]
    seen: list[float] = []

    def checked(loss, start, **_: object):  # type: ignore[no-untyped-def]
        rng = np.random.default_rng(3)
        at = rng.normal(scale=0.3, size=len(start))
        _, gradient = loss(at)
        for place in rng.choice(len(start), 12, replace=False):
            step = np.zeros(len(start))
            step[place] = 1e-5
            slope = (loss(at + step)[0] - loss(at - step)[0]) / 2e-5
            seen.append(abs(slope - gradient[place]))
        return type("Found", (), {"x": start})

    monkeypatch.setattr("scipy.optimize.minimize", checked)
    model.fit(SOURCE, model.answers(SOURCE, range(10), TRUTH, known))
    assert len(seen) == 12 and max(seen) < 1e-4


def test_a_prior_is_where_learning_begins() -> None:
    guess = np.where([label != OUTSIDE for label in TRUTH], 0.95, 0.0)

    class Told(Prior):
        def guesses(self, texts):  # type: ignore[no-untyped-def]
            return guess

    told = model.Source(TEXTS, Told())
    learnt = model.fit(told, model.answers(told, [0], ["name"], TRUTH_OF_NAMES))
    assert ((model.sensitive(learnt.marginals(told)) > 0.5) == (guess > 0.5)).mean() > 0.95


TRUTH_OF_NAMES = [label if label == OUTSIDE else "name" for label in TRUTH]
