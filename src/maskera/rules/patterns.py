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
from typing import NamedTuple

import msgspec

from maskera import expressions as re
from maskera.lang.pack import Detector
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.table import digits as digits_of
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.text import Span

BEFORE, AFTER = 48, 24  # code points in which a cue may stand
LEAD = 12  # code points that a form of digits without a cue word has at most before its first digit
DIGIT = r"\d"  # what most forms need
_LINE_END = re.compile("\n")

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
    No claim is CERTAIN against which a cue speaks, or that falls below SURE. across: whole lines
    are searched without regard to sentences, for a form in which full stops may stand. What every match has,
    and a sentence (or line) must have to be looked into: literals: strings, one of which the case-folded text
    has, the quickest to look for; needs: a regular expression, by which whole texts are searched,
    three times as fast where a single character or set of them begins it (`\d\d{3}`) as behind a
    choice or a repetition (`\d{4}`); core: another one, for sentences that have the first; digits: how many
    at least, the first of them near the beginning of
    the match (LEAD) where there is no word; word: what is found in one of its tokens, of a cue of
    several words in the first: from there on the sentence is searched.
    """

    name: str
    label: str
    regex: re.Pattern[str]
    weight: float
    check: Check | None = None
    cues: tuple[Cue, ...] = ()
    needs: str = DIGIT
    core: str = ""
    digits: int = 0
    word: re.Pattern[str] | None = None
    trust: Trust = Trust.FORMAL
    proof: Callable[[str], bool] | None = None
    across: bool = False
    literals: tuple[str, ...] = ()


class Units(NamedTuple):
    """The parts of a text that patterns are looked for in one by one, in order: where they begin,
    and where they end."""

    begins: Sequence[int]
    ends: Sequence[int]


class Group:
    """The patterns of one need, with their numbers: which of them a part of a text is to be
    searched for."""

    def __init__(self, numbered: Sequence[tuple[int, Pattern]]) -> None:
        one = numbered[0][1]
        self.across, self.literals = one.across, _by_sign(one.literals)
        self.gate = None if one.needs == DIGIT else re.compile(one.needs)
        cores: dict[tuple[re.Pattern[str], bool], list[tuple[int, Pattern]]] = {}
        for number, pattern in numbered:
            if not pattern.word:
                key = re.compile(pattern.core), pattern.digits > 0
                cores.setdefault(key, []).append((number, pattern))
        self._most = max(pattern.digits for _, pattern in numbered)
        self._fitting = [_fitting(cores, digits) for digits in range(self._most + 1)]
        self._cued = [
            (number, pattern, pattern.word) for number, pattern in numbered if pattern.word
        ]
        self._cues = Memo[Lexeme, int](self._cues_of)

    def _cues_of(self, word: Lexeme) -> int:
        """The cued patterns, as bits, whose word is found in a form."""
        return sum(1 << bit for bit, (_, _, cue) in enumerate(self._cued) if cue.search(word.lower))

    def searches(
        self, table: TokenTable, units: Units, holding: Sequence[int], digits: Sequence[int]
    ) -> Iterator[tuple[int, Pattern, int, int]]:
        """The patterns to search for, from where and to where. holding: the parts of the text that
        hold what the patterns need. digits: where the digits of the text stand."""
        text = table.text
        for unit in holding:
            start, end = units.begins[unit], units.ends[unit]
            low = bisect_left(digits, start)
            many = bisect_left(digits, end, low) - low
            near = max(start, digits[low] - LEAD) if many else start
            for core, by_digits, fitting in self._fitting[min(many, self._most)]:
                begin = near if by_digits else start
                if core.search(text, begin, end):
                    for number, pattern in fitting:
                        yield number, pattern, begin, end
            if self._cued:
                yield from self._behind_cues(table, start, end, many)

    def _behind_cues(
        self, table: TokenTable, start: int, end: int, digits: int
    ) -> Iterator[tuple[int, Pattern, int, int]]:
        """The patterns whose word stands there, from the first one on."""
        starts = table.document.tokens.starts
        first = bisect_left(starts, start)
        words = table.words[first : bisect_left(starts, end, first)]
        there = 0
        for place in self._cues.places(words):
            if new := self._cues[words[place]] & ~there:
                there |= new
                begin = _word_begin(table.text, starts[first + place], start)
                for bit, (number, pattern, _) in enumerate(self._cued):
                    if new >> bit & 1 and digits >= pattern.digits:
                        yield number, pattern, begin, end


def _by_sign(literals: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Literals by a sign in them that few texts have, for a single character is looked for thirty
    times as fast as several; by "" those of letters, blanks, dots and hyphens alone."""
    found: dict[str, list[str]] = {}
    for literal in literals:
        sign = next((c for c in literal if not (c.isalnum() or c in " .-")), "")
        found.setdefault(sign, []).append(literal)
    return list(found.items())


