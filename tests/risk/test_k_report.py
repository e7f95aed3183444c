"""k-anonymity: figures by hand, and that names of values do not matter."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from calling import Cli
from hypothesis import given
from hypothesis import strategies as st

from maskera.risk.k_report import (
    People,
    diversity,
    measure,
    overview,
    proposals,
    sizes,
)

ROWS = [
    {"age": "31", "l1": "arabiska", "sensitive": "astma"},
    {"age": "34", "l1": "arabiska", "sensitive": "diabetes"},
    {"age": "52", "l1": "polska"},
    {"l1": "polska"},
]


def test_figures_by_hand() -> None:
    assert sizes(ROWS, ["l1"]) == [2, 2, 2, 2]
    assert sizes(ROWS, ["age", "l1"]) == [1, 1, 1, 1]
    both = measure(ROWS, ["age"], 2)
    assert (both.unique, both.below, both.smallest, both.success) == (1.0, 1.0, 1, 1.0)
    assert [each.attributes for each in overview(ROWS, ["age", "l1", "sensitive"], 2)] == [
        ("age",), ("l1",), ("sensitive",), ("age", "l1"), ("age", "sensitive"),
        ("l1", "sensitive"), ("age", "l1", "sensitive"),
    ]  # fmt: skip


def test_proposals_generalize_before_they_leave_out_and_reach_k() -> None:
    ladder = {"age": [("bands", lambda value: f"{value[0]}0-{value[0]}9")]}
    rows = [{"age": str(age), "l1": "polska"} for age in (31, 34, 51, 58)]
    (step,) = proposals(rows, ["age", "l1"], ladder, 2)
    assert (step.attribute, step.change, step.smallest, step.success) == ("age", "bands", 2, 0.5)
    assert proposals(rows, ["l1"], ladder, 4) == []


ROW = st.fixed_dictionaries({name: st.sampled_from(["", "a", "b", "c"]) for name in ("x", "y")})


@given(st.lists(ROW, min_size=1, max_size=12))
def test_k_does_not_depend_on_the_names_of_values(rows: list[dict[str, str]]) -> None:
    renamed = [
        {name: value and {"a": "c", "b": "a", "c": "z"}[value] for name, value in row.items()}
        for row in rows
    ]
    assert sizes(rows, ["x", "y"]) == sizes(renamed, ["x", "y"])
    assert measure(rows, ["x", "y"], 3) == measure(renamed, ["x", "y"], 3)


@given(st.lists(ROW, min_size=1, max_size=12))
def test_more_attributes_never_make_a_class_larger(rows: list[dict[str, str]]) -> None:
    for one, both in zip(sizes(rows, ["x"]), sizes(rows, ["x", "y"]), strict=True):
        assert both <= one


@given(st.lists(ROW, min_size=1, max_size=12), st.integers(2, 4))
def test_proposals_end_with_k_reached_or_everything_left_out(
    rows: list[dict[str, str]], least: int
) -> None:
    steps = proposals(rows, ["x", "y"], {}, least)
    assert all(later.success <= sooner.success + 1e-12 for sooner, later in pairwise(steps))
    if steps and len(rows) >= least:
        assert steps[-1].smallest >= least


@given(st.lists(ROW, min_size=4, max_size=12), st.integers(2, 4))
def test_the_steps_that_are_needed_reach_k_and_none_of_them_can_go(
    rows: list[dict[str, str]], least: int
) -> None:
    steps = proposals(rows, ["x", "y"], {}, least)
    gone = {step.attribute for step in steps if step.needed}

    def reached(without: set[str]) -> bool:
        return min(sizes(rows, [name for name in ("x", "y") if name not in without])) >= least

    assert reached(gone)
    assert not any(reached(gone - {name}) for name in gone)


def test_a_step_that_later_ones_make_superfluous_is_marked() -> None:
    rows = [{"x": str(n), "y": str(n), "z": "a"} for n in range(4)]
    assert [(step.attribute, step.needed) for step in proposals(rows, ["z", "x", "y"], {}, 2)] == [
        ("x", True), ("y", True),
    ]  # fmt: skip
    rows = [{"a": "ab"[n // 2], "b": str(n), "c": str(n)} for n in range(4)]
    assert [(step.attribute, step.needed) for step in proposals(rows, ["a", "b", "c"], {}, 2)] == [
        ("a", False), ("b", True), ("c", True),
    ]  # fmt: skip


def test_diversity_counts_values_within_a_class() -> None:
    assert diversity(ROWS, ["l1"], "sensitive") == (2, 0.0)
    assert diversity(ROWS, ["age"], "sensitive") == (1, 1.0)
    assert diversity(ROWS[2:], ["l1"], "sensitive") == (0, 0.0)


def corpus(folder: Path) -> None:
    lines = [
        {"id": f"w{n}", "text": "Jag är kock.", "l1": l1, "level": "A", "genre": "narrative",
         "spans": [{"start": 7, "end": 11, "label": "prof", "personal": True}]}
        for n, l1 in enumerate(["polska", "polska", "dari"])
    ]  # fmt: skip
    content = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "corpus.jsonl").write_text(content, encoding="utf-8")


def test_k_report_from_the_command_line(maskera: Cli, tmp_path: Path) -> None:
    corpus(tmp_path)
    ended = maskera("k-report", "corpus.jsonl", "--json", "--k", "2")
    assert ended.code == 0
    found = json.loads(ended.out)
    assert found["writers"] == 3
    figures = {tuple(each["attributes"]): each for each in found["figures"]}
    assert figures[("prof",)]["smallest"] == 3
    assert figures[("l1",)]["unique"] == pytest.approx(1 / 3, abs=1e-4)
    assert found["proposals"][0]["attribute"] == "l1"
    assert "l1" in maskera("k-report", "corpus.jsonl").out


def test_k_report_refuses_one_writer_and_unknown_attributes(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("Jag heter Anna.", encoding="utf-8")
    assert maskera("k-report", "one.txt").code == 2
    assert maskera("k-report", "one.txt", "--quasi", "shoe").code == 2


def test_linkage_from_the_command_line(maskera: Cli, tmp_path: Path) -> None:
    facts = [{"id": "a", "facts": ["Gränna", "bagare"]}, {"id": "b", "facts": ["Lund"]}]
    content = "".join(json.dumps(line) + "\n" for line in facts)
    (tmp_path / "facts.jsonl").write_text(content, encoding="utf-8")
    (tmp_path / "out").mkdir()
    for name, text in (("a", "Jag bor i Gränna."), ("b", "Jag bor i en stad."), ("c", "Hej.")):
        (tmp_path / "out" / f"{name}.txt").write_text(text, encoding="utf-8")
    ended = maskera("attack", "linkage", "--facts", "facts.jsonl", "--released", "out", "--json")
    assert ended.code == 0
    found = json.loads(ended.out)["released"]
    assert found["queries"] == 2 and found["texts"] == 3 and found["top1"] == 0.5
    for bad, message in (
        ('{"facts": ["x"]}\n', "facts.jsonl:1"),
        ('{"id": "a"}\n', "facts.jsonl:1: facts need an id and a list of facts"),
        ('{"id": "a", "facts": ["x"]}\n{"id": "b", "text": "y"}\n', "facts.jsonl:2: facts need"),
        ('{"id": "z", "facts": ["x"]}\n', "'z'"),
        ('{"id": "a", "facts": [["x"]]}\n', "facts.jsonl:1: facts need"),
        ('{"id": "a", "facts": ["x"]}\n{"id": "a", "facts": ["y"]}\n', "2: id 'a' is taken"),
        ('{"id": "a", "facts": []}\n', "no fact that concerns a writer"),
        ('{"id": "a", "facts": [" ", "", "?"]}\n', "no fact that concerns a writer"),
        ("", "no fact that concerns a writer"),
    ):
        (tmp_path / "facts.jsonl").write_text(bad, encoding="utf-8")
        ended = maskera("attack", "linkage", "--facts", "facts.jsonl", "--released", "out")
        assert ended.code == 2 and message in ended.err


def test_facts_may_have_labels_and_be_chosen_by_them(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name, text in (("a", "Jag bor i Gränna."), ("b", "Jag är 34 år.")):
        (tmp_path / "out" / f"{name}.txt").write_text(text, encoding="utf-8")
    line = {"id": "a", "facts": {"city": "Gränna", "prof": "bagare", "age_digits": 34}}
    (tmp_path / "facts.jsonl").write_text(json.dumps(line), encoding="utf-8")
    asked = ("attack", "linkage", "--facts", "facts.jsonl", "--released", "out", "--json")
    found = json.loads(maskera(*asked, "--labels", "city").out)["released"]
    assert found["top1"] == 1 and found["by_label"] == {"city": 1.0}
    ended = maskera(*asked, "--labels", "age_digits,shoe")
    assert json.loads(ended.out)["released"]["top1"] == 0  # the other one is found
    assert "--labels: no fact is of 'shoe'" in ended.err
    ended = maskera(*asked, "--labels", "shoe")
    assert ended.code == 2 and "no fact" in ended.err


def test_k_is_counted_among_the_persons_of_a_population(maskera: Cli, tmp_path: Path) -> None:
    corpus(tmp_path)
    table = "prof,l1,weight\nkock,polska,40\nkockar,dari,3\nlärare,dari,900\n"
    (tmp_path / "people.csv").write_text(table, encoding="utf-8")
    asked = ("k-report", "corpus.jsonl", "--population", "people.csv", "--exact", "--k", "10")
    ended = maskera(*asked, "--json")
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    figures = {tuple(each["attributes"]): each for each in found["figures"]}
    assert found["persons"] == 943 and figures[("prof",)]["smallest"] == 43
    assert figures[("l1",)]["smallest"] == 40  # dari 903, polska 40
    assert figures[("prof", "l1")]["smallest"] == 3
    assert figures[("level",)]["smallest"] == 943  # of which the file does not tell
    assert [step["smallest"] for step in found["proposals"]][-1] >= 10
    assert "943 persons" in maskera(*asked).out
    (tmp_path / "people.csv").write_text("shoe\n42\n", encoding="utf-8")
    ended = maskera(*asked)
    assert ended.code == 2 and "people.csv:1" in ended.err


def test_what_is_done_to_the_writers_is_done_to_the_people() -> None:
    people = People(("age",), [{"age": str(age)} for age in range(20, 40)], [1.0] * 20)
    writers = [{"age": "23"}, {"age": "31"}]
    ladders = {"age": [("decade", lambda value: value[0])]}
    assert sizes(writers, ["age"], people) == [1, 1]
    steps = proposals(writers, ["age"], ladders, 10, people)
    assert [(step.change, step.smallest) for step in steps] == [("decade", 10)]
    assert sizes([{"age": ""}, {"age": "99"}, {}], ["age"], people) == [20, 1, 20]


@given(st.lists(ROW, min_size=1, max_size=12))
def test_the_writers_themselves_as_people_give_at_least_k(rows: list[dict[str, str]]) -> None:
    themselves = People(("x", "y"), rows, [1.0] * len(rows))
    among = sizes(rows, ["x", "y"], themselves)
    assert all(own <= other for own, other in zip(sizes(rows, ["x", "y"]), among, strict=True))


def test_bands_of_other_widths(maskera: Cli, tmp_path: Path) -> None:
    lines = [
        {"id": f"w{age}", "text": f"Jag är {age} år.",
         "spans": [{"start": 7, "end": 9, "label": "age_digits", "personal": True}]}
        for age in (21, 24, 26, 29)
    ]  # fmt: skip
    content = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "ages.jsonl").write_text(content, encoding="utf-8")

    def smallest(*widths: str) -> int:
        found = json.loads(maskera("k-report", "ages.jsonl", "--json", *widths).out)
        return int(found["figures"][0]["smallest"])

    assert smallest() == 4 and smallest("--widths", "5,10") == 2
    for wrong in ("10,5", "ten", "", "1"):
        assert maskera("k-report", "ages.jsonl", "--widths", wrong).code == 2
