from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.evaluate.align import Pair, pair
from maskera.evaluate.identity import bcubed
from maskera.taxonomy import shipped
from maskera.text import Document

from .build import mention, words

Numbers = list[tuple[str, int]]


def numbered(gold: Numbers, found: list[tuple[str, int] | None]) -> Pair:
    """A pair with one mention a token, (label, number) each; None: not found."""
    sides = [
        [
            mention(2 * i, 2 * i + 1, label, number=number)
            for i, (label, number) in enumerate(side)
            if number >= 0
        ]
        for side in (gold, [item or ("city", -1) for item in found])
    ]
    return pair(Document("d", words(len(gold))), *sides)


def test_a_person_split_in_two_costs_recall_and_two_made_one_cost_precision() -> None:
    split = bcubed([numbered([("surname", 1)] * 2, [("surname", 1), ("surname", 2)])], shipped())
    assert (split.precision, split.recall) == (1, 0.5)
    fused = bcubed([numbered([("surname", 1), ("surname", 2)], [("surname", 1)] * 2)], shipped())
    assert (fused.precision, fused.recall) == (0.5, 1)


def test_numbers_may_be_others_if_they_group_alike_and_count_within_a_kind_of_label() -> None:
    gold: Numbers = [("firstname_female", 1), ("surname", 1), ("city", 1), ("year", 1)]
    assert (
        bcubed(
            [numbered(gold, [("firstname_male", 3), ("surname", 3), ("city", 4), ("year", 5)])],
            shipped(),
        ).f1
        == 1
    )
    assert (
        bcubed(
            [numbered(gold, [("firstname_female", 1), ("surname", 2), ("city", 3), ("year", 4)])],
            shipped(),
        ).f1
        < 1
    )


def test_a_mention_not_found_stands_alone_or_is_left_out() -> None:
    made = [numbered([("city", 1)] * 2, [("city", 1), None])]
    assert (bcubed(made, shipped()).recall, bcubed(made, shipped()).mentions) == (0.5, 2)
    assert (
        bcubed(made, shipped(), missing=False).f1,
        bcubed(made, shipped(), missing=False).mentions,
    ) == (1, 1)


def test_documents_without_numbers_in_the_gold_say_nothing() -> None:
    assert bcubed([numbered([("city", 0)] * 3, [("city", 1)] * 3)], shipped()).mentions == 0


@given(
    st.lists(
        st.tuples(st.integers(1, 4), st.one_of(st.none(), st.integers(0, 4))),
        min_size=1,
        max_size=14,
    )
)
def test_it_is_the_mean_over_mentions_of_its_definition(
    numbers: list[tuple[int, int | None]],
) -> None:
    gold = [a for a, _ in numbers]
    found: list[object] = [
        b if b else f"alone {i}" for i, (_, b) in enumerate(numbers)
    ]  # 0: no number; None: not found
    made = numbered(
        [("city", a) for a in gold], [None if b is None else ("city", b) for _, b in numbers]
    )
    ours = bcubed([made], shipped())
    places = range(len(numbers))
    shares = [
        (
            sum(gold[i] == gold[j] and found[i] == found[j] for j in places),
            sum(found[i] == found[j] for j in places),
            gold.count(gold[i]),
        )
        for i in places
    ]
    assert ours.precision == pytest.approx(
        sum(both / mine for both, mine, _ in shares) / len(shares)
    )
    assert ours.recall == pytest.approx(
        sum(both / theirs for both, _, theirs in shares) / len(shares)
    )
