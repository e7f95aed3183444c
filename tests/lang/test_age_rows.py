"""Rows of ages: that long ones take no longer a number than short ones. What is found in them:
cases/sv/age.txt."""

from __future__ import annotations

import pytest
from timing import grows_in_proportion

from maskera import Pipeline
from maskera.text import Document


@pytest.mark.parametrize(
    ("before", "piece", "after"),
    [
        ("Mina barn är ", "7, ", "8 år."),
        ("Mina barn är ", "7, ", "8 och 9 år."),
        ("", "tjugo fem, ", "tre och fyra år gamla."),
        ("Mina barn är ", "3 och ", "4 år."),
        ("", "1 2 3, ", ""),
    ],
)
def test_a_long_row_takes_time_in_proportion(
    rules: Pipeline, before: str, piece: str, after: str
) -> None:
    assert grows_in_proportion(
        lambda size: rules.detect(Document("d", before + piece * size + after)), 300
    )


def test_many_rows_after_a_long_sentence_take_time_in_proportion(rules: Pipeline) -> None:
    assert grows_in_proportion(
        lambda size: rules.detect(Document("d", "hus " * size + ".\n" + "de är 3 och 4 " * size)),
        300,
    )
