"""Facts of words in a table: asked once, and never more of them than fit."""

from __future__ import annotations

from maskera.lexicon.memo import Memo


def test_a_function_is_asked_once_of_each_key() -> None:
    asked: list[str] = []
    table = Memo[str, int](lambda form: asked.append(form) or len(form))
    assert [table["maj"], table["juni"], table["maj"]] == [3, 4, 3]
    assert asked == ["maj", "juni"]


def test_a_full_table_forgets_what_was_not_looked_up_lately() -> None:
    asked: list[int] = []
    table = Memo[int, int](lambda number: asked.append(number) or number * number, size=6)
    for number in range(1, 50):
        assert (table[0], table[number]) == (0, number * number)
        assert len(table) <= 3
    assert asked == list(range(50))
    assert (table[1], asked[-1]) == (1, 1)


def test_places_are_where_the_fact_is_true() -> None:
    table = Memo[str, bool](str.isdigit)
    assert list(table.places(["den", "3", "maj", "2019"])) == [1, 3]
    assert list(table.places([])) == []
