"""brat: standoff annotation, a `.ann` file beside the `.txt` file with the text.

Offsets count code points. A mention is a text-bound annotation (`T1`), its running number a note of
the annotator (`#1`). A span that goes over a line end is written as fragments, as brat wants it,
and read as one span from its first to its last fragment. Only the `.ann` file is written: the text
stands in the `.txt` file of the same name (format `text`, or the input).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from maskera.errors import DataError, cause
from maskera.formats.reading import Annotated, document_id
from maskera.formats.standoff import OURS, Labels, Resolve, in_order, mention, one, resolving
from maskera.io.utf8 import decoded, lines
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

_TEXT_BOUND = re.compile(r"(T\d+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)\t")
_NUMBER = re.compile(r"#\d+\tAnnotatorNotes (T\d+)\tnumber=(\d+)$")


def write(document: Document, mentions: Sequence[Mention]) -> str:
    """The `.ann` file of a document."""
    rows = []
    for number, found in enumerate(mentions, 1):
        fragments = _fragments(document.text, found.span)
        places = ";".join(f"{start} {end}" for start, end in fragments)
        surface = " ".join(document.text[start:end] for start, end in fragments)
        rows.append(f"T{number}\t{found.label} {places}\t{surface}\n")
        if found.number:
            rows.append(f"#{number}\tAnnotatorNotes T{number}\tnumber={found.number}\n")
    return "".join(rows)


def read(
    content: bytes | str, source: str, taxonomy: Taxonomy, labels: Labels = OURS
) -> Iterator[Annotated | DataError]:
    """The document whose `.txt` file stands beside the `.ann` file, with its text-bound
    annotations; relations, events and attributes are passed over."""
    return one(lambda: _read(content, source, resolving(taxonomy, labels)), source)


def _read(content: bytes | str, source: str, resolve: Resolve) -> Annotated:
    beside = Path(source).with_suffix(".txt")
    try:
        text = decoded(beside.read_bytes(), str(beside))
    except OSError as error:
        raise DataError(f"its text {beside.name} cannot be read ({cause(error)})") from None
    places: dict[str, tuple[int, int, str, int]] = {}
    numbers: dict[str, int] = {}
    for number, line in lines(content, source):
        if isinstance(line, DataError):
            raise line
        if found := _TEXT_BOUND.match(line):
            offsets = [int(offset) for offset in re.findall(r"\d+", found[3])]
            places[found[1]] = offsets[0], offsets[-1], found[2], number
        elif line.startswith("T"):
            raise DataError(f"{source}:{number}: not a text-bound annotation of brat")
        elif noted := _NUMBER.match(line):
            numbers[noted[1]] = int(noted[2])
    return Document(document_id(source), text), in_order(
        _mention(text, *place, numbers.get(name, 0), resolve, source)
        for name, place in places.items()
    )


def _mention(
    text: str,
    start: int,
    end: int,
    label: str,
    line: int,
    number: int,
    resolve: Resolve,
    source: str,
) -> Mention:
    try:
        return mention(text, start, end, label, resolve, number)
    except DataError as error:
        raise DataError(f"{source}:{line}: {error}") from None


def _fragments(text: str, span: Span) -> list[tuple[int, int]]:
    """The parts of a span between its line ends."""
    parts = re.finditer(r"[^\n]+", text[span.start : span.end])
    return [(span.start + part.start(), span.start + part.end()) for part in parts]
