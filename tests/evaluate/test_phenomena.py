"""The public test suite and its scorer: what counts, what does not, and that the files fit the
cases they come from."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from calling import Cli, one_sentence
from cases.reading import LANGUAGES, read_all
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.evaluate.phenomena import (
    ALL,
    Case,
    Figures,
    Place,
    Trap,
    asked,
    read_answers,
    read_cases,
    score,
)
from maskera.formats import label_map
from maskera.taxonomy import taxonomy

SUITE = ROOT / "benchmark"
TEXT = "Hans bor i Lund, inte hans bror Bo Ek."  # of this bror, Bo and Ek are marked
CASE = Case(
    "one",
    "homographs",
    TEXT,
    (Place(0, 4, "firstname_male"), Place(11, 15, "city"), Place(32, 34, "firstname_male"), Place(35, 37, "surname")),
    (Trap(22, 26, ("firstname_male",)),),
    "homonyms",
)  # fmt: skip
ALL_TYPES = asked(taxonomy())


def answers(*spans: tuple[int, int, str], labels: dict[str, str] | None = None) -> Figures:
    line = {"id": "one", "spans": [{"start": s, "end": e, "label": label} for s, e, label in spans]}
    found, _ = read_answers(json.dumps(line), "found.jsonl", [CASE], taxonomy(), labels or {})
    return score([CASE], found, asked(taxonomy(), labels or {}), taxonomy())[ALL]


PERFECT = ((0, 4, "firstname_male"), (11, 15, "city"), (32, 37, "PERSON"))


def test_an_answer_without_fault_is_all_right() -> None:
    its = answers(*PERFECT).shares()
    assert (its["right"], its["typed_f1"], its["token_recall"], its["token_precision"]) == (
        1,
        1,
        1,
        1,
    )
    assert (its["mentions"], its["covered"], its["must_not_marked"]) == (3, 1, 0)


def test_a_marked_homograph_is_counted_and_costs_precision() -> None:
    figures = answers(*PERFECT, (22, 26, "PERSON"))
    assert (figures.sprung, figures.right) == (1, 0)
    assert figures.shares()["token_precision"] == 4 / 5


def test_a_wrong_type_is_masked_but_not_typed() -> None:
    figures = answers((0, 4, "LOC"), *PERFECT[1:])
    assert figures.right == 1
    assert (figures.typed.right, figures.typed.found) == (2, 3)


def test_half_a_mention_is_not_covered() -> None:
    figures = answers(*PERFECT[:2], (32, 34, "PERSON"))
    assert (figures.covered, figures.mentions, figures.right) == (2, 3, 0)


def test_types_that_are_not_asked_for_are_neither_missed_nor_wrong() -> None:
    persons = {"PER": "firstname_male"}
    without = answers((0, 4, "PER"), (32, 37, "PER"), labels=persons)
    assert (without.right, without.mentions) == (1, 2)
    on_the_town = answers((0, 4, "PER"), (11, 15, "PER"), (32, 37, "PER"), labels=persons)
    assert on_the_town == without
    beside_it = answers((0, 4, "PER"), (17, 21, "PER"), (32, 37, "PER"), labels=persons)
    assert beside_it.right == 0


def test_nothing_found_is_right_where_nothing_is() -> None:
    bare = Case("two", "counter-examples", "Det kostar 20 kronor.", (), (Trap(11, 13),))
    rows = score([CASE, bare], {}, ALL_TYPES, taxonomy())
    assert (rows["counter-examples"].right, rows["homographs"].right, rows[ALL].cases) == (1, 0, 2)
    assert list(rows) == ["homographs", "counter-examples", ALL]


def test_of_overlapping_spans_the_longer_counts() -> None:
    assert answers(*PERFECT, (33, 37, "LOC")) == answers(*PERFECT)


def test_labels_outside_the_map_are_left_out_and_counted() -> None:
    line = '{"id": "one", "spans": [{"start": 0, "end": 4, "label": "ORDINAL"}]}'
    assert read_answers(line, "f", [CASE], taxonomy(), {"PER": "surname"})[1] == 1
    with pytest.raises(DataError, match=r"f:1: a label that is neither ours nor a type"):
        read_answers(line, "f", [CASE], taxonomy())


def test_offsets_in_utf16_are_the_same_places() -> None:
    case = Case("e", "x", "😀 Bo", (Place(2, 4, "firstname_male"),))
    line = '{"id": "e", "mentions": [{"start": 3, "end": 5, "label": "firstname_male"}]}'
    found, _ = read_answers(line, "f", [case], taxonomy(), utf16=True)
    assert score([case], found, ALL_TYPES, taxonomy())[ALL].right == 1
    with pytest.raises(DataError, match="f:1: span 3-5 is empty or leaves the text"):
        read_answers(line, "f", [case], taxonomy())


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "f:1: not an answer"),
        ("[]", "f:1: not an answer"),
        ('{"id": "one"}', 'neither "spans" nor "mentions"'),
        ('{"id": "none", "spans": []}', "f:1: id 'none' is no case"),
        ('{"id": "one", "spans": []}\n{"id": "one", "spans": []}', "f:2: id 'one' is taken"),
        ('{"id": "one", "spans": [{"start": 4, "end": 4, "label": "city"}]}', "is empty"),
        ('{"id": "one", "spans": [{"start": 0, "end": 99, "label": "city"}]}', "leaves the text"),
        ('{"id": "one", "spans": [{"start": -1, "end": 2, "label": "city"}]}', "is empty or"),
    ],
)
def test_a_faulty_answer_is_refused_with_its_line(line: str, wrong: str) -> None:
    with pytest.raises(DataError, match=wrong.replace("(", r"\(")):
        read_answers(line, "f", [CASE], taxonomy())


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(TEXT) - 1), st.integers(1, 9), st.sampled_from(sorted(ALL_TYPES))
        ),
        max_size=6,
    )
)
def test_shares_are_shares_whatever_is_answered(spans: list[tuple[int, int, str]]) -> None:
    figures = answers(*((s, min(s + n, len(TEXT)), label) for s, n, label in spans))
    assert all(0 <= value <= 1 for name, value in figures.shares().items() if name not in {"cases", "mentions", "must_not"})  # fmt: skip
    assert figures.tokens.right <= min(figures.tokens.gold, figures.tokens.found)


# The suite itself.


def writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "write_benchmark", ROOT / "tools/write_benchmark.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = writer()
DESCRIBED = json.loads((SUITE / "suite.json").read_text(encoding="utf-8"))


def shipped(language: str) -> list[Case]:
    return read_cases((SUITE / f"{language}.jsonl").read_bytes(), f"{language}.jsonl", taxonomy())


@pytest.mark.parametrize("language", sorted(DESCRIBED["languages"]))
def test_a_version_is_what_its_description_says(language: str) -> None:
    its, cases = DESCRIBED["languages"][language], shipped(language)
    content = (SUITE / its["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == its["sha256"]
    assert its["cases"] == len(cases) == sum(its["phenomena"].values())
    assert {case.language for case in cases} == {language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_of_today_can_be_written_and_reads_as_it_was(
    language: str, tmp_path: Path
) -> None:
    cases = TOOL.suite(language)
    assert read_cases(TOOL.encoded(cases), "x", taxonomy()) == cases
    assert [case.text for case in cases] == [line.text for line in read_all(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_case_that_is_in_the_version_and_in_the_tests_is_the_same(language: str) -> None:
    today = {case.id: case for case in TOOL.suite(language)}
    common = [case for case in shipped(language) if case.id in today]
    assert len(common) > len(shipped(language)) / 2, "write a new version: tools/write_benchmark.py"
    assert all(
        (today[case.id].text, today[case.id].spans) == (case.text, case.spans) for case in common
    )


def test_the_swedish_suite_has_the_phenomena_that_it_is_for() -> None:
    cases = shipped("sv")
    assert {case.phenomenon for case in cases} >= {
        "homographs",
        "small letters",
        "compounds",
        "identifiers",
        "counter-examples",
    }
    without = sum(not case.spans for case in cases)
    assert 0.3 < without / len(cases) < 0.7  # as many counter-examples as examples, nearly
    traps = {case.text[trap.start : trap.end] for case in cases for trap in case.must_not}
    assert {"hans", "björn", "Björn"} <= traps
    assert not any(
        trap.start < span.end and span.start < trap.end
        for case in cases
        for trap in case.must_not
        for span in case.spans
    )


@pytest.mark.parametrize(
    "path", sorted((SUITE / "labels").glob("*.tsv")), ids=lambda path: path.stem
)
def test_a_shipped_label_map_is_one(path: Path) -> None:
    assert {"PERSON", "LOC", "ORG", "DATETIME"} <= asked(
        taxonomy(), label_map.read(path, taxonomy())
    )


# The command.


def test_the_command_scores_what_detect_writes(maskera: Cli) -> None:
    lines = (SUITE / "en.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    topics = [
        [line for line in lines if f'"topic":"{name}"' in line] for name in ("dates", "names")
    ]
    suite = maskera.write("suite.jsonl", "".join(topics[0][:10] + topics[1][:10]))
    assert (
        maskera("detect", suite, "--language", "en", "--mode", "rules", "-o", "found.jsonl").code
        == 0
    )
    run = maskera("benchmark", suite, "found.jsonl", "--json")
    figures = json.loads(run.out)
    assert (run.code, figures[ALL]["cases"]) == (0, 20)
    assert figures[ALL]["token_recall"] > 0.8
    table = maskera("benchmark", suite, "found.jsonl", "--by", "topic").out.splitlines()
    assert [line.split()[0] for line in table] == ["topic", "dates", "names", ALL]


def test_what_a_detector_left_out_is_said(maskera: Cli) -> None:
    maskera.write("found.jsonl", "")
    run = maskera("benchmark", str(SUITE / "en.jsonl"), "found.jsonl", "--json")
    assert run.code == 0
    cases = len((SUITE / "en.jsonl").read_text(encoding="utf-8").splitlines())
    assert f"{cases} of {cases} cases have no line" in run.err
    assert json.loads(run.out)[ALL]["token_recall"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--offsets", "bytes"), "--offsets"),
        (("--by", "level"), "--by"),
        (("--types", "CITY"), "'CITY' is no type"),
        (("--label-map", "none.tsv"), "none.tsv"),
    ],
)
def test_wrong_use_is_one_sentence(maskera: Cli, arguments: tuple[str, ...], words: str) -> None:
    maskera.write("found.jsonl", "")
    run = maskera("benchmark", str(SUITE / "en.jsonl"), "found.jsonl", *arguments)
    assert run.code == 2
    one_sentence(run, words)
