"""Learner: a pool made ready for decisions. What to ask, what the answers say of every token, the
model that they give. It holds no decision itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from maskera.evaluate.align import OUTSIDE
from maskera.learn import clusters, committee, doubt, model
from maskera.learn.clusters import Cluster, Kind
from maskera.learn.decisions import Decisions, by_cards, decided, training
from maskera.learn.hmm import fit as fit_hmm
from maskera.learn.labelling import Labeller, fit_labels
from maskera.learn.model import Floats, Recognizer, Source
from maskera.learn.pool import Pool
from maskera.learn.prior import NONE, Prior
from maskera.learn.repetition import repeated

SENSITIVE = "S"
"""The label of all mentions together, for a learner that only says sensitive or not."""
MARKED = 0.3
"""Probability from which a token counts as sensitive: what is missed costs more than what is marked
too much, and after little reading token F1 is best there, too (essays: .752 against .721 at .5)."""
ENGINES = ("crf", "hmm")


@dataclass(frozen=True)
class Learner:
    """A pool with its features, candidates and clusters, computed once."""

    texts: Pool
    prior: Prior
    source: Source
    zipfs: clusters.Zipfs
    candidate: NDArray[np.bool_]
    terms: Sequence[str]
    by_kind: dict[str, dict[str, Cluster]]
    engine: str = ENGINES[0]

    def known(self, decisions: Decisions) -> list[str | None]:
        """The label of each token that follows from the decisions, None where nothing does."""
        return decided(decisions, self.by_kind, self.terms, self.candidate)

    def fit(self, decisions: Decisions) -> Recognizer | None:
        """The model of the decisions: one label for all that is sensitive. None as long as there
        is not a sensitive and an insensitive token."""
        known = self.known(decisions)
        sentences, told = training(
            known,
            decisions,
            by_cards(decisions, self.by_kind),
            self.texts.starts,
            self.candidate,
        )
        marked = [label if label in (None, OUTSIDE) else SENSITIVE for label in told]
        learnt = self.source.tokens(np.array(sentences, np.intp)).tolist()
        if {SENSITIVE, OUTSIDE} - {marked[token] for token in learnt}:
            return None
        answers = model.answers(self.source, sentences, [SENSITIVE], marked)
        if self.engine == "hmm":
            return fit_hmm(self.source, answers)
        return committee.fit(
            self.source, answers, [None if label is None else label != OUTSIDE for label in known]
        )

    def labeller(self, decisions: Decisions, labels: Sequence[str]) -> Labeller:
        """Which label what is sensitive has, by the decisions. labels: those of the project."""
        known = enumerate(self.known(decisions))
        return fit_labels(
            self.source, {token: label for token, label in known if label is not None}, labels
        )

    def probabilities(self, learnt: Recognizer | None, source: Source | None = None) -> Floats:
        """The probability of each token to be sensitive: by the model, else by the prior. source:
        other texts than those of the pool."""
        source = source or self.source
        if learnt is None:
            return self.prior.guesses(source.texts)
        return repeated(source.texts, model.sensitive(learnt.marginals(source)))

    def cards(
        self, decisions: Decisions, kind: Kind, doubtful: Floats | None = None
    ) -> list[tuple[float, Cluster]]:
        """The cards still to be decided with their gain, most gainful first. A situation that was
        split comes as cards of its terms."""
        known = self.known(decisions)
        undecided = np.array([label is None for label in known], bool)
        found: Iterable[Cluster] = self.by_kind[kind].values()
        if kind == "situation":
            split = {
                self.terms[token]
                for (its, key), answer in decisions.cards.items()
                if its == kind and answer == "split" and key in self.by_kind[kind]
                for token in self.by_kind[kind][key].tokens
                if undecided[token]
            }
            found = [*found, *(self.by_kind["term"][term] for term in sorted(split))]
        fresh = (cluster for cluster in found if (cluster.kind, cluster.key) not in decisions.cards)
        numbers_read = self.prior.code != NONE
        return clusters.ordered(
            fresh, undecided, self.texts.forms, self.zipfs, doubtful, numbers_read
        )

    def unread(self, decisions: Decisions) -> list[int]:
        """The sentences of which not every token was read."""
        starts = self.texts.starts.tolist()
        return [
            number
            for number, (start, end) in enumerate(pairwise(starts))
            if any(token not in decisions.read for token in range(start, end))
        ]

    def next_sentences(
        self, decisions: Decisions, size: int, rng: np.random.Generator, probability: Floats | None
    ) -> tuple[list[int], list[int]]:
        """The doubtful sentences of the next batch, and its random ones (see doubt.batch)."""
        uncertain = None if probability is None else doubt.doubts(probability)
        return doubt.batch(self.texts, self.unread(decisions), size, rng, uncertain)


def learner(texts: Pool, prior: Prior, engine: str = ENGINES[0]) -> Learner:
    """A learner over a pool; takes seconds for a hundred thousand tokens."""
    source = Source(texts, prior)
    zipfs = clusters.Zipfs(texts, source.counts, prior)
    chosen = clusters.candidates(texts, zipfs)
    by_kind: dict[str, dict[str, Cluster]] = {
        kind: clusters.clusters(texts, chosen, zipfs, kind) for kind in clusters.KINDS
    }
    return Learner(texts, prior, source, zipfs, chosen, clusters.terms(texts), by_kind, engine)
