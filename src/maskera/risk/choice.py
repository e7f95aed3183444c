"""What to mask of an assessed text: by a threshold, or the least that keeps a stated bound."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from maskera.risk.assess import Assessment, Entity
from maskera.risk.masking import SIZE, Choice, Item, bits_of, check_bound, least, whole_text
from maskera.risk.population import Population


@dataclass(frozen=True, slots=True)
class Bound:
    """The risk that no combination of kept entities may reach.

    risk: R, between 0 and 1. size: N, entities of a combination. whole: all kept ones together.
    population: where given, an entity carries log2(rows / matching rows) bits and R allows one person
    in 1/R to be found. Raises MaskeraError for a risk outside (0, 1).
    """

    risk: float
    size: int = SIZE
    whole: bool = False
    population: Population | None = None

    def __post_init__(self) -> None:
        check_bound(self.risk)

    @property
    def bits(self) -> float:
        """B, what a combination must stay under."""
        if self.population:
            return max(math.log2(self.population.size * self.risk), 0.01)
        return bits_of(self.risk)

    def record(self) -> dict[str, Any]:
        """What a run record says of it."""
        return {
            "risk": self.risk,
            "size": self.size,
            "bits": round(self.bits, 4),
            "whole_text": self.whole,
            "population": self.population is not None,
        }


@dataclass(frozen=True, slots=True)
class Level:
    """least: entity risk from which an entity is masked in any case. together: what the rest of a
    text is kept under together, by masking the least; None for whatever it comes to."""

    least: float
    together: float | None = None


# On gold mentions of TAB's train and dev documents in five folds, entity recall of quasi-identifiers
# is .977 at token precision .804 (default; a threshold of .3 alone has .977 at .800) and .915 at .869
# (balanced). On TAB's dev documents with our own detection, neither fitted on them, it is .907 at
# .797 (a threshold of .3: .898 at .777) and .850 at .872 (tools/risk_folds.py). Each level masks all
# that a laxer one does.
LEVELS = {"default": Level(0.4, 0.7), "balanced": Level(0.6), "cautious": Level(0.2, 0.7)}


def masked_at(assessment: Assessment, level: Level) -> frozenset[str]:
    """The names of entities that a level masks."""
    alone = masked_by_threshold(assessment, level.least)
    if level.together is None:
        return alone
    return alone | masked_by_bound(assessment, Bound(level.together, whole=True))[0]


def masked_by_threshold(assessment: Assessment, threshold: float) -> frozenset[str]:
    """The names of entities that are direct or as risky as this."""
    return frozenset(
        entity.name for entity in assessment.entities if entity.direct or entity.risk >= threshold
    )


def masked_by_bound(assessment: Assessment, bound: Bound) -> tuple[frozenset[str], Choice]:
    """The names of entities to mask: all direct ones, and the least of the others."""
    direct = frozenset(entity.name for entity in assessment.entities if entity.direct)
    items = [
        Item(entity.name, _bits(entity, bound), entity.loss)
        for entity in assessment.entities
        if not entity.direct
    ]
    choice = whole_text(items, bound.bits) if bound.whole else least(items, bound.bits, bound.size)
    return direct | choice.masked, choice


def _bits(entity: Entity, bound: Bound) -> float:
    if bound.population and entity.persons:
        return math.log2(bound.population.size / entity.persons)
    return entity.information
