"""Batched Viterbi: the best label sequences of many sentences at once.

Sentences are packed by time, longest first, so that step t holds only those that are still going on: no padding, memory in proportion to
the tokens. Within a step the maximum over the label before is taken label by label, in vectors over sentences; where it came from is not
stored but found again on the way back, for one label a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from maskera.annotate.crf import Floats, Numbers, by_step

FEW = 50  # sentences going on; below that one large reduction is quicker than a call for every label


def best_paths(emissions: Sequence[Floats], transitions: Floats) -> Numbers:
    """The label numbers of the best path through each sentence, all in one array in the order of the sentences.

    emissions: scores (tokens x labels) of each sentence; transitions: scores of (label before, label).
    """
    rows, edges = by_step([len(emission) for emission in emissions])
    packed = np.concatenate(emissions)[rows] if emissions else np.zeros((0, len(transitions)), np.float32)
    steps = list(pairwise(edges))
    for (before, _), (start, end) in pairwise(steps):
        packed[start:end] += _best_before(packed[before : before + end - start], transitions)
    into = np.ascontiguousarray(transitions.T)
    found = np.empty(len(rows), np.intp)
    label = found[:0]
    for start, end in reversed(steps):
        here = packed[start:end]
        ending = here[len(label) :].argmax(1)  # sentences whose last token stands here
        label = np.concatenate(((here[: len(label)] + into[label]).argmax(1), ending))
        found[rows[start:end]] = label
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
