"""The engine of the rules: one index from triggers to rules, and the places of all rules in one pass.

What triggers a rule is asked once for each lexeme; a text without triggers costs one look-up a
token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Trust, trusted
from maskera.rules.rule import Rule, Stage


class Index:
    """The rules of one stage by their triggers."""

    def __init__(self, rules: Sequence[Rule], stage: Stage) -> None:
        self.rules = tuple(rule for rule in rules if rule.stage is stage)
        of_tokens = [rule for rule in self.rules if rule.when.of_tokens]
        self._once = [
            rule for rule in self.rules if not (rule.when.of_tokens or rule.when.expression)
        ]
        self._matched = [
            (rule, expression)
            for rule in self.rules
            if (expression := rule.when.expression) is not None
        ]
        triggered: Callable[[Lexeme], tuple[Rule, ...]] = lambda lexeme: tuple(  # noqa: E731
            [rule for rule in of_tokens if rule.when.fits(lexeme)]
        )
        self._by_lexeme = Memo(triggered)

    def places(self, table: TokenTable) -> Iterator[tuple[Rule, Any]]:
        """Every rule with each place that triggers it."""
        for rule in self._once:
            yield rule, None
        for index in self._by_lexeme.places(table.words):
            for rule in self._by_lexeme[table.words[index]]:
                yield rule, index
        for rule, expression in self._matched:
            for match in expression.finditer(table.text):
                yield rule, match


def claims(index: Index, table: TokenTable) -> Iterator[Detection]:
    """What the rules claim, with the trust of each."""
    for rule, place in index.places(table):
        for detection in rule.apply(table, place):
            lower = rule.trust and all(h.trust < rule.trust for h in detection.hypotheses)
            yield trusted(detection, Trust(rule.trust)) if lower else detection
