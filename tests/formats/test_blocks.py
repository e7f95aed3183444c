"""Words side by side."""

from __future__ import annotations

import pytest
from hypothesis import given

from maskera.formats.blocks import blocks, labels, stripped, words
from maskera.result import Result, release

from .making import anna, result, results


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n", []),
        ("hej", ["hej "]),
        (" hej  du.\n\nJa ", [" hej  ", "du.\n\n", "Ja "]),
        ("hem . ␤ Sen", ["hem ", ". ", "␤ ", "Sen "]),
        ("a\ufeffb", ["a\ufeff", "b "]),  # whitespace to JavaScript, not to Python
        ("a\x1cb\x85c", ["a\x1cb\x85c "]),  # and the other way round
        ("a\u00a0b", ["a\u00a0", "b "]),
    ],
)
def test_words_are_svalas(text: str, expected: list[str]) -> None:
    assert [word.text for word in words(text)] == expected


def test_a_mention_of_two_words_and_its_one_word_make_a_block() -> None:
    source, target, found = blocks(anna())
    block = next(block for block in found if labels(block)[:1] == ["city"])
    assert [word.text for word in source[slice(*block.source)]] == ["New ", "York "]
    assert [word.text for word in target[slice(*block.target)]] == ["Dubai "]


def test_labels_are_base_number_and_features_in_alphabetical_order() -> None:
    _, _, (block,) = blocks(result("Lunds", ("Lunds", "city+gen+foreign", 2, "Tunas")))
    assert labels(block) == ["city", "2", "foreign", "gen"]


def test_a_mention_without_number_has_no_number_label() -> None:
    _, _, (block,) = blocks(result("Lund", ("Lund", "city", 0, "Tuna")))
    assert labels(block) == ["city"]


def test_of_two_mentions_in_a_word_the_first_speaks() -> None:
    _, _, (block,) = blocks(
        result("Lund–Ystad", ("Lund", "city", 1, "Tuna"), ("Ystad", "city", 2, "Sund"))
    )
    assert len(block.replacements) == 2 and labels(block) == ["city", "1"]


@given(results())
def test_blocks_cover_both_sides_once_and_in_order(any_result: Result) -> None:
    source, target, found = blocks(any_result)
    assert [index for block in found for index in range(*block.source)] == list(range(len(source)))
    assert [index for block in found for index in range(*block.target)] == list(range(len(target)))
    counted = [r for r in any_result.replacements if r.action != "keep" and len(r.mention.span)]
    if source or target:
        assert [r for block in found for r in block.replacements] == counted


@given(results())
def test_words_are_the_texts(any_result: Result) -> None:
    source, target, _ = blocks(any_result)
    for side, text in ((source, any_result.document.text), (target, release(any_result).text)):
        joined = "".join(word.text for word in side)
        assert joined in ((text, text + " ") if stripped(text) else ("",))
        assert all(text[word.start : word.end] in word.text for word in side)


@given(results())
def test_words_outside_every_mention_stand_alone_and_unchanged(any_result: Result) -> None:
    source, target, found = blocks(any_result)
    edited = [r.mention.span for r in any_result.replacements]
    for block in found:
        first, last = block.source
        begin, end = (
            source[first].start if first else 0,
            source[last].start if last < len(source) else len(any_result.document.text),
        )
        if first < last and not any(span.start <= end and begin <= span.end for span in edited):
            assert (last - first, block.target[1] - block.target[0]) == (1, 1)
            assert stripped(source[first].text) == stripped(target[block.target[0]].text)
