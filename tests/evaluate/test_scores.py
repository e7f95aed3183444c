from __future__ import annotations

import warnings
from itertools import chain

import numpy as np
import pytest
from hypothesis import given

from maskera.evaluate.align import OUTSIDE, Pair
from maskera.evaluate.confusion import (
    accuracy,
    averages,
    masked_or_not,
    matthews,
    mention_confusion,
    per_label,
    token_confusion,
)
from maskera.evaluate.evaluation import token_casing
from maskera.evaluate.scores import (
    Counts,
    bootstrap,
    casing,
    grouped,
    labelled,
    token,
    total,
    typed_token,
    unlabelled,
)

from .build import pairs, random_pairs, token_pair


def test_two_who_mark_nothing_agree() -> None:
    assert (Counts(0, 0, 0).f1_or_one, Counts(0, 0, 0).f1) == (1.0, 0.0)
    assert Counts(1, 2, 2).f1_or_one == Counts(1, 2, 2).f1 == 0.5
    assert Counts(0, 0, 3).f1_or_one == Counts(0, 3, 0).f1_or_one == 0.0


def test_one_essay_by_hand() -> None:
    #     0 1 2 3 4 5 6 7
    #     right, wrong label, too long, missed / needless
    gold = [(0, 1, "city"), (1, 2, "surname"), (3, 4, "year"), (5, 7, "country")]
    found = [(0, 1, "city"), (1, 2, "city"), (3, 5, "year"), (7, 8, "year")]
    made = token_pair(8, gold, found)
    assert labelled(made) == Counts(1, 4, 4)
    assert unlabelled(made) == Counts(2, 4, 4)
    assert token(made) == Counts(3, 5, 5)
    assert typed_token(made) == Counts(2, 5, 5)


def test_f2_counts_recall_four_times_as_much() -> None:
    place = Counts(1, 1, 3)  # Volodina et al. 2020, Table 6: precision .33, recall 1.00 -> .50, .71
    assert (round(place.f1, 2), round(place.f2, 2)) == (0.5, 0.71)
    assert place.f2 == pytest.approx(
        5 * place.precision * place.recall / (4 * place.precision + place.recall)
    )
    assert Counts(1, 3, 1).f2 < place.f2  # the mirror image: precision 1, recall .33


def test_a_share_of_nothing_is_nothing() -> None:
    assert Counts(0, 0, 0).f1 == Counts(0, 3, 0).precision == Counts(0, 0, 3).recall == 0.0


@given(pairs())
def test_what_must_always_hold(made: list[Pair]) -> None:
    exact, spans, masked, typed = (
        total(map(scheme, made)) for scheme in (labelled, unlabelled, token, typed_token)
    )
    assert exact.right <= spans.right <= min(spans.gold, spans.found)
    assert typed.right <= masked.right <= min(masked.gold, masked.found)
    assert 0 <= exact.f1 <= spans.f1 <= 1
    per = grouped(made, lambda _, m: m.label)
    assert total(per.values()) == exact
    mirrored = [Pair(p.document, p.found, p.gold, p.found_tokens, p.gold_tokens) for p in made]
    assert total(map(labelled, mirrored)) == Counts(exact.right, exact.found, exact.gold)


@given(pairs())
def test_a_perfect_prediction_scores_one_and_an_empty_one_nought(made: list[Pair]) -> None:
    same = [Pair(p.document, p.gold, p.gold, p.gold_tokens, p.gold_tokens) for p in made]
    empty = [p.restricted(lambda _: False) for p in made]
    some = any(p.gold for p in made)
    assert total(map(labelled, same)).f1 == total(map(token, same)).f2 == float(some)
    assert total(map(labelled, empty)).f1 == 0.0


def columns(made: list[Pair]) -> tuple[list[str], list[str]]:
    return list(chain.from_iterable(p.gold_tokens for p in made)), list(
        chain.from_iterable(p.found_tokens for p in made)
    )


