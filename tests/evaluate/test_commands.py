from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from maskera.errors import MaskeraError
from maskera.evaluate.commands import register
from maskera.lang.pack import LanguagePack
from maskera.mentions import Mention
from maskera.pipeline import load
from maskera.taxonomy import shipped
from maskera.text import Document

from .build import mention
from .test_tab import MASKS, ROWS, TEXT

ESSAY = "Elin bor i Lund med sin mamma."
GOLD = [
    {"start": 0, "end": 4, "label": "firstname_female", "personal": True, "ref": 1},
    {"start": 11, "end": 15, "label": "city", "ref": 2},
]
CHANGES = ((0, 4, "firstname_female", "Sara"), (11, 15, "city", "Lövsta"))
FOUND = [
    {
        "start": 0,
        "end": 4,
        "label": "firstname_female",
        "personal": 0.9,
        "number": 1,
        "probability": 0.9,
        "features": [],
    }
]


def detect(
    _: str, mode: str, documents: Sequence[Document]
) -> Iterator[tuple[Document, Sequence[Mention]]]:
    """A detector of one word, and of two in its better mode."""
    for document in documents:
        found = [mention(0, 4, "firstname_female")]
        yield document, found + [mention(11, 15, "city")] * (mode == "full")


def spoken(code: str, recognizers: Path | None) -> LanguagePack:
    return load(code, recognizers=recognizers or ()).language


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    register(made, detect, ("rules", "full"), spoken, shipped())
    return made


