"""Label Studio: tasks as JSON, mentions as predictions when written, as annotations when read.

The labelling interface has `<Labels name="label" toName="text">` over `<Text name="text"
value="$text"/>`. Offsets count UTF-16 code units. Of a task's annotations the last one that was not
cancelled is read; where there is none, its predictions.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from maskera.errors import DataError
from maskera.formats.reading import Annotated, SeenIds, document_id, json_list
from maskera.formats.standoff import OURS, Labels, Resolve, Utf16, in_order, mention, resolving
from maskera.io import decoders
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document

EXPECTED = "tasks of Label Studio (a JSON list of objects)"
MODEL = "maskera"


class _Value(msgspec.Struct):
    start: int
    end: int
    labels: list[str] = []


class _Region(msgspec.Struct):
    type: str = ""
    value: msgspec.Raw = msgspec.Raw(b"{}")
    meta: dict[str, Any] = {}


class _Annotation(msgspec.Struct):
    result: list[_Region] = []
    was_cancelled: bool = False


class _Task(msgspec.Struct):
    data: dict[str, Any]
    id: int | str | None = None
    annotations: list[_Annotation] = []
    predictions: list[_Annotation] = []


def write(document: Document, mentions: Sequence[Mention]) -> str:
    """A list with one task."""
    utf16 = Utf16(document.text)
    regions = [_region(document, found, utf16, number) for number, found in enumerate(mentions)]
    prediction = {"model_version": MODEL, "result": regions}
    task = {
        "data": {"text": document.text, "id": document.id, **document.meta},
        "predictions": [prediction],
    }
    return msgspec.json.encode([task]).decode() + "\n"


def join(parts: Iterable[tuple[str, str]]) -> str:
    """One list of the tasks of many files, given as (id, content)."""
    tasks = [task for _, part in parts for task in msgspec.json.decode(part)]
    return msgspec.json.encode(tasks).decode() + "\n"


def read(
    content: bytes | str, source: str, taxonomy: Taxonomy, labels: Labels = OURS
) -> Iterator[Annotated | DataError]:
    """The tasks of a file with their mentions; called by `data.id`, else by the task's id, else by
    the file's name."""
    try:
        raw = json_list(content, source, EXPECTED)
    except DataError as error:
        yield error
        return
    seen = SeenIds()
    for number, part in enumerate(raw, 1):
        place = f"{source}: task {number}"
        try:
            task = decoders.json(_Task).decode(part)
            document = _document(task, document_id(source) if len(raw) == 1 else "", place)
            seen.check(document.id, place)
            yield document, _mentions(task, document.text, resolving(taxonomy, labels))
        except decoders.NOT_JSON:
            yield DataError(f"{place}: not a task of Label Studio (data with a text)")
        except DataError as error:
            yield error if str(error).startswith(source) else DataError(f"{place}: {error}")


def _region(document: Document, found: Mention, utf16: Utf16, number: int) -> dict[str, Any]:
    span = found.span
    return {
        # Label Studio asks for an id; the same document gives the same file.
        "id": uuid.uuid5(uuid.NAMESPACE_OID, f"{number}:{span.start}:{span.end}").hex[:10],
        "from_name": "label",
        "to_name": "text",
        "type": "labels",
        "score": round(found.probability, 4),
        "meta": {"text": [f"number={found.number}"]} if found.number else {},
        "value": {
            "start": utf16.units(span.start),
            "end": utf16.units(span.end),
            "text": document.text[span.start : span.end],
            "labels": [found.label],
        },
    }


def _document(task: _Task, name: str, place: str) -> Document:
    text = task.data.get("text")
    if not isinstance(text, str):
        raise DataError(f'{place}: no "text" in its data')
    identifier = task.data.get("id") or task.id or name
    if not identifier:
        raise DataError(f'{place}: no "id", neither in its data nor beside it')
    meta = {
        key: value
        for key, value in task.data.items()
        if key not in ("text", "id") and isinstance(value, str)
    }
    return Document(str(identifier), text, meta=meta)


def _mentions(task: _Task, text: str, resolve: Resolve) -> tuple[Mention, ...]:
    utf16 = Utf16(text)
    kept = [done for done in task.annotations if not done.was_cancelled] or task.predictions
    found = []
    for region in kept[-1].result if kept else ():
        if region.type in ("labels", "hypertextlabels"):
            value = decoders.json(_Value).decode(region.value)
            start, end = utf16.points(value.start), utf16.points(value.end)
            found += [
                mention(text, start, end, label, resolve, _number(region))
                for label in value.labels[:1]
            ]
    return in_order(found)


def _number(region: _Region) -> int:
    for line in region.meta.get("text", ()):
        if isinstance(line, str) and line.startswith("number=") and line[7:].isdecimal():
            return int(line[7:])
    return 0
