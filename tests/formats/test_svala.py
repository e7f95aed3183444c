"""A result as SVALA's graph, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given

from maskera.errors import DataError
from maskera.formats import svala
from maskera.formats.blocks import stripped
from maskera.formats.graph import Edge, Graph, from_json, render
from maskera.mentions import Mention
from maskera.result import Replacement, Result, release
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .invariant import check_invariant
from .making import GOLDEN, SHARED, anna, annotated, result, results

A8AT4 = SHARED / "a8at4" / "A8AT4.json"


def labelled(graph: Graph) -> dict[str, list[str]]:
    return {key: list(edge.labels) for key, edge in graph.edges.items() if edge.labels}


def one_word(text: str, *labels: str) -> Graph:
    """A graph of single words in which the last is labelled."""
    words = text.split(" ")
    table: dict[str, Any] = {
        "source": [{"id": f"s{index}", "text": word + " "} for index, word in enumerate(words)],
        "target": [],
        "edges": {
            f"e-s{index}": {"id": f"e-s{index}", "ids": [f"s{index}"], "labels": [], "manual": True}
            for index in range(len(words))
        },
    }
    table["edges"][f"e-s{len(words) - 1}"]["labels"] = list(labels)
    return from_json(table, "g.json")


def test_the_graph_of_the_worked_example() -> None:
    graph = svala.graph(anna())
    check_invariant(graph)
    assert labelled(graph) == {
        "e-s2-t16": ["firstname_female", "1"],
        "e-s6-s7-t17": ["city", "2", "foreign"],
        "e-s10-t18": ["firstname_female", "1", "gen"],
        "e-s13-t12": ["prof", "3"],
        "e-s15-t19-t20": ["city", "4"],
    }
    assert (GOLDEN / "anna.svala.json").read_text(encoding="utf-8") == svala.render(anna()) + "\n"


def test_source_ids_and_those_of_untouched_target_tokens_count_positions() -> None:
    graph = svala.graph(anna())
    assert [token.id for token in graph.source] == [f"s{index}" for index in range(16)]
    kept = [(index, token.id) for index, token in enumerate(graph.target) if int(token.id[1:]) < 16]
    assert all(identifier == f"t{index}" for index, identifier in kept)


def test_tokens_of_a_pseudonym_get_the_next_free_numbers() -> None:
    graph = svala.graph(result("i Lund nu", ("Lund", "city", 1, "Nya Tuna")))
    assert [token.id for token in graph.target] == ["t0", "t4", "t5", "t3"]


def test_stuck_punctuation_stays_in_the_target_token() -> None:
    graph = svala.graph(result("(i Göteborg).", ("Göteborg", "city", 1, "Tuna")))
    assert [token.text for token in graph.target] == ["(i ", "Tuna). "]


def test_labelled_edges_are_manual_and_others_pair_identical_words() -> None:
    graph = svala.graph(anna())
    texts = {token.id: token.text for token in (*graph.source, *graph.target)}
    for edge in graph.edges.values():
        assert edge.manual == bool(edge.labels)
        if not edge.manual:
            assert len({stripped(texts[identifier]) for identifier in edge.ids}) == 1
        assert edge.comment is None


def test_a_removed_mention_has_no_target() -> None:
    graph = svala.graph(result("i Lund nu", ("Lund", "city", 1, "")))
    check_invariant(graph)
    assert graph.edges["e-s1"] == Edge("e-s1", ("s1",), ("city", "1"), True)
    assert [token.text for token in graph.target] == ["i  ", "nu "]


def test_a_kept_mention_leaves_no_trace() -> None:
    kept = Result(anna().document, (Replacement(anna().mentions[1], "keep", "New York"),))
    graph = svala.graph(kept)
    assert labelled(graph) == {} and "e-s6-t6" in graph.edges and "e-s7-t7" in graph.edges


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_a_text_without_words_is_an_empty_graph(text: str) -> None:
    graph = svala.graph(Result(Document("a", text), ()))
    check_invariant(graph)
    assert graph == Graph((), (), {})
    assert svala.render(Result(Document("a", text), ())) == '{"source":[],"target":[],"edges":{}}'


@given(results())
def test_every_graph_keeps_the_rules_and_both_texts(any_result: Result) -> None:
    graph = svala.graph(any_result)
    check_invariant(graph)
    source, target = svala.text(graph), "".join(token.text for token in graph.target)
    text, released = any_result.document.text, release(any_result).text
    assert source in ("", text, text + " ") and target in ("", released, released + " ")
    assert svala.parse(svala.render(any_result).encode(), "g") == graph
    assert [token.id for token in graph.source] == [
        f"s{index}" for index in range(len(graph.source))
    ]


@given(results())
def test_every_label_of_a_graph_is_one_of_the_results(any_result: Result) -> None:
    graph = svala.graph(any_result)
    wanted = {
        (r.mention.label, r.mention.number) for r in any_result.replacements if r.action != "keep"
    }
    assert {
        (mention.label, mention.number) for mention in svala.mentions(graph, shipped())
    } <= wanted


def test_mentions_come_back_from_the_graph() -> None:
    ((document, mentions),) = annotated(
        svala.read_annotated(svala.render(anna()), "essay1.json", shipped())
    )
    assert document == Document("essay1", anna().document.text + " ")
    assert mentions == tuple(
        Mention(m.span, m.label, m.number, m.features) for m in anna().mentions
    )


@pytest.mark.parametrize(
    ("text", "label", "found"),
    [
        ("Lund.", "city", "Lund"),
        ("”Lund”,", "city", "Lund"),
        ("(Lund)", "city", "Lund"),
        ("G.", "initials", "G."),
        ("(0)70-1", "phone_nr", "(0)70-1"),
        ("...", "extra", "."),
    ],
)
def test_what_is_stuck_to_a_word_is_no_part_of_the_mention(
    text: str, label: str, found: str
) -> None:
    graph = one_word(f"i {text}", label, "1")
    (mention,) = svala.mentions(graph, shipped())
    assert svala.text(graph)[mention.span.start : mention.span.end] == found


@pytest.mark.parametrize(
    ("labels", "label", "number", "features"),
    [
        (["transport", "2"], "transport_name", 2, set()),
        (["country_of_origin", "3"], "country", 3, set()),
        (["city-SWE", "4"], "city", 4, set()),
        (["age_digit"], "age_digits", 0, set()),
        (["date_digit"], "date_digits", 0, set()),
        (["1:female"], "firstname_female", 1, set()),
        (["gen", "2", "city", "foreign", "OBS!"], "city", 2, {"gen", "foreign"}),
        (["nickname", "1"], "firstname_unknown", 1, set()),
    ],
)
def test_labels_of_other_years(
    labels: list[str], label: str, number: int, features: set[str]
) -> None:
    assert svala.mentions(one_word("x", *labels), shipped()) == (
        Mention(Span(0, 1), label, number, frozenset(features)),
    )


def test_a_plain_city_lies_abroad_where_swedish_ones_are_called_so() -> None:
    graph = svala.graph(result("Lund Paris", ("Lund", "city", 1, "a"), ("Paris", "city", 2, "b")))
    text = render(graph).replace('"city","1"', '"city-SWE","1"')
    first, second = svala.mentions(svala.parse(text, "g"), shipped())
    assert first.features == frozenset() and second.features == {"foreign"}


@pytest.mark.parametrize("labels", [[], ["1"], ["gen", "2"], ["Com!"], ["Cit-FL"]])
def test_an_edge_without_base_label_is_no_mention(labels: list[str]) -> None:
    assert svala.mentions(one_word("x", *labels), shipped()) == ()


def test_an_unknown_label_is_told_by_its_edge_and_not_shown() -> None:
    (error,) = svala.read_annotated(render(one_word("Lund", "town", "1")), "g.json", shipped())
    assert (
        isinstance(error, DataError)
        and str(error) == "g.json: edge 'e-s0': a label that is not in the taxonomy"
    )
    (document,) = svala.read(render(one_word("Lund", "town", "1")), "g.json")
    assert isinstance(document, Document)  # the text alone can be read


def wrong(change: str) -> str:
    """A graph whose edges link nobody knows what."""
    table = json.loads(render(one_word("Anna Ek", "surname", "1")))
    match change:
        case "ids":
            table["source"][1]["id"] = "s0"
        case "token":
            table["edges"]["e-s1"]["ids"] = ["s1", "s7"]
        case "edges":
            table["edges"]["e-s0"]["ids"] = ["s0", "s1"]
    return json.dumps(table)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("ids", "g.json: id 's0' is not unique"),
        ("token", "g.json: edge 'e-s1' names the unknown token 's7'"),
        ("edges", "g.json: edge 'e-s1' links token 's1' again, after edge 'e-s0'"),
    ],
)
def test_edges_of_which_nobody_knows_what_they_link_are_no_gold(change: str, message: str) -> None:
    (error,) = svala.read_annotated(wrong(change), "g.json", shipped())
    assert isinstance(error, DataError) and str(error) == message
    (document,) = svala.read(wrong(change), "g.json")
    assert isinstance(document, Document)  # the text alone can be read


def test_a_token_in_no_edge_is_marked_by_none() -> None:
    table = json.loads(render(one_word("Anna Ek", "surname", "1")))
    del table["edges"]["e-s0"]
    ((_, mentions),) = annotated(svala.read_annotated(json.dumps(table), "g.json", shipped()))
    assert [mention.span for mention in mentions] == [Span(5, 7)]


def test_words_of_an_edge_that_do_not_stand_together_are_mentions_of_one_number() -> None:
    table = json.loads(render(one_word("Anna och Eva", "surname", "1")))
    table["edges"] = {
        "e-s0-s2": {
            "id": "e-s0-s2",
            "ids": ["s0", "s2"],
            "labels": ["surname", "1"],
            "manual": True,
        },
        "e-s1": table["edges"]["e-s1"],
    }
    assert [(m.span, m.number) for m in svala.mentions(from_json(table, "g"), shipped())] == [
        (Span(0, 4), 1),
        (Span(9, 12), 1),
    ]


def test_more_than_ten_words_of_an_edge_are_read_in_the_order_of_the_text() -> None:
    text = "x x x x x x x x x New York ."
    graph = svala.graph(result(text, ("New York", "city", 1, "Tuna")))
    assert "e-s10-s9-t12" in graph.edges
    (mention,) = svala.mentions(graph, shipped())
    assert text[mention.span.start : mention.span.end] == "New York"


@pytest.mark.skipif(not A8AT4.is_file(), reason="needs ../shared/data")
def test_the_real_essay_has_four_mentions() -> None:
    ((document, mentions),) = annotated(
        svala.read_annotated(A8AT4.read_bytes(), A8AT4.name, shipped())
    )
    found = [
        (document.text[m.span.start : m.span.end], m.label, m.number, set(m.features))
        for m in mentions
    ]
    assert document.id == "A8AT4"
    assert found == [
        ("bredäng", "area", 1, set()),
        ("tunnelbanna", "transport_name", 2, set()),
        ("Chile", "country", 3, set()),
        ("stockholm", "city", 4, set()),
    ]


def test_a_word_that_only_agrees_with_a_mention_has_no_label() -> None:
    made = result(
        "I am an Iraqi .", ("an", "country", 0, "a"), ("Iraqi", "country", 1, "Norwegian")
    )
    agrees = msgspec.structs.replace(made.replacements[0], action="agree", follows=True)
    graph = svala.graph(replace(made, replacements=(agrees, made.replacements[1])))
    check_invariant(graph)
    assert list(labelled(graph).values()) == [["country", "1"]]
    assert "".join(token.text for token in graph.target) == "I am a Norwegian . "
