"""Word trigrams with Witten-Bell interpolation (Witten and Bell 1991), a document's own counts taken out.

p(w | h) = (c(h w) + t(h) p(w | h shortened)) / (c(h) + t(h)), where t(h) is how many different words
have followed h; below the single words lies a base distribution.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

Gram = tuple[str, ...]
Frequency = Callable[[str], float]
"""A word in small letters -> its share of running text; 0 where it is unknown."""

ORDER = 3
START = "<s>"
HIDDEN = "<hidden>"  # stands where a mention is not shown
BASE = 1 / 60_000  # of a word that nothing is known of: about as many forms as a corpus teaches


def grams(words: Sequence[str]) -> Counter[Gram]:
    """How often each run of one to three words occurs; two starts stand before the first."""
    padded = [START] * (ORDER - 1) + list(words)
    return Counter(
        tuple(padded[end - length : end])
        for end in range(ORDER, len(padded) + 1)
        for length in range(1, ORDER + 1)
    )


def common(corpus: Iterable[Sequence[str]], least: int) -> Counter[Gram]:
    """Counts of what occurs in so many documents or more: no one's text can be read off them."""
    total: Counter[Gram] = Counter()
    documents: Counter[Gram] = Counter()
    for words in corpus:
        found = grams(words)
        total.update(found)
        documents.update(found.keys())
    return Counter({gram: times for gram, times in total.items() if documents[gram] >= least})


class Trigrams:
    """A model of a corpus (and of a background of counts), for texts that may be part of it."""

    def __init__(
        self,
        corpus: Iterable[Sequence[str]],
        background: Mapping[Gram, int] | None = None,
        frequency: Frequency | None = None,
    ) -> None:
        self._counts: Counter[Gram] = Counter(background or {})
        for words in corpus:
            self._counts.update(grams(words))
        self._totals: Counter[Gram] = Counter()
        self._followers: Counter[Gram] = Counter()
        for gram, times in self._counts.items():
            self._totals[gram[:-1]] += times
            self._followers[gram[:-1]] += 1
        self._frequency = frequency

    def without(self, words: Sequence[str]) -> Scorer:
        """The model as if this text, which is one of the corpus, had not been counted."""
        return Scorer(self, grams(words))

    def whole(self) -> Scorer:
        """The model as it is, for texts that are not of the corpus."""
        return Scorer(self, Counter())

    def base(self, word: str) -> float:
        """The probability of a word before any count."""
        known = self._frequency(word) if self._frequency else 0.0
        return max(known, BASE)

    def count(self, gram: Gram) -> int:
        """How often a gram was counted."""
        return self._counts.get(gram, 0)

    def history(self, gram: Gram) -> tuple[int, int]:
        """How often a history was counted, and how many different words followed it."""
        return self._totals.get(gram, 0), self._followers.get(gram, 0)


class Scorer:
    """log p of words in their context, by a trigram model without one document's counts."""

    def __init__(self, model: Trigrams, own: Counter[Gram]) -> None:
        self._model = model
        self._own = own
        self._totals: Counter[Gram] = Counter()
        self._alone: Counter[Gram] = Counter()  # followers that this document alone has
        for gram, times in own.items():
            self._totals[gram[:-1]] += times
            self._alone[gram[:-1]] += model.count(gram) == times

    def log_probs(
        self, words: Sequence[str], span: tuple[int, int], hidden: frozenset[int] = frozenset()
    ) -> list[float]:
        """Natural logarithms of the probability of each word of a range; places in hidden are not seen."""
        context = [
            HIDDEN if place in hidden else words[place] for place in range(*self._before(span))
        ]
        context = [START] * (ORDER - 1 - len(context)) + context
        found = []
        for word in words[span[0] : span[1]]:
            found.append(math.log(self.probability(word, context[-(ORDER - 1) :])))
            context.append(word)
        return found

    @staticmethod
    def _before(span: tuple[int, int]) -> tuple[int, int]:
        return max(0, span[0] - (ORDER - 1)), span[0]

    def probability(self, word: str, context: Sequence[str]) -> float:
        """p(word | the last words), between 0 and 1, both excluded."""
        found = self._model.base(word)
        for length in range(len(context) + 1):
            history = tuple(context[len(context) - length :])
            total, followers = self._model.history(history)
            total -= self._totals.get(history, 0)
            followers -= self._alone.get(history, 0)
            if total <= 0 or followers <= 0:
                continue
            gram = (*history, word)
            times = self._model.count(gram) - self._own.get(gram, 0)
            found = (times + followers * found) / (total + followers)
        return found
