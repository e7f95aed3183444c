"""Annotated text for training: essays with labelled spans, and the label of every token."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from maskera.detect.runs import OUTSIDE
from maskera.errors import DataError
from maskera.formats import marked
from maskera.formats.text import split_header
from maskera.mentions import Mention
from maskera.text import Tokens


class Marked(msgspec.Struct, frozen=True):
    """One labelled stretch of an annotated text. ref: the running number, 0 when not given."""

    start: int
    end: int
    label: str
    ref: int = 0
    gen: bool = False
    personal: bool = False
    foreign: bool = False


class Annotated(msgspec.Struct, frozen=True):
    """An annotated text; spans in text order, without overlap."""

    id: str
    text: str
    spans: tuple[Marked, ...]
    genre: str = ""


def read(path: Path) -> Iterator[Annotated]:
    """The annotated texts of a .jsonl file (`id`, `text`, `spans`) or of a folder of marked files; raises DataError with file and line."""
    if path.is_dir():
        yield from read_folder(path)
        return
    decoder = msgspec.json.Decoder(Annotated)
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            text = decoder.decode(line)
        except msgspec.DecodeError:
            raise DataError(f"{path.name}:{number}: not an annotated text (want id, text, spans)") from None
        spans = tuple(sorted(text.spans, key=lambda span: span.start))
        if any(one.end > two.start for one, two in itertools.pairwise(spans)) or any(
            not 0 <= s.start < s.end <= len(text.text) for s in spans
        ):
            raise DataError(f"{path.name}:{number}: spans overlap or leave the text")
        yield msgspec.structs.replace(text, spans=spans)


def read_folder(folder: Path) -> Iterator[Annotated]:
    """The texts of a folder of marked files ([[surface|label|flags]]): a file with header lines is one essay, one without is a text a line.

    Raises DataError with file and line.
    """
    for path in sorted(folder.glob("*.txt")):
        meta, body = split_header(path.read_text(encoding="utf-8"))
        pieces = (
            [(path.stem, body)] if meta else [(f"{path.stem}-{number}", line) for number, line in enumerate(body.splitlines(), start=1)]
        )
        for identifier, piece in pieces:
            if piece.strip():
                text, mentions = marked.parse(piece.rstrip("\n"), path.name)
                yield Annotated(identifier, text, tuple(_marked(mention) for mention in mentions), meta.get("genre", ""))


def _marked(mention: Mention) -> Marked:
    features = mention.features
    return Marked(
        mention.span.start,
        mention.span.end,
        mention.label,
        mention.number,
        "gen" in features,
        mention.personal >= 0.5,
        "foreign" in features,
    )


def token_labels(tokens: Tokens, spans: Sequence[Marked]) -> list[str]:
    """The label of every token that a span overlaps, O elsewhere."""
    labels = [OUTSIDE] * len(tokens)
    index = 0
    for span in spans:
        while index < len(labels) and tokens.ends[index] <= span.start:
            index += 1
        here = index
        while here < len(labels) and tokens.starts[here] < span.end:
            labels[here] = span.label
            here += 1
    return labels
