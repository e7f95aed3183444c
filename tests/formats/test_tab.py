"""The Text Anonymization Benchmark."""

from __future__ import annotations

import json
from typing import Any

import pytest

from maskera.errors import DataError
from maskera.formats import tab
from maskera.mentions import Mention
from maskera.result import Replacement, Result
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .making import SHARED, anna, annotated


def marked(
    start: int, end: int, kind: str = "PERSON", identifier: str = "DIRECT", entity: str = "e1"
) -> dict[str, Any]:
    return {
        "start_offset": start,
        "end_offset": end,
        "entity_type": kind,
        "identifier_type": identifier,
        "entity_id": entity,
    }


def document(*mentions: dict[str, Any], **more: object) -> dict[str, Any]:
    return {
        "doc_id": "toy-1",
        "text": "Elin Vik, a baker. Vik lost.",
        "task": "Protect Elin Vik",
        "annotations": {
            "annotator1": {"entity_mentions": list(mentions)},
            "annotator2": {"entity_mentions": []},
        },
        **more,
    }


def test_documents_with_the_marks_of_the_first_annotator() -> None:
    content = json.dumps(
        [document(marked(0, 8), marked(12, 17, "DEM", "NO_MASK", "e2"), marked(19, 22))]
    )
    ((found, mentions),) = annotated(tab.read(content, "echr.json", shipped()))
    assert found == Document(
        "toy-1", "Elin Vik, a baker. Vik lost.", "en", {"task": "Protect Elin Vik"}
    )
    assert mentions == (
        Mention(Span(0, 8), "surname", 1, personal=1.0),
        Mention(Span(12, 17), "sensitive", 2, personal=0.0),
        Mention(Span(19, 22), "surname", 1, personal=1.0),
    )


def test_of_overlapping_mentions_the_longest_stays() -> None:
    ((_, mentions),) = annotated(
        tab.read(json.dumps([document(marked(0, 4), marked(0, 8), marked(5, 8))]), "f", shipped())
    )
    assert [mention.span for mention in mentions] == [Span(0, 8)]


def test_what_overlaps_none_of_the_longest_stays_too() -> None:
    ((_, mentions),) = annotated(
        tab.read(json.dumps([document(marked(0, 4), marked(3, 8), marked(7, 20))]), "f", shipped())
    )
    assert [mention.span for mention in mentions] == [Span(0, 4), Span(7, 20)]


def test_a_document_without_annotations_has_no_mentions() -> None:
    ((_, mentions),) = annotated(tab.read('[{"doc_id":"a","text":"x"}]', "f", shipped()))
    assert mentions == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", "f.json: not a file of the Text Anonymization Benchmark"),
        ("[1", "f.json: not a file of the Text Anonymization Benchmark"),
        ('[{"text":"Vik"}]', "f.json: document 1 lacks"),
        (
            json.dumps([document(marked(0, 99))]),
            "f.json: document 1: mention 1 lies outside the text",
        ),
        (
            json.dumps([document(marked(0, 3, "NAME"))]),
            "f.json: document 1: mention 1: unknown entity type 'NAME'",
        ),
        (json.dumps([document(marked(-1, 3))]), "f.json: document 1 lacks"),
    ],
)
def test_what_is_wrong_is_said_without_text(content: str, message: str) -> None:
    (error,) = tab.read(content, "f.json", shipped())
    assert (
        isinstance(error, DataError) and str(error).startswith(message) and "Vik" not in str(error)
    )


def test_a_broken_document_costs_no_other() -> None:
    items = list(
        tab.read(
            json.dumps([document(), {"doc_id": 7}, document(), document(doc_id="toy-2")]),
            "f",
            shipped(),
        )
    )
    assert [isinstance(item, DataError) for item in items] == [False, True, True, False]
    assert "id 'toy-1' is taken already" in str(items[2])


def test_masks_are_what_is_hidden_in_offsets_of_the_original() -> None:
    assert json.loads(tab.render(anna())) == {"essay1": [[10, 14], [25, 33], [38, 43], [62, 70]]}


def test_marked_and_kept_mentions_are_no_masks() -> None:
    result = Result(Document("a", "xy"), (Replacement(Mention(Span(0, 1), "city"), "keep", "x"),))
    assert tab.render(result) == '{"a":[]}\n'


def test_masks_of_many_documents_are_one_object() -> None:
    other = Result(Document("b", ""), ())
    assert tab.join([("essay1", tab.render(anna())), ("b", tab.render(other))]) == tab.masks(
        [anna(), other]
    )


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_the_benchmark_is_read_whole() -> None:
    items = list(
        tab.read((SHARED / "tab" / "echr_dev.json").read_bytes(), "echr_dev.json", shipped())
    )
    assert len(items) == 21 and not any(isinstance(item, DataError) for item in items)
