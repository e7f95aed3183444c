"""A document as its detectors see it: the word of every token and where sentences begin. Made once for all detectors of a language."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from maskera.detect.words import Word, WordTable
from maskera.gazetteer import Entry, Gazetteer
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Document, Span

_OPENING = frozenset("\"”“»«'’‘([-–—*•:")


@dataclass(frozen=True, slots=True)
class Sight:
    """Columns over the tokens of one document.

    initial: whether a capital says nothing there (first word of a sentence, a line, a quotation, after a colon).
    loud: whether the sentence is written in capitals. sentence: number of the sentence a token stands in.
    bounds: where names of several words may begin, and how many words they may have there.
    """

    document: Document
    words: list[Word]
    lowers: list[str]
    initial: list[bool]
    loud: list[bool]
    sentence: list[int]
    gazetteer: Gazetteer
    bounds: dict[int, int]

    def span(self, first: int, last: int) -> Span:
        """The stretch from token `first` to token `last`, both included."""
        tokens = self.document.tokens
        return Span(tokens.starts[first], tokens.ends[last])

    def claim(self, first: int, last: int, label: str, *evidence: Evidence, features: frozenset[str] = frozenset()) -> Detection:
        """A detection with one hypothesis over tokens `first` to `last`."""
        return Detection(self.span(first, last), (Hypothesis(label, evidence, features),))

    def at(self, index: int) -> str:
        """The token at an index in lower case, "" outside the text."""
        return self.lowers[index] if 0 <= index < len(self.lowers) else ""

    def left(self, index: int, steps: int = 1) -> str:
        """The token so many steps before, "" if it stands in another sentence."""
        where = index - steps
        return self.lowers[where] if where >= 0 and self.sentence[where] == self.sentence[index] else ""

    def right(self, index: int, steps: int = 1) -> str:
        """The token so many steps after, "" if it stands in another sentence."""
        where = index + steps
        return self.lowers[where] if where < len(self.lowers) and self.sentence[where] == self.sentence[index] else ""

    def glued(self, index: int) -> bool:
        """Whether the token and the next touch."""
        tokens = self.document.tokens
        return index + 1 < len(tokens) and tokens.ends[index] == tokens.starts[index + 1]

    def entry(self, index: int, label: str) -> Entry | None:
        """What the lists say of the token under this label; None for nothing."""
        if not 0 <= index < len(self.words):
            return None
        return next((entry for entry in self.words[index].entries if entry.label == label), None)

    def last_token(self, span: Span) -> int:
        """The index of the last token that begins before the span ends."""
        return bisect_left(self.document.tokens.starts, span.end) - 1

    def adjacent(self, index: int) -> bool:
        """Whether token `index` and the next stand on one line with at most one blank between them."""
        tokens = self.document.tokens
        if index + 1 >= len(self.words):
            return False
        gap = tokens.starts[index + 1] - tokens.ends[index]
        return gap == 0 or (gap == 1 and self.document.text[tokens.ends[index]] not in "\r\n")


def sight(document: Document, table: WordTable) -> Sight:
    """Look at a document."""
    words = table.words(document)
    lowers = [word.lower for word in words]
    shapes = [word.shape for word in words]
    initial, loud, sentence = [False] * len(words), [False] * len(words), [0] * len(words)
    for number, span in enumerate(document.sentences):
        sentence[span.start : span.end] = [number] * len(span)
        if "upper" in shapes[span.start : span.end]:
            letters = [shape for shape in shapes[span.start : span.end] if shape not in ("digit", "mark")]
            loud[span.start : span.end] = [len(letters) >= 3 and letters.count("upper") >= 0.6 * len(letters)] * len(span)
        for begin in (span.start, *_openings(document, span, shapes, lowers)):
            first = next((index for index in range(begin, span.end) if shapes[index] != "mark"), None)
            if first is not None:
                initial[first] = True
    return Sight(document, words, lowers, initial, loud, sentence, table.gazetteer, table.gazetteer.bounds(lowers))


def _openings(document: Document, sentence: Span, shapes: list[str], lowers: list[str]) -> list[int]:
    """Where something begins inside a sentence: after an opening mark, and on a new line in what another tool has cut."""
    inside = range(sentence.start + 1, sentence.end)
    found = [index for index in inside if shapes[index - 1] == "mark" and lowers[index - 1][0] in _OPENING]
    starts, ends, text = document.tokens.starts, document.tokens.ends, document.text
    if text.find("\n", ends[sentence.start], starts[sentence.end - 1]) >= 0:
        words = [index for index in inside if shapes[index] != "mark" and starts[index] - ends[index - 1] > 1]
        found += [index for index in words if "\n" in text[ends[index - 1] : starts[index]]]
    return found
