"""CoNLL-U as annotated documents: tokens, sentences, UPOS and FEATS over a text put together as the
file says.

Whitespace comes from SpaceAfter, SpacesAfter and SpacesBefore, or from `# text` where those do not
say it. A multiword token is one token, with the tags of its first word; empty nodes are no tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePath

import msgspec

from maskera.annotate.build import Builder, Tagset, no_tagset
from maskera.errors import DataError
from maskera.io.utf8 import lines
from maskera.text import Document

_ID = re.compile(r"(?P<first>[1-9]\d*)(?:-(?P<last>[1-9]\d*)|(?P<empty>\.\d+))?", re.ASCII)
_EMPTY = re.compile(r"\d+\.\d+", re.ASCII)
_COMMENT = re.compile(r"#\s*(?P<key>newdoc|newpar|text)(?:\s+id)?\s*(?:=\s*(?P<value>.*))?")
_ESCAPE = re.compile(r"\\(?:[snrtp\\]|u[0-9A-Fa-f]{4})")
_SPACE = re.compile(r"[\s|\\]*")  # UDPipe has escapes for bar and backslash, too
_ESCAPES = {"\\s": " ", "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\p": "|", "\\\\": "\\"}


class _Token(msgspec.Struct):
    form: str
    pos: str
    morphology: str
    before: str
    after: str | None  # None where nothing is said


def read(
    content: bytes | str, source: str, tagset: Tagset = no_tagset
) -> Iterator[Document | DataError]:
    """The documents of a file, one for each `# newdoc` (the whole file where there is none).

    XPOS goes through `tagset` where UPOS is missing. A document with a broken line is a DataError
    naming the first one.
    """
    pending = _Pending(PurePath(source).stem, tagset)
    documents = 0
    read_lines = list(lines(content, source))
    for number, line in [*read_lines, (len(read_lines) + 1, "")]:
        place = f"{source}:{number}"
        try:
            if isinstance(line, DataError):
                raise line
            comment = _COMMENT.fullmatch(line)
            if comment and comment["key"] == "newdoc":
                pending.close(place)
                if not pending.empty:
                    yield pending.document()
                    documents += 1
                stem = PurePath(source).stem
                pending = _Pending(
                    (comment["value"] or "").strip()
                    or (f"{stem}-{documents + 1}" if documents else stem),
                    tagset,
                )
            elif comment and comment["key"] == "newpar":
                pending.new_paragraph()
            elif comment:
                pending.text = comment["value"] or ""
            elif not line.strip():
                pending.end_sentence(place)
            elif not line.startswith("#"):
                pending.add(line, place)
        except DataError as error:
            pending.fail(error)
    if not pending.empty:
        yield pending.document()
    elif not documents:
        yield DataError(f"{source}: no tokens in this CoNLL-U file")


class _Pending:
    """A document while its lines are read."""

    def __init__(self, identifier: str, tagset: Tagset) -> None:
        self.text = ""
        self._id = identifier
        self._tagset = tagset
        self._builder = Builder()
        self._sentence: list[_Token] = []
        self._covered = 0  # the last word of the multiword token before
        self._words = 0
        self._wanted: _Token | None = (
            None  # the multiword token that waits for the tags of its first word
        )
        self._gap = ""
        self._error: DataError | None = None

    @property
    def empty(self) -> bool:
        return not len(self._builder) and self._error is None

    def fail(self, error: DataError) -> None:
        self._error = self._error or error
        self._begin()

    def new_paragraph(self) -> None:
        if len(self._builder) and self._gap == " ":
            self._gap = "\n"

    def add(self, line: str, place: str) -> None:
        columns = line.split("\t")
        match = _ID.fullmatch(columns[0])
        if len(columns) != 10 or (match is None and not _EMPTY.fullmatch(columns[0])):
            raise DataError(f"{place}: not a CoNLL-U line (ten columns, the first a number)")
        if match is None or match["empty"]:
            return
        try:
            token = _token(columns, self._tagset)
        except ValueError:
            raise DataError(f"{place}: SpacesBefore or SpacesAfter is not white space") from None
        if match["last"]:
            self._covered = int(match["last"])
            self._wanted = token
            self._sentence.append(token)
            return
        self._words += 1
        if int(match["first"]) != self._words:
            raise DataError(f"{place}: the words of a sentence are not numbered 1, 2, 3")
        if self._words > self._covered:
            self._sentence.append(token)
        elif self._wanted is not None:
            self._wanted.pos, self._wanted.morphology = token.pos, token.morphology
            self._wanted = None

    def end_sentence(self, place: str) -> None:
        if self._sentence and self._error is None:
            try:
                gaps = _gaps(self._sentence, self.text)
            except ValueError:
                raise DataError(
                    f"{place}: the tokens of the sentence before do not make up its # text"
                ) from None
            self._builder.space(self._gap)
            for token, gap in zip(self._sentence, gaps, strict=True):
                self._builder.space(token.before)
                self._builder.token(token.form, token.pos, token.morphology)
                self._builder.space(gap)
            self._builder.end_sentence()
            # A blank is assumed between sentences, but not behind the last one.
            self._gap = " " if self._sentence[-1].after is None else ""
        self._begin()

    def close(self, place: str) -> None:
        """Ends the last sentence; what is wrong with it is wrong with this document and no other."""
        try:
            self.end_sentence(place)
        except DataError as error:
            self.fail(error)

    def document(self) -> Document | DataError:
        return self._error or self._builder.document(self._id, {})

    def _begin(self) -> None:
        self.text, self._sentence, self._covered, self._words, self._wanted = "", [], 0, 0, None


def _gaps(sentence: list[_Token], text: str) -> list[str]:
    """The whitespace behind each token; raises ValueError when the text of the sentence is not made
    of its tokens."""
    said = [" " if token.after is None else token.after for token in sentence]
    said[-1] = sentence[-1].after or ""
    built = "".join(
        token.before + token.form + gap for token, gap in zip(sentence, said, strict=True)
    )
    if not text.strip() or built.split() == text.split():
        return said
    gaps: list[str] = []
    place = text.index(sentence[0].form)
    for token, following in pairwise(sentence):
        end = place + len(token.form)
        place = text.index(following.form, end)
        gaps.append(text[end:place])
    if (
        text[: text.index(sentence[0].form)].strip()
        or "".join(gaps).strip()
        or text[place + len(sentence[-1].form) :].strip()
    ):
        raise ValueError
    return [*gaps, said[-1]]


def _token(columns: list[str], tagset: Tagset) -> _Token:
    form, upos, xpos, feats, misc = columns[1], columns[3], columns[4], columns[5], columns[9]
    named = dict(part.partition("=")[::2] for part in misc.split("|"))
    after = (
        _unescaped(named["SpacesAfter"])
        if "SpacesAfter" in named
        else ""
        if named.get("SpaceAfter") == "No"
        else None
    )
    pos, morphology = upos.strip("_"), feats.strip("_")
    if not pos and xpos.strip("_"):
        pos, translated = tagset(xpos)
        morphology = morphology or translated
    return _Token(form, pos, morphology, _unescaped(named.get("SpacesBefore", "")), after)


def _unescaped(escaped: str) -> str:
    """The space that is meant; raises ValueError for anything else, which would stand in the text
    and in no token."""
    space = _ESCAPE.sub(lambda match: _ESCAPES.get(match[0]) or chr(int(match[0][2:], 16)), escaped)
    if not _SPACE.fullmatch(space):
        raise ValueError
    return space
