"""Texts cut up for a page: words that can be chosen, runs of them that are marked, and what the
leak check saw.

Every offset that a page shows or sends back is made here, in code points; a browser counts in other
units and never counts at all.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from maskera.leaks.words import Finding
from maskera.review.state import Mark
from maskera.review.view import View

JOINERS = frozenset("-'’:@_")  # inside a word: Anna-Lena, Bosse's, tv:n
LINE = "␤"  # SweLL's token for a line break
_ZWJ = "\u200d"
_GLUE = frozenset("\u200c\u200d\ufe0e\ufe0f") | {
    chr(point) for point in range(0x1F3FB, 0x1F400)
}  # joins and colours what is before it


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a sign, or the white space between (kind word, gap, line). leak: place in
    View.findings of what begins here, or -1."""

    text: str
    start: int
    end: int
    kind: str
    leak: int = -1


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces under one mark, or under none."""

    mark: Mark | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Leak:
    """A finding of the leak check. start, end: the word of the source that it is about; key: of the
    mark there, -1 where there is none.

    until: where the word ends in the released text.
    """

    at: int
    finding: Finding
    start: int
    end: int
    key: int
    until: int


def source(view: View) -> tuple[Run, ...]:
    """The essay as written, with the marks that count and the candidates."""
    return runs(view.result.document.text, [(mark.start, mark.end, mark) for mark in view.shown])


def target(view: View) -> tuple[Run, ...]:
    """The essay as it would be released; candidates stand where their words stand in it."""
    text = view.release.text
    found = {finding.offset: at for at, finding in reversed(list(enumerate(view.findings)))}
    return runs(text, view.placed, found)


def leaks(view: View) -> tuple[Leak, ...]:
    """The findings of the leak check with the places of the source that they are about."""
    if not view.findings:
        return ()
    text, placed = view.release.text, view.placed
    starts = [start for start, _, _ in placed]
    told, edges = [], [0]
    for at, finding in enumerate(view.findings):
        if finding.offset >= edges[-1]:
            edges = _edges_around(text, finding.offset)
        end = edges[min(bisect_right(edges, finding.offset), len(edges) - 1)]
        before = (
            bisect_right(starts, finding.offset) - 1
        )  # the mark that begins before it, or on it
        start, stop, mark = placed[before] if before >= 0 else (0, 0, None)
        if mark is not None and start <= finding.offset < stop:
            told.append(Leak(at, finding, mark.start, mark.end, mark.key, end))
        else:
            shift = mark.end - stop if mark is not None else 0
            told.append(Leak(at, finding, finding.offset + shift, end + shift, -1, end))
    return tuple(told)


def moved(text: str, mark: Mark, edge: str, forward: bool, by_letter: bool) -> tuple[int, int]:
    """A mark's span with one edge ("start" or "end") moved by a word or by a letter, as far as it
    goes without closing up."""
    if by_letter:
        borders = _letters(text)
    else:
        borders = [
            piece.start if edge == "start" else piece.end
            for piece in _cut(text, ())
            if piece.kind == "word"
        ]
    low, high = (0, mark.end - 1) if edge == "start" else (mark.start + 1, len(text))
    at = mark.start if edge == "start" else mark.end
    further = [
        border
        for border in borders
        if low <= border <= high and (border > at if forward else border < at)
    ]
    new = (min(further) if forward else max(further)) if further else at
    return (new, mark.end) if edge == "start" else (mark.start, new)


def snippet(text: str, start: int, end: int, width: int = 28) -> tuple[str, str, str]:
    """A span of the text, with some of what stands before and after it, cut at white space."""
    before, after = text[max(0, start - width) : start], text[end : end + width]
    if start > width:
        before = "… " + before.partition(" ")[2]
    if end + width < len(text):
        after = after.rpartition(" ")[0] + " …"
    return before, text[start:end], after


def runs(
    text: str,
    marks: Sequence[tuple[int, int, Mark]],
    found: Mapping[int, int] | None = None,
    first: int = 0,
) -> tuple[Run, ...]:
    """A text cut up by marks, and by what the leak check found (offset -> place in
    View.findings). first: where the text begins in the whole, in which all offsets count."""
    borders = {border for start, end, _ in marks for border in (start, end)} | set(found or ())
    pieces = list(_cut(text, borders, found or {}, first))
    cut: list[Run] = []
    at = 0
    for start, end, mark in marks:
        before = at
        while at < len(pieces) and pieces[at].start < start:
            at += 1
        if at > before:
            cut.append(Run(None, tuple(pieces[before:at])))
        inside = at
        while at < len(pieces) and pieces[at].start < end:
            at += 1
        cut.append(Run(mark, tuple(pieces[inside:at])))
    if at < len(pieces):
        cut.append(Run(None, tuple(pieces[at:])))
    return tuple(cut)


def _cut(
    text: str, borders: Iterable[int], found: Mapping[int, int] | None = None, first: int = 0
) -> tuple[Piece, ...]:
    """All of the text in pieces; a border cuts a word in two."""
    edges = sorted({*(first + at for at in _words(text)), *borders, first, first + len(text)})
    pieces = []
    for start, end in pairwise(edges):
        part = text[start - first : end - first]
        kind = "gap" if part.isspace() else "line" if part == LINE else "word"
        pieces.append(Piece(part, start, end, kind, (found or {}).get(start, -1)))
    return tuple(pieces)


def _words(text: str) -> Iterator[int]:
    """Where pieces begin: words with what is joined in them, each other sign alone with its
    combining marks, white space together."""
    before = ""
    for at, character in enumerate(text):
        kind = _kind(character)
        if at and ((kind == "mark" and before != "space") or text[at - 1] == _ZWJ):
            continue
        if kind == "joiner":
            kind = (
                "letter"
                if before == "letter" and at + 1 < len(text) and _kind(text[at + 1]) == "letter"
                else "sign"
            )
        if kind != before or kind in ("sign", "mark"):
            yield at
        before = kind


def _edges_around(text: str, offset: int) -> list[int]:
    """Where pieces begin in what stands around a place between white space, and where that ends;
    no piece goes beyond."""
    start = end = offset
    while start and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return [*(start + at for at in _words(text[start:end])), max(end, min(offset + 1, len(text)))]


def _letters(text: str) -> list[int]:
    """Where a letter with its combining marks begins or ends."""
    inner = range(1, len(text))
    return [
        0,
        *(at for at in inner if _kind(text[at]) != "mark" and text[at - 1] != _ZWJ),
        len(text),
    ]


@lru_cache(maxsize=4096)
def _kind(character: str) -> str:
    if character.isspace():
        return "space"
    if character in _GLUE or unicodedata.category(character)[0] == "M":
        return "mark"
    if character in JOINERS:
        return "joiner"
    return "letter" if character.isalnum() else "sign"
