"""What follows from decisions: precedence, propagation, order."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learn.invented import corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import clusters, decisions
from maskera.learn.decisions import SPLIT, Decisions, by_cards, decided, training
from maskera.learn.learner import learner
from maskera.learn.pool import pool
from maskera.learn.prior import Prior

READY = learner(pool(document for document, _ in corpus(6)), Prior())
CARDS = [(kind, key) for kind in clusters.KINDS for key in READY.by_kind[kind]]
LABELS = st.sampled_from([OUTSIDE, "name", "place", SPLIT])
MADE = st.builds(
    Decisions,
    st.dictionaries(st.sampled_from(CARDS), LABELS, max_size=12),
    st.dictionaries(
        st.integers(0, len(READY.texts) - 1), st.sampled_from([OUTSIDE, "name"]), max_size=30
    ),
)


@given(MADE)
def test_what_was_read_stands(made: Decisions) -> None:
    known = READY.known(made)
    assert all(known[token] == label for token, label in made.read.items())


@given(MADE)
def test_propagation_never_crosses_a_contrary_decision(made: Decisions) -> None:
    known = READY.known(made)
    nowhere = np.zeros(len(READY.texts), bool)
    without = decided(made, READY.by_kind, READY.terms, nowhere)  # nothing to propagate to
    for token, label in enumerate(known):
        if without[token] is not None:
            assert label == without[token]
        elif label is not None:
            same = [
                other
                for other, term in zip(without, READY.terms, strict=True)
                if other is not None and term == READY.terms[token]
            ]
            assert label != OUTSIDE and set(same) == {label}


@given(MADE, st.randoms())
def test_the_order_of_decisions_does_not_matter(made: Decisions, rng: Random) -> None:
    cards, read = list(made.cards.items()), list(made.read.items())
    rng.shuffle(cards)
    rng.shuffle(read)
    assert READY.known(Decisions(dict(cards), dict(read))) == READY.known(made)


def test_a_term_beats_a_situation_and_split_decides_nothing() -> None:
    cluster = max(READY.by_kind["situation"].values(), key=lambda each: len(each.tokens))
    term = READY.terms[cluster.tokens[0]]
    known = READY.known(Decisions({("situation", cluster.key): "name", ("term", term): OUTSIDE}))
    assert known[cluster.tokens[0]] == OUTSIDE
    assert all(label is None for label in READY.known(Decisions({("term", term): SPLIT})))


def test_training_takes_other_words_for_none_and_leaves_candidates_open() -> None:
    term = READY.by_kind["term"]["junna"]
    made = Decisions({("term", "junna"): "name"})
    known = READY.known(made)
    sentences, told = training(
        known, made, by_cards(made, READY.by_kind), READY.texts.starts, READY.candidate
    )
    assert sentences == sorted({int(READY.texts.sentence_of[token]) for token in term.tokens})
    for number in sentences:
        for token in range(READY.texts.starts[number], READY.texts.starts[number + 1]):
            opened = READY.candidate[token] and READY.terms[token] != "junna"
            assert (told[token] is None) == bool(opened)


def test_what_was_read_tells_better_than_cards_what_other_words_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    carded = Decisions({("term", "junna"): "name"})
    of_cards, _ = taught(carded)
    elsewhere = next(n for n in range(len(READY.texts.starts) - 1) if n not in of_cards)
    start, end = READY.texts.starts[elsewhere : elsewhere + 2].tolist()
    both = Decisions(carded.cards, dict.fromkeys(range(start, end), OUTSIDE))
    sentences, told = taught(both)
    assert sentences == sorted({*of_cards, elsewhere})
    for number in of_cards:
        for token in range(READY.texts.starts[number], READY.texts.starts[number + 1]):
            assert (told[token] is None) == (READY.terms[token] != "junna")
    monkeypatch.setattr(decisions, "ENOUGH", end - start)
    assert taught(both)[0] == [elsewhere] and READY.known(both).count("name") > 0


def taught(made: Decisions) -> tuple[list[int], list[str | None]]:
    """The sentences that decisions teach, and what is known of each token in them."""
    carded = by_cards(made, READY.by_kind)
    return training(READY.known(made), made, carded, READY.texts.starts, READY.candidate)


@given(MADE)
def test_only_what_somebody_saw_is_trained_on(made: Decisions) -> None:
    known = READY.known(made)
    carded = by_cards(made, READY.by_kind)
    sentences, _ = training(known, made, carded, READY.texts.starts, READY.candidate)
    seen = {int(READY.texts.sentence_of[token]) for token in [*made.read, *carded]}
    assert set(sentences) == seen
