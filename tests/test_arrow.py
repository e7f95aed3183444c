from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import maskera
from maskera.errors import MaskeraError

pa = pytest.importorskip("pyarrow")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from maskera.arrow import pseudonymize  # noqa: E402

KEY = b"a key of sixteen bytes and more"
TEXTS = [
    "Jag heter Anna Lindqvist och bor i Göteborg.",
    None,
    "Min bror Erik ringer 070-174 06 35.",
    "",
    "Det regnar ofta på hösten.",
    "Anna Lindqvist skrev till anna.lindqvist@exempel.se om Göteborg.",
]
ROWS = pa.table(
    {
        "n": pa.array(range(6), pa.int8()),
        "id": [f"d{row}" for row in range(6)],
        "text": TEXTS,
        "more": [[row] for row in range(6)],
    }
)


def told(**options: object) -> pa.Table:
    return pseudonymize(ROWS, key=KEY, mode="rules", **options)


def test_a_batch_gives_a_batch_and_a_table_a_table() -> None:
    for rows in (ROWS, ROWS.to_batches()[0]):
        assert type(pseudonymize(rows, key=KEY, mode="rules")) is type(rows)


def test_the_texts_are_those_of_the_pipeline_and_the_other_columns_untouched() -> None:
    new = told()
    nlp = maskera.load(key=KEY, mode="rules")
    expected = [
        text and maskera.release(nlp(maskera.Document(f"d{row}", text))).text
        for row, text in enumerate(TEXTS)
    ]
    assert new["text"].to_pylist() == expected
    assert new.drop_columns("text") == ROWS.drop_columns("text")
    assert "Anna" not in str(expected)
    assert expected[4] == TEXTS[4]


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=4))
def test_however_the_rows_are_batched_the_output_is_the_same(cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), 6]
    parts = [
        pseudonymize(ROWS.slice(start, end - start), key=KEY, mode="rules")
        for start, end in pairwise(bounds)
    ]
    assert pa.concat_tables(parts).to_pylist() == told().to_pylist()


def test_a_row_without_id_follows_from_its_words() -> None:
    without = told(id=None)["text"].to_pylist()
    backwards = pseudonymize(ROWS.take([5, 4, 3, 2, 1, 0]), id=None, key=KEY, mode="rules")
    assert backwards["text"].to_pylist() == without[::-1]


def test_verdicts_are_null_where_the_text_is() -> None:
    new = told(leaks="leaks")
    assert new.schema.names == [*ROWS.schema.names, "leaks"]
    assert [verdict is None for verdict in new["leaks"].to_pylist()] == [t is None for t in TEXTS]


def test_what_fails_the_leak_check_leaves_without_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from maskera.pipeline import Pipeline
    from maskera.result import LeakStatus, Result

    replaced = Pipeline.replace

    def failing(nlp: Pipeline, *judged: Any) -> Result:
        verdicts = {"d0": LeakStatus.FAIL, "d2": LeakStatus.REVIEW}
        result = replaced(nlp, *judged)
        return replace(result, leaks=verdicts.get(result.document.id, LeakStatus.PASS))

    monkeypatch.setattr(Pipeline, "replace", failing)
    usual, strict = told(leaks="v").to_pylist(), told(leaks="v", strict=True).to_pylist()
    assert [usual[0]["text"], usual[0]["v"], usual[2]["v"]] == [None, "FAIL", "REVIEW"]
    assert usual[2]["text"] is not None
    assert strict[2]["text"] is None
    assert strict[4]["text"] == TEXTS[4]


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.dictionary(pa.int32(), pa.string()), pa.string_view()], ids=str
)
def test_the_type_of_the_texts_is_kept(kind: pa.DataType) -> None:
    rows = pa.table({"id": [1, 2], "text": pa.array(TEXTS[:2], kind)})
    new = pseudonymize(rows, key=KEY, mode="rules")
    assert new.schema.field("text").type == kind
    assert new["text"].to_pylist()[1] is None


def test_a_narrow_dictionary_has_room_for_all_pseudonyms() -> None:
    narrow = pa.dictionary(pa.int8(), pa.large_string())
    texts = pa.array([TEXTS[0], TEXTS[5]] * 100).dictionary_encode().cast(narrow)
    rows = pa.table({"id": range(200), "text": texts})
    for each in (rows, rows.to_batches()[0]):
        new = pseudonymize(each, key=KEY, mode="rules")
        assert new.schema.field("text").type.value_type == pa.large_string()
        assert len(set(new.column("text").to_pylist())) > 128


def test_columns_without_any_value_are_nulls() -> None:
    """pandas gives a part of a column so, where all of it is None."""
    rows = pa.table({"id": pa.nulls(2), "text": pa.nulls(2), "n": [1, 2]})
    assert pseudonymize(rows, key=KEY, mode="rules") == rows


def test_a_batch_without_rows_stays_one() -> None:
    empty = pseudonymize(ROWS.slice(0, 0), key=KEY, mode="rules", leaks="leaks")
    assert (empty.num_rows, empty.schema.names[-1]) == (0, "leaks")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"text": "body"}, "no column 'body'; there are 'n', 'id', 'text', 'more'"),
        ({"id": "nr"}, "no column 'nr'"),
        ({"text": "n"}, "the column 'n' must hold strings, not int8"),
        ({"id": "more"}, "the column 'more' must hold strings or integers"),
        ({"leaks": "n"}, "there is a column 'n' already"),
        ({"key": None}, "needs a key"),
        ({"key": b"short"}, "at least 16"),
        ({"mode": "more"}, "no mode 'more'"),
    ],
)
def test_wrong_use_is_one_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(MaskeraError, match=said):
        pseudonymize(ROWS, **{"key": KEY, "mode": "rules", **options})


def test_what_is_no_batch_is_refused() -> None:
    with pytest.raises(MaskeraError, match="RecordBatch or Table, got list"):
        pseudonymize(TEXTS, key=KEY)  # type: ignore[type-var]


def test_the_example_of_the_documentation_runs() -> None:
    page = (Path(__file__).parent.parent / "docs" / "pipelines.md").read_text(encoding="utf-8")
    example = re.search("```python\n(.*?)```", page, re.DOTALL)
    assert example
    found: dict[str, pa.Table] = {}
    exec(example[1], found)
    assert found["new"].schema.names == ["id", "text", "leaks"]


def test_a_data_frame_comes_and_goes() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"id": ["d0"], "text": [TEXTS[0]]}, index=[7])
    new = pseudonymize(pa.Table.from_pandas(frame), key=KEY, mode="rules").to_pandas()
    assert list(new.index) == [7]
    assert new["text"][7] == told()["text"][0].as_py()