@pytest.mark.parametrize("seed", range(4))
def test_token_classes_agree_with_scikit_learn(seed: int) -> None:
    from sklearn import metrics  # here, for it takes a second to import

    made = random_pairs(seed)
    gold, found = columns(made)
    confusion = token_confusion(made)
    rows = per_label(confusion)
    for average in ("macro", "weighted"):
        ours = getattr(averages(rows), average)
        for beta, name in ((1, "f1"), (2, "f2")):
            p, r, f, _ = metrics.precision_recall_fscore_support(
                gold, found, beta=beta, average=average, zero_division=0
            )
            assert (ours["precision"], ours["recall"], ours[name]) == pytest.approx((p, r, f))
    assert accuracy(confusion) == pytest.approx(metrics.accuracy_score(gold, found))
    assert matthews(confusion) == pytest.approx(metrics.matthews_corrcoef(gold, found))
    blind = [[label != OUTSIDE for label in side] for side in (gold, found)]
    assert matthews(masked_or_not(confusion)) == pytest.approx(metrics.matthews_corrcoef(*blind))
    counts = total(map(token, made))
    p, r, f, _ = metrics.precision_recall_fscore_support(*blind, average="binary", beta=2)
    assert (counts.precision, counts.recall, counts.f2) == pytest.approx((p, r, f))


def test_typed_tokens_are_the_micro_average_without_the_unmarked() -> None:
    from sklearn import metrics

    made = random_pairs(9)
    gold, found = columns(made)
    labels = sorted({*gold, *found} - {OUTSIDE})
    p, r, f, _ = metrics.precision_recall_fscore_support(
        gold, found, labels=labels, average="micro"
    )
    counts = total(map(typed_token, made))
    assert (counts.precision, counts.recall, counts.f1) == pytest.approx((p, r, f))


def test_matthews_of_one_class_is_nought_as_in_scikit_learn() -> None:
    from sklearn import metrics

    made = [token_pair(3, [], [(0, 1, "city")])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert matthews(token_confusion(made)) == metrics.matthews_corrcoef(*columns(made)) == 0.0


def test_the_confusion_of_mentions_counts_each_mention_once() -> None:
    made = token_pair(
        8,
        [(0, 1, "city"), (2, 3, "year"), (4, 6, "surname")],
        [(0, 1, "country"), (4, 5, "surname"), (7, 8, "year")],
    )
    cells = mention_confusion([made])
    assert cells == {
        ("city", "country"): 1,
        ("year", OUTSIDE): 1,
        ("surname", "surname"): 1,
        (OUTSIDE, "year"): 1,
    }


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("malmö", "lower"), ("Malmö", "Capitalised"), ("MALMÖ", "UPPER"), ("von Ek", "lower"), ("A", "Capitalised"), ("7:e", "digits"),
        ("2019-03-05", "digits"), ("علي", "other"), ("McKay", "Capitalised"), ("-", "other"),
    ],
)  # fmt: skip
def test_casing(form: str, expected: str) -> None:
    assert casing(form) == expected


def test_token_casing_tells_which_tokens_are_missed() -> None:
    made = token_pair(3, [(0, 2, "city")], [(0, 1, "city")])
    assert token_casing([made]) == {"lower": Counts(1, 2, 1)}


def test_intervals_hold_the_figure_shrink_with_documents_and_come_again_with_the_seed() -> None:
    few, many = ([labelled(p) for p in random_pairs(3, documents=n)] for n in (15, 150))
    low, high = (bootstrap(few, np.random.default_rng(seed))["f1"] for seed in (1, 1))
    assert low == high
    assert low.low < total(few).f1 < low.high
    wide = bootstrap(many, np.random.default_rng(1))["f1"]
    assert wide.high - wide.low < low.high - low.low
    assert bootstrap([], np.random.default_rng(1))["f2"].high == 0.0
