"""Pseudonymized documents as `maskera pseudonymize -f jsonl` wrote them, read back as Results."""

from __future__ import annotations

from pathlib import Path

import msgspec

from maskera.errors import DataError, SpanError
from maskera.evaluate.read import content, readable
from maskera.formats.reading import SeenIds, Warn, silent
from maskera.io import decoders
from maskera.io.utf8 import lines
from maskera.mentions import Mention
from maskera.policy import Action
from maskera.result import LeakStatus, Replacement, Result, release
from maskera.taxonomy import Taxonomy
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
    action: Action
    replacement: str
    number: int = 0
    features: frozenset[str] = frozenset()
    probability: float = 1.0
    personal: float = 0.5


def read_results(path: Path, taxonomy: Taxonomy, warn: Warn = silent) -> list[Result]:
    """The results of a file or of the files of a folder; base forms are not in them.

    Raises DataError with file and line for a line that is not such a document, whose release is not
    its text with the replacements, or whose id came before. warn: as for files().
    """
    seen = SeenIds()
    results = []
    for file in readable(path, warn):
        for number, line in lines(content(file), str(file)):
            if isinstance(line, DataError):
                raise line
            if line.strip():
                results.append(_result(line, taxonomy, f"{file}:{number}"))
                seen.check(results[-1].document.id, str(file), number)
    if not results:
        raise DataError(f"{path}: no documents")
    return results


def _result(line: str, taxonomy: Taxonomy, place: str) -> Result:
    try:
        row = decoders.json(_Line).decode(line)
        replacements = tuple(_replacement(mention, row.text, taxonomy) for mention in row.mentions)
        result = Result(
            Document(row.id, row.text),
            replacements,
            genre=row.genre or "",
            leaks=LeakStatus(row.leaks) if row.leaks else None,
        )
        same = release(result).text == row.release
    except (*decoders.NOT_JSON, ValueError, DataError) as error:
        reason = (
            str(error)
            if isinstance(error, SpanError | DataError)
            else "not a pseudonymized document (id, text, mentions with action and replacement, release)"
        )
        raise DataError(f"{place}: {reason}") from None
    if not same:
        raise DataError(f"{place}: the released text is not the text with its replacements")
    return result


def _replacement(row: _Mention, text: str, taxonomy: Taxonomy) -> Replacement:
    span = Span(row.start, row.end)
    label = taxonomy.resolve(row.label)
    mention = Mention(span, label, row.number, row.features, row.probability, row.personal)
    replacement = Replacement(mention, row.action, row.replacement)
    if not replacement.hidden and row.replacement != text[span.start : span.end]:
        raise DataError(
            f"the mention at {span.start}-{span.end} is to stand as it is, and does not"
        )
    return replacement
