"""Cards and reading in a terminal: keys, colours, progress. Lines come from standard input, so that
a script can answer, too."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.markup import escape

from maskera.errors import DataError
from maskera.evaluate.align import OUTSIDE
from maskera.learn import clusters, doubt
from maskera.learn.clusters import Cluster, Kind
from maskera.learn.decisions import SPLIT
from maskera.learn.labelling import Labeller
from maskera.learn.learner import MARKED, Learner
from maskera.learn.model import Floats
from maskera.learn.project import Card, Project, Sentence

REFIT = 20  # cards between two fits: a fit takes a second, twenty answers a minute
CONTEXT = 8  # tokens shown on each side where a sentence is long
KEYS = "o not sensitive, s split, u undo, q quit"


class Dialogue:
    """Asks, and takes answers of one line. Raises DataError, which names the line, for an answer
    that is none; at a terminal it asks again."""

    def __init__(self, project: Project, learner: Learner, out: Console) -> None:
        self._project, self._learner, self._out = project, learner, out
        self._lines = 0

    def cards(self, budget: int | None, kind: Kind) -> None:
        """Ask cards, most gainful first, until the budget, the cards or the input end."""
        asked = 0
        while budget is None or asked < budget:
            decisions = self._project.decisions()
            learnt = self._learner.fit(decisions)
            uncertain = doubt.doubts(self._learner.probabilities(learnt)) if learnt else None
            found = self._learner.cards(decisions, kind, uncertain)
            if not found:
                self._out.print("no card is left")
                return
            for _, cluster in found[:REFIT]:
                if budget is not None and asked >= budget:
                    return
                answer = self._card(cluster, asked, budget)
                if answer is None:
                    return
                if answer == "u":
                    asked -= self._undo()
                    break
                asked += 1

    def read(self, tokens: int | None) -> None:
        """Show doubtful sentences, and some at random, until so many tokens are read."""
        start = read = len(self._project.decisions().read)
        while tokens is None or read - start < tokens:
            decisions = self._project.decisions()
            learnt = self._learner.fit(decisions)
            probability = self._learner.probabilities(learnt)
            told = probability if learnt or probability.any() else None
            labeller = self._learner.labeller(decisions, self._project.setup.labels)
            size = doubt.batch_size(read)
            rng = np.random.default_rng([self._project.setup.seed, self._project.records])
            doubtful, drawn = self._learner.next_sentences(decisions, size, rng, told)
            order = [(s, True) for s in drawn] + [(s, False) for s in doubtful]
            if not order:
                self._out.print("every sentence is read")
                return
            mixed = [order[place] for place in rng.permutation(len(order)).tolist()]
            for sentence, random in mixed:
                if tokens is not None and read - start >= tokens:
                    return
                answer = self._sentence(sentence, random, told, labeller)
                if answer is None:
                    return
                if answer == "u":
                    self._undo()
                    read = len(self._project.decisions().read)
                    break
                read = len(self._project.decisions().read)

    def _undo(self) -> int:
        done = self._project.undo()
        self._out.print("taken back" if done else "nothing to take back")
        return int(done)

    def _card(self, cluster: Cluster, asked: int, budget: int | None) -> str | None:
        of = f" of {budget}" if budget is not None else ""
        self._out.rule(f"card {asked + 1}{of}: {len(cluster.tokens)} places")
        rng = np.random.default_rng([self._project.setup.seed, *cluster.tokens[:1]])
        for token in clusters.shown(cluster, rng):
            self._out.print("  " + self._context(token))
        labels = self._project.setup.labels
        names = "  ".join(f"[cyan]{n}[/] {escape(label)}" for n, label in enumerate(labels, 1))
        self._out.print(f"{names}\n{KEYS}")
        started = time.monotonic()
        while (line := self._line()) not in (None, "q"):
            if line == "u":
                return "u"
            answer = {"o": OUTSIDE, "s": SPLIT}.get(line or "") or self._label(line or "")
            if answer:
                seconds = time.monotonic() - started
                self._project.add(Card(cluster.kind, cluster.key, answer, seconds))
                return answer
        return None

    def _sentence(
        self, sentence: int, drawn: bool, told: Floats | None, labeller: Labeller
    ) -> str | None:
        texts = self._learner.texts
        first, end = int(texts.starts[sentence]), int(texts.starts[sentence + 1])
        guess = self._guess(first, end, told, labeller)
        self._out.rule(f"{len(self._project.decisions().read)} tokens read")
        self._out.print(" ".join(self._shown(n, first, guess) for n in range(first, end)))
        self._out.print("Enter: right; 2-3 LABEL, 5 o: corrections; u undo, q quit")
        started = time.monotonic()
        while (line := self._line()) not in (None, "q"):
            if line == "u":
                return "u"
            labels = self._corrected(guess, line or "")
            if labels is not None:
                model = () if told is None else tuple((told[first:end] >= MARKED).tolist())
                seconds = time.monotonic() - started
                self._project.add(Sentence(first, tuple(labels), model, drawn, seconds))
                return "done"
        return None

    def _guess(self, first: int, end: int, told: Floats | None, labeller: Labeller) -> list[str]:
        """A label for what the model marks: as decided for its term, else as its places and claims
        tell."""
        known = self._learner.known(self._project.decisions())
        marked = np.array(
            [n for n in range(first, end) if told is not None and told[n] >= MARKED], np.intp
        )
        named = dict(
            zip(marked.tolist(), labeller.labels(self._learner.source, marked), strict=True)
        )
        return [known[token] or named.get(token, OUTSIDE) for token in range(first, end)]

    def _corrected(self, guess: Sequence[str], line: str) -> list[str] | None:
        """The labels after corrections such as `2-3 city; 5 o`."""
        labels = list(guess)
        for piece in filter(None, (part.strip() for part in line.split(";"))):
            where, _, name = piece.partition(" ")
            first, _, last = where.partition("-")
            label = OUTSIDE if name.strip() == "o" else self._label(name.strip())
            if label is None:
                return None
            span = range(int(first), int(last or first) + 1) if where.replace("-", "", 1).isdigit() and first else range(0)  # fmt: skip
            if not span or span[0] < 1 or span[-1] > len(labels):
                self._refused("names no tokens of the sentence")
                return None
            for place in span:
                labels[place - 1] = label
        return labels

    def _label(self, name: str) -> str | None:
        labels = self._project.setup.labels
        if name in labels:
            return name
        if name.isdecimal() and 1 <= int(name) <= len(labels):
            return labels[int(name) - 1]
        self._refused("is no label of the project")
        return None

    def _refused(self, what: str) -> None:
        if not sys.stdin.isatty():
            raise DataError(f"standard input:{self._lines}: the answer {what}")
        self._out.print(f"[red]the answer {what}[/]")

    def _line(self) -> str | None:
        line = sys.stdin.readline()
        self._lines += 1
        return line.strip() if line else None

    def _context(self, token: int) -> str:
        texts = self._learner.texts
        sentence = int(texts.sentence_of[token])
        start = max(int(texts.starts[sentence]), token - CONTEXT)
        end = min(int(texts.starts[sentence + 1]), token + CONTEXT + 1)
        before = " ".join(texts.forms[start:token])
        after = " ".join(texts.forms[token + 1 : end])
        return f"{escape(before)} [bold yellow]{escape(texts.forms[token])}[/] {escape(after)}"

    def _shown(self, token: int, first: int, guess: Sequence[str]) -> str:
        form, label = escape(self._learner.texts.forms[token]), guess[token - first]
        number = f"[dim]{token - first + 1}[/]"
        return f"{number} {form}" if label == OUTSIDE else f"{number} [bold green]{form}[/][cyan]/{escape(label)}[/]"  # fmt: skip
