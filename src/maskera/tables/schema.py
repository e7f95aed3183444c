"""What the columns of an Arrow schema must be to be worked on (extra `arrow`)."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from maskera.errors import MaskeraError


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


def text_field(field: pa.Field) -> pa.Field:
    """The column of texts as it is written: with nulls, and with an index that is wide enough for
    all pseudonyms where it is a dictionary, for texts that were one need not stay one."""
    kind = field.type
    if pa.types.is_dictionary(kind) and kind.index_type.bit_width < 32:
        kind = pa.dictionary(pa.int32(), kind.value_type, kind.ordered)
    return field.with_type(kind).with_nullable(True)


def _is_text(kind: pa.DataType) -> bool:
    """Null is the type of a column that has no value at all, as engines give it."""
    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    return (
        pa.types.is_null(kind)
        or pa.types.is_string(plain)
        or pa.types.is_large_string(plain)
        or (hasattr(pa.types, "is_string_view") and pa.types.is_string_view(plain))
    )
