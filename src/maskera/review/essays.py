"""Essays at rest: adding, listing, searching, reading and deleting them.

Longer than 400 lines because it is the one door to the rows of essays and their revisions.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from maskera.errors import DataError
from maskera.genre import stated_genre, without_guess
from maskera.io import decoders
from maskera.io.cipher import Sealer
from maskera.mentions import Mention
from maskera.replace.shape import folded
from maskera.review import schema
from maskera.review.places import essay_place, reading_place, revision_place
from maskera.review.project import Project, inserted
from maskera.review.state import State
from maskera.text import Document

DAY = 86400.0
BATCH = 500  # essays deleted in one transaction
NOBODY = -1  # as whose essays are asked for
SORTS = ("added", "doubtful", "name", "status", "risk")
_TABLE = schema.essay.c
_LEFT = (
    sql.select(schema.risk.c.left_bits)
    .where(schema.risk.c.essay_id == _TABLE.id)
    .correlate(schema.essay)
    .scalar_subquery()
)
_UNTOLD = sql.func.coalesce(_LEFT, -1.0)  # essays whose risk is not known yet come last
_OPENED = [column for column in _TABLE if column.name not in ("author", "mentions", "frozen")]


class TakenError(DataError):
    """An essay of this id is in the project already."""


class NoEssayError(DataError):
    """There is no essay of this number, or there is none any more."""


class Content(msgspec.Struct, frozen=True):
    """What is sealed in an essay's row. mentions: all that the detector held possible, with its
    evidence; a mark's key is the place in it.

    settled: the text was pseudonymized before it came here; nothing in it is replaced any more.
    annotated: it came with an annotation, be it without a mark, which the detector never overrules.
    """

    id: str
    text: str
    language: str
    meta: Mapping[str, str]
    mentions: tuple[Mention, ...] = ()
    settled: bool = False
    annotated: bool = False

    @property
    def document(self) -> Document:
        """Its text with the metadata that came with it."""
        return Document(self.id, self.text, self.language, self.meta)


@dataclass(frozen=True, slots=True)
class Row:
    """An essay as a list shows it. doubtful: places that somebody should look at; leaks: PASS,
    REVIEW, FAIL; stage: one of STAGES; guessed: whether the genre is a guess, None where an earlier
    version did not note it."""

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
    stage: str = ""
    counts: str = ""
    opened: float | None = None
    guessed: bool | None = None


@dataclass(frozen=True, slots=True)
class Essay:
    """An essay, opened."""

    row: Row
    content: Content
    sealer: Sealer

    @property
    def document(self) -> Document:
        """Its text with what is known of it; the genre is the row's, which people may have changed."""
        meta = self.content.meta
        if self.row.genre not in ("", meta.get("genre")):
            meta = {**without_guess(meta), "genre": self.row.genre}
        return replace(self.content.document, meta=meta)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which essays a list shows. words: must all occur in the id or, with `in_text`, in the essay.
    sort: one of SORTS. who: the account to which an essay is assigned; NOBODY: to none; 0: whoever.

    leave: only those that the leak check lets out (True), or those that it does not (False).
    """

    status: str = ""
    genre: str = ""
    level: str = ""
    leaks: str = ""
    words: str = ""
    in_text: bool = False
    sort: str = "added"
    leave: bool | None = None
    who: int = 0


def add(
    project: Project,
    content: Content,
    state: State,
    summary: Mapping[str, Any],
    by: int | None,
    author: str = "",
) -> int:
    """Store an essay with its first state in each reading that the project wants; gives its row's
    id.

    author: whose it is where the content does not say; only a digest of it is kept, by which all
    that is theirs can be deleted. summary: values of the row's columns that depend on the state.
    Raises TakenError when an essay of this id is there already.
    """
    if find(project, content.id) is not None:
        raise TakenError("an essay of this id is in the project already")
    lookup = project.keys.lookup(content.id, "essay")
    place = essay_place(lookup)
    key, sealer = project.keys.new_essay_key(place)
    now = time.time()
    days = project.settings.retention_days
    author = content.meta.get("author", "") or author
    row = {
        "lookup": lookup, "key": key, "name": project.keys.project.seal(content.id.encode("utf-8", "surrogatepass"), place),
        **columns(content, sealer, place), "author": project.keys.lookup(folded(author), "author") if author else None,
        "genre": _column("genre", content.meta.get("genre", "")), "level": _column("level", content.meta.get("level", "")),
        "words": len(content.text.split()),
        "added": now, "expires": now + days * DAY if days else None, "stage": "open" if project.settings.double else "", **summary,
    }  # fmt: skip
    slots = schema.DOUBLE if project.settings.double else ("main",)
    try:
        with project.write() as connection:
            essay_id = inserted(connection, schema.essay, row)
            for slot in slots:
                begin(connection, place, sealer, essay_id, slot, state, by, now)
            project.log(connection, "essay added", by, essay_id, content.id, sealer)
    except IntegrityError:
        raise TakenError("an essay of this id is in the project already") from None
    return essay_id


def begin(
    connection: sql.Connection, place: str, sealer: Sealer, essay_id: int, slot: str, state: State, by: int | None, at: float,
) -> None:  # fmt: skip
    """A reading of the essay at `place` that begins with what the detector says."""
    row = {"essay_id": essay_id, "slot": slot, "user_id": None, "head": 0, "done": False}
    reading_id = inserted(connection, schema.reading, row)
    made = {
        "parent": None, "user_id": by, "at": at, "action": "detected", "labels": "", "decided": 0,
    }  # fmt: skip
    stored = msgspec.msgpack.encode((None, state))
    sealed = sealer.seal(stored, revision_place(place, slot, made))
    values = {"reading_id": reading_id, **made, "state": sealed}
    row["head"] = inserted(connection, schema.revision, values)
    row["seal"] = sealer.seal(b"", reading_place(place, slot, row))
    connection.execute(
        sql.update(schema.reading).where(schema.reading.c.id == reading_id).values(**row)
    )


def columns(content: Content, sealer: Sealer, place: str) -> dict[str, Any]:
    """The columns that hold a content, and whether its genre is a guess."""
    alone = msgspec.structs.replace(content, mentions=())
    return {
        "guessed": bool(content.meta.get("genre")) and not stated_genre(content.document),
        "content": sealer.seal(msgspec.msgpack.encode(alone), place),
        "mentions": sealer.seal(msgspec.msgpack.encode(content.mentions), _mentions_place(place)),
    }


def _mentions_place(place: str) -> str:
    return f"{place} mentions"


def _composed(text: str) -> set[str]:
    """A text in the ways in which its letters can be put together: projects of before hold ids and
    authors as they came."""
    return {text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD"))}


def load(project: Project, essay_id: int) -> Essay:
    """One essay; raises NoEssayError."""
    with project.read() as connection:
        row = connection.execute(sql.select(schema.essay).where(_TABLE.id == essay_id)).first()
    if row is None:
        raise NoEssayError("there is no such essay")
    essay = _opened(project, row)
    mentions = _MENTIONS.decode(
        essay.sealer.open(row.mentions, _mentions_place(essay_place(row.lookup)))
    )
    return Essay(essay.row, msgspec.structs.replace(essay.content, mentions=mentions), essay.sealer)


def again(project: Project, essay: Essay) -> Essay:
    """The same essay with its row as it is now, after a change of a reading. Raises
    NoEssayError."""
    rows = listed(project, [essay.row.id])
    if not rows:
        raise NoEssayError("there is no such essay")
    return replace(essay, row=rows[0])


def see(project: Project, essay: Essay) -> None:
    """Note that somebody has the essay before them, the first time."""
    if essay.row.opened is None:
        with project.write() as connection:
            connection.execute(
                sql.update(schema.essay)
                .where(_TABLE.id == essay.row.id, _TABLE.opened.is_(None))
                .values(opened=time.time())
            )


@dataclass(frozen=True, slots=True)
class Unread:
    """What nobody has read of some essays: how many there are, their undecided places, and how many
    were never opened."""

    essays: int
    undecided: int
    unopened: int


def unread(project: Project, ids: Sequence[int]) -> Unread:
    """What nobody has read of the essays of these ids."""
    found = [
        row for at in range(0, len(ids), BATCH) for row in listed(project, ids[at : at + BATCH])
    ]
    undecided = sum(row.doubtful for row in found)
    return Unread(len(found), undecided, sum(row.opened is None for row in found))


def kept(project: Project, essay: Essay) -> bytes | None:
    """What was kept of a released essay (view.Frozen as msgpack); None where nothing was."""
    with project.read() as connection:
        sealed = connection.execute(
            sql.select(_TABLE.frozen).where(_TABLE.id == essay.row.id)
        ).scalar()
    return essay.sealer.open(sealed, f"{place_of(project, essay)} frozen") if sealed else None


def to_keep(project: Project, essay: Essay, plain: bytes) -> bytes:
    """The same, sealed for its column."""
    return essay.sealer.seal(plain, f"{place_of(project, essay)} frozen")


def place_of(project: Project, essay: Essay) -> str:
    """What the sealed values of an essay are bound to."""
    return essay_place(project.keys.lookup(essay.content.id, "essay"))


def find(project: Project, name: str) -> int | None:
    """The row's id of the essay with this id."""
    lookups = [project.keys.lookup(each, "essay") for each in _composed(name)]
    with project.read() as connection:
        return connection.execute(sql.select(_TABLE.id).where(_TABLE.lookup.in_(lookups))).scalar()


