"""What a project asks next, and what an answer of one line says: for the terminal and for the pages
of the workbench alike."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

import numpy as np

from maskera.errors import DataError
from maskera.evaluate.align import OUTSIDE
from maskera.learn import clusters, doubt
from maskera.learn.clusters import Cluster, Kind
from maskera.learn.decisions import SPLIT, Decisions
from maskera.learn.learner import MARKED, Learner
from maskera.learn.model import Floats, Recognizer
from maskera.learn.numbers import whole
from maskera.learn.project import Card, Project, Sentence

REFIT = 20  # cards between two fits: a fit takes a second, twenty answers a minute
CONTEXT = 8  # tokens shown on each side of a card's word where its sentence is long
AROUND = 12  # tokens of the text shown on each side of a sentence to read
CUT = "…"
LONGEST = 300.0
"""Seconds that an answer counts at most, for who was away longer was not working, and that a question
waits for whom it was put to before somebody else is asked it."""
NOT_SENSITIVE, SPLITS = "o", "s"


@dataclass(frozen=True)
class Place:
    """A place of a card in its sentence: the words before, the word itself, the words after, with
    the blanks between them."""

    before: str
    word: str
    after: str


@dataclass(frozen=True)
class Asked:
    """A card. gain: the places that it decides newly, each by how doubtful it still is; 0 where that
    is not known, as the card is asked again. contradicted: it was answered, and reading said
    otherwise since."""

    cluster: Cluster
    places: tuple[Place, ...]
    gain: float = 0.0
    contradicted: bool = False


@dataclass(frozen=True)
class Shown:
    """A sentence to read: its words, the present guess, whether it came at random, what the model
    had marked (empty where there was none), and the text before and after it."""

    first: int
    forms: tuple[str, ...]
    guess: tuple[str, ...]
    drawn: bool
    marked: tuple[bool, ...]
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class Fitted:
    """What the answers give. records: of the project's file, when it was fitted. probability: of
    each token of the pool to be sensitive."""

    records: int
    decisions: Decisions
    learnt: Recognizer | None
    probability: Floats


Question = TypeVar("Question", Asked, Shown)


@dataclass(frozen=True)
class _Turn:
    """What somebody was asked, and when."""

    question: Asked | Shown
    begun: float


class Questions:
    """Asks the cards and sentences of a project; threads may share it. An answer is on the disk
    before the next question. Several people may answer: each is asked something else, and takes
    their own answers back. asker: who, "" where there is but one."""

    def __init__(self, project: Project, learner: Learner) -> None:
        self.project, self.learner = project, learner
        self.lock = threading.RLock()
        self._cards: dict[Kind, deque[Asked]] = {kind: deque() for kind in clusters.KINDS}
        self._gains: dict[Cluster, float] = {}
        self._sentences: dict[bool, deque[Shown]] = {False: deque(), True: deque()}
        self._fitted: Fitted | None = None
        self._turns: dict[str, _Turn] = {}
        self._askers: list[str | None] = [None] * len(project.answers)  # of an earlier sitting

    def fitted(self) -> Fitted:
        """The model of the answers that stand; fitted once as long as none is added."""
        with self.lock:
            if self._fitted is None or self._fitted.records != self.project.records:
                decisions = self.project.decisions()
                learnt = self.learner.fit(decisions)
                probability = self.learner.probabilities(learnt)
                self._fitted = Fitted(self.project.records, decisions, learnt, probability)
            return self._fitted

    def card(self, kind: Kind, asker: str = "") -> Asked | None:
        """The next card, most gainful first; None where none is left."""
        with self.lock:
            return self._put(self._cards[kind], lambda: self._more_cards(kind), asker)

    def sentence(self, at_random: bool = False, asker: str = "") -> Shown | None:
        """The next sentence, of the most doubtful and of some at random; None where all is read.
        at_random: all at random, which tells more of what is still missed."""
        with self.lock:
            waiting = self._sentences[at_random]
            return self._put(waiting, lambda: self._more_sentences(at_random), asker)

    def asked(self, kind: Kind, key: str) -> Asked | None:
        """The card of this key, whether it is its turn or not."""
        cluster = self.learner.by_kind[kind].get(key)
        return self._asked(cluster) if cluster else None

    def shown(self, first: int) -> Shown | None:
        """The sentence that begins with this token, where it waits to be read."""
        with self.lock:
            waiting = chain(*self._sentences.values())
            return next((each for each in waiting if each.first == first), None)

    def decide(self, asked: Asked, line: str, asker: str = "") -> bool:
        """Keep the answer to a card: a label or its number, `o` or `s`; False where somebody else
        has answered it since it was put, and this is not kept. Raises DataError."""
        cluster = asked.cluster
        answer = {NOT_SENSITIVE: OUTSIDE, SPLITS: SPLIT}.get(line) or self.label(line)
        with self.lock:
            waits = any(each.cluster == cluster for each in chain(*self._cards.values()))
            if not waits and (cluster.kind, cluster.key) in self.project.decisions().cards:
                return False
            self._keep(Card(cluster.kind, cluster.key, answer, self._seconds(asked, asker)), asker)
            for waiting in self._cards.values():  # of a situation that was split, terms wait there
                _drop(waiting, lambda each: each.cluster == cluster)
            return True

    def read(self, shown: Shown, line: str, asker: str = "") -> bool:
        """Keep the corrections of a sentence, such as `2-3 city; 5 o`; none says that the guess is
        right. False where somebody else has read it since it was put, and these are not kept.
        Raises DataError."""
        labels = self.corrected(shown.guess, line)
        with self.lock:
            if self.shown(shown.first) is None:
                return False
            seconds = self._seconds(shown, asker)
            self._keep(Sentence(shown.first, labels, shown.marked, shown.drawn, seconds), asker)
            for waiting in self._sentences.values():  # drawn, it may wait among the doubtful, too
                _drop(waiting, lambda each: each.first == shown.first)
            return True

    def contradicted(self) -> list[Cluster]:
        """The cards of which reading, since they were answered, said otherwise of most places that
        were read: slips, or words that are now sensitive, now not. They are asked again, not changed:
        on court cases, where doubtful sentences show the exceptions first, F1 would fall by .02."""
        with self.lock:
            answers = list(self.project.answers)
        asked: dict[tuple[str, str], tuple[int, str]] = {}
        read: dict[int, tuple[int, bool]] = {}
        for number, answer in enumerate(answers):
            if isinstance(answer, Card):
                asked[answer.kind, answer.key] = number, answer.answer
            else:
                for token, label in enumerate(answer.labels, answer.first):
                    read[token] = number, label != OUTSIDE
        found: list[Cluster] = []
        for (kind, key), (number, given) in asked.items():
            cluster = self.learner.by_kind.get(kind, {}).get(key)
            if cluster and given != SPLIT:
                said = [read[token] for token in cluster.tokens if token in read]
                since = [sensitive for when, sensitive in said if when > number]
                if 2 * since.count(given == OUTSIDE) > len(since):
                    found.append(cluster)
        return found

    def undo(self, asker: str = "") -> Card | Sentence | None:
        """Take back what somebody answered last, or else what was answered last in an earlier
        sitting, and ask that again; what it was, None where none stands."""
        with self.lock:
            own = [n for n, who in enumerate(self._askers) if who in (asker, None)]
            if not own:
                return None
            last = self.project.undo(len(self._askers) - 1 - own[-1])
            del self._askers[own[-1]]
            if isinstance(last, Card):
                kind: Kind = "term" if last.kind == "term" else "situation"
                cluster = self.learner.by_kind[kind].get(last.key)
                if cluster is not None:
                    card = self._asked(cluster)
                    self._turns[asker] = _Turn(card, time.monotonic())
                    for cards in self._cards.values():
                        cards.appendleft(card)
            elif last is not None:
                sentence = int(self.learner.texts.sentence_of[last.first])
                end = last.first + len(last.labels)
                forms = self.learner.texts.forms[last.first : end]
                again = Shown(
                    last.first, forms, last.labels, last.drawn, last.guessed,
                    *self._around(last.first, end),
                )  # fmt: skip
                if sentence in self.learner.unread(self.project.decisions()):
                    self._turns[asker] = _Turn(again, time.monotonic())
                    for waiting in self._sentences.values():
                        waiting.appendleft(again)
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

    def _put(
        self, waiting: deque[Question], more: Callable[[], Sequence[Question]], asker: str
    ) -> Question | None:
        """The first of the waiting that nobody else has before them; of those the first where all
        have."""
        now = time.monotonic()
        others = {
            _key(turn.question)
            for who, turn in self._turns.items()
            if who != asker and now - turn.begun < LONGEST
        }
        found = next((each for each in waiting if _key(each) not in others), None)
        if found is None:
            there = {_key(each) for each in waiting}
            waiting.extend(each for each in more() if _key(each) not in there)
            found = next((each for each in waiting if _key(each) not in others), None)
        if found is None and waiting:
            found = waiting[0]
        if found is None:
            self._turns.pop(asker, None)
        else:
            self._turns[asker] = _Turn(found, time.monotonic())
        return found

    def _keep(self, answer: Card | Sentence, asker: str) -> None:
        self.project.add(answer)
        self._askers.append(asker)
        self._turns.pop(asker, None)

    def _seconds(self, question: Asked | Shown, asker: str) -> float:
        """How long somebody has had a question before them; 0 where it was not put to them."""
        turn = self._turns.get(asker)
        if turn is None or _key(turn.question) != _key(question):
            return 0.0
        return min(time.monotonic() - turn.begun, LONGEST)

    def _more_cards(self, kind: Kind) -> list[Asked]:
        found = self.fitted()
        uncertain = doubt.doubts(found.probability) if found.learnt else None
        again = [cluster for cluster in self.contradicted() if cluster.kind == kind]
        dealt = self.learner.cards(found.decisions, kind, uncertain)[:REFIT]
        self._gains = {cluster: gain for gain, cluster in dealt}
        return [
            *(replace(self._asked(cluster), contradicted=True) for cluster in again),
            *(self._asked(cluster) for _, cluster in dealt),
        ]

    def _asked(self, cluster: Cluster) -> Asked:
        rng = np.random.default_rng([self.project.setup.seed, *cluster.tokens[:1]])
        places = tuple(map(self._place, clusters.shown(cluster, rng)))
        return Asked(cluster, places, self._gains.get(cluster, 0.0))

    def _place(self, token: int) -> Place:
        texts = self.learner.texts
        sentence = int(texts.sentence_of[token])
        begin, finish = texts.starts[sentence : sentence + 2].tolist()
        start, end = max(begin, token - CONTEXT), min(finish, token + CONTEXT + 1)
        before, after = self._text(start, token), self._text(token + 1, end)
        if before:
            before = f"{CUT} {before}" if start > begin else before
            before += " " * self._parted(token - 1)
        if after:
            after = f"{after} {CUT}" if end < finish else after
            after = " " * self._parted(token) + after
        return Place(before, texts.forms[token], after)

    def _parted(self, token: int) -> bool:
        """Whether a blank stands between a token and the next one of its sentence."""
        _, one = self.learner.texts.place(token)
        _, other = self.learner.texts.place(token + 1)
        return one.end < other.start

    def _around(self, first: int, end: int) -> tuple[str, str]:
        """The text before and after some tokens, as far as it is shown with them."""
        texts = self.learner.texts
        number = int(texts.documents_of[texts.sentence_of[first]])
        begin, finish = texts.firsts[number : number + 2]
        before = self._text(max(begin, first - AROUND), first)
        after = self._text(end, min(finish, end + AROUND))
        return before, after

    def _text(self, first: int, end: int) -> str:
        """The text of some tokens of one document, from the first to before the last."""
        if first >= end:
            return ""
        texts = self.learner.texts
        document, start = texts.place(first)
        _, last = texts.place(end - 1)
        return " ".join(document.text[start.start : last.end].split())

    def _more_sentences(self, at_random: bool) -> list[Shown]:
        fitted, learner = self.fitted(), self.learner
        decisions, probability = fitted.decisions, fitted.probability
        told = fitted.learnt is not None or bool(probability.any())
        rng = np.random.default_rng([self.project.setup.seed, self.project.records])
        doubtful, drawn = learner.next_sentences(
            decisions,
            doubt.batch_size(len(decisions.read)),
            rng,
            probability if told and not at_random else None,
        )
        order = [(s, True) for s in drawn] + [(s, False) for s in doubtful]
        known = learner.known(decisions)
        sure = whole(learner.source.wholes, probability) >= MARKED
        marked = np.flatnonzero(sure) if told else np.zeros(0, np.intp)
        labels = learner.labeller(decisions, self.project.setup.labels).labels(
            learner.source, marked
        )
        named = dict(zip(marked.tolist(), labels, strict=True))
        found = []
        for place in rng.permutation(len(order)).tolist():
            sentence, by_chance = order[place]
            first, end = learner.texts.starts[sentence : sentence + 2].tolist()
            guess = tuple(known[token] or named.get(token, OUTSIDE) for token in range(first, end))
            had = tuple(sure[first:end].tolist()) if told else ()
            forms = learner.texts.forms[first:end]
            found.append(Shown(first, forms, guess, by_chance, had, *self._around(first, end)))
        return found


def _key(question: Asked | Shown) -> tuple[str, str] | int:
    if isinstance(question, Shown):
        return question.first
    return question.cluster.kind, question.cluster.key


def _drop(questions: deque[Question], answered: Callable[[Question], bool]) -> None:
    """What is answered is not asked again."""
    for question in [each for each in questions if answered(each)]:
        questions.remove(question)
