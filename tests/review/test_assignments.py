"""Assignment: who is to read what, the filter "mine", the next of mine, and who may hand out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sql

from maskera.review import assignments, essays, readings, schema
from maskera.review.essays import NOBODY, Filter
from maskera.review.people import User
from maskera.review.project import Project, open_project, url_of
from maskera.review.workbench import Workbench

from .conftest import SECRET, Client, Closing

Adds = Callable[..., int]


def own(project: Project, who: int) -> list[int]:
    return essays.ids(project, Filter(who=who))


def done(workbench: Workbench, essay_id: int, user: User) -> None:
    found, reading, _ = workbench.open(essay_id, user)
    workbench.finish(found, reading, True, user)


def test_the_filter_shows_mine_and_nobodys(
    project: Project, essay: Adds, reviewer: User, curator: User
) -> None:
    one, two, three = (essay(name=name) for name in ("E1", "E2", "E3"))
    assert assignments.assign(project, [one, two], reviewer, curator) == 2
    assert assignments.assign(project, [two], reviewer, curator) == 0, "they have it already"
    assignments.assign(project, [two], curator, curator)
    assert own(project, reviewer.id) == [one, two]
    assert own(project, curator.id) == [two]
    assert own(project, NOBODY) == [three]
    assert own(project, 0) == [one, two, three]
    assert assignments.holders(project, [one, two, three]) == {
        one: (reviewer.id,),
        two: (reviewer.id, curator.id),
    }
    assert assignments.withdraw(project, [two, three], curator, reviewer) == 1
    assert own(project, reviewer.id) == [one] and own(project, curator.id) == [two]


def test_the_next_of_mine_is_one_that_i_have_not_read(
    workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    project = workbench.project
    ids = [essay(name=f"E{number}") for number in range(4)]
    assignments.assign(project, ids[:3], reviewer, curator)
    assert assignments.following(project, reviewer) == ids[0]
    assert assignments.following(project, reviewer, ids[0]) == ids[1]
    assert assignments.following(project, reviewer, ids[2]) == ids[0], "it begins anew"
    assert assignments.following(project, curator) is None
    for each in ids[:3]:
        done(workbench, each, reviewer)
    assert assignments.following(project, reviewer) is None


@pytest.mark.parametrize("as_first", [True, False])
def test_of_a_double_review_what_counts_is_ones_own_reading(
    workbench: Workbench, essay: Adds, reviewer: User, curator: User, as_first: bool
) -> None:
    project = workbench.project
    project.settings = type(project.settings)(mode="rules", double=True)
    made = essay()
    for person in (reviewer, curator):
        assignments.assign(project, [made], person, curator)
    one, other = (reviewer, curator) if as_first else (curator, reviewer)
    done(workbench, made, one)
    assert assignments.following(project, one) is None
    assert assignments.following(project, other) == made
    assert readings.of(project, essays.load(project, made), other).user_id is None


def test_a_reviewer_takes_and_gives_back_their_own_alone(
    client: Client, project: Project, essay: Adds, reviewer: User, curator: User
) -> None:
    made, browser = essay(), client(reviewer)

    def give(to_whom: int) -> int:
        values = {"do": "assign", "id": [made], "to_whom": to_whom}
        return int(browser.post("/bulk", data=values).status_code)

    assert give(curator.id) == 403 and own(project, NOBODY) == [made]
    assert give(reviewer.id) == 303 and own(project, reviewer.id) == [made]
    assignments.assign(project, [made], curator, curator)
    assert give(NOBODY) == 303
    assert own(project, reviewer.id) == [] and own(project, curator.id) == [made]
    assert give(10**6) == 403


def test_the_pages_lead_from_one_of_mine_to_the_next(
    client: Client, project: Project, essay: Adds, reviewer: User, curator: User
) -> None:
    one, two = essay(name="Ett"), essay(name="Tva")
    essay(name="Annan")
    values = {"do": "assign", "id": [one, two], "to_whom": reviewer.id}
    told = client(curator).post("/bulk", data=values, follow_redirects=True)
    assert told.status_code == 200 and "Nytilldelade texter: 2." in told.text
    browser = client(reviewer)
    listed = browser.get(f"/?who={reviewer.id}").text
    assert ">Ett<" in listed and ">Tva<" in listed and ">Annan<" not in listed
    assert browser.get("/next").headers["location"] == f"/essays/{one}?who={reviewer.id}"
    assert f'href="/next?after={one}"' in browser.get(f"/essays/{one}").text
    assert browser.get(f"/next?after={one}").headers["location"].startswith(f"/essays/{two}?")
    assert "/next?after" not in client(curator).get(f"/essays/{one}").text
    assert client(curator).get("/next").headers["location"] == f"/?who={curator.id}"
    actions = [line.action for line in project.trail()]
    assert actions.count("assigned") == 2


def test_assignments_go_with_the_essay(
    project: Project, essay: Adds, reviewer: User, curator: User
) -> None:
    made = essay()
    assignments.assign(project, [made], reviewer, curator)
    essays.delete(project, [made], curator.id, "")
    assert assignments.holders(project, [made]) == {}


def test_a_project_from_before_gets_what_came_later_when_it_is_opened(
    project: Project, essay: Adds, reviewer: User, closing: Closing
) -> None:
    made = essay()
    where = str(project.engine.url.database)
    with project.write() as connection:
        schema.assignment.drop(connection)
        connection.exec_driver_sql("ALTER TABLE essay DROP COLUMN opened")
    project.engine.dispose()
    again = closing(open_project(url_of(where), SECRET))
    workbench = Workbench(again)
    found, _, _ = workbench.open(made, reviewer)
    assert found.row.opened is None
    essays.see(again, found)
    assert essays.load(again, made).row.opened is not None
    assert assignments.assign(again, [made], reviewer, reviewer) == 1
    with again.read() as connection:
        assert sql.inspect(connection).has_table("remark")
