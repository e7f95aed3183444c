"""Claims that form alone makes: a regular expression, a check (checksum, calendar), and cue words before and after.

A pattern looks only into sentences that hold what it needs (a character, so many digits, a cue word), so that ordinary prose costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

import msgspec

from maskera.detect.sight import Sight
from maskera.language import Detector
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Span

BEFORE, AFTER = 48, 24  # code points in which a cue may stand
LEAD = 12  # code points that a form of digits without a cue word has at most before its first digit
FORMS = 50_000  # word forms whose cues are remembered
_DIGIT = re.compile(r"\d")

Check = Callable[[str], Evidence | None]
"""Looks at a matched stretch: further evidence, None when it cannot be."""


class Cue(msgspec.Struct, frozen=True):
    """Words near a match that speak for or against it: searched for in the stretch before, or to follow right after it."""

    name: str
    regex: re.Pattern[str]
    weight: float
    after: bool = False


class Pattern(msgspec.Struct, frozen=True):
    """One form of a category.

    regex: the mention is its group `hit`, or all of it. weight: log-odds of the form without cue or check. check: matched text -> further
    evidence, None when it cannot be.
    What every match has, and a sentence must have to be looked into: needs: a regular expression; digits: how many at least, the first
    of them near the beginning of the match (LEAD) where there is no word; word: what must be found in one of its tokens (of a cue of
    several words, in one of them).
    """

    name: str
    label: str
    regex: re.Pattern[str]
    weight: float
    check: Check | None = None
    cues: tuple[Cue, ...] = ()
    needs: str = "[0-9]"
    digits: int = 0
    word: re.Pattern[str] | None = None


def detector(patterns: Sequence[Pattern]) -> Detector:
    """A detector of these patterns."""
    bits = [(pattern, 1 << number if pattern.word else 0) for number, pattern in enumerate(patterns)]
    groups = [(re.compile(needs), list(group)) for needs, group in groupby(bits, lambda pair: pair[0].needs)]

    @lru_cache(FORMS)
    def cued(form: str) -> int:
        """The patterns, as bits, whose word is found in a form."""
        return sum(bit for pattern, bit in bits if pattern.word and pattern.word.search(form))

    def detect(sight: Sight) -> list[Detection]:
        text, tokens = sight.document.text, sight.document.tokens
        live = [(gate, group) for gate, group in groups if gate.search(text)]
        found: list[Detection] = []
        checked: Checked = {}
        for sentence in sight.document.sentences if live else ():
            start, end = tokens.starts[sentence.start], tokens.ends[sentence.end - 1]
            for gate, group in live:
                if not gate.search(text, start, end):
                    continue
                places = [digit.start() for digit in _DIGIT.finditer(text, start, end)]
                near = max(start, places[0] - LEAD) if places else start
                digits, there = len(places), 0
                for form in tokens.forms[sentence.start : sentence.end]:
                    there |= cued(form)
                for pattern, bit in group:
                    if digits >= pattern.digits and there & bit == bit:
                        for match in pattern.regex.finditer(text, near if pattern.digits and not bit else start, end):
                            if detection := _claim(pattern, match, text, checked):
                                found.append(detection)
        return found

    return detect


Checked = dict[tuple[Check, str], Evidence | None]
"""What checks have said of stretches of one document: several patterns may ask about the same one."""


def _claim(pattern: Pattern, match: re.Match[str], text: str, checked: Checked) -> Detection | None:
    group = "hit" if "hit" in pattern.regex.groupindex else 0
    evidence = [Evidence(f"form:{pattern.name}", pattern.weight)]
    if check := pattern.check:
        asked = (check, match[group])
        said = checked[asked] if asked in checked else checked.setdefault(asked, check(match[group]))
        if said is None:
            return None
        if said.weight:
            evidence.append(said)
    span = Span(*match.span(group))
    for cue in pattern.cues:
        if cue.after:
            found = cue.regex.match(text, span.end, min(span.end + AFTER, len(text)))
        else:
            found = cue.regex.search(text, max(0, span.start - BEFORE), span.start)
        if found:
            evidence.append(Evidence(f"cue:{cue.name}", cue.weight))
    return Detection(span, (Hypothesis(pattern.label, tuple(evidence)),))
