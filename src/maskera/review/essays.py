"""Essays at rest: adding, listing, searching, reading and deleting them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from maskera.errors import DataError
from maskera.mentions import Mention
from maskera.review import schema
from maskera.review.cipher import Sealer
from maskera.review.project import Project, essay_place
from maskera.review.state import State
from maskera.text import Document

DAY = 86400.0
SORTS = ("added", "doubtful", "name", "status")
_TABLE = schema.essay.c


class Content(msgspec.Struct, frozen=True):
    """What is sealed in an essay's row. mentions: all that the detector held possible, with its evidence; a mark's key is the place in it.

    settled: the text was pseudonymized before it came here; nothing in it is replaced any more.
    """

    id: str
    text: str
    language: str
    meta: Mapping[str, str]
    mentions: tuple[Mention, ...] = ()
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """An essay as a list shows it. doubtful: places that somebody should look at; leaks: PASS, REVIEW, FAIL."""

    id: int
    name: str
    genre: str
    level: str
    words: int
    status: str
    doubtful: int
    leaks: str
    leaks_accepted: bool
    added: float
    expires: float | None
    released: float | None

    @property
    def may_leave(self) -> bool:
        """Whether the leak check lets it out: PASS, or REVIEW that a person accepted."""
        return self.leaks == "PASS" or (self.leaks == "REVIEW" and self.leaks_accepted)


@dataclass(frozen=True, slots=True)
class Essay:
    """An essay, opened."""

    row: Row
    content: Content
    sealer: Sealer

    @property
    def document(self) -> Document:
        """Its text with what is known of it; the genre is the row's, which people may have changed."""
        meta = {**self.content.meta, **({"genre": self.row.genre} if self.row.genre else {})}
        return Document(self.content.id, self.content.text, self.content.language, meta)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which essays a list shows. words: must all occur in the id or, with `in_text`, in the essay. sort: one of SORTS."""

    status: str = ""
    genre: str = ""
    level: str = ""
    leaks: str = ""
    words: str = ""
    in_text: bool = False
    sort: str = "added"


def add(project: Project, content: Content, state: State, summary: Mapping[str, Any], by: int | None) -> int:
    """Store an essay with its first state in each reading that the project wants; gives its row's id.

    summary: values of the row's columns that depend on the state. Raises DataError when an essay of this id is there already.
    """
    lookup = project.keys.lookup(content.id, "essay")
    place = essay_place(lookup)
    key, sealer = project.keys.new_essay_key(place)
    now = time.time()
    days = project.settings.retention_days
    author = content.meta.get("author", "")
    row = {
        "lookup": lookup, "key": key, "name": project.keys.project.seal(content.id.encode("utf-8", "surrogatepass"), place),
        "content": sealer.seal(msgspec.msgpack.encode(content), place), "author": author_digest(project, author) if author else None,
        "genre": content.meta.get("genre", "")[:40], "level": content.meta.get("level", "")[:16], "words": len(content.text.split()),
        "added": now, "expires": now + days * DAY if days else None, **summary,
    }  # fmt: skip
    slots = ("first", "second") if project.settings.double else ("main",)
    try:
        with project.write() as connection:
            essay_id = _inserted(connection, schema.essay, row)
            for slot in slots:
                reading_id = _inserted(connection, schema.reading, {"essay_id": essay_id, "slot": slot})
                sealed = sealer.seal(msgspec.msgpack.encode((None, state)), place)
                values = {"reading_id": reading_id, "parent": None, "user_id": by, "at": now, "action": "detected", "state": sealed}
                head = _inserted(connection, schema.revision, values)
                connection.execute(sql.update(schema.reading).where(schema.reading.c.id == reading_id).values(head=head))
            project.log(connection, "essay added", by, essay_id, content.id, sealer)
    except IntegrityError:
        raise DataError("an essay of this id is in the project already") from None
    return essay_id


def author_digest(project: Project, author: str) -> bytes:
    """By which a person's essays are found."""
    return project.keys.lookup(author.strip().casefold(), "author")


def load(project: Project, essay_id: int, connection: Connection | None = None) -> Essay:
    """One essay; raises DataError when there is none of this id."""
    if connection is None:
        with project.read() as reader:
            return load(project, essay_id, reader)
    row = connection.execute(sql.select(schema.essay).where(_TABLE.id == essay_id)).first()
    if row is None:
        raise DataError("there is no such essay")
    return _opened(project, row)


def find(project: Project, name: str) -> int | None:
    """The row's id of the essay with this id."""
    with project.read() as connection:
        return connection.execute(sql.select(_TABLE.id).where(_TABLE.lookup == project.keys.lookup(name, "essay"))).scalar()


