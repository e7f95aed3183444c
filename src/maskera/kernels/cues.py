"""What phrases beside claims say of them, and which claims it leaves without hope.

Phrases stand in two trees, of what comes before a place and of what comes after it, word by word
away from it. What a phrase says is a set of labels and a reason with a weight; it is of a group,
and of several phrases of one group that fit, the longest counts. A claim whose labels are below a
limit, even all together, goes; and so does one that all that speaks for it would leave there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log
from typing import Any

from maskera.mentions import Detection, Evidence, Hypothesis, extended

try:
    import cython
except ImportError:
    from maskera.kernels import uncompiled as cython

COMPILED = cython.compiled
Said = tuple[frozenset[str], Evidence]
"""The labels that a phrase speaks for, and what it says."""
Neighbour = Callable[[Any, int], Iterable[Said]]
Drawn = Callable[[Any, Detection, int, Sequence[Said]], Iterable[Hypothesis]]
NOTHING: dict[str, Said] = {}
NOWHERE = (-1, -1)
"""The tokens of a claim that begins or ends inside one."""


@cython.cclass
class Phrase:
    """A node of a tree: what the phrase up to here says, by group, and longer ones by their next
    word. whole: the same with what shorter ones say of other groups, and as a list of reasons; gain:
    what of it speaks for a label, together; all of it once it is known. draws: whether it draws a
    claim, as these scales see it."""

    said: dict[str, Said]
    longer: dict[str, Phrase]
    known: cython.bint
    whole: dict[str, Said]
    reasons: list[Said]
    gain: cython.double
    draws: cython.bint
    scales: Any

    def __init__(self) -> None:
        self.said, self.longer = {}, {}
        self.known, self.whole, self.reasons, self.gain = False, NOTHING, [], 0.0
        self.draws, self.scales = False, None

    @cython.cfunc
    def complete(self, shorter: Phrase | None) -> cython.void:
        """Work out what it says with the next shorter phrase that says something."""
        self.whole = _longest(self.said, shorter.whole if shorter is not None else NOTHING)
        self.reasons = list(self.whole.values())
        self.gain, self.scales, self.known = _gain(self.reasons), None, True

    @cython.cfunc
    def forget(self) -> cython.void:
        """Let it and all longer ones be worked out anew."""
        node: Phrase
        self.known = False
        for node in self.longer.values():
            node.forget()


@cython.cclass
class Phrases:
    """Both trees. quotes: words that are looked through for what stands before them."""

    left: Phrase
    right: Phrase
    quotes: frozenset[str]

    def __init__(self, quotes: frozenset[str]) -> None:
        self.left, self.right, self.quotes = Phrase(), Phrase(), quotes

    def add(self, words: list[str], behind: bool, group: str, said: Said) -> None:
        """Add a phrase of words, nearest first, before a place or behind it, and what it says."""
        node: Phrase = self.right if behind else self.left
        for word in words:
            if word not in node.longer:
                node.longer[word] = Phrase()
            node = node.longer[word]
        node.said[group] = said
        node.forget()

    @cython.ccall
    def before(
        self, words: list[str], sentence: list[int], index: cython.Py_ssize_t
    ) -> dict[str, Said]:
        """What the words before a token say, by group; they stand in one sentence."""
        node: Phrase | None = self.ending(words, sentence, index)
        return NOTHING if node is None else node.whole

    @cython.ccall
    def after(self, words: list[str], index: cython.Py_ssize_t) -> dict[str, Said]:
        """The same of the words after a token, in whatever sentence."""
        node: Phrase | None = self.beginning(words, index)
        return NOTHING if node is None else node.whole

    @cython.cfunc
    def ending(
        self, words: list[str], sentence: list[int], index: cython.Py_ssize_t
    ) -> Phrase | None:
        """The longest phrase before a token."""
        position: cython.Py_ssize_t = index
        number: cython.Py_ssize_t
        longer: dict[str, Phrase] = self.left.longer
        found: Phrase | None = None
        while position and words[position - 1] in self.quotes:
            position -= 1
        if not position or words[position - 1] not in longer:
            return found
        number = sentence[index - 1]
        while position:
            position -= 1
            word = words[position]
            if word not in longer or sentence[position] != number:
                break
            node: Phrase = longer[word]
            longer = node.longer
            if node.said:
                if not node.known:
                    node.complete(found)
                found = node
        return found

    @cython.cfunc
    def beginning(self, words: list[str], index: cython.Py_ssize_t) -> Phrase | None:
        """The longest phrase after a token."""
        position: cython.Py_ssize_t = index + 1
        longer: dict[str, Phrase] = self.right.longer
        found: Phrase | None = None
        while position < len(words):
            word = words[position]
            if word not in longer:
                break
            node: Phrase = longer[word]
            longer = node.longer
            if node.said:
                if not node.known:
                    node.complete(found)
                found = node
            position += 1
        return found


@cython.cfunc
def _gain(found: list[Said]) -> cython.double:
    gain: cython.double = 0.0
    weight: cython.double
    for _, reason in found:
        weight = reason.weight
        if weight > 0:
            gain += weight
    return gain


def _longest(said: dict[str, Said], shorter: dict[str, Said]) -> dict[str, Said]:
    """What a phrase and shorter ones say: its own, then what they say of other groups."""
    if not shorter:
        return said
    return {**said, **{group: what for group, what in shorter.items() if group not in said}}


@cython.cclass
class Scales:
    """How claims are weighed. phrases: what stands beside them. labels: those that hear of it.
    drawing: sets of labels that a phrase may draw a claim to that has others. limit: log-odds up to
    which a claim is hopeless. neighbour: what else the word before a token says; asked of a table
    and the token. drawn: the hypotheses that phrases draw to a claim."""

    phrases: Phrases
    labels: frozenset[str]
    drawing: frozenset[frozenset[str]]
    limit: cython.double
    neighbour: Neighbour
    drawn: Drawn

    def __init__(
        self,
        phrases: Phrases,
        labels: frozenset[str],
        drawing: frozenset[frozenset[str]],
        limit: float,
        neighbour: Neighbour,
        drawn: Drawn,
    ) -> None:
        self.phrases, self.labels, self.drawing = phrases, labels, drawing
        self.limit, self.neighbour, self.drawn = limit, neighbour, drawn

    def weighed(
        self, table: Any, claims: list[Detection], speaking: frozenset[int]
    ) -> tuple[list[Detection], list[tuple[int, int]]]:
        """The claims of a table, in text order, that have hope, with what stands beside them, and
        the first and last token of each. speaking: tokens of which neighbour() is to be asked."""
        words: list[str] = table.normalized
        sentence: list[int] = table.sentence
        tokens = table.document.tokens
        starts: tuple[int, ...] = tokens.starts
        ends: tuple[int, ...] = tokens.ends
        count: cython.Py_ssize_t = len(ends)
        first: cython.Py_ssize_t = 0
        last: cython.Py_ssize_t
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        live: list[Detection] = []
        places: list[tuple[int, int]] = []
        for claim in claims:
            span = claim.span
            start, end = span.start, span.end
            while first < count and starts[first] < start:
                first += 1
            last = first
            while last < count and ends[last] < end:
                last += 1
            if last < count and starts[first] == start and ends[last] == end:
                told = self._told(table, claim, first, last, words, sentence, speaking)
                if told is not None and not self._hopeless(told.hypotheses, 0.0):
                    live.append(told)
                    places.append((first, last))
            elif not self._hopeless(claim.hypotheses, 0.0):
                live.append(claim)
                places.append(NOWHERE)
        return live, places

    @cython.cfunc
    def _told(
        self,
        table: Any,
        claim: Any,
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        words: list[str],
        sentence: list[int],
        speaking: frozenset[int],
    ) -> Any:
        before: Phrase | None = self.phrases.ending(words, sentence, first)
        after: Phrase | None = self.phrases.beginning(words, last)
        speaks: cython.bint = first > 0 and first - 1 in speaking
        if before is None and after is None and not speaks:
            return claim
        hypotheses: tuple[Hypothesis, ...] = claim.hypotheses
        for hypothesis in hypotheses:
            if hypothesis.label in self.labels:
                break
        else:
            return claim
        gain: cython.double = 0.0
        draws: cython.bint = False
        found: list[Said] = []
        if before is not None:
            gain += before.gain
            draws = self._draws(before)
            found = before.reasons
        if after is not None:
            gain += after.gain
            draws = draws or self._draws(after)
            found = found + after.reasons if found else after.reasons
        if speaks:
            more: list[Said] = list(self.neighbour(table, first))
            if more:
                gain += _gain(more)
                draws = draws or self._drawing(more)
                found = found + more if found else more
            elif not found:
                return claim
        if draws:
            hypotheses = (*hypotheses, *self.drawn(table, claim, first, found))
        elif self._hopeless(hypotheses, gain):
            return None
        informed: list[Hypothesis] = []
        for hypothesis in hypotheses:
            label = hypothesis.label
            told = [reason for labels, reason in found if label in labels]
            informed.append(extended(hypothesis, told) if told else hypothesis)
        return Detection(claim.span, tuple(informed))

    @cython.cfunc
    def _draws(self, phrase: Phrase) -> cython.bint:
        if phrase.scales is not self:
            phrase.draws, phrase.scales = self._drawing(phrase.reasons), self
        return phrase.draws

    @cython.cfunc
    def _drawing(self, found: list[Said]) -> cython.bint:
        """Whether some of what is said draws a claim."""
        draws: cython.bint = False
        for labels, _ in found:
            if labels in self.drawing:
                draws = True
        return draws

    @cython.cfunc
    def _hopeless(self, hypotheses: tuple[Hypothesis, ...], gain: cython.double) -> cython.bint:
        """Whether the labels stay hopeless even together, each with a gain."""
        limit: cython.double = self.limit - gain
        score: cython.double
        most: cython.double = -1e9
        for hypothesis in hypotheses:
            score = hypothesis.score
            if score > limit:
                return False
            most = max(most, score)
        return len(hypotheses) == 1 or most + log(len(hypotheses)) <= limit
