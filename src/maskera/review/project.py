"""Project: a database of essays under one key. Opening and creating it, its settings, its transactions and its audit trail."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from maskera.errors import DataError
from maskera.review import schema
from maskera.review.cipher import Keys, Sealer, WrongKeyError

PROOF = b"maskera review"
BUSY = 15.0  # seconds that a writer waits for another


class Settings(msgspec.Struct, frozen=True):
    """What a project has decided.

    policy, scope, mode: as on the command line (scope "": the policy's). skip_genres: passed through; selective_genres: only what concerns
    the writer is replaced there. double: two reviewers an essay, then a curator. retention_days: after which an essay is deleted, 0 for
    never. collect: the collection page is open; collect_originals: it stores what the learner wrote, else the pseudonymized text alone.
    """

    title: str = "maskera"
    language: str = "sv"
    policy: str = "swell"
    scope: str = ""
    mode: str = "full"
    skip_genres: tuple[str, ...] = ()
    selective_genres: tuple[str, ...] = ()
    double: bool = False
    retention_days: int = 0
    collect: bool = False
    collect_originals: bool = False


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the trail. detail: "" where the essay it told of has been deleted with its key."""

    id: int
    at: float
    user_id: int | None
    essay_id: int | None
    action: str
    detail: str


class Project:
    """An open project. Every write is one transaction: all of it is on disk when the call returns, or nothing."""

    def __init__(self, engine: Engine, keys: Keys, settings: Settings) -> None:
        self.engine = engine
        self.keys = keys
        self.settings = settings

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the project."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction; writers wait for each other, so what was read in it still holds when it ends."""
        with self.engine.connect().execution_options(maskera_write=True) as connection, connection.begin():
            connection.execute(sql.select(schema.project.c.id).with_for_update())
            yield connection

    def refresh(self) -> Settings:
        """The settings as they are stored now (another process may have changed them)."""
        with self.read() as connection:
            self.settings = _settings(connection, self.keys)
        return self.settings

    def change_settings(self, settings: Settings, user_id: int | None) -> None:
        """Store new settings."""
        with self.write() as connection:
            sealed = self.keys.project.seal(msgspec.json.encode(settings), "settings")
            connection.execute(sql.update(schema.project).values(settings=sealed))
            self.log(connection, "settings", user_id, detail=msgspec.json.encode(settings).decode())
        self.settings = settings

    def log(
        self,
        connection: Connection,
        action: str,
        user_id: int | None,
        essay_id: int | None = None,
        detail: str = "",
        sealer: Sealer | None = None,
    ) -> None:
        """Append a line to the audit trail, chained to the one before. sealer: the essay's, so that the detail dies with the essay."""
        last = connection.execute(sql.select(schema.audit.c.id, schema.audit.c.link).order_by(schema.audit.c.id.desc()).limit(1)).first()
        number, link = (last.id + 1, last.link) if last else (1, b"")
        sealed = (sealer or self.keys.project).seal(detail.encode(), f"audit {number}")
        row = {"id": number, "at": time.time(), "user_id": user_id, "essay_id": essay_id, "action": action, "detail": sealed}
        connection.execute(sql.insert(schema.audit).values(**row, link=self.keys.link(link, _chained(row))))

    def trail(self, essay_id: int | None = None, before: int = 0, limit: int = 100) -> list[AuditRow]:
        """The latest lines of the trail, newest first; of one essay; before a line number."""
        query = sql.select(schema.audit).order_by(schema.audit.c.id.desc()).limit(limit)
        if essay_id is not None:
            query = query.where(schema.audit.c.essay_id == essay_id)
        if before:
            query = query.where(schema.audit.c.id < before)
        with self.read() as connection:
            rows = connection.execute(query).all()
            wanted = {row.essay_id for row in rows if row.essay_id}
            essays = connection.execute(
                sql.select(schema.essay.c.id, schema.essay.c.lookup, schema.essay.c.key).where(schema.essay.c.id.in_(wanted))
            )
            sealers = {row.id: self.keys.essay(row.key, essay_place(row.lookup)) for row in essays}
        return [AuditRow(row.id, row.at, row.user_id, row.essay_id, row.action, self._detail(row, sealers)) for row in rows]

    def _detail(self, row: Any, sealers: dict[int, Sealer]) -> str:
        for sealer in filter(None, (sealers.get(row.essay_id), self.keys.project)):
            try:
                return sealer.open(row.detail, f"audit {row.id}").decode()
            except WrongKeyError:
                continue
        return ""

    def forget(self) -> None:
        """After deleting: take what was deleted out of SQLite's write-ahead log too, as far as readers allow."""
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def broken_link(self) -> int:
        """The number of the first line of the trail that was changed, or before which one is missing; 0 when all is whole."""
        link, expected = b"", 1
        with self.read() as connection:
            for row in connection.execute(sql.select(schema.audit).order_by(schema.audit.c.id)):
                link = self.keys.link(link, _chained(row._asdict()))
                if row.id != expected or link != row.link:
                    return expected
                expected += 1
        return 0


def create(url: str, secret: bytes, settings: Settings | None = None) -> Project:
    """A new project in an empty database; raises DataError when it cannot be made or there is one."""
    engine, keys = _engine(url), Keys(secret)
    settings = settings or Settings()
    try:
        with engine.connect() as connection:
            if sql.inspect(connection).has_table("project"):
                raise DataError("there is a project in this database already")
        schema.metadata.create_all(engine)
        with engine.connect().execution_options(maskera_write=True) as connection, connection.begin():
            row = {"id": 1, "version": schema.VERSION, "proof": keys.project.seal(PROOF, "proof"), "created": time.time()}
            connection.execute(
                sql.insert(schema.project).values(**row, settings=keys.project.seal(msgspec.json.encode(settings), "settings"))
            )
    except SQLAlchemyError as error:
        raise DataError(f"the project cannot be made: {_told(error)}") from None
    project = Project(engine, keys, settings)
    with project.write() as connection:
        project.log(connection, "create", None)
    return project


def open_project(url: str, secret: bytes) -> Project:
    """An existing project; raises WrongKeyError, or DataError when there is none or it cannot be read."""
    engine, keys = _engine(url), Keys(secret)
    try:
        with engine.connect() as connection:
            if not sql.inspect(connection).has_table("project"):
                raise DataError("there is no project in this database")
            row = connection.execute(sql.select(schema.project)).one()
            if row.version != schema.VERSION:
                raise DataError(f"the project is of version {row.version}, this program reads version {schema.VERSION}")
            keys.project.open(row.proof, "proof")
            return Project(engine, keys, _settings(connection, keys))
    except SQLAlchemyError as error:
        raise DataError(f"the project cannot be opened: {_told(error)}") from None


def url_of(where: str) -> str:
    """A file name as a SQLAlchemy URL; a URL as it is."""
    return where if "://" in where else f"sqlite:///{Path(where).absolute()}"


def essay_place(lookup: bytes) -> str:
    """What an essay's sealed values are bound to."""
    return f"essay {lookup.hex()}"


def _settings(connection: Connection, keys: Keys) -> Settings:
    sealed = connection.execute(sql.select(schema.project.c.settings)).scalar_one()
    return msgspec.json.decode(keys.project.open(sealed, "settings"), type=Settings)


def _engine(url: str) -> Engine:
    try:
        engine = sql.create_engine(url, hide_parameters=True, pool_pre_ping=not url.startswith("sqlite"))
    except (SQLAlchemyError, ImportError, ValueError):
        raise DataError("the database URL cannot be used: no such kind of database, or its driver is not installed") from None
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _prepare_sqlite)
        sql.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Accepted changes outlive a crash (FULL), readers do not wait for writers (WAL), deleted pages are overwritten."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON", f"busy_timeout={int(BUSY * 1000)}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("maskera_write") else "BEGIN")


def _chained(row: dict[str, Any]) -> bytes:
    fields = [row["id"], repr(float(row["at"])), row["user_id"], row["essay_id"], row["action"], row["detail"]]
    return msgspec.msgpack.encode(fields)


def _told(error: SQLAlchemyError) -> str:
    """The database's own first line, which holds no values of ours (parameters are hidden)."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    return str(origin).partition("\n")[0] or type(origin).__name__
