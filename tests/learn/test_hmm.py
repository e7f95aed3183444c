"""The Markov model of 2006 on a pool."""

from __future__ import annotations

import numpy as np
import pytest

from learn.invented import corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import hmm, model
from maskera.learn.pool import labels_of, pool
from maskera.learn.prior import Prior

GOLD = corpus(12)
TEXTS = pool(document for document, _ in GOLD)
TRUTH = labels_of(TEXTS, GOLD)


def test_it_learns_and_both_ways_of_reading_agree() -> None:
    pytest.importorskip("scipy")
    source = model.Source(TEXTS, Prior())
    learnt = hmm.fit(source, model.answers(source, range(len(TEXTS.lengths)), TRUTH, TRUTH))
    found = learnt.marginals(source)
    assert np.allclose(found.sum(1), 1)
    best = [learnt.labels[place] for place in found.argmax(1)]
    assert sum(a == b for a, b in zip(best, TRUTH, strict=True)) > 0.95 * len(TRUTH)
    first = list(TEXTS.forms[: TEXTS.starts[1]])
    assert learnt.model.decode(first) == TRUTH[: len(first)]
    assert learnt.labels[0] == OUTSIDE and learnt.model.decode([]) == []
