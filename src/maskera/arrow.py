"""Arrow in, Arrow out: the text column of a RecordBatch or Table pseudonymized, the rest untouched.

The function that engines call: pandas, polars, DuckDB, Hugging Face datasets, Ray Data and Spark
all hand over Arrow (docs/pipelines.md). Extra `arrow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from maskera.errors import MaskeraError, MissingExtra
from maskera.pipeline import Pipeline, load
from maskera.result import Result
from maskera.tables.rows import new_texts, results_of, verdicts
from maskera.vault import read_key

try:
    import pyarrow as pa
except ImportError:
    raise MissingExtra("maskera.arrow", "arrow") from None

from maskera.tables.schema import check_columns, text_field

Rows = TypeVar("Rows", pa.RecordBatch, pa.Table)


def pseudonymize(
    batch: Rows,
    text: str = "text",
    id: str | None = "id",
    key: bytes | Path | None = None,
    *,
    leaks: str | None = None,
    strict: bool = False,
    meta: Sequence[str] = (),
    **settings: Any,
) -> Rows:
    """The rows with new texts; same kind, order and other columns. The same key gives the same
    output, however the rows are batched.

    text: the column of texts (string, large_string, string_view or a dictionary of them); nulls
    stay null. id: the column of document ids (strings or integers); a row whose id is null, and
    every row where it is None, gets pseudonyms that follow from its words. key: 16 bytes or more,
    or the path of a key file, which is read where the rows are worked on, so that the key itself is
    in no task, log or dashboard; needed. leaks: a name for a column of verdicts (LeakStatus) at the end, null where the text
    is. A row with the verdict FAIL leaves with a null text; with `strict` REVIEW, too. meta:
    columns of strings that are metadata of the document (genre, level, author). settings: as of
    maskera.load(); a pipeline is kept for each, so that a call on a small batch is cheap. Raises
    MaskeraError for a missing column or one of another type.
    """
    if key is None:
        raise MaskeraError(
            "maskera.arrow needs a key: without one every batch would draw other pseudonyms"
        )
    if isinstance(key, Path):
        key = _key(key)
    try:
        nlp = _pipeline(key, tuple(sorted(settings.items())))
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        nlp = load(key=key, **settings)
    return pseudonymize_by(nlp, batch, text, id, leaks=leaks, strict=strict, meta=meta)[0]


def pseudonymize_by(
    nlp: Pipeline,
    batch: Rows,
    text: str = "text",
    id: str | None = "id",
    *,
    leaks: str | None = None,
    strict: bool = False,
    meta: Sequence[str] = (),
) -> tuple[Rows, list[Result | None]]:
    """The same with a pipeline of one's own, and the result of each row (None where its text is
    null): these hold the originals."""
    if not isinstance(batch, pa.RecordBatch | pa.Table):
        raise MaskeraError(f"expected a pyarrow RecordBatch or Table, got {type(batch).__name__}")
    check_columns(batch.schema, text, id, leaks, meta)
    results = results_of(
        nlp,
        batch.column(text).to_pylist(),
        batch.column(id).to_pylist() if id is not None else None,
        {name: batch.column(name).to_pylist() for name in meta},
    )
    field = text_field(batch.schema.field(text))
    texts = pa.array(new_texts(results, strict), type=field.type)
    columns = [texts if name == text else batch.column(name) for name in batch.schema.names]
    fields = [field if each.name == text else each for each in batch.schema]
    if leaks is not None:
        columns.append(pa.array(verdicts(results), type=pa.string()))
        fields.append(pa.field(leaks, pa.string()))
    schema = pa.schema(fields, metadata=batch.schema.metadata)
    if isinstance(batch, pa.RecordBatch):
        return pa.RecordBatch.from_arrays(columns, schema=schema), results
    return pa.Table.from_arrays(columns, schema=schema), results


@lru_cache(4)
def _key(path: Path) -> bytes:
    return read_key(path)


@lru_cache(4)
def _pipeline(key: bytes, settings: tuple[tuple[str, Any], ...]) -> Pipeline:
    return load(key=key, **dict(settings))
