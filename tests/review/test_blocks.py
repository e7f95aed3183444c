"""Blocks of an essay: together they show what the whole shows, and a change gives other versions to
what it touches alone."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.pipeline import Pipeline
from maskera.review import export, segments, spaghetti
from maskera.review.blocks import LONG, SHORT, blocks
from maskera.review.state import Add, Mark, Reject, State, apply
from maskera.review.view import look
from maskera.taxonomy import shipped
from maskera.text import Document

from .views import view

LETTERS = st.text(st.sampled_from("abÅ\u0308 \n.␤👩\u200d"), max_size=30)


def words(count: int, end: str = ".") -> str:
    return " ".join(["ord"] * count) + end


@settings(max_examples=100, deadline=None)
@given(st.lists(LETTERS, min_size=1, max_size=12), st.data())
def test_blocks_show_what_the_whole_shows(
    nlp: Pipeline, parts: list[str], data: st.DataObject
) -> None:
    lengths = [data.draw(st.sampled_from([1, SHORT, LONG])) for _ in parts]
    text = "".join(f"{part} {words(n)}" for part, n in zip(parts, lengths, strict=True))
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    marks = [
        Mark(
            at,
            start,
            end,
            "city",
            at + 1,
            decision=data.draw(st.sampled_from(["machine", "candidate"])),
        )
        for at, (start, end) in enumerate(zip(borders[::2], borders[1::2], strict=False))
        if text[start:end].strip()
    ]
    seen = view(nlp, text, *marks)
    made = blocks(seen)
    for whole, parted in (
        (segments.source(seen), [run for block in made for run in block.source(seen)]),
        (segments.target(seen), [run for block in made for run in block.target(seen)]),
    ):
        assert [piece for run in whole for piece in run.pieces] == [
            piece for run in parted for piece in run.pieces
        ]
        assert [run.mark for run in whole if run.mark] == [run.mark for run in parted if run.mark]
    assert [block.start for block in made[1:]] == [block.end for block in made[:-1]]


def test_the_graph_in_blocks_is_the_graph(nlp: Pipeline) -> None:
    text = f"Anna Berg bor i Malmö. {words(SHORT)} Anna bor i Lund. {words(SHORT)}\nBo Ek, 070-123 45 67."
    seen = look(nlp, Document("E1", text), State())
    state = seen.state
    for form, label in (
        ("Anna Berg", "surname"),
        ("Malmö", "city"),
        ("Lund", "city"),
        ("Bo Ek", "surname"),
    ):
        at = text.index(form)
        state = apply(state, Add(at, at + len(form), label), text, shipped())
    seen = look(nlp, Document("E1", text), state)
    graph = export.graph(seen)
    whole = spaghetti.draw(graph, spaghetti.shown(seen, graph), shipped())
    assert len(blocks(seen)) == 3
    assert "".join(block.graph(seen) for block in blocks(seen)) == whole


def test_a_change_gives_other_versions_to_what_it_touches_alone(nlp: Pipeline) -> None:
    text = " ".join(f"Anna{at} bor i Malmö. {words(SHORT)}" for at in range(10))
    marks = tuple(
        Mark(at, text.index(f"Anna{at}"), text.index(f"Anna{at}") + 5, "firstname_female", at + 1)
        for at in range(10)
    )
    before = view(nlp, text, *marks)
    after = look(nlp, Document("E1", text), apply(State(marks), Reject((4,)), text, shipped()))
    changed = [
        at
        for at, (old, new) in enumerate(zip(blocks(before), blocks(after), strict=True))
        if old.version(before) != new.version(after)
    ]
    assert 4 in changed and len(changed) < 4, "what merely moved in the released text is as it was"


def test_a_mark_across_a_border_joins_the_two_blocks(nlp: Pipeline) -> None:
    text = f"{words(SHORT, '.')} {words(SHORT)}"
    border = text.index(".") + 2
    assert [block.start for block in blocks(view(nlp, text))] == [0, border]
    joined = blocks(view(nlp, text, Mark(0, border - 5, border + 3, "city", 1)))
    assert [(block.start, block.end) for block in joined] == [(0, len(text))]


def test_an_empty_essay_has_no_block(nlp: Pipeline) -> None:
    assert blocks(view(nlp, "")) == ()
