"""Readings: one person's (or everybody's) work on an essay as a chain of revisions. A change is
stored whole or not at all; none is lost.

Nothing is overwritten: undo moves the head of the reading to the revision before, redo to the
latest one after it.

Longer than 400 lines because all that changes a reading goes through one transaction, here.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql
from sqlalchemy import Connection

from maskera.errors import MaskeraError
from maskera.io import decoders
from maskera.io.cipher import WrongKeyError
from maskera.review import essays, schema
from maskera.review import settle as settle_
from maskera.review.essays import Content, Essay, NoEssayError, place_of
from maskera.review.people import User
from maskera.review.places import reading_place, revision_place
from maskera.review.project import ForeignRowError, Project, inserted
from maskera.review.state import Change, State
from maskera.taxonomy import Taxonomy

_READING, _REVISION = schema.reading.c, schema.revision.c
_Stored = tuple[Change | None, State]
STALE = "somebody else has changed this essay; here is how it stands now"
RELEASED = "the essay has been released: take the release back first"


class StaleError(MaskeraError):
    """Somebody else changed the essay since this page was made, or deleted it."""


class RefusedError(MaskeraError):
    """This person may not do this here."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading as it stands. head: the revision that holds; before, after: whether undo and redo
    have somewhere to go."""

    id: int
    essay_id: int
    slot: str
    user_id: int | None
    head: int
    done: bool
    state: State
    before: bool
    after: bool

    @property
    def of_two(self) -> bool:
        """Whether it is one of the two of a double review."""
        return self.slot in schema.DOUBLE


def all_of(project: Project, essay: Essay) -> dict[str, Reading]:
    """The readings of an essay by slot. Raises StaleError when it has been deleted since it was
    loaded."""
    with project.read() as connection:
        found = connection.execute(
            sql.select(schema.reading).where(_READING.essay_id == essay.row.id)
        ).all()
        if not found:
            raise StaleError("there is no such essay")
        return {row.slot: _opened(project, connection, essay, row) for row in found}


def of(project: Project, essay: Essay, user: User) -> Reading:
    """The reading that this person works on: everybody's, the settled one for curators, else their
    own of the two, or a free one.

    A free one becomes theirs when they change something. Raises RefusedError when two others have
    the essay.
    """
    found = all_of(project, essay)
    if "main" in found:
        return found["main"]
    if "settled" in found and user.may("curator"):
        return found["settled"]
    own = [
        reading
        for reading in found.values()
        if reading.user_id == user.id and reading.slot != "settled"
    ]
    free = [found[slot] for slot in schema.DOUBLE if found[slot].user_id is None]
    if not own and not free:
        raise RefusedError("two reviewers have this essay already")
    return (own or free)[0]


def shown_by(project: Project, reading: Reading, head: int) -> bool:
    """Whether a page that was made of the revision `head` shows how this reading stands.

    Two readings begin alike: the page of a free one shows the other, too, as long as that has not
    been changed either. So two may open an essay, and who changes something second, and gets the
    other reading, loses nothing.
    """
    if head == reading.head or not reading.of_two or reading.before:
        return head == reading.head
    made_of = sql.select(_READING.slot).join(schema.revision, _REVISION.reading_id == _READING.id)
    with project.read() as connection:
        found = connection.execute(
            made_of.where(
                _REVISION.id == head,
                _REVISION.parent.is_(None),
                _READING.essay_id == reading.essay_id,
            )
        )
        return found.scalar() in schema.DOUBLE


def store(
    project: Project, essay: Essay, reading: Reading, change: Change, state: State, summary: Mapping[str, Any], user: User,
    labels: str = "", decided: int = 0,
) -> None:  # fmt: skip
    """Make `state` the reading's new head. summary: the essay row's columns that follow from it
    (none where it is one of two readings).

    labels, decided: what statistics count of the change. Raises StaleError when the head has moved
    since `reading` was read, RefusedError when the reading is another's.
    """
    action = type(change).__name__.lower()
    with project.write() as connection:
        owner = _claim(connection, reading, user)
        values = {
            "reading_id": reading.id, "parent": reading.head, "user_id": user.id, "at": time.time(), "action": action,
            "labels": labels, "decided": decided,
        }  # fmt: skip
        values["state"] = _sealed(project, essay, reading.slot, values, (change, state))
        head = inserted(connection, schema.revision, values)
        _move(project, connection, essay, reading, owner, head, summary)
        project.log(
            connection,
            action,
            user.id,
            essay.row.id,
            msgspec.json.encode(change).decode(),
            essay.sealer,
        )


def step(project: Project, essay: Essay, reading: Reading, back: bool) -> tuple[int, State] | None:
    """Where undo (back) or redo would lead: revision and its state; None when there is nothing."""
    with project.read() as connection:
        if back:
            target = connection.execute(
                sql.select(_REVISION.parent).where(_REVISION.id == reading.head)
            ).scalar()
        else:
            target = connection.execute(
                sql.select(sql.func.max(_REVISION.id)).where(_REVISION.parent == reading.head)
            ).scalar()
        return (target, _state(project, connection, essay, target)) if target else None


def move(
    project: Project,
    essay: Essay,
    reading: Reading,
    target: int,
    summary: Mapping[str, Any],
    user: User,
    action: str,
) -> None:
    """Make an existing revision the head: undo or redo. Raises StaleError, RefusedError."""
    with project.write() as connection:
        owner = _claim(connection, reading, user)
        _move(project, connection, essay, reading, owner, target, summary)
        project.log(connection, action, user.id, essay.row.id, "", essay.sealer)


def finish(
    project: Project,
    essay: Essay,
    reading: Reading,
    done: bool,
    summary: Mapping[str, Any],
    user: User,
    taxonomy: Taxonomy,
) -> None:
    """Say that a reading is done, or take it up again. When both of a double review are done, the
    essay waits to be settled.

    Raises StaleError; RefusedError when the reading is another's, or one of two that have been
    settled.
    """
    with project.write() as connection:
        owner = _claim(connection, reading, user)
        _place(project, connection, essay, reading, owner, reading.head, done)
        if reading.of_two:
            summary = {**summary, **_stage(project, connection, essay, taxonomy)}
        _summarize(connection, essay, summary)
        project.log(
            connection,
            "done" if done else "reopened",
            user.id,
            essay.row.id,
            reading.slot,
            essay.sealer,
        )


def _stage(
    project: Project, connection: Connection, essay: Essay, taxonomy: Taxonomy
) -> dict[str, str]:
    """How far a double review is, with the agreement of the two once both are done."""
    found = connection.execute(
        sql.select(schema.reading).where(_READING.essay_id == essay.row.id)
    ).all()
    slots = {row.slot: row for row in found}
    if "settled" in slots:
        raise RefusedError("the two readings of this essay have been settled")
    if not all(slots[slot].done for slot in schema.DOUBLE):
        return {"stage": "open", "agreement": ""}
    first, second = (_state(project, connection, essay, slots[slot].head) for slot in schema.DOUBLE)
    machine = _original(project, connection, essay, slots["first"].id)
    return {
        "stage": "waits",
        "agreement": settle_.encoded(
            settle_.figures(first, second, essay.content.text, taxonomy, machine)
        ),
    }


def original(project: Project, essay: Essay, reading: Reading) -> State:
    """The state with which a reading began: the detector's."""
    with project.read() as connection:
        return _original(project, connection, essay, reading.id)


