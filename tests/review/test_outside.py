"""Rows that somebody without the key wrote, found wherever they stand; and nothing leaves that
nobody released."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from maskera.review import export, outside, readings, remarks, schema
from maskera.review.export import Selection
from maskera.review.people import User
from maskera.review.project import ForeignRowError, Project
from maskera.review.state import Comment
from maskera.review.workbench import Workbench
from review.conftest import Client

Essay = Callable[..., int]


def write(project: Project, statement: Any) -> None:
    """Change the database as somebody does who has no key."""
    with project.engine.begin() as connection:
        connection.execute(statement)


@pytest.fixture
def worked(workbench: Workbench, essay: Essay, reviewer: User) -> int:
    """An essay with a change of two people's and a remark."""
    row = essay()
    for said in ("bra", "bättre"):
        opened, reading, _ = workbench.open(row, reviewer)
        workbench.change(opened, reading, Comment(said), reviewer)
    opened, reading, _ = workbench.open(row, reviewer)
    remarks.add(workbench.project, opened, reading, reviewer, "Vem är Anna?")
    return row


def test_what_the_program_wrote_is_its_own(
    workbench: Workbench, worked: int, essay: Essay, reviewer: User
) -> None:
    other = essay(name="E2")
    opened, reading, _ = workbench.open(other, reviewer)
    workbench.finish(opened, reading, True, reviewer)
    assert workbench.release([other], reviewer) == {}
    assert outside.foreign(workbench.project) == []


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("revision", {"user_id": 1}),
        ("revision", {"parent": None}),
        ("revision", {"state": b"x" * 60}),
        ("reading", {"done": True}),
        ("remark", {"user_id": 1}),
        ("remark", {"mark": 7}),
    ],
)
def test_a_row_changed_in_an_essay_that_nobody_opens_is_found(
    workbench: Workbench, worked: int, table: str, change: dict[str, Any]
) -> None:
    project = workbench.project
    changed = getattr(schema, table)
    with project.read() as connection:
        last = connection.execute(sql.select(sql.func.max(changed.c.id))).scalar_one()
    write(project, sql.update(changed).where(changed.c.id == last).values(**change))
    assert outside.foreign(project) == [f"{table} {last}"]
    assert [line.detail for line in project.trail(worked, action="row refused")] == [
        f"{table} {last}"
    ]


def test_an_essay_that_does_not_open_hides_no_other(
    workbench: Workbench, worked: int, essay: Essay
) -> None:
    other, project = essay(name="E2"), workbench.project
    write(
        project,
        sql.update(schema.essay).where(schema.essay.c.id == other).values(content=b"x" * 60),
    )
    write(project, sql.update(schema.remark).values(user_id=1))
    assert outside.foreign(project) == [f"essay {other}", "remark 1"]


def test_an_essay_that_nobody_released_does_not_leave(
    workbench: Workbench, worked: int, essay: Essay, reviewer: User, admin: User, client: Client,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Though its row says that it was, as who can write to the database can make it say."""
    project, good = workbench.project, essay(name="E2")
    opened, reading, _ = workbench.open(good, reviewer)
    workbench.finish(opened, reading, True, reviewer)
    assert workbench.release([good], reviewer) == {}
    write(
        project,
        sql.update(schema.essay).where(schema.essay.c.id == worked).values(status="released"),
    )
    assert export.export(workbench, "text", tmp_path, Selection()) == ["E1"]
    assert [path.name for path in tmp_path.glob("*.txt")] == ["E2.txt"]
    assert outside.foreign(project) == [f"release of essay {worked}"]
    page = client(admin).get("/trail/whole").text
    assert f"utlämning av text {worked}" in page and "ingen med nyckeln" in page


def test_a_release_that_was_taken_back_is_none(
    workbench: Workbench, worked: int, reviewer: User
) -> None:
    project = workbench.project
    opened, reading, _ = workbench.open(worked, reviewer)
    workbench.finish(opened, reading, True, reviewer)
    assert workbench.release([worked], reviewer) == {}
    workbench.take_back(workbench.open(worked, reviewer)[0], reviewer)
    write(project, sql.update(schema.essay).values(status="released"))
    held = workbench.open(worked, reviewer)[0]
    with pytest.raises(ForeignRowError):
        workbench.final(held)
    assert readings.all_of(project, held)["main"].done
