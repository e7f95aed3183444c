"""The risk of essays: assessed beside the requests, stored sealed, told in the list, on the essay's
page and in the report; of two readings that are not settled nothing of anybody's work."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio
import pytest
import sqlalchemy as sql
from msgspec.structs import replace
from waiting import PATIENCE

from maskera.review import essays, readings, risks, schema
from maskera.review.people import User
from maskera.review.project import Project, open_project
from maskera.review.risks import BOUNDS, Assessor
from maskera.review.state import Reject
from maskera.review.web import app
from maskera.review.workbench import Workbench
from review.conftest import SECRET, Client, Closing

if TYPE_CHECKING:
    from maskera.review.essays import Essay

TEXT = "Jag heter Nadia Qwerberg och bor i Borås. Min syster är tandläkare. Ring 070-123 45 67."
Add = Callable[..., int]


@pytest.fixture
def assessor(workbench: Workbench) -> Assessor:
    return Assessor(workbench)


def loaded(project: Project, essay_id: int) -> Essay:
    return essays.load(project, essay_id)


def stored(project: Project) -> dict[int, int]:
    """Essay -> the revision whose risk is stored."""
    with project.read() as connection:
        found = connection.execute(sql.select(schema.risk.c.essay_id, schema.risk.c.head))
        return {row.essay_id: row.head for row in found}


def test_essays_are_caught_up_with_latest_first_and_once(
    assessor: Assessor, project: Project, essay: Add
) -> None:
    first, second = essay(TEXT, "E1"), essay("Jag bor i Lund.", "E2")
    assert risks.stale(project, assessor.version, 9) == [second, first]
    assert assessor.catch_up(1) == 1 and set(stored(project)) == {second}
    assert assessor.catch_up(9) == 1 and assessor.catch_up(9) == 0
    assert risks.missing(project, assessor.version) == 0
    known = risks.shares(project, [first, second, 77])
    assert set(known) == {first, second} and all(0 <= each <= 1 for each in known.values())


def test_what_stays_is_what_the_policy_lets_stand(
    assessor: Assessor, workbench: Workbench, reviewer: User, essay: Add
) -> None:
    opened, reading, view = workbench.open(essay(TEXT), reviewer)
    found = assessor.of(opened, reading, view)
    labels = {each.name: each.label for each in found.entities}
    assert {labels[name] for name in found.staying} == {"fam", "prof"}
    assert 0 < found.left < found.bits
    assert {"phone_nr"} <= {each.label for each in found.entities if each.direct}
    everywhere = frozenset.intersection(*found.masked)
    assert {each.name for each in found.entities if each.direct} <= everywhere
    sizes = [words for _, words in found.figures.masked]
    assert len(sizes) == len(BOUNDS) and sizes[0] >= sizes[-1]


def test_a_change_makes_it_out_of_date_and_settings_do(
    assessor: Assessor, workbench: Workbench, reviewer: User, essay: Add
) -> None:
    project = workbench.project
    opened, reading, view = workbench.open(essay(TEXT), reviewer)
    before = assessor.of(opened, reading, view)
    assert assessor.catch_up(9) == 0
    phone = next(mark for mark in view.state.marks if mark.label == "phone_nr")
    workbench.change(opened, reading, Reject((phone.key,)), reviewer)
    assert risks.stale(project, assessor.version, 9) == [opened.row.id]
    after = assessor.of(*workbench.open(opened.row.id, reviewer))
    assert len(after.entities) == len(before.entities) - 1 and assessor.catch_up(9) == 0
    project.change_settings(replace(project.settings, title="Annat"), None)
    assert assessor.catch_up(9) == 0  # what it is called changes no risk
    project.change_settings(replace(project.settings, policy="careful"), None)
    assert risks.stale(project, assessor.version, 9) == [opened.row.id]
    assert assessor.catch_up(9) == 1
    careful = assessor.of(*workbench.open(opened.row.id, reviewer))
    assert careful.left == 0.0 < after.left


def test_of_two_readings_the_list_tells_what_the_detector_found(
    workbench: Workbench, reviewer: User, curator: User, essay: Add
) -> None:
    project = workbench.project
    project.change_settings(replace(project.settings, double=True), None)
    assessor, key = Assessor(workbench), essay(TEXT)
    assert assessor.catch_up(9) == 1 and stored(project) == {key: risks.UNSETTLED}
    told = risks.listed(project)
    opened, reading, view = workbench.open(key, reviewer)
    phone = next(mark for mark in view.state.marks if mark.label == "phone_nr")
    workbench.change(opened, reading, Reject((phone.key,)), reviewer)
    mine = assessor.of(*workbench.open(key, reviewer))
    assert len(mine.entities) == len(told[0].figures.entities) - 1
    assert assessor.catch_up(9) == 0 and risks.listed(project) == told
    assert readings.all_of(project, opened)["second"].user_id is None


def test_what_is_stored_holds_no_word_and_goes_with_the_essay(
    assessor: Assessor, project: Project, essay: Add
) -> None:
    key = essay(TEXT)
    assessor.catch_up(9)
    with project.read() as connection:
        row = connection.execute(sql.select(schema.risk)).one()
    for word in ("Nadia", "Qwerberg", "Borås", "nadia", "070"):
        assert word not in row.figures and word.encode() not in row.found
    essays.delete(project, [key], None, "test")
    assert stored(project) == {}


def test_a_row_written_without_the_key_is_not_believed(
    assessor: Assessor, workbench: Workbench, reviewer: User, essay: Add
) -> None:
    opened, reading, view = workbench.open(essay(TEXT), reviewer)
    found = assessor.of(opened, reading, view)
    with workbench.project.write() as connection:
        connection.execute(sql.update(schema.risk).values(found=b"x" * 40))
    assert assessor.of(opened, reading, view) == found
    with workbench.project.read() as connection:
        held = connection.execute(sql.select(schema.risk.c.found)).scalar_one()
    assert held != b"x" * 40


def test_a_project_of_before_gets_the_table(project: Project, closing: Closing) -> None:
    with project.write() as connection:
        schema.risk.drop(connection)
    again = closing(open_project(project.engine.url.render_as_string(), SECRET))
    assert sql.inspect(again.engine).has_table("risk") and risks.listed(again) == []


def test_a_language_without_a_model_has_no_risk(
    assessor: Assessor,
    client: Client,
    reviewer: User,
    essay: Add,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = essay(TEXT)
    monkeypatch.setattr(risks, "available", lambda language: False)
    assert not assessor.available and assessor.catch_up(9) == 0
    assert client(reviewer).get(f"/essays/{key}/risk").status_code == 404
    assert "Det finns ingen riskmodell" in client(reviewer).get("/risk").text
    assert 'id="risk"' not in client(reviewer).get(f"/essays/{key}").text


def test_the_list_shows_and_sorts_it_also_when_searched(
    assessor: Assessor, client: Client, reviewer: User, essay: Add
) -> None:
    calm, risky = essay("Jag bor i Lund.", "Lugn"), essay(TEXT, "Farlig")
    assessor.catch_up(9)
    unknown = essay("Jag bor i Kiruna.", "Okänd")
    browser = client(reviewer)
    for query in ("?sort=risk", None):
        path = f"/{query}" if query else found_by(browser, "i")
        page = browser.get(path).text
        order = [int(each) for each in re.findall(r'href="/essays/(\d+)', page)]
        assert order == [risky, calm, unknown], path
    assert re.search(r'title="Risk i det som står kvar[^"]*">\d+ %', page)
    assert 'aria-sort="descending"' in page


def found_by(browser: object, words: str) -> str:
    answer = browser.post("/filter", data={"words": words, "texts": "1", "sort": "risk"})  # type: ignore[attr-defined]
    return str(answer.headers["location"])


def test_the_panel_tells_each_mention_and_what_a_bound_masks(
    client: Client, reviewer: User, project: Project, essay: Add
) -> None:
    key = essay(TEXT)
    page = client(reviewer).get(f"/essays/{key}/risk")
    assert page.status_code == 200 and "070-123 45 67" in page.text
    told = re.findall(r'<p data-bound="(\d+)"', page.text)
    assert [int(each) for each in told] == list(BOUNDS)
    assert "en modell av experters maskering" in page.text and stored(project)
    figures = re.findall(r"\((\d.\d\d)\)", page.text)  # as they are written in Swedish
    assert figures and all(figure[1] == "," for figure in figures)
    empty = essay("Ja.", "E2")
    assert "Ingenting är markerat" in client(reviewer).get(f"/essays/{empty}/risk").text
    assert client(reviewer).get("/essays/999/risk").status_code == 404
    assert client(None).get(f"/essays/{key}/risk").status_code == 303


def test_opening_an_essay_assesses_nothing(
    client: Client, reviewer: User, project: Project, essay: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = essay(TEXT)
    monkeypatch.setattr(Assessor, "assess", lambda *_: pytest.fail("assessed in a request"))
    assert client(reviewer).get(f"/essays/{key}").status_code == 200
    assert client(reviewer).get("/").status_code == 200
    assert client(reviewer).get("/risk").status_code == 200 and stored(project) == {}


def test_the_report_counts_draws_and_downloads_without_a_word(
    assessor: Assessor, client: Client, reviewer: User, project: Project, essay: Add
) -> None:
    essay(TEXT, "E1")
    essay("Min moster är kirurg i Ystad.", "=E2")
    browser = client(reviewer)
    page = browser.get("/risk")
    assert "Ännu inte bedömda: 2" in page.text and "<svg" not in page.text
    assert browser.post("/risk").status_code == 303 and len(stored(project)) == 2
    page = browser.get("/risk?bound=20")
    assert page.text.count("<svg") >= 2 and "Vid 20 %" in page.text
    assert not {"Nadia", "Borås", "kirurg", "tandläkare"} & set(re.findall(r"\w+", page.text))
    rows = list(csv.DictReader(io.StringIO(browser.get("/risk/essays.csv").text)))
    assert {row["essay"] for row in rows} == {"E1", "'=E2"}
    assert all(float(row["bits_left"]) <= float(row["bits"]) for row in rows)
    labels = list(csv.DictReader(io.StringIO(browser.get("/risk/labels.csv").text)))
    assert {"fam": "1.0", "prof": "1.0", "phone_nr": "0.0"}.items() <= {
        row["label"]: row["stays"] for row in labels
    }.items()
    assert browser.get("/risk/texts.csv").status_code == 404
    assert browser.get("/risk?bound=3").status_code == 422


def test_the_server_catches_up_by_itself(
    assessor: Assessor, project: Project, essay: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    essay(TEXT, "E1")
    essay("Jag bor i Lund.", "E2")
    monkeypatch.setattr(app, "QUIET", 0.0)
    calls: list[float] = []
    catch_up = Assessor.catch_up

    def counted(self: Assessor, most: int) -> int:
        calls.append(time.monotonic())
        if len(calls) == 2:
            raise RuntimeError("a database that is away")
        return catch_up(self, most)

    monkeypatch.setattr(Assessor, "catch_up", counted)

    async def run() -> None:
        with anyio.move_on_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(app._assess, assessor)
                while len(stored(project)) < 2:
                    await anyio.sleep(0.01)
                tasks.cancel_scope.cancel()

    anyio.run(run)
    assert len(stored(project)) == 2 and len(calls) >= 3