def names(project: Project, ids: Iterable[int]) -> dict[int, str]:
    """Row's id -> the essay's id, of those that are there."""
    with project.read() as connection:
        found = connection.execute(
            sql.select(_TABLE.id, _TABLE.lookup, _TABLE.name).where(_TABLE.id.in_(list(ids)))
        )
        return {row.id: _name(project, row) for row in found}


def rows(
    project: Project, wanted: Filter, offset: int = 0, limit: int = 50
) -> tuple[list[Row], int]:
    """One page of the list, and how many there are in all."""
    if wanted.words.strip() or wanted.sort == "name":
        found = sorted(_searched(project, wanted), key=_order(project, wanted.sort))
        page = [row.id for row in found[offset : offset + limit]]
        held = {row.id: row for row in listed(project, page)}
        return [held[key] for key in page if key in held], len(found)
    query = sql.select(*_LISTED).where(*_conditions(wanted))
    with project.read() as connection:
        total = connection.execute(
            sql.select(sql.func.count()).select_from(schema.essay).where(*_conditions(wanted))
        ).scalar_one()
        query = query.order_by(*_ordered(wanted.sort)).offset(offset).limit(limit)
        return [_row(project, row) for row in connection.execute(query)], total


def ids(project: Project, wanted: Filter) -> list[int]:
    """The rows' ids of all essays of a filter."""
    if wanted.words.strip():
        return [row.id for row in _searched(project, wanted)]
    with project.read() as connection:
        return list(
            connection.execute(
                sql.select(_TABLE.id).where(*_conditions(wanted)).order_by(_TABLE.id)
            ).scalars()
        )


