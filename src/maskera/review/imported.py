"""Essays that come annotated: their own marks, accepted, beside what the detector claims."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.mentions import Mention
from maskera.review.state import Mark, State
from maskera.taxonomy import Taxonomy


def imported(state: State, mentions: Sequence[Mention], text: str, taxonomy: Taxonomy) -> State:
    """Marks that came with the file count; what else the detector would mark stays as candidates
    where it does not overlap.

    Each says what the detector let count there, so that the file's marks correct it in the
    statistics. What the detector takes for the same as a mark of the file has the number of that
    mark; of the rest, none has a number of the file's.
    """
    mentions, ours = _numbered(state, mentions, text, taxonomy)
    base = len(state.marks)
    used = max((m.number for m in mentions), default=0)
    marks = []
    said = list(state.applied)
    for at, m in enumerate(mentions):
        there = next((mark for mark in said if mark.span.overlaps(m.span)), None)
        said = [mark for mark in said if mark is not there]
        seen = there.detected if there else None
        marks.append(
            Mark(
                base + at,
                m.span.start,
                m.span.end,
                m.label,
                m.number,
                m.features,
                1.0,
                m.personal,
                "",
                "accepted",
                detected=seen,
            )
        )
    rest = [
        msgspec.structs.replace(
            mark, number=ours.get(mark.number, mark.number + used), decision="candidate"
        )
        for mark in state.marks
        if not any(mark.span.overlaps(own.span) for own in marks)
    ]
    return State(tuple(sorted((*marks, *rest), key=lambda mark: mark.start)))


def _numbered(
    state: State, mentions: Sequence[Mention], text: str, taxonomy: Taxonomy
) -> tuple[list[Mention], dict[int, int]]:
    """The mentions with a running number each, and the detector's numbers with those that they have
    here.

    A mention that came without gets that of what the detector takes for the same, else that of the
    same form, else a new one.
    """
    ours: dict[int, int] = {}
    forms: dict[tuple[str, str], int] = {}
    found = []
    free = 1 + max((m.number for m in mentions), default=0)
    for m in sorted(
        mentions, key=lambda m: (m.number == 0, m.span)
    ):  # numbers that the file gives stand
        theirs = [
            mark.number
            for mark in state.marks
            if mark.span.overlaps(m.span) and taxonomy.same_identity(mark.label, m.label)
        ]
        form = (taxonomy.category(m.label).identity, text[m.span.start : m.span.end].casefold())
        number = (
            m.number
            or next((ours[each] for each in theirs if each in ours), 0)
            or forms.get(form, free)
        )
        free = max(free, number + 1)
        forms.setdefault(form, number)
        for each in theirs:
            ours.setdefault(each, number)
        found.append(msgspec.structs.replace(m, number=number))
    return sorted(found, key=lambda m: m.span), ours
