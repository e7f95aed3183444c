"""Token scores against several annotators: what any of them marked, and what half of them did."""

from __future__ import annotations

import pytest

from maskera.evaluate.types import score
from maskera.formats.tab import TabAnnotation, TabDocument, TabMention
from maskera.text import Span

TEXT = "Elin Vik, a baker from Hamar."


def annotation(*marks: tuple[int, int, str]) -> TabAnnotation:
    return TabAnnotation(
        tuple(TabMention(start, end, "e", type_, "QUASI") for start, end, type_ in marks)
    )


DOCUMENT = TabDocument(
    "a",
    TEXT,
    {
        "one": annotation((0, 8, "PERSON"), (12, 17, "DEM"), (23, 28, "LOC")),
        "two": annotation((0, 8, "PERSON")),
        "three": annotation((0, 8, "PERSON"), (23, 28, "ORG")),
    },
)
FOUND = {"a": [(Span(0, 8), "PERSON"), (Span(23, 28), "ORG")]}


def test_the_union_counts_what_any_annotator_marked() -> None:
    scores = score([DOCUMENT], FOUND)
    assert (scores.marked.precision, scores.marked.recall) == (1, 3 / 4)
    assert scores.labelled.recall == pytest.approx(2 / 4)  # LOC comes before ORG
    assert scores.per_type["DEM"].f1 == 0


def test_merged_leaves_out_what_a_minority_marked() -> None:
    scores = score([DOCUMENT], FOUND, "merged")
    assert scores.marked.f1 == 1
    assert set(scores.per_type) == {"PERSON", "LOC", "ORG"}


def test_nothing_found_is_no_precision() -> None:
    scores = score([DOCUMENT], {})
    assert scores.marked.f1 == 0 and scores.labelled.precision == 0
