"""What the formats of annotation tools share: a document with its mentions in, a file out, and
back.

These formats hold the text and spans with one label each. What they cannot hold (features, the
probability that a mention concerns the writer) is lost; labels and spans survive a round trip, and
so does the running number where the tool has a field for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from maskera.errors import DataError, SpanError
from maskera.mentions import Mention
from maskera.result import Release
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

DocumentWriter = Callable[[Document, Sequence[Mention]], str]
"""A document and its mentions as the content of a file."""


def of_release(write: DocumentWriter) -> Callable[[Release], str]:
    """A writer of documents with mentions as a renderer of released ones."""

    def render(released: Release) -> str:
        document = Document(released.id, released.text, meta=released.meta)
        mentions = [
            Mention(mention.span, mention.label, mention.number, mention.features)
            for mention in released.mentions
        ]
        return write(document, mentions)

    return render


Labels = Mapping[str, str]
"""The tool's label -> ours; a label that is not in it is our own."""

OURS: Labels = {}

Resolve = Callable[[str], str]
"""A label of a file -> ours; raises DataError for one that is none."""


def resolving(taxonomy: Taxonomy, labels: Labels) -> Resolve:
    """Labels of a taxonomy, and of a tool that calls some of them otherwise."""
    return lambda label: taxonomy.resolve(labels.get(label, label))


class Utf16:
    """Offsets in UTF-16 code units, as Java and JavaScript count, to and from code points."""

    def __init__(self, text: str) -> None:
        # The code-unit offset behind each astral character, by their order; most texts have none.
        self._astral = [index for index, character in enumerate(text) if character > "\uffff"]
        self._units = [index + number for number, index in enumerate(self._astral)]
        self._length = len(text)

    def units(self, offset: int) -> int:
        """The code units before a code point."""
        return offset + bisect_right(self._astral, offset - 1)

    def points(self, units: int) -> int:
        """The code points before a code unit; raises DataError inside a character or outside the
        text."""
        before = bisect_right(self._units, units - 1)
        offset = units - before
        if not 0 <= offset <= self._length or self.units(offset) != units:
            raise DataError(f"offset {units} (UTF-16) is no place in the text")
        return offset


def mention(
    text: str, start: int, end: int, label: str, resolve: Resolve, number: int = 0
) -> Mention:
    """A mention read from a tool's file; raises DataError for a span outside the text and for an
    unknown label."""
    try:
        span = Span(start, end)
    except SpanError as error:
        raise DataError(str(error)) from None
    if not start < end <= len(text):
        raise DataError(f"span {start}-{end} lies outside the text")
    return Mention(span, resolve(label), number)


def in_order(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """The mentions in text order."""
    return tuple(sorted(mentions, key=lambda found: found.span))


def one(
    read: Callable[[], tuple[Document, tuple[Mention, ...]]], source: str
) -> Iterator[tuple[Document, tuple[Mention, ...]] | DataError]:
    """What a reader of one document gives, or what was wrong with it, with the name of the file."""
    try:
        yield read()
    except DataError as error:
        place = "" if str(error).startswith(source) else f"{source}: "
        yield DataError(f"{place}{error}")
