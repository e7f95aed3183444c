"""Running numbers and keys of marks: one number means one thing, whatever people do, and no key is given twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from maskera.taxonomy import taxonomy

if TYPE_CHECKING:
    from maskera.review.state import Mark


def next_number(marks: Iterable[Mark]) -> int:
    """The first running number that is free."""
    return max((mark.number for mark in marks), default=0) + 1


def unused_key(unused: int, marks: Iterable[Mark]) -> int:
    """The first key that has never been given: from `unused` on, and beyond those of the marks."""
    return max(unused, 1 + max((mark.key for mark in marks), default=-1))


def alike(label: str, other: str) -> bool:
    """Whether marks of the two labels can mean the same."""
    return taxonomy().same_identity(label, other)


def fits(number: int, label: str, marks: Iterable[Mark]) -> bool:
    """Whether a mark of the label may have the number: none of `marks` has it, or one at least that has it is of its kind."""
    holders = [mark.label for mark in marks if mark.number == number]
    return not holders or any(alike(label, holder) for holder in holders)


def settled(before: Iterable[Mark], marks: Sequence[Mark]) -> list[Mark]:
    """The marks; one that begins to count, and whose number was given to something of another kind meanwhile, gets a new one."""
    counted = {mark.key for mark in before if mark.applied}
    found = list(marks)
    for at, mark in enumerate(found):
        others = (each for each in found if each.applied and each.key != mark.key)
        if mark.applied and mark.key not in counted and mark.number and not fits(mark.number, mark.label, others):
            found[at] = msgspec.structs.replace(mark, number=next_number(found))
    return found


def relabelled(marks: Iterable[Mark], mark: Mark, label: str) -> Mark:
    """A mark with another label, accepted. Of another kind, it cannot keep its number: that would be somebody else's there."""
    if alike(mark.label, label):
        return msgspec.structs.replace(mark, label=label, decision="accepted")
    return msgspec.structs.replace(mark, label=label, number=next_number(marks), referent="", decision="accepted")
