"""The baseline of 2006: a hidden Markov model whose states emit tokens by character n-gram models
(Medlock 2006 after LingPipe; learning-and-risk 3.6). NumPy only.

States: of each label begin, middle, end and whole; of OUTSIDE plain, before a mention, after one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.errors import DataError
from maskera.io import models
from maskera.kernels.chain import forward_backward
from maskera.kernels.type_scores import Block
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection
from maskera.tagger.characters import CharacterModel, character_model, of_grams
from maskera.tagger.scorers import FULLY, tempered
from maskera.tagger.spans import OUTSIDE

UNSEEN = -30.0  # log-probability of a move that training does not have
PLAIN, BEFORE, AFTER = "plain", "before", "after"
BEGIN, MIDDLE, LAST, WHOLE = "begin", "middle", "end", "whole"
State = tuple[str, str]
Floats = NDArray[np.float64]


def states(labels: Sequence[str]) -> list[State]:
    """The state of each token of a sentence with these labels; a run of one label is a mention."""
    found: list[State] = []
    for place, label in enumerate(labels):
        before = labels[place - 1] if place else OUTSIDE
        after = labels[place + 1] if place + 1 < len(labels) else OUTSIDE
        if label == OUTSIDE:
            part = BEFORE if after != OUTSIDE else AFTER if before != OUTSIDE else PLAIN
        elif before == label:
            part = MIDDLE if after == label else LAST
        else:
            part = BEGIN if after == label else WHOLE
        found.append((label, part))
    return found


@dataclass(frozen=True)
class Hmm:
    """states: sorted. first, moves: log-probabilities."""

    labels: tuple[str, ...]
    states: tuple[State, ...]
    first: Floats
    moves: Floats
    emitting: tuple[CharacterModel, ...] = field(repr=False)

    def emissions(self, forms: Sequence[str], lengths: Sequence[int]) -> Floats:
        """Log-probability of each token under each state; the first of a sentence with the state's
        own."""
        scores = np.array(
            [[state.log_probability(form) for state in self.emitting] for form in forms]
        ).reshape(len(forms), len(self.states))
        starts = np.cumsum(lengths) - np.array(lengths)
        scores[starts[np.array(lengths) > 0]] += self.first
        return scores

    def marginals(self, forms: Sequence[str], lengths: Sequence[int]) -> Floats:
        """The probability of each label at each token of sentences of these lengths, by forward-
        backward."""
        of_states = forward_backward(self.emissions(forms, lengths), lengths, self.moves)
        found = np.zeros((len(forms), len(self.labels)))
        for column, (label, _) in enumerate(self.states):
            found[:, self.labels.index(label)] += of_states[:, column]
        return found

    def decode(self, forms: Sequence[str]) -> list[str]:
        """The labels on the most probable path through one sentence (Viterbi)."""
        if not forms:
            return []
        scores = self.emissions(forms, [len(forms)])
        best, back = scores[0], []
        for row in scores[1:]:
            ways = best[:, None] + self.moves
            back.append(ways.argmax(0))
            best = ways.max(0) + row
        path = [int(best.argmax())]
        for step in reversed(back):
            path.append(int(step[path[-1]]))
        return [self.states[state][0] for state in reversed(path)]


def fit(sequences: Iterable[tuple[Sequence[str], Sequence[str]]]) -> Hmm:
    """Maximum likelihood from sentences (or spans of them), forms beside labels."""
    first: Counter[State] = Counter()
    moves: Counter[tuple[State, State]] = Counter()
    emitted: defaultdict[State, Counter[str]] = defaultdict(Counter)
    for forms, labels in sequences:
        path = states(labels)
        first[path[0]] += 1
        moves.update(pairwise(path))
        for form, state in zip(forms, path, strict=True):
            emitted[state][form] += 1
    every = tuple(sorted(emitted))
    number = {state: index for index, state in enumerate(every)}
    begins, goes = np.zeros(len(every)), np.zeros((len(every), len(every)))
    for state, count in first.items():
        begins[number[state]] = count
    for (one, other), count in moves.items():
        goes[number[one], number[other]] = count
    labels_seen = {label for label, _ in every} - {OUTSIDE}
    return Hmm(
        (OUTSIDE, *sorted(labels_seen)),
        every,
        _logarithms(begins[None])[0],
        _logarithms(goes),
        tuple(character_model(emitted[state]) for state in every),
    )


def _logarithms(counts: Floats) -> Floats:
    totals = np.maximum(counts.sum(1, keepdims=True), 1)
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(counts > 0, np.log(counts / totals), UNSEEN))


class Stored(msgspec.Struct, frozen=True):
    """A trained model as stored. first, moves: float64, states; states x states. grams: of each
    state, how often each run of letters comes. card: what it was trained on."""

    states: list[State]
    first: bytes
    moves: bytes
    grams: list[dict[str, int]]
    temperature: float
    card: dict[str, Any]


def save(hmm: Hmm, temperature: float, card: dict[str, Any], path: Path) -> None:
    """Write the file."""
    grams = [{gram: state.grams[gram] for gram in sorted(state.grams)} for state in hmm.emitting]
    arrays = (hmm.first.tobytes(), hmm.moves.tobytes())
    models.save(Stored([*hmm.states], *arrays, grams, temperature, card), path)


def load(path: Path) -> tuple[Hmm, float]:
    """The model of a file and its temperature. Raises DataError for a file that is none."""
    stored = models.load(path, Stored)
    count = len(stored.states)
    first, moves = np.frombuffer(stored.first), np.frombuffer(stored.moves)
    if (len(first), len(moves), len(stored.grams)) != (count, count * count, count):
        raise DataError(f"{path.name}: not a tagger model (its arrays do not fit)")
    labels = sorted({label for label, _ in stored.states} - {OUTSIDE})
    emitting = tuple(map(of_grams, stored.grams))
    found = Hmm(
        (OUTSIDE, *labels), tuple(stored.states), first, moves.reshape(count, count), emitting
    )
    return found, stored.temperature


class HmmScorer:
    """The model of a file as a tagger (see scorers.Scorer), read when the first document comes."""

    calibrated = True
    beside_rules = FULLY

    def __init__(self, path: Path) -> None:
        self._read = cache(lambda: load(path))

    def labels(self) -> Sequence[str]:
        """See Scorer."""
        return self._read()[0].labels

    def marginals(
        self, tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]]
    ) -> Block:
        """See Scorer."""
        hmm, temperature = self._read()
        documents = [table.document for table in tables]
        forms = [
            form
            for document in documents
            for sentence in document.sentences
            for form in document.tokens.forms[sentence.start : sentence.end]
        ]
        lengths = [len(sentence) for document in documents for sentence in document.sentences]
        rows = hmm.marginals(forms, lengths).astype(np.float32)
        return Block(tempered(rows, temperature), lengths)
