"""Corpora in the coarser scheme: what they annotate is an answer, what they do not is unknown."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from maskera.errors import DataError
from maskera.lang import load_pack
from maskera.text import Document
from maskera.train import augment, coarse, labels_of
from maskera.train.corpora import Annotated, Marked

PACK = load_pack("en")
assert PACK.models.types
TYPES = PACK.models.types
TEXT = "Ms Elin Vik came on 3 May 2001."
SPANS = [{"start": 0, "end": 11, "label": "PER"}]


def jsonl(path: Path, *objects: object) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
    return path


def document(text: str) -> Document:
    return PACK.tokenization(Document("a", text, "en"))


def test_a_header_says_what_a_corpus_annotates(tmp_path: Path) -> None:
    header = {"annotates": ["PER", "LOC"], "kind": "mail"}
    path = jsonl(tmp_path / "a.jsonl", header, {"id": "a", "text": TEXT, "spans": SPANS})
    assert coarse.is_coarse(path, {})
    (text,) = coarse.read(path, TYPES)
    assert text.annotates == {"PERSON", "LOC"} and text.kind == "mail"
    assert text.spans == (Marked(0, 11, "PERSON"),)
    answers = coarse.answers(document(TEXT), text, PACK)
    assert answers[0] == "title"
    assert isinstance(answers[1], frozenset) and answers[1] <= TYPES.labels["PERSON"]
    unknown = answers[document(TEXT).tokens.forms.index("May")]
    assert isinstance(unknown, frozenset)
    assert {"O", "month_word", "misc"} <= unknown and "city" not in unknown


def test_the_command_line_goes_before_the_header(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", {"id": "a", "text": TEXT, "spans": SPANS})
    assert not coarse.is_coarse(path, {})
    assert coarse.is_coarse(path, {str(path): frozenset(("PER",))})
    (text,) = coarse.read(path, TYPES, frozenset(("PER",)))
    assert text.annotates == {"PERSON"}


def test_essays_say_nothing_of_what_only_the_benchmark_has() -> None:
    text = Annotated("a", TEXT, (Marked(3, 7, "firstname_female"),))
    answers = coarse.answers(document(TEXT), text, PACK)
    assert answers[0] == frozenset({"O"} | TYPES.beyond)
    assert answers[1] == "firstname_female"


def test_a_corpus_that_annotates_all_has_certain_negatives() -> None:
    text = Annotated("a", TEXT, (), types=True)
    assert set(coarse.answers(document(TEXT), text, PACK)) == {"O"}


def test_a_file_of_the_benchmark_is_read(tmp_path: Path) -> None:
    mention = {
        "entity_type": "PERSON", "entity_id": "e", "start_offset": 0, "end_offset": 11,
        "identifier_type": "DIRECT",
    }  # fmt: skip
    annotations = {"annotator1": {"entity_mentions": [mention]}}
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{"doc_id": "001-1", "text": TEXT, "annotations": annotations}]))
    (text,) = coarse.read(path, TYPES)
    assert text.kind == "court" and text.spans == (Marked(0, 11, "PERSON"),)


@pytest.mark.parametrize(
    ("objects", "message"),
    [
        ([{"annotates": ["PER", "vegetable"]}], "1: no label 'vegetable' to annotate"),
        ([{"annotates": "PER"}], '1: "annotates" is not a list of labels'),
        ([{"annotates": ["PER"], "kind": 1}], '1: "kind" is not a string'),
        ([{"annotates": ["PER"], "mentions": {"PER": "x"}}], '1: "mentions" are not lists'),
        ([{"annotates": ["PER"], "mentions": {"X": ["x"]}}], "1: no label 'X' to annotate"),
        ([{"annotates": ["PER"]}, {"id": "a", "spans": []}], "2: no document with id"),
        (
            [{"annotates": ["PER"]}, {"id": "a", "text": "x", "spans": [{**SPANS[0], "end": 9}]}],
            "2: a span is empty or leaves the text",
        ),
        (
            [
                {"annotates": ["PER"]},
                {"id": "a", "text": "x", "spans": [{**SPANS[0], "label": "X"}]},
            ],
            "2: a label that the scheme does not have",
        ),
    ],
)
def test_faults_are_told_with_their_line(
    objects: list[object], message: str, tmp_path: Path
) -> None:
    path = jsonl(tmp_path / "a.jsonl", *objects)
    with pytest.raises(DataError, match=message):
        if coarse.is_coarse(path, {}):
            list(coarse.read(path, TYPES))


def test_a_copy_has_other_names_and_dates_in_the_same_places() -> None:
    text = Annotated(
        "a", f"{TEXT} Vik lost.", (Marked(0, 11, "PERSON"), Marked(20, 30, "DATETIME"),
                                  Marked(32, 35, "PERSON")), types=True,
    )  # fmt: skip
    pools = augment.Pools(PACK.vocab.gazetteer)
    drawn = [coarse.redrawn(text, TYPES, pools, Random(seed)) for seed in range(20)]
    assert len({one.text for one in drawn}) > 15
    for one in drawn:
        first, date, last = (one.text[span.start : span.end] for span in one.spans)
        assert first.startswith("Ms ") and first.endswith(last) and len(date.split()) == 3


def test_a_copy_has_mentions_of_other_texts_and_of_the_header(tmp_path: Path) -> None:
    first = {"id": "a", "text": "A cook and a cook.", "spans": [
        {"start": 2, "end": 6, "label": "DEM"}, {"start": 13, "end": 17, "label": "DEM"},
    ]}  # fmt: skip
    second = {"id": "b", "text": "My poet of 40.", "spans": [
        {"start": 3, "end": 7, "label": "DEM"}, {"start": 11, "end": 13, "label": "CODE"},
    ]}  # fmt: skip
    header = {
        "annotates": ["DEM", "CODE"],
        "mentions": {"DEM": ["Welder", "smith"], "CODE": ["7"], "ORG": ["lynx"]},
    }
    texts = list(coarse.read(jsonl(tmp_path / "a.jsonl", header, first, second), TYPES))
    pools = augment.Pools(PACK.vocab.gazetteer)
    drawn = [
        coarse.redrawn(text, TYPES, pools, Random(seed)) for seed in range(30) for text in texts
    ]
    mentions = [[one.text[span.start : span.end] for span in one.spans] for one in drawn]
    assert {its[0] for its in mentions} == {"cook", "poet", "smith"}  # in small letters as it was
    assert {its[1] for its in mentions[1::2]} == {"40"}  # a code is not exchanged
    assert all(before == after for before, after in mentions[::2])  # one trade throughout


def test_a_label_that_no_corpus_marks_is_not_learnt() -> None:
    """It would be as right as nothing is, at every word of an essay."""
    unmarked = frozenset(("O", "demographic", "misc"))
    assert labels_of([unmarked, "city", "O"]) == ["O", "city"]
    assert labels_of([unmarked, frozenset(("city", "region"))]) == ["O", "city", "region"]
    assert labels_of([unmarked, "demographic"]) == ["O", "demographic"]
