"""Rows that somebody without the key has written, moved or changed: refused, and told in the
trail."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql
from hypothesis import given
from hypothesis import strategies as st

from maskera.io.cipher import Sealer
from maskera.review import passwords, people, places, schema
from maskera.review.people import User
from maskera.review.project import ForeignRowError, Project, Settings
from maskera.review.state import Reject
from maskera.review.workbench import Workbench
from review.conftest import PASSWORD, Client

STRANGER = Sealer(b"k" * 32)  # the key of who has the database alone


def run(project: Project, statement: Any) -> None:
    """Write as somebody at the database does, past the project."""
    with project.engine.connect() as connection, connection.begin():
        connection.execute(statement)


def rows(project: Project, table: sql.Table) -> list[dict[str, Any]]:
    with project.read() as connection:
        return [dict(row) for row in connection.execute(sql.select(table)).mappings()]


def refused(project: Project) -> list[str]:
    """The rows of which the trail tells."""
    return [line.detail for line in project.trail(action="row refused")]


def account(name: str, role: str = "admin") -> bytes:
    made = people.Account(name, role, passwords.hashed(PASSWORD), created=time.time())
    return msgspec.msgpack.encode(made)


def test_an_account_written_into_the_database_lets_nobody_in(
    project: Project, admin: User, client: Client
) -> None:
    place = places.account_place(7)
    lookups = (project.keys.lookup("mallory", "account"), b"x" * 32)
    for lookup in lookups:  # the first even if the name's digest were known
        values = {"id": 7, "lookup": lookup, "sealed": STRANGER.seal(account("Mallory"), place)}
        run(project, sql.insert(schema.user).values(**values))
        assert people.log_in(project, "Mallory", PASSWORD) is None
        assert people.users(project) == [admin]
        page = client(admin).get("/trail").text
        assert "rad vägrad" in page and "konto 7" in page
        assert "konto 7" in client(admin).get("/trail/whole").text
        run(project, sql.delete(schema.user).where(schema.user.c.id == 7))
    assert project.broken_link() == 0 and refused(project) == ["account 7"]  # once
    assert "konto" not in client(admin).get("/trail/whole").text


def test_an_account_cannot_take_anothers_place(
    project: Project, admin: User, reviewer: User
) -> None:
    """Neither its row, nor its name's digest, so that the one's password opens the other."""
    boss, worker = rows(project, schema.user)
    table = schema.user
    run(
        project,
        sql.update(table).where(table.c.id == worker["id"]).values(sealed=boss["sealed"]),
    )
    assert people.log_in(project, "Rut", PASSWORD) is None and people.users(project) == [admin]
    assert refused(project) == [f"account {reviewer.id}"]
    swapped = {"lookup": b"-", "sealed": worker["sealed"]}
    run(project, sql.update(table).where(table.c.id == worker["id"]).values(**swapped))
    run(project, sql.update(table).where(table.c.id == boss["id"]).values(lookup=worker["lookup"]))
    assert people.log_in(project, "Rut", PASSWORD) is None and people.users(project) == []
    assert sorted(refused(project)) == ["account 1", "account 2"]


def test_a_session_written_into_the_database_is_none(
    project: Project, admin: User, reviewer: User, client: Client
) -> None:
    now = time.time()
    digest = people._digest("x")
    login = people.Login(admin.id, "t", now, now, 0)
    sealed = STRANGER.seal(msgspec.msgpack.encode(login), places.session_place(digest))
    values = {"digest": digest, "user_id": admin.id, "created": now, "seen": now, "sealed": sealed}
    run(project, sql.insert(schema.session).values(**values))
    assert people.session_of(project, "x") is None
    assert refused(project) == [f"session of account {admin.id}"]
    assert people.foreign(project) == refused(project)
    people.log_out(project, "x")
    secret = people.log_in(project, "Rut", PASSWORD) or ""
    held = rows(project, schema.session)[0]
    for changed in ({"user_id": admin.id}, {"digest": digest}):  # another's, under another cookie
        run(project, sql.update(schema.session).values(**changed))
        for each in (secret, "x"):
            assert people.session_of(project, each) is None
        run(project, sql.update(schema.session).values(**{key: held[key] for key in changed}))
        session = people.session_of(project, secret)
        assert session is not None and session.user == reviewer


def test_a_session_put_back_after_a_new_password_stays_ended(
    project: Project, reviewer: User, admin: User
) -> None:
    secret = people.log_in(project, "Rut", PASSWORD) or ""
    held = rows(project, schema.session)[0]
    people.change(project, reviewer.id, password="ett annat lösenord")
    run(project, sql.insert(schema.session).values(**held))
    assert people.session_of(project, secret) is None


@pytest.fixture
def read(workbench: Workbench, essay: Callable[..., int], reviewer: User) -> Callable[[], int]:
    """Adds an essay in which two places are rejected one after the other; its row's id."""

    def of() -> int:
        row = essay()
        for _ in range(2):
            opened, reading, view = workbench.open(row, reviewer)
            first = next(mark for mark in view.state.marks if mark.decision == "machine")
            workbench.change(opened, reading, Reject((first.key,)), reviewer)
        return row

    return of