@pytest.fixture
def run(app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    rows = {
        "gold": {"id": "a", "text": ESSAY, "genre": "narrative", "spans": GOLD},
        "pred": {"id": "a", "text": ESSAY, "mentions": FOUND},
    }
    for name, row in rows.items():
        Path(f"{name}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")

    def run_(*arguments: str) -> str:
        outcome = CliRunner().invoke(app, arguments, catch_exceptions=True)
        if outcome.exception is not None:
            raise outcome.exception
        return outcome.stdout

    return run_


def test_evaluate_prints_tables_or_json_and_writes_a_private_report(run) -> None:
    assert "labelled" in run("evaluate", "gold.jsonl", "pred.jsonl")
    table = json.loads(
        run("evaluate", "gold.jsonl", "pred.jsonl", "--json", "--report", "r.html", "--draws", "10")
    )
    assert (table["labelled"]["precision"], table["labelled"]["recall"]) == (1.0, 0.5)
    assert table["per_genre"]["narrative"]["gold"] == 2
    assert table["covered_personal"] == 1.0
    page = Path("r.html")
    assert "Lund" in page.read_text(encoding="utf-8")
    assert page.stat().st_mode & 0o777 == 0o600


def test_a_report_never_takes_the_place_of_what_it_is_on(run) -> None:
    before = Path("gold.jsonl").read_bytes()
    with pytest.raises(MaskeraError, match="is an input"):
        run("evaluate", "gold.jsonl", "pred.jsonl", "--report", "gold.jsonl")
    assert Path("gold.jsonl").read_bytes() == before


def test_a_threshold_takes_improbable_mentions_out(run) -> None:
    table = json.loads(run("evaluate", "gold.jsonl", "pred.jsonl", "--json", "--threshold", "0.95"))
    assert (table["labelled"]["found"], table["calibration"]["count"]) == (0, 1)


def test_formats_may_differ_from_side_to_side(run) -> None:
    Path("a.txt").write_text(
        "[[Elin|firstname_female|personal,ref=1]] bor i [[Lund|city|ref=2]] med sin mamma.\n",
        encoding="utf-8",
    )
    rows = [
        "Elin\t_\tB-firstname_female",
        "bor\t_\tO",
        "i\t_\tO",
        "Lund\t_\tB-city",
        "med\t_\tO",
        "sin\t_\tO",
        "mamma\t_\tO",
        ".\t_\tO",
    ]
    Path("a.conll").write_text("\n".join(rows) + "\n\n", encoding="utf-8")
    for pred in ("gold.jsonl", "a.conll"):
        assert json.loads(run("evaluate", "a.txt", pred, "--json"))["labelled"]["f1"] == 1.0


def test_a_gold_or_a_prediction_without_flags_says_nothing_of_the_writer(run) -> None:
    Path("a.txt").write_text(
        "[[Elin|firstname_female]] bor i [[Lund|city]] med sin mamma.\n", encoding="utf-8"
    )
    bare = [{key: value for key, value in span.items() if key != "personal"} for span in GOLD]
    Path("bare.jsonl").write_text(
        json.dumps({"id": "a", "text": ESSAY, "spans": bare}), encoding="utf-8"
    )
    for gold in ("a.txt", "bare.jsonl"):
        table = json.loads(run("evaluate", gold, "pred.jsonl", "--json"))
        assert (table["selective"], table["covered_personal"], table["personal_flag"]) == (
            {},
            None,
            None,
        )
        assert "concern" not in run("evaluate", gold, "pred.jsonl")
    Path("a.conll").write_text(
        "Elin\tB-firstname_female\nbor\tO\ni\tO\nLund\tB-city\nmed\tO\nsin\tO\nmamma\tO\n.\tO\n",
        encoding="utf-8",
    )
    table = json.loads(run("evaluate", "gold.jsonl", "a.conll", "--json"))
    assert (table["selective"], table["covered_personal"], table["personal_flag"]) == (
        {},
        1.0,
        None,
    )


def test_agreement_of_two_files(run) -> None:
    table = json.loads(run("agreement", "gold.jsonl", "pred.jsonl", "--json"))
    assert table["names"] == ["gold", "pred"]
    assert [row["text"] for row in table["disagreements"]] == ["Lund"]
    assert "Krippendorff" in run("agreement", "gold.jsonl", "pred.jsonl")
    none = json.loads(
        run("agreement", "gold.jsonl", "pred.jsonl", "--json", "--disagreements", "0")
    )
    assert (none["disagreements"], none["differing"]) == ([], 1)


@pytest.mark.parametrize("annotators", [2, 6])
def test_disagreements_show_where_and_what_in_eighty_columns(
    run, annotators: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = [f"annotation-of-{number}-corrected.jsonl" for number in range(annotators)]
    for number, name in enumerate(names):
        spans = [] if number else GOLD
        Path(name).write_text(
            json.dumps({"id": "A1_essay-on-the-town-of-my-birth", "text": ESSAY, "spans": spans}),
            encoding="utf-8",
        )
    table = run("agreement", *names).partition("disagreements (2)")[2]
    assert {"at", "words", "11", "Lund"} <= set(table.split())
    assert "…" not in table


def test_brackets_and_colons_in_essays_are_no_markup(run) -> None:
    text = "Hon heter [Elin] :cat: och bor [/Lund]."
    for name, spans in {"one": [(10, 16), (31, 38)], "two": []}.items():
        marks = [{"start": a, "end": b, "label": "place"} for a, b in spans]
        row = {
            "id": "A1[b]",
            "text": text,
            "genre": "[i]",
            "spans": [*marks, {"start": 17, "end": 22, "label": "extra"}],
        }
        Path(f"{name}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    told = run("agreement", "one.jsonl", "two.jsonl")
    assert all(word in told for word in ("[Elin]", "[/Lund]", "A1[b]"))
    told = run("tables", "one.jsonl", "[x]=two.jsonl")
    assert all(word in told for word in ("[Elin]", "[/Lund]", ":cat:", "[x]", "[i]"))


def test_a_side_without_any_mention_is_told(app: typer.Typer, run) -> None:
    Path("none.jsonl").write_text(
        json.dumps({"id": "a", "text": ESSAY, "mentions": []}), encoding="utf-8"
    )
    for command in ("evaluate", "agreement"):
        outcome = CliRunner().invoke(app, [command, "gold.jsonl", "none.jsonl", "--json"])
        assert (outcome.exit_code, outcome.stderr) == (
            0,
            "maskera: none.jsonl: no mention in any document\n",
        )
        assert json.loads(outcome.stdout)["documents"] == 1
    assert CliRunner().invoke(app, ["evaluate", "gold.jsonl", "pred.jsonl", "--json"]).stderr == ""


def test_tables_of_files_or_of_the_shipped_modes(run) -> None:
    given = json.loads(run("tables", "gold.jsonl", "mine=pred.jsonl", "--json"))
    assert given[0]["rows"][0] == ["narrative", "1", "2", "1"]
    shipped = run("tables", "gold.jsonl", "--report", "t.html")
    assert "Marked by rules, not by full" in shipped
    assert "Tags per genre" in Path("t.html").read_text(encoding="utf-8")


def test_a_genre_is_the_same_by_whatever_name(run) -> None:
    stated = {"a": "recension", "b": "Evaluative", "c": "", "A8EV1": "", "d": "dikt"}
    for name, kind in (("g", "spans"), ("p", "mentions")):
        rows = [
            {"id": id_, "text": ESSAY, "genre": genre, kind: GOLD[1:]}
            for id_, genre in stated.items()
        ]
        Path(f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    rows = json.loads(run("evaluate", "g.jsonl", "p.jsonl", "--json"))["per_genre"]
    assert {genre: row["gold"] for genre, row in rows.items()} == {
        "dikt": 1,
        "evaluative": 3,
        "unknown": 1,
    }
    for skipped, left in (
        ("recension", "2"),
        ("Recension, Informal mail", "2"),
        ("evaluative, dikt", "1"),
        ("unknown", "4"),
        ("", "5"),
    ):
        tables = json.loads(
            run("tables", "g.jsonl", "x=p.jsonl", "--json", "--skip-genre", skipped)
        )
        assert [row[:2] for row in tables[0]["rows"]] == [
            ["dikt", "1"],
            ["evaluative", "3"],
            ["unknown", "1"],
            ["total", "5"],
        ]
        chosen = next(table for table in tables if table["title"].startswith("Topic selection"))
        assert chosen["rows"][-1] == ["total", "5", left, "5"]


def test_files_of_a_folder_that_are_left_out_are_told(app: typer.Typer, run) -> None:
    done = {"id": "a", "text": ESSAY, "mentions": [], "release": ESSAY}
    benchmark = [
        {"doc_id": "a", "text": ESSAY, "annotations": {"annotator1": {"entity_mentions": []}}}
    ]
    kinds = {
        "g/a.jsonl": Path("gold.jsonl").read_text(encoding="utf-8"),
        "r/a.jsonl": json.dumps(done),
        "t/a.json": json.dumps(benchmark),
    }
    for name, text in kinds.items():
        Path(name).parent.mkdir()
        Path(name).write_text(text, encoding="utf-8")
        (Path(name).parent / "b.md").write_text("Elin", encoding="utf-8")
    Path("masks.json").write_text('{"a": []}', encoding="utf-8")
    pred, left_out = (
        "pred.jsonl",
        "maskera: {}: files left out (1): no format is known for .md (1)\n",
    )
    for folder, *command in (
        ("g", "evaluate", "g", pred), ("g", "evaluate", pred, "g"), ("g", "agreement", "g", pred), ("g", "tables", "g", f"x={pred}"),
        ("g", "tables", "gold.jsonl", "x=g"), ("r", "utility", "r"), ("t", "evaluate", "t", "masks.json"),
    ):  # fmt: skip
        outcome = CliRunner().invoke(app, [*command, "--json"])
        assert (outcome.exit_code, outcome.stderr) == (0, left_out.format(folder)), command


def test_tab_gold_gives_the_benchmarks_figures(run) -> None:
    mentions = [
        {
            "entity_type": kind,
            "entity_id": entity,
            "entity_mention_id": str(n),
            "start_offset": a,
            "end_offset": b,
            "identifier_type": kinds[0],
        }
        for n, (kind, entity, a, b, *kinds) in enumerate(ROWS)
    ]
    gold = [
        {
            "doc_id": "toy-1",
            "text": TEXT,
            "annotations": {"annotator1": {"entity_mentions": mentions}},
        }
    ]
    Path("gold.json").write_text(json.dumps(gold), encoding="utf-8")
    Path("masks.json").write_bytes(MASKS)
    for more in ([], ["--official", "--weights", "unigram"]):
        table = json.loads(run("evaluate", "gold.json", "masks.json", "--json", *more))
        assert table["all annotators"]["token_recall"] == 8 / 11
    Path("folder").mkdir()
    for number in (1, 2):
        halves = [{**gold[0], "doc_id": f"toy-{number}"}]
        Path(f"folder/{number}.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(halves).encode())
    Path("both.json").write_bytes(MASKS[:-1] + b"," + MASKS[1:].replace(b"toy-1", b"toy-2"))
    for named in ([], ["--gold-format", "tab"]):
        table = json.loads(run("evaluate", "folder", "both.json", "--json", *named))
        assert (table["all annotators"]["token_recall"], table["all annotators"]["direct"]) == (
            8 / 11,
            4,
        )
    for text, threshold, right in (
        (TEXT, "0", 11),
        (TEXT, "0.5", 9),
        (TEXT.replace(" ", "\n", 1), "0.5", 9),
    ):
        found = [
            {"start": a, "end": b, "label": "place", "probability": 0.9 - 0.5 * (n == 0)}
            for n, (_, _, a, b, *_) in enumerate(ROWS)
        ]
        Path("masks.jsonl").write_text(
            json.dumps({"id": "toy-1", "text": text, "mentions": found}), encoding="utf-8"
        )
        table = json.loads(
            run("evaluate", "gold.json", "masks.jsonl", "--json", "--threshold", threshold)
        )
        assert table["all annotators"]["token_recall"] == right / 11
    Path("masks.jsonl").write_text(
        json.dumps({"id": "toy-1", "text": f"{TEXT}!", "mentions": []}), encoding="utf-8"
    )
    with pytest.raises(MaskeraError, match="document 'toy-1': the two sides have different texts"):
        run("evaluate", "gold.json", "masks.jsonl")
    assert "all annotators: 2 direct and 3 quasi" in run(
        "evaluate", "gold.json", "masks.json", "--report", "tab.html"
    )
    cells = re.sub(r"</?\w[^>]*>", "|", Path("tab.html").read_text(encoding="utf-8"))
    assert all(
        row in cells
        for row in (
            "entity recall direct||0.5",
            "direct entities||2|",
            "quasi-identifying entities||3|",
            "token recall: LOC||1.0",
        )
    )
    assert "weighted" not in cells
    run("evaluate", "gold.json", "masks.json", "--report", "tab.html", "--weights", "unigram")
    assert "mention precision weighted" in Path("tab.html").read_text(encoding="utf-8")
    with pytest.raises(MaskeraError, match="'unigrm'"):
        run("evaluate", "gold.json", "masks.json", "--weights", "unigrm")


def test_utility_of_pseudonymized_documents(run) -> None:
    done = [
        {"start": a, "end": b, "label": label, "number": n, "action": "replace", "replacement": new}
        for n, (a, b, label, new) in enumerate(CHANGES, 1)
    ]
    row = {
        "id": "a",
        "text": ESSAY,
        "mentions": done,
        "release": "Sara bor i Lövsta med sin mamma.",
    }
    Path("p.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert json.loads(run("utility", "p.jsonl", "--json"))["surrogates"]["changed"] == {
        "right": 2,
        "whole": 2,
    }
    assert "lix" in run("utility", "p.jsonl")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["evaluate", "gold.jsonl", "none.jsonl"], "none.jsonl: cannot be read"),
        (["evaluate", "gold.jsonl", "broken.jsonl"], r"broken.jsonl:2: "),
        (["evaluate", "gold.jsonl", "other.jsonl"], "the prediction has no document 'a'"),
        (
            ["evaluate", "gold.jsonl", "pred.jsonl", "--report", "gold.jsonl/where.html"],
            "cannot be written",
        ),
        (
            ["evaluate", "gold.jsonl", "pred.jsonl", "--pred-format", "morse"],
            "no reader for the format 'morse'",
        ),
        (
            ["evaluate", "gold.jsonl", "pred.jsonl", "--official"],
            "gold.jsonl: --official and --weights are for a gold of the Text",
        ),
        (
            ["evaluate", "gold.jsonl", "pred.jsonl", "--weights", "unigrm"],
            "gold.jsonl: --official and --weights are for a gold of the Text",
        ),
        (["tables", "gold.jsonl", "pred.jsonl"], "give a column as NAME=FILE"),
        (["tables", "gold.jsonl", "manual=pred.jsonl"], "the name 'manual' is taken, by the gold"),
        (["tables", "gold.jsonl", "x=pred.jsonl", "x=gold.jsonl"], "the name 'x' is taken"),
        (
            ["tables", "gold.jsonl", "x=pred.jsonl", "--skip-genre", "evaluativ"],
            "no genre 'evaluativ'; there are argumentative, ",
        ),
        (["agreement", "gold.jsonl"], "two annotators"),
        (
            ["agreement", "gold.jsonl", "bare.jsonl"],
            r'bare.jsonl:2: neither "spans" nor "mentions"',
        ),
        (["evaluate", "gold.jsonl", "bare.jsonl"], r'bare.jsonl:2: neither "spans" nor "mentions"'),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_sentence(
    run, arguments: list[str], reason: str
) -> None:
    row = Path("pred.jsonl").read_text(encoding="utf-8")
    Path("broken.jsonl").write_text(row + '{"id": "b", "text": "hemligt\n', encoding="utf-8")
    Path("bare.jsonl").write_text(
        row + '{"id": "b", "text": "hemligt", "mention": []}\n', encoding="utf-8"
    )
    Path("other.jsonl").write_text(row.replace('"a"', '"b"'), encoding="utf-8")
    with pytest.raises(MaskeraError, match=reason) as raised:
        run(*arguments)
    assert "\n" not in str(raised.value)
    assert "hemligt" not in str(raised.value)


@pytest.mark.parametrize(
    "option", ["--draws=-3", "--seed=-3", "--threshold=3", "--threshold=-1", "--threshold=nan"]
)
def test_values_that_mean_nothing_are_wrong_use(app: typer.Typer, run, option: str) -> None:
    assert CliRunner().invoke(app, ["evaluate", "gold.jsonl", "pred.jsonl", option]).exit_code == 2


@pytest.mark.parametrize(
    "arguments", [["agreement", "--disagreements=-1"], ["tables", "--words=-1"]]
)
def test_fewer_than_none_cannot_be_listed(app: typer.Typer, run, arguments: list[str]) -> None:
    assert CliRunner().invoke(app, [*arguments, "gold.jsonl", "x=pred.jsonl"]).exit_code == 2


def test_labels_that_a_map_makes_one_are_one_on_both_sides(
    app: typer.Typer, tmp_path: Path
) -> None:
    (tmp_path / "map.tsv").write_text(
        "PER\tfirstname_unknown\nPER\tfirstname_female\nLOC\tcity\n", encoding="utf-8"
    )
    marked = [[0, 4, "PER"], [11, 15, "LOC"]]
    gold = {"id": "a", "document": "a", "text": ESSAY, "label": marked}
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold) + "\n", encoding="utf-8")
    found = {"id": "a", "text": ESSAY, "mentions": FOUND}
    (tmp_path / "found.jsonl").write_text(json.dumps(found) + "\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("gold.jsonl", "found.jsonl")]
    options = ["--gold-format", "doccano", "--label-map", str(tmp_path / "map.tsv"), "--json"]
    done = CliRunner().invoke(app, ["evaluate", *files, *options])
    assert done.exit_code == 0, done.output
    scores = json.loads(done.stdout)["labelled"]
    assert (scores["right"], scores["found"], scores["gold"]) == (1, 1, 2)
