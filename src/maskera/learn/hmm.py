"""The baseline of 2006: a hidden Markov model whose states emit tokens by character n-gram models
(Medlock 2006 after LingPipe; learning-and-risk 3.6). NumPy only.

States: of each label begin, middle, end and whole; of OUTSIDE plain, before a mention, after one.
A token that is not decided counts for nothing in training; the states around it are those of the
decided stretches.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from maskera.evaluate.align import OUTSIDE
from maskera.kernels.chain import forward_backward
from maskera.learn.letters import CharacterModel, character_model
from maskera.learn.model import Answers, Floats, Source

UNSEEN = -30.0  # log-probability of a move that training does not have
PLAIN, BEFORE, AFTER = "plain", "before", "after"
BEGIN, MIDDLE, LAST, WHOLE = "begin", "middle", "end", "whole"
State = tuple[str, str]


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

    def marginals(self, source: Source) -> Floats:
        """The probability of each label at each token, by forward-backward."""
        return self.label_marginals(source.texts.forms, source.texts.lengths.tolist())

    def label_marginals(self, forms: Sequence[str], lengths: Sequence[int]) -> Floats:
        """The same for tokens in sentences of these lengths."""
        of_states = forward_backward(self.emissions(forms, lengths), lengths, self.moves)  # type: ignore[arg-type]
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


def fit(source: Source, answers: Answers) -> Hmm:
    """Maximum likelihood from the decided stretches of the answers' sentences."""
    forms = source.texts.forms
    tokens = source.tokens(answers.sentences).tolist()
    known = [
        answers.labels[int(row.argmax())] if row.sum() == 1 else None for row in answers.allowed
    ]
    sequences: list[tuple[list[str], list[str]]] = []
    place = 0
    for length in source.texts.lengths[answers.sentences].tolist():
        here = slice(place, place + length)
        sequences += _stretches([forms[token] for token in tokens[here]], known[here])
        place += length
    return fit_sequences(sequences)


def fit_sequences(sequences: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Hmm:
    """Maximum likelihood from sentences (or stretches of them), forms beside labels."""
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


def _stretches(
    forms: Sequence[str], known: Sequence[str | None]
) -> Iterator[tuple[list[str], list[str]]]:
    """The parts of a sentence without a token that is not decided."""
    taken: list[tuple[str, str]] = []
    for form, label in [*zip(forms, known, strict=True), ("", None)]:
        if label is not None:
            taken.append((form, label))
        elif taken:
            yield [form for form, _ in taken], [label for _, label in taken]
            taken = []


def _logarithms(counts: Floats) -> Floats:
    totals = np.maximum(counts.sum(1, keepdims=True), 1)
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(counts > 0, np.log(counts / totals), UNSEEN))
