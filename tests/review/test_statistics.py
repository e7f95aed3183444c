"""The figures of a project: what is counted, from what, for whom, and how quickly."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Callable
from datetime import date

import msgspec
import pytest
import sqlalchemy as sql
from timing import seconds

from maskera.evaluate import charts
from maskera.mentions import Mention
from maskera.review import counters, essays, schema
from maskera.review.counters import Counts
from maskera.review.essays import Filter
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.settle import Figures, encoded
from maskera.review.state import Accept, Add, Change, Mark, Reject, Relabel, Resize, State
from maskera.review.statistics import NONE, TABLES, as_csv, gather
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .conftest import Client

TEXT = "Jag heter Anna Berg och bor i Malmö. Anna går i skolan."


def mark_of(state: State, label: str) -> Mark:
    return next(mark for mark in state.applied if mark.label == label)


def do(workbench: Workbench, essay_id: int, user: User, make: Callable[[State], Change]) -> None:
    essay, reading, _ = workbench.open(essay_id, user)
    workbench.change(essay, reading, make(reading.state), user)


def review(workbench: Workbench, essay_id: int, user: User) -> None:
    essay, reading, _ = workbench.open(essay_id, user)
    workbench.finish(essay, reading, True, user)


def test_tallies_follow_the_state(
    workbench: Workbench, essay: Callable[..., int], reviewer: User
) -> None:
    essay_id = essay(TEXT)
    before = counters.decoded(essays.load(workbench.project, essay_id).row.counts)
    assert (
        before.labels["firstname_female"] == 2
        and before.fates["city>city"] == 1
        and before.hidden == 4
    )
    do(workbench, essay_id, reviewer, lambda state: Relabel(mark_of(state, "city").key, "region"))
    do(workbench, essay_id, reviewer, lambda state: Reject((mark_of(state, "surname").key,)))
    do(
        workbench,
        essay_id,
        reviewer,
        lambda state: Resize(mark_of(state, "firstname_female").key, 4, 14),
    )
    do(workbench, essay_id, reviewer, lambda state: Add(48, 54, "school"))
    after = counters.decoded(essays.load(workbench.project, essay_id).row.counts)
    assert after.fates == {
        "firstname_female~firstname_female": 1, "firstname_female>firstname_female": 1, "surname>": 1, "city>region": 1, ">school": 1,
    }  # fmt: skip
    essay, reading, _ = workbench.open(essay_id, reviewer)
    workbench.step(essay, reading, True, reviewer)
    assert (
        ">school" not in counters.decoded(essays.load(workbench.project, essay_id).row.counts).fates
    )


def test_rejected_and_marked_anew_is_a_correction_of_the_label(
    workbench: Workbench, essay: Callable[..., int], reviewer: User
) -> None:
    essay_id = essay(TEXT)
    do(workbench, essay_id, reviewer, lambda state: Reject((mark_of(state, "city").key,)))
    do(workbench, essay_id, reviewer, lambda state: Add(30, 35, "region"))
    assert (
        counters.decoded(essays.load(workbench.project, essay_id).row.counts).fates["city>region"]
        == 1
    )


def test_the_counts_tell_nothing_of_the_text(
    workbench: Workbench, essay: Callable[..., int]
) -> None:
    stored = essays.load(workbench.project, essay(TEXT)).row.counts
    assert not re.search("Anna|Berg|Malmö", stored)


def test_corrections_are_of_reviewed_essays(
    workbench: Workbench, essay: Callable[..., int], reviewer: User
) -> None:
    essay_id, _ = essay(TEXT), essay(TEXT, "E2")
    do(workbench, essay_id, reviewer, lambda state: Relabel(mark_of(state, "city").key, "region"))
    do(workbench, essay_id, reviewer, lambda state: Add(48, 54, "school"))
    assert gather(workbench.project, shipped(), Filter()).corrections == {}
    review(workbench, essay_id, reviewer)
    found = gather(workbench.project, shipped(), Filter())
    assert found.corrected == 1 and found.essays == 2
    assert found.confusion["city", "region"] == 1 and found.confusion[NONE, "school"] == 1
    assert found.corrections["firstname_female"].counts.f1 == 1
    assert (
        found.corrections["city"].counts.precision == 0
        and found.corrections["city"].counts.found == 1
    )
    assert found.corrections["region"].counts.recall == 0 and found.corrections["region"].here == 1
    assert found.detector.precision == pytest.approx(
        3 / 4
    ) and found.detector.recall == pytest.approx(3 / 5)


def test_imported_marks_correct_the_detector(workbench: Workbench, reviewer: User) -> None:
    marks = (
        Mention(Span(10, 14), "firstname_female", 1),
        Mention(Span(30, 35), "region", 2),
        Mention(Span(48, 54), "school", 3),
    )
    essay_id = next(workbench.add([(Document("E1", TEXT), marks)], reviewer))
    assert isinstance(essay_id, int)
    fates = counters.decoded(essays.load(workbench.project, essay_id).row.counts).fates
    assert fates == {
        "firstname_female>firstname_female": 1,
        "city>region": 1,
        ">school": 1,
        "surname>": 1,
        "firstname_female>": 1,
    }


def test_filters(workbench: Workbench, essay: Callable[..., int]) -> None:
    essay(TEXT, "E1", genre="narrative", level="A2")
    essay("Jag bor i Lund.", "E2", genre="descriptive", level="B1")
    found = gather(workbench.project, shipped(), Filter(genre="narrative"))
    assert (
        found.essays == 1
        and found.tags["firstname_female", "narrative"] == 2
        and found.of("firstname_female") == 2
    )
    assert gather(workbench.project, shipped(), Filter(level="B1")).labels == ["city"]
    assert gather(workbench.project, shipped(), Filter(status="released")).essays == 0
    share = gather(workbench.project, shipped(), Filter()).shares["descriptive"]
    assert (share.words, share.hidden_words) == (4, 1)


def test_the_way_of_essays_over_time(
    workbench: Workbench, essay: Callable[..., int], curator: User
) -> None:
    first, second = essay(TEXT), essay(TEXT, "E2")
    do(workbench, second, curator, lambda state: Accept((state.marks[0].key,)))
    review(workbench, first, curator)
    assert workbench.release([first], curator) == {}
    [(_, *counts)] = gather(workbench.project, shipped(), Filter()).timeline
    assert counts == [2, 2, 1, 1]
    workbench.take_back(essays.load(workbench.project, first), curator)
    essay_, reading, _ = workbench.open(first, curator)
    workbench.finish(essay_, reading, False, curator)
    [(_, *counts)] = gather(workbench.project, shipped(), Filter()).timeline
    assert counts == [2, 2, 0, 0]


def test_doubtful_places_decided(
    workbench: Workbench, essay: Callable[..., int], reviewer: User, curator: User
) -> None:
    essay_id = essay("Min kompis Kim bor i Lund. Hos Sten var det fint. Jag såg Blom den 3 mars.")
    queue = workbench.open(essay_id, reviewer)[2].queue
    assert queue
    do(workbench, essay_id, reviewer, lambda state: Accept((queue[0].key,)))
    do(
        workbench, essay_id, reviewer, lambda state: Relabel(queue[0].key, "extra")
    )  # was decided already
    found = gather(workbench.project, shipped(), Filter())
    assert list(found.work.values()) == [1]
    assert gather(workbench.project, shipped(), Filter(genre="none")).work == {}
    assert gather(workbench.project, shipped(), Filter(), user_id=curator.id).work == {}
    assert gather(workbench.project, shipped(), Filter(), now=time.time() + 40 * 86400).work == {}


def test_agreement_only_of_what_may_be_seen(project: Project, essay: Callable[..., int]) -> None:
    essay_id = essay(TEXT)
    stored = encoded(Figures(1, 1, 1, 2, {"city": (1, 1, 2)}, {"city city": 1, "O city": 1}, 1))
    with project.write() as connection:
        connection.execute(
            sql.update(schema.essay)
            .where(schema.essay.c.id == essay_id)
            .values(agreement=stored, stage="waits")
        )
    assert gather(project, shipped(), Filter()).agreement.labelled == pytest.approx(2 / 3)
    assert gather(project, shipped(), Filter(), everything=False).agreed == 0
    with project.write() as connection:
        connection.execute(
            sql.update(schema.essay).where(schema.essay.c.id == essay_id).values(stage="settled")
        )
    assert gather(project, shipped(), Filter(), everything=False).agreed == 1


def test_the_page_and_its_tables(
    client: Client, workbench: Workbench, essay: Callable[..., int], curator: User, reviewer: User
) -> None:
    essay_id = essay(TEXT, genre="narrative")
    do(workbench, essay_id, reviewer, lambda state: Relabel(mark_of(state, "city").key, "region"))
    review(workbench, essay_id, reviewer)
    browser = client(curator)
    page = browser.get("/statistics").text
    assert page.count("<svg") >= 3 and "firstname_female" in page and "style=" not in page
    assert "Malmö" not in page
    assert browser.get("/statistics?genre=descriptive").status_code == 200
    for table in TABLES:
        answer = browser.get(f"/statistics/{table}.csv?genre=narrative")
        assert (
            answer.headers["content-type"].startswith("text/csv")
            and f"maskera-{table}.csv" in answer.headers["content-disposition"]
        )
        rows = list(csv.reader(io.StringIO(answer.text)))
        assert len({len(row) for row in rows}) == 1
    assert ["city", "region", "1"] in list(
        csv.reader(io.StringIO(browser.get("/statistics/confusion.csv").text))
    )
    assert browser.get("/statistics/other.csv").status_code == 404
    assert client(None).get("/statistics").status_code == 303


def test_reviewers_see_their_own_work_alone(
    client: Client, workbench: Workbench, essay: Callable[..., int], curator: User, reviewer: User
) -> None:
    essay_id = essay("Min kompis Kim bor i Lund. Hos Sten var det fint. Jag såg Blom den 3 mars.")
    for user in (reviewer, curator):
        place = workbench.open(essay_id, user)[2].queue[0]
        do(workbench, essay_id, user, lambda state, key=place.key: Accept((key,)))  # type: ignore[misc]  # a default binds the key of this round
    told = {
        user.name: client(user).get("/statistics/work.csv").text for user in (reviewer, curator)
    }
    assert "Kurt" not in told["Rut"] and "Rut" in told["Rut"]
    assert "Kurt" in told["Kurt"] and "Rut" in told["Kurt"]


def test_no_cell_is_a_formula() -> None:
    assert as_csv([["=1+1", -3, "plain", ""]]) == "'=1+1,-3,plain,\r\n"


def test_an_essay_that_came_pseudonymized_counts_as_an_essay(workbench: Workbench) -> None:
    content, state = next(workbench.detect([Document("R1", TEXT)]))
    workbench.submit(
        Document(content.id, content.text, "sv", content.meta), state, content.mentions
    )
    found = gather(workbench.project, shipped(), Filter())
    assert (
        found.essays == 1
        and found.mentions == 4
        and found.shares[""].words == 0
        and found.corrections == {}
    )


def test_five_thousand_essays_are_quick(
    client: Client, project: Project, essay: Callable[..., int], curator: User
) -> None:
    first = essay(TEXT)
    with project.write() as connection:
        [row] = connection.execute(
            sql.select(schema.essay).where(schema.essay.c.id == first)
        ).mappings()
        labels = dict.fromkeys(
            (
                "firstname_male",
                "surname",
                "city",
                "country",
                "school",
                "work",
                "fam",
                "prof",
                "day",
                "year",
            ),
            3,
        )
        counted = msgspec.json.encode(
            Counts(
                labels,
                20,
                25,
                {f"{label}>{label}": 2 for label in labels} | {">city": 1, "fam>": 2},
            )
        ).decode()
        agreed = encoded(
            Figures(
                20,
                22,
                25,
                25,
                dict.fromkeys(labels, (2, 3, 3)),
                {f"{label} {label}": 2 for label in labels},
                4,
            )
        )
        many = [
            {**row, "id": first + at, "lookup": at.to_bytes(4), "genre": f"genre{at % 8}", "status": schema.STATUSES[at % 4],
             "counts": counted, "agreement": agreed, "stage": "settled", "begun": row["added"] - at * 900,
             "added": row["added"] - at * 1000}
            for at in range(1, 5000)
        ]  # fmt: skip
        connection.execute(sql.insert(schema.essay), many)
    browser = client(curator)
    assert browser.get("/statistics").status_code == 200
    assert (
        min(seconds(lambda: browser.get("/statistics")) for _ in range(3)) < 1
    )  # 0.07 by tools/bench_review.py


def test_charts_are_plain_and_escaped() -> None:
    over = charts.over_time({"a<b": [(date(2026, 1, 1), 0), (date(2026, 3, 1), 7)], "b": []}, "n")
    assert "a&lt;b" in over and "2026-03-01" in over and "<b:" not in over
    assert charts.over_time({}, "n").startswith("<svg")
    grid = charts.grid(["r"], ["c", "d"], {("r", "c"): 3}, "t")
    assert "r, c: 3 (100.0%)" in grid and grid.count("<rect") == 2
    bar = charts.stacked({"x": 1, "y": 3}, 4)
    assert 'width="45.0"' in bar and 'width="135.0"' in bar and "x: 1" in bar
