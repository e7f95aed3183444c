"""ITAC (Medlock 2006): one tokenized sentence a line, `<ANON> ... </ANON>` round what is sensitive,
`&EMAIL` for what is codified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from maskera.errors import DataError
from maskera.formats.layout import Mark, sentences
from maskera.formats.reading import Annotated, document_id
from maskera.io.utf8 import lines
from maskera.mentions import Mention
from maskera.result import Release
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span, Tokens

BEGIN, END = "<ANON>", "</ANON>"

CODES: Mapping[str, str] = {"email": "&EMAIL", "date_digits": "&DATE", "url": "&URL"}
"""The codified references of the corpus; it holds no other mention of these labels."""

LABEL = "extra"
"""The label of a sensitive span: the format has no classes."""


def render(released: Release) -> str:
    """The tokens of a released text, one sentence a line."""
    return _rows(
        released.text, [Mark(mention.span, mention.label) for mention in released.mentions]
    )


def join(parts: Iterable[tuple[str, str]]) -> str:
    """One file of many rendered documents, given as (id, lines); the format has no borders between
    documents."""
    return "".join(rows for _, rows in parts)


def read(content: bytes | str, source: str, taxonomy: Taxonomy) -> Iterator[Annotated | DataError]:
    """The document of a file: its tokens with single blanks between them, its lines as sentences,
    what the tags enclose as mentions.

    A span may run over several lines, for the corpus breaks lines in wrong places. Codified
    references are ordinary tokens.
    """
    forms: list[str] = []
    starts: list[int] = []
    found: list[Span] = []
    rows: list[Span] = []
    opened: tuple[int, int] | None = None  # first token, line
    length = 0
    for number, line in lines(content, source):
        if isinstance(line, DataError):
            yield line
            return
        begin = len(forms)
        for form in line.split():
            if form == BEGIN and opened is None:
                opened = (len(forms), number)
            elif form == END and opened is not None and len(forms) > opened[0]:
                found.append(Span(opened[0], len(forms)))
                opened = None
            elif form in (BEGIN, END):
                yield DataError(f"{source}:{number}: {form} that does not fit the tag before")
                return
            else:
                forms.append(form)
                starts.append(length)
                length += len(form) + 1
        if len(forms) > begin:
            rows.append(Span(begin, len(forms)))
    if opened is not None:
        yield DataError(f"{source}:{opened[1]}: {BEGIN} is never closed")
        return
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    text = "\n".join(" ".join(forms[row.start : row.end]) for row in rows)
    tokens = Tokens(tuple(starts), ends, tuple(forms))
    label = taxonomy.resolve(LABEL)
    mentions = tuple(Mention(Span(starts[span.start], ends[span.end - 1]), label) for span in found)
    yield (
        Document(document_id(source), text, language="en", tokens=tokens, sentences=tuple(rows)),
        mentions,
    )


def _rows(text: str, marks: Sequence[Mark]) -> str:
    rows: list[str] = []
    for sentence in sentences(text, marks):
        pieces: list[str] = []
        before = -1
        for word in sentence:
            code = CODES.get(marks[word.mention].label, "") if word.mention >= 0 else ""
            opens = word.mention != before
            if opens and before >= 0 and marks[before].label not in CODES:
                pieces.append(END)
            if opens and word.mention >= 0:
                pieces.append(code or BEGIN)
            stuck = not opens and pieces[-1:] == ["&"] == [text[word.span.start - 1]]
            if stuck and f"&{word.form}" in CODES.values():
                pieces[-1] += (
                    word.form
                )  # a reference that was codified before; the tokenizer cuts it in two
            elif not code:
                pieces.append(word.form)
            before = word.mention
        if before >= 0 and marks[before].label not in CODES:
            pieces.append(END)
        rows.append(" ".join(pieces) + "\n")
    return "".join(rows)
