"""What statistics count of an essay, kept beside it in the open. Labels and counts alone;
nothing of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from maskera.io import decoders
from maskera.result import Replacement
from maskera.review.overlap import Covered
from maskera.review.state import Mark, State


class Left(msgspec.Struct, frozen=True, array_like=True):
    """What the detector let pass, in words. marked: of the marks that count; missed: of those
    that people added where it marked nothing; doubts: of the places that nobody has decided on and that do not count, the
    detector's probability in thousandths and how many words."""

    marked: int = 0
    missed: int = 0
    doubts: tuple[tuple[int, int], ...] = ()


class Counts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counts of one essay. labels: of the marks that count. hidden, hidden_words: mentions that are
    replaced, and their words.

    fates: what the detector let count, and what stands there now: "city>city" as it was,
    "city~city" with other ends, "city>region" under another label, "city>" rejected, ">city" added
    by a person. known: False for a text that came pseudonymized, of which neither is known. left:
    what the detector let pass; None where it was counted before that was.
    """

    labels: Mapping[str, int] = {}
    hidden: int = 0
    hidden_words: int = 0
    fates: Mapping[str, int] = {}
    known: bool = True
    left: Left | None = None


def count(
    state: State, replacements: Sequence[Replacement], text: str, known: bool = True
) -> Counts:
    """The counts of a state. replacements: of the marks that count, in their order; text: the
    source."""
    labels = Counter(mark.label for mark in state.applied)
    if not known:
        return Counts(labels, known=False)
    hidden = [mark for mark, made in zip(state.applied, replacements, strict=True) if made.hidden]
    words = sum(len(text[mark.start : mark.end].split()) for mark in hidden)
    fates = Counter(fate for mark in state.marks if (fate := _fate(mark)))
    return Counts(labels, len(hidden), words, fates, left=_left(state, text))


def _left(state: State, text: str) -> Left:
    def words(mark: Mark) -> int:
        return len(text[mark.start : mark.end].split())

    detected = Covered(each.detected[1:] for each in state.marks if each.detected)
    missed = sum(
        words(mark) for mark in state.applied if not detected.touches(mark.start, mark.end)
    )
    doubts = tuple(
        (round(1000 * mark.probability), words(mark))
        for mark in state.marks
        if mark.decision == "candidate"
    )
    return Left(sum(map(words, state.applied)), missed, doubts)


def encoded(counted: Counts) -> str:
    """As it is stored."""
    return msgspec.json.encode(counted).decode()


def decoded(stored: str) -> Counts:
    """What encoded() made; an empty one where nothing is stored."""
    return _DECODER.decode(stored) if stored else Counts()


def decided(before: State, after: State, doubtful: float) -> int:
    """How many places whose doubt was at least `doubtful` a change decided."""
    doubts = {mark.key: mark.doubt for mark in after.marks}
    return sum(mark.doubt >= doubtful and not doubts.get(mark.key) for mark in before.marks)


def touched(before: State, after: State) -> str:
    """What a change did to labels, for the statistics: "+city -surname city>region"."""
    old = {mark.key: mark for mark in before.marks}
    told = []
    for mark in after.marks:
        was = old.get(mark.key)
        if was is None:
            told.append(f"+{mark.label}")
        elif was.label != mark.label:
            told.append(f"{was.label}>{mark.label}")
        elif was.applied != mark.applied:
            told.append(f"{'+' if mark.applied else '-'}{mark.label}")
    return " ".join(told)


def _fate(mark: Mark) -> str:
    if mark.detected is None:
        return f">{mark.label}" if mark.applied else ""
    label, start, end = mark.detected
    if not mark.applied:
        return f"{label}>"
    same = label == mark.label and (start, end) != (mark.start, mark.end)
    return f"{label}{'~' if same else '>'}{mark.label}"


_DECODER = decoders.json(Counts)
