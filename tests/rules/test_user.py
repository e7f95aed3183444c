"""Recognizers, lists, allow lists and labels of a user's own are obeyed in every mode; each fault
in a file is one sentence with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from calling import Cli
from conftest import KEY
from timing import grows_in_proportion
from typer.testing import CliRunner

from maskera import Document, load, release
from maskera.cli.main import app
from maskera.errors import DataError
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection, Evidence, Exclusion, Hypothesis, Trust
from maskera.pipeline import MODES, Pipeline
from maskera.result import LeakStatus
from maskera.rules.rule import Rule, Stage, words
from maskera.rules.user import Spans, adopted, matches
from maskera.text import Span

PAGE = Path(__file__).parents[2] / "docs" / "adding" / "recognizer.md"
FILE = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]


@cache
def pipeline(folder: Path, mode: str) -> Pipeline:
    path = folder / "recognizers.toml"
    path.write_text(FILE, encoding="utf-8")
    return load("sv", mode=mode, key=KEY, recognizers=path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own")


def found(nlp: Pipeline, text: str) -> list[tuple[str, str]]:
    document, mentions = nlp.detect(Document("d", text))
    return [(document.text[m.span.start : m.span.end], m.label) for m in mentions]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mitt ärende är ÄR-2024-17.", [("ÄR-2024-17", "other_nr_seq")]),
        ("Jag fick ÄR-2024-18 i brevet.", [("ÄR-2024-18", "other_nr_seq")]),
        ("Det var ÄR i mitten.", []),
        ("Jag såg Blåklints bil.", [("Blåklints", "work")]),
        ("vi åt hos ljus & co i går", [("ljus & co", "work")]),
        ("Selma Lagerlöf skrev om det.", []),
        ("Selma Lagerlöfs bok är lång.", []),
        ("Han är katolik.", [("katolik", "religion")]),
        ("Det var en kolsyrad läsk.", []),
    ],
)
def test_a_file_is_obeyed_in_every_mode(
    folder: Path, mode: str, text: str, expected: list[tuple[str, str]]
) -> None:
    assert found(pipeline(folder, mode), text) == expected


@pytest.mark.parametrize("mode", MODES)
def test_a_label_of_ones_own_is_marked_and_the_rest_replaced(folder: Path, mode: str) -> None:
    result = pipeline(folder, mode)("Han är katolik. Ärende ÄR-2024-17.")
    assert release(result).text == "Han är katolik. Ärende ÄR-0000-00."


def write(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


BLOCK = '[[recognizer]]\nname = "a"\nlabel = "other_nr_seq"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[recognizer]\n", "own.toml:1: not TOML"),
        ("[[recogniser]]\n", "own.toml: no 'recogniser'; there are"),
        (f"\n{BLOCK}", "own.toml:2: pattern is missing"),
        (
            f"{BLOCK}pattern = 'x'\nwhen = 1\n",
            "own.toml:1: no field 'when'; there are name, label, pattern, trust",
        ),
        (
            f"{BLOCK}pattern = 'x'\ntrust = 'sure'\n",
            "own.toml:1: no trust 'sure'; there are evidence, formal, certain",
        ),
        (
            f"{BLOCK}pattern = 'x'\nbefore = 'y'\n",
            "own.toml:1: before: expected a list, got a text",
        ),
        (
            f"{BLOCK}pattern = 'x'\nbefore = [1]\n",
            "own.toml:1: before[0]: expected a text, got a whole number",
        ),
        (f"{BLOCK}pattern = '(x'\n", "own.toml:1: recognizer 'a': the pattern is no regular"),
        (f"{BLOCK}pattern = '(x+)+y'\n", "own.toml:1: recognizer 'a': the pattern repeats"),
        (
            f"{BLOCK}pattern = 'X\\d'\nexamples = ['X1', 'Y']\n",
            "own.toml:1: recognizer 'a': example 2 is not found",
        ),
        (
            f"{BLOCK}pattern = 'X\\d'\ncounter = ['X1']\n",
            "own.toml:1: recognizer 'a': counter-example 1 is found",
        ),
        (
            "[[recognizer]]\nname = 'a'\nlabel = 'town'\npattern = 'x'\n",
            "own.toml:1: label 'town' is not in the taxonomy",
        ),
        ("[[list]]\nlabel = 'work'\nfile = 'no.txt'\n", "own.toml:1: list no.txt cannot be read"),
        ("[[list]]\nlabel = 'work'\n", "own.toml:1: neither a file nor forms"),
        ("[[allow]]\nforms = ['A']\n[[allow]]\n", "own.toml:3: neither a file nor forms"),
        (
            "[[label]]\nname = 'city'\nkind = 'x'\ngroup = 'Mark'\n",
            "own.toml:1: label 'city' is there already",
        ),
        (
            "[[label]]\nname = 'faith'\nkind = 'x'\ngroup = 'Marks'\n",
            "own.toml:1: label 'faith': no group 'Marks'; there are Names",
        ),
        (
            "[[label]]\nname = 'faith'\nkind = 'x'\ngroup = 'Mark'\naction = 'replace'\n",
            "own.toml:1: label 'faith': no generator draws it",
        ),
    ],
)
def test_each_fault_is_one_sentence_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(DataError) as raised:
        load("sv", mode="rules", key=KEY, recognizers=write(tmp_path, text))
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(DataError, match=r"there is no file of recognizers no\.toml"):
        load("sv", mode="rules", key=KEY, recognizers="no.toml")


def test_a_function_is_a_rule() -> None:
    def badge(table, place):  # type: ignore[no-untyped-def]  # as users write it
        if table.right(place).isdigit():
            yield table.claim(place + 1, place + 1, "other_nr_seq", Evidence("own:badge", 4.0))

    rule = Rule("own.badge", Stage.CLAIM, badge, words("Bricka"), trust=Trust.CERTAIN)
    for mode in MODES:
        nlp = load("sv", mode=mode, key=KEY, recognizers=[rule])
        assert found(nlp, "Jag har bricka 118 här.") == [("118", "other_nr_seq")]
        assert found(nlp, "Jag har en bricka här.") == []


def test_the_page_runs(folder: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "recognizer.md", "exec"), {})


@pytest.mark.parametrize("command", [["detect"], ["pseudonymize", "-f", "jsonl"]])
def test_the_command_line_takes_a_file(tmp_path: Path, command: list[str]) -> None:
    path = write(tmp_path, FILE)
    run = CliRunner().invoke(
        app, [*command, "--mode", "rules", "--recognizers", str(path)], input="Ärende ÄR-2024-17."
    )
    assert '"ÄR-2024-17"' in run.stdout
    missing = CliRunner().invoke(app, [*command, "--recognizers", "no.toml"], input="Hej.")
    assert missing.exit_code != 0


def test_a_label_of_ones_own_is_read_back_where_its_file_is_given(maskera: Cli) -> None:
    maskera.write("own.toml", FILE)
    maskera.write("essay.txt", "Han är katolik.")
    own = ("--recognizers", "own.toml")
    find = ("detect", "essay.txt", "--mode", "rules", *own)
    for name, form in (("a.jsonl", "jsonl"), ("essay.xmi", "xmi"), ("c.jsonl", "doccano")):
        assert maskera(*find, "-f", form, "-o", name).code == 0
    for gold, read in (("a.jsonl", "jsonl"), ("essay.xmi", "xmi"), ("c.jsonl", "doccano")):
        compare = ("evaluate", gold, "a.jsonl", "--gold-format", read, "--json")
        assert json.loads(maskera(*compare, *own).out)["per_label"]["religion"]["f1"] == 1.0
        refused = maskera(*compare)
        assert refused.code == 2 and "a label that is not in the taxonomy" in refused.err
        again = ("pseudonymize", gold, "--from", read, "--mode", "rules")
        assert maskera(*again, *own, "-f", "text").out == "Han är katolik.\n"
    assert maskera("agreement", "a.jsonl", "essay.xmi", *own).code == 0
    assert maskera("agreement", "a.jsonl", "essay.xmi").code == 2


def claim(start: int, end: int, label: str, trust: Trust = Trust.EVIDENCE) -> Detection:
    return Detection(Span(start, end), (Hypothesis(label, (Evidence("t", 3.0),), trust=trust),))


def test_what_is_certain_takes_the_place_of_all_it_touches_and_cuts_a_clause() -> None:
    own = [claim(5, 10, "work", Trust.CERTAIN)]
    others = [claim(3, 7, "city"), claim(0, 20, "extra"), claim(30, 34, "city")]
    spans = [
        (one.span.start, one.span.end) for one in adopted(others, own, 0.0, frozenset({"extra"}))
    ]
    assert spans == [(0, 5), (5, 10), (10, 20), (30, 34)]


def test_evidence_joins_what_others_claim() -> None:
    (one,) = adopted([claim(0, 4, "city")], [claim(0, 4, "work")], 0.0, frozenset())
    assert [hypothesis.label for hypothesis in one.hypotheses] == ["city", "work"]
    (alone,) = adopted([], [claim(0, 4, "work")], -2.2, frozenset())
    assert alone.hypotheses[0].score == pytest.approx(0.8)


def test_spans_are_looked_up() -> None:
    spans = Spans([claim(0, 4, "a"), claim(10, 12, "a")])
    assert spans.overlapping(Span(3, 11)) == [Span(0, 4), Span(10, 12)]
    assert spans.overlapping(Span(4, 10)) == []


@pytest.mark.parametrize("length", [990, 995, 1000, 1005, 1990, 2500])
def test_a_match_is_found_wherever_a_piece_ends(length: int) -> None:
    text = "x" * length + "A1234567" + "y" * 50
    assert [match.group() for match in matches(re.compile(r"A\d+"), text)] == ["A1234567"]


def test_an_expression_of_quadratic_time_takes_time_in_proportion_to_the_text() -> None:
    expression = re.compile(r"\d+x")
    assert grows_in_proportion(lambda size: list(matches(expression, "1" * size)), 2_000)


@pytest.mark.parametrize("mode", MODES)
def test_a_rule_of_ones_own_may_exclude(mode: str) -> None:
    def named(table: TokenTable, place: int) -> Iterator[Exclusion]:
        yield Exclusion(table.span(place + 1, place + 1), "own.dog", "the name of a dog")

    rule = Rule("own.dog", Stage.EXCLUDE, named, words("hunden"))
    nlp = load("sv", mode=mode, key=KEY, recognizers=[rule])
    text = "Jag heter Erik Berg. Vår hund, hunden Karlsson, sover."
    ((_, mentions, exclusions),) = nlp.explain_many([Document("d", text)])
    assert [text[m.span.start : m.span.end] for m in mentions][:2] == ["Erik", "Berg"]
    dog = text.index("Karlsson")
    assert all(m.span.start != dog for m in mentions)
    assert any(one.rule == "own.dog" and one.span.start == dog for one in exclusions)
    unasked = load("sv", mode=mode, key=KEY)
    assert any(m.span.start == dog for m in unasked.detect(Document("d", text))[1])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Jag bor i Malmö. Jag gillar Malmö FF.", LeakStatus.REVIEW),
        ("Jag gillar Malmö FF.", LeakStatus.PASS),
    ],
)
def test_what_is_allowed_is_no_leak(
    tmp_path: Path, mode: str, text: str, verdict: LeakStatus
) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[allow]]\nforms = ["Malmö FF"]\n', encoding="utf-8")
    result = load("sv", mode=mode, key=KEY, recognizers=path)(Document("d", text))
    assert "Malmö FF" in release(result).text and "i Malmö" not in release(result).text
    assert result.leaks is verdict
