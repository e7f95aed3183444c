"""Two readings of one essay side by side: where they agree, where they differ, how well, and what
becomes of them. Pure values.

Longer than 400 lines because the comparison of two readings and its settling share their parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from maskera.annotate.tokens import tokenize
from maskera.evaluate.agreement import Reliability, reliability_of_counts
from maskera.evaluate.align import token_labels
from maskera.evaluate.scores import Counts
from maskera.io import decoders
from maskera.mentions import Mention
from maskera.review.referents import chosen_bases, referent_keys
from maskera.review.state import ChangeError, Mark, Settle, State
from maskera.taxonomy import Taxonomy

KINDS = ("missing", "span", "label", "number", "features", "personal", "pseudonym", "comment")
"""In what two readings of a place can differ; missing: only one marks it."""
OPEN = 0.5  # probability of a place that was left undecided: it comes first among the doubtful ones

_Group = tuple[str, int]
_Pair = tuple[Mark, Mark]
_Bases = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that two readings do not see alike. start, end: all that either marks there; machine:
    what the detector let count there."""

    at: int
    start: int
    end: int
    kinds: tuple[str, ...]
    first: tuple[Mark, ...]
    second: tuple[Mark, ...]
    machine: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two readings of one essay. agreed: the marks that are the same in both, as the first has
    them; differences: in text order.

    numbers: for each group of the second reading (what shares a running number) the number that
    means the same in the first, or a new one.
    """

    first: State
    second: State
    machine: State
    text: str = field(repr=False)
    taxonomy: Taxonomy
    agreed: tuple[_Pair, ...]
    differences: tuple[Difference, ...]
    numbers: Mapping[_Group, int]


class Choice(msgspec.Struct, frozen=True):
    """What a curator takes at a place: one of the two readings, nothing, or a label of their own on
    all of it."""

    take: Literal["first", "second", "neither", "own"]
    label: str = ""


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """How well two readings agree, as counts that can be added up; no text.

    both: marks with the same ends and label, and with the same ends alone; of `first` and `second`
    there are in each. labels: the same by label (both, first, second). tokens: "label label" ->
    tokens that have these two. differences: places, with all kinds of difference.
    """

    both: int = 0
    spans: int = 0
    first: int = 0
    second: int = 0
    labels: Mapping[str, tuple[int, int, int]] = {}
    tokens: Mapping[str, int] = {}
    differences: int = 0

    @property
    def labelled(self) -> float:
        """F1 of one against the other, with labels; 1 where neither marks anything."""
        return Counts(self.both, self.first, self.second).f1_or_one

    @property
    def unlabelled(self) -> float:
        """The same whatever the labels."""
        return Counts(self.spans, self.first, self.second).f1_or_one

    @property
    def reliability(self) -> Reliability:
        """Kappas and alpha over all tokens."""
        return reliability_of_counts({_two(pair): count for pair, count in self.tokens.items()})


def compare(
    first: State, second: State, text: str, taxonomy: Taxonomy, machine: State | None = None
) -> Comparison:
    """Where two readings of a text agree and where they differ. machine: the state that both began
    with."""
    began = machine or State()
    clusters = list(_clusters(first.applied, second.applied))
    pairs = [(one[0], other[0]) for one, other in clusters if len(one) == len(other) == 1]
    matched = _matched(pairs, taxonomy)
    base = _base(began)
    bases = chosen_bases(first, text, taxonomy), chosen_bases(second, text, taxonomy)
    agreed: list[_Pair] = []
    differences: list[Difference] = []
    for one, other in clusters:
        if len(one) == len(other) == 1:
            kinds = tuple(_kinds((one[0], other[0]), bases, matched, base, taxonomy))
        else:
            kinds = (
                ("missing",)
                if not one or not other
                else ("span", *(("label",) if _labels(one) != _labels(other) else ()))
            )
        if not kinds:
            agreed.append((one[0], other[0]))
            continue
        start, end = (
            min(mark.start for mark in (*one, *other)),
            max(mark.end for mark in (*one, *other)),
        )
        there = tuple(mark for mark in began.applied if mark.start < end and start < mark.end)
        differences.append(Difference(len(differences), start, end, kinds, one, other, there))
    return Comparison(
        first,
        second,
        began,
        text,
        taxonomy,
        tuple(agreed),
        tuple(differences),
        _numbers(first, second, matched, taxonomy),
    )


def figures(
    first: State, second: State, text: str, taxonomy: Taxonomy, machine: State | None = None
) -> Figures:
    """How well two readings of a text agree. machine: the state that both began with."""
    ones, others = (
        {(mark.start, mark.end): mark.label for mark in state.applied} for state in (first, second)
    )
    both = Counter(label for span, label in ones.items() if others.get(span) == label)
    firsts, seconds = Counter(ones.values()), Counter(others.values())
    tokens = tokenize(text)
    sides = [
        token_labels(tokens, [Mention(mark.span, mark.label) for mark in state.applied])
        for state in (first, second)
    ]
    return Figures(
        both.total(),
        len(ones.keys() & others.keys()),
        len(ones),
        len(others),
        {
            label: (both[label], firsts[label], seconds[label])
            for label in taxonomy.categories
            if label in firsts or label in seconds
        },
        {
            f"{one} {other}": count
            for (one, other), count in sorted(Counter(zip(*sides, strict=True)).items())
        },
        len(compare(first, second, text, taxonomy, machine).differences),
    )


def together(several: Iterable[Figures], taxonomy: Taxonomy) -> Figures:
    """The figures of many essays as one."""
    plain, labels, tokens = [0, 0, 0, 0, 0], dict[str, list[int]](), dict[str, int]()
    for each in several:
        for at, count in enumerate(
            (each.both, each.spans, each.first, each.second, each.differences)
        ):
            plain[at] += count
        for label, (both, first, second) in each.labels.items():
            held = labels.setdefault(label, [0, 0, 0])
            held[0] += both
            held[1] += first
            held[2] += second
        for pair, count in each.tokens.items():
            tokens[pair] = tokens.get(pair, 0) + count
    ordered = {
        label: (labels[label][0], labels[label][1], labels[label][2])
        for label in taxonomy.categories
        if label in labels
    }
    return Figures(plain[0], plain[1], plain[2], plain[3], ordered, tokens, plain[4])


def encoded(counted: Figures) -> str:
    """As they are stored."""
    return msgspec.json.encode(counted).decode()


def decoded(stored: str) -> Figures:
    """What encoded() made."""
    return _DECODER.decode(stored)


def settled(comparison: Comparison, choices: Mapping[int, Choice], comment: str = "") -> Settle:
    """The two readings as one: what they agree on, and what was chosen where they differ
    (Difference.at -> choice).

    Where nothing was chosen, what either proposes stays as a candidate. Raises ChangeError for a
    choice that cannot be made.
    """
    wanted = [_Wanted(one, other, "first") for one, other in comparison.agreed]
    open_places: list[_Wanted] = []
    for difference in comparison.differences:
        match choices.get(difference.at):
            case None:
                open_places += [_Wanted(mark, None, "first") for mark in difference.first]
                alike = {(mark.start, mark.end, mark.label) for mark in difference.first}
                rest = [
                    mark
                    for mark in difference.second
                    if (mark.start, mark.end, mark.label) not in alike
                ]
                open_places += [_Wanted(mark, None, "second") for mark in rest]
            case Choice("first"):
                wanted += [_Wanted(mark, None, "first") for mark in difference.first]
            case Choice("second"):
                wanted += [_Wanted(mark, None, "second") for mark in difference.second]
            case Choice("own", label):
                wanted.append(_own(comparison, difference, label))
    return _Gathering(comparison).settle(wanted, open_places, comment)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A mark that is to stand in the settled reading, whose it is, and the other reading's where
    both have it."""

    mark: Mark
    other: Mark | None
    side: Literal["first", "second"]


