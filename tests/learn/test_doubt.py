"""The choice of sentences to read."""

from __future__ import annotations

import numpy as np

from learn.invented import corpus
from maskera.learn import doubt
from maskera.learn.pool import pool

TEXTS = pool(document for document, _ in corpus(20))
EVERY = list(range(len(TEXTS.lengths)))


def _batch(size: int = 200) -> tuple[list[int], list[int]]:
    certain = np.random.default_rng(5).random(len(TEXTS)) / 2
    return doubt.batch(TEXTS, EVERY, size, np.random.default_rng(2), certain)


def test_a_tenth_is_random_and_nothing_comes_twice() -> None:
    doubtful, drawn = _batch()
    assert len(set(doubtful + drawn)) == len(doubtful) + len(drawn)
    assert 20 <= TEXTS.lengths[drawn].sum() <= 20 + TEXTS.lengths.max()
    assert 200 <= TEXTS.lengths[doubtful + drawn].sum() <= 200 + TEXTS.lengths.max()


def test_no_two_sentences_with_the_same_names() -> None:
    doubtful, _ = _batch()
    names = [doubt.capitalized(TEXTS, sentence) for sentence in doubtful]
    named = [each for each in names if each]
    assert len(named) == len(set(named))


def test_scores_weigh_doubt_by_length() -> None:
    found = doubt.scores(TEXTS, np.ones(len(TEXTS)))
    assert np.allclose(found, TEXTS.lengths / (TEXTS.lengths + 3))
    assert np.allclose(doubt.doubts(np.array([0.0, 0.3, 0.5, 0.9])), [0, 0.3, 0.5, 0.1])


def test_without_a_model_all_is_drawn() -> None:
    doubtful, drawn = doubt.batch(TEXTS, EVERY, 100, np.random.default_rng(2), None)
    assert not doubtful and TEXTS.lengths[drawn].sum() >= 100