def neighbours(project: Project, wanted: Filter, essay_id: int) -> tuple[int | None, int | None]:
    """The essays before and after one in a list, as it would stand there even where it has left the
    list meanwhile."""
    if wanted.words.strip() or wanted.sort == "name":
        order = [
            row.id for row in sorted(_searched(project, wanted), key=_order(project, wanted.sort))
        ]
    else:
        listed = sql.or_(sql.and_(sql.true(), *_conditions(wanted)), _TABLE.id == essay_id)
        with project.read() as connection:
            order = list(
                connection.execute(
                    sql.select(_TABLE.id).where(listed).order_by(*_ordered(wanted.sort))
                ).scalars()
            )
    if essay_id not in order:
        return None, order[0] if order else None
    at = order.index(essay_id)
    return order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None


def _ordered(sort: str) -> list[Any]:
    orders = {
        "added": _TABLE.id.desc(),
        "doubtful": _TABLE.doubtful.desc(),
        "status": _TABLE.status,
        "risk": sql.desc(_UNTOLD),
    }
    return [orders.get(sort, _TABLE.id.desc()), _TABLE.id.desc()]


def every(
    project: Project, wanted: Filter | None = None, ids: Sequence[int] | None = None
) -> Iterator[Essay]:
    """Essays one after the other, opened; all, those of a filter (its words aside), or those of
    these ids.

    Their contents hold no mentions, which nobody needs of many and which would take most of the
    time: load() gives them.
    """
    conditions = _conditions(wanted) if wanted else []
    if ids is not None:
        conditions.append(_TABLE.id.in_(ids))
    with project.read() as connection:
        for row in connection.execution_options(yield_per=200).execute(
            sql.select(*_OPENED).where(*conditions).order_by(_TABLE.id)
        ):
            yield _opened(project, row)


