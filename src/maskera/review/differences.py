"""What differs between two states of an essay, mark by mark; who did what on a mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from maskera.review import readings
from maskera.review.essays import Essay
from maskera.review.project import Project
from maskera.review.readings import Reading
from maskera.review.state import Mark, State

FIELDS: Mapping[str, tuple[str, ...]] = {
    "label": ("label",),
    "extent": ("start", "end"),
    "number": ("number",),
    "features": ("features",),
    "personal": ("personal",),
    "pseudonym": ("pseudonym",),
    "comment": ("comment", "comment_labels"),
}
"""Kinds of difference between two marks, and the fields that make them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A mark before and after (None where there is none), and what differs: "added", "gone", a
    decision ("accepted", "rejected", "machine", "candidate"), and kinds of FIELDS."""

    before: Mark | None
    after: Mark | None
    kinds: tuple[str, ...]

    @property
    def mark(self) -> Mark:
        """The mark as it is, or as it was."""
        mark = self.after or self.before
        assert mark is not None
        return mark


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody did to a mark."""

    at: float
    user_id: int | None
    what: Difference


def differences(before: State, after: State) -> Sequence[Difference]:
    """All marks that are not the same, in text order."""
    old = {mark.key: mark for mark in before.marks}
    new = {mark.key: mark for mark in after.marks}
    found = [each for key in {**old, **new} if (each := _difference(old.get(key), new.get(key)))]
    return sorted(found, key=lambda each: (each.mark.start, each.mark.key))


def deeds(project: Project, essay: Essay, reading: Reading, key: int) -> Iterator[Deed]:
    """What people did to a mark, in the order in which they did it; what was undone is left out."""
    before: Mark | None = None
    for number, (step, state) in enumerate(readings.steps(project, essay, reading)):
        after = next((mark for mark in state.marks if mark.key == key), None)
        if number and (what := _difference(before, after)):
            yield Deed(step.at, step.user_id, what)
        before = after


def _difference(before: Mark | None, after: Mark | None) -> Difference | None:
    if before == after:
        return None
    if before is None or after is None:
        return Difference(before, after, ("added" if before is None else "gone",))
    kinds = [
        kind
        for kind, fields in FIELDS.items()
        if any(getattr(before, field) != getattr(after, field) for field in fields)
    ]
    if before.decision != after.decision:
        kinds.insert(0, after.decision)
    return Difference(before, after, tuple(kinds)) if kinds else None
