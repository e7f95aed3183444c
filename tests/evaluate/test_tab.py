from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import grows_in_proportion

from maskera.errors import DataError
from maskera.evaluate import tab
from maskera.evaluate.information import unigram
from maskera.evaluate.tab import by_annotator, merged, read_gold, read_masks, score
from maskera.formats.tab import TabDocument
from maskera.text import Span

DEV = Path(__file__).parents[3] / "shared" / "data" / "tab" / "echr_dev.json"
TEXT = "Ms Elin Vik, a baker from Hamar, filed case no. 12/34 on 3 May 2001. Vik lost."
MASKS = b'{"toy-1":[[3,11],[26,31],[48,53],[59,67],[73,77]]}'
ROWS = [
    ("PERSON", "e1", 0, 11, "DIRECT", "DIRECT"),
    ("PERSON", "e1", 69, 72, "DIRECT", "DIRECT"),
    ("DEM", "e2", 15, 20, "QUASI", "NO_MASK"),
    ("LOC", "e3", 26, 31, "QUASI", "QUASI"),
    ("CODE", "e4", 48, 53, "DIRECT", "DIRECT"),
    ("DATETIME", "e5", 57, 67, "QUASI", "NO_MASK"),
]


def toy(rows: list[tuple] = ROWS, text: str = TEXT) -> tuple[TabDocument, ...]:
    """The toy document of evaluation-and-risk 1.5, as a file of the benchmark."""

    def annotation(k: int) -> dict:
        mentions = [
            {
                "entity_type": kind, "entity_mention_id": f"toy-1_a{k}_em{n}", "entity_id": f"toy-1_a{k}_{entity}", "start_offset": start,
                "end_offset": end, "span_text": text[start:end], "edit_type": "check", "identifier_type": decisions[k - 1],
                "confidential_status": "NOT_CONFIDENTIAL",
            }
            for n, (kind, entity, start, end, *decisions) in enumerate(rows, 1)
        ]  # fmt: skip
        return {"entity_mentions": mentions}

    file = [{"doc_id": "toy-1", "dataset_type": "test", "quality_checked": [], "meta": {}, "task": "Protect Elin Vik", "text": text,
             "annotations": {f"annotator{k}": annotation(k) for k in (1, 2)}}]  # fmt: skip
    return read_gold(json.dumps(file).encode(), "toy.json")


@pytest.mark.parametrize("official", [False, True])
def test_the_toy_document_has_the_figures_of_the_specification(official: bool) -> None:
    figures = score(toy(), read_masks(MASKS, "masks.json"), official=official)
    assert (figures.entity_recall_direct, figures.entity_recall_quasi, figures.entity_recall) == (
        2 / 4,
        2 / 4,
        4 / 8,
    )
    assert (figures.token_recall, figures.mention_recall) == (14 / 18, 6 / 10)
    assert (figures.token_precision, figures.mention_precision) == (12 / 16, 7 / 10)
    assert round(figures.token_f1, 3) == 0.764
    assert figures.token_recall_per_type == {
        "CODE": 1,
        "DATETIME": 2 / 3,
        "DEM": 0,
        "LOC": 1,
        "PERSON": 6 / 8,
    }
    assert figures.token_precision_weighted == figures.token_precision


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=8),
    st.integers(0, 40),
    st.integers(1, 9),
)
def test_what_one_of_many_spans_covers_is_covered(
    places: list[tuple[int, int]], start: int, length: int
) -> None:
    spans, unit = [Span(begin, begin + long) for begin, long in places], Span(start, start + length)
    assert tab._covering(spans)(unit) == any(span.covers(unit) for span in spans)


def test_many_mentions_take_time_in_proportion() -> None:
    def work(size: int) -> None:
        gold = toy(
            [("PERSON", f"e{n}", 5 * n, 5 * n + 4, "DIRECT", "DIRECT") for n in range(size)],
            "Elin " * size,
        )
        score(gold, {"toy-1": [Span(5 * n, 5 * n + 4) for n in range(size)]})

    assert grows_in_proportion(work, 300)


def test_each_annotator_apart() -> None:
    apart = by_annotator(toy(), read_masks(MASKS, "m"))
    assert (apart["annotator1"].token_recall, apart["annotator2"].token_recall) == (8 / 11, 6 / 7)
    assert (apart["annotator1"].quasi, apart["annotator2"].quasi) == (3, 1)


def test_masks_that_overlap_count_twice_in_the_official_script_only() -> None:
    masks = {"toy-1": [Span(26, 31), Span(26, 31), Span(73, 77)]}
    assert score(toy(), masks, official=True).mention_precision == 2 / 3
    assert score(toy(), masks).mention_precision == 1 / 2
    assert merged([Span(5, 9), Span(0, 3), Span(2, 6), Span(9, 10)]) == [Span(0, 9), Span(9, 10)]


