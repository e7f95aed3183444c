"""The choice of sentences to read."""

from __future__ import annotations

import numpy as np

from learn.invented import corpus
from maskera.learn import doubt
from maskera.learn.pool import pool
from maskera.text import Document

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


def test_the_most_doubtful_come_first_and_those_alike_after_all_others() -> None:
    texts = pool([Document("a", "Junna sat.\nJunna ran.\nTavi sat.\nshe sat.\nhe ran.")])
    certain = np.repeat([0.5, 0.4, 0.3, 0.2, 0.1], 3)
    rng = np.random.default_rng(0)
    doubtful, drawn = doubt.batch(texts, range(5), 15, rng, certain)
    ranked = [sentence for sentence in (0, 2, 3, 4, 1) if sentence not in drawn]
    if 0 in drawn:  # then nothing of the batch has its name yet
        ranked = [sentence for sentence in (1, 2, 3, 4) if sentence not in drawn]
    assert len(drawn) == 1 and doubtful == ranked


def test_batches_grow_with_what_was_read() -> None:
    sizes = [doubt.batch_size(read) for read in (0, 1999, 2000, 3999, 4000, 7999, 8000, 90_000)]
    assert sizes == [500, 500, 1000, 1000, 2000, 2000, 4000, 4000]