class _Gathering:
    """Marks of two readings under keys of one and numbers of one."""

    def __init__(self, comparison: Comparison) -> None:
        self._compared = comparison
        self._base = _base(comparison.machine)
        self._taken: set[int] = set()
        states = (comparison.first, comparison.second, comparison.machine)
        self._next = max((mark.key + 1 for state in states for mark in state.marks), default=0)
        self._next = max(self._next, comparison.first.unused, comparison.second.unused)

    def settle(
        self, wanted: Sequence[_Wanted], open_places: Sequence[_Wanted], comment: str
    ) -> Settle:
        marks = [self._placed(each, "accepted", 1.0) for each in wanted]
        names = referent_keys(marks, self._compared.text, self._compared.taxonomy)
        bases: dict[str, str] = {}
        for mark, each in zip(marks, wanted, strict=True):
            if base := self._chosen(each.mark, each.side) or (
                self._chosen(each.other, "second") if each.other else ""
            ):
                bases.setdefault(names[mark.key], base)
        marks += [self._placed(each, "candidate", OPEN) for each in open_places]
        marks += self._left()
        return Settle(
            tuple(sorted(marks, key=lambda mark: (mark.start, mark.end, mark.key))),
            comment.strip(),
            bases,
        )

    def _chosen(self, mark: Mark, side: Literal["first", "second"]) -> str:
        """The base form that a reading has for what the mark, which may have got another label and
        place, means there."""
        state = self._compared.first if side == "first" else self._compared.second
        if not state.bases:
            return ""
        names = referent_keys((*state.applied, mark), self._compared.text, self._compared.taxonomy)
        return state.bases.get(names[mark.key], "")

    def _placed(
        self, each: _Wanted, decision: Literal["accepted", "candidate"], probability: float
    ) -> Mark:
        mark, number = each.mark, self._number(each)
        exact = mark.pseudonym or (each.other.pseudonym if each.other else "")
        return msgspec.structs.replace(
            mark,
            key=self._key(mark),
            number=number,
            decision=decision,
            pseudonym=exact,
            probability=probability,
        )

    def _left(self) -> Iterator[Mark]:
        """What the detector held possible and neither reading wants: rejected where anybody or both
        said so."""
        decisions = [
            {mark.key: mark.decision for mark in state.marks}
            for state in (self._compared.first, self._compared.second)
        ]
        for mark in self._compared.machine.marks:
            if mark.key in self._taken:
                continue
            refused = mark.applied or any(each.get(mark.key) == "rejected" for each in decisions)
            self._taken.add(mark.key)
            yield msgspec.structs.replace(mark, decision="rejected" if refused else "candidate")

    def _number(self, each: _Wanted) -> int:
        if each.side == "first" or not each.mark.number:
            return each.mark.number
        return self._compared.numbers[group(each.mark, self._compared.taxonomy)]

    def _key(self, mark: Mark) -> int:
        """The mark's own where it is the detector's and free; else a new one: what two people added
        may have the same key."""
        key = mark.key
        if key >= self._base or key in self._taken:
            key, self._next = self._next, self._next + 1
        self._taken.add(key)
        return key


