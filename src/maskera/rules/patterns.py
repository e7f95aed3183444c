"""Claims that form alone makes: a regular expression, a check (checksum, calendar), and cue words
before and after.

A pattern looks only into sentences that hold what it needs (a character, so many digits, a cue
word), so that ordinary prose costs nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from sys import maxsize

import msgspec

from maskera import expressions as re
from maskera.lang.pack import Detector
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.text import Span

BEFORE, AFTER = 48, 24  # code points in which a cue may stand
LEAD = 12  # code points that a form of digits without a cue word has at most before its first digit
_DIGIT = re.compile(r"\d")
_DIGITS = {"[0-9]": "9", r"\d": "\U0010ffff"}
"""Needs that are a digit -> the last one that is meant, in the order of code points."""

SURE = 2.0  # log-odds of its own evidence from which a form that nothing else has is CERTAIN
Check = Callable[[str], Evidence | None]
"""Looks at a matched span: further evidence, None when it cannot be."""


class Cue(msgspec.Struct, frozen=True):
    """Words near a match that speak for or against it: searched for in the span before, or to
    follow right after it."""

    name: str
    regex: re.Pattern[str]
    weight: float
    after: bool = False


class Pattern(msgspec.Struct, frozen=True):
    r"""One form of a category.

    regex: the mention is its group `hit`, or all of it. weight: log-odds of the form without cue or
    check. check: matched text -> further evidence, None when it cannot be. trust: of a claim;
    proof: whether matched text is proved to be what it seems (a checksum), which makes it CERTAIN.
    No claim is CERTAIN against which a cue speaks, or that falls below SURE. across: the text is
    searched without regard to sentences, for a form in which full stops may stand. What every match has,
    and a sentence must have to be looked into: literals: strings, one of which the case-folded text
    has, the quickest to look for; needs: a regular expression, by which whole texts are searched,
    three times as fast where a single character or set of them begins it (`\d\d{3}`) as behind a
    choice or a repetition (`\d{4}`); core: another one, for sentences that have the first; digits: how many
    at least (of a form across sentences in the whole text), the first of them near the beginning of
    the match (LEAD) where there is no word; word: what is found in one of its tokens, of a cue of
    several words in the first: from there on the sentence is searched.
    """

    name: str
    label: str
    regex: re.Pattern[str]
    weight: float
    check: Check | None = None
    cues: tuple[Cue, ...] = ()
    needs: str = "[0-9]"
    core: str = ""
    digits: int = 0
    word: re.Pattern[str] | None = None
    trust: Trust = Trust.FORMAL
    proof: Callable[[str], bool] | None = None
    across: bool = False
    literals: tuple[str, ...] = ()


class Group:
    """The patterns of one need, with their numbers: which of them a sentence is to be searched for."""

    def __init__(self, numbered: Sequence[tuple[int, Pattern]]) -> None:
        self.gate = re.compile(numbered[0][1].needs)
        self.digits = _DIGITS.get(numbered[0][1].needs)
        self.literals = numbered[0][1].literals
        cores: dict[re.Pattern[str], list[tuple[int, Pattern]]] = {}
        for number, pattern in numbered:
            if not pattern.word:
                cores.setdefault(re.compile(pattern.core), []).append((number, pattern))
        self._most = max(pattern.digits for _, pattern in numbered)
        self._fitting = [_fitting(cores, digits) for digits in range(self._most + 1)]
        self._cued = [
            (number, pattern, pattern.word) for number, pattern in numbered if pattern.word
        ]
        self._words = Memo[str, int](self._cues)

    def _cues(self, form: str) -> int:
        """The cued patterns, as bits, whose word is found in a form."""
        return sum(1 << bit for bit, (_, _, word) in enumerate(self._cued) if word.search(form))

    def searches(
        self,
        text: str,
        start: int,
        end: int,
        forms: Sequence[str],
        starts: Sequence[int],
        digits: Sequence[int],
    ) -> Iterator[tuple[int, Pattern, int]]:
        """The patterns to search a sentence for, and where to begin. forms, starts: of its tokens;
        digits: where its digits stand."""
        near = max(start, digits[0] - LEAD) if digits else start
        for core, fitting in self._fitting[min(len(digits), self._most)]:
            if core.search(text, start, end):
                for number, pattern in fitting:
                    yield number, pattern, near if pattern.digits else start
        there = 0
        for token in self._words.places(forms) if self._cued else ():
            if new := self._words[forms[token]] & ~there:
                there |= new
                for bit, (number, pattern, _) in enumerate(self._cued):
                    if new >> bit & 1 and len(digits) >= pattern.digits:
                        yield number, pattern, _word_begin(text, starts[token], start)


Cored = tuple[re.Pattern[str], list[tuple[int, Pattern]]]
"""A core, and the patterns that have it."""


def _fitting(
    cores: Mapping[re.Pattern[str], list[tuple[int, Pattern]]], digits: int
) -> list[Cored]:
    """The cores of the patterns for which so many digits are enough, and these patterns."""
    found = [
        (core, [one for one in numbered if one[1].digits <= digits])
        for core, numbered in cores.items()
    ]
    return [each for each in found if each[1]]


def _word_begin(text: str, place: int, least: int) -> int:
    """Where the letters and digits begin that run on to a place; a cut between tokens may stand
    inside them."""
    while place > least and (text[place - 1].isalnum() or text[place - 1] == "_"):
        place -= 1
    return place


def detector(patterns: Sequence[Pattern]) -> Detector:
    """A detector of these patterns."""
    across = [
        (number, pattern, re.compile(pattern.needs))
        for number, pattern in enumerate(patterns)
        if pattern.across
    ]
    by_needs = sorted(
        [numbered for numbered in enumerate(patterns) if not numbered[1].across],
        key=_gates,
    )
    hits = ["hit" if "(?P<hit>" in pattern.regex.pattern else 0 for pattern in patterns]
    groups = [Group(list(numbered)) for _, numbered in groupby(by_needs, _gates)]

    def detect(table: TokenTable) -> list[Detection]:
        text, tokens, sentences = table.text, table.document.tokens, table.document.sentences
        folded = text.casefold()
        digits = [digit.start() for digit in _DIGIT.finditer(text)]
        begins = [tokens.starts[sentence.start] for sentence in sentences]
        found: list[tuple[int, Detection]] = []
        checked: Checked = {}
        for group in groups:
            if group.literals and not any(map(folded.__contains__, group.literals)):
                continue
            holding = (
                _standing([place for place in digits if text[place] <= group.digits], begins)
                if group.digits
                else _holding(group.gate, text, begins)
            )
            for sentence in [sentences[number] for number in holding]:
                start, end, inside = (
                    tokens.starts[sentence.start],
                    tokens.ends[sentence.end - 1],
                    slice(sentence.start, sentence.end),
                )
                low = bisect_left(digits, start)
                for number, pattern, place in group.searches(
                    text,
                    start,
                    end,
                    tokens.forms[inside],
                    tokens.starts[inside],
                    digits[low : bisect_left(digits, end, low)],
                ):
                    for match in pattern.regex.finditer(text, place, end):
                        if detection := _claim(pattern, match, hits[number], text, checked):
                            found.append((number, detection))
        for number, pattern, gate in across:
            if len(digits) < pattern.digits or (
                pattern.literals and not any(map(folded.__contains__, pattern.literals))
            ):
                continue
            if gate.search(text):
                for match in pattern.regex.finditer(text):
                    if detection := _claim(pattern, match, hits[number], text, checked):
                        found.append((number, detection))
        found.sort(
            key=itemgetter(0)
        )  # where several claim one span, they do it in the order of the patterns
        return [detection for _, detection in found]

    return detect


def _gates(numbered: tuple[int, Pattern]) -> tuple[str, tuple[str, ...]]:
    """By what the texts are chosen that a pattern is looked for in."""
    return numbered[1].needs, numbered[1].literals


def _holding(gate: re.Pattern[str], text: str, begins: Sequence[int]) -> list[int]:
    """The numbers of the sentences in which a gate is found: one search for each of them and one
    more. begins: of the sentences."""
    found: list[int] = []
    match = gate.search(text)
    while match:
        number = bisect_right(begins, match.start()) - 1
        if number >= 0:
            found.append(number)
        if number + 1 == len(begins):
            break
        match = gate.search(text, begins[number + 1])
    return found


def _standing(places: Sequence[int], begins: Sequence[int]) -> list[int]:
    """The numbers of the sentences in which places stand. begins: of the sentences."""
    found: list[int] = []
    following = -1
    for place in places:
        if place >= following:
            number = bisect_right(begins, place) - 1
            if number >= 0:
                found.append(number)
            following = begins[number + 1] if number + 1 < len(begins) else maxsize
    return found


Checked = dict[tuple[Check, str], Evidence | None]
"""What checks have said of spans of one document: several patterns may ask about the same one.
"""


def _claim(
    pattern: Pattern, match: re.Match[str], group: str | int, text: str, checked: Checked
) -> Detection | None:
    evidence = [Evidence(f"form:{pattern.name}", pattern.weight)]
    if check := pattern.check:
        asked = (check, match[group])
        said = (
            checked[asked] if asked in checked else checked.setdefault(asked, check(match[group]))
        )
        if said is None:
            return None
        if said.weight:
            evidence.append(said)
    span, doubted = Span(*match.span(group)), False
    for cue in pattern.cues:
        if cue.after:
            found = cue.regex.match(text, span.end, min(span.end + AFTER, len(text)))
        else:
            found = cue.regex.search(text, max(0, span.start - BEFORE), span.start)
        if found:
            evidence.append(Evidence(f"cue:{cue.name}", cue.weight))
            doubted |= cue.weight < 0
    hypothesis = Hypothesis(pattern.label, tuple(evidence), trust=_trust(pattern, match[group]))
    if hypothesis.trust is Trust.CERTAIN and (doubted or hypothesis.score < SURE):
        hypothesis = Hypothesis(pattern.label, tuple(evidence), trust=Trust.FORMAL)
    return Detection(span, (hypothesis,))


def _trust(pattern: Pattern, text: str) -> Trust:
    return Trust.CERTAIN if pattern.proof and pattern.proof(text) else pattern.trust