def _original(project: Project, connection: Connection, essay: Essay, reading_id: int) -> State:
    query = sql.select(_REVISION.id).where(
        _REVISION.reading_id == reading_id, _REVISION.parent.is_(None)
    )
    return _state(project, connection, essay, connection.execute(query).scalar_one())


def settle(
    project: Project, essay: Essay, change: Change, state: State, summary: Mapping[str, Any], user: User,
    pair: Iterable[Reading] = (), done: bool = False,
) -> None:  # fmt: skip
    """Begin the curator's reading with what two readings agree on and what was chosen of the rest.
    pair: the two; done: nothing is open.

    Raises StaleError when there is one already, or when one of the two was taken up again.
    """
    with project.write() as connection:
        now = {
            row.id: row
            for row in connection.execute(
                sql.select(schema.reading).where(_READING.essay_id == essay.row.id)
            )
        }
        if any(row.slot == "settled" for row in now.values()):
            raise StaleError("the essay is being settled already")
        if any(now[each.id].head != each.head or not now[each.id].done for each in pair):
            raise StaleError("one of the two readings was taken up again")
        begun = {"essay_id": essay.row.id, "slot": "settled", "user_id": user.id, "head": 0}
        reading_id = inserted(connection, schema.reading, begun)
        values: dict[str, Any] = {
            "reading_id": reading_id, "parent": None, "user_id": user.id, "at": time.time(), "action": "settle",
            "labels": "", "decided": 0,
        }  # fmt: skip
        values["state"] = _sealed(project, essay, "settled", values, (change, state))
        head = inserted(connection, schema.revision, values)
        made = Reading(
            reading_id, essay.row.id, "settled", user.id, head, done, state, False, False
        )
        _place(project, connection, essay, made, user.id, head, done)
        _summarize(connection, essay, summary)
        project.log(connection, "settle", user.id, essay.row.id, "", essay.sealer)


