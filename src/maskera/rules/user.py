"""Recognizers, lists, allow lists and labels of a user's own: recognizers.toml, and rules in Python.

What is CERTAIN here wins over all else, in every mode; what is FORMAL stands with its label and its
extent; EVIDENCE is weighed against the tagger. Files are checked when they are read: each fault is a
DataError of one sentence with file and line.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import (
    Detection,
    Evidence,
    Exclusion,
    Hypothesis,
    Mention,
    is_certain,
)
from maskera.policy import Action
from maskera.rules import engine, linear
from maskera.rules.rule import Rule, Stage
from maskera.text import Span

OVERLAP = 200  # characters of the longest match
NEAR = 8  # allowed forms that may begin before a mention and still cover it


@dataclass(frozen=True, slots=True)
class OwnLabel:
    """A label of one's own: the block that a taxonomy takes, and what becomes of it."""

    block: Mapping[str, str]
    action: Action
    template: str


class Forms:
    """Forms of one word or several, looked for in any case.

    stem: a form in lower case without its genitive ending, or ""; None where only forms as they are
    listed count.
    """

    def __init__(
        self, rows: Iterable[tuple[str, ...]], stem: Callable[[str], str] | None = None
    ) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        self._stem = stem
        for row in sorted(set(rows), key=lambda row: (-len(row), row)):
            self._by_first.setdefault(row[0], []).append(row)

    def begins(self, word: Lexeme) -> bool:
        """Whether a form may begin with a word."""
        return word.lower in self._by_first or self._inflected(word.lower) in self._by_first

    def _inflected(self, lower: str) -> str:
        return self._stem(lower) if self._stem else ""

    def last(self, table: TokenTable, first: int) -> tuple[int, bool]:
        """The last token of the longest form that begins at a token, and whether it is inflected;
        -1 for none."""
        lowers = table.lowers
        for begin in (lowers[first], self._inflected(lowers[first])):
            for row in self._by_first.get(begin, ()):
                last = first + len(row) - 1
                if last < len(lowers) and tuple(lowers[first:last]) == row[:-1]:
                    if lowers[last] == row[-1]:
                        return last, False
                    if self._inflected(lowers[last]) == row[-1]:
                        return last, True
        return -1, False


@dataclass(frozen=True, slots=True)
class Recognizers:
    """What a user has added, ready to be asked.

    rules: of the stages CLAIM and EXCLUDE. allowed: lists of forms that identify nobody. labels: what the files add
    to the taxonomy.
    """

    rules: tuple[Rule, ...] = ()
    allowed: tuple[tuple[str, Forms], ...] = ()
    labels: tuple[OwnLabel, ...] = ()
    _index: dict[Stage, engine.Index] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __bool__(self) -> bool:
        return bool(self.rules or self.allowed)

    def __add__(self, other: Recognizers) -> Recognizers:
        """Both together."""
        return Recognizers(
            self.rules + other.rules, self.allowed + other.allowed, self.labels + other.labels
        )

    def claims(self, table: TokenTable) -> list[Detection]:
        """What the user's rules claim, without overlap: the most trusted first, then the longest."""
        found: list[Detection] = []
        begins, ends = list[int](), list[int]()
        for detection in sorted(engine.claims(self._of(Stage.CLAIM), table), key=_rank):
            where = bisect_right(ends, detection.span.start)
            if where == len(begins) or begins[where] >= detection.span.end:
                begins.insert(where, detection.span.start)
                ends.insert(where, detection.span.end)
                found.append(detection)
        return sorted(found, key=lambda detection: detection.span)

    def _of(self, stage: Stage) -> engine.Index:
        if stage not in self._index:
            self._index[stage] = engine.Index(self.rules, stage)
        return self._index[stage]

    def excluded(
        self, table: TokenTable, claims: Sequence[Detection]
    ) -> tuple[list[Detection], list[Exclusion]]:
        """The claims as far as the user's rules of the stage EXCLUDE leave them, and why the rest
        does not stay."""
        index = self._of(Stage.EXCLUDE)
        if not index.rules:
            return [*claims], []
        found = engine.excluded(index, table, claims)
        left = [one for claim in claims if (one := found.left(claim))]
        return left, [*found.hits.values()]

    def allows(self, table: TokenTable) -> list[Exclusion]:
        """Where allowed forms stand."""
        found = [
            Exclusion(table.span(index, last), f"allow:{name}", "a form of an allow list")
            for name, forms in self.allowed
            for index, word in enumerate(table.words)
            if forms.begins(word) and (last := forms.last(table, index)[0]) >= index
        ]
        return sorted(found, key=lambda exclusion: exclusion.span)


NONE = Recognizers()


def _rank(detection: Detection) -> tuple[int, int, int]:
    return -detection.hypotheses[0].trust, -len(detection.span), detection.span.start


