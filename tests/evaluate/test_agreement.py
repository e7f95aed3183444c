from __future__ import annotations

import random
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.evaluate.agreement import agreement, gathered, reliability
from maskera.text import Document

from .build import mention, words


def ratings(seed: int, coders: int, units: int = 200) -> list[tuple[str, ...]]:
    rng = random.Random(seed)
    truth = [rng.choice(("O", "O", "O", "city", "year")) for _ in range(units)]
    return [
        tuple(
            label if rng.random() < 0.85 else rng.choice(("O", "city", "year"))
            for _ in range(coders)
        )
        for label in truth
    ]


@pytest.mark.parametrize("coders", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_kappas_and_alpha_agree_with_nltk_and_statsmodels(coders: int, seed: int) -> None:
    from nltk.metrics import agreement as nltk  # here, for they take seconds to import
    from sklearn import metrics
    from statsmodels.stats import inter_rater as rater

    units = ratings(seed, coders)
    ours = reliability(units)
    task = nltk.AnnotationTask(
        [
            (f"c{coder}", index, label)
            for index, unit in enumerate(units)
            for coder, label in enumerate(unit)
        ]
    )
    assert ours.alpha == pytest.approx(task.alpha())
    assert ours.davies_fleiss == pytest.approx(task.multi_kappa())
    assert ours.observed == pytest.approx(task.avg_Ao())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # statsmodels' own, on newer NumPy and pandas
        table, _ = rater.aggregate_raters(units)
    assert ours.fleiss == pytest.approx(rater.fleiss_kappa(table))
    if coders == 2:
        assert ours.davies_fleiss == pytest.approx(
            metrics.cohen_kappa_score(*zip(*units, strict=True))
        )


@given(
    st.lists(
        st.tuples(st.sampled_from("OAB"), st.sampled_from("OAB"), st.sampled_from("OAB")),
        min_size=1,
    )
)
def test_agreement_is_one_for_the_like_minded_and_never_more(units: list[tuple[str, ...]]) -> None:
    ours = reliability(units)
    assert max(ours.fleiss, ours.davies_fleiss, ours.alpha, ours.observed) <= 1 + 1e-12
    same = reliability([(unit[0],) * 3 for unit in units])
    assert (same.fleiss, same.davies_fleiss, same.alpha) == pytest.approx((1, 1, 1))


def side(*spans: tuple[int, int, str]) -> list:
    return [
        (Document("a", words(10)), tuple(mention(2 * a, 2 * b - 1, label) for a, b, label in spans))
    ]


def test_three_annotators_of_one_essay() -> None:
    documents = gathered(
        {
            "Ia": side((0, 2, "city")),
            "Bo": side((0, 2, "city"), (5, 6, "year")),
            "Eva": side((0, 2, "country")),
        }
    )
    figures = agreement(("Ia", "Bo", "Eva"), documents)
    assert figures.all_tokens.units == 10
    assert figures.marked_tokens.units == 3
    assert (
        figures.marked_tokens.fleiss < figures.all_tokens.fleiss < figures.all_tokens_masked.fleiss
    )
    assert {(p.one, p.other): (round(p.labelled, 2), round(p.unlabelled, 2)) for p in figures.pairs} == {
        ("Ia", "Bo"): (0.67, 0.67), ("Ia", "Eva"): (0.0, 1.0), ("Bo", "Eva"): (0.0, 0.67),
    }  # fmt: skip
    assert [(d.text, d.labels, d.span.start) for d in figures.disagreements] == [
        ("a b", ("city", "city", "country"), 0), ("f", ("O", "year", "O"), 10),
    ]  # fmt: skip


def test_as_many_disagreements_are_given_as_were_asked_for_and_all_are_counted() -> None:
    documents = gathered({"Ia": side((0, 2, "city"), (5, 6, "year")), "Bo": side()})
    for most, listed in ((None, 2), (1, 1), (0, 0)):
        figures = agreement(("Ia", "Bo"), documents, most)
        assert (len(figures.disagreements), figures.differing) == (listed, 2)


def test_two_who_mark_nothing_agree_in_every_figure() -> None:
    figures = agreement(("Ia", "Bo"), gathered({"Ia": side(), "Bo": side()}))
    assert (figures.pairs[0].labelled, figures.pairs[0].unlabelled, figures.all_tokens.fleiss) == (
        1,
        1,
        1,
    )


def test_where_all_agree_there_is_nothing_to_list() -> None:
    figures = agreement(
        ("Ia", "Bo"), gathered({"Ia": side((0, 2, "city")), "Bo": side((0, 2, "city"))})
    )
    assert figures.disagreements == ()
    assert figures.marked_tokens.alpha == 1


def test_annotations_that_do_not_fit_are_refused() -> None:
    with pytest.raises(DataError, match="two annotators"):
        gathered({"Ia": side()})
    with pytest.raises(DataError, match="the Bo has no document 'a'"):
        gathered({"Ia": side(), "Bo": [(Document("b", words(10)), ())]})
    with pytest.raises(DataError, match="two spans of the Bo overlap"):
        gathered({"Ia": side(), "Bo": side((0, 3, "city"), (2, 4, "city"))})