REVISIONS: Mapping[str, Mapping[str, Any]] = {
    "another author": {"user_id": 1},
    "another time": {"at": 1.0},
    "another action": {"action": "accept"},
    "other counts": {"labels": "city", "decided": 9},
    "another parent": {"parent": 1},
    "no parent": {"parent": None},
}


@pytest.mark.parametrize("changed", REVISIONS.values(), ids=REVISIONS)
def test_a_revision_is_bound_to_its_row(
    workbench: Workbench, read: Callable[[], int], admin: User, changed: Mapping[str, Any]
) -> None:
    row, project = read(), workbench.project
    table = schema.revision
    last = max(each["id"] for each in rows(project, table))
    workbench.open(row, admin)
    run(project, sql.update(table).where(table.c.id == last).values(**changed))
    with pytest.raises(ForeignRowError, match="without the key"):
        workbench.open(row, admin)
    assert refused(project) == [f"revision {last}"]
    assert project.trail(row)[0].action == "row refused" and project.broken_link() == 0


def test_a_revision_cannot_take_the_place_of_another(
    workbench: Workbench, read: Callable[[], int], admin: User
) -> None:
    row, project = read(), workbench.project
    table = schema.revision
    first, second, third = rows(project, table)
    run(
        project,
        sql.update(table).where(table.c.id == third["id"]).values(state=second["state"]),
    )
    with pytest.raises(ForeignRowError):
        workbench.open(row, admin)
    run(project, sql.update(table).where(table.c.id == third["id"]).values(state=third["state"]))
    run(project, sql.delete(table).where(table.c.id == third["id"]))
    with pytest.raises(ForeignRowError):
        workbench.open(row, admin)
    assert first["id"] and sorted(set(refused(project))) == [f"revision {third['id']}"]


@pytest.mark.parametrize("changed", [{"head": 2}, {"done": True}, {"user_id": 1}, {"seal": None}])
def test_which_revision_holds_is_bound(
    workbench: Workbench, read: Callable[[], int], admin: User, changed: Mapping[str, Any]
) -> None:
    row, project = read(), workbench.project
    run(project, sql.update(schema.reading).values(**changed))
    with pytest.raises(ForeignRowError):
        workbench.open(row, admin)
    assert refused(project) == [f"reading {rows(project, schema.reading)[0]['id']}"]


def test_two_readings_of_an_essay_cannot_be_swapped(
    workbench: Workbench, essay: Callable[..., int], admin: User, reviewer: User, client: Client
) -> None:
    project = workbench.project
    project.change_settings(Settings(title="Prov", mode="rules", double=True), admin.id)
    row = essay()
    for user, at in ((reviewer, 0), (admin, 1)):
        opened, reading, view = workbench.open(row, user)
        workbench.change(opened, reading, Reject((view.state.marks[at].key,)), user)
    first, second = rows(project, schema.reading)
    for each, other in ((first, second), (second, first)):
        taken = {name: other[name] for name in ("user_id", "head", "done", "seal")}
        table = schema.reading
        run(project, sql.update(table).where(table.c.id == each["id"]).values(**taken))
    with pytest.raises(ForeignRowError):
        workbench.open(row, reviewer)
    answer = client(reviewer).get(f"/essays/{row}")
    assert answer.status_code == 422 and "utan nyckeln" in answer.text


def test_what_is_changed_by_the_project_itself_still_opens(
    workbench: Workbench, read: Callable[[], int], reviewer: User
) -> None:
    row = read()
    opened, reading, _ = workbench.open(row, reviewer)
    for back in (True, True, False):
        workbench.step(opened, reading, back, reviewer)
        opened, reading, _ = workbench.open(row, reviewer)
    workbench.finish(opened, reading, True, reviewer)
    opened, reading, _ = workbench.open(row, reviewer)
    assert reading.done and refused(workbench.project) == []


def test_a_foreign_row_is_told_even_where_it_is_met_in_a_change(
    workbench: Workbench, read: Callable[[], int], reviewer: User
) -> None:
    """The trail is written when the transaction that met it is over: it would wait for itself."""
    row, project = read(), workbench.project
    with pytest.raises(ForeignRowError), project.write():
        raise ForeignRowError("revision 9", row)
    assert refused(project) == ["revision 9"]


FIELDS = st.fixed_dictionaries(
    {
        "parent": st.none() | st.integers(1, 99),
        "user_id": st.none() | st.integers(1, 99),
        "action": st.sampled_from(["accept", "reject", "add"]),
        "labels": st.sampled_from(["", "city", "city>region", "city region"]),
        "decided": st.integers(0, 9),
        "at": st.floats(0, 2e9),
    }
)


@given(FIELDS, FIELDS)
def test_two_rows_have_one_place_only_if_they_are_alike(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    same = places.revision_place("e", "main", first) == places.revision_place("e", "main", second)
    assert same == (first == second)
