"""An essay in blocks of some fifty words, so that a page replaces only what a change touches.

Where blocks end depends on the essay alone, save that a mark or a replacement that runs across such
a border joins the two blocks: what is shown of a block, in all views, follows from the block.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import msgspec

from maskera.result import Replacement
from maskera.review import export, segments, spaghetti
from maskera.review.segments import LINE, Run
from maskera.review.state import Mark
from maskera.review.view import View
from maskera.text import Edit, Span, splice

SHORT, LONG = 25, 80
"""Words after which a block ends with the line or the sentence, and after which it ends at once."""
_WORD = re.compile(r"\S+(\s*)")
_SENTENCE = (".", "!", "?", "…")


@dataclass(frozen=True, slots=True)
class Block:
    """A span of the essay. start, end: in the source; new_start, new_end: in the released text.

    marks: with their places in the source; placed: the same with their places in the released text.
    found: offset in the released text -> place in View.findings. replacements: what happens in it.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    marks: tuple[tuple[int, int, Mark], ...]
    placed: tuple[tuple[int, int, Mark], ...]
    found: Mapping[int, int]
    replacements: tuple[Replacement, ...]

    def source(self, view: View) -> tuple[Run, ...]:
        """The block as written."""
        return segments.runs(
            view.result.document.text[self.start : self.end], self.marks, first=self.start
        )

    def target(self, view: View) -> tuple[Run, ...]:
        """The block as it would be released."""
        return segments.runs(
            view.release.text[self.new_start : self.new_end],
            self.placed,
            self.found,
            self.new_start,
        )

    def graph(self, view: View, named: Callable[[str], str] = str) -> str:
        """The block's part of SVALA's picture, as HTML. named: what labels and features are called
        there."""
        part = self._part(view)
        graph = export.graph(part)
        return spaghetti.draw(graph, spaghetti.shown(part, graph), view.taxonomy, named)

    def version(self, view: View) -> str:
        """A digest of all that is shown of the block: two blocks of one essay with the same version
        look the same."""
        shown = (
            self.start,
            self.end,
            [mark for _, _, mark in self.marks],
            [(start - self.new_start, end - self.new_start) for start, end, _ in self.placed],
            view.release.text[self.new_start : self.new_end],
            [
                (offset - self.new_start, at, view.findings[at].weak)
                for offset, at in self.found.items()
            ],
            [each.action for each in self.replacements],
        )
        return digest(msgspec.msgpack.encode(shown))

    def _part(self, view: View) -> View:
        """The view of the block alone, as far as a graph needs it."""
        document = replace(
            view.result.document, text=view.result.document.text[self.start : self.end]
        )
        replacements = tuple(
            msgspec.structs.replace(
                each,
                mention=msgspec.structs.replace(
                    each.mention,
                    span=Span(
                        each.mention.span.start - self.start, each.mention.span.end - self.start
                    ),
                ),
            )
            for each in self.replacements
        )
        marks = tuple(
            msgspec.structs.replace(mark, start=mark.start - self.start, end=mark.end - self.start)
            for _, _, mark in self.marks
            if mark.applied
        )
        return replace(
            view,
            state=msgspec.structs.replace(view.state, marks=marks),
            result=replace(view.result, document=document, replacements=replacements),
        )


def digest(shown: bytes) -> str:
    """A short name of what is shown, by which a page says what it has."""
    return hashlib.blake2b(shown, digest_size=6).hexdigest()


def blocks(view: View) -> tuple[Block, ...]:
    """The blocks of an essay, in order; none of an empty one."""
    text = view.result.document.text
    replacements = view.result.replacements
    _, new = splice(text, [Edit(each.mention.span, each.text) for each in replacements])
    marks, placed = view.shown, view.placed
    spans = sorted(
        {(mark.start, mark.end) for mark in marks}
        | {(each.mention.span.start, each.mention.span.end) for each in replacements}
    )
    findings = [(finding.offset, at) for at, finding in enumerate(view.findings)]
    made: list[Block] = []
    start = new_start = shift = 0
    next_span = next_edit = next_mark = next_finding = 0
    for end in (*_borders(text), len(text)):
        while next_span < len(spans) and spans[next_span][1] <= end:
            next_span += 1
        last = end == len(text)
        if not last and next_span < len(spans) and spans[next_span][0] < end:
            continue
        first_edit = next_edit
        while next_edit < len(replacements) and (
            last or replacements[next_edit].mention.span.end <= end
        ):
            shift = new[next_edit].end - replacements[next_edit].mention.span.end
            next_edit += 1
        upto = next_mark
        while upto < len(marks) and (marks[upto].start < end or last):
            upto += 1
        new_end = len(view.release.text) if last else end + shift
        found: dict[int, int] = {}
        while next_finding < len(findings) and (findings[next_finding][0] < new_end or last):
            found.setdefault(*findings[next_finding])
            next_finding += 1
        if end > start:
            made.append(
                Block(
                    start,
                    end,
                    new_start,
                    new_end,
                    tuple((mark.start, mark.end, mark) for mark in marks[next_mark:upto]),
                    tuple(placed[next_mark:upto]),
                    found,
                    tuple(replacements[first_edit:next_edit]),
                )
            )
        start, new_start, next_mark = end, new_end, upto
    return tuple(made)


def _borders(text: str) -> Iterator[int]:
    """Where a word begins after which a new block may."""
    words = 0
    for match in _WORD.finditer(text):
        words += 1
        form = match[0].rstrip()
        ends = "\n" in match[1] or form == LINE or form.endswith(_SENTENCE)
        if match[1] and match.end() < len(text) and (words >= LONG or (words >= SHORT and ends)):
            yield match.end()
            words = 0
