"""Tables and columns that a project of this version lacks because they came later, all of which
can be empty, or has under a former name; nothing of what is there changes."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sql
from sqlalchemy import Column, Connection, Table
from sqlalchemy.schema import CreateColumn

from maskera.review import schema

FORMER = {("essay", "counts"): "tally"}
"""Table and column -> what the column was called before."""


def lacks(connection: Connection) -> bool:
    """Whether anything is missing."""
    held = set(sql.inspect(connection).get_table_names())
    return bool(schema.metadata.tables.keys() - held) or any(_missing(connection))


def complete(connection: Connection) -> None:
    """Make what is missing."""
    schema.metadata.create_all(connection)
    for table, column in list(_missing(connection)):
        former = FORMER.get((table.name, column.name))
        if former is not None and former in _columns(connection, table):
            renamed = f"ALTER TABLE {table.name} RENAME COLUMN {former} TO {column.name}"
            connection.exec_driver_sql(renamed)
            continue
        made = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {made}")


def _missing(connection: Connection) -> Iterator[tuple[Table, Column[object]]]:
    for table in schema.metadata.sorted_tables:
        held = _columns(connection, table)
        yield from ((table, column) for column in table.columns if column.name not in held)


def _columns(connection: Connection, table: Table) -> set[str]:
    return {column["name"] for column in sql.inspect(connection).get_columns(table.name)}