def _own(comparison: Comparison, difference: Difference, label: str) -> _Wanted:
    taxonomy = comparison.taxonomy
    if label not in taxonomy.categories:
        raise ChangeError(f"there is no label {label!r}", "label")
    fitting: list[tuple[Mark, Literal["first", "second"]]] = [
        (mark, "first") for mark in difference.first
    ]
    fitting += [(mark, "second") for mark in difference.second]
    for mark, side in fitting:
        if taxonomy.same_identity(mark.label, label):
            return _Wanted(_over(mark, difference, label), None, side)
    numbers = [mark.number for mark in comparison.first.marks]
    fresh = 1 + max((*numbers, *comparison.numbers.values()), default=0) + difference.at
    mark = msgspec.structs.replace(fitting[0][0], number=fresh, referent="", pseudonym="")
    return _Wanted(_over(mark, difference, label), None, "first")


def _over(mark: Mark, difference: Difference, label: str) -> Mark:
    return msgspec.structs.replace(mark, start=difference.start, end=difference.end, label=label)


def _clusters(
    first: Sequence[Mark], second: Sequence[Mark]
) -> Iterator[tuple[tuple[Mark, ...], tuple[Mark, ...]]]:
    """Marks of both that hang together by overlapping, in text order."""
    ordered = sorted(
        [(mark.start, mark.end, 0, mark) for mark in first]
        + [(mark.start, mark.end, 1, mark) for mark in second],
        key=_place,
    )
    sides: tuple[list[Mark], list[Mark]] = ([], [])
    end = 0
    for start, stop, side, mark in ordered:
        if start >= end and (sides[0] or sides[1]):
            yield tuple(sides[0]), tuple(sides[1])
            sides = ([], [])
        sides[side].append(mark)
        end = max(end, stop)
    if sides[0] or sides[1]:
        yield tuple(sides[0]), tuple(sides[1])


