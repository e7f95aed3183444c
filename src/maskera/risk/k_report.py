"""k-anonymity of what a corpus releases: how many writers share each combination of attributes.

A writer (author, else document) is a tuple of quasi-identifiers. Its class is everyone with the same
tuple, k the size of the class; 1/k is the chance of an attacker who knows that somebody is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

Value = str
"""What is known of an attribute, "" where nothing is."""

Generalize = Callable[[Value], Value]
Rung = tuple[str, Generalize]
"""What is done to an attribute, in words, and how."""


@dataclass(frozen=True, slots=True)
class Anonymity:
    """Figures of one choice of attributes. unique, below: shares of writers with k = 1 and k < K.

    success: mean of 1/k. smallest: the smallest k.
    """

    attributes: tuple[str, ...]
    unique: float
    below: float
    smallest: int
    success: float


@dataclass(frozen=True, slots=True)
class Step:
    """One generalization: what is done to an attribute, and what the mean of 1/k is then.

    needed: whether k is not reached without it once the later ones are done.
    """

    attribute: str
    change: str
    success: float
    smallest: int
    needed: bool = True


Rows = Sequence[Mapping[str, Value]]
SUPPRESSED = "left out"


@dataclass(frozen=True, slots=True)
class People:
    """Persons from whom a writer is to be told, beside those of the corpus.

    attributes: of which their rows tell; weights: how many persons a row stands for.
    """

    attributes: tuple[str, ...]
    rows: Rows
    weights: Sequence[float]

    def changed(self, attribute: str, how: Generalize) -> People:
        """The same after a generalization."""
        if attribute not in self.attributes:
            return self
        rows = [
            {**row, attribute: how(value) if (value := row.get(attribute, "")) else ""}
            for row in self.rows
        ]
        return People(self.attributes, rows, self.weights)


def sizes(rows: Rows, attributes: Sequence[str], people: People | None = None) -> list[float]:
    """k of each writer: how many writers have the same values, or, with people, how many of these.

    An absent value counts as a value of its own and as compatible with any; the smaller k is given.
    A value of its own never has the larger class, so k is how many have the same tuple. Among people
    a value that the text does not tell fits everybody, for the text is what an attacker knows; and
    who fits nobody of them is alone.
    """
    if people is not None:
        return _among(people, rows, attributes)
    tuples = [tuple(row.get(name, "") for name in attributes) for row in rows]
    counts = Counter(tuples)
    return [counts[each] for each in tuples]


def _among(people: People, rows: Rows, attributes: Sequence[str]) -> list[float]:
    told = [name for name in attributes if name in people.attributes]
    cells: Counter[tuple[Value, ...]] = Counter()
    for row, weight in zip(people.rows, people.weights, strict=True):
        cells[tuple(row.get(name, "") for name in told)] += weight  # type: ignore[assignment]  # weights may have parts
    found: dict[tuple[Value, ...], float] = {}
    for row in rows:
        one = tuple(row.get(name, "") for name in told)
        if one not in found:
            fitting = (
                weight
                for other, weight in cells.items()
                if all(not mine or mine == theirs for mine, theirs in zip(one, other, strict=True))
            )
            found[one] = max(sum(fitting), 1.0)
    return [found[tuple(row.get(name, "") for name in told)] for row in rows]


def measure(
    rows: Rows, attributes: Sequence[str], least: int, people: People | None = None
) -> Anonymity:
    """The figures of a choice of attributes, k counted among the writers, or among people."""
    found = sizes(rows, attributes, people)
    count = max(len(found), 1)
    return Anonymity(
        tuple(attributes),
        sum(k <= 1 for k in found) / count,
        sum(k < least for k in found) / count,
        int(min(found, default=0)),
        sum(1 / max(k, 1.0) for k in found) / count,
    )


def overview(
    rows: Rows, attributes: Sequence[str], least: int, people: People | None = None
) -> list[Anonymity]:
    """Each attribute alone, each pair, and all together."""
    choices: list[tuple[str, ...]] = [(name,) for name in attributes]
    choices += list(combinations(attributes, 2)) if len(attributes) > 2 else []
    choices += [tuple(attributes)] if len(attributes) > 1 else []
    return [measure(rows, choice, least, people) for choice in choices]


def proposals(
    rows: Rows,
    attributes: Sequence[str],
    ladders: Mapping[str, Sequence[tuple[str, Generalize]]],
    least: int,
    people: People | None = None,
) -> list[Step]:
    """The generalization or suppression that lowers the mean of 1/k most, and the next, greedily.

    ladders: attribute -> what may be done to it, from fine to coarse; leaving it out is the last, and
    only the next rung of each is tried, for leaving out would always lower the mean more.
    Ends when every k is `least` or more, or nothing is left. Then the steps that the later ones
    have made superfluous are marked. What is done to the writers is done to the people, too.
    """
    rungs = {name: [*ladders.get(name, ()), (SUPPRESSED, _absent)] for name in attributes}
    steps = _greedy(rows, attributes, rungs, least, people)
    reached = len(rows) >= least and (not steps or steps[-1].smallest >= least)
    kept = _needed(rows, attributes, rungs, steps, least, people) if reached else None
    left = dict(kept or {})
    found = []
    for step in steps:
        needed = kept is None or left[step.attribute] > 0
        left[step.attribute] = left.get(step.attribute, 0) - 1
        found.append(replace(step, needed=needed))
    return found


def _absent(value: Value) -> Value:
    return ""


def _needed(
    rows: Rows,
    attributes: Sequence[str],
    rungs: Mapping[str, Sequence[Rung]],
    steps: Sequence[Step],
    least: int,
    people: People | None,
) -> Mapping[str, int]:
    """How many rungs of each attribute every k needs: the steps are undone one by one, the earliest
    attribute first, for it was generalized while the others still told all."""
    level = Counter(step.attribute for step in steps)
    for name in dict.fromkeys(step.attribute for step in steps):
        while level[name]:
            level[name] -= 1
            changed, others = [dict(row) for row in rows], people
            for attribute in attributes:
                for _, how in rungs[attribute][: level[attribute]]:
                    for row in changed:
                        row[attribute] = how(row[attribute]) if row.get(attribute) else ""
                    others = others.changed(attribute, how) if others else None
            if min(sizes(changed, attributes, others)) < least:
                level[name] += 1
                break
    return level


def _greedy(
    rows: Rows,
    attributes: Sequence[str],
    rungs: Mapping[str, Sequence[Rung]],
    least: int,
    people: People | None,
) -> list[Step]:
    """The steps of proposals(), as they are found."""
    current = [dict(row) for row in rows]
    level = dict.fromkeys(attributes, 0)
    steps: list[Step] = []
    while True:
        now = sizes(current, attributes, people)
        if not now or min(now) >= least:
            return steps
        tried = []
        for name in attributes:
            at = level[name]
            if at == len(rungs[name]):
                continue
            change, how = rungs[name][at]
            changed = [{**row, name: how(row[name]) if row.get(name) else ""} for row in current]
            others = people.changed(name, how) if people else None
            figures = measure(changed, attributes, least, others)
            tried.append((figures.success, at, name, change, figures.smallest, changed, others))
        if not tried:
            return steps
        success, at, name, change, smallest, current, people = min(tried, key=lambda t: t[:4])
        level[name] = at + 1
        steps.append(Step(name, change, success, smallest))


def diversity(rows: Rows, attributes: Sequence[str], sensitive: str) -> tuple[int, float]:
    """l-diversity: the fewest different sensitive values in a class, and the share of writers with a
    sensitive value whose class knows no other. 0 where nobody has one."""
    values: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        if row.get(sensitive):
            key = tuple(row.get(name, "") for name in attributes)
            values.setdefault(key, set()).add(row[sensitive])
    if not values:
        return 0, 0.0
    having = [row for row in rows if row.get(sensitive)]
    alone = sum(len(values[tuple(row.get(name, "") for name in attributes)]) == 1 for row in having)
    return min(map(len, values.values())), alone / len(having)


def joined(values: Iterable[Value]) -> Value:
    """Several values of one attribute as one: the set of them."""
    return ", ".join(sorted({value for value in values if value}))