def listed(project: Project, ids: Sequence[int]) -> list[Row]:
    """The rows of these ids that there are, for a few hundred at most."""
    with project.read() as connection:
        return [
            _row(project, row)
            for row in connection.execute(
                sql.select(*_LISTED).where(_TABLE.id.in_(ids)).order_by(_TABLE.id)
            )
        ]


def counts(project: Project) -> dict[str, dict[str, int]]:
    """How many essays there are by status, genre, level and leak verdict."""
    kinds = (_TABLE.status, _TABLE.genre, _TABLE.level, _TABLE.leaks)
    found: dict[str, dict[str, int]] = {column.name: {} for column in kinds}
    with project.read() as connection:
        query = sql.select(*kinds, sql.func.count()).group_by(*kinds)
        for *values, number in connection.execute(query):
            for column, value in zip(kinds, values, strict=True):
                held = found[column.name]
                held[value] = held.get(value, 0) + number
    return found


def set_genre(project: Project, ids: Iterable[int], genre: str, by: int | None) -> None:
    """State the genre of essays ("": none), also where it was guessed before; what depends on it
    must be looked at again by the caller."""
    with project.write() as connection:
        for row in connection.execute(sql.select(*_OPENED).where(_TABLE.id.in_(list(ids)))).all():
            essay = _opened(project, row)
            meta = {
                key: value
                for key, value in without_guess(essay.content.meta).items()
                if key != "genre"
            }
            content = msgspec.structs.replace(
                essay.content, meta={**meta, "genre": genre} if genre else meta
            )
            held = columns(content, essay.sealer, essay_place(row.lookup))
            del held["mentions"]  # they have not been opened
            connection.execute(
                sql.update(schema.essay)
                .where(_TABLE.id == row.id)
                .values(genre=_column("genre", genre), **held)
            )
            project.log(connection, "genre", by, row.id, genre, essay.sealer)


def retain(project: Project, days: int) -> None:
    """Count the retention date of every essay anew, from the day it was added; 0 for none."""
    with project.write() as connection:
        connection.execute(
            sql.update(schema.essay).values(expires=_TABLE.added + days * DAY if days else None)
        )


def delete(project: Project, ids: Sequence[int], by: int | None, reason: str) -> int:
    """Delete essays with all readings and revisions; the audit trail keeps that it was done, its
    details can no longer be read."""
    with project.write() as connection:
        present = (
            connection.execute(sql.select(_TABLE.id).where(_TABLE.id.in_(ids))).scalars().all()
        )
        for essay_id in present:
            project.log(connection, "essay deleted", by, essay_id, reason)
        readings = sql.select(schema.reading.c.id).where(schema.reading.c.essay_id.in_(present))
        connection.execute(
            sql.delete(schema.revision).where(schema.revision.c.reading_id.in_(readings))
        )
        for table in (schema.reading, schema.assignment, schema.remark):
            connection.execute(sql.delete(table).where(table.c.essay_id.in_(present)))
        connection.execute(sql.delete(schema.essay).where(_TABLE.id.in_(present)))
    project.forget()
    return len(present)


def by_author(project: Project, author: str) -> list[int]:
    """The essays of one person."""
    digests = [
        project.keys.lookup(each, "author")
        for each in {folded(author), *_composed(author.strip().casefold())}
    ]
    with project.read() as connection:
        return list(
            connection.execute(sql.select(_TABLE.id).where(_TABLE.author.in_(digests))).scalars()
        )


def purge(project: Project, now: float | None = None) -> int:
    """Delete the essays whose retention date has come; how many."""
    ids = expired(project, time.time() if now is None else now)
    return sum(
        delete(project, ids[at : at + BATCH], None, "retention date")
        for at in range(0, len(ids), BATCH)
    )


