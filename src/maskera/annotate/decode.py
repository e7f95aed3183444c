"""Batched Viterbi: the best label sequences of many sentences at once.

Sentences are packed by time, longest first, so that step t holds only those that are still going on: no padding, memory in proportion to
the tokens. Within a step the maximum over the label before is taken label by label, in vectors over sentences; where it came from is not
stored but found again on the way back, for one label a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maskera.annotate.crf import Floats

Labels = NDArray[np.intp]
FEW = 50  # sentences going on; below that one large reduction is quicker than a call for every label


def best_paths(emissions: Sequence[Floats], transitions: Floats) -> Labels:
    """The label numbers of the best path through each sentence, all in one array in the order of the sentences.

    emissions: scores (tokens x labels) of each sentence; transitions: scores of (label before, label).
    """
    lengths = np.array([len(emission) for emission in emissions], np.intp)
    tokens = int(lengths.sum())
    if not tokens:
        return np.zeros(0, np.intp)
    order = np.argsort(-lengths, kind="stable")
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))[order]
    longest = int(lengths[order[0]])
    alive = np.searchsorted(-lengths[order], -np.arange(longest), side="left")
    rows = [starts[:count] + step for step, count in enumerate(alive)]
    packed = np.concatenate(emissions)[np.concatenate(rows)]
    edges = np.concatenate(([0], np.cumsum(alive)))
    for step in range(1, longest):
        count = alive[step]
        before = packed[edges[step - 1] : edges[step - 1] + count]
        packed[edges[step] : edges[step + 1]] += _best_before(before, transitions)
    into = np.ascontiguousarray(transitions.T)
    found = np.empty(tokens, np.intp)
    label = np.zeros(0, np.intp)
    for step in range(longest - 1, -1, -1):
        here = packed[edges[step] : edges[step + 1]]
        ending = here[len(label) :].argmax(1)  # sentences whose last token stands here
        label = np.concatenate(((here[: len(label)] + into[label]).argmax(1), ending))
        found[rows[step]] = label
    return found


def _best_before(scores: Floats, transitions: Floats) -> Floats:
    """The best score with which each label can be reached from scores (sentences x labels)."""
    if len(scores) < FEW:
        return np.max(scores[:, :, None] + transitions, axis=1)  # type: ignore[no-any-return]
    columns = np.ascontiguousarray(scores.T)
    best = columns[0] + transitions[0][:, None]
    candidate = np.empty_like(best)
    for label in range(1, len(transitions)):
        np.add(columns[label], transitions[label][:, None], out=candidate)
        np.maximum(best, candidate, out=best)
    return best.T  # type: ignore[no-any-return]
