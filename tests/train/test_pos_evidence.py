"""The weights of tags: what must be added to the rules so that they expect what was counted."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.train.corpora import Annotated, Marked
from maskera.train.pos_evidence import LARGEST, Claim, claims, main, needed, weights


def cell(
    true: int, false: int, odds: float = 1.0, tag: str = "PROPN", spelling: str = "lower"
) -> list[Claim]:
    return [Claim(tag, spelling, odds, 0.0, number < true) for number in range(true + false)]


def test_nothing_is_added_where_the_rules_expect_what_was_counted() -> None:
    assert needed(cell(500, 500)) == pytest.approx(0.0, abs=0.01)
    assert needed(cell(900, 100, odds=9.0)) == pytest.approx(0.0, abs=0.01)


def test_too_hopeful_rules_are_held_back_and_timid_ones_helped() -> None:
    assert needed(cell(100, 900)) == pytest.approx(math.log(1 / 9), abs=0.05)
    assert needed(cell(900, 100)) == pytest.approx(math.log(9), abs=0.05)


def test_few_claims_weigh_little_and_none_nothing() -> None:
    assert 0 < needed(cell(3, 0)) < needed(cell(300, 0))
    assert needed([]) == pytest.approx(0.0, abs=0.01)


def test_a_tag_is_worth_the_difference_to_all_tags_together() -> None:
    found = [*cell(90, 10), *cell(10, 90, tag="NOUN")]
    table = weights(found)
    assert table["PROPN", "lower"][0] == pytest.approx(-table["NOUN", "lower"][0], abs=0.1)
    assert table["PROPN", "lower"][1:] == (100, 90)
    assert table["PROPN", "capital"] == (0.0, 0, 0)


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 40), st.floats(0.001, 1000.0)), max_size=4
    )
)
def test_no_weight_is_larger_than_allowed(cells: list[tuple[int, int, float]]) -> None:
    tags = ("PROPN", "NOUN", "other", "PROPN")
    found = [
        claim
        for (true, false, odds), tag in zip(cells, tags, strict=False)
        for claim in cell(true, false, odds, tag)
    ]
    assert all(abs(weight) <= LARGEST for weight, _, _ in weights(found).values())


def test_a_name_in_an_annotated_text_counts_as_true_and_an_ordinary_word_as_false() -> None:
    text = "Jag heter Yasmin. Hej och hå."
    found = list(claims([Annotated("d", text, (Marked(10, 16, "firstname_female"),))]))
    assert any(
        claim.holds and claim.tag == "PROPN" and claim.spelling == "capital" for claim in found
    )
    assert all(claim.odds > 0 for claim in found)


def test_without_files_the_use_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([]) == 2
    assert "use:" in capsys.readouterr().err
