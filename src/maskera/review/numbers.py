"""Running numbers and keys of marks: one number means one thing, whatever people do, and no key is
given twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from maskera.taxonomy import Taxonomy

if TYPE_CHECKING:
    from maskera.review.state import Mark


def next_number(marks: Iterable[Mark]) -> int:
    """The first running number that is free."""
    return max((mark.number for mark in marks), default=0) + 1


def unused_key(unused: int, marks: Iterable[Mark]) -> int:
    """The first key that has never been given: from `unused` on, and beyond those of the marks."""
    return max(unused, 1 + max((mark.key for mark in marks), default=-1))


def fits(number: int, label: str, marks: Iterable[Mark], taxonomy: Taxonomy) -> bool:
    """Whether a mark of the label may have the number: none of `marks` has it, or one at least that
    has it is of its kind."""
    holders = [mark.label for mark in marks if mark.number == number]
    return not holders or any(taxonomy.same_identity(label, holder) for holder in holders)


def settled(before: Iterable[Mark], marks: Sequence[Mark], taxonomy: Taxonomy) -> list[Mark]:
    """The marks; those that begin to count, and whose number was given to something of another kind
    meanwhile, get a new one together."""
    counted = {mark.key for mark in before if mark.applied}
    found = list(marks)
    standing = [mark for mark in found if mark.applied and mark.key in counted]
    moved: list[tuple[Mark, int]] = []
    for at, mark in enumerate(found):
        if mark.applied and mark.key not in counted:
            if mark.number and not fits(mark.number, mark.label, standing, taxonomy):
                together = (
                    number
                    for old, number in moved
                    if old.number == mark.number and taxonomy.same_identity(old.label, mark.label)
                )
                number = next(together, 0) or next_number(found)
                moved.append((mark, number))
                found[at] = msgspec.structs.replace(mark, number=number)
            standing.append(found[at])
    return found


def relabelled(marks: Iterable[Mark], mark: Mark, label: str, taxonomy: Taxonomy) -> Mark:
    """A mark with another label, accepted. Of another kind, it cannot keep its number: that would
    be somebody else's there."""
    if taxonomy.same_identity(mark.label, label):
        return msgspec.structs.replace(mark, label=label, decision="accepted")
    return msgspec.structs.replace(
        mark, label=label, number=next_number(marks), referent="", decision="accepted"
    )
