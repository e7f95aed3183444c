"""Facts of words in a table: asked once, and never more of them than fit."""

from __future__ import annotations

from maskera.lexicon.memo import Memo


def test_a_function_is_asked_once_of_each_key() -> None:
    asked: list[str] = []
    table = Memo[str, int](lambda form: asked.append(form) or len(form))
    assert [table["maj"], table["juni"], table["maj"]] == [3, 4, 3]
    assert asked == ["maj", "juni"]


def test_a_full_table_begins_again() -> None:
    table = Memo[int, int](lambda number: number * number, size=3)
    assert [table[number] for number in range(8)] == [number * number for number in range(8)]
    assert 0 < len(table) <= 3


def test_places_are_where_the_fact_is_true() -> None:
    table = Memo[str, bool](str.isdigit)
    assert list(table.places(["den", "3", "maj", "2019"])) == [1, 3]
    assert list(table.places([])) == []
