"""Training of the models: corpora, re-drawing and noise, fitting."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from maskera.tagger.spans import OUTSIDE

Answer = str | frozenset[str]
"""The right label of a token; where a corpus does not annotate all labels, the set of those that
may be right."""

Example = tuple[Sequence[Sequence[Hashable]], Sequence[Answer]]
"""Streams of type keys, and the answer for every token: one sequence to train a tagger on."""


def labels_of(answers: Iterable[Answer]) -> list[str]:
    """The labels that can be learnt from answers, as they first come.

    A label that is nowhere but beside OUTSIDE, for no corpus marks it, would be as right as that at
    every token: a tagger of learner essays alone would see one of the court cases' labels
    everywhere."""
    sets = [frozenset((answer,)) if isinstance(answer, str) else answer for answer in answers]
    marked = frozenset[str]().union(
        *(every for every in sets if len(every) == 1 or OUTSIDE not in every)
    )
    ordered = dict.fromkeys(label for every in sets for label in sorted(every))
    return [label for label in ordered if label in marked or label == OUTSIDE]
