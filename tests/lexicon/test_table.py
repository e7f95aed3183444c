"""What detectors see of a document: where something begins, and that looking takes no longer a word
in odd texts."""

from __future__ import annotations

import pytest
from timing import grows_in_proportion

from maskera import Pipeline
from maskera.lexicon.table import TokenTable, digits, token_table
from maskera.text import Document


def table(rules: Pipeline, text: str) -> TokenTable:
    return token_table(rules.language.tokenization(Document("d", text)), rules.language.vocab)


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("hon sa: hej på dig", ["hon", "hej"]),
        ('hon sa: "( - hej på dig', ["hon", "hej"]),
        ("hon ( . hej ) - du (", ["hon", "hej", "du"]),
        ("* hej\n* du", ["hej", "du"]),
        ("hon , hej", ["hon"]),
    ],
)
def test_a_word_begins_something_behind_any_row_of_marks_with_an_opening_one(
    rules: Pipeline, text: str, begin: list[str]
) -> None:
    looked = table(rules, text)
    assert [
        lower
        for lower, initial in zip(looked.lowers, looked.sentence_initial, strict=True)
        if initial
    ] == begin


@pytest.mark.parametrize(
    "text",
    ["12 och 3-4", "kl7 x2y", "٣ och ３４", "x² är ½ av ①", "070\u201112\u00a034", "inga alls", ""],
)
def test_digits_are_found_wherever_they_stand_in_a_token(rules: Pipeline, text: str) -> None:
    looked = table(rules, text)
    assert digits(looked) == [place for place, sign in enumerate(text) if sign.isdecimal()]


def test_tokens_are_told_that_are_among_some_forms_in_whatever_case(rules: Pipeline) -> None:
    looked = table(rules, "Hon bor här, men HON sover")
    assert list(looked.among({"hon", "han"})) == [0, 5]
    assert not list(looked.among({"han"}))


@pytest.mark.parametrize("piece", ["( ", '" ', "- ", ": ", "* * *\n", "( a\n", "(\n"])
def test_opening_marks_take_time_in_proportion(rules: Pipeline, piece: str) -> None:
    assert grows_in_proportion(lambda size: table(rules, piece * size), 1_000)