Cored = tuple[re.Pattern[str], bool, list[tuple[int, Pattern]]]
"""A core, whether digits tell where to begin, and the patterns of which both is so."""


def _fitting(
    cores: Mapping[tuple[re.Pattern[str], bool], list[tuple[int, Pattern]]], digits: int
) -> list[Cored]:
    """The cores of the patterns for which so many digits are enough, and these patterns."""
    found = [
        (*key, [one for one in numbered if one[1].digits <= digits])
        for key, numbered in cores.items()
    ]
    return [each for each in found if each[2]]


def _word_begin(text: str, place: int, least: int) -> int:
    """Where the letters and digits begin that run on to a place; a cut between tokens may stand
    inside them."""
    while place > least and (text[place - 1].isalnum() or text[place - 1] == "_"):
        place -= 1
    return place


def detector(patterns: Sequence[Pattern]) -> Detector:
    """A detector of these patterns."""
    by_needs = sorted(enumerate(patterns), key=_gates)
    hits = ["hit" if "(?P<hit>" in pattern.regex.pattern else 0 for pattern in patterns]
    groups = [Group(list(numbered)) for _, numbered in groupby(by_needs, _gates)]

    gates = [(group, group.literals, group.gate) for group in groups]

    def detect(table: TokenTable) -> list[Detection]:
        text, folded = table.text, table.text.casefold()
        digits = table.fact(digits_of)
        sentences, lines = _sentences(table), _lines(text)
        found: list[tuple[int, Detection]] = []
        checked: Checked = {}
        for group, literals, gate in gates:  # most end here
            if literals and not _has_one(literals, folded):
                continue
            if not (gate.search(text) if gate else digits):
                continue
            units = lines if group.across else sentences
            begins = units.begins
            holding = _holding(gate, text, begins) if gate else _standing(digits, begins)
            for number, pattern, start, end in group.searches(table, units, holding, digits):
                for match in pattern.regex.finditer(text, start, end):
                    if detection := _claim(pattern, match, hits[number], text, checked):
                        found.append((number, detection))
        found.sort(
            key=itemgetter(0)
        )  # where several claim one span, they do it in the order of the patterns
        return [detection for _, detection in found]

    return detect


def _has_one(literals: Sequence[tuple[str, Sequence[str]]], folded: str) -> bool:
    """Whether a text, case-folded, has one of the literals."""
    for sign, its in literals:
        if sign in folded:
            for literal in its:
                if literal in folded:
                    return True
    return False


def _sentences(table: TokenTable) -> Units:
    tokens, sentences = table.document.tokens, table.document.sentences
    return Units(
        [tokens.starts[sentence.start] for sentence in sentences],
        [tokens.ends[sentence.end - 1] for sentence in sentences],
    )


def _lines(text: str) -> Units:
    ends = [end.start() for end in _LINE_END.finditer(text)]
    return Units([0, *[end + 1 for end in ends]], [*ends, len(text)])


def _gates(numbered: tuple[int, Pattern]) -> tuple[str, tuple[str, ...], bool]:
    """By what the parts of texts are chosen that a pattern is looked for in."""
    return numbered[1].needs, numbered[1].literals, numbered[1].across


def _holding(gate: re.Pattern[str], text: str, begins: Sequence[int]) -> list[int]:
    """The numbers of the parts of a text in which a gate is found: one search for each of them and
    one more. begins: of the parts."""
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
    """The numbers of the parts of a text in which places stand. begins: of the parts."""
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
