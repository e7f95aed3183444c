"""Tables and columns that a project of this version lacks because they came later; all of them can
be empty, so that nothing of what is there changes."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sql
from sqlalchemy import Column, Connection, Table
from sqlalchemy.schema import CreateColumn

from maskera.review import schema


def lacks(connection: Connection) -> bool:
    """Whether anything is missing."""
    held = set(sql.inspect(connection).get_table_names())
    return bool(schema.metadata.tables.keys() - held) or any(_missing(connection))


def complete(connection: Connection) -> None:
    """Make what is missing."""
    schema.metadata.create_all(connection)
    for table, column in list(_missing(connection)):
        made = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {made}")


def _missing(connection: Connection) -> Iterator[tuple[Table, Column[object]]]:
    inspector = sql.inspect(connection)
    for table in schema.metadata.sorted_tables:
        held = {column["name"] for column in inspector.get_columns(table.name)}
        yield from ((table, column) for column in table.columns if column.name not in held)
