from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from nervaluate import Evaluator

from maskera.evaluate.align import Pair
from maskera.evaluate.muc import MEDLOCK, Muc, alignment, muc
from maskera.evaluate.scores import Counts, ent_type, labelled, total, unlabelled

from .build import LABELS, pairs, random_pairs, token_pair


def test_half_credit_for_an_overlap_and_none_on_demand() -> None:
    made = token_pair(
        8,
        [(0, 1, "city"), (2, 4, "surname"), (6, 7, "year")],
        [(0, 1, "city"), (3, 5, "surname"), (7, 8, "year")],
    )
    slots = muc(made)
    assert slots == Muc(correct=1, partial=1, incorrect=0, missing=1, spurious=1)
    assert slots.counts() == Counts(1.5, 3, 3)
    assert slots.counts(partial_credit=0) == Counts(1, 3, 3)


def test_a_wrong_label_is_incorrect_only_when_labels_count() -> None:
    made = token_pair(2, [(0, 1, "city")], [(0, 1, "country")])
    assert muc(made).correct == 1
    assert muc(made, typed=True) == Muc(incorrect=1)


def test_alignment_is_one_to_one() -> None:
    one_over_two = token_pair(6, [(0, 5, "city")], [(0, 2, "city"), (3, 4, "city")])
    assert muc(one_over_two) == Muc(partial=1, spurious=1)
    chain = token_pair(9, [(0, 3, "city"), (4, 7, "city")], [(2, 5, "city"), (6, 8, "city")])
    assert muc(chain) == Muc(partial=2)


def best(gold: list[tuple[int, int]], found: list[tuple[int, int]]) -> int:
    """As many overlaps as there can be, one to one, tried out."""
    if not gold:
        return 0
    (start, end), *rest = gold
    fits = [index for index, (a, b) in enumerate(found) if a < end and start < b]
    return max(
        [best(rest, found), *(1 + best(rest, found[:index] + found[index + 1 :]) for index in fits)]
    )


@given(pairs())
def test_alignment_is_as_large_as_can_be_and_in_order(made: list[Pair]) -> None:
    for p in made:
        aligned = list(alignment(p.gold, p.found))
        assert all(gold.span.overlaps(found.span) for gold, found in aligned)
        assert all(a[0].span < b[0].span and a[1].span < b[1].span for a, b in pairwise(aligned))
        sides = [[(m.span.start, m.span.end) for m in side] for side in (p.gold, p.found)]
        assert len(aligned) == best(*sides)
        slots = muc(p)
        assert (slots.possible, slots.actual, slots.correct) == (
            len(p.gold),
            len(p.found),
            int(unlabelled(p).right),
        )


@given(pairs())
def test_medlocks_schemes_stand_in_their_order(made: list[Pair]) -> None:
    figures = {name: total(map(scheme, made)).f1 for name, scheme in MEDLOCK.items()}
    assert (
        figures["muc"]
        >= figures["muc, no partial credit"]
        == pytest.approx(figures["conll, untyped"])
    )
    assert figures["conll, untyped"] >= figures["conll"]


@pytest.fixture
def quiet() -> Iterator[None]:
    """Without what nervaluate logs of every pair; for one test, since others look at what is
    logged."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("seed", range(5))
def test_schemes_agree_with_nervaluate(seed: int) -> None:
    made = random_pairs(seed)
    sides = [
        [
            [{"label": m.label, "start": m.span.start, "end": m.span.end - 1} for m in side]
            for side in column
        ]
        for column in ([p.gold for p in made], [p.found for p in made])
    ]
    theirs = Evaluator(*sides, tags=list(LABELS), loader="dict").evaluate()["overall"]
    exact, spans = total(map(labelled, made)), total(map(unlabelled, made))
    for ours, name in ((exact, "strict"), (spans, "exact")):
        assert (ours.precision, ours.recall, ours.f1) == pytest.approx(
            (theirs[name].precision, theirs[name].recall, theirs[name].f1)
        )
        assert ours.right == theirs[name].correct
    kinds, same = total(map(ent_type, made)), theirs["ent_type"]
    assert kinds.right == same.correct
    assert (kinds.precision, kinds.recall) == pytest.approx((same.precision, same.recall))
    slots = sum(map(muc, made), Muc())
    partial = theirs["partial"]
    assert (slots.correct, slots.partial, slots.missing, slots.spurious) == (
        partial.correct, partial.partial, partial.missed, partial.spurious,
    )  # fmt: skip
    assert slots.counts().f1 == pytest.approx(partial.f1)