def summarize(
    project: Project,
    essay: Essay,
    reading: Reading,
    summary: Mapping[str, Any],
    user: User | None,
    action: str,
) -> None:
    """Change columns of the essay's row alone (released, say), with a line in the trail. reading:
    the one that counts.

    Raises StaleError when the essay's status or the reading is no longer as it was looked at.
    """
    with project.write() as connection:
        _check_seen(connection, reading)
        if _status(connection, essay.row.id) != essay.row.status:
            raise StaleError(STALE)
        _summarize(connection, essay, summary)
        project.log(connection, action, user.id if user else None, essay.row.id, "", essay.sealer)


def look_again(
    project: Project,
    essay: Essay,
    found: Iterable[Reading],
    summary: Mapping[str, Any],
    anew: tuple[Content, State] | None,
) -> bool:
    """Store how an essay looks under other settings. anew: what the detector says now, in the place
    of what it said at first.

    False, and nothing is stored, when a reading has moved since, or the essay has been released.
    """
    heads = {reading.id: reading.head for reading in found}
    with project.write() as connection:
        now = connection.execute(
            sql.select(_READING.id, _READING.head).where(_READING.essay_id == essay.row.id)
        )
        if {row.id: row.head for row in now} != heads or _status(
            connection, essay.row.id
        ) == "released":
            return False
        columns: Mapping[str, Any] = summary
        if anew:
            columns = {
                **summary,
                **essays.columns(anew[0], essay.sealer, place_of(project, essay)),
            }
            for row in connection.execute(_REVISED.where(_REVISION.id.in_(heads.values()))).all():
                state = _sealed(project, essay, row.slot, row._mapping, (None, anew[1]))
                connection.execute(
                    sql.update(schema.revision).where(_REVISION.id == row.id).values(state=state)
                )
        _summarize(connection, essay, columns)
        project.log(
            connection, "looked again", None, essay.row.id, "detected" if anew else "", essay.sealer
        )
    return True


class Step(NamedTuple):
    """A revision that led to the head of a reading."""

    id: int
    at: float
    user_id: int | None
    action: str


def steps(project: Project, essay: Essay, reading: Reading) -> Iterator[tuple[Step, State]]:
    """The revisions that led to the head, oldest first, each with its state."""
    for step in history(project, reading):
        yield step, state_at(project, essay, reading, step.id)


def state_at(project: Project, essay: Essay, reading: Reading, revision: int) -> State:
    """The state of a revision of this reading; raises NoEssayError where it has no such one."""
    with project.read() as connection:
        row = connection.execute(
            _REVISED.where(_REVISION.id == revision, _REVISION.reading_id == reading.id)
        ).first()
    if row is None:
        raise NoEssayError("the reading has no such revision")
    return _decoded(project, essay, row)


def history(project: Project, reading: Reading) -> list[Step]:
    """The revisions that led to the head, oldest first."""
    with project.read() as connection:
        rows = connection.execute(
            sql.select(schema.revision).where(_REVISION.reading_id == reading.id)
        ).all()
    known = {row.id: row for row in rows}
    chain, at = [], known.get(reading.head)
    while at is not None:
        chain.append(Step(at.id, at.at, at.user_id, at.action))
        at = known.get(at.parent)
    return chain[::-1]


def _claim(connection: Connection, reading: Reading, user: User) -> int | None:
    """Check that the reading is as it was seen and this person's to change; whose it is then, for
    a free one of two becomes theirs."""
    row = _check_seen(connection, reading)
    if _status(connection, reading.essay_id) == "released":
        raise RefusedError(RELEASED)
    if not reading.of_two:
        owner: int | None = row.user_id
        return owner
    if row.user_id not in (None, user.id):
        raise RefusedError("this reading is another reviewer's")
    return user.id


