"""What somebody without the project's key wrote, moved or changed in the database, wherever it
stands: accounts, sessions, readings, revisions, remarks, and essays that nobody released."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection

from maskera.io.batches import batched
from maskera.io.cipher import WrongKeyError
from maskera.review import essays, people, schema
from maskera.review.essays import Essay, place_of
from maskera.review.places import reading_place, remark_place, revision_place
from maskera.review.project import ForeignRowError, Project

BATCH = 200  # essays looked through in one transaction
_READING, _REVISION, _REMARK = schema.reading.c, schema.revision.c, schema.remark.c
_AUDIT = schema.audit.c


def foreign(project: Project) -> list[str]:
    """All such rows, such as "account 7"; the trail is told of each once. Reads every revision:
    some 30 microseconds for each."""
    found = people.foreign(project)
    ids = essays.ids(project, essays.Filter())
    for part in batched(ids, BATCH):
        for essay_id, row in _of_essays(project, part):
            project.refuse(row, essay_id)
            found.append(row)
    return found


def check_released(project: Project, essay_id: int) -> None:
    """Raises ForeignRowError for an essay that nobody released, as the trail says, whatever its row
    says."""
    with project.read() as connection:
        if not _released(connection, [essay_id]):
            raise ForeignRowError(f"release of essay {essay_id}", essay_id)


def _of_essays(project: Project, ids: Sequence[int]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    with project.read() as connection:
        held = _by_essay(connection, schema.reading, _READING.essay_id.in_(ids))
        said = _by_essay(connection, schema.remark, _REMARK.essay_id.in_(ids))
        slots = {row.id: row.slot for rows in held.values() for row in rows}
        made: dict[int, list[Any]] = {}
        for row in connection.execute(
            sql.select(schema.revision).where(_REVISION.reading_id.in_(slots))
        ):
            made.setdefault(row.reading_id, []).append(row)
        leave = _released(connection, ids)
    opened, closed = _opened(project, ids)
    found += [(number, f"essay {number}") for number in closed]
    for essay in opened:
        number, place = essay.row.id, place_of(project, essay)
        for row in held.get(number, ()):
            if not _opens(essay, row.seal or b"", reading_place(place, row.slot, row._mapping)):
                found.append((number, f"reading {row.id}"))
            for each in made.get(row.id, ()):
                at = revision_place(place, slots[row.id], each._mapping)
                if not _opens(essay, each.state, at):
                    found.append((number, f"revision {each.id}"))
        for row in said.get(number, ()):
            if not _opens(essay, row.text, remark_place(place, row._mapping)):
                found.append((number, f"remark {row.id}"))
        if essay.row.status == "released" and number not in leave:
            found.append((number, f"release of essay {number}"))
    return found


def _opened(project: Project, ids: Sequence[int]) -> tuple[list[Essay], list[int]]:
    """The essays of these ids, and the ids of those that do not open."""
    try:
        return list(essays.every(project, ids=ids)), []
    except WrongKeyError:
        if len(ids) == 1:
            return [], list(ids)
        each = [_opened(project, [number]) for number in ids]
        return [e for one, _ in each for e in one], [number for _, bad in each for number in bad]


def _by_essay(connection: Connection, table: sql.Table, wanted: Any) -> dict[int, list[Any]]:
    rows: dict[int, list[Any]] = {}
    for row in connection.execute(sql.select(table).where(wanted).order_by(table.c.id)):
        rows.setdefault(row.essay_id, []).append(row)
    return rows


def _released(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Those of the essays of which the trail says last that they were released."""
    actions = ("released", "release taken back")
    last = (
        sql.select(sql.func.max(_AUDIT.id))
        .where(_AUDIT.essay_id.in_(ids), _AUDIT.action.in_(actions))
        .group_by(_AUDIT.essay_id)
    )
    told = sql.select(_AUDIT.essay_id).where(_AUDIT.id.in_(last), _AUDIT.action == "released")
    return frozenset(connection.execute(told).scalars())


def _opens(essay: Essay, sealed: bytes, place: str) -> bool:
    try:
        essay.sealer.open(sealed, place)
    except WrongKeyError:
        return False
    return True
