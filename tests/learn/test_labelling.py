"""Which label what is sensitive has."""

from __future__ import annotations

import numpy as np
import pytest

from learn.invented import NAMES, corpus
from maskera.evaluate.align import OUTSIDE
from maskera.learn import labelling, model
from maskera.learn.pool import Pool, labels_of, pool
from maskera.learn.prior import Prior
from maskera.text import Document

pytest.importorskip("scipy")
GOLD = corpus(12)
TEXTS = pool(document for document, _ in GOLD)
TRUTH = labels_of(TEXTS, GOLD)
SENSITIVE = np.array([n for n, label in enumerate(TRUTH) if label != OUTSIDE], np.intp)


class Claimed(Prior):
    """Claims every token with a capital as a place."""

    def labels(self, texts: Pool) -> list[str]:
        return ["place" if form[0].isupper() else "" for form in texts.forms]


def test_it_says_the_labels_that_it_was_told() -> None:
    source = model.Source(TEXTS, Prior())
    half = SENSITIVE[: len(SENSITIVE) // 2].tolist()
    found = labelling.fit_labels(source, {n: TRUTH[n] for n in half}, ["name", "place", "phone"])
    rest = SENSITIVE[len(half) :]
    right = [a == TRUTH[n] for a, n in zip(found.labels(source, rest), rest.tolist(), strict=True)]
    assert sum(right) > 0.95 * len(right)


def test_without_decisions_the_first_label_is_said_and_claims_are_believed() -> None:
    labels = ["name", "place", "phone"]
    bare = labelling.fit_labels(model.Source(TEXTS, Prior()), {}, labels)
    assert set(bare.labels(model.Source(TEXTS, Prior()), SENSITIVE)) == {"name"}
    source = model.Source(TEXTS, Claimed())
    told = labelling.fit_labels(source, {}, labels).labels(source, SENSITIVE)
    for token, label in zip(SENSITIVE.tolist(), told, strict=True):
        assert (label == "place") == TEXTS.forms[token][0].isupper()


def test_decisions_move_what_is_claimed_and_leave_other_labels_to_be_said() -> None:
    source = model.Source(TEXTS, Claimed())
    decided = {n: TRUTH[n] for n in SENSITIVE.tolist() if TEXTS.forms[n] in NAMES[:6]}
    found = labelling.fit_labels(source, decided, ["name", "place", "phone"])
    assert set(found.chain.labels) == {"name", "place"}  # of the claim, too, that was denied
    names = np.array([n for n in SENSITIVE.tolist() if TEXTS.forms[n] in NAMES[6:]], np.intp)
    assert found.labels(source, names).count("name") > 0.8 * len(names)


def test_a_claim_of_a_label_that_nobody_has_spoken_of_stays() -> None:
    """Names that stand where decided ones do, and which the pack says are something else."""

    class Some(Prior):
        def labels(self, texts: Pool) -> list[str]:
            return ["phone" if form in NAMES[6:] else "" for form in texts.forms]

    source = model.Source(TEXTS, Some())
    decided = {n: TRUTH[n] for n in SENSITIVE.tolist() if TEXTS.forms[n] not in NAMES[6:]}
    others = np.array([n for n in SENSITIVE.tolist() if TEXTS.forms[n] in NAMES[6:]], np.intp)
    decided = {n: label for n, label in decided.items() if label != "phone"}
    found = labelling.fit_labels(source, decided, ["name", "place", "phone"])
    assert set(found.labels(source, others)) == {"phone"}
    only = labelling.fit_labels(source, decided, ["name", "place"])  # no label of the project
    assert set(only.labels(source, others)) <= {"name", "place"}


def test_a_run_ends_with_its_sentence() -> None:
    source = model.Source(pool([Document("a", "Junna Tavi\nOresk came Vexi")]), Prior())
    assert labelling._runs(source, np.array([0, 1, 2, 4])).tolist() == [2, 1, 1]
