"""Text with inline markup, `[[surface|label|flags]]`: the scheme in which the project's own essays
are annotated.

Flags are separated by commas: gen, def, pl, foreign, personal, ref=N. Taking the markup away gives
the text character for character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from maskera.errors import DataError
from maskera.formats.reading import Annotated, document_id
from maskera.formats.text import split_header
from maskera.io.utf8 import decoded
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

_MARK = re.compile(
    r"\[\[((?:(?!\[\[)[^|\]])+)\|([A-Za-z_:0-9-]{1,40})(?:\|([A-Za-z0-9_=, ]{0,80}))?\]\]"
)
_WRITTEN = "a mark is written [[words|label]] or [[words|label|flags]]"
_BRACKETS = re.compile(r"\[\[|\]\]")


def parse(
    marked: str, source: str, taxonomy: Taxonomy, first_line: int = 1
) -> tuple[str, tuple[Mention, ...]]:
    """The text without markup and its mentions (personal is 1 where flagged, else 0); raises
    DataError with file and line."""
    pieces: list[str] = []
    mentions: list[Mention] = []
    done = length = nth = 0
    line = first_line
    for match in _MARK.finditer(marked):
        plain, surface = marked[done : match.start()], match[1]
        _refuse_brackets(plain, source, line)
        breaks = plain.count("\n")
        line, nth = line + breaks, 1 if breaks else nth + 1
        start = length + len(plain)
        length = start + len(surface)
        mentions.append(
            _mention(
                Span(start, length),
                match[2],
                match[3] or "",
                taxonomy,
                f"{source}:{line}: mark {nth} of the line",
            )
        )
        line += surface.count("\n")
        pieces += (plain, surface)
        done = match.end()
    _refuse_brackets(marked[done:], source, line)
    pieces.append(marked[done:])
    return "".join(pieces), tuple(mentions)


def read(content: bytes | str, source: str, taxonomy: Taxonomy) -> Iterator[Annotated | DataError]:
    """The essay of a file and its mentions; line breaks at its end are not part of the text."""
    try:
        whole = decoded(content, source)
        meta, body = split_header(whole)
        text, mentions = parse(
            body.rstrip("\r\n"), source, taxonomy, 1 + whole.count("\n") - body.count("\n")
        )
    except DataError as error:
        yield error
        return
    yield Document(document_id(source), text, meta=meta), mentions


def render(document: Document, mentions: tuple[Mention, ...]) -> str:
    """A text with its mentions marked, without header; raises DataError for what the scheme cannot
    write (brackets, bars)."""
    pieces: list[str] = []
    done = 0
    for mention in sorted(mentions, key=lambda mention: mention.span):
        span = mention.span
        surface = document.text[span.start : span.end]
        if span.start < done or not surface or "|" in surface or "]" in surface:
            raise DataError(
                f"{document.id}: the mention at {span.start}-{span.end} cannot be written as markup"
            )
        flags = (
            sorted(mention.features)
            + ["personal"] * (mention.personal > 0.5)
            + [f"ref={mention.number}"] * (mention.number > 0)
        )
        marks = [surface, mention.label] + ([",".join(flags)] if flags else [])
        pieces += (document.text[done : span.start], "[[" + "|".join(marks) + "]]")
        done = span.end
    pieces.append(document.text[done:])
    if "[[" in document.text or "]]" in document.text:
        raise DataError(f"{document.id}: a text with double brackets cannot be written as markup")
    return "".join(pieces)


def _refuse_brackets(plain: str, source: str, first_line: int) -> None:
    if match := _BRACKETS.search(plain):
        line = first_line + plain.count("\n", 0, match.start())
        raise DataError(
            f"{source}:{line}: broken markup (double brackets that do not hold surface|label|flags)"
        )


def _mention(span: Span, label: str, flags: str, taxonomy: Taxonomy, place: str) -> Mention:
    features: set[str] = set()
    number = 0
    personal = 0.0
    try:
        label = taxonomy.resolve(label.strip())
    except DataError as error:
        raise DataError(f"{place}: {error} ({_WRITTEN})") from None
    for flag in (flag.strip() for flag in flags.split(",")):
        if flag in taxonomy.features:
            features.add(flag)
        elif flag == "personal":
            personal = 1.0
        elif flag.startswith("ref=") and flag[4:].isdecimal():
            number = int(flag[4:])
        elif flag:
            there = ", ".join((*sorted(taxonomy.features), "personal"))
            raise DataError(f"{place}: an unknown flag; there are {there} and ref=NUMBER")
    return Mention(span, label, number, frozenset(features), 1.0, personal)
