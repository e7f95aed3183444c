"""Decoders of typed JSON and msgpack, safe to ask for in any thread.

msgspec learns the fields of a struct or dataclass when it first decodes into it, and keeps what it
has learnt before it is whole: a second thread that decodes into the same one meanwhile reads half
of it, and the process ends with a segmentation fault (seen with 0.22; two readers of a server that
has just started are enough). Here one thread learns at a time. Decoders themselves may be shared.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

Kind = TypeVar("Kind")
NOT_JSON = (msgspec.DecodeError, RecursionError)
"""What decoding a file of somebody's may raise; the second for thousands of brackets in brackets."""
_LEARNING = RLock()
_LEARNT: dict[tuple[Any, Any], Any] = {}  # by kind of decoder, and what it decodes into


@overload
def json(kind: type[Kind]) -> msgspec.json.Decoder[Kind]: ...
@overload
def json(kind: Any) -> msgspec.json.Decoder[Any]: ...  # a union
def json(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of JSON into a type."""
    found: msgspec.json.Decoder[Any] = _learnt(msgspec.json.Decoder, kind)
    return found


@overload
def msgpack(kind: type[Kind]) -> msgspec.msgpack.Decoder[Kind]: ...
@overload
def msgpack(kind: Any) -> msgspec.msgpack.Decoder[Any]: ...  # a union
def msgpack(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """The decoder of msgpack into a type."""
    found: msgspec.msgpack.Decoder[Any] = _learnt(msgspec.msgpack.Decoder, kind)
    return found


def convert(value: Any, kind: type[Kind]) -> Kind:
    """A value of plain tables, lists and strings as a type; raises msgspec.ValidationError."""
    _learnt(msgspec.json.Decoder, kind)
    return msgspec.convert(value, kind)


def _learnt(make: Callable[[Any], Any], kind: Any) -> Any:
    found = _LEARNT.get((make, kind))
    if found is None:
        with _LEARNING:
            found = _LEARNT[make, kind] = make(kind)
    return found
