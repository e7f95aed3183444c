"""A form in all essays: found as words, decided on at once after a question with numbers, undone at
once, and never in what is another's."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from maskera.review import people
from maskera.review.people import User
from maskera.review.search import hits
from maskera.review.state import Comment, Mark
from maskera.review.web.app import create_app
from maskera.review.workbench import Workbench

from .conftest import PASSWORD, Client, logged_in

Adds = Callable[..., int]
TEXT = "Hej Kim. Skolbussen gick. Jag tog skolbussen hem. Skolbussens dörr är blå."


def marks(workbench: Workbench, essay_id: int, user: User) -> list[Mark]:
    found, reading, _ = workbench.open(essay_id, user)
    return [
        mark
        for mark in reading.state.marks
        if found.content.text[mark.start : mark.end].casefold() == "skolbussen"
    ]


def answered(browser: Any, **fields: str) -> str:
    """What comes of a decision that somebody says yes to; ends on the page behind it."""
    asked = browser.post("/search/ask", data={"form": "skolbussen", **fields})
    sealed = re.search(r'name="sealed" value="([^"]+)"', asked.text)
    assert sealed, asked.text
    done = browser.post("/search/do", data={"sealed": sealed[1]}, follow_redirects=True)
    return str(done.text)


def test_a_form_is_marked_everywhere_and_undone_at_once(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    ids = [essay(TEXT, f"E{number}") for number in range(3)]
    essay("Här står inget.", "E9")
    before = [workbench.open(each, reviewer)[1].state for each in ids]
    browser = client(reviewer)
    page = browser.post("/search", data={"form": " skolbussen "})
    assert "Texter: 3." in page.text and "skolbussen" not in str(page.url)
    free = sum(len(hit.free) for hit in hits(workbench, "skolbussen", reviewer))
    asked = browser.post(
        "/search/ask", data={"form": "skolbussen", "do": "mark", "label": "surname"}
    )
    assert f"Ställen: {free}. Texter: 3." in asked.text
    report = answered(browser, do="mark", label="surname")
    assert "Ändrade texter: 3." in report
    for each in ids:
        assert {m.start for m in marks(workbench, each, reviewer)} == {9, 34}
        assert "surname" in {m.label for m in marks(workbench, each, reviewer)}
    line = re.search(r'name="line" value="(\d+)"', report)
    assert line
    stranger = people.add(workbench.project, "Sten", PASSWORD, "reviewer")
    assert 'name="line"' not in client(stranger).get("/search").text
    assert client(stranger).post("/search/undo", data={"line": line[1]}).status_code == 404
    back = browser.post("/search/undo", data={"line": line[1]}, follow_redirects=True)
    assert "Ångrat i texter: 3." in back.text and 'name="line"' not in back.text
    assert [workbench.open(each, reviewer)[1].state for each in ids] == before
    again = browser.post("/search/undo", data={"line": line[1]})
    assert again.status_code == 404, "once"


def test_a_decision_can_be_undone_after_the_server_was_started_anew(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    ids = [essay(TEXT, f"E{number}") for number in range(2)]
    before = [workbench.open(each, reviewer)[1].state for each in ids]
    answered(client(reviewer), do="mark", label="surname")
    found, reading, _ = workbench.open(ids[0], reviewer)
    workbench.change(found, reading, Comment("osäker"), reviewer)
    anew = create_app(Workbench(workbench.project))
    with closing(logged_in(anew, workbench.project, reviewer)) as later:
        page = later.get("/search").text
        assert "texter: 2." in page and "skolbussen" not in page.casefold()
        line = re.search(r'name="line" value="(\d+)"', page)
        assert line
        told = later.post("/search/undo", data={"line": line[1]}, follow_redirects=True).text
    assert "Ångrat i texter: 1." in told and "något annat har ändrats sedan dess: 1." in told
    assert workbench.open(ids[1], reviewer)[1].state == before[1]


def test_all_proposals_of_a_form_are_accepted_and_decisions_stay(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    made = essay("Jag heter Anna. Anna bor här. Anna Berg ringde.")
    (hit,) = hits(workbench, "Anna", reviewer)
    assert len(hit.undecided) == 3 and not hit.free
    report = answered(client(reviewer), form="Anna", do="accept")
    assert "Ändrade texter: 1." in report
    decisions = [m.decision for m in workbench.open(made, reviewer)[2].applied]
    assert decisions.count("accepted") == 3
    (hit,) = hits(workbench, "Anna", reviewer)
    assert (hit.undecided, hit.free, hit.decided) == ((), (), 3)


def test_what_is_done_released_or_anothers_is_left_alone(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    done = essay(TEXT, "E1")
    found, reading, _ = workbench.open(done, reviewer)
    workbench.finish(found, reading, True, reviewer)
    assert list(hits(workbench, "skolbussen", reviewer)) == []
    project = workbench.project
    project.settings = type(project.settings)(mode="rules", double=True)
    two = essay(TEXT, "E2")
    assert list(hits(workbench, "skolbussen", curator)) == [], "nobody has taken it up yet"
    found, reading, _ = workbench.open(two, reviewer)
    workbench.finish(found, reading, True, reviewer)
    found, reading, _ = workbench.open(two, reviewer)
    workbench.finish(found, reading, False, reviewer)
    assert [hit.essay.row.id for hit in hits(workbench, "skolbussen", reviewer)] == [two]
    assert list(hits(workbench, "skolbussen", curator)) == []


def test_what_changed_since_the_question_is_left_alone(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    one, two = essay(TEXT, "E1"), essay(TEXT, "E2")
    browser = client(reviewer)
    asked = browser.post(
        "/search/ask", data={"form": "skolbussen", "do": "mark", "label": "surname"}
    )
    sealed = re.search(r'name="sealed" value="([^"]+)"', asked.text)
    assert sealed
    found, reading, _ = workbench.open(one, curator)
    workbench.change(found, reading, Comment("Jag läser."), curator)
    report = browser.post("/search/do", data={"sealed": sealed[1]}, follow_redirects=True).text
    assert "Ändrade texter: 1." in report and "hann före: 1." in report
    assert [m.decision for m in marks(workbench, two, reviewer)].count("accepted") > 0
    assert [m.decision for m in marks(workbench, one, reviewer)].count("accepted") == 0
    other = client(people.add(workbench.project, "Nils", PASSWORD, "reviewer"))
    stolen = other.post("/search/do", data={"sealed": sealed[1]})
    assert stolen.status_code == 403, "the question was another's"


@pytest.mark.parametrize(
    "fields", [{"do": "mark"}, {"do": "mark", "label": "x"}, {"do": "y"}, {"form": "a" * 101}]
)
def test_what_no_page_sends_is_refused(
    client: Client, reviewer: User, fields: dict[str, str]
) -> None:
    values = {"form": "skolbussen", "do": "accept", **fields}
    assert client(reviewer).post("/search/ask", data=values).status_code == 422
    assert client(None).post("/search", data={"form": "skolbussen"}).status_code in (303, 401, 403)
