"""Claims that form alone makes: a regular expression, a check (checksum, calendar), and cue words before and after.

A pattern looks only into sentences that hold one of the characters it needs, so that ordinary prose costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from maskera.detect.sight import Sight
from maskera.language import Detector
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Document, Span

BEFORE, AFTER = 48, 24  # code points in which a cue may stand


class Cue(msgspec.Struct, frozen=True):
    """Words near a match that speak for or against it: searched for in the stretch before, or to follow right after it."""

    name: str
    regex: re.Pattern[str]
    weight: float
    after: bool = False


class Pattern(msgspec.Struct, frozen=True):
    """One form of a category.

    regex: the mention is its group `hit`, or all of it. weight: log-odds of the form without cue or check. check: matched text -> further
    evidence, None when it cannot be. needs: characters of which one must be in the sentence.
    """

    name: str
    label: str
    regex: re.Pattern[str]
    weight: float
    check: Callable[[str], Evidence | None] | None = None
    cues: tuple[Cue, ...] = ()
    needs: str = "0123456789"


def detector(patterns: Sequence[Pattern]) -> Detector:
    """A detector of these patterns."""
    by_need: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        by_need.setdefault(pattern.needs, []).append(pattern)
    gates = [(re.compile(f"[{re.escape(needs)}]"), group) for needs, group in by_need.items()]

    def detect(sight: Sight) -> list[Detection]:
        text = sight.document.text
        return [claim for start, end in _stretches(sight.document) for claim in _claims(text, start, end, gates)]

    return detect


def _stretches(document: Document) -> Iterator[tuple[int, int]]:
    tokens = document.tokens
    for sentence in document.sentences:
        yield tokens.starts[sentence.start], tokens.ends[sentence.end - 1]


def _claims(text: str, start: int, end: int, gates: Iterable[tuple[re.Pattern[str], list[Pattern]]]) -> Iterator[Detection]:
    for gate, patterns in gates:
        if not gate.search(text, start, end):
            continue
        for pattern in patterns:
            for match in pattern.regex.finditer(text, start, end):
                if detection := _claim(pattern, match, text):
                    yield detection


def _claim(pattern: Pattern, match: re.Match[str], text: str) -> Detection | None:
    group = "hit" if "hit" in pattern.regex.groupindex else 0
    span = Span(*match.span(group))
    evidence = [Evidence(f"form:{pattern.name}", pattern.weight)]
    if pattern.check:
        checked = pattern.check(match[group])
        if checked is None:
            return None
        if checked.weight:
            evidence.append(checked)
    for cue in pattern.cues:
        if cue.after:
            found = cue.regex.match(text, span.end, min(span.end + AFTER, len(text)))
        else:
            found = cue.regex.search(text, max(0, span.start - BEFORE), span.start)
        if found:
            evidence.append(Evidence(f"cue:{cue.name}", cue.weight))
    return Detection(span, (Hypothesis(pattern.label, tuple(evidence)),))
