"""What people say to each other about an essay or one of its mentions: plain text, with answers.
Kept beside the readings, which it does not change; sealed under the essay's key."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from maskera.errors import MaskeraError
from maskera.io.cipher import WrongKeyError
from maskera.review import schema
from maskera.review.essays import Essay, place_of
from maskera.review.people import User
from maskera.review.places import remark_place
from maskera.review.project import ForeignRowError, Project, inserted
from maskera.review.readings import Reading

WHOLE = -1  # what a remark on no mention is about
LONGEST = 2000  # characters
_REMARK = schema.remark.c


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody said. mark: the key of the mark that it is about, or WHOLE; parent: the remark
    that it answers."""

    id: int
    mark: int
    parent: int | None
    user_id: int
    at: float
    text: str


def visible(project: Project, essay: Essay, reading: Reading, user: User) -> Sequence[Remark]:
    """What has been said, in order. Of one of two readings a person sees their own remarks alone,
    for neither reviewer may see the other's work; when the two are settled, all."""
    query = sql.select(schema.remark).where(_REMARK.essay_id == essay.row.id).order_by(_REMARK.id)
    if reading.of_two:
        query = query.where(_REMARK.user_id == user.id)
    with project.read() as connection:
        return [_opened(project, essay, row) for row in connection.execute(query)]


def add(
    project: Project, essay: Essay, reading: Reading, user: User, text: str, mark: int = WHOLE,
    parent: int | None = None,
) -> int:  # fmt: skip
    """Say something; gives the remark's number. An answer to an answer answers what that answered.
    Raises MaskeraError for nothing, for too much, and for an answer to what is not there."""
    said = text.strip()
    if not said or len(said) > LONGEST:
        raise MaskeraError(f"a remark has 1 to {LONGEST} characters")
    if parent is not None:
        known = {each.id: each for each in visible(project, essay, reading, user)}
        if parent not in known:
            raise MaskeraError("the remark to be answered is not there any more")
        mark, parent = known[parent].mark, known[parent].parent or parent
    row: dict[str, Any] = {
        "essay_id": essay.row.id, "slot": reading.slot, "mark": mark, "parent": parent,
        "user_id": user.id, "at": time.time(),
    }  # fmt: skip
    place = remark_place(place_of(project, essay), row)
    sealed = essay.sealer.seal(said.encode("utf-8", "replace"), place)
    with project.write() as connection:
        made = inserted(connection, schema.remark, {**row, "text": sealed})
        project.log(connection, "remark", user.id, essay.row.id)
    return made


def _opened(project: Project, essay: Essay, row: Any) -> Remark:
    try:
        place = remark_place(place_of(project, essay), row._mapping)
        text = essay.sealer.open(row.text, place).decode()
    except WrongKeyError:
        raise ForeignRowError(f"remark {row.id}", essay.row.id) from None
    return Remark(row.id, row.mark, row.parent, row.user_id, row.at, text)
