"""JSON lines with mentions: `maskera detect` writes them (DESIGN.md 5.1), the data folder keeps its gold in them (key "spans")."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from maskera.errors import DataError, SpanError
from maskera.evaluate.align import Labelled
from maskera.mentions import Mention
from maskera.taxonomy import taxonomy
from maskera.text import Document, Span

META = ("genre", "level", "author", "l1", "topic")


def read(path: Path) -> Iterator[Labelled]:
    """The documents of a file; raises DataError with file and line for what is not such a line."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({type(error).__name__})") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _document(msgspec.json.decode(line))
            except (msgspec.DecodeError, KeyError, TypeError, AttributeError, ValueError, DataError) as error:
                reason = str(error) if isinstance(error, DataError | SpanError) else "not a JSON object with id, text and mentions"
                raise DataError(f"{path.name}:{number}: {reason}") from None


def _document(row: dict[str, Any]) -> Labelled:
    meta = {**row.get("meta", {}), **{key: row[key] for key in META if row.get(key)}}
    spans = row["mentions"] if "mentions" in row else row.get("spans", ())
    return Document(str(row["id"]), row["text"], meta=meta), tuple(map(_mention, spans))


def _mention(row: dict[str, Any]) -> Mention:
    labels = taxonomy()
    features = frozenset(row.get("features", ())) | {feature for feature in labels.features if row.get(feature)}
    return Mention(
        Span(row["start"], row["end"]),
        labels.resolve(row["label"]),
        int(row.get("number", row.get("ref", 0))),
        features,
        float(row.get("probability", 1.0)),
        float(row.get("personal", 0.0)),
    )
