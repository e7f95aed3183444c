"""Project: a database of essays under one key. Opening and creating it, its settings, its
transactions and its audit trail.

Longer than 400 lines because it is the one door to the rows of a project.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from maskera.errors import DataError, cause
from maskera.io import decoders
from maskera.io.cipher import Keys, Sealer, WrongKeyError
from maskera.review import schema
from maskera.review.complete import complete, lacks
from maskera.review.places import essay_place

PROOF = b"maskera review"
BUSY = 15.0  # seconds that a writer waits for another
BEGINNING = b"trail"  # of the chain in the project's row, so that it is not the one whose links stand in the trail


class ForeignRowError(DataError):
    """A row that somebody without the key wrote, moved or took away. row: which, such as "reading
    7"; the trail is told when the transaction that met it has ended."""

    def __init__(self, row: str, essay_id: int | None = None) -> None:
        super().__init__(
            "a stored row was changed by somebody without the key; see the audit trail"
        )
        self.row = row
        self.essay_id = essay_id


class Settings(msgspec.Struct, frozen=True):
    """What a project has decided.

    policy, scope, mode: as on the command line (scope "": the policy's). skip_genres: passed
    through; selective_genres: only what concerns the writer is replaced there. double: two
    reviewers an essay, then a curator. retention_days: after which an essay is deleted, 0 for
    never. collect: the collection page is open; collect_originals: it stores what the learner
    wrote, else the pseudonymized text alone. bulk_role, release_role: the least role that may call
    many essays reviewed at once, and release; undecided_block: no essay with an undecided place is
    either. recognizers: what the project adds to the rules, as the text of a recognizers.toml.
    admin_code: administrators have a second factor, or see nothing but its page.
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
    bulk_role: str = "reviewer"
    release_role: str = "curator"
    undecided_block: bool = False
    admin_code: bool = False
    recognizers: str = ""


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
    """An open project. Every write is one transaction: all of it is on disk when the call returns,
    or nothing."""

    def __init__(self, engine: Engine, keys: Keys, settings: Settings) -> None:
        self.engine = engine
        self.keys = keys
        self.settings = settings
        self._refused: set[str] = set()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the project."""
        with self._telling(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction; writers wait for each other, so what was read in it still holds when it
        ends."""
        with (
            self._telling(),
            self.engine.connect().execution_options(maskera_write=True) as connection,
            connection.begin(),
        ):
            connection.execute(sql.select(schema.project.c.id).with_for_update())
            yield connection

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell the trail of a foreign row, once the transaction inside is over."""
        try:
            yield
        except ForeignRowError as error:
            self.refuse(error.row, error.essay_id)
            raise

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
            lines = f"{len(settings.recognizers.splitlines())} lines"  # they may hold names
            told = msgspec.structs.replace(settings, recognizers=lines)
            self.log(connection, "settings", user_id, detail=msgspec.json.encode(told).decode())
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
        """Append a line to the audit trail, chained to the one before. sealer: the essay's, so that
        the detail dies with the essay."""
        last = connection.execute(
            sql.select(schema.audit.c.id, schema.audit.c.link)
            .order_by(schema.audit.c.id.desc())
            .limit(1)
        ).first()
        number, link = (last.id + 1, last.link) if last else (1, b"")
        sealed = (sealer or self.keys.project).seal(
            detail.encode("utf-8", "replace"), f"audit {number}"
        )
        row = {
            "id": number,
            "at": time.time(),
            "user_id": user_id,
            "essay_id": essay_id,
            "action": action,
            "detail": sealed,
        }
        connection.execute(
            sql.insert(schema.audit).values(**row, link=self.keys.link(link, _chained(row)))
        )
        told = connection.execute(sql.select(schema.project.c.trail)).scalar_one()
        connection.execute(
            sql.update(schema.project).values(trail=self.keys.link(told, _chained(row)))
        )

    def refuse(self, row: str, essay_id: int | None = None) -> None:
        """Tell the trail, once in the life of this object, of a row that does not open: it was
        written or moved by somebody without the key. row: which, such as "account 7"."""
        if row not in self._refused:
            self._refused.add(row)
            with self.write() as connection:
                self.log(connection, "row refused", None, essay_id, row)

    def trail(
        self,
        essay_id: int | None = None,
        before: int = 0,
        limit: int = 100,
        *,
        user_id: int | None = None,
        action: str = "",
    ) -> list[AuditRow]:
        """The latest lines of the trail, newest first; of one essay, one person, one kind; before a
        line number."""
        query = sql.select(schema.audit).order_by(schema.audit.c.id.desc()).limit(limit)
        if essay_id is not None:
            query = query.where(schema.audit.c.essay_id == essay_id)
        if user_id is not None:
            query = query.where(schema.audit.c.user_id == user_id)
        if action:
            query = query.where(schema.audit.c.action == action)
        if before:
            query = query.where(schema.audit.c.id < before)
        with self.read() as connection:
            rows = connection.execute(query).all()
            wanted = {row.essay_id for row in rows if row.essay_id}
            essays = connection.execute(
                sql.select(schema.essay.c.id, schema.essay.c.lookup, schema.essay.c.key).where(
                    schema.essay.c.id.in_(wanted)
                )
            )
            sealers = {row.id: self.keys.essay(row.key, essay_place(row.lookup)) for row in essays}
        return [
            AuditRow(
                row.id, row.at, row.user_id, row.essay_id, row.action, self._detail(row, sealers)
            )
            for row in rows
        ]

    def _detail(self, row: Any, sealers: dict[int, Sealer]) -> str:
        for sealer in filter(None, (sealers.get(row.essay_id), self.keys.project)):
            try:
                return sealer.open(row.detail, f"audit {row.id}").decode()
            except WrongKeyError:
                continue
        return ""

    def forget(self) -> None:
        """After deleting: take what was deleted out of SQLite's write-ahead log too, as far as
        readers allow."""
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(
                    "PRAGMA wal_checkpoint(TRUNCATE)"
                )

    def broken_link(self) -> int:
        """The number of the first line of the trail that was changed or is missing; 0 when all is
        whole.

        Lines that were taken from its end are missed too, for the project's row holds the links of
        all that were ever written, chained; where others have been written since, the number is the
        one after the last.
        """
        link, told, expected = b"", BEGINNING, 1
        with self.read() as connection:
            held = connection.execute(sql.select(schema.project.c.trail)).scalar_one()
            rows = connection.execution_options(yield_per=1000).execute(
                sql.select(schema.audit).order_by(schema.audit.c.id)
            )
            for row in rows:
                chained = _chained(row._asdict())
                link, told = self.keys.link(link, chained), self.keys.link(told, chained)
                if row.id != expected or link != row.link:
                    return expected
                expected += 1
        return 0 if held == told else expected


def exists(url: str) -> bool:
    """Whether there is a project in the database; makes no file. Raises DataError when that cannot
    be told."""
    engine = engine_of(url)
    if (file := _file(engine)) is not None:
        try:
            if not file.exists():
                return False
        except OSError as error:
            raise DataError(f"{file}: cannot be read ({cause(error)})") from None
    try:
        with engine.connect() as connection:
            return sql.inspect(connection).has_table("project")
    except SQLAlchemyError as error:
        raise DataError(f"the project cannot be opened: {_told(error)}") from None
    finally:
        engine.dispose()


def create(url: str, secret: bytes, settings: Settings | None = None) -> Project:
    """A new project in an empty database, a file readable by its owner alone; raises DataError when
    it cannot be made or there is one."""
    engine, keys = engine_of(url), Keys(secret)
    project = Project(engine, keys, settings or Settings())
    if (file := _file(engine)) is not None:
        try:
            file.touch(0o600)
        except OSError as error:
            raise DataError(f"{file}: cannot be written ({cause(error)})") from None
    with (
        disposing(engine, "made"),
        engine.connect().execution_options(maskera_write=True) as connection,
        connection.begin(),
    ):
        if sql.inspect(connection).has_table("project"):
            raise DataError("there is a project in this database already")
        schema.metadata.create_all(connection)
        sealed = keys.project.seal(msgspec.json.encode(project.settings), "settings")
        row = {
            "id": 1,
            "version": schema.VERSION,
            "proof": keys.project.seal(PROOF, proof_place(schema.VERSION)),
            "created": time.time(),
        }
        connection.execute(
            sql.insert(schema.project).values(**row, settings=sealed, trail=BEGINNING)
        )
        project.log(connection, "create", None)
    return project


def open_project(url: str, secret: bytes) -> Project:
    """An existing project; raises WrongKeyError, or DataError when there is none or it cannot be
    read."""
    engine, keys = engine_of(url), Keys(secret)
    if (file := _file(engine)) is not None and not file.exists():
        raise DataError(f"{file}: there is no such project")
    with disposing(engine, "opened"), engine.connect() as connection:
        if not sql.inspect(connection).has_table("project"):
            raise DataError("there is no project in this database")
        version, proof = connection.execute(
            sql.select(schema.project.c.version, schema.project.c.proof)
        ).one()
        if version != schema.VERSION:
            older = version < schema.VERSION
            raise DataError(
                f"the project is of version {version}, this program reads version {schema.VERSION}"
                + ("; `maskera review upgrade` brings it up to date" if older else "")
            )
        keys.project.open(proof, proof_place(schema.VERSION))
        project = Project(engine, keys, _settings(connection, keys))
        wanting = lacks(connection)
    if wanting:
        with project.write() as connection:
            complete(connection)
    return project


@contextmanager
def disposing(engine: Engine, what: str) -> Iterator[None]:
    """Close the engine when what it was opened for fails; the database's own errors become
    DataError."""
    try:
        yield
    except SQLAlchemyError as error:
        engine.dispose()
        raise DataError(f"the project cannot be {what}: {_told(error)}") from None
    except BaseException:
        engine.dispose()
        raise


def url_of(where: str) -> str:
    """A file name as a SQLAlchemy URL; a URL as it is, but that PostgreSQL's gets the driver that
    the extra brings."""
    if "://" not in where:
        return sql.URL.create("sqlite", database=str(Path(where).absolute())).render_as_string()
    kind, separator, rest = where.partition("://")
    return f"{'postgresql+pg8000' if kind in ('postgresql', 'postgres') else kind}{separator}{rest}"


def file_of(url: str) -> Path | None:
    """The file of a SQLite project; None for a database server."""
    return _file(engine_of(url))


def inserted(connection: Connection, table: sql.Table, values: Mapping[str, Any]) -> int:
    """Insert a row; its id."""
    key = connection.execute(sql.insert(table).values(**values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def proof_place(version: int) -> str:
    """What a project's proof is bound to, so that none can be passed off as an older one."""
    return "proof" if version == 1 else f"proof {version}"


def _settings(connection: Connection, keys: Keys) -> Settings:
    sealed = connection.execute(sql.select(schema.project.c.settings)).scalar_one()
    return decoders.json(Settings).decode(keys.project.open(sealed, "settings"))


def engine_of(url: str) -> Engine:
    """The engine of a database; raises DataError for an address that is none."""
    try:
        engine = sql.create_engine(
            url, hide_parameters=True, pool_pre_ping=not url.startswith("sqlite")
        )
    except (SQLAlchemyError, ImportError, ValueError):
        raise DataError(
            "the database URL cannot be used: no such kind of database, or its driver is not installed"
        ) from None
    if (
        engine.dialect.driver == "pg8000" and engine.url.username is None
    ):  # which it answers with a TypeError
        raise DataError("the database URL names no user: postgresql://USER@HOST/DATABASE")
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", _prepare_sqlite)
        sql.event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        sql.event.listen(engine, "begin", _begin_postgresql)
    return engine


def _file(engine: Engine) -> Path | None:
    return (
        Path(engine.url.database)
        if engine.dialect.name == "sqlite" and engine.url.database
        else None
    )


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Accepted changes outlive a crash (FULL), readers do not wait for writers (WAL), deleted pages
    are overwritten."""
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={int(BUSY * 1000)}",  # first, for the others may wait, too
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql(
        "BEGIN IMMEDIATE" if connection.get_execution_options().get("maskera_write") else "BEGIN"
    )


def _begin_postgresql(connection: Connection) -> None:
    """A reader sees one state of the project, as in SQLite; a writer, what holds when its turn has
    come."""
    writes = connection.get_execution_options().get("maskera_write")
    cursor = (
        connection.connection.cursor()
    )  # the driver's own: options of the connection (yield_per) are not meant for this
    cursor.execute(
        f"SET LOCAL lock_timeout = {int(BUSY * 1000)}"
        if writes
        else "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    )
    cursor.close()


def _chained(row: dict[str, Any]) -> bytes:
    fields = [
        row["id"],
        repr(float(row["at"])),
        row["user_id"],
        row["essay_id"],
        row["action"],
        row["detail"],
    ]
    return msgspec.msgpack.encode(fields)


def _told(error: SQLAlchemyError) -> str:
    """The database's own first line, which holds no values of ours (parameters are hidden)."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    fields = origin.args[0] if origin is not None and origin.args else None
    told = (
        fields.get("M", "") if isinstance(fields, dict) else str(origin)
    )  # pg8000 gives what the server said as a table
    return told.partition("\n")[0] or type(origin).__name__
