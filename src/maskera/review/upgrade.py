"""Bringing a project of an earlier version up to date: once, by who has the key, all of it or
nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import sqlalchemy as sql
from sqlalchemy import Connection

from maskera.errors import DataError
from maskera.io.cipher import Keys
from maskera.review import schema
from maskera.review.complete import complete
from maskera.review.people import Account, folded
from maskera.review.places import account_place, essay_place, reading_place, revision_place
from maskera.review.project import PROOF, Project, disposing, engine_of, open_project, proof_place

FIRST = 1


def upgrade(url: str, secret: bytes) -> Project:
    """The project, as this version writes it. Raises WrongKeyError, or DataError when it is of
    this version already.

    Version 1 held accounts in the clear and bound no row to another: what stands in the database
    is believed this once.
    """
    engine, keys = engine_of(url), Keys(secret)
    with (
        disposing(engine, "upgraded"),
        engine.connect().execution_options(maskera_write=True) as connection,
    ):
        if engine.dialect.name == "sqlite":  # no transaction is open yet: only then it takes this
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA foreign_keys=OFF")  # a table that others refer to is made anew
        with connection.begin():
            _upgrade(connection, keys)
    engine.dispose()
    project = open_project(url, secret)
    with project.write() as connection:
        project.log(connection, "upgraded", None, detail=f"{FIRST} to {schema.VERSION}")
    project.forget()  # names of accounts stood in the clear in what was there
    return project


def _upgrade(connection: Connection, keys: Keys) -> None:
    told = sql.select(schema.project.c.version, schema.project.c.proof)
    version, proof = connection.execute(told.with_for_update()).one()
    if version != FIRST:
        raise DataError(f"the project is of version {version}; there is nothing to upgrade")
    keys.project.open(proof, proof_place(FIRST))
    accounts = _old_accounts(connection)
    schema.session.drop(connection)
    _new_accounts(connection, keys, accounts)
    complete(connection)
    for row in connection.execute(sql.select(schema.essay.c.id, schema.essay.c.lookup)).all():
        _bind(connection, keys, row.id, essay_place(row.lookup))
    values = {
        "version": schema.VERSION,
        "proof": keys.project.seal(PROOF, proof_place(schema.VERSION)),
    }
    connection.execute(sql.update(schema.project).values(**values))


def _old_accounts(connection: Connection) -> dict[int, Account]:
    """The accounts by number."""
    names = ("id", "name", "role", "password", "language", "active", "created")
    old = sql.table("user_account", *(sql.column(name) for name in names))
    return {
        row.id: Account(
            row.name, row.role, row.password, row.language, bool(row.active), row.created
        )
        for row in connection.execute(sql.select(old))
    }


def _new_accounts(connection: Connection, keys: Keys, accounts: Mapping[int, Account]) -> None:
    """The accounts, sealed, in a new table in the place of the old one. SQLite lets the numbers by
    which others refer to it stand meanwhile, other databases do not."""
    bound = () if connection.dialect.name == "sqlite" else ("reading", "revision")
    for table in bound:
        connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {table}_user_id_fkey")
    connection.exec_driver_sql("DROP TABLE user_account")
    schema.user.create(connection)
    for user_id, account in accounts.items():
        values = {
            "id": user_id,
            "lookup": keys.lookup(folded(account.name), "account"),
            "sealed": keys.project.seal(msgspec.msgpack.encode(account), account_place(user_id)),
        }
        connection.execute(sql.insert(schema.user).values(**values))
    for table in bound:
        connection.exec_driver_sql(
            f"ALTER TABLE {table} ADD FOREIGN KEY (user_id) REFERENCES user_account (id)"
        )
    if connection.dialect.name == "postgresql":  # numbers were given, and the next is to be free
        connection.exec_driver_sql(
            "SELECT setval('user_account_id_seq', (SELECT max(id) FROM user_account))"
        )


def _bind(connection: Connection, keys: Keys, essay_id: int, place: str) -> None:
    """Seal the readings and revisions of an essay to their rows."""
    reading, revision, essay = schema.reading.c, schema.revision.c, schema.essay.c
    key = connection.execute(sql.select(essay.key).where(essay.id == essay_id)).scalar_one()
    sealer = keys.essay(key, place)
    for row in connection.execute(
        sql.select(schema.reading).where(reading.essay_id == essay_id)
    ).all():
        seal = sealer.seal(b"", reading_place(place, row.slot, row._mapping))
        connection.execute(sql.update(schema.reading).where(reading.id == row.id).values(seal=seal))
        for made in connection.execute(
            sql.select(schema.revision).where(revision.reading_id == row.id)
        ).all():
            state = sealer.seal(
                sealer.open(made.state, place), revision_place(place, row.slot, made._mapping)
            )
            connection.execute(
                sql.update(schema.revision).where(revision.id == made.id).values(state=state)
            )
