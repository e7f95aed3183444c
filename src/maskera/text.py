"""Text and offsets: Span, Token, Tokens, Version, Document, splice(). Read this first.

Every offset of the project counts code points of the untouched source text. A document is never
edited; new text comes from splice() alone. No repr shows a word of a text, so that none slips into
a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import overload

import msgspec

from maskera.errors import MaskeraError, SpanError


def back_over(text: str, place: int, passes: Callable[[str], bool]) -> int:
    """The place before which the nearest character stands that does not pass; 0 for none. No copy
    of the text is made, as by rstrip()."""
    while place and passes(text[place - 1]):
        place -= 1
    return place


def on_over(text: str, place: int, passes: Callable[[str], bool]) -> int:
    """The same behind a place: where the nearest character stands that does not pass."""
    while place < len(text) and passes(text[place]):
        place += 1
    return place


class Span(msgspec.Struct, frozen=True, order=True, gc=False):
    """A half-open range of the source, in code points; raises SpanError unless 0 <= start <= end."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise SpanError(f"span {self.start}-{self.end} is not a span of text")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Whether the other lies wholly inside this one."""
        return self.start <= other.start and other.end <= self.end


class Token(msgspec.Struct, frozen=True, gc=False):
    """A view of one token: its place, its form as written and, where annotated, its UPOS tag and
    morphology (CoNLL-U FEATS)."""

    index: int
    span: Span
    form: str
    pos: str = ""
    morphology: str = ""

    def __repr__(self) -> str:
        return (
            f"Token({self.index}, {self.span!r}, pos={self.pos!r}, morphology={self.morphology!r})"
        )


@dataclass(frozen=True, slots=True)
class Tokens(Sequence[Token]):
    """The tokens of a document as columns of equal length (starts, ends, forms; tags where
    annotated); a Token is made when asked for."""

    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    forms: tuple[str, ...] = field(default=(), repr=False)
    pos: tuple[str, ...] = ()
    morphology: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> list[Token]: ...
    def __getitem__(self, index: int | slice) -> Token | list[Token]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        return Token(
            index,
            Span(self.starts[index], self.ends[index]),
            self.forms[index],
            self.pos[index] if self.pos else "",
            self.morphology[index] if self.morphology else "",
        )

    def __iter__(self) -> Iterator[Token]:
        return (self[index] for index in range(len(self.starts)))


class Link(msgspec.Struct, frozen=True, gc=False):
    """Words of a text, and the words of another version of it that stand for them."""

    ours: tuple[Span, ...]
    theirs: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """Another version of a text that its file holds as well, as one that an annotator corrected,
    linked to it word by word.

    origin: the file as its reader understood it, for the writer of the same format.
    """

    text: str = field(repr=False)
    links: tuple[Link, ...] = field(repr=False)
    origin: object = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Document:
    """One text as written, with what is known of it (meta: genre, level, author ...) and, once
    annotated, its tokens and sentences; version: another version of it in the same file.

    Sentences are spans of token indices, not of text. nameless: it came without an id, which is
    then only what it is called; its pseudonyms follow from its text. The repr shows id and length
    only. Raises MaskeraError where id, text or an entry of meta is no string.
    """

    id: str
    text: str
    language: str = "sv"
    meta: Mapping[str, str] = field(default_factory=dict)
    tokens: Tokens = Tokens()
    sentences: tuple[Span, ...] = ()
    nameless: bool = False
    version: Version | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for what, value in (
            ("id", self.id),
            ("text", self.text),
            *((f"meta {key!r}", value) for key, value in self.meta.items()),
        ):
            if not isinstance(value, str):
                raise MaskeraError(f"the {what} of a document is a str, not {type(value).__name__}")

    def __repr__(self) -> str:
        return f"Document(id={self.id!r}, {len(self.text)} characters)"

    def with_tokens(self, tokens: Tokens, sentences: tuple[Span, ...]) -> Document:
        """The same document, annotated."""
        return replace(self, tokens=tokens, sentences=sentences)


def checked(document: Document) -> Document:
    """The document; raises MaskeraError for what is none, as a bare text."""
    if not isinstance(document, Document):
        raise MaskeraError(f"expected a maskera.Document, got {type(document).__name__}")
    return document


MOST_DIGITS = 9  # int() takes no more than 4,300, and no age, day or year has ten


def number_of(digits: str) -> int:
    """The number that decimal digits are; of a run too long to count anything the first ones."""
    return int(digits[:MOST_DIGITS])


class Edit(msgspec.Struct, frozen=True, gc=False):
    """Put `text` in the place of `span`."""

    span: Span
    text: str

    def __repr__(self) -> str:
        return f"Edit({self.span!r}, {len(self.text)} characters)"


def splice(text: str, edits: Iterable[Edit]) -> tuple[str, tuple[Span, ...]]:
    """The text with the edits carried out, and where each edit's text stands in it (in the order of
    their spans).

    Raises SpanError when edits overlap or lie outside the text.
    """
    pieces: list[str] = []
    places: list[Span] = []
    done = length = 0
    for edit in sorted(edits, key=attrgetter("span")):
        start, end, new = edit.span.start, edit.span.end, edit.text
        if start < done or end > len(text):
            raise SpanError(f"edit at {start}-{end} overlaps another or leaves the text")
        pieces += (text[done:start], new)
        place = length + start - done
        length = place + len(new)
        places.append(Span(place, length))
        done = end
    pieces.append(text[done:])
    return "".join(pieces), tuple(places)
