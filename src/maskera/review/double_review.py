"""The essays of a double review: who has read them, how well they agree, which wait to be settled.
Reads no essay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sql

from maskera.review import essays, people, schema
from maskera.review.essays import Row
from maskera.review.project import Project
from maskera.review.schema import DOUBLE
from maskera.review.settle import Figures, decoded

_TABLE = schema.essay.c


@dataclass(frozen=True, slots=True)
class Reader:
    """Who has one of the two readings ("" where nobody has), and whether they are done."""

    name: str
    user_id: int | None
    done: bool


@dataclass(frozen=True, slots=True)
class Double:
    """An essay with its two readers, and how they agree once both are done."""

    row: Row
    readers: tuple[Reader, ...]
    figures: Figures | None


def stages(project: Project) -> dict[str, int]:
    """How many essays of a double review there are at each stage."""
    with project.read() as connection:
        query = (
            sql.select(_TABLE.stage, sql.func.count().label("essays"))
            .where(_TABLE.stage != "")
            .group_by(_TABLE.stage)
        )
        return {row.stage: row.essays for row in connection.execute(query)}


def page(project: Project, stage: str, offset: int = 0, limit: int = 50) -> list[Double]:
    """Essays of a stage, those added first before the others."""
    with project.read() as connection:
        query = (
            sql.select(_TABLE.id, _TABLE.agreement)
            .where(_TABLE.stage == stage)
            .order_by(_TABLE.id)
            .offset(offset)
            .limit(limit)
        )
        agreements = {row.id: row.agreement for row in connection.execute(query)}
        reading = schema.reading.c
        wanted = sql.select(reading.essay_id, reading.slot, reading.user_id, reading.done)
        found = connection.execute(
            wanted.where(reading.essay_id.in_(agreements), reading.slot.in_(DOUBLE)).order_by(
                reading.slot
            )
        ).all()
    names = {user.id: user.name for user in people.users(project)}
    readers: dict[int, list[Reader]] = {}
    for each in found:
        readers.setdefault(each.essay_id, []).append(
            Reader(names.get(each.user_id, ""), each.user_id, each.done)
        )
    rows = essays.listed(project, list(agreements))
    return [
        Double(row, tuple(readers[row.id]), decoded(agreements[row.id]) if agreements[row.id] else None) for row in rows
    ]  # fmt: skip


def agreements(project: Project, *conditions: sql.ColumnElement[bool]) -> Iterator[Figures]:
    """How the two readings agree of every essay where both are done."""
    with project.read() as connection:
        query = sql.select(_TABLE.agreement).where(_TABLE.agreement != "", *conditions)
        for stored in connection.execute(query).scalars():
            yield decoded(stored)
