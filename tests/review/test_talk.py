"""Remarks and answers, who did what on a mention, and what differs between two revisions: each in
front of those alone who may see it, and sealed at rest."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sql

from maskera.errors import MaskeraError
from maskera.review import essays, readings, remarks, schema
from maskera.review.differences import deeds, differences
from maskera.review.people import User
from maskera.review.project import ForeignRowError, Project
from maskera.review.state import (
    Accept,
    AcceptLeaks,
    Change,
    Comment,
    Pseudonym,
    Reject,
    Relabel,
    State,
)
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped

from .conftest import Client

Adds = Callable[..., int]
SAID = "Är Plantagenet ett namn?"


def said(workbench: Workbench, essay_id: int, user: User) -> list[str]:
    found, reading, _ = workbench.open(essay_id, user)
    return [each.text for each in remarks.visible(workbench.project, found, reading, user)]


def say(workbench: Workbench, essay_id: int, user: User, text: str, **about: Any) -> int:
    found, reading, _ = workbench.open(essay_id, user)
    return remarks.add(workbench.project, found, reading, user, text, **about)


def change(workbench: Workbench, essay_id: int, user: User, *changes: Change) -> None:
    for each in changes:
        found, reading, _ = workbench.open(essay_id, user)
        workbench.change(found, reading, each, user)


def test_remarks_and_answers_are_shown_where_they_were_made(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    made = essay()
    key = workbench.open(made, reviewer)[2].applied[0].key
    browser, path = client(reviewer), f"/essays/{made}/remark"
    answer = browser.post(path, data={"mark": key, "text": SAID}, headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<section id="card"') and SAID in answer.text
    (first,) = remarks.visible(workbench.project, *workbench.open(made, reviewer)[:2], reviewer)
    whole = client(curator).post(path, data={"text": "Ring <Rut>"}, headers={"HX-Request": "true"})
    assert whole.text.lstrip().startswith('<section class="card" id="note_section"')
    assert "Ring &lt;Rut&gt;" in whole.text and SAID not in whole.text
    say(workbench, made, curator, "Ja", parent=first.id)
    card = browser.get(f"/essays/{made}/mention/{key}").text
    assert card.index(SAID) < card.index(">Ja<") and "<b>Kurt</b>" in card and "Ring" not in card
    assert said(workbench, made, reviewer) == [SAID, "Ring <Rut>", "Ja"]


@pytest.mark.parametrize("text", ["", "  \n", "x" * (remarks.LONGEST + 1)])
def test_nothing_and_too_much_are_refused(
    client: Client, essay: Adds, workbench: Workbench, reviewer: User, text: str
) -> None:
    made = essay()
    answer = client(reviewer).post(f"/essays/{made}/remark", data={"text": text})
    assert answer.status_code == 422 and said(workbench, made, reviewer) == []
    answer = client(reviewer).post(f"/essays/{made}/remark", data={"text": "x", "parent": 99})
    assert answer.status_code == 422
    answer = client(reviewer).post(f"/essays/{made}/remark", data={"text": "x", "mark": 10**6})
    assert answer.status_code == 422 and said(workbench, made, reviewer) == []


def test_neither_of_two_reviewers_sees_what_the_other_says_before_it_is_settled(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    project = workbench.project
    project.settings = type(project.settings)(mode="rules", double=True)
    made = essay()
    number = say(workbench, made, reviewer, SAID)
    change(workbench, made, reviewer, Reject((0,)))
    say(workbench, made, curator, "Mitt")
    assert said(workbench, made, reviewer) == [SAID]
    assert said(workbench, made, curator) == ["Mitt"]
    with pytest.raises(MaskeraError, match="not there"):
        say(workbench, made, curator, "svar", parent=number)
    assert SAID not in client(curator).get(f"/essays/{made}").text
    first, other = (
        readings.of(project, essays.load(project, made), each) for each in (reviewer, curator)
    )
    assert first.id != other.id
    path = f"/essays/{made}/revisions?one={first.head}&other={first.head}"
    assert client(curator).get(path).status_code == 404, "a revision of the other's reading"
    assert client(reviewer).get(path).status_code == 200


def test_remarks_are_sealed_bound_to_their_row_and_gone_with_the_essay(
    project: Project, workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    made = essay()
    say(workbench, made, reviewer, SAID)
    with project.read() as connection:
        row = connection.execute(sql.select(schema.remark)).one()
    assert b"Plantagenet" not in row.text
    with project.write() as connection:
        connection.execute(sql.update(schema.remark).values(user_id=curator.id))
    with pytest.raises(ForeignRowError):
        said(workbench, made, reviewer)
    assert "row refused" in {line.action for line in project.trail()}
    essays.delete(project, [made], curator.id, "")
    with project.read() as connection:
        assert connection.execute(sql.select(schema.remark)).all() == []


def test_a_mention_tells_who_did_what(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    made = essay()
    key = workbench.open(made, reviewer)[2].applied[0].key
    change(workbench, made, reviewer, Accept((key,)), Relabel(key, "surname"))
    change(workbench, made, curator, Pseudonym(key, "Xerxes", referent=False), Reject((key,)))
    found, reading, _ = workbench.open(made, curator)
    workbench.step(found, reading, True, curator)
    told = list(deeds(workbench.project, *workbench.open(made, curator)[:2], key, shipped()))
    assert [(each.user_id, each.what.kinds) for each in told] == [
        (reviewer.id, ("accepted",)),
        (reviewer.id, ("label",)),
        (curator.id, ("pseudonym",)),
    ], "what was undone is left out"
    page = client(reviewer).get(f"/essays/{made}/mention/{key}/history").text
    plain = html.unescape(re.sub(r"<[^>]*>|\s+", " ", page))
    assert "Rut" in plain and "Kurt" in plain and "→ efternamn" in plain and "→ Xerxes" in plain
    untouched = workbench.open(made, reviewer)[2].applied[-1].key
    assert (
        "Ingen har ändrat"
        in client(reviewer).get(f"/essays/{made}/mention/{untouched}/history").text
    )


def test_two_revisions_are_compared(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    made = essay()
    marks = workbench.open(made, reviewer)[2].applied
    change(workbench, made, reviewer, Reject((marks[-1].key,)), Relabel(marks[0].key, "surname"))
    page = client(reviewer).get(f"/essays/{made}/revisions").text
    assert "Skillnader: 2" in page and "avvisade" in page and "→ efternamn" in page
    assert re.search("<td>programmet</td>\\s*<td>programmets förslag</td>", page)
    _, reading, view = workbench.open(made, reviewer)
    steps = readings.history(workbench.project, reading)
    path = f"/essays/{made}/revisions?one={steps[0].id}&other={steps[1].id}"
    page = client(reviewer).get(path).text
    assert "Skillnader: 1" in page and "→ efternamn" not in page
    assert client(reviewer).get(f"/essays/{made}/revisions?one=999").status_code == 404
    text = view.result.document.text
    assert differences(view.state, view.state, text, shipped()) == []
    assert [each.kinds for each in differences(view.state, State(), text, shipped())] == [
        ("gone",)
    ] * len(view.state.marks)


def test_a_pseudonym_of_a_referent_and_what_is_said_of_the_essay_are_differences(
    client: Client, workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    made = essay()
    anna, *_, again = (m for m in workbench.open(made, reviewer)[2].applied if m.number == 1)
    change(workbench, made, reviewer, Pseudonym(anna.key, "Xerxes"), Comment("Läs om."))
    change(workbench, made, reviewer, AcceptLeaks())
    told = deeds(workbench.project, *workbench.open(made, reviewer)[:2], again.key, shipped())
    assert [each.what.kinds for each in told] == [("pseudonym",)], "it stands there, too"
    page = client(reviewer).get(f"/essays/{made}/revisions").text
    assert page.count("pseudonym dragen → Xerxes") == 2 and "Skillnader: 4" in page
    assert "kommentaren till hela texten" in page and "godkände det som läckkontrollen" in page
