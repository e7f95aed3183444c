"""Texts cut up for a page: nothing is lost, offsets are code points, marks keep their places in
both texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.pipeline import Pipeline
from maskera.review.segments import Run, leaks, moved, snippet, source, target
from maskera.review.state import Mark, Pseudonym, Reject, State, apply
from maskera.review.view import look
from maskera.taxonomy import shipped
from maskera.text import Document

from .views import view

ODD = "שלום Anna-Lena 👩\u200d🚀 bor i Malmo\u0308. ␤ A\u030asa's katt\r\nمرحبا Bo, tel 070-123 45 67!"
LETTERS = st.text(st.sampled_from("abÅå\u0308 \n\t.-'␤👩\u200d🚀שם1\ufe0f🏽"), max_size=40)


def joined(runs: tuple[Run, ...]) -> str:
    return "".join(piece.text for run in runs for piece in run.pieces)


@settings(max_examples=150, deadline=None)
@given(LETTERS, st.data())
def test_nothing_is_lost_and_every_offset_is_right(
    nlp: Pipeline, text: str, data: st.DataObject
) -> None:
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    marks = [
        Mark(
            at,
            start,
            end,
            "city",
            at + 1,
            decision=data.draw(st.sampled_from(["machine", "candidate", "accepted", "rejected"])),
        )
        for at, (start, end) in enumerate(zip(borders[::2], borders[1::2], strict=False))
        if text[start:end].strip()
    ]
    seen = view(nlp, text, *marks)
    assert joined(source(seen)) == text
    assert joined(target(seen)) == seen.release.text
    for runs, whole in ((source(seen), text), (target(seen), seen.release.text)):
        for run in runs:
            for piece in run.pieces:
                assert whole[piece.start : piece.end] == piece.text
                assert piece.text
                assert (piece.kind == "gap") == piece.text.isspace()
        assert {run.mark.key for run in runs if run.mark} == {
            mark.key for mark in marks if mark.decision != "rejected"
        }
    for run in source(seen):
        if run.mark:
            assert (run.pieces[0].start, run.pieces[-1].end) == (run.mark.start, run.mark.end)
    for run in target(seen):
        if run.mark and not run.mark.applied:
            assert (
                "".join(piece.text for piece in run.pieces) == text[run.mark.start : run.mark.end]
            )


def test_words_are_what_a_person_would_choose(nlp: Pipeline) -> None:
    words = [
        piece.text for run in source(view(nlp, ODD)) for piece in run.pieces if piece.kind == "word"
    ]
    assert words == [
        "שלום", "Anna-Lena", "👩\u200d🚀", "bor", "i", "Malmo\u0308", ".", "A\u030asa's", "katt", "مرحبا", "Bo", ",", "tel", "070-123",
        "45", "67", "!",
    ]  # fmt: skip


def test_a_mark_inside_a_word_cuts_it(nlp: Pipeline) -> None:
    runs = source(view(nlp, "Malmöbo", Mark(0, 0, 5, "city", 1)))
    assert [[piece.text for piece in run.pieces] for run in runs] == [["Malmö"], ["bo"]]


def test_edges_move_by_words_and_by_letters_that_belong_together() -> None:
    at = ODD.index("Malmo")
    mark = Mark(0, at, at + 6, "city")
    assert ODD[slice(*moved(ODD, mark, "start", False, False))] == "i Malmo\u0308"
    assert ODD[slice(*moved(ODD, mark, "end", True, False))] == "Malmo\u0308."
    assert ODD[slice(*moved(ODD, mark, "end", False, True))] == "Malm", (
        "a letter goes with what combines with it"
    )
    assert ODD[slice(*moved(ODD, mark, "start", True, True))] == "almo\u0308"
    assert moved(ODD, mark, "start", True, False) == (at, at + 6), "it does not close up"
    first = Mark(0, 0, 4, "city")
    assert moved(ODD, first, "start", False, True) == (0, 4)
    rocket = Mark(0, ODD.index("👩"), ODD.index("👩") + 3, "extra")
    assert moved(ODD, rocket, "end", False, True) == (rocket.start, rocket.end), (
        "an emoji is one letter"
    )


def test_leaks_point_at_both_texts(nlp: Pipeline) -> None:
    text = "Xerxes Qvist bor här. Sedan kom Xerxes hem."
    marks = (
        Mark(0, 0, 6, "firstname_male", 1),
        Mark(1, 7, 12, "surname", 1),
        Mark(2, 32, 38, "firstname_male", 1),
    )
    seen = look(nlp, Document("E1", text), apply(State(marks), Reject((2,)), text, shipped()))
    (leak,) = leaks(seen)
    assert text[leak.start : leak.end] == "Xerxes"
    assert (leak.start, leak.key) == (32, -1)
    assert seen.release.text[leak.finding.offset : leak.until] == "Xerxes"
    assert [piece.text for run in target(seen) for piece in run.pieces if piece.leak >= 0] == [
        "Xerxes"
    ]
    shown_anew = look(
        nlp, Document("E1", text), apply(State(marks), Pseudonym(1, "Xerxes"), text, shipped())
    )
    assert [leak.key for leak in leaks(shown_anew)] == [1], "the pseudonym itself shows an original"


def test_candidates_under_what_counts_are_not_shown(nlp: Pipeline) -> None:
    marks = (
        Mark(0, 0, 9, "city", 1),
        Mark(1, 5, 9, "surname", 2, decision="candidate"),
        Mark(2, 10, 12, "city", 3, decision="rejected"),
    )
    assert [mark.key for mark in view(nlp, "Bo i Malmö bor här.", *marks).shown] == [0]


def test_a_snippet_shows_its_surroundings() -> None:
    text = "Det var en gång en flicka som hette Anna och hon bodde långt borta i skogen."
    assert snippet(text, 36, 40) == (
        "… gång en flicka som hette ",
        "Anna",
        " och hon bodde långt borta …",
    )
    assert snippet("Anna", 0, 4) == ("", "Anna", "")