def rows(project: Project, wanted: Filter, offset: int = 0, limit: int = 50) -> tuple[list[Row], int]:
    """One page of the list, and how many there are in all."""
    if wanted.words.strip() or wanted.sort == "name":
        found = sorted(_searched(project, wanted), key=_order(wanted.sort))
        return found[offset : offset + limit], len(found)
    query = sql.select(*_LISTED).where(*_conditions(wanted))
    orders = {"added": _TABLE.id.desc(), "doubtful": _TABLE.doubtful.desc(), "status": _TABLE.status}
    with project.read() as connection:
        total = connection.execute(sql.select(sql.func.count()).select_from(schema.essay).where(*_conditions(wanted))).scalar_one()
        page = connection.execute(query.order_by(orders.get(wanted.sort, _TABLE.id.desc()), _TABLE.id.desc()).offset(offset).limit(limit))
        return [_row(project, row) for row in page], total


def every(project: Project, wanted: Filter | None = None, ids: Sequence[int] = ()) -> Iterator[Essay]:
    """Essays one after the other, opened; all, those of a filter, or those of these ids."""
    conditions = _conditions(wanted) if wanted else []
    if ids:
        conditions.append(_TABLE.id.in_(ids))
    with project.read() as connection:
        for row in connection.execution_options(yield_per=200).execute(sql.select(schema.essay).where(*conditions).order_by(_TABLE.id)):
            yield _opened(project, row)


def counts(project: Project) -> dict[str, dict[str, int]]:
    """How many essays there are by status, genre, level and leak verdict."""
    with project.read() as connection:
        return {
            column.name: dict(connection.execute(sql.select(column, sql.func.count()).group_by(column)).tuples().all())
            for column in (_TABLE.status, _TABLE.genre, _TABLE.level, _TABLE.leaks)
        }


def set_genre(project: Project, ids: Iterable[int], genre: str, by: int | None) -> None:
    """Change the genre of essays. What depends on it (selective genres) must be looked at again by the caller."""
    with project.write() as connection:
        for essay_id in ids:
            connection.execute(sql.update(schema.essay).where(_TABLE.id == essay_id).values(genre=genre[:40]))
            project.log(connection, "genre", by, essay_id, genre)


def delete(project: Project, ids: Sequence[int], by: int | None, reason: str) -> int:
    """Delete essays with all readings and revisions; the audit trail keeps that it was done, its details can no longer be read."""
    with project.write() as connection:
        present = connection.execute(sql.select(_TABLE.id).where(_TABLE.id.in_(ids))).scalars().all()
        for essay_id in present:
            project.log(connection, "essay deleted", by, essay_id, reason)
        readings = sql.select(schema.reading.c.id).where(schema.reading.c.essay_id.in_(present))
        connection.execute(sql.delete(schema.revision).where(schema.revision.c.reading_id.in_(readings)))
        connection.execute(sql.delete(schema.reading).where(schema.reading.c.essay_id.in_(present)))
        connection.execute(sql.delete(schema.essay).where(_TABLE.id.in_(present)))
    project.forget()
    return len(present)


def by_author(project: Project, author: str) -> list[int]:
    """The essays of one person."""
    with project.read() as connection:
        query = sql.select(_TABLE.id).where(_TABLE.author == author_digest(project, author))
        return list(connection.execute(query).scalars())


def expired(project: Project, now: float) -> list[int]:
    """The essays whose retention date has come."""
    with project.read() as connection:
        return list(connection.execute(sql.select(_TABLE.id).where(_TABLE.expires <= now)).scalars())


_LISTED = [column for column in _TABLE if column.name not in ("content", "author")]


def _conditions(wanted: Filter) -> list[Any]:
    asked = {_TABLE.status: wanted.status, _TABLE.genre: wanted.genre, _TABLE.level: wanted.level, _TABLE.leaks: wanted.leaks}
    return [column == value for column, value in asked.items() if value]


def _searched(project: Project, wanted: Filter) -> Iterator[Row]:
    words = wanted.words.casefold().split()
    if wanted.in_text:
        for essay in every(project, wanted):
            text = f"{essay.content.id}\n{essay.content.text}".casefold()
            if all(word in text for word in words):
                yield essay.row
        return
    with project.read() as connection:
        for row in connection.execute(sql.select(*_LISTED).where(*_conditions(wanted))):
            found = _row(project, row)
            if all(word in found.name.casefold() for word in words):
                yield found


def _order(sort: str) -> Any:
    keys = {
        "doubtful": lambda row: (-row.doubtful, row.id),
        "name": lambda row: row.name.casefold(),
        "status": lambda row: (row.status, row.id),
    }
    return keys.get(sort, lambda row: -row.id)


def _row(project: Project, row: Any) -> Row:
    name = project.keys.project.open(row.name, essay_place(row.lookup)).decode("utf-8", "surrogatepass")
    return Row(
        row.id, name, row.genre, row.level, row.words, row.status, row.doubtful, row.leaks, row.leaks_accepted, row.added, row.expires,
        row.released,
    )  # fmt: skip


def _opened(project: Project, row: Any) -> Essay:
    place = essay_place(row.lookup)
    sealer = project.keys.essay(row.key, place)
    return Essay(_row(project, row), msgspec.msgpack.decode(sealer.open(row.content, place), type=Content), sealer)


def _inserted(connection: Connection, table: sql.Table, values: Mapping[str, Any]) -> int:
    key = connection.execute(sql.insert(table).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])