def _check_seen(connection: Connection, reading: Reading) -> sql.Row[Any]:
    """The row of a reading, if it stands as it was read; raises StaleError."""
    row = connection.execute(
        sql.select(schema.reading).where(_READING.id == reading.id).with_for_update()
    ).first()
    if row is None or (row.head, row.done) != (reading.head, reading.done):
        raise StaleError(STALE)
    return row


def _status(connection: Connection, essay_id: int) -> str | None:
    """The status of an essay as it is now."""
    return connection.execute(
        sql.select(schema.essay.c.status).where(schema.essay.c.id == essay_id)
    ).scalar()


def _move(
    project: Project, connection: Connection, essay: Essay, reading: Reading, owner: int | None, head: int, summary: Mapping[str, Any],
) -> None:  # fmt: skip
    _place(project, connection, essay, reading, owner, head, reading.done)
    _summarize(connection, essay, summary)


def _place(
    project: Project, connection: Connection, essay: Essay, reading: Reading, owner: int | None, head: int, done: bool,
) -> None:  # fmt: skip
    """Write whose a reading is, which revision holds and whether it is done, under one seal."""
    values = {"user_id": owner, "head": head, "done": done}
    seal = essay.sealer.seal(b"", reading_place(place_of(project, essay), reading.slot, values))
    connection.execute(
        sql.update(schema.reading).where(_READING.id == reading.id).values(**values, seal=seal)
    )


def _summarize(connection: Connection, essay: Essay, summary: Mapping[str, Any]) -> None:
    if not summary:
        return
    values, now = dict(summary), time.time()
    if status := values.get("status"):
        values["begun"] = sql.func.coalesce(schema.essay.c.begun, now)
        values["finished"] = (
            None if status == "in_review" else sql.func.coalesce(schema.essay.c.finished, now)
        )
    connection.execute(
        sql.update(schema.essay).where(schema.essay.c.id == essay.row.id).values(**values)
    )


def _opened(project: Project, connection: Connection, essay: Essay, row: Any) -> Reading:
    try:
        essay.sealer.open(
            row.seal or b"", reading_place(place_of(project, essay), row.slot, row._mapping)
        )
    except WrongKeyError:
        raise ForeignRowError(f"reading {row.id}", essay.row.id) from None
    revision = _revision(connection, essay, row.head)
    after = (
        connection.execute(
            sql.select(_REVISION.id).where(_REVISION.parent == row.head).limit(1)
        ).first()
        is not None
    )
    return Reading(
        row.id,
        row.essay_id,
        row.slot,
        row.user_id,
        row.head,
        row.done,
        _decoded(project, essay, revision),
        revision.parent is not None,
        after,
    )


_REVISED = sql.select(schema.revision, _READING.slot).join(
    schema.reading, _READING.id == _REVISION.reading_id
)


def _revision(connection: Connection, essay: Essay, revision_id: int) -> sql.Row[Any]:
    row = connection.execute(_REVISED.where(_REVISION.id == revision_id)).first()
    if row is None:
        raise ForeignRowError(f"revision {revision_id}", essay.row.id)
    return row


def _sealed(
    project: Project, essay: Essay, slot: str, row: Mapping[Any, Any], stored: _Stored
) -> bytes:
    """A revision's state, bound to the columns of its row."""
    place = revision_place(place_of(project, essay), slot, row)
    return essay.sealer.seal(msgspec.msgpack.encode(stored), place)


def _state(project: Project, connection: Connection, essay: Essay, revision: int) -> State:
    return _decoded(project, essay, _revision(connection, essay, revision))


def _decoded(project: Project, essay: Essay, row: sql.Row[Any]) -> State:
    """The state of a revision; raises ForeignRowError for one that was written from outside."""
    place = revision_place(place_of(project, essay), row.slot, row._mapping)
    try:
        plain = essay.sealer.open(row.state, place)
    except WrongKeyError:
        raise ForeignRowError(f"revision {row.id}", essay.row.id) from None
    stored: _Stored = decoders.msgpack(_Stored).decode(plain)
    return stored[1]


__all__ = [
    "Reading",
    "RefusedError",
    "StaleError",
    "all_of",
    "finish",
    "history",
    "look_again",
    "move",
    "of",
    "original",
    "settle",
    "shown_by",
    "state_at",
    "step",
    "steps",
    "store",
    "summarize",
]