def adopted(
    claims: Sequence[Detection], own: Sequence[Detection], silence: float, clauses: frozenset[str]
) -> list[Detection]:
    """The claims of all others, and the user's, which do not overlap: CERTAIN and FORMAL ones take
    the place of what they overlap, EVIDENCE joins it.

    silence: log-odds of a tagger that has not seen what EVIDENCE claims. clauses: labels of whole
    clauses, which are cut at what is CERTAIN within them rather than lost.
    """
    firm = Spans(claim for claim in own if claim.hypotheses[0].trust)
    certain = Spans(filter(is_certain, own))
    by_span: dict[Span, Detection] = {}
    for claim in claims:
        if touched := certain.overlapping(claim.span):
            if claim.hypotheses[0].label in clauses:
                by_span |= {
                    part: Detection(part, claim.hypotheses) for part in _left(claim, touched)
                }
        elif all(
            claim.span.covers(span) and claim.span != span for span in firm.overlapping(claim.span)
        ):
            by_span[claim.span] = claim
    for claim in own:
        known = None if claim.hypotheses[0].trust else by_span.get(claim.span)
        by_span[claim.span] = claim if claim.hypotheses[0].trust else _joined(known, claim, silence)
    return [by_span[span] for span in sorted(by_span)]


class Spans:
    """Spans that do not overlap, to be asked which of them a span touches."""

    def __init__(self, claims: Iterable[Detection]) -> None:
        self._spans = sorted(claim.span for claim in claims)
        self._starts = [span.start for span in self._spans]
        self._ends = [span.end for span in self._spans]

    def overlapping(self, span: Span) -> list[Span]:
        """Those that share a code point with a span."""
        first = bisect_right(self._ends, span.start)
        return self._spans[first : bisect_left(self._starts, span.end)]


def _left(claim: Detection, touched: Sequence[Span]) -> Iterator[Span]:
    """What is left of a clause around spans within it."""
    begin = claim.span.start
    for span in touched:
        if span.start - begin > 1:
            yield Span(begin, span.start)
        begin = span.end
    if claim.span.end - begin > 1:
        yield Span(begin, claim.span.end)


def _joined(known: Detection | None, claim: Detection, silence: float) -> Detection:
    """A user's EVIDENCE with what else is claimed of its span."""
    own = claim.hypotheses[0]
    if known is None:
        evidence = (*own.evidence, *([Evidence("tagger", silence, "silent")] if silence else ()))
        return Detection(claim.span, (Hypothesis(own.label, evidence, own.features),))
    alike = [h for h in known.hypotheses if h.label == own.label]
    others = [h for h in known.hypotheses if h.label != own.label]
    evidence = (*(alike[0].evidence if alike else ()), *own.evidence)
    features = own.features | (alike[0].features if alike else frozenset())
    return Detection(known.span, (*others, Hypothesis(own.label, evidence, features)))


def fixed(own: Sequence[Detection]) -> frozenset[Span]:
    """The spans of the CERTAIN ones of a user's claims."""
    return frozenset([claim.span for claim in own if is_certain(claim)])


def kept(
    before: Sequence[Mention], after: Sequence[Mention], own_claims: Sequence[Detection]
) -> list[Mention]:
    """The mentions after they have settled their labels; where a user's claims are more than
    EVIDENCE, as before."""
    spans = {claim.span for claim in own_claims if claim.hypotheses[0].trust}
    own = [mention for mention in before if mention.span in spans]
    if not own:
        return list(after)
    others = [
        mention for mention in after if not any(mention.span.overlaps(one.span) for one in own)
    ]
    return sorted([*own, *others], key=lambda mention: mention.span)


def within(
    marked: Sequence[Detection] | Sequence[Mention],
    allowed: Sequence[Exclusion],
    certain: frozenset[Span],
) -> Mapping[Span, Exclusion]:
    """Which spans lie within an allowed form, and are not a user's own CERTAIN claim."""
    found: dict[Span, Exclusion] = {}
    starts = [exclusion.span.start for exclusion in allowed]
    for one in marked if allowed else ():
        before = bisect_right(starts, one.span.start)
        for exclusion in allowed[max(0, before - NEAR) : before]:
            if exclusion.span.covers(one.span) and one.span not in certain:
                found[one.span] = exclusion
    return found


def matches(expression: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of at most OVERLAP characters, searched for in pieces, so that an expression whose
    time grows with the square of a piece takes time in proportion to the text."""
    start = 0
    while True:
        end = min(start + linear.LONGEST, len(text))
        behind = start
        for match in expression.finditer(text, start, end):
            if match.end() == end < len(text) and match.start() > start:
                break  # it may go on
            if match.end() > match.start():
                yield match
                behind = match.end()
        if end == len(text):
            return
        start = max(behind, end - OVERLAP)
