"""Documents whose mentions have been classed DIRECT, QUASI or NO_MASK: TAB's JSON, JSONL, spans alone.

JSONL: as the data sets have it, `{"id", "text", "spans": [{"start", "end", "label", "identifier",
"entity" or "ref", "personal"}]}`. Spans alone (.csv): doc_id, start, end, type, span, mask.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import msgspec

from maskera.errors import DataError, MaskeraError, cause
from maskera.evaluate.tab import read_gold
from maskera.io import decoders
from maskera.io.utf8 import decoded, lines
from maskera.risk.texts import Identifier, Marked, Text, text_of_tab
from maskera.text import Span

Offset = Annotated[int, msgspec.Meta(ge=0)]
LONGEST = 10_000_000  # characters of a text that is made of spaces around its mentions
CONCERNS, OTHER = 1.0, 0.0  # what an annotator's yes and no come to as a probability


class _Span(msgspec.Struct):
    start: Offset
    end: Offset
    label: str
    identifier: Identifier
    entity: str = ""
    ref: int | None = None
    personal: bool = True


class _Document(msgspec.Struct):
    id: str
    text: str
    spans: tuple[_Span, ...]


def read(path: Path) -> list[Text]:
    """The documents of a file; MaskeraError or DataError names the file, line or document."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise MaskeraError(f"{path}: cannot be read ({cause(error)})") from None
    suffix = path.suffix.lower()
    if suffix == ".json":
        return [text_of_tab(document) for document in read_gold(content, str(path))]
    if suffix == ".jsonl":
        return list(_read_lines(content, str(path)))
    if suffix == ".csv":
        return _read_spans(decoded(content, str(path)), str(path))
    raise DataError(f"{path}: identifier classes are read from .json (TAB), .jsonl and .csv")


def _read_lines(content: bytes, source: str) -> Iterator[Text]:
    for number, line in lines(content, source):
        if isinstance(line, DataError):
            raise line
        if not line.strip():
            continue
        try:
            document = decoders.json(_Document).decode(line)
        except decoders.NOT_JSON:
            raise DataError(
                f"{source}:{number}: not an object with id, text and spans that have an identifier"
            ) from None
        spans = sorted(document.spans, key=lambda span: span.start)
        if any(not span.start < span.end <= len(document.text) for span in spans):
            raise DataError(f"{source}:{number}: a span is empty or leaves the text")
        yield Text(document.id, document.text, tuple(_marked(document, span) for span in spans))


def _marked(document: _Document, span: _Span) -> Marked:
    form = document.text[span.start : span.end].lower()
    entity = span.entity or f"{span.label} {form if span.ref is None else span.ref}"
    personal = CONCERNS if span.personal else OTHER
    place = Span(span.start, span.end)
    return Marked(place, span.label, span.label, entity, personal, span.identifier)


def _read_spans(content: str, source: str) -> list[Text]:
    """Mentions without running text, a text of spaces around them; of those that overlap the first."""
    table = csv.DictReader(io.StringIO(content), restval="")
    try:
        if not {"doc_id", "start", "end", "type", "span", "mask"} <= set(table.fieldnames or ()):
            raise DataError(f"{source}:1: the columns are doc_id, start, end, type, span, mask")
        rows = [(row["doc_id"], *_offsets(row, source, table.line_num), row) for row in table]
    except csv.Error as error:
        raise DataError(f"{source}:{table.line_num + 1}: not CSV: {error}") from None
    return [_bare(name, list(group)) for name, group in groupby(rows, key=lambda row: row[0])]


def _offsets(row: dict[str, str], source: str, number: int) -> tuple[int, int]:
    try:
        start, end = int(row["start"]), int(row["end"])
    except ValueError:
        raise DataError(f"{source}:{number}: start and end are numbers") from None
    if not 0 <= start <= end <= LONGEST:
        raise DataError(f"{source}:{number}: start and end do not go from 0 to {LONGEST}")
    return start, end


def _bare(name: str, rows: Sequence[tuple[str, int, int, dict[str, str]]]) -> Text:
    marked, text = [], ""
    for _, start, end, row in sorted(rows, key=lambda row: row[1]):
        form = row["span"]
        if start < len(text) or end - start != len(form) or not form:
            continue
        text = text.ljust(start) + form
        identifier: Identifier = "QUASI" if row["mask"] == "1" else "NO_MASK"
        kind = row["type"]
        marked.append(Marked(Span(start, end), kind, kind, form.lower(), 1.0, identifier))
    return Text(name, text, tuple(marked), bare=True)
