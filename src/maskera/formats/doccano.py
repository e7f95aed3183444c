"""doccano: JSON lines with `text` and `label` (sequence labelling), or with `entities` (relations).

Offsets count code points, as doccano's server does. The id of a document stands in `document`, for
doccano numbers its examples itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from maskera.errors import DataError
from maskera.formats.reading import Annotated, SeenIds, document_id, json_lines
from maskera.formats.standoff import OURS, Labels, Resolve, in_order, mention, resolving
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document

Triple = tuple[int, int, str]


class _Entity(msgspec.Struct):
    start_offset: int
    end_offset: int
    label: str


class _Example(msgspec.Struct):
    text: str
    id: int | str | None = None
    document: str | None = None
    label: list[Triple] = []
    labels: list[Triple] = []
    entities: list[_Entity] = []


def write(document: Document, mentions: Sequence[Mention]) -> str:
    """One line: a document and its labelled spans."""
    label = [(found.span.start, found.span.end, found.label) for found in mentions]
    row: dict[str, Any] = {**document.meta, "document": document.id, "text": document.text}
    return msgspec.json.encode(row | {"label": label}).decode() + "\n"


def read(
    content: bytes | str, source: str, taxonomy: Taxonomy, labels: Labels = OURS
) -> Iterator[Annotated | DataError]:
    """The documents of a file with their labelled spans; called by `document`, else by doccano's
    id, else by file and line."""
    seen = SeenIds()
    for item in json_lines(content, source, _Example, "an example of doccano (text, label)"):
        if isinstance(item, DataError):
            yield item
            continue
        number, example = item
        try:
            name = example.document or example.id or f"{document_id(source)}-{number}"
            document = Document(str(name), example.text)
            seen.check(document.id, source, number)
            yield document, _mentions(example, resolving(taxonomy, labels))
        except DataError as error:
            place = f"{source}:{number}"
            yield error if str(error).startswith(source) else DataError(f"{place}: {error}")


def _mentions(example: _Example, resolve: Resolve) -> tuple[Mention, ...]:
    marked = [*example.label, *example.labels]
    marked += [
        (entity.start_offset, entity.end_offset, entity.label) for entity in example.entities
    ]
    return in_order(
        mention(example.text, start, end, label, resolve) for start, end, label in marked
    )
