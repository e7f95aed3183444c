"""Spans, columns of tokens, documents that tell nothing, and the one way to make new text."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import MaskeraError, SpanError
from maskera.text import Document, Edit, Span, Token, Tokens, splice


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text(max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    return text, [
        Edit(Span(a, b), draw(st.text(max_size=6)))
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]


@pytest.mark.parametrize(("start", "end"), [(3, 2), (-1, 4)])
def test_a_span_is_a_stretch_of_text(start: int, end: int) -> None:
    with pytest.raises(SpanError, match=f"span {start}-{end}"):
        Span(start, end)


def test_an_empty_span_is_one_but_overlaps_nothing() -> None:
    assert len(Span(3, 3)) == 0
    assert not Span(3, 3).overlaps(Span(3, 5))


def test_neighbours_do_not_overlap() -> None:
    assert Span(0, 3).overlaps(Span(2, 5))
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Span(0, 5).covers(Span(0, 5))
    assert not Span(0, 5).covers(Span(4, 6))


def test_spans_sort_by_their_place() -> None:
    assert sorted([Span(4, 5), Span(0, 9), Span(0, 2)]) == [Span(0, 2), Span(0, 9), Span(4, 5)]


def test_values_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Span(0, 1).start = 4  # type: ignore[misc]  # frozen: that is what is tried
    with pytest.raises(AttributeError):
        Document("d", "text").text = "other"  # type: ignore[misc]  # frozen, too


def test_a_token_is_a_view_of_the_columns() -> None:
    tokens = Tokens((0, 4), (3, 8), ("Hej", "Anna"), ("INTJ", "PROPN"))
    assert tokens[1] == Token(1, Span(4, 8), "Anna", "PROPN", "")
    assert [token.form for token in tokens] == ["Hej", "Anna"]
    assert not Tokens()


def test_the_repr_of_a_document_holds_no_text() -> None:
    document = Document("essay 7", "Jag heter Anna.", meta={"author": "Anna Ek"})
    assert repr(document) == "Document(id='essay 7', 15 characters)"


@pytest.mark.parametrize(
    ("what", "arguments"),
    [
        ("id", (3, "Hej")),
        ("text", ("e", None)),
        ("text", ("e", b"Hej")),
        ("meta 'genre'", ("e", "Hej", "sv", {"level": "A", "genre": 3})),
    ],
)
def test_a_document_that_is_no_text_is_refused_by_its_types(
    what: str, arguments: tuple[Any, ...]
) -> None:
    with pytest.raises(
        MaskeraError, match=f"^the {what} of a document is a str, not (int|NoneType|bytes)$"
    ):
        Document(*arguments)


def test_splice_gives_the_new_text_and_the_new_places() -> None:
    text, places = splice(
        "Jag heter Anna Ek.", [Edit(Span(15, 17), "Sundqvist"), Edit(Span(10, 14), "Eva")]
    )
    assert text == "Jag heter Eva Sundqvist."
    assert [text[place.start : place.end] for place in places] == ["Eva", "Sundqvist"]


@given(edited())
def test_what_is_outside_the_edits_stays_and_every_place_holds_its_text(
    case: tuple[str, list[Edit]],
) -> None:
    text, edits = case
    new, places = splice(text, edits)
    assert [new[place.start : place.end] for place in places] == [edit.text for edit in edits]
    back, _ = splice(
        new,
        [
            Edit(place, text[edit.span.start : edit.span.end])
            for place, edit in zip(places, edits, strict=True)
        ],
    )
    assert back == text


@given(edited(), st.randoms())
def test_the_order_of_edits_does_not_matter(case: tuple[str, list[Edit]], rng: Random) -> None:
    text, edits = case
    shuffled = list(edits)
    rng.shuffle(shuffled)
    assert splice(text, shuffled) == splice(text, edits)


def test_no_edits_no_change() -> None:
    assert splice("Hej å", []) == ("Hej å", ())


@pytest.mark.parametrize("edits", [[(0, 3), (2, 4)], [(3, 9)]])
def test_overlapping_or_stray_edits_are_refused_without_quoting(
    edits: list[tuple[int, int]],
) -> None:
    with pytest.raises(SpanError, match=r"^edit at \d+-\d+ overlaps another or leaves the text$"):
        splice("Anna", [Edit(Span(a, b), "Eva") for a, b in edits])
