"""The character model and the Markov model of 2006."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.tagger import characters, hmm
from maskera.tagger.engines import HMM

SENTENCES = [
    ("Jag såg Anna Svensson idag".split(), "O O name name O".split()),
    ("Anna Maria Berg kom till Lund".split(), "name name name O O town".split()),
    ("Vi åkte till Lund idag".split(), "O O O town O".split()),
    ("idag kom Karin Berg".split(), "O O name name".split()),
]


def test_the_character_model_interpolates_as_defined() -> None:
    """One token "a" seen once: P(a | start) by hand, from the uniform base up."""
    chars = characters.character_model({"a": 1})
    empty = 2 / (2 + 6 * 2)  # two characters seen (a, the end), two different
    short = empty * 0.5 + (1 - empty) * characters.BASE
    longer = 1 / 7 * 1 + 6 / 7 * short
    ended = 1 / 7 * 1 + 6 / 7 * longer  # after start and a, after a
    assert chars.log_probability("a") == pytest.approx(math.log(longer) + math.log(ended))


def test_seen_tokens_are_likelier_than_strange_ones() -> None:
    chars = characters.character_model(dict.fromkeys(("Anna", "Hanna", "Johanna"), 1))
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


def test_a_file_gives_the_same_model(tmp_path: Path) -> None:
    model = hmm.fit(SENTENCES)
    hmm.save(model, 2.5, {"task": "mentions"}, tmp_path / HMM)
    other, temperature = hmm.load(tmp_path / HMM)
    assert temperature == 2.5
    forms = [form for sentence, _ in SENTENCES for form in sentence]
    lengths = [len(sentence) for sentence, _ in SENTENCES]
    assert np.array_equal(model.marginals(forms, lengths), other.marginals(forms, lengths))
    (tmp_path / "x").write_bytes(b"nothing")
    with pytest.raises(DataError, match="not a tagger model"):
        hmm.load(tmp_path / "x")


def test_the_most_probable_path_holds_names_of_several_words() -> None:
    model = hmm.fit(SENTENCES)
    for forms, labels in SENTENCES:
        assert model.decode(forms) == labels
    assert model.decode("Jag såg Maria Svensson idag".split()) == "O O name name O".split()
    assert model.decode([]) == []


@given(st.lists(st.sampled_from("Anna Berg Lund idag kom xyz".split()), min_size=1, max_size=5))
def test_no_path_is_more_probable_than_that_of_viterbi(forms: list[str]) -> None:
    """Against all paths, one by one."""
    model = hmm.fit(SENTENCES)
    scores = model.emissions(forms, [len(forms)])
    best = scores[0]
    every = best
    for row in scores[1:]:
        every = (every[..., :, None] + model.moves + row).reshape(-1, len(row))
        if len(every) > 5000:
            every = every.max(0, keepdims=True)
    labels = model.decode(forms)
    allowed = [[n for n, (label, _) in enumerate(model.states) if label == its] for its in labels]
    best = np.full(len(model.states), -np.inf)
    best[allowed[0]] = scores[0][allowed[0]]
    for row, states in zip(scores[1:], allowed[1:], strict=True):
        ways = (best[:, None] + model.moves).max(0) + row
        best = np.full(len(ways), -np.inf)
        best[states] = ways[states]
    assert best.max() == pytest.approx(every.max())
