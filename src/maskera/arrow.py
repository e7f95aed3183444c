"""Arrow in, Arrow out: the text column of a RecordBatch or Table pseudonymized, the rest untouched.

The function that engines call: pandas, polars, DuckDB, Hugging Face datasets, Ray Data and Spark
all hand over Arrow (docs/pipelines.md). Extra `arrow`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from maskera.errors import MaskeraError, MissingExtra
from maskera.pipeline import Pipeline, load
from maskera.result import LeakStatus, Result, release
from maskera.text import Document

try:
    import pyarrow as pa
except ImportError:
    raise MissingExtra("maskera.arrow", "arrow") from None

Rows = TypeVar("Rows", pa.RecordBatch, pa.Table)

HELD = frozenset((LeakStatus.FAIL,))
HELD_STRICT = HELD | {LeakStatus.REVIEW}
"""Verdicts whose text does not leave; with `strict` what wants a look stays behind as well."""


def pseudonymize(
    batch: Rows,
    text: str = "text",
    id: str | None = "id",
    key: bytes | None = None,
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
    and needed. leaks: a name for a column of verdicts (LeakStatus) at the end, null where the text
    is. A row with the verdict FAIL leaves with a null text; with `strict` REVIEW, too. meta:
    columns of strings that are metadata of the document (genre, level, author). settings: as of
    maskera.load(); a pipeline is kept for each, so that a call on a small batch is cheap. Raises
    MaskeraError for a missing column or one of another type.
    """
    if key is None:
        raise MaskeraError(
            "maskera.arrow needs a key: without one every batch would draw other pseudonyms"
        )
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
    results = pseudonymized(
        nlp,
        batch.column(text).to_pylist(),
        batch.column(id).to_pylist() if id is not None else None,
        {name: batch.column(name).to_pylist() for name in meta},
    )
    field = batch.schema.field(text).with_nullable(True)
    texts = pa.array(released_texts(results, strict), type=field.type)
    columns = [texts if name == text else batch.column(name) for name in batch.schema.names]
    fields = [field if each.name == text else each for each in batch.schema]
    if leaks is not None:
        columns.append(pa.array(verdicts(results), type=pa.string()))
        fields.append(pa.field(leaks, pa.string()))
    schema = pa.schema(fields, metadata=batch.schema.metadata)
    if isinstance(batch, pa.RecordBatch):
        return pa.RecordBatch.from_arrays(columns, schema=schema), results
    return pa.Table.from_arrays(columns, schema=schema), results


def pseudonymized(
    nlp: Pipeline,
    texts: Sequence[str | None],
    ids: Sequence[object] | None = None,
    meta: dict[str, Sequence[str | None]] | None = None,
) -> list[Result | None]:
    """The results of a column of texts, in one go; None where a text is None."""
    documents = [
        Document(
            "row" if ids is None or ids[row] is None else str(ids[row]),
            text,
            nlp.language.code,
            {
                name: value
                for name, values in (meta or {}).items()
                if (value := values[row]) is not None
            },
            nameless=ids is None or ids[row] is None,
        )
        for row, text in enumerate(texts)
        if text is not None
    ]
    results = iter(nlp.pipe(documents))
    return [None if text is None else next(results) for text in texts]


def released_texts(results: Iterable[Result | None], strict: bool = False) -> list[str | None]:
    """The new texts, None where there is none or it must not leave."""
    held = HELD_STRICT if strict else HELD
    return [
        None if result is None or result.leaks in held else release(result).text
        for result in results
    ]


def verdicts(results: Iterable[Result | None]) -> list[str | None]:
    """The verdict on each text, None where there is none."""
    return [result.leaks.value if result and result.leaks else None for result in results]


def check_columns(
    schema: pa.Schema,
    text: str,
    id: str | None = None,
    leaks: str | None = None,
    meta: Sequence[str] = (),
) -> None:
    """Raises MaskeraError unless the columns are there, once each, and of the types that
    pseudonymize() takes."""
    for name in (text, *([] if id is None else [id]), *meta):
        count = schema.names.count(name)
        if not count:
            hint = "; id=None is for rows without ids" if name == id else ""
            raise MaskeraError(
                f"no column {name!r}; there are {', '.join(map(repr, schema.names))}{hint}"
            )
        if count > 1:
            raise MaskeraError(f"{count} columns are called {name!r}; one name must be one column")
    for name in (text, *meta):
        if not _is_text(schema.field(name).type):
            raise MaskeraError(
                f"the column {name!r} must hold strings, not {schema.field(name).type}"
            )
    if id is not None and not (
        _is_text(schema.field(id).type) or pa.types.is_integer(schema.field(id).type)
    ):
        raise MaskeraError(
            f"the column {id!r} must hold strings or integers, not {schema.field(id).type}"
        )
    if id == text:
        raise MaskeraError(f"the column {text!r} cannot be both text and id")
    if leaks is not None and leaks in schema.names:
        raise MaskeraError(f"there is a column {leaks!r} already; name another for the verdicts")


def _is_text(kind: pa.DataType) -> bool:
    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    return (
        pa.types.is_string(plain)
        or pa.types.is_large_string(plain)
        or (hasattr(pa.types, "is_string_view") and pa.types.is_string_view(plain))
    )


@lru_cache(4)
def _pipeline(key: bytes, settings: tuple[tuple[str, Any], ...]) -> Pipeline:
    return load(key=key, **dict(settings))
