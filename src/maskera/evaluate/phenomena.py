"""The public test suite: single sentences, each a case of one phenomenon (homographs, small letters,
identifiers ...), with what must be marked and what must not; and what a detector makes of them.

A detector answers in JSON lines, {"id", "spans": [{"start", "end", "label"}]} (or `mentions`, as
`maskera detect` writes). Labels are compared as the eight types of the Text Anonymization Benchmark,
neighbours of one type as one span, so that first name and surname may be one "person".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import add

import msgspec

from maskera.annotate.tokens import tokenize
from maskera.errors import DataError
from maskera.evaluate.align import OUTSIDE, Pair, pair, token_labels
from maskera.evaluate.scores import Counts, labelled
from maskera.formats.reading import SeenIds, json_lines
from maskera.formats.standoff import OURS, Labels, Utf16
from maskera.label.scheme import joined
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

SCHEME = "tab"
ALL = "all"
"""The name of the row over all cases."""


class Place(msgspec.Struct, frozen=True):
    """A labelled span as it stands in a file."""

    start: int
    end: int
    label: str


class Trap(msgspec.Struct, frozen=True):
    """A span that must not be marked; like: the labels that its form has elsewhere, none for a number."""

    start: int
    end: int
    like: tuple[str, ...] = ()


class Case(msgspec.Struct, frozen=True):
    """One line of the suite; offsets in code points."""

    id: str
    phenomenon: str
    text: str
    spans: tuple[Place, ...]
    must_not: tuple[Trap, ...] = ()
    topic: str = ""
    language: str = "sv"


class _Answer(msgspec.Struct):
    id: str
    spans: list[Place] | None = None
    mentions: list[Place] | None = None


class Figures(msgspec.Struct, frozen=True):
    """What a detector makes of some cases.

    tokens: masked or not. typed: spans with the same ends and type. covered: mentions of which every
    token is masked. traps: spans that must not be marked; sprung: those that are. right: cases in
    which exactly the tokens are masked that must be.
    """

    cases: int
    right: int
    mentions: int
    covered: int
    traps: int
    sprung: int
    tokens: Counts
    typed: Counts

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            *(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__)
        )

    def shares(self) -> dict[str, float | int]:
        """The figures as they are printed: counts, and shares as fractions of 1."""
        return {
            "cases": self.cases,
            "right": self.right / self.cases if self.cases else 0.0,
            "mentions": self.mentions,
            "covered": self.covered / self.mentions if self.mentions else 0.0,
            "must_not": self.traps,
            "must_not_marked": self.sprung / self.traps if self.traps else 0.0,
            "token_precision": self.tokens.precision,
            "token_recall": self.tokens.recall,
            "token_f2": self.tokens.f2,
            "typed_precision": self.typed.precision,
            "typed_recall": self.typed.recall,
            "typed_f1": self.typed.f1,
        }


def read_cases(content: bytes | str, source: str, taxonomy: Taxonomy) -> list[Case]:
    """The cases of a file; raises DataError with file and line."""
    seen, cases = SeenIds(), []
    expected = "a case (id, phenomenon, text, spans of start, end and label)"
    for item in json_lines(content, source, Case, expected):
        if isinstance(item, DataError):
            raise item
        number, case = item
        seen.check(case.id, source, number)
        place = f"{source}:{number}"
        ends = [(one.start, one.end) for one in case.spans]
        ends += [(one.start, one.end) for one in case.must_not]
        if any(not 0 <= start < end <= len(case.text) for start, end in ends):
            raise DataError(f"{place}: a span is empty or leaves the text")
        try:
            for one in case.spans:
                taxonomy.resolve(one.label)
        except DataError as error:
            raise DataError(f"{place}: {error}") from None
        cases.append(case)
    if not cases:
        raise DataError(f"{source}: holds no cases")
    return cases


def read_answers(
    content: bytes | str,
    source: str,
    cases: Iterable[Case],
    taxonomy: Taxonomy,
    labels: Labels = OURS,
    utf16: bool = False,
) -> tuple[dict[str, list[Mention]], int]:
    """A detector's spans by id, in text order and without overlap, and how many were left out.

    labels: the detector's, in ours; with them, a label that is neither in the map nor ours is left
    out. Of spans that overlap the longer one counts. utf16: offsets are code units. Raises DataError
    with file and line for an id that is no case, for a span outside its text, and, without labels,
    for a label that is not ours.
    """
    texts = {case.id: case.text for case in cases}
    type_of = types(taxonomy, labels)
    seen, left_out = SeenIds(), 0
    found: dict[str, list[Mention]] = {}
    for item in json_lines(
        content, source, _Answer, 'an answer (id, "spans" of start, end, label)'
    ):
        if isinstance(item, DataError):
            raise item
        number, answer = item
        place = f"{source}:{number}"
        seen.check(answer.id, source, number)
        if answer.id not in texts:
            raise DataError(f"{place}: id {answer.id!r} is no case of the suite")
        spans = answer.spans if answer.spans is not None else answer.mentions
        if spans is None:
            raise DataError(f'{place}: neither "spans" nor "mentions"')
        mentions = []
        for one in spans:
            label = type_of(one.label)
            if label:
                mentions.append(Mention(_span(one, texts[answer.id], place, utf16), label))
            elif labels:
                left_out += 1
            else:
                raise DataError(
                    f"{place}: a label that is neither ours nor a type; give a --label-map"
                )
        found[answer.id] = _longest(mentions)
    return found, left_out


def types(taxonomy: Taxonomy, labels: Labels = OURS) -> Callable[[str], str]:
    """The type of a detector's label: by the map, else as one of our labels or as a type; "" for
    another."""
    known = taxonomy.scheme(SCHEME)
    table = {**{type_: type_ for type_ in known.values()}, **known}
    table |= {theirs: known[ours] for theirs, ours in labels.items()}
    return lambda label: table.get(label, "")


def asked(taxonomy: Taxonomy, labels: Labels = OURS, named: str = "") -> frozenset[str]:
    """The types that count: those named (with commas between), else those of the map, else all;
    raises DataError for a name that is no type."""
    known = taxonomy.scheme(SCHEME)
    wanted = frozenset(name.strip().upper() for name in named.split(",") if name.strip())
    if wrong := sorted(wanted - set(known.values())):
        there = ", ".join(sorted(set(known.values())))
        raise DataError(f"{wrong[0]!r} is no type; there are {there}")
    return wanted or frozenset(known[ours] for ours in labels.values()) or frozenset(known.values())


def score(
    cases: Iterable[Case],
    answers: Mapping[str, Sequence[Mention]],
    kinds: frozenset[str],
    taxonomy: Taxonomy,
    key: Callable[[Case], str] = lambda case: case.phenomenon,
) -> dict[str, Figures]:
    """Figures by a key, in the order of their first case, and over ALL cases; a case without an
    answer is one in which nothing was found. kinds: the types that count (asked)."""
    rows: dict[str, list[Figures]] = {}
    for case in cases:
        rows.setdefault(key(case), []).append(
            _figures(case, answers.get(case.id, ()), kinds, taxonomy)
        )
    sums = {name: reduce(add, figures) for name, figures in rows.items()}
    return {**sums, ALL: reduce(add, sums.values())}


def _figures(
    case: Case, answer: Sequence[Mention], kinds: frozenset[str], taxonomy: Taxonomy
) -> Figures:
    document = Document(case.id, case.text).with_tokens(tokenize(case.text), ())
    scheme = taxonomy.scheme(SCHEME)
    marked = sorted(
        (Mention(Span(one.start, one.end), taxonomy.resolve(one.label)) for one in case.spans),
        key=lambda mention: mention.span,
    )
    whole = joined(document, marked, lambda label: scheme[label])
    gold = [mention for mention in whole if mention.label in kinds]
    others = [mention for mention in whole if mention.label not in kinds]
    found = [
        mention
        for mention in joined(document, answer, lambda label: label)
        if mention.label in kinds and (_meets(mention, gold) or not _meets(mention, others))
    ]
    pair_ = pair(document, gold, found)
    tokens, missed, extra = _tokens(pair_, others)
    traps = [
        Span(one.start, one.end)
        for one in case.must_not
        if not one.like or kinds & {scheme[label] for label in one.like}
    ]
    return Figures(
        cases=1,
        right=int(not (missed or extra)),
        mentions=len(gold),
        covered=sum(not missed & set(range(*_range(pair_, mention))) for mention in gold),
        traps=len(traps),
        sprung=sum(any(span.overlaps(mention.span) for mention in found) for span in traps),
        tokens=tokens,
        typed=labelled(pair_),
    )


def _tokens(pair_: Pair, others: Sequence[Mention]) -> tuple[Counts, set[int], set[int]]:
    """Counts of tokens masked or not, and which are missed and which are marked in vain; tokens of
    other mentions count nowhere."""
    neutral = token_labels(pair_.document.tokens, others)
    sides = enumerate(zip(pair_.gold_tokens, pair_.found_tokens, neutral, strict=True))
    wanted, got = set(), set()
    for index, (gold, found, other) in sides:
        if gold != OUTSIDE:
            wanted.add(index)
        if found != OUTSIDE and (gold != OUTSIDE or other == OUTSIDE):
            got.add(index)
    return Counts(len(wanted & got), len(wanted), len(got)), wanted - got, got - wanted


def _range(pair_: Pair, mention: Mention) -> tuple[int, int]:
    """The tokens that a mention shares a character with: from, and up to."""
    tokens = pair_.document.tokens
    touched = [
        index
        for index, (start, end) in enumerate(zip(tokens.starts, tokens.ends, strict=True))
        if start < mention.span.end and mention.span.start < end
    ]
    return (touched[0], touched[-1] + 1) if touched else (0, 0)


def _meets(mention: Mention, others: Iterable[Mention]) -> bool:
    return any(mention.span.overlaps(other.span) for other in others)


def _span(place: Place, text: str, where: str, utf16: bool) -> Span:
    start, end = place.start, place.end
    if utf16:
        try:
            start, end = (Utf16(text).points(offset) for offset in (start, end))
        except DataError as error:
            raise DataError(f"{where}: {error}") from None
    if not 0 <= start < end <= len(text):
        raise DataError(f"{where}: span {place.start}-{place.end} is empty or leaves the text")
    return Span(start, end)


def _longest(mentions: Iterable[Mention]) -> list[Mention]:
    """In text order, of those that overlap the longest; of equally long ones the first."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda one: (one.span.start - one.span.end, one.span)):
        if not _meets(mention, kept):
            kept.append(mention)
    return sorted(kept, key=lambda one: one.span)
