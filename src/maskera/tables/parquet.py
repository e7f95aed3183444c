"""Parquet through pyarrow (extra `arrow`): row groups, types, compression and metadata as they
were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from maskera.errors import DataError, MaskeraError, cause, of_extra
from maskera.tables.chunks import ROWS, Chunk, Columns, Done, Open, Write
from maskera.tables.streams import Sink


def open_parquet(path: Path, columns: Columns, warn: Callable[[DataError], None]) -> Open:
    """One file, by row groups; of a partitioned folder every file is one."""
    arrow, parquet = _libraries()
    from maskera.tables.schema import check_columns

    try:
        file = parquet.ParquetFile(path)
        schema = file.schema_arrow
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    except arrow.ArrowInvalid:
        raise DataError(f"{path}: is no Parquet file") from None
    try:
        check_columns(schema, columns.text, columns.id, columns.leaks)
    except MaskeraError as error:
        raise DataError(f"{path}: {error}") from None
    return Open(_chunks(file, columns, path), partial(_write, file, columns))


def _libraries() -> tuple[Any, Any]:
    return tuple(of_extra(name, "Parquet", "arrow") for name in ("pyarrow", "pyarrow.parquet"))


def _chunks(file: Any, columns: Columns, path: Path) -> Iterator[Chunk]:
    first = 1
    for group in range(file.num_row_groups):
        try:
            for batch in file.iter_batches(ROWS, [group]):
                yield Chunk(
                    batch.column(columns.text).to_pylist(),
                    None if columns.id is None else batch.column(columns.id).to_pylist(),
                    first,
                    (group, batch),
                )
                first += batch.num_rows
        except OSError:
            raise DataError(f"{path}: row group {group + 1} cannot be read") from None


def _write(file: Any, columns: Columns, done: Iterable[Done], write: Write) -> None:
    arrow, parquet = _libraries()
    from maskera.tables.schema import text_field

    old = file.schema_arrow
    fields = [text_field(field) if field.name == columns.text else field for field in old]
    if columns.leaks is not None:
        fields.append(arrow.field(columns.leaks, arrow.string()))
    schema = arrow.schema(fields, metadata=old.metadata)
    with parquet.ParquetWriter(Sink(write), schema, compression=_compression(file)) as writer:
        for _, part in groupby(done, lambda one: one.chunk.rows[0]):
            batches = [_batch(arrow, one, columns, schema) for one in part]
            table = arrow.Table.from_batches(batches, schema)
            writer.write_table(table, row_group_size=max(1, table.num_rows))


def _batch(arrow: Any, done: Done, columns: Columns, schema: Any) -> Any:
    batch = done.chunk.rows[1]
    new = {columns.text: done.texts}
    if columns.leaks is not None:
        new[columns.leaks] = done.verdicts
    arrays = [
        arrow.array(new[field.name], field.type) if field.name in new else batch.column(field.name)
        for field in schema
    ]
    return arrow.RecordBatch.from_arrays(arrays, schema=schema)


def _compression(file: Any) -> dict[str, str] | str:
    """The codec of each column as in the first row group."""
    if not file.num_row_groups:
        return "snappy"
    group = file.metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    return {
        column.path_in_schema: "none"
        if column.compression == "UNCOMPRESSED"
        else column.compression.lower()
        for column in columns
    }
