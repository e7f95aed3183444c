"""Letters of words, and the mean of members that each saw a part."""

from __future__ import annotations

from collections.abc import Sequence

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


def _known(sentences: int) -> list[bool | None]:
    """What is known when so many sentences were read."""
    read = int(TEXTS.starts[sentences])
    return [label == "S" if token < read else None for token, label in enumerate(TRUTH)]


def test_letters_tell_a_new_name_from_a_new_word() -> None:
    told = letters.letters(
        [*((name, True) for name in ("Nordby", "Solby", "Vesterby")), ("walking", False), ("talking", False)]
    )  # fmt: skip
    assert told.ratio("Osterby") > 0 > told.ratio("stalking")


def test_a_word_is_judged_by_the_other_folds() -> None:
    forms, sensitive = ["Solby", "walk", "Solby", "talk"], [True, False, True, False]
    apart = letters.held_out(forms, sensitive, [0, 0, 1, 1], range(4))
    by_first = letters.letters(zip(forms[:2], sensitive[:2], strict=True))
    assert np.allclose(apart[2:], by_first.ratios(forms[2:]))
    assert np.array_equal(letters.held_out(forms, sensitive, [0, 0, 1, 1], [3, 0]), apart[[3, 0]])
    open_ = letters.held_out(forms, [True, False, None, None], [0, 0, 1, 1], range(4))
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
    found = committee.fit(SOURCE, answers, _known(12))
    assert (
        (model.sensitive(found.marginals(source)) > 0.3) == wanted
    ).mean() > 0.93  # of twelve sentences
    again = committee.fit(
        SOURCE, model.answers(SOURCE, range(11, -1, -1), ["S"], TRUTH), _known(12)
    )
    assert np.array_equal(found.crf.weights, again.crf.weights)
    assert found.labels == (OUTSIDE, "S")


def test_what_the_first_fit_is_sure_of_tells_letters_to_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that nobody has read is known to the letters where its places say enough, and one that
    a decision calls not sensitive stays so."""
    told: list[Sequence[bool | None]] = []
    fitted = committee._fitted

    def spy(
        source: model.Source, answers: model.Answers, known: Sequence[bool | None]
    ) -> committee.Committee:
        told.append(known)
        return fitted(source, answers, known)

    monkeypatch.setattr(committee, "_fitted", spy)
    known = _known(12)
    unread = int(TEXTS.starts[12])
    sensitive = [token for token in range(unread, len(TEXTS)) if TRUTH[token] == "S"]
    known[sensitive[0]] = False
    committee.fit(SOURCE, model.answers(SOURCE, range(12), ["S"], TRUTH), known)
    first, second = told
    assert list(first) == known
    assert [second[token] for token in range(unread)] == known[:unread]
    assert second[sensitive[0]] is False
    sure = [token for token in range(unread, len(TEXTS)) if known[token] is None and second[token]]
    assert sure and set(sure) <= set(sensitive)


def test_documents_are_folds_and_sentences_where_they_are_few() -> None:
    assert committee._folds(TEXTS)[: TEXTS.firsts[1]] == [0] * TEXTS.firsts[1]
    few = pool([Document("a", "One.\nTwo.\nThree.")])
    assert sorted(set(committee._folds(few))) == [0, 1, 2]


def test_one_column_for_two_labels_gives_the_optimum_of_two() -> None:
    """At the optimum the gradient of the loss with both columns is zero, one being the other's
    negative: so the halves of the one column are where that is."""
    answers = model.answers(SOURCE, range(20), ["S"], TRUTH)
    found = model.fit(SOURCE, answers)
    rows = SOURCE.matrix[SOURCE.tokens(answers.sentences)]
    expected = found.marginals(SOURCE)[SOURCE.tokens(answers.sentences)]
    gradient = rows.T @ (expected - answers.allowed)[:, 1] + model.PENALTY * found.weights[:, 1] / 2
    assert np.abs(gradient).max() < 0.05
