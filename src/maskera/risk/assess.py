"""Texts and a model -> the risk of each mention, entity and document, with the indicators behind it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from maskera.mentions import probability
from maskera.risk.indicators import INDICATORS
from maskera.risk.indicators.classification import directness
from maskera.risk.model import Corpus, RiskModel, Stack
from maskera.risk.population import Population
from maskera.risk.texts import Text, entities, word_count

SURE = 1 - 1e-9  # no risk is 1: its information would have no end
POPULATION = "population"  # beside the indicators: one by the number of persons who agree


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity of a document and its risk, the greatest of its mentions'.

    direct: whether it alone identifies the person. why: indicator -> its score at the riskiest
    mention, as a probability where it is fitted. mentions: by their places in text.mentions.
    words: how many words all its mentions have. persons: how many of the population agree with it,
    at least one; None where that does not tell.
    """

    name: str
    label: str
    risk: float
    direct: bool
    why: Mapping[str, float]
    mentions: tuple[int, ...]
    words: int
    persons: float | None = None

    @property
    def loss(self) -> int:
        """What masking it costs."""
        return 1 + self.words

    @property
    def information(self) -> float:
        """-log2(1 - risk), in bits."""
        return -math.log2(1 - min(self.risk, SURE))


@dataclass(frozen=True, slots=True)
class Assessment:
    """A text with the risk of its mentions and entities."""

    text: Text
    mentions: tuple[float, ...]
    entities: tuple[Entity, ...]

    @property
    def risk(self) -> float:
        """That at least one entity finds the person: one minus the product of what the entities leave."""
        return abs(math.expm1(-self.bits * math.log(2)))  # and not -0.0 of nothing

    @property
    def bits(self) -> float:
        """What all entities carry together: orders documents where the risk of all rounds to 1."""
        return sum(entity.information for entity in self.entities)


Direct = Callable[[Text, int, float], bool]
"""Whether a mention (text, place, log-odds of the model) is a direct identifier."""


def by_model(text: Text, place: int, odds: float) -> bool:
    """What the model says; for English, trained on annotators' decisions."""
    return odds > 0


def assess(corpus: Corpus, model: RiskModel, direct: Direct = by_model) -> list[Assessment]:
    """The risk of every text of a corpus, in order; the same whatever the order."""
    whole_corpus = replace(corpus, texts=[text.whole for text in corpus.texts])
    columns = {name: indicator(whole_corpus, model) for name, indicator in INDICATORS.items()}
    sure = directness(whole_corpus, model)
    found = []
    for number, text in enumerate(corpus.texts):
        units = text.units or range(len(text.mentions))
        of_text = {
            name: [column[number][unit] for unit in units] for name, column in columns.items()
        }
        stacked = [
            stack(model.stack, {name: column[place] for name, column in of_text.items()})
            for place in range(len(text.mentions))
        ]
        risks = tuple(map(probability, stacked))
        is_direct = [direct(text, place, sure[number][unit]) for place, unit in enumerate(units)]
        whole = tuple(
            _entity(corpus, text, name, places, risks, is_direct, of_text)
            for name, places in entities(text).items()
        )
        found.append(Assessment(text, risks, whole))
    return found


def stack(weights: Stack, scores: Mapping[str, float | None]) -> float:
    """The log-odds of one mention from its indicators."""
    total = weights.bias
    for name, weight, centre in zip(weights.names, weights.weights, weights.centres, strict=True):
        score = scores.get(name)
        if score is not None:
            total += weight * (score - centre)
    return total / weights.temperature


FITTED = ("probability", "classification")  # whose scores are log-odds


def _entity(
    corpus: Corpus,
    text: Text,
    name: str,
    places: Sequence[int],
    risks: Sequence[float],
    direct: Sequence[bool],
    columns: Mapping[str, Sequence[float | None]],
) -> Entity:
    worst = max(places, key=lambda place: risks[place])
    why = {
        indicator: round(probability(score) if indicator in FITTED else score, 4)
        for indicator, column in columns.items()
        if (score := column[worst]) is not None
    }
    persons = _persons(corpus.population, text, places)
    if persons:
        why[POPULATION] = round(1 / persons, 6)
    return Entity(
        name,
        text.mentions[places[0]].label,
        risks[worst],
        any(direct[place] for place in places),
        why,
        tuple(places),
        word_count(text, places),
        persons,
    )


def _persons(population: Population | None, text: Text, places: Sequence[int]) -> float | None:
    """How many persons agree with an entity: by the rarest of its forms that fits anybody."""
    if population is None:
        return None
    marked = [text.mentions[place] for place in places]
    forms = {(each.label, text.written(each)) for each in marked if population.told(each.label)}
    if not forms:
        return None
    counts = [population.matching(label, written) for label, written in forms]
    return max(min(filter(None, counts), default=1.0), 1.0)
