"""Who is to read which essay. A plan, not a lock: whoever may read an essay still may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sql

from maskera.review import schema
from maskera.review.people import User
from maskera.review.project import Project

_ASSIGNED = schema.assignment.c
OPEN = ("new", "in_review")
"""The states of an essay in which there is something to read."""


def assign(project: Project, ids: Sequence[int], to: User, by: User) -> int:
    """Give essays to a person, beside those who have them; how many they did not have."""
    with project.write() as connection:
        there = schema.essay.c.id
        held = sql.select(_ASSIGNED.essay_id).where(_ASSIGNED.user_id == to.id)
        new = (
            connection.execute(sql.select(there).where(there.in_(ids), there.not_in(held)))
            .scalars()
            .all()
        )
        for essay_id in new:
            row = {"essay_id": essay_id, "user_id": to.id}
            connection.execute(sql.insert(schema.assignment).values(**row))
            project.log(connection, "assigned", by.id, essay_id, to.name)
    return len(new)


def withdraw(project: Project, ids: Sequence[int], by: User, of: User | None = None) -> int:
    """Take essays from a person, or from everybody; how many somebody had."""
    whose = sql.true() if of is None else _ASSIGNED.user_id == of.id
    which = (_ASSIGNED.essay_id.in_(ids), whose)
    with project.write() as connection:
        gone = sql.select(_ASSIGNED.essay_id).where(*which).distinct()
        held = connection.execute(gone).scalars().all()
        connection.execute(sql.delete(schema.assignment).where(*which))
        for essay_id in held:
            project.log(connection, "unassigned", by.id, essay_id, of.name if of else "")
    return len(held)


def holders(project: Project, ids: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    """Essay -> the accounts to which it is assigned, of those that are."""
    found: dict[int, tuple[int, ...]] = {}
    query = sql.select(_ASSIGNED.essay_id, _ASSIGNED.user_id).where(_ASSIGNED.essay_id.in_(ids))
    with project.read() as connection:
        for row in connection.execute(query.order_by(_ASSIGNED.user_id)):
            found[row.essay_id] = (*found.get(row.essay_id, ()), row.user_id)
    return found


def following(project: Project, user: User, after: int = 0) -> int | None:
    """The next essay that this person is to read, in the order in which they came: the first after
    essay `after`, else the first of all; None when all are read.

    Of a double review one counts as read when their own reading is done.
    """
    essay, reading = schema.essay.c, schema.reading.c
    own = sql.exists().where(
        reading.essay_id == essay.id, reading.user_id == user.id, reading.done.is_(True)
    )
    query = (
        sql.select(essay.id)
        .join(schema.assignment, _ASSIGNED.essay_id == essay.id)
        .where(_ASSIGNED.user_id == user.id, essay.status.in_(OPEN), sql.not_(own))
        .order_by(essay.id)
    )
    with project.read() as connection:
        left = list(connection.execute(query).scalars())
    return next((each for each in left if each > after), left[0] if left else None)
