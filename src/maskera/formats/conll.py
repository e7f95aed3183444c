"""CoNLL: token TAB part of speech TAB label in BIO, one token a line, a blank line after each
sentence.

Many documents in one file are separated by `-DOCSTART- (id)` lines, which have three columns as
well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from maskera.errors import DataError
from maskera.formats.layout import Annotate, Mark, sentences
from maskera.formats.reading import Annotated, SeenIds, document_id
from maskera.io.utf8 import lines
from maskera.mentions import Mention
from maskera.result import Release
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span, Tokens

_START = re.compile(
    r"-DOCSTART-(?:\s+\((?P<id>[^\t]*)\))?(?:\s.*)?|#\s*newdoc id\s*=\s*(?P<newdoc>.*)"
)
_BIO = re.compile(r"(?P<prefix>[BIES])-(?P<label>\S+)|O")


def render(released: Release, annotate: Annotate | None = None) -> str:
    """The tokens of a released text; `_` where the part of speech is unknown."""
    return _rows(
        released.text,
        [Mark(mention.span, mention.label) for mention in released.mentions],
        annotate,
    )


def join(parts: Iterable[tuple[str, str]]) -> str:
    """One file of many rendered documents, given as (id, rows)."""
    return "".join(
        f"-DOCSTART- ({_one_line(identifier)})\t_\tO\n\n{rows}" for identifier, rows in parts
    )


def read(content: bytes | str, source: str, taxonomy: Taxonomy) -> Iterator[Annotated | DataError]:
    """The documents of a file; their text is the tokens with single blanks between them and a line
    break after each sentence.

    The token is the first column, the label the last, the part of speech the second of three or
    more; columns are separated by tabs, or by blanks in a line without tabs. E- and S- of BIOES are
    understood, and an I- that continues nothing begins a mention.
    """
    seen = SeenIds()
    pending = _Pending(document_id(source), 1, taxonomy)
    for number, line in lines(content, source):
        if isinstance(line, DataError):
            pending.fail(line)
            continue
        start = _START.fullmatch(line)
        if start:
            yield from pending.finished(seen, source)
            name = start["id"] or (start["newdoc"] or "").strip()
            pending = _Pending(name or f"{document_id(source)}-{number}", number, taxonomy)
        elif not line.strip():
            pending.end_sentence()
        else:
            pending.add(line, f"{source}:{number}")
    yield from pending.finished(seen, source)


class _Pending:
    """A document while its lines are read."""

    def __init__(self, identifier: str, line: int, taxonomy: Taxonomy) -> None:
        self._id, self._line, self._taxonomy = identifier, line, taxonomy
        self._error: DataError | None = None
        self._forms: list[str] = []
        self._tags: list[str] = []
        self._starts: list[int] = []
        self._length = 0
        self._sentences: list[Span] = []
        self._marks: list[tuple[str, int, int]] = []
        self._open = ""

    def fail(self, error: DataError) -> None:
        self._error = self._error or error

    def end_sentence(self) -> None:
        begin = self._sentences[-1].end if self._sentences else 0
        if len(self._forms) > begin:
            self._sentences.append(Span(begin, len(self._forms)))
        self._open = ""

    def add(self, line: str, place: str) -> None:
        columns = line.split("\t") if "\t" in line else line.split()
        bio = _BIO.fullmatch(columns[-1].strip())
        form = columns[0].strip()
        if len(columns) < 2 or bio is None or not form:
            self.fail(DataError(f"{place}: not a token and a label in BIO"))
            return
        index = len(self._forms)
        self._starts.append(self._length)
        self._length += len(form) + 1
        self._forms.append(form)
        self._tags.append(columns[1].strip("_ ") if len(columns) > 2 else "")
        label = ""
        if bio["label"]:
            try:
                label = self._taxonomy.resolve(bio["label"])
            except DataError as error:
                self.fail(DataError(f"{place}: {error}"))
                return
        if label and label == self._open and bio["prefix"] in "IE":
            self._marks[-1] = (label, self._marks[-1][1], index)
        elif label:
            self._marks.append((label, index, index))
        self._open = label if bio["prefix"] in ("B", "I") else ""

    def finished(self, seen: SeenIds, source: str) -> Iterator[Annotated | DataError]:
        self.end_sentence()
        if self._error is not None:
            yield self._error
            return
        if not self._forms:
            return
        try:
            seen.check(self._id, source, self._line)
        except DataError as error:
            yield error
            return
        ends = tuple(
            start + len(form) for start, form in zip(self._starts, self._forms, strict=True)
        )
        text = "\n".join(
            " ".join(self._forms[sentence.start : sentence.end]) for sentence in self._sentences
        )
        pos = tuple(self._tags) if any(self._tags) else ()
        tokens = Tokens(tuple(self._starts), ends, tuple(self._forms), pos)
        mentions = tuple(
            Mention(Span(self._starts[first], ends[last]), label)
            for label, first, last in self._marks
        )
        yield Document(self._id, text, tokens=tokens, sentences=tuple(self._sentences)), mentions


def _rows(text: str, marks: Sequence[Mark], annotate: Annotate | None) -> str:
    rows: list[str] = []
    for sentence in sentences(text, marks, annotate):
        before = -1
        for word in sentence:
            bio = (
                "O"
                if word.mention < 0
                else f"{'I' if word.mention == before else 'B'}-{marks[word.mention].label}"
            )
            rows.append(f"{word.form}\t{word.pos or '_'}\t{bio}")
            before = word.mention
        rows.append("")
    return "".join(row + "\n" for row in rows)


def _one_line(identifier: str) -> str:
    return re.sub(r"[\t\r\n]", "_", identifier)
