"""SVALA's picture: every word and label is in it, once; nothing crosses from one drawing to the
next."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.formats.graph import Graph, Token, edge
from maskera.pipeline import Pipeline, load
from maskera.review import export
from maskera.review.spaghetti import columns, draw, shown
from maskera.review.state import Comment, Mark, State, apply
from maskera.review.view import look
from maskera.taxonomy import shipped
from maskera.text import Document

TEXT = "Jag bor i New York . ␤ Anna & <Bo> kom\noch gick."


@pytest.fixture(scope="module")
def nlp() -> Pipeline:
    return load("sv", mode="rules", key=b"k" * 32)


def test_words_labels_and_curves_are_drawn(nlp: Pipeline) -> None:
    marks = (
        Mark(0, 10, 18, "city", 1, frozenset({"foreign"})),
        Mark(1, 23, 27, "firstname_female", 2),
    )
    state = apply(State(marks), Comment('Vad "är" det?', 0, ("OBS!",)), TEXT, shipped())
    seen = look(nlp, Document("E1", TEXT), state)
    graph = export.graph(seen)
    svg = draw(graph, shown(seen, graph), shipped())
    drawings = ElementTree.fromstring(f"<p>{svg.replace('<br>', '<br/>')}</p>")
    words = [text.text for text in drawings.iter("text") if text.get("class") != "label"]
    for side in (graph.source, graph.target):
        for token in side:
            assert token.text.strip() in words
    assert [text.text for text in drawings.iter("text") if text.get("class") == "label"] == [
        "city",
        "1 foreign OBS!",
        "firstname_female",
        "2",
    ]
    assert [
        (each.get("data-key"), each.get("data-number"))
        for each in drawings.iter("svg")
        if each.get("data-key")
    ] == [
        ("0", "1"),
        ("1", "2"),
    ]
    assert [each.text for each in drawings.iter("title")] == ['Vad "är" det?']
    assert svg.count("<br>") == 2, "a line ends at ␤ and at a line break"
    assert "style=" not in svg, "the page's policy forbids it"
    colours = [rect.get("class") for rect in drawings.iter("rect")]
    assert colours == ["g-geographic-data", "g-names"]


def test_a_replacement_by_nothing_and_an_empty_text_are_drawn(nlp: Pipeline) -> None:
    assert draw(Graph((), (), {}), {}, shipped()) == ""
    graph = Graph(
        (Token("s0", "Anna "), Token("s1", "går ")),
        (Token("t0", "går "),),
        {e.id: e for e in (edge(["s0"], ["surname"]), edge(["s1", "t0"]))},
    )
    assert draw(graph, {}, shipped()).count("<svg") == 2


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 8), st.data())
def test_columns_are_whole(count: int, data: st.DataObject) -> None:
    source = tuple(Token(f"s{at}", f"ord{at} ") for at in range(count))
    order = data.draw(st.permutations(range(count)))
    target = tuple(Token(f"t{at}", f"ord{at} ") for at in order)
    graph = Graph(
        source,
        target,
        {each.id: each for each in (edge([f"s{at}", f"t{at}"]) for at in range(count))},
    )
    found = list(columns(graph))
    assert [token for left, _, _ in found for token in left] == list(source)
    assert [token for _, right, _ in found for token in right] == list(target)
    for left, right, edges in found:
        inside = {token.id for token in (*left, *right)}
        assert {identifier for each in edges for identifier in each.ids} == inside
    if list(order) == sorted(order):
        assert len(found) == count


def test_what_is_drawn_is_as_wide_as_its_words(nlp: Pipeline) -> None:
    seen = look(nlp, Document("E1", "W iiii"), State())
    widths = [
        int(each) for each in re.findall(r'width="(\d+)"', draw(export.graph(seen), {}, shipped()))
    ]
    assert all(width > 10 for width in widths)