def _place(entry: tuple[int, int, int, Mark]) -> tuple[int, int, int]:
    return entry[:3]


def _kinds(
    pair: _Pair,
    bases: tuple[_Bases, _Bases],
    matched: Mapping[_Group, _Group],
    base: int,
    taxonomy: Taxonomy,
) -> Iterator[str]:
    one, other = pair
    if (one.start, one.end) != (other.start, other.end):
        yield "span"
    if one.label != other.label:
        yield "label"
    alike = taxonomy.same_identity(one.label, other.label)
    if alike and (
        bool(one.number) != bool(other.number)
        or (one.number and matched.get(group(other, taxonomy)) != group(one, taxonomy))
    ):
        yield "number"
    if one.features != other.features:
        yield "features"
    # What somebody marked by hand says nothing of the writer until they say so; beside the
    # detector's estimate it is no other opinion.
    if (one.personal >= 0.5) != (other.personal >= 0.5) and (one.key < base) == (other.key < base):
        yield "personal"
    chosen = [
        mark.pseudonym or chosen.get(mark.key, "") for mark, chosen in zip(pair, bases, strict=True)
    ]
    if all(chosen) and chosen[0] != chosen[1]:
        yield "pseudonym"
    if (one.comment, sorted(one.comment_labels)) != (other.comment, sorted(other.comment_labels)):
        yield "comment"


def _matched(pairs: Sequence[_Pair], taxonomy: Taxonomy) -> dict[_Group, _Group]:
    """Which group of the second reading means what group of the first: those that share most
    places, one to one.

    Running numbers are names of groups and no more: 1, 1, 2 and 4, 4, 3 say the same.
    """
    shared: Counter[tuple[_Group, _Group]] = Counter()
    for one, other in pairs:
        if one.number and other.number and taxonomy.same_identity(one.label, other.label):
            shared[group(one, taxonomy), group(other, taxonomy)] += 1
    ones: set[_Group] = set()
    found: dict[_Group, _Group] = {}
    for (one_group, other_group), _ in shared.most_common():  # of equals the first in the text
        if one_group not in ones and other_group not in found:
            ones.add(one_group)
            found[other_group] = one_group
    return found


def _numbers(
    first: State, second: State, matched: Mapping[_Group, _Group], taxonomy: Taxonomy
) -> dict[_Group, int]:
    """What each group of the second is called beside the first's: as what it means there; else as
    it was, where that name is free."""
    used = {mark.number for mark in first.applied}
    free = 1 + max((mark.number for mark in (*first.marks, *second.marks)), default=0)
    numbers: dict[_Group, int] = {}
    for mark in second.applied:
        key = group(mark, taxonomy)
        if not mark.number or key in numbers:
            continue
        if key in matched:
            numbers[key] = matched[key][1]
            continue
        numbers[key] = mark.number if mark.number not in used else free
        free += numbers[key] == free
        used.add(numbers[key])
    return numbers


def group(mark: Mark, taxonomy: Taxonomy) -> _Group:
    """What a mark's running number is a name of: its identity space and the number."""
    return taxonomy.category(mark.label).identity or mark.label, mark.number


def _base(machine: State) -> int:
    """The first key that is not the detector's."""
    return 1 + max((mark.key for mark in machine.marks), default=-1)


def _labels(marks: Iterable[Mark]) -> list[str]:
    return sorted(mark.label for mark in marks)


def _two(pair: str) -> tuple[str, str]:
    one, _, other = pair.partition(" ")
    return one, other


_DECODER = decoders.json(Figures)
