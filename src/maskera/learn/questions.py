"""What a project asks next, and what an answer of one line says: for the terminal and for the pages
of the workbench alike."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from maskera.errors import DataError
from maskera.evaluate.align import OUTSIDE
from maskera.learn import clusters, doubt
from maskera.learn.clusters import Cluster, Kind
from maskera.learn.decisions import SPLIT
from maskera.learn.learner import MARKED, Learner
from maskera.learn.project import Card, Project, Sentence
from maskera.text import Span

REFIT = 20  # cards between two fits: a fit takes a second, twenty answers a minute
CONTEXT = 8  # tokens shown on each side where a sentence is long
LONGEST = 300.0  # seconds that an answer counts at most: who was away longer was not working
NOT_SENSITIVE, SPLITS = "o", "s"


@dataclass(frozen=True)
class Place:
    """A place of a card in its sentence: the words before, the word itself, the words after."""

    before: str
    word: str
    after: str


@dataclass(frozen=True)
class Asked:
    """A card. number: which of this sitting."""

    cluster: Cluster
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Shown:
    """A sentence to read: its words, the present guess, whether it came at random, and what the
    model had marked (empty where there was none)."""

    first: int
    forms: tuple[str, ...]
    guess: tuple[str, ...]
    drawn: bool
    marked: tuple[bool, ...]


Question = TypeVar("Question", Asked, Shown)


class Questions:
    """Asks the cards and sentences of a project; threads may share it. An answer is on the disk
    before the next question."""

    def __init__(self, project: Project, learner: Learner) -> None:
        self.project, self.learner = project, learner
        self.lock = threading.RLock()
        self._cards: dict[Kind, deque[Asked]] = {kind: deque() for kind in clusters.KINDS}
        self._sentences: deque[Shown] = deque()
        self._begun = time.monotonic()

    def card(self, kind: Kind) -> Asked | None:
        """The next card, most gainful first; None where none is left."""
        with self.lock:
            if not self._cards[kind]:
                self._cards[kind].extend(self._more_cards(kind))
            self._begun = time.monotonic()
            return self._cards[kind][0] if self._cards[kind] else None

    def sentence(self) -> Shown | None:
        """The next sentence, of the most doubtful and of some at random; None where all is read."""
        with self.lock:
            if not self._sentences:
                self._sentences.extend(self._more_sentences())
            self._begun = time.monotonic()
            return self._sentences[0] if self._sentences else None

    def asked(self, kind: Kind, key: str) -> Asked | None:
        """The card of this key, whether it is its turn or not."""
        cluster = self.learner.by_kind[kind].get(key)
        return self._asked(cluster) if cluster else None

    def shown(self, first: int) -> Shown | None:
        """The sentence that begins with this token, where it waits to be read."""
        with self.lock:
            return next((each for each in self._sentences if each.first == first), None)

    def decide(self, asked: Asked, line: str) -> None:
        """Keep the answer to a card: a label or its number, `o` or `s`. Raises DataError."""
        cluster = asked.cluster
        answer = {NOT_SENSITIVE: OUTSIDE, SPLITS: SPLIT}.get(line) or self.label(line)
        with self.lock:
            self.project.add(Card(cluster.kind, cluster.key, answer, self._seconds()))
            _drop(self._cards[cluster.kind], asked)

    def read(self, shown: Shown, line: str) -> None:
        """Keep the corrections of a sentence, such as `2-3 city; 5 o`; none says that the guess is
        right. Raises DataError."""
        labels = self.corrected(shown.guess, line)
        with self.lock:
            seconds = self._seconds()
            self.project.add(Sentence(shown.first, labels, shown.marked, shown.drawn, seconds))
            _drop(self._sentences, shown)

    def undo(self) -> Card | Sentence | None:
        """Take the last answer back and ask that again; what it was, None where none stands."""
        with self.lock:
            last = self.project.answers[-1] if self.project.answers else None
            if not self.project.undo():
                return None
            if isinstance(last, Card):
                kind: Kind = "term" if last.kind == "term" else "situation"
                cluster = self.learner.by_kind[kind].get(last.key)
                if cluster is not None:
                    self._cards[kind].appendleft(self._asked(cluster))
            elif last is not None:
                sentence = int(self.learner.texts.sentence_of[last.first])
                end = last.first + len(last.labels)
                forms = self.learner.texts.forms[last.first : end]
                again = Shown(last.first, forms, last.labels, last.drawn, last.guessed)
                if sentence in self.learner.unread(self.project.decisions()):
                    self._sentences.appendleft(again)
            return last

    def label(self, name: str) -> str:
        """The label of this name or number. Raises DataError."""
        labels = self.project.setup.labels
        if name in labels:
            return name
        if name.isdecimal() and 1 <= int(name) <= len(labels):
            return labels[int(name) - 1]
        raise DataError("the answer is no label of the project")

    def corrected(self, guess: Sequence[str], line: str) -> tuple[str, ...]:
        """The labels of a sentence after corrections. Raises DataError."""
        labels = list(guess)
        for piece in filter(None, (part.strip() for part in line.split(";"))):
            where, _, name = piece.partition(" ")
            first, dash, last = where.partition("-")
            last = last if dash else first
            label = OUTSIDE if name.strip() == NOT_SENSITIVE else self.label(name.strip())
            if not (first.isdecimal() and last.isdecimal()):
                raise DataError("the answer names no tokens of the sentence")
            if not 1 <= int(first) <= int(last) <= len(labels):
                raise DataError("the answer names no tokens of the sentence")
            labels[int(first) - 1 : int(last)] = [label] * (int(last) - int(first) + 1)
        return tuple(labels)

    def _seconds(self) -> float:
        now = time.monotonic()
        taken, self._begun = min(now - self._begun, LONGEST), now
        return taken

    def _more_cards(self, kind: Kind) -> list[Asked]:
        decisions = self.project.decisions()
        learnt = self.learner.fit(decisions)
        uncertain = doubt.doubts(self.learner.probabilities(learnt)) if learnt else None
        found = self.learner.cards(decisions, kind, uncertain)
        return [self._asked(cluster) for _, cluster in found[:REFIT]]

    def _asked(self, cluster: Cluster) -> Asked:
        rng = np.random.default_rng([self.project.setup.seed, *cluster.tokens[:1]])
        return Asked(cluster, tuple(map(self._place, clusters.shown(cluster, rng))))

    def _place(self, token: int) -> Place:
        texts = self.learner.texts
        sentence = int(texts.sentence_of[token])
        start = max(int(texts.starts[sentence]), token - CONTEXT)
        end = min(int(texts.starts[sentence + 1]), token + CONTEXT + 1)
        number = int(texts.documents_of[sentence])
        document, first = texts.documents[number], texts.firsts[number]
        starts, ends = document.tokens.starts, document.tokens.ends
        own = Span(starts[token - first], ends[token - first])
        before = document.text[starts[start - first] : own.start]
        after = document.text[own.end : ends[end - 1 - first]]
        return Place(" ".join(before.split()), texts.forms[token], " ".join(after.split()))

    def _more_sentences(self) -> list[Shown]:
        decisions, learner = self.project.decisions(), self.learner
        learnt = learner.fit(decisions)
        probability = learner.probabilities(learnt)
        told = learnt is not None or bool(probability.any())
        rng = np.random.default_rng([self.project.setup.seed, self.project.records])
        doubtful, drawn = learner.next_sentences(
            decisions, doubt.batch_size(len(decisions.read)), rng, probability if told else None
        )
        order = [(s, True) for s in drawn] + [(s, False) for s in doubtful]
        known = learner.known(decisions)
        marked = np.flatnonzero(probability >= MARKED) if told else np.zeros(0, np.intp)
        labels = learner.labeller(decisions, self.project.setup.labels).labels(
            learner.source, marked
        )
        named = dict(zip(marked.tolist(), labels, strict=True))
        found = []
        for place in rng.permutation(len(order)).tolist():
            sentence, at_random = order[place]
            first, end = learner.texts.starts[sentence : sentence + 2].tolist()
            guess = tuple(known[token] or named.get(token, OUTSIDE) for token in range(first, end))
            had = tuple((probability[first:end] >= MARKED).tolist()) if told else ()
            found.append(Shown(first, learner.texts.forms[first:end], guess, at_random, had))
        return found


def _drop(questions: deque[Question], asked: Question) -> None:
    """The question is answered: it is not asked again."""
    if asked in questions:
        questions.remove(asked)
