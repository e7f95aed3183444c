"""Pseudonymized documents as `maskera pseudonymize -f jsonl` wrote them, read back as Results."""

from __future__ import annotations

from pathlib import Path

import msgspec

from maskera.errors import DataError, SpanError
from maskera.mentions import Mention
from maskera.result import LeakStatus, Replacement, Result, release
from maskera.taxonomy import taxonomy
from maskera.text import Document, Span


class _Line(msgspec.Struct):
    id: str
    text: str
    mentions: list[_Mention]
    release: str
    genre: str | None = None
    leaks: str | None = None


class _Mention(msgspec.Struct):
    start: int
    end: int
    label: str
    replacement: str
    number: int = 0
    features: frozenset[str] = frozenset()
    probability: float = 1.0
    personal: float = 0.5


def read_results(path: Path) -> list[Result]:
    """The results of a file. Base forms are not in it, and an action is "keep" where nothing changed, else "replace".

    Raises DataError with file and line for a line that is not such a document, or whose release is not its text with the replacements.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or type(error).__name__})") from None
    results = [_result(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not results:
        raise DataError(f"{path}: no documents")
    return results


def _result(line: bytes, place: str) -> Result:
    try:
        row = msgspec.json.decode(line, type=_Line)
        replacements = tuple(_replacement(mention, row.text) for mention in row.mentions)
        result = Result(Document(row.id, row.text), replacements, genre=row.genre or "", leaks=LeakStatus(row.leaks) if row.leaks else None)
        same = release(result).text == row.release
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, DataError) as error:
        reason = (
            str(error)
            if isinstance(error, SpanError | DataError)
            else "not a pseudonymized document (id, text, mentions with replacement, release)"
        )
        raise DataError(f"{place}: {reason}") from None
    if not same:
        raise DataError(f"{place}: the released text is not the text with its replacements")
    return result


def _replacement(row: _Mention, text: str) -> Replacement:
    span = Span(row.start, row.end)
    mention = Mention(span, taxonomy().resolve(row.label), row.number, row.features, row.probability, row.personal)
    return Replacement(mention, "keep" if text[span.start : span.end] == row.replacement else "replace", row.replacement)
