"""What an acquaintance could find: facts about a writer are looked up in the released texts.

A query is the facts, the index is the released texts, and the attack has succeeded when the text of
the person ranks first (Sparse linkage: arXiv 2504.21035). BM25 over words, and TF-IDF over character
runs with the cosine. A text set against its own original would always be found, so that is not offered.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

WORD = re.compile(r"\w+")
K1, B = 1.2, 0.75  # Robertson and Zaragoza 2009, "The probabilistic relevance framework", 3.5
RUNS = (3, 4, 5)  # characters
DRAWS = 200  # of the bootstrap
TOP = 5


@dataclass(frozen=True, slots=True)
class Fact:
    """Something known about a writer: its words, and its label where it comes from a mention."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """How often the right text was found. Shares of 1; interval: of top-1, 95 %, by bootstrap.

    by_label: label -> share of the score of the hits at rank one that its words made.
    """

    queries: int
    texts: int
    top1: float
    top5: float
    reciprocal: float
    chance: float
    interval: tuple[float, float]
    by_label: Mapping[str, float]


Scores = Callable[[str], Sequence[float]]
"""A query -> the score of every released text."""


def words(text: str) -> list[str]:
    """The words of a text, case folded."""
    return WORD.findall(text.casefold())


class Bm25:
    """Released texts ready to be searched by words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(words(text)) for text in texts]
        lengths = [counts.total() for counts in self._counts]
        mean = sum(lengths) / max(len(lengths), 1) or 1.0
        self._norms = [K1 * (1 - B + B * length / mean) for length in lengths]
        self._holding: dict[str, list[int]] = defaultdict(list)
        for number, counts in enumerate(self._counts):
            for word in counts:
                self._holding[word].append(number)

    def idf(self, word: str) -> float:
        """ln(1 + (N - n + .5) / (n + .5)) of a word that n texts hold."""
        holding = len(self._holding.get(word, ()))
        return math.log(1 + (len(self._counts) - holding + 0.5) / (holding + 0.5))

    def __call__(self, query: str) -> list[float]:
        """The score of each text; each different word of the query counts once."""
        scores = [0.0] * len(self._counts)
        for word in sorted(set(words(query))):
            for number in self._holding.get(word, ()):
                scores[number] += self.part(word, number)
        return scores

    def part(self, word: str, number: int) -> float:
        """What one word adds to the score of one text."""
        times = self._counts[number].get(word, 0)
        return self.idf(word) * times * (K1 + 1) / (times + self._norms[number]) if times else 0.0


class CharacterRuns:
    """Released texts as TF-IDF vectors over runs of three to five characters within words."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(runs(text)) for text in texts]
        holding: Counter[str] = Counter()
        for each in counts:
            holding.update(each.keys())
        # Smoothed as in scikit-learn: as if one more text held everything.
        self._idf = {
            run: math.log((1 + len(texts)) / (1 + times)) + 1 for run, times in holding.items()
        }
        self._texts: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, each in enumerate(counts):
            for run, value in self._vector(each).items():
                self._texts[run].append((number, value))
        self._count = len(texts)

    def __call__(self, query: str) -> list[float]:
        """The cosine of the query with each text."""
        scores = [0.0] * self._count
        for run, value in self._vector(Counter(runs(query))).items():
            for number, other in self._texts.get(run, ()):
                scores[number] += value * other
        return scores

    def _vector(self, counts: Mapping[str, int]) -> dict[str, float]:
        values = {run: n * self._idf[run] for run, n in counts.items() if run in self._idf}
        size = math.sqrt(sum(value * value for value in values.values())) or 1.0
        return {run: value / size for run, value in values.items()}


def runs(text: str) -> list[str]:
    """Runs of three to five characters of each word with a space on either side."""
    found = []
    for word in words(text):
        padded = f" {word} "
        found += [
            padded[start : start + length]
            for length in RUNS
            for start in range(len(padded) - length + 1)
        ]
    return found


def rank(scores: Sequence[float], right: int) -> float:
    """The rank of one text, 1 for the best; ties share their mean rank."""
    own = scores[right]
    better = sum(score > own for score in scores)
    equal = sum(score == own for score in scores)
    return better + (equal + 1) / 2


def chosen(facts: Sequence[Fact], known: int | None, rng: Random) -> list[Fact]:
    """The facts that the attacker has: so many by chance, or all (None)."""
    if known is None or known >= len(facts):
        return list(facts)
    return rng.sample(list(facts), known)


def attack(
    facts: Mapping[str, Sequence[Fact]],
    released: Mapping[str, str],
    known: int | None,
    seed: int = 7,
    search: Callable[[Sequence[str]], Scores] = Bm25,
    draws: int = DRAWS,
) -> Found:
    """Look for every writer's text by some of the facts; ids of facts are among the released.

    A writer of whom nothing is known is not looked for. The same seed gives the same queries.
    """
    ids = sorted(released)
    place = {name: number for number, name in enumerate(ids)}
    index = search([released[name] for name in ids])
    rng = Random(seed)
    ranks: list[float] = []
    told: dict[str, float] = defaultdict(float)
    for name in sorted(facts):
        query = chosen(facts[name], known, rng)
        if not query:
            continue
        scores = index(" ".join(fact.text for fact in query))
        ranks.append(rank(scores, place[name]))
        if ranks[-1] == 1 and isinstance(index, Bm25):
            for label, part in _parts(index, query, place[name]).items():
                told[label] += part
    return _found(ranks, len(ids), told, Random(seed), draws)


def _parts(index: Bm25, query: Sequence[Fact], number: int) -> Mapping[str, float]:
    """How much the words of each label add to a hit; a word of several labels counts for the first."""
    parts: dict[str, float] = defaultdict(float)
    seen: set[str] = set()
    for fact in query:
        for word in words(fact.text):
            if word not in seen:
                seen.add(word)
                parts[fact.label or "fact"] += index.part(word, number)
    return parts


def _found(
    ranks: Sequence[float], texts: int, told: Mapping[str, float], rng: Random, draws: int
) -> Found:
    count = len(ranks)
    if not count:
        return Found(0, texts, 0.0, 0.0, 0.0, 1 / max(texts, 1), (0.0, 0.0), {})
    hits = [share_within(value, 1) for value in ranks]
    means = sorted(sum(rng.choices(hits, k=count)) / count for _ in range(draws))
    total = sum(told.values()) or 1.0
    return Found(
        count,
        texts,
        sum(hits) / count,
        sum(share_within(value, TOP) for value in ranks) / count,
        sum(1 / value for value in ranks) / count,
        1 / texts,
        (means[int(0.025 * draws)], means[min(int(0.975 * draws), draws - 1)]),
        {label: told[label] / total for label in sorted(told, key=lambda label: -told[label])},
    )


def share_within(value: float, top: int) -> float:
    """1 if a rank is within the first `top`, else 0."""
    return float(value <= top)


def shuffled(facts: Mapping[str, Sequence[Fact]], seed: int = 7) -> dict[str, Sequence[Fact]]:
    """The facts of every writer given to another: what is found then is found by chance."""
    names = sorted(facts)
    order = Random(seed).sample(names, len(names))
    moved = dict(zip(order, [*order[1:], *order[:1]], strict=True))
    return {name: facts[moved[name]] for name in names}
