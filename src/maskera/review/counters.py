"""Tally: what statistics count of an essay, kept beside it in the open. Labels and counts alone;
nothing of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from maskera.result import Replacement
from maskera.review.state import Mark, State


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counts of one essay. labels: of the marks that count. hidden, hidden_words: mentions that are
    replaced, and their words.

    fates: what the detector let count, and what stands there now: "city>city" as it was,
    "city~city" with other ends, "city>region" under another label, "city>" rejected, ">city" added
    by a person. known: False for a text that came pseudonymized, of which neither is known.
    """

    labels: Mapping[str, int] = {}
    hidden: int = 0
    hidden_words: int = 0
    fates: Mapping[str, int] = {}
    known: bool = True


def tally(
    state: State, replacements: Sequence[Replacement], text: str, known: bool = True
) -> Tally:
    """The counts of a state. replacements: of the marks that count, in their order; text: the
    source."""
    labels = Counter(mark.label for mark in state.applied)
    if not known:
        return Tally(labels, known=False)
    hidden = [mark for mark, made in zip(state.applied, replacements, strict=True) if made.hidden]
    words = sum(len(text[mark.start : mark.end].split()) for mark in hidden)
    fates = Counter(fate for mark in state.marks if (fate := _fate(mark)))
    return Tally(labels, len(hidden), words, fates)


def encoded(counted: Tally) -> str:
    """As it is stored."""
    return msgspec.json.encode(counted).decode()


def decoded(stored: str) -> Tally:
    """What encoded() made; an empty one where nothing is stored."""
    return _DECODER.decode(stored) if stored else Tally()


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


_DECODER = msgspec.json.Decoder(Tally)
