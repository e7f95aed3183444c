"""SVALA's graph: without loss, and its rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.formats import graph as graphs
from maskera.formats.graph import edge, from_json, next_number, parse, render, to_json

from .invariant import check_invariant
from .making import SHARED

A8AT4 = SHARED / "a8at4" / "A8AT4.json"


def small() -> dict[str, Any]:
    return {
        "source": [{"id": "s0", "text": "i "}, {"id": "s1", "text": "Lund "}],
        "target": [{"id": "t0", "text": "i "}, {"id": "t2", "text": "Tuna "}],
        "edges": {
            "e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], "manual": False},
            "e-s1-t2": {
                "id": "e-s1-t2",
                "ids": ["s1", "t2"],
                "labels": ["city", "1"],
                "manual": True,
            },
        },
    }


def test_ids_are_sorted_as_strings() -> None:
    assert edge(["s9", "s10", "t24", "t25"]).id == "e-s10-s9-t24-t25"
    assert edge(["t0", "s0"]).ids == ("s0", "t0")


def test_labels_stand_once() -> None:
    assert edge(["s0"], ["city", "1", "city"]).labels == ("city", "1")


def test_the_next_number_is_above_all_integers_in_ids() -> None:
    assert next_number(["s0", "t12", "x7y30"]) == 31
    assert next_number([]) == 0


def test_a_sound_graph_passes() -> None:
    check_invariant(from_json(small(), "g"))
    check_invariant(from_json({"source": [], "target": [], "edges": {}}, "g"))


def broken(change: str) -> dict[str, Any]:
    table = small()
    edges = table["edges"]
    match change:
        case "two tokens of one id":
            table["target"][0]["id"] = "s0"
        case "edge named like a token":
            table["source"][0]["id"] = "e-s0-t0"
        case "token in no edge":
            del edges["e-s0-t0"]
        case "token in two edges":
            edges["e-s0"] = {"id": "e-s0", "ids": ["s0"], "labels": [], "manual": True}
        case "unknown token":
            edges["e-s7"] = {"id": "e-s7", "ids": ["s7"], "labels": [], "manual": True}
        case "empty edge":
            edges["e-"] = {"id": "e-", "ids": [], "labels": [], "manual": True}
        case "two words":
            table["source"][0]["text"] = "i Lund "
        case "no final space":
            table["target"][1]["text"] = "Tuna"
        case "other id inside":
            edges["e-s0-t0"]["id"] = "e-x"
        case "unsorted":
            edges["e-s0-t0"]["ids"] = ["t0", "s0"]
        case "misnamed":
            edges["e-q"] = {**edges.pop("e-s0-t0"), "id": "e-q"}
        case "label twice":
            edges["e-s1-t2"]["labels"] = ["city", "city"]
        case "empty comment":
            edges["e-s1-t2"].update(labels=["OBS!"], comment="")
        case "comment without mark":
            edges["e-s1-t2"]["comment"] = "Lund?"
        case "empty graph comment":
            table["comment"] = ""
    return table


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("two tokens of one id", "id 's0' is not unique"),
        ("edge named like a token", "id 'e-s0-t0' is not unique"),
        ("token in no edge", "token 's0' is in no edge"),
        ("token in two edges", "edge 'e-s0' links token 's0' again, after edge 'e-s0-t0'"),
        ("unknown token", "edge 'e-s7' names the unknown token 's7'"),
        ("empty edge", "edge 'e-' links no token"),
        ("two words", "text of token 's0' is not one word"),
        ("no final space", "text of token 't2' is not one word"),
        ("other id inside", "edge 'e-s0-t0' has another id inside"),
        ("unsorted", "ids of edge 'e-s0-t0' are not sorted"),
        ("misnamed", "edge 'e-q' is not named after its tokens"),
        ("label twice", "edge 'e-s1-t2' has a label twice"),
        ("empty comment", "edge 'e-s1-t2' has an empty comment"),
        ("comment without mark", "no label with an exclamation mark"),
        ("empty graph comment", "an empty comment"),
    ],
)
def test_each_rule_is_named_and_no_text(change: str, rule: str) -> None:
    with pytest.raises(DataError, match=rule) as caught:
        check_invariant(from_json(broken(change), "g"))
    assert "Lund" not in str(caught.value)


def test_a_comment_may_stand_beside_a_label_with_an_exclamation_mark() -> None:
    table = small()
    table["edges"]["e-s1-t2"].update(labels=["city", "1", "OBS!"], comment="which one?")
    check_invariant(from_json(table, "g"))


def test_the_only_token_of_a_side_needs_no_space_and_no_word() -> None:
    table = {
        "source": [{"id": "s0", "text": "Lund"}],
        "target": [{"id": "t0", "text": ""}],
        "edges": {"e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], "manual": True}},
    }
    check_invariant(from_json(table, "g"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{\n\n", "g.json:3: not JSON"),
        ("[]", "not a SVALA graph"),
        ('{"source":[],"target":[]}', "not a SVALA graph"),
        ('{"source":7,"target":[],"edges":{}}', "source is not a list"),
        (
            '{"source":[],"target":[{"id":"t0"}],"edges":{}}',
            "target token 0 is not an object with id and text",
        ),
        ('{"source":[],"target":[],"edges":[]}', "edges is not an object"),
        (
            '{"source":[],"target":[],"edges":{"e":{"id":"e","ids":["s"],"labels":[7],"manual":true}}}',
            "edge 0 lacks",
        ),
        (
            '{"source":[],"target":[],"edges":{"e":{"id":"e","ids":["s"],"labels":[]}}}',
            "edge 0 lacks",
        ),
        ('{"source":[],"target":[],"edges":{},"comment":7}', "comment is not a string"),
        ('{"source":[{"id":"s0","text":"\\ud800 "}],"target":[],"edges":{}}', "out of bounds"),
        ("[" * 100_000, "out of bounds"),
        ("1" * 5_000, "out of bounds"),
    ],
)
def test_what_is_no_graph_is_refused(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse(text, "g.json")


@pytest.mark.parametrize("escapes", [True, False])
@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("layout", [{"separators": (",", ":")}, {}, {"indent": 2}, {"indent": 4}])
def test_a_file_keeps_its_own_style(layout: dict[str, Any], end: str, escapes: bool) -> None:
    table = small()
    table["source"][1]["text"] = "Malmö "
    written = json.dumps(table, ensure_ascii=escapes, **layout) + end
    assert render(parse(written, "g")) == written


NAMES = st.sampled_from(["s0", "s1", "t0", "e-s0", "x"])
TOKENS = st.fixed_dictionaries(
    {"id": NAMES, "text": st.text(max_size=4)}, optional={"colour": st.integers()}
)
EDGES = st.fixed_dictionaries(
    {
        "id": NAMES,
        "ids": st.lists(NAMES),
        "labels": st.lists(st.text(max_size=4)),
        "manual": st.booleans(),
    },
    optional={"comment": st.none() | st.text(max_size=4), "more": st.none()},
)
GRAPHS = st.fixed_dictionaries(
    {
        "source": st.lists(TOKENS, max_size=3),
        "target": st.lists(TOKENS, max_size=3),
        "edges": st.dictionaries(NAMES, EDGES, max_size=3),
    },
    optional={"comment": st.none() | st.text(max_size=4), "version": st.integers()},
)


@given(GRAPHS)
def test_nothing_is_lost_not_even_in_broken_graphs(table: dict[str, Any]) -> None:
    assert to_json(from_json(table, "g")) == table
    assert json.loads(render(parse(json.dumps(table), "g"))) == table


@pytest.mark.skipif(not A8AT4.is_file(), reason="needs ../shared/data")
def test_the_real_essay_is_written_again_byte_for_byte() -> None:
    content = A8AT4.read_text(encoding="utf-8")
    graph = graphs.parse(content, A8AT4.name)
    check_invariant(graph)
    assert render(graph) == content


def test_a_graph_in_a_log_shows_no_text() -> None:
    assert "Lund" not in repr(from_json(small(), "g"))
