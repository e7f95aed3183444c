from __future__ import annotations

import pytest

from maskera.evaluate.align import Pair
from maskera.evaluate.tables import (
    Systems,
    interventions,
    labels_per_genre,
    scores_per_label,
    sorted_out,
    tags_per_genre,
    words,
)

from .build import token_pair

Side = list[tuple[int, int, str]]
GOLD: tuple[Side, ...] = ([(0, 1, "city"), (2, 3, "surname")], [(4, 5, "year")])
RULES: tuple[Side, ...] = (
    [(0, 1, "city"), (2, 3, "surname"), (6, 7, "city")],
    [(1, 2, "surname"), (4, 5, "year")],
)
POS: tuple[Side, ...] = ([(0, 1, "city")], [(4, 5, "year")])
GENRES = ("narrative", "evaluative")


@pytest.fixture
def systems() -> Systems:
    def column(found: tuple[Side, ...]) -> list[Pair]:
        return [
            token_pair(8, gold, side, genre, genre=genre)
            for gold, side, genre in zip(GOLD, found, GENRES, strict=True)
        ]

    return Systems({"rules": column(RULES), "rules+pos": column(POS)})


def test_tags_per_genre_are_those_of_table_5(systems: Systems) -> None:
    table = tags_per_genre(systems)
    assert table.columns == ("genre", "documents", "manual", "rules", "rules+pos")
    assert table.rows == (
        ("evaluative", "1", "1", "2", "1"),
        ("narrative", "1", "2", "3", "1"),
        ("total", "2", "3", "5", "2"),
    )


def test_a_document_is_of_one_genre_in_every_column() -> None:
    silent, told = (
        token_pair(8, GOLD[0], RULES[0], "a"),
        token_pair(8, GOLD[0], RULES[0], "a", genre="narrative"),
    )
    systems = Systems({"one": [silent], "two": [told]})
    assert tags_per_genre(systems).rows == (
        ("narrative", "1", "2", "3", "3"),
        ("total", "1", "2", "3", "3"),
    )
    assert labels_per_genre(systems).rows[-1] == ("total", "2", "3", "3", "2", "3", "3")
    assert interventions(systems, ["narrative"], ("city",)).rows[-1] == (
        "total",
        "2",
        "0",
        "2",
        "0",
        "1",
    )
    assert (
        systems.genres
        == {"a": "narrative"}
        != Systems({"one": [silent]}).genres
        == {"a": "unknown"}
    )


def test_scores_per_label_are_those_of_table_6(systems: Systems) -> None:
    table = scores_per_label("rules", systems.pairs["rules"])
    assert table.rows[0] == ("city", "0.50", "1.00", "0.67", "0.83", "1", "2")
    assert table.rows[-1] == ("all", "0.60", "1.00", "0.75", "0.88", "3", "5")


def test_labels_per_genre_are_those_of_derbrings_tables_1_and_2(systems: Systems) -> None:
    table = labels_per_genre(systems)
    assert table.columns[1:4] == (
        "evaluative: manual",
        "evaluative: rules",
        "evaluative: rules+pos",
    )
    by_label = {row[0]: row[1:] for row in table.rows}
    assert by_label["surname"] == ("0", "1", "0", "1", "1", "0", "1", "2", "0")
    assert by_label["total"][-3:] == ("3", "5", "2")
    assert [row[0] for row in labels_per_genre(systems, ("year",)).rows] == ["year", "total"]


def test_topic_selection_leaves_out_the_skipped_genres_as_in_table_3(systems: Systems) -> None:
    table = interventions(systems, ["evaluative"], ("city", "surname"))
    assert table.columns == (
        "label",
        "rules: all genres",
        "rules: selected",
        "rules+pos: all genres",
        "rules+pos: selected",
        "manual",
    )
    assert table.rows == (
        ("city", "2", "2", "1", "1", "1"),
        ("surname", "2", "1", "0", "0", "1"),
        ("total", "4", "3", "1", "1", "2"),
    )


def test_words_behind_labels_and_words_sorted_out(systems: Systems) -> None:
    assert {row[0]: row[1:] for row in words(systems).rows}["city"] == ("a", "a, g", "a")
    out = sorted_out(systems, "rules", "rules+pos")
    assert {row[0]: row[1:] for row in out.rows} == {
        "city": ("1", "g", "0", ""),
        "surname": ("1", "b", "1", "c"),
    }


def test_words_come_most_frequent_first_with_their_number() -> None:
    pairs = [token_pair(12, [(0, 1, "city"), (1, 2, "city"), (10, 11, "city")], [])]
    assert words(Systems({"x": pairs})).rows == (("city", "a (2), b", ""),)
