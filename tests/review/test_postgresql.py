"""The project on PostgreSQL, where several people work at once: a server of the test's own, of
Debian's package, through pg8000."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import sqlalchemy as sql
from waiting import PATIENCE

from maskera.errors import DataError, MaskeraError
from maskera.io.cipher import WrongKeyError
from maskera.review import double_review, essays, people, readings, schema
from maskera.review.essays import Filter
from maskera.review.people import User
from maskera.review.project import Project, Settings, create, exists, open_project
from maskera.review.readings import StaleError
from maskera.review.settle import Choice
from maskera.review.state import Accept, Comment, Reject
from maskera.review.statistics import gather
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.text import Document
from review.conftest import PASSWORD, SECRET, Closing

TEXT = "Jag heter Anna Berg och bor i Malmö. Anna går i skolan."


def tool(name: str) -> str:
    """A program of the newest server that is installed; the test is skipped where none is."""
    found = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{name}"),
        key=lambda path: int(path.parts[4].partition(".")[0]),
    )
    if not found and not shutil.which(name):
        pytest.skip("no PostgreSQL server is installed (apt-get install postgresql)")
    return str(found[-1]) if found else name


@pytest.fixture(scope="module")
def server() -> Iterator[Path]:
    """The folder of a running server's socket. It listens nowhere else, trusts whoever reaches the
    folder, and syncs nothing to disk."""
    as_postgres: list[str] = []
    folder = Path(
        mkdtemp(prefix="maskera-pg-", dir="/tmp")
    )  # a socket's path has 107 bytes at most
    if os.geteuid() == 0:  # the server refuses to be run by root
        try:
            owner = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("no PostgreSQL server is installed: there is no user postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        as_postgres = ["runuser", "-u", "postgres", "--"]

    def run(*command: str) -> None:
        subprocess.run(
            [*as_postgres, *command], cwd=folder, check=True, capture_output=True, timeout=PATIENCE
        )

    control = [tool("pg_ctl"), "-D", str(folder / "data"), "-l", str(folder / "log"), "-w"]
    control += ["-t", str(int(PATIENCE))]
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off -c max_connections=40"
    try:
        run(
            tool("initdb"),
            "-D",
            str(folder / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        )
        run(*control, "-o", options, "start")
        try:
            yield folder
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def url(server: Path) -> Iterator[str]:
    """An empty database."""
    base = f"postgresql+pg8000://postgres@/{{}}?unix_sock={server}/.s.PGSQL.5432"
    engine = sql.create_engine(base.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sql.text("drop database if exists swell with (force)"))
        connection.execute(sql.text("create database swell"))
    engine.dispose()
    yield base.format("swell")


@pytest.fixture
def project(url: str, closing: Closing) -> Project:
    """Here, an empty project on the server."""
    return closing(create(url, SECRET, Settings(title="Prov", mode="rules")))


def add(workbench: Workbench, name: str = "E1", **meta: str) -> int:
    found = next(workbench.add([Document(name, TEXT, "sv", meta)], None))
    assert isinstance(found, int), found
    return found


def test_it_is_made_once_and_opens_with_its_key_alone(
    url: str, project: Project, closing: Closing
) -> None:
    assert exists(url)
    assert closing(open_project(url, SECRET)).settings == project.settings
    with pytest.raises(WrongKeyError):
        open_project(url, b"x" * 32)
    with pytest.raises(DataError, match="already"):
        create(url, SECRET)
    with pytest.raises(DataError, match="cannot be opened") as raised:
        exists(url.replace("/swell?", "/none?"))
    assert str(raised.value).count("\n") == 0 and "postgres@" not in str(raised.value)


def test_an_essay_is_added_changed_undone_and_deleted(
    project: Project, workbench: Workbench, admin: User
) -> None:
    row = add(workbench, genre="letter\0", author="Anna")
    essay, reading, view = workbench.open(row, admin)
    mark = view.state.applied[0]
    workbench.change(essay, reading, Reject((mark.key,)), admin)
    essay, reading, view = workbench.open(row, admin)
    assert (
        mark.key not in {each.key for each in view.state.applied}
        and reading.before
        and essay.row.status == "in_review"
    )
    workbench.step(essay, reading, True, admin)
    essay, reading, view = workbench.open(row, admin)
    assert view.state.applied[0] == mark and reading.after
    workbench.step(essay, reading, False, admin)
    essay, reading, view = workbench.open(row, admin)
    assert mark.key not in {each.key for each in view.state.applied}
    assert [each[3] for each in readings.history(project, reading)] == ["detected", "reject"]
    listed, count = essays.rows(project, Filter(words="e1"))
    assert count == 1 and listed[0].id == row and essays.by_author(project, "anna") == [row]
    assert essays.delete(project, [row], admin.id, "asked") == 1
    for table in (schema.essay, schema.reading, schema.revision):
        with project.read() as connection:
            assert (
                connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one()
                == 0
            )
    assert [line.action for line in project.trail(row)] == [
        "essay deleted",
        "redo",
        "undo",
        "reject",
        "essay added",
    ]
    assert [line.detail for line in project.trail(row)] == [
        "asked",
        "",
        "",
        "",
        "",
    ] and project.broken_link() == 0


def test_of_changes_at_once_one_wins_and_the_other_is_told(
    project: Project, workbench: Workbench, admin: User, reviewer: User
) -> None:
    row = add(workbench)
    for round_ in range(5):
        seen = [workbench.open(row, user)[:2] for user in (admin, reviewer)]
        outcomes: list[Any] = []
        barrier = threading.Barrier(2)

        def change(
            user: User,
            essay: Any,
            reading: Any,
            barrier: threading.Barrier = barrier,
            outcomes: list[Any] = outcomes,
        ) -> None:
            barrier.wait()
            try:
                outcomes.append(
                    workbench.change(
                        essay,
                        reading,
                        Comment(f"{user.name} {round_}"),  # noqa: B023
                        user,
                    ).state.comment
                )
            except StaleError as error:
                outcomes.append(error)

        threads = [
            threading.Thread(target=change, args=(user, *each))
            for user, each in zip((admin, reviewer), seen, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        won = [outcome for outcome in outcomes if isinstance(outcome, str)]
        assert len(outcomes) == 2 and len(won) == 1, outcomes
        assert workbench.open(row, admin)[2].state.comment == won[0]
    assert project.broken_link() == 0


def test_two_processes_append_to_one_trail(url: str, project: Project, closing: Closing) -> None:
    other = closing(open_project(url, SECRET))

    def write(through: Project) -> None:
        for _ in range(15):
            with through.write() as connection:
                through.log(connection, "written", None)

    threads = [
        threading.Thread(target=write, args=(through,))
        for through in (project, other, project, other)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [line.id for line in project.trail(limit=1000)] == list(
        range(61, 0, -1)
    ) and other.broken_link() == 0


def test_a_reader_sees_one_state(project: Project, workbench: Workbench) -> None:
    row = add(workbench)
    with project.read() as connection:
        count = sql.select(sql.func.count()).select_from(schema.essay)
        assert connection.execute(count).scalar_one() == 1
        essays.delete(project, [row], None, "asked")
        assert connection.execute(count).scalar_one() == 1
    with project.read() as connection:
        assert connection.execute(count).scalar_one() == 0


def test_people_work_as_on_a_file(project: Project, admin: User) -> None:
    user = people.add(project, "Åsa", PASSWORD, "reviewer")
    with pytest.raises(MaskeraError, match="taken"):
        people.add(project, "åsa", PASSWORD, "reviewer")
    secret = people.log_in(project, "Åsa", PASSWORD) or ""
    session = people.session_of(project, secret)
    assert session is not None and session.user == user
    assert people.log_in(project, "\0", PASSWORD) is None  # which PostgreSQL's text cannot hold
    people.change(project, user.id, active=False)
    assert people.session_of(project, secret) is None
    with pytest.raises(MaskeraError, match="one administrator"):
        people.change(project, admin.id, role="reviewer")


def test_two_readings_are_settled_without_seeing_each_other(
    project: Project, workbench: Workbench, admin: User, reviewer: User
) -> None:
    project.change_settings(Settings(mode="rules", double=True), None)
    row = add(workbench)
    for user in (admin, reviewer):
        essay, reading, view = workbench.open(row, user)
        workbench.change(essay, reading, Accept((view.state.applied[0].key,)), user)
    held = readings.all_of(project, essays.load(project, row))
    assert {slot: reading.user_id for slot, reading in held.items()} == {
        "first": admin.id,
        "second": reviewer.id,
    }
    for user in (admin, reviewer):
        essay, reading, _ = workbench.open(row, user)
        workbench.finish(essay, reading, True, user)
    essay = essays.load(project, row)
    found, pair = workbench.compare(essay)
    heads = pair["first"].head, pair["second"].head
    curator = people.add(project, "Kurt", PASSWORD, "curator")
    choices = {each.at: Choice("first") for each in found.differences}
    assert workbench.settle(essay, heads, choices, "", curator)
    assert essays.load(project, row).row.status == "reviewed" and double_review.stages(project) == {
        "settled": 1
    }


def test_figures(project: Project, workbench: Workbench, admin: User) -> None:
    text = "Min kompis Kim bor i Lund och Sten heter en annan. Det är 3 mars."
    [row] = workbench.add([Document("E1", text, "sv", {"genre": "narrative"})], None)
    assert isinstance(row, int)
    essay, reading, view = workbench.open(row, admin)
    workbench.change(essay, reading, Accept((view.queue[0].key,)), admin)
    for wanted in (Filter(), Filter(genre="narrative")):
        found = gather(project, shipped(), wanted)
        assert found.essays == 1 and list(found.work.values()) == [1]


def test_the_pages_work_on_it(client: Any, workbench: Workbench, admin: User) -> None:
    add(workbench)
    browser = client(admin)
    for path in ("/people", "/trail", "/trail/whole", "/account"):
        assert browser.get(path).status_code == 200, path
    assert browser.post("/people", data={"name": "Nils\0", "role": "admin"}).status_code == 422
    assert browser.post("/login", data={"name": "\0", "password": "x"}).status_code == 403
    assert browser.get("/trail?essay=%23999999999&person=999999999").status_code == 200
