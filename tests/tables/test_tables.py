"""Tables through the command line: the texts change, nothing else does."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from calling import Cli, one_sentence
from hypothesis import given, settings
from hypothesis import strategies as st

import maskera
from maskera.tables import Columns, Done, kind_of
from maskera.tables.rewrite import worked

TEXTS = [
    "Jag heter Farid Hemligson och bor i Malmö.",
    "",
    'Rad ett,\nrad "två" i Malmö.',
    "Det regnar ofta.",
]
ROWS = [{"nr": f"00{n}", "id": f"d{n}", "text": text} for n, text in enumerate(TEXTS)]
FLAGS = ("--mode", "rules", "--text-column", "text", "--id-column", "id")


def delimited(separator: str, end: str = "\n") -> str:
    lines = io.StringIO(newline="")
    table = csv.DictWriter(lines, ["nr", "id", "text"], delimiter=separator, lineterminator=end)
    table.writeheader()
    table.writerows(ROWS)
    return lines.getvalue()


def rows_of(path: Path, separator: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=separator))


@pytest.fixture
def cli(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    calls = Cli(capfdbinary, monkeypatch, tmp_path)
    calls.write("key", b"a key of sixteen bytes and more, of 32")
    return calls


@pytest.fixture
def expected() -> list[str]:
    """What the documents of the rows become by themselves."""
    nlp = maskera.load(key=b"a key of sixteen bytes and more, of 32", mode="rules")
    documents = [maskera.Document(row["id"], row["text"]) for row in ROWS]
    return [maskera.release(nlp(document)).text for document in documents]


@pytest.mark.parametrize(
    ("suffix", "separator"),
    [("csv", ","), ("csv", ";"), ("csv", "\t"), ("csv", "|"), ("tsv", "\t")],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_csv_keeps_all_but_the_texts(
    cli: Cli, expected: list[str], suffix: str, separator: str, end: str
) -> None:
    name = cli.write(f"rows.{suffix}", delimited(separator, end))
    run = cli("pseudonymize", name, "-o", f"new.{suffix}", "--key", "key", *FLAGS)
    assert run.code == 0, run.err
    new = cli.folder / f"new.{suffix}"
    assert rows_of(new, separator) == [
        {**row, "text": text} for row, text in zip(ROWS, expected, strict=True)
    ]
    assert new.read_bytes().count(b"\r\n") == (len(ROWS) + 1) * (end == "\r\n")


def test_a_table_without_anything_to_replace_comes_out_byte_by_byte(cli: Cli) -> None:
    content = "\ufeffid;text;e\n1;Det regnar.;007\n2;;1,50\n"
    name = cli.write("same.csv", content)
    assert cli("pseudonymize", name, "-o", "new.csv", "--key", "key", *FLAGS).code == 0
    assert (cli.folder / "new.csv").read_text(encoding="utf-8") == content


def test_the_encoding_of_a_table_is_said(cli: Cli) -> None:
    content = '"id";"text";"ort"\r\n1;"Det här är Farid.";"å"\r\n'
    name = cli.write("rows.csv", content.encode("windows-1252"))
    flags = ("-o", "new.csv", "--key", "key", *FLAGS)
    refused = cli("pseudonymize", name, *flags)
    assert refused.code == 1
    one_sentence(refused, "rows.csv:1: not UTF-8 text, here or soon after; --encoding says")
    assert cli("pseudonymize", name, *flags, "--encoding", "windows-1252").code == 0
    written = (cli.folder / "new.csv").read_bytes()
    assert written.startswith("\ufeffid;text;ort\r\n1;Det här är ".encode())
    assert written.endswith(".;å\r\n".encode())
    name = cli.write("rows.csv", content.encode("utf-16"))
    assert cli("pseudonymize", name, *flags, "--encoding", "utf-16").code == 0
    assert (cli.folder / "new.csv").read_bytes() == written


def test_the_rest_of_a_text_without_quotes_does_not_leave(cli: Cli) -> None:
    content = "id,text\n1,Det regnar.\n2,Hej, jag heter Farid\n3,Det snöar.,\n4\n"
    name = cli.write("rows.csv", content)
    run = cli("pseudonymize", name, "-o", "new.csv", "--key", "key", *FLAGS)
    assert run.code == 1
    assert "rows.csv:3: more values than columns (a text without quotes?)" in run.err
    new = (cli.folder / "new.csv").read_text(encoding="utf-8")
    assert new == "id,text\n1,Det regnar.\n3,Det snöar.,\n4\n"


def test_json_lines_keep_other_values_byte_by_byte(cli: Cli, expected: list[str]) -> None:
    lines = "".join(
        f'{{"n":1.50,"x":{{"b": [1, null]}},"id":"d{n}","text":{json.dumps(text)}}}\n'
        for n, text in enumerate(TEXTS)
    )
    cli.write("rows.jsonl.gz", gzip.compress(lines.encode()))
    assert cli("batch", ".", "-o", "out", "--key", "key", "--workers", "1", *FLAGS).code == 0
    new = gzip.decompress((cli.folder / "out" / "rows.jsonl.gz").read_bytes()).decode()
    assert [json.loads(line)["text"] for line in new.splitlines()] == expected
    assert new.count('"n":1.50,"x":{"b": [1, null]}') == len(TEXTS)


def test_zstd_is_read_and_written(cli: Cli, expected: list[str]) -> None:
    zstandard = pytest.importorskip("zstandard")
    packed = zstandard.compress(delimited(",").encode())
    name = cli.write("rows.csv.zst", packed[:])
    run = cli("pseudonymize", name, "-o", "out/", "--key", "key", *FLAGS)
    assert run.code == 0, run.err
    with zstandard.open(cli.folder / "out" / "rows.csv.zst", "rt", encoding="utf-8") as stream:
        assert [row["text"] for row in csv.DictReader(io.StringIO(stream.read()))] == expected


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_compressed_table_that_was_cut_off_is_not_taken_for_whole(cli: Cli, packing: str) -> None:
    pack = gzip.compress if packing == "gz" else pytest.importorskip("zstandard").compress
    rows = "".join(f"d{n},Det regnar {n * n * n}.\n" for n in range(5_000))
    packed = pack(f"id,text\n{rows}".encode())
    name = cli.write(f"rows.csv.{packing}", packed[: len(packed) // 2])
    whole = cli.write(f"whole.csv.{packing}", pack(b"id,text\n") + pack(b"d1,Det regnar.\n"))
    run = cli("batch", name, whole, "-o", "out", "--key", "key", "--workers", "1", *FLAGS)
    assert run.code == 1
    assert f"rows.csv.{packing}: is no whole" in run.err
    written = {path.name for path in (cli.folder / "out").iterdir()}
    assert written == {"manifest.jsonl", f"whole.csv.{packing}"}


def test_parquet_has_room_for_more_pseudonyms_than_there_were_texts(cli: Cli) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    texts = pa.array([f"Anna {name} bor i Malmö." for name in ("Berg", "Dahl")] * 200)
    table = pa.table(
        {
            "id": range(400),
            "text": texts.dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string())),
            "none": pa.nulls(400),
        }
    )
    pq.write_table(table, cli.folder / "rows.parquet")
    run = cli("batch", "rows.parquet", "-o", "out", "--key", "key", "--workers", "1", *FLAGS)
    assert run.code == 0, run.err
    new = pq.read_table(cli.folder / "out" / "rows.parquet")
    assert pa.types.is_dictionary(new.schema.field("text").type)
    assert len(set(new["text"].to_pylist())) > 128
    assert new.drop_columns("text") == table.drop_columns("text")


def test_parquet_keeps_groups_types_and_compression(cli: Cli, expected: list[str]) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    (cli.folder / "in" / "year=2024").mkdir(parents=True)
    table = pa.table(
        {
            "n": pa.array(range(5), pa.int16()),
            "id": [f"d{n}" for n in range(5)],
            "text": [*TEXTS, None],
        }
    )
    pq.write_table(
        table,
        cli.folder / "in" / "year=2024" / "part.parquet",
        row_group_size=2,
        compression="gzip",
    )
    run = cli(
        "batch", "in", "-o", "out", "--key", "key", "--workers", "1", "--leaks-column", "leaks", *FLAGS
    )  # fmt: skip
    assert run.code == 0, run.err
    file = pq.ParquetFile(cli.folder / "out" / "year=2024" / "part.parquet")
    new = file.read()
    assert new["text"].to_pylist() == [*expected, None]
    assert new["leaks"].to_pylist()[-1] is None
    assert new.select(["n", "id"]) == table.select(["n", "id"])
    assert file.num_row_groups == 3
    assert file.metadata.row_group(0).column(2).compression == "GZIP"


def test_xlsx_keeps_formulas_formats_and_other_cells(cli: Cli, expected: list[str]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.properties.creator = "Farid Hemligson"
    sheet = book.active
    sheet.append(["id", "text", "n"])
    for number, text in enumerate(TEXTS):
        sheet.append([f"d{number}", text, f"={number}+1"])
    sheet["B2"].font = openpyxl.styles.Font(bold=True)
    book.save(cli.folder / "rows.xlsx")
    run = cli("pseudonymize", "rows.xlsx", "-o", "out/", "--key", "key", *FLAGS)
    assert run.code == 0, run.err
    new = openpyxl.load_workbook(cli.folder / "out" / "rows.xlsx")
    cells = list(new.active.values)
    assert [row[1] or "" for row in cells[1:]] == expected
    assert [row[2] for row in cells] == ["n", "=0+1", "=1+1", "=2+1", "=3+1"]
    assert new.active["B2"].font.bold
    assert new.properties.creator in (None, "openpyxl")


def test_xlsx_loses_the_copies_of_its_texts(cli: Cli, expected: list[str]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    from openpyxl.chart import BarChart, Reference
    from openpyxl.chart.data_source import StrData, StrVal
    from openpyxl.comments import Comment
    from openpyxl.packaging.custom import StringProperty
    from openpyxl.worksheet.datavalidation import DataValidation

    book = openpyxl.Workbook()
    book.custom_doc_props.append(StringProperty(name="Checked by", value="Farid Hemligson"))
    sheet = book.active
    bold = TextBlock(InlineFont(b=True), TEXTS[0][:4])
    sheet.append(["id", "text", "n", "note"])
    sheet.append(["d0", CellRichText(bold, TEXTS[0][4:]), 1, CellRichText(bold, " stays")])
    sheet.auto_filter.ref = "A1:D2"
    sheet.auto_filter.add_filter_column(1, [TEXTS[0]])
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=2))
    chart.set_categories(Reference(sheet, min_col=2, min_row=2, max_row=2))
    labels = chart.series[0].cat
    labels.strRef = openpyxl.chart.data_source.StrRef(labels.numRef.f)
    labels.strRef.strCache = StrData(ptCount=1, pt=[StrVal(idx=0, v=TEXTS[0])])
    labels.numRef = None
    sheet.add_chart(chart, "F1")
    told = DataValidation(
        "list", formula1='"a,b"', prompt="Farid", error="Farid", errorTitle="Farid"
    )
    told.add("C2")
    sheet.add_data_validation(told)
    other = book.create_sheet("other")
    other.append(["n"])
    other["A1"].comment = Comment("Bra, Farid!", "Farid")
    book.save(cli.folder / "rows.xlsx")
    run = cli("pseudonymize", "rows.xlsx", "-o", "out/", "--key", "key", *FLAGS)
    assert (run.code, "cells of a sheet without the column 'text' stay" in run.err) == (1, True)
    with zipfile.ZipFile(cli.folder / "out" / "rows.xlsx") as package:
        content = b"".join(package.read(name) for name in package.namelist())
    assert b"Farid" not in content
    assert b"Malm" not in content
    new = openpyxl.load_workbook(cli.folder / "out" / "rows.xlsx", rich_text=True).active
    assert (new["B2"].value, len(new["D2"].value)) == (expected[0], 2)
    assert new._charts[0].series[0].cat.strRef.f == "'Sheet'!$B$2"


@pytest.mark.parametrize("dated", [True, False])
def test_a_workbook_has_the_same_bytes_at_any_time(cli: Cli, dated: bool) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["text", "id"], [TEXTS[0], "d0"]):
        book.active.append(row)
    book.save(cli.folder / "now.xlsx")
    with (
        zipfile.ZipFile(cli.folder / "now.xlsx") as now,
        zipfile.ZipFile(cli.folder / "rows.xlsx", "w") as old,
    ):
        for name in now.namelist():  # openpyxl writes the time of day, to the second
            date = rb"\g<1>2020-03-02T10:00:00Z<" if dated else rb"\g<1><"
            old.writestr(name, re.sub(rb"(>)20\d\d-\d\d-\d\dT[\d:]+Z<", date, now.read(name)))
    cli("pseudonymize", "rows.xlsx", "-o", "new/", "--key", "key", *FLAGS)
    content = (cli.folder / "new" / "rows.xlsx").read_bytes()
    assert openpyxl.load_workbook(io.BytesIO(content)).active["A2"].value != TEXTS[0]
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        times = {info.date_time for info in package.infolist()}
        core = package.read("docProps/core.xml")
    assert times == {(1980, 1, 1, 0, 0, 0)}
    assert re.findall(rb"20\d\d-\d\d-\d\d", core) == ([b"2020-03-02"] * 2 if dated else [])


def test_a_sheet_without_the_column_of_ids_is_told_by_its_place(cli: Cli) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["text", "id"])
    book.create_sheet("Farid").append(["text", "n"])
    book.save(cli.folder / "rows.xlsx")
    run = cli("pseudonymize", "rows.xlsx", "-o", "out/", "--key", "key", *FLAGS)
    said = "rows.xlsx: sheet 2: the column 'id' is missing; there are 'text', 'n'"
    assert (run.code, run.err) == (1, f"maskera: {said}\n")


def test_what_a_workbook_loses_is_said(cli: Cli) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["text", "id"])
    book.active.append([TEXTS[0], "d0"])
    book.active.add_chart(openpyxl.chart.BarChart(), "F1")
    book.save(cli.folder / "plain.xlsx")
    with (
        zipfile.ZipFile(cli.folder / "plain.xlsx") as old,
        zipfile.ZipFile(cli.folder / "rows.xlsx", "w") as new,
    ):
        for name in old.namelist():
            shape = old.read(name).replace(b"<graphicFrame", b"<sp/><graphicFrame")
            new.writestr(name, shape)
    for name, said in (("plain.xlsx", False), ("rows.xlsx", True)):
        run = cli("pseudonymize", name, "-o", "out/", "--key", "key", *FLAGS)
        assert run.code == 0, run.err
        assert (f"{name}: not kept: shapes and text boxes" in run.err) == said


def named_book(*, telling: bool) -> Any:
    """A workbook whose names and formulas say what its texts say."""
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.chart import BarChart, Reference
    from openpyxl.formatting.rule import CellIsRule, FormulaRule
    from openpyxl.workbook.defined_name import DefinedName
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["text", "id", "n"], ["Jag heter Max Hemligson.", "d0", "=MAX(D1:D2)"]):
        sheet.append(row)
    sheet.sheet_properties.codeName = "Hemligson"
    if not telling:
        return book
    sheet.title = "Max Hemligson's"
    own = "'Max Hemligson''s'!"
    plain = book.create_sheet("Hemligson")
    plain["A1"], plain["B1"], plain["A2"], plain["B2"] = "a", "b", 1, 2
    plain.add_table(Table(displayName="TableHemligson", ref="A1:B2"))
    book.defined_names["Hemligsons"] = DefinedName("Hemligsons", attr_text="Hemligson!$A$2")
    chart = BarChart()
    chart.title = "Max Hemligson"
    chart.add_data(Reference(plain, min_col=1, min_row=2, max_row=2))
    plain.add_chart(chart, "F1")
    sheet["E9"] = '=COUNTIF(A1:A2,"*Hemligson*")'
    sheet["E10"] = f"=Hemligson!A2+SUM(TableHemligson[b])+hemligsons+COUNTA({own}A1)"
    choice = DataValidation(type="list", formula1='"Hemligson,Ek"')
    choice.add("D5")
    sheet.add_data_validation(choice)
    sheet.conditional_formatting.add("D5", FormulaRule(formula=['D5="Hemligson"']))
    sheet.conditional_formatting.add("D6", CellIsRule(operator="equal", formula=["Hemligson!A2"]))
    return book


def test_names_and_formulas_that_say_what_was_replaced_say_others(cli: Cli) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    for name, telling in (("plain.xlsx", False), ("named.xlsx", True)):
        named_book(telling=telling).save(cli.folder / name)
        run = cli("pseudonymize", name, "-o", "out/", "--key", "key", *FLAGS)
        said = "say others or nothing now (12); look at them"
        assert (run.code, said in run.err) == (int(telling), telling), run.err
        with zipfile.ZipFile(cli.folder / "out" / name) as package:
            content = b"".join(package.read(name) for name in package.namelist())
        assert b"hemligson" not in content.lower()
    new = openpyxl.load_workbook(cli.folder / "out" / "named.xlsx")
    first, second = new.worksheets
    assert [sheet.title for sheet in new] == ["Sheet1", "Sheet2"]
    assert first["C2"].value == "=MAX(D1:D2)"
    assert first["E9"].value == '=COUNTIF(A1:A2,"")'
    assert first["E10"].value == "='Sheet2'!A2+SUM(Table1[b])+Range1+COUNTA('Sheet1'!A1)"
    assert list(second.tables) == ["Table1"]
    assert new.defined_names["Range1"].attr_text == "'Sheet2'!$A$2"
    assert second._charts[0].series[0].val.numRef.f == "'Sheet2'!$A$2"


def test_several_processes_write_what_one_writes(cli: Cli) -> None:
    many = "id,text\n" + "".join(
        f"d{n},Jag heter Farid och bor i Malmö sedan {1950 + n % 70}.\n" for n in range(1100)
    )
    name = cli.write("rows.csv", many)
    for workers in ("1", "2"):
        run = cli("batch", name, "-o", workers, "--key", "key", "--workers", workers, *FLAGS)
        assert run.code in (0, 1), run.err
    assert (cli.folder / "1" / name).read_bytes() == (cli.folder / "2" / name).read_bytes()
    again = cli("batch", name, "-o", "2", "--key", "key", "--resume", *FLAGS)
    assert again.code in (0, 1)
    assert again.summary.startswith("maskera: 1100 documents; 3300 mentions ")
    assert again.summary.rpartition(";")[0] == run.summary.rpartition(";")[0]
    assert (cli.folder / "1" / name).read_bytes() == (cli.folder / "2" / name).read_bytes()


@settings(max_examples=15, deadline=None)
@given(
    rows=st.lists(
        st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.text("ab\"',;\n\t ")),
        min_size=1,
        max_size=5,
    )
)
def test_any_value_survives_csv(
    rows: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("t") / "rows.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\r\n").writerows([("text", "b"), *rows])
    kind = kind_of(path)
    assert kind is not None
    pieces: list[bytes] = []
    table = kind.open(path, Columns("text"), lambda error: None)
    table.write(
        (Done(chunk, chunk.texts, [None] * len(chunk.texts)) for chunk in table.chunks),
        pieces.append,
    )
    assert b"".join(pieces) == path.read_bytes()


def test_what_must_not_leave_is_left_empty_and_named(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from maskera.pipeline import Pipeline
    from maskera.result import LeakStatus, Result

    replaced = Pipeline.replace

    def failing(nlp: Pipeline, *judged: Any) -> Result:
        result = replaced(nlp, *judged)
        leaks = LeakStatus.FAIL if result.document.id == "d3" else LeakStatus.PASS
        return replace(result, leaks=leaks)

    monkeypatch.setattr(Pipeline, "replace", failing)
    name = cli.write("rows.csv", delimited(","))
    run = cli("pseudonymize", name, "-o", "out/", "--key", "key", "--leaks-column", "leaks", *FLAGS)
    assert run.code == 1
    one_sentence(run, "rows.csv: FAIL of 1 text, left empty: row 4")
    assert rows_of(cli.folder / "out" / "rows.csv")[3] == {**ROWS[3], "text": "", "leaks": "FAIL"}


def test_a_format_that_is_named_gives_documents(cli: Cli, expected: list[str]) -> None:
    name = cli.write("rows.csv", delimited(","))
    run = cli("pseudonymize", name, "-f", "jsonl-release", "--key", "key", *FLAGS)
    released = [json.loads(line) for line in run.out.splitlines()]
    assert [one["id"] for one in released] == ["d0", "d1", "d2", "d3"]
    assert [one["text"] for one in released] == expected


def test_a_table_among_texts(cli: Cli, expected: list[str]) -> None:
    cli.write("in/rows.csv", delimited(","))
    cli.write("in/essay.txt", "Jag heter Farid Hemligson.")
    run = cli("pseudonymize", "in", "-o", "out/", "--key", "key", *FLAGS)
    assert run.code == 0, run.err
    assert (cli.folder / "out" / "essay.txt").exists()
    assert [row["text"] for row in rows_of(cli.folder / "out" / "rows.csv")] == expected


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rows.csv", "id,body\n1,Farid\n", "the column 'text' is missing; there are 'id', 'body'"),
        ("rows.csv", "id,text,text\n1,Farid,x\n", "the column 'text' comes twice"),
        ("rows.csv", '"id","body"\n', "the column 'text' is missing; there are 'id', 'body'"),
        ("rows.csv", '"id";"body"\n', "the column 'text' is missing; there are 'id', 'body'"),
        ("rows.csv", 'id,text\n1,"Farid\n', "rows.csv:2: a row that is not well quoted"),
        ("rows.csv", b"id,text\n1,Farid \xe5\n", "not UTF-8"),
        ("rows.csv", "", "no header"),
        ("rows.jsonl", '{"id":1,"body":"Farid"}\n', "no line has 'text'"),
        ("rows.csv.gz", b"no gzip", "is no whole gzip file"),
        ("rows.parquet", b"no parquet", "is no Parquet file"),
        ("rows.xlsx", b"no workbook", "is no xlsx workbook"),
    ],
)
def test_what_is_no_such_table_is_one_sentence(
    cli: Cli, name: str, content: str | bytes, said: str
) -> None:
    if name.endswith(("parquet", "xlsx")):
        pytest.importorskip({"parquet": "pyarrow", "xlsx": "openpyxl"}[name[5:]])
    run = cli("pseudonymize", cli.write(name, content), "-o", "out/", "--key", "key", *FLAGS)
    assert run.code == 1
    one_sentence(run, name, said)
    assert not (cli.folder / "out" / name).exists()


def test_a_broken_json_line_costs_no_other(cli: Cli, expected: list[str]) -> None:
    lines = [json.dumps(row) for row in ROWS]
    lines[1:1] = ['{"id": "x", "text": 5}', "{Farid"]
    name = cli.write("rows.jsonl", "\n".join(lines))
    run = cli("pseudonymize", name, "-o", "out/", "--key", "key", *FLAGS)
    assert run.code == 1
    assert "rows.jsonl:2: 'text' must be a string or null" in run.err
    assert "rows.jsonl:3: no JSON object" in run.err
    assert "Farid" not in run.err
    new = (cli.folder / "out" / name).read_text(encoding="utf-8")
    assert [json.loads(line)["text"] for line in new.splitlines()] == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rows.csv", "--id-column", "id"), "need --text-column"),
        (("essay.txt", "--text-column", "text"), "there is none among the inputs"),
        (("rows.csv", "--text-column", "text", "-o", "x.tsv"), "a table keeps its kind"),
        (("rows.csv", "--text-column", "text", "-o", "rows.csv"), "would be written over"),
        (("rows.csv", "--text-column", "text", "--id-column", "text"), "different columns"),
    ],
)
def test_wrong_use_is_one_sentence(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    cli.write("rows.csv", delimited(","))
    cli.write("essay.txt", "Det regnar.")
    run = cli("pseudonymize", *arguments, "--mode", "rules")
    assert run.code == 2
    one_sentence(run, said)


def test_a_table_without_its_column_named_is_told(cli: Cli) -> None:
    name = cli.write("rows.csv", delimited(","))
    run = cli("pseudonymize", name, "-o", "out/", "--mode", "rules")
    assert run.code == 1
    one_sentence(run, "rows.csv: is a table; name its column of texts with --text-column")


def test_the_work_on_rows_is_that_of_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    from maskera.arrow import pseudonymize_by

    nlp = maskera.load(key=b"a key of sixteen bytes and more", mode="rules")
    ids = [f"d{number}" for number in range(len(TEXTS))]
    batch, _ = pseudonymize_by(nlp, pa.record_batch({"id": ids, "text": TEXTS}))
    assert batch.column("text").to_pylist() == worked(nlp, TEXTS, ids, False).texts
