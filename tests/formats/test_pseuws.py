"""The service answer, read as SVALA reads it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from maskera.formats import jsonl
from maskera.formats.blocks import blocks, labels, stripped, words
from maskera.formats.pseuws import NOTHING, answer
from maskera.result import Replacement, Result
from maskera.taxonomy import shipped
from maskera.text import Document

from .making import SHARED, anna, annotated, result, results, word_results


class RejectedError(Exception):
    """SVALA throws the whole answer away."""


def replay(text: str, sentences: list[list[dict[str, Any]]]) -> list[tuple[list[int], list[str]]]:
    """What SVALA makes of an answer: for each edge its source tokens and its labels. Blanks alone
    are one token for it."""
    source = [stripped(word.text) for word in words(text)] or [text] * bool(text)
    items = [item for sentence in sentences for item in sentence if item["string"]]
    edges: list[tuple[list[int], list[str]]] = []
    token = 0
    for index, item in enumerate(items):
        if token == len(source):
            raise RejectedError("more items than tokens")
        taken = [token]
        token += 1
        if item["label"]:
            if index + 1 == len(items):
                raise RejectedError("a label in the last place")
            if not items[index + 1]["label"]:
                while token < len(source) and source[token] != items[index + 1]["string"]:
                    taken.append(token)
                    token += 1
        edges.append((taken, item["label"]))
    if token != len(source):
        raise RejectedError("fewer items than tokens")
    return edges


def check(any_result: Result) -> None:
    """Every word comes back with its labels, but for the last one of the text, which is counted."""
    sentences, unexpressed = answer(any_result)
    edges = replay(any_result.document.text, sentences)
    if not stripped(any_result.document.text):
        return
    source, _, found = blocks(any_result)
    wanted = {index: labels(block) for block in found for index in range(*block.source)}
    lost = [index for taken, label in edges for index in taken if label != wanted[index]]
    assert lost == ([len(source) - 1] if unexpressed else [])
    assert unexpressed == bool(source and wanted[len(source) - 1])
    assert [index for taken, _ in edges for index in taken] == list(range(len(source)))


@given(results())
def test_svala_reads_back_every_label_of_any_text(any_result: Result) -> None:
    check(any_result)


@pytest.mark.parametrize("text", ["\ufeff", " \ufeff ", "\x85", "\x1c a"])
def test_what_is_blank_is_what_svala_calls_blank(text: str) -> None:
    check(Result(Document("d", text), ()))


@given(word_results())
def test_svala_reads_back_neighbours_and_repetitions(any_result: Result) -> None:
    check(any_result)


def test_the_worked_example() -> None:
    text = "Jag heter Anna och bor i New York . ␤ "
    sentences, unexpressed = answer(
        result(
            text, ("Anna", "firstname_female", 1, "Eva"), ("New York", "city+foreign", 2, "Brades")
        )
    )
    assert unexpressed == 0
    assert [(item["string"], item["label"]) for sentence in sentences for item in sentence] == [
        ("Jag", []),
        ("heter", []),
        ("Eva", ["firstname_female", "1"]),
        ("och", []),
        ("bor", []),
        ("i", []),
        ("Brades", ["city", "2", "foreign"]),
        (".", []),
        ("␤", []),
    ]


def flat(any_result: Result) -> list[str]:
    return [
        f"{item['string']}/{'+'.join(item['label'])}"
        for sentence in answer(any_result)[0]
        for item in sentence
    ]


def test_a_label_in_the_last_place_is_left_out_and_counted() -> None:
    last = result("i Lund", ("Lund", "city", 1, "Tuna"))
    assert flat(last) == ["i/", "Lund/"] and answer(last)[1] == 1


def test_of_several_last_words_only_the_last_loses_its_label() -> None:
    last = result("i Papua Nya Guinea", ("Papua Nya Guinea", "country", 1, "Fiji"))
    assert flat(last) == ["i/", "Fiji/country+1", "Guinea/"] and answer(last)[1] == 1


def test_a_last_word_with_a_full_stop_of_its_own_is_expressed() -> None:
    assert answer(result("i Lund .", ("Lund", "city", 1, "Tuna")))[1] == 0


def test_a_mention_of_several_words_before_another_is_answered_word_by_word() -> None:
    both = result(
        "New York Paris nu", ("New York", "city", 1, "Nya Tuna"), ("Paris", "city", 2, "Sund")
    )
    assert flat(both) == ["Nya Tuna/city+1", "Nya Tuna/city+1", "Sund/city+2", "nu/"]


def test_a_word_behind_that_also_stands_in_the_mention_would_end_it_too_early() -> None:
    repeated = result("New York York nu", ("New York", "city", 1, "Tuna"))
    assert flat(repeated) == ["Tuna/city+1", "Tuna/city+1", "York/", "nu/"]


def test_the_first_word_of_the_mention_may_come_again() -> None:
    assert flat(result("New York New nu", ("New York", "city", 1, "Tuna")))[0:2] == [
        "Tuna/city+1",
        "New/",
    ]


def test_a_removed_mention_is_still_an_item() -> None:
    assert flat(result("i Lund nu", ("Lund", "city", 1, ""))) == ["i/", f"{NOTHING}/city+1", "nu/"]


def test_stuck_punctuation_is_in_the_string() -> None:
    assert flat(result("i Lund. Ja", ("Lund", "city", 1, "Tuna")))[1] == "Tuna./city+1"


@pytest.mark.parametrize("text", ["", " \n"])
def test_no_words_no_items(text: str) -> None:
    items = [[{"string": text, "label": []}]] if text else []
    assert answer(Result(Document("a", text), ())) == (items, 0)


def test_sentences_are_lists() -> None:
    assert [len(sentence) for sentence in answer(anna())[0]] == [8, 1, 6]


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_svala_reads_back_all_essays() -> None:
    for document, mentions in annotated(
        jsonl.read_annotated((SHARED / "essays_dev.jsonl").read_bytes(), "f", shipped())
    ):
        check(Result(document, tuple(Replacement(mention, "replace", "X") for mention in mentions)))
