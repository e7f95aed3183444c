"""What differs between two states of an essay, mark by mark and as a whole; who did what on a mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from maskera.review import readings
from maskera.review.essays import Essay
from maskera.review.project import Project
from maskera.review.readings import Reading
from maskera.review.referents import chosen_bases
from maskera.review.state import Mark, State
from maskera.taxonomy import Taxonomy

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


def differences(before: State, after: State, text: str, taxonomy: Taxonomy) -> Sequence[Difference]:
    """All marks that are not the same, in text order. text: the source of the essay."""
    old, new = (_marks(state, text, taxonomy) for state in (before, after))
    found = [each for key in {**old, **new} if (each := _difference(old.get(key), new.get(key)))]
    return sorted(found, key=lambda each: (each.mark.start, each.mark.key))


def of_essay(before: State, after: State) -> tuple[str, ...]:
    """What differs beside the marks: "note" (the comment on the essay), "leaks" or "leaks_back"
    (what the leak check wants looked at was accepted, or no longer is)."""
    note = ("note",) if before.comment != after.comment else ()
    if before.leaks_accepted == after.leaks_accepted:
        return note
    return (*note, "leaks" if after.leaks_accepted else "leaks_back")


def deeds(
    project: Project, essay: Essay, reading: Reading, key: int, taxonomy: Taxonomy
) -> Iterator[Deed]:
    """What people did to a mark, in the order in which they did it; what was undone is left out."""
    before: Mark | None = None
    for number, (step, state) in enumerate(readings.steps(project, essay, reading)):
        after = _marks(state, essay.content.text, taxonomy).get(key)
        if number and (what := _difference(before, after)):
            yield Deed(step.at, step.user_id, what)
        before = after


def _marks(state: State, text: str, taxonomy: Taxonomy) -> dict[int, Mark]:
    """The marks by key, each with the pseudonym that somebody chose for it or for its referent."""
    chosen = chosen_bases(state, text, taxonomy)
    return {
        mark.key: msgspec.structs.replace(
            mark, pseudonym=mark.pseudonym or chosen.get(mark.key, "")
        )
        for mark in state.marks
    }


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