def without_author(project: Project) -> int:
    """How many essays name no author."""
    with project.read() as connection:
        return connection.execute(
            sql.select(sql.func.count()).select_from(schema.essay).where(_TABLE.author.is_(None))
        ).scalar_one()


def expired(project: Project, now: float) -> list[int]:
    """The essays whose retention date has come."""
    with project.read() as connection:
        return list(
            connection.execute(sql.select(_TABLE.id).where(_TABLE.expires <= now)).scalars()
        )


_CONTENT = decoders.msgpack(Content)
_MENTIONS = decoders.msgpack(tuple[Mention, ...])
_LISTED = [
    column for column in _TABLE if column.name not in ("content", "mentions", "author", "frozen")
]


def may_leave(leaks: Any, accepted: Any) -> Any:
    """Whether the leak check lets an essay out: PASS, or REVIEW that a person accepted. Of columns,
    the condition."""
    return (leaks == "PASS") | ((leaks == "REVIEW") & accepted)


def _conditions(wanted: Filter) -> list[Any]:
    asked = {
        _TABLE.status: wanted.status,
        _TABLE.genre: wanted.genre,
        _TABLE.level: wanted.level,
        _TABLE.leaks: wanted.leaks,
    }
    conditions = [column == value for column, value in asked.items() if value]
    if wanted.who:
        assigned = schema.assignment.c.essay_id == _TABLE.id
        if wanted.who != NOBODY:
            assigned &= schema.assignment.c.user_id == wanted.who
        found = sql.exists().where(assigned)
        conditions.append(sql.not_(found) if wanted.who == NOBODY else found)
    if wanted.leave is not None:
        lets = may_leave(_TABLE.leaks, _TABLE.leaks_accepted)
        conditions.append(lets if wanted.leave else sql.not_(lets))
    return conditions


def _searched(project: Project, wanted: Filter) -> Iterator[Any]:
    """The rows of a filter with its words, as the database gives them; of their columns what sorts
    and what is searched."""
    words = folded(wanted.words).split()
    sealed = [_TABLE.key, _TABLE.content] if wanted.in_text else []
    with project.read() as connection:
        query = sql.select(
            _TABLE.id, _TABLE.lookup, _TABLE.name, _TABLE.status, _TABLE.doubtful,
            _UNTOLD.label("left_bits"), *sealed,
        )  # fmt: skip
        query = query.where(*_conditions(wanted))
        for row in connection.execution_options(yield_per=500).execute(query):
            text = folded(_searchable(project, row) if wanted.in_text else _name(project, row))
            if all(word in text for word in words):
                yield row


def _searchable(project: Project, row: Any) -> str:
    place = essay_place(row.lookup)
    content = _CONTENT.decode(project.keys.essay(row.key, place).open(row.content, place))
    return f"{content.id}\n{content.text}"


def _order(project: Project, sort: str) -> Callable[[Any], Any]:
    keys: Mapping[str, Callable[[Any], Any]] = {
        "doubtful": lambda row: (-row.doubtful, -row.id),
        "name": lambda row: folded(_name(project, row)),
        "status": lambda row: (row.status, -row.id),
        "risk": lambda row: (-row.left_bits, -row.id),
    }
    return keys.get(sort, lambda row: -row.id)


def _name(project: Project, row: Any) -> str:
    return project.keys.project.open(row.name, essay_place(row.lookup)).decode(
        "utf-8", "surrogatepass"
    )


def _row(project: Project, row: Any) -> Row:
    return Row(
        row.id, _name(project, row), row.genre, row.level, row.words, row.status, row.doubtful, row.leaks, row.leaks_accepted,
        row.added, row.expires, row.released, row.stage, row.counts, row.opened,
        row.guessed,
    )  # fmt: skip


def _opened(project: Project, row: Any) -> Essay:
    place = essay_place(row.lookup)
    sealer = project.keys.essay(row.key, place)
    return Essay(_row(project, row), _CONTENT.decode(sealer.open(row.content, place)), sealer)


def _column(name: str, value: str) -> str:
    """A value as its column holds it: no longer, and without what a database's text cannot hold
    (NUL, lone surrogates)."""
    return "".join(filter(str.isprintable, value))[: _TABLE[name].type.length]  # type: ignore[attr-defined]  # text columns alone come here
