"""Projects of version 1, as project_v1.sql holds one: accounts in the clear, rows bound to nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from maskera.errors import DataError
from maskera.io.cipher import WrongKeyError
from maskera.review import essays, people, schema
from maskera.review.project import create, open_project, proof_place, url_of
from maskera.review.state import Accept
from maskera.review.upgrade import upgrade
from maskera.review.workbench import Workbench
from review.conftest import PASSWORD, SECRET, Closing

DUMP = Path(__file__).with_name("project_v1.sql")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A project as version 1 left it: Alva (administrator), Rut, an essay with a place rejected."""
    file = tmp_path / "old.db"
    connection = sqlite3.connect(file)
    connection.executescript(DUMP.read_text(encoding="utf-8"))
    connection.close()
    return file


def test_an_old_project_is_not_opened_but_says_how(old: Path) -> None:
    with pytest.raises(DataError, match=r"version 1.*maskera review upgrade"):
        open_project(url_of(str(old)), SECRET)


def test_an_upgraded_project_holds_what_it_held(old: Path, closing: Closing) -> None:
    project = closing(upgrade(url_of(str(old)), SECRET))
    assert [(user.name, user.role, user.id) for user in people.users(project)] == [
        ("Alva", "admin", 1),
        ("Rut", "reviewer", 2),
    ]
    assert people.log_in(project, "rut", PASSWORD) is not None
    user = people.users(project)[1]
    workbench = Workbench(project)
    essay, reading, view = workbench.open(1, user)
    assert essay.content.text == "Jag heter Anna Berg och bor i Malmö." and reading.before
    rejected = [mark for mark in view.state.marks if mark.decision == "rejected"]
    assert len(rejected) == 1
    workbench.change(essay, reading, Accept((rejected[0].key,)), user)
    essay, reading, view = workbench.open(1, user)
    assert all(mark.decision != "rejected" for mark in view.state.marks)
    workbench.step(essay, reading, True, user)
    assert project.broken_link() == 0 and people.foreign(project) == []
    actions = {line.action for line in project.trail()}
    assert {"upgraded", "reject", "essay added"} <= actions and "row refused" not in actions
    people.add(project, "Nils", PASSWORD, "reviewer")
    project.forget()
    held = old.read_bytes()
    assert b"Alva" not in held and b"scrypt" not in held


def test_it_is_done_once_and_with_the_key(old: Path, closing: Closing) -> None:
    url = url_of(str(old))
    with pytest.raises(WrongKeyError):
        upgrade(url, b"another key file's content, of 32 bytes")
    with pytest.raises(DataError, match="version 1"):  # nothing was changed
        open_project(url, SECRET)
    closing(upgrade(url, SECRET))
    with pytest.raises(DataError, match="nothing to upgrade"):
        upgrade(url, SECRET)


def test_who_has_the_database_alone_cannot_make_it_old_again(
    tmp_path: Path, closing: Closing
) -> None:
    """Else accounts written in the clear would be believed at the next upgrade."""
    url = url_of(str(tmp_path / "new.db"))
    project = closing(create(url, SECRET))
    with project.engine.connect() as connection, connection.begin():
        connection.execute(sql.update(schema.project).values(version=1))
    with pytest.raises(WrongKeyError):
        upgrade(url, SECRET)
    assert proof_place(1) != proof_place(2)


def test_the_schema_after_is_that_of_a_new_project(
    old: Path, tmp_path: Path, closing: Closing
) -> None:
    def columns(project: Any) -> dict[str, set[str]]:
        inspected = sql.inspect(project.engine)
        return {
            table: {column["name"] for column in inspected.get_columns(table)}
            for table in inspected.get_table_names()
        }

    made = closing(create(url_of(str(tmp_path / "new.db")), SECRET))
    assert columns(closing(upgrade(url_of(str(old)), SECRET))) == columns(made)


def test_a_column_under_its_former_name_keeps_what_it_held(
    workbench: Workbench, essay: Callable[..., int], closing: Closing
) -> None:
    made = essay()
    before = essays.load(workbench.project, made).row.counts
    with workbench.project.write() as connection:
        connection.exec_driver_sql("ALTER TABLE essay RENAME COLUMN counts TO tally")
    project = closing(open_project(str(workbench.project.engine.url), SECRET))
    assert essays.load(project, made).row.counts == before != ""
    columns = {each["name"] for each in sql.inspect(project.engine).get_columns("essay")}
    assert "counts" in columns and "tally" not in columns
