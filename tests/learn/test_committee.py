"""Letters of words, and the mean of members that each saw a part."""

from __future__ import annotations

import numpy as np
import pytest

from learn.invented import corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import committee, letters, model
from maskera.learn.pool import labels_of, pool
from maskera.learn.prior import Prior
from maskera.text import Document

pytest.importorskip("scipy")
GOLD = corpus(12)
TEXTS = pool(document for document, _ in GOLD)
SOURCE = model.Source(TEXTS, Prior())
TRUTH = ["O" if label == OUTSIDE else "S" for label in labels_of(TEXTS, GOLD)]


def test_letters_tell_a_new_name_from_a_new_word() -> None:
    told = letters.letters(
        [*((name, True) for name in ("Nordby", "Solby", "Vesterby")), ("walking", False), ("talking", False)]
    )  # fmt: skip
    assert told.ratio("Osterby") > 0 > told.ratio("stalking")


def test_a_word_is_judged_by_the_other_folds() -> None:
    forms, sensitive = ["Solby", "walk", "Solby", "talk"], [True, False, True, False]
    apart = letters.held_out(forms, sensitive, [0, 0, 1, 1])
    by_first = letters.letters(zip(forms[:2], sensitive[:2], strict=True))
    assert np.allclose(apart[2:], by_first.ratios(forms[2:]))
    open_ = letters.held_out(forms, [True, False, None, None], [0, 0, 1, 1])
    assert np.allclose(open_[2:], apart[2:])  # what is not known is counted nowhere
    assert open_[0] == open_[1] == 0.0  # where nothing else is known, letters say nothing


def test_columns_are_of_the_token_and_its_neighbours_in_the_sentence() -> None:
    texts = pool([Document("a", "one two\nthree")])
    found = letters.columns(np.array([9.0, -9.0, 9.0]), texts)
    width = len(letters.EDGES)
    own, before, after = found[:, :width], found[:, width : 2 * width], found[:, 2 * width :]
    assert own.sum(1).tolist() == [width, 0, width]
    assert before.sum(1).tolist() == [0, width, 0] and after.sum(1).tolist() == [0, 0, 0]


def test_it_finds_new_names_and_is_the_same_again() -> None:
    others = corpus(10, 2)
    texts = pool(document for document, _ in others)
    source = model.Source(texts, Prior(), SOURCE)
    wanted = np.array([label != OUTSIDE for label in labels_of(texts, others)])
    answers = model.answers(SOURCE, range(12), ["S"], TRUTH)
    found = committee.fit(SOURCE, answers)
    assert (
        (model.sensitive(found.marginals(source)) > 0.3) == wanted
    ).mean() > 0.93  # of twelve sentences
    again = committee.fit(SOURCE, model.answers(SOURCE, range(11, -1, -1), ["S"], TRUTH))
    assert np.array_equal(found.crf.weights, again.crf.weights)
    assert found.labels == (OUTSIDE, "S")


def test_one_column_for_two_labels_gives_the_optimum_of_two() -> None:
    """At the optimum the gradient of the loss with both columns is zero, one being the other's
    negative: so the halves of the one column are where that is."""
    answers = model.answers(SOURCE, range(20), ["S"], TRUTH)
    found = model.fit(SOURCE, answers)
    rows = SOURCE.matrix[SOURCE.tokens(answers.sentences)]
    expected = found.marginals(SOURCE)[SOURCE.tokens(answers.sentences)]
    gradient = rows.T @ (expected - answers.allowed)[:, 1] + model.PENALTY * found.weights[:, 1] / 2
    assert np.abs(gradient).max() < 0.05
