"""WebAnno TSV 3.3, for WebAnno and INCEpTION: a token a line, spans of a layer in columns.

The layer is INCEpTION's named entities: `value` is the label, `identifier` the running number.
Offsets count UTF-16 code units. A span that begins or ends inside a token makes a sub-token row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from maskera.annotate.tokens import sentences, tokenize
from maskera.errors import DataError
from maskera.formats.cas import NAMED_ENTITY
from maskera.formats.reading import Annotated, document_id
from maskera.formats.standoff import (
    OURS,
    Labels,
    Resolve,
    Utf16,
    in_order,
    mention,
    one,
    resolving,
)
from maskera.io.utf8 import decoded
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

HEAD = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={NAMED_ENTITY}|identifier|value\n\n"
_ESCAPED = re.compile(r"[\\\[\]|_\->;\t\n*]")
_ROW = re.compile(r"(\d+)-(\d+)(?:\.(\d+))?\t(\d+)-(\d+)\t([^\t]*)(?:\t(.*))?$")
_SENTENCE = re.compile(r"#Text=(.*)$")
_LAYER = re.compile(rf"#T_SP={re.escape(NAMED_ENTITY)}\|(.*)$")
EMPTY = ("_", "*")


def write(document: Document, mentions: Sequence[Mention]) -> str:
    """A document and its mentions. Its sentences reach to the next one, so that the text between
    them is kept."""
    text, utf16 = document.text, Utf16(document.text)
    tokens = document.tokens or tokenize(text)
    bounds = document.sentences or sentences(text, tokens, frozenset())
    spans = [Span(*place) for place in zip(tokens.starts, tokens.ends, strict=True)]
    starts = [spans[bound.start].start for bound in bounds]
    blocks = [HEAD] if bounds else [HEAD.rstrip("\n") + "\n"]
    cells = _cells(mentions, spans)
    for number, bound in enumerate(bounds, 1):
        end = starts[number] if number < len(starts) else len(text)
        lines = text[starts[number - 1] : end].split("\n")
        rows = ["".join(f"#Text={line.replace(chr(92), chr(92) * 2)}\n" for line in lines)]
        for place, index in enumerate(range(bound.start, bound.end), 1):
            whole, parts = cells.get(index, ("_\t_", []))
            rows.append(_row(f"{number}-{place}", spans[index], whole, text, utf16))
            rows += [
                _row(f"{number}-{place}.{sub}", span, cell, text, utf16)
                for sub, (span, cell) in enumerate(parts, 1)
            ]
        blocks.append("".join(rows))
    return "\n".join(blocks)


def read(
    content: bytes | str, source: str, taxonomy: Taxonomy, labels: Labels = OURS
) -> Iterator[Annotated | DataError]:
    """The document of a file with its named entities. What stands between two sentences and is not
    in the file is read as blanks."""
    return one(lambda: _read(content, source, resolving(taxonomy, labels)), source)


_Cells = dict[int, tuple[str, list[tuple[Span, str]]]]
"""Of each token in a mention: its columns, and those of the sub-token rows below it."""


def _cells(mentions: Sequence[Mention], tokens: Sequence[Span]) -> _Cells:
    cells: _Cells = {}
    numbers = count(1)
    first = 0
    for found in in_order(mentions):
        while first < len(tokens) and tokens[first].end <= found.span.start:
            first += 1
        covered = []
        for index in range(first, len(tokens)):
            if tokens[index].start >= found.span.end:
                break
            covered.append(index)
        name = f"[{next(numbers)}]" if len(covered) > 1 else ""
        identifier = str(found.number) if found.number else "*"
        cell = f"{identifier}{name}\t{_escaped(found.label)}{name}"
        for index in covered:
            token = tokens[index]
            part = Span(max(token.start, found.span.start), min(token.end, found.span.end))
            whole, parts = cells.get(index, ("_\t_", []))
            cells[index] = (cell, parts) if part == token else (whole, [*parts, (part, cell)])
    return cells


def _row(name: str, span: Span, cell: str, text: str, utf16: Utf16) -> str:
    begin, end = utf16.units(span.start), utf16.units(span.end)
    return f"{name}\t{begin}-{end}\t{text[span.start : span.end]}\t{cell}\t\n"


def _escaped(value: str) -> str:
    return _ESCAPED.sub(lambda found: "\\" + found[0], value)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def _read(content: bytes | str, source: str, resolve: Resolve) -> Annotated:
    whole = decoded(content, source)
    lines = whole.split("\n")
    if not lines[0].startswith("#FORMAT=WebAnno TSV 3"):
        raise DataError(f"{source}:1: not a file of WebAnno TSV 3")
    columns = _columns(lines)
    pieces: list[str] = []
    written: list[str] = []  # the #Text lines of the sentence that begins
    length = 0  # UTF-16 units so far
    rows: list[tuple[int, int, int, list[str]]] = []
    for number, line in enumerate(lines, 1):
        if found := _SENTENCE.match(line):
            written.append(re.sub(r"\\\\", r"\\", found[1]))
        elif row := _ROW.match(line):
            begin, end = int(row[4]), int(row[5])
            if written:
                if begin < length:
                    raise DataError(
                        f"{source}:{number}: a sentence begins before the last one ends"
                    )
                pieces += [" " * (begin - length), sentence := "\n".join(written)]
                length, written = begin + len(sentence.encode("utf-16-le")) // 2, []
            rows.append((number, begin, end, (row[7] or "").split("\t")))
        elif line and not line.startswith("#") and not line.isspace():
            raise DataError(f"{source}:{number}: not a row of WebAnno TSV")
    text = "".join(pieces)
    return Document(document_id(source), text), _mentions(text, rows, columns, resolve, source)


def _columns(lines: Sequence[str]) -> tuple[int, int]:
    """Which columns hold identifier and value of the named entities; -1 for one that is not there."""
    before = 0
    for line in lines:
        if not line.startswith("#T_"):
            continue
        if layer := _LAYER.match(line):
            features = layer[1].split("|")
            return tuple(  # type: ignore[return-value]  # two
                before + features.index(name) if name in features else -1
                for name in ("identifier", "value")
            )
        before += max(line.count("|"), 1)
    return -1, -1


def _mentions(
    text: str,
    rows: Sequence[tuple[int, int, int, list[str]]],
    columns: tuple[int, int],
    resolve: Resolve,
    source: str,
) -> tuple[Mention, ...]:
    utf16, found = Utf16(text), dict[str, tuple[int, int, int, str, str]]()
    for line, begin, end, cells in rows:
        identifiers, values = (
            cells[column].split("|") if 0 <= column < len(cells) else [] for column in columns
        )
        for place, value in enumerate(values):
            label, _, name = value.removesuffix("]").partition("[")
            if label in ("_", ""):
                continue
            identifier = identifiers[place].partition("[")[0] if place < len(identifiers) else ""
            key = name or f"{line}:{place}"
            known = found.get(key, (line, begin, end, "", ""))
            found[key] = (known[0], min(known[1], begin), max(known[2], end), label, identifier)
    mentions = []
    for line, begin, end, label, identifier in found.values():
        number = int(identifier) if identifier.isdecimal() else 0
        try:
            start, stop = utf16.points(begin), utf16.points(end)
            mentions.append(mention(text, start, stop, _unescaped(label), resolve, number))
        except DataError as error:
            raise DataError(f"{source}:{line}: {error}") from None
    return in_order(mentions)
