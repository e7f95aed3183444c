"""Where replacements stand in a released text, and the same places in that text with its letters
composed."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from maskera.result import Replacement
from maskera.text import Document, Edit, Span, splice


class Places(msgspec.Struct, frozen=True):
    """Where replacements stand in the released text."""

    spans: Sequence[Span]
    replacements: Sequence[Replacement]

    def at(self, start: int, end: int) -> bool | None:
        """Whether start to end touches a pseudonym (True), a kept mention (False), neither (None)."""
        at = self._index(start, end)
        return None if at is None else self.replacements[at].hidden

    def labelled(self, start: int, end: int) -> str:
        """The label that a placeholder says which start to end touches, "" for none: <SCHOOL_1>."""
        at = self._index(start, end)
        one = None if at is None else self.replacements[at]
        return one.mention.label if one and one.action == "placeholder" else ""

    def filled(self, start: int, end: int) -> bool:
        """Whether what start to end touches goes no further on either side."""
        at = self._index(start, end)
        return at is not None and start <= self.spans[at].start and self.spans[at].end <= end

    def _index(self, start: int, end: int) -> int | None:
        index = bisect_right(self.spans, start, key=_start) - 1
        for at in (index, index + 1):
            if (
                0 <= at < len(self.spans)
                and self.spans[at].start < end
                and start < self.spans[at].end
            ):
                return at
        return None

    def blanked(self, text: str) -> str:
        """The text, as long as it is, without what stands there, so that no number goes on into a
        pseudonym."""
        pieces: list[str] = []
        done = 0
        for span in self.spans:
            pieces += (text[done : span.start], "\0" * len(span))
            done = span.end
        return "".join((*pieces, text[done:]))

    def moved(self, origins: Sequence[int]) -> Places:
        """The places in a text of which each character has its origin in this one, as compose()
        tells."""
        return Places(
            [
                Span(bisect_left(origins, span.start), bisect_left(origins, span.end))
                for span in self.spans
            ],
            self.replacements,
        )


def located(text: str, document: Document, replacements: Sequence[Replacement]) -> Places:
    """Where the replacements stand; nowhere when the text is not the one they give (edited by
    hand)."""
    ordered = sorted(replacements, key=lambda replacement: replacement.mention.span)
    spliced, places = splice(
        document.text, (Edit(replacement.mention.span, replacement.text) for replacement in ordered)
    )
    if spliced != text:
        return Places((), ())
    return Places(places, ordered)


def compose(text: str) -> tuple[str, Sequence[int]]:
    """The text in NFC, and where each of its characters, and its end, comes from."""
    starts = [at for at, character in enumerate(text) if not (at and _goes_on(character))]
    pieces = [
        unicodedata.normalize("NFC", text[start:end])
        for start, end in pairwise([*starts, len(text)])
    ]
    origins = [start for start, piece in zip(starts, pieces, strict=True) for _ in piece]
    return "".join(pieces), (*origins, len(text))


def _goes_on(character: str) -> bool:
    """Whether a character is written on the one before it: a mark, or the later part of a Hangul
    syllable."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


def _start(span: Span) -> int:
    return span.start