def test_mentions_not_to_be_masked_count_in_the_official_recall_only() -> None:
    rows = [
        ("PERSON", "e1", 3, 11, "QUASI", "QUASI"),
        ("PERSON", "e1", 69, 72, "NO_MASK", "NO_MASK"),
    ]
    masks = {"toy-1": [Span(3, 11)]}
    assert score(toy(rows), masks).mention_recall == 1
    assert score(toy(rows), masks, official=True).mention_recall == 1 / 2
    assert score(toy(rows), masks, official=True).entity_recall == 1


def test_function_words_titles_and_punctuation_may_stay_in_sight() -> None:
    text = "The mayor of Hamar and Mr. Vik"
    rows = [("DEM", "e1", 0, 18, "QUASI", "QUASI"), ("PERSON", "e2", 23, 30, "DIRECT", "DIRECT")]
    assert (
        score(toy(rows, text), {"toy-1": [Span(4, 9), Span(13, 18), Span(27, 30)]}).entity_recall
        == 1
    )
    assert score(toy(rows, text), {"toy-1": [Span(4, 9), Span(27, 30)]}).entity_recall_quasi == 0


def test_rare_words_weigh_more() -> None:
    documents = toy()
    weigh = unigram([TEXT, "lost lost lost Hamar"])
    assert weigh(TEXT, [], [Span(73, 77), Span(3, 7), Span(3, 11), Span(11, 12)])[3] == 0
    lost, elin, both, _ = weigh(TEXT, [], [Span(73, 77), Span(3, 7), Span(3, 11), Span(11, 12)])
    assert lost < elin <= both
    figures = score(documents, read_masks(MASKS, "m"), weigh=weigh)
    assert figures.token_precision_weighted > figures.token_precision


@given(st.lists(st.tuples(st.integers(0, 77), st.integers(1, 20)), max_size=8), st.booleans())
def test_figures_are_shares_and_more_masks_never_hide_less(
    chunks: list[tuple[int, int]], official: bool
) -> None:
    spans = [Span(start, min(78, start + length)) for start, length in chunks]
    fewer, more = (
        score(toy(), {"toy-1": masks}, official=official)
        for masks in (spans[: len(spans) // 2], spans)
    )
    for figures in (fewer, more):
        assert all(
            0 <= getattr(figures, name) <= 1
            for name in figures.__struct_fields__
            if "recall" in name and "type" not in name
        )
    assert fewer.entity_recall <= more.entity_recall
    assert fewer.token_recall <= more.token_recall


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        ({}, "the prediction has no document 'toy-1'"),
        ({"toy-1": [], "other": []}, "the gold has no document 'other'"),
        ({"toy-1": [Span(70, 90)]}, "a mask of the prediction is empty or leaves the text"),
    ],
)
def test_masks_that_do_not_fit_are_refused(masks: dict, message: str) -> None:
    with pytest.raises(DataError, match=message):
        score(toy(), masks)


def test_a_document_that_comes_twice_is_refused_and_not_counted_twice() -> None:
    with pytest.raises(DataError, match="the gold has document 'toy-1' twice"):
        score([*toy(), *toy(text=TEXT.replace("lost", "won"))], {"toy-1": []})


def test_a_byte_order_mark_is_no_part_of_a_file() -> None:
    assert read_masks(b"\xef\xbb\xbf" + MASKS, "masks.json") == read_masks(MASKS, "masks.json")
    assert read_gold(b"\xef\xbb\xbf[]", "gold.json") == ()


def test_files_that_are_something_else_are_refused_without_quoting_them() -> None:
    for content in (b'{"text": "hemligt"}', b"hemligt", b"\xff", b'[{"doc_id": "hemligt"}]'):
        with pytest.raises(DataError) as raised:
            read_gold(content, "gold.json")
        assert "gold.json" in str(raised.value)
        assert "hemligt" not in str(raised.value)
    for content in (b"[]", b'{"a": [["x", "y"]]}', b'{"a": [[5, 2]]}', b'{"a": [[5]]}'):
        with pytest.raises(DataError, match=r"masks\.json"):
            read_masks(content, "masks.json")


@pytest.mark.skipif(not DEV.exists(), reason="needs ../shared/data/tab")
def test_the_benchmarks_own_masks_are_perfect_on_its_dev_set() -> None:
    documents = read_gold(DEV.read_bytes(), DEV.name)
    masks = {
        d.doc_id: [m.span for a in d.annotations.values() for m in a.entity_mentions if m.masked]
        for d in documents
    }
    figures = score(documents, masks)
    assert len(documents) == 21
    assert (
        figures.entity_recall
        == figures.token_recall
        == figures.mention_recall
        == figures.token_precision
        == 1
    )
    assert (
        score(documents, masks, official=True).token_recall < 1
    )  # mentions marked NO_MASK of entities that need masking
    assert score(documents, {d.doc_id: [] for d in documents}).entity_recall == 0
