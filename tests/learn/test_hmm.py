"""The character model and the Markov model of 2006."""

from __future__ import annotations

import math

import numpy as np
import pytest

from learn.invented import corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import hmm, letters, model
from maskera.learn.pool import labels_of, pool
from maskera.learn.prior import Prior

GOLD = corpus(12)
TEXTS = pool(document for document, _ in GOLD)
TRUTH = labels_of(TEXTS, GOLD)


def test_the_character_model_interpolates_as_defined() -> None:
    """One token "a" seen once: P(a | start) by hand, from the uniform base up."""
    chars = letters.character_model({"a": 1})
    empty = 2 / (2 + 6 * 2)  # two characters seen (a, the end), two different
    short = empty * 0.5 + (1 - empty) * letters.BASE
    longer = 1 / 7 * 1 + 6 / 7 * short
    ended = 1 / 7 * 1 + 6 / 7 * longer  # after start and a, after a
    assert chars.log_probability("a") == pytest.approx(math.log(longer) + math.log(ended))


def test_seen_tokens_are_likelier_than_strange_ones() -> None:
    chars = letters.character_model(dict.fromkeys(("Anna", "Hanna", "Johanna"), 1))
    assert (
        chars.log_probability("Anna")
        > chars.log_probability("Susanna")
        > chars.log_probability("xqzw")
    )


def test_states() -> None:
    labels = ["O", "O", "name", "name", "name", "O", "place", "O", "O"]
    parts = [part for _, part in hmm.states(labels)]
    assert parts == [
        "plain",
        "before",
        "begin",
        "middle",
        "end",
        "before",
        "whole",
        "after",
        "plain",
    ]


def test_it_learns_and_both_ways_of_reading_agree() -> None:
    pytest.importorskip("scipy")
    source = model.Source(TEXTS, Prior())
    learnt = hmm.fit(source, model.answers(source, range(len(TEXTS.lengths)), TRUTH, TRUTH))
    found = learnt.marginals(source)
    assert np.allclose(found.sum(1), 1)
    best = [learnt.labels[place] for place in found.argmax(1)]
    assert sum(a == b for a, b in zip(best, TRUTH, strict=True)) > 0.95 * len(TRUTH)
    first = list(TEXTS.forms[: TEXTS.starts[1]])
    assert learnt.decode(first) == TRUTH[: len(first)]
    assert learnt.labels[0] == OUTSIDE and learnt.decode([]) == []
