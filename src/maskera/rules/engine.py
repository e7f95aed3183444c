"""The engine of the rules: one index from triggers to rules, and the places of all rules in one pass.

What triggers a rule is asked once for each lexeme; a text without triggers costs one look-up a
token.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Any

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import holding
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Exclusion, is_certain, strength, trusted
from maskera.rules.rule import DOCUMENT, Occurrence, Rule, Stage
from maskera.text import Span

Beside = Callable[[TokenTable, int], bool]
"""What a trigger asks of a token at its place."""


LISTS = 2_000  # of rules that a lexeme triggers together


def _beside(rule: Rule) -> Beside | None:
    return rule.when.beside


class Index:
    """The rules of one stage by their triggers."""

    def __init__(self, rules: Sequence[Rule], stage: Stage) -> None:
        self.rules = tuple(rule for rule in rules if rule.stage is stage)
        of_tokens = [rule for rule in self.rules if rule.when.of_tokens]
        self._once = [rule for rule in self.rules if rule.when == DOCUMENT]
        self._by_entry: dict[str, list[Rule]] = {}
        for rule in self.rules:
            for label in rule.when.entries:
                self._by_entry.setdefault(label, []).append(rule)
        labels = self._by_entry.keys()

        def listed(lexeme: Lexeme) -> tuple[Entry, ...]:
            entries = lexeme.entries or lexeme.meant_entries
            return tuple([one for one in entries if one.label in labels])

        self._listed, self._is_listed = Memo(listed), listed
        self._matched = [
            (rule, expression)
            for rule in self.rules
            if (expression := rule.when.expression) is not None
        ]

        by_form: dict[str, list[int]] = {}
        by_label: dict[str, list[int]] = {}
        tests: dict[Callable[[Lexeme], object], list[int]] = {}
        for number, rule in enumerate(of_tokens):
            for form in rule.when.forms:
                by_form.setdefault(form, []).append(number)
            for label in rule.when.listed:
                by_label.setdefault(label, []).append(number)
            if rule.when.test:
                tests.setdefault(rule.when.test, []).append(number)

        tested, holding_of = list(tests.values()), holding(tests)

        @lru_cache(LISTS)
        def together(
            numbers: tuple[int, ...],
        ) -> tuple[tuple[Beside | None, tuple[Rule, ...]], ...]:
            fitting = [of_tokens[number] for number in numbers]
            return tuple([(beside, tuple(rules)) for beside, rules in groupby(fitting, _beside)])

        def triggered(lexeme: Lexeme) -> tuple[tuple[Beside | None, tuple[Rule, ...]], ...]:
            numbers = set(by_form.get(lexeme.lower, ()))
            for label in lexeme.labels:
                numbers.update(by_label.get(label, ()))
            for place in holding_of(lexeme):
                numbers.update(tested[place])
            return together(tuple(sorted(numbers))) if numbers else ()  # as for most

        self._by_lexeme, self._triggers = Memo(triggered), triggered if of_tokens else None

    def places(
        self, table: TokenTable, claimed: Set[int] | None = None
    ) -> Iterator[tuple[Rule, Any]]:
        """Every rule with each place that triggers it. claimed: where claims begin, which alone
        exact rules are asked of."""
        starts = table.document.tokens.starts
        for rule in self._once:
            yield rule, None
        for index in table.where(self._triggers) if self._triggers else ():
            for beside, rules in self._by_lexeme[table.words[index]]:
                if beside is None or beside(table, index):
                    for rule in rules:
                        if not rule.exact or claimed is None or starts[index] in claimed:
                            yield rule, index
        if self._by_entry:
            yield from self._occurrences(table)
        for rule, expression in self._matched:
            for match in expression.finditer(table.text):
                yield rule, match

    def _occurrences(self, table: TokenTable) -> Iterator[tuple[Rule, Occurrence]]:
        """The rules of entries, with each entry: of several tokens before of the first of them."""
        single: Iterable[int] = table.where(self._is_listed)
        for index in sorted({*single, *table.multiword}) if table.multiword else single:
            if length := table.multiword.get(index, 0):
                last = index + length - 1
                for entry in table.entries(index, last):
                    for rule in self._by_entry.get(entry.label, ()):
                        yield rule, Occurrence(index, last, entry)
            for entry in self._listed[table.words[index]]:
                for rule in self._by_entry[entry.label]:
                    yield rule, Occurrence(index, index, entry)


def claims(index: Index, table: TokenTable) -> list[Detection]:
    """What the rules claim, with the trust of each."""
    found: list[Detection] = []
    for rule, place in index.places(table):
        if not (trust := rule.trust):
            found += rule.apply(table, place)
            continue
        for detection in rule.apply(table, place):
            lower = all(hypothesis.trust < trust for hypothesis in detection.hypotheses)
            found.append(trusted(detection, trust) if lower else detection)
    return found


CLOSE = -3.0  # log-odds of a claim from which it is worth telling that it was excluded


class Excluded:
    """Claims as far as no rule excludes them, and the exclusions that took something away."""

    def __init__(self, exclusions: Sequence[Exclusion]) -> None:
        self.hits: dict[tuple[Span, str], Exclusion] = {}
        self._exact: dict[Span, list[Exclusion]] = {}
        for exclusion in exclusions:
            if exclusion.exact:
                self._exact.setdefault(exclusion.span, []).append(exclusion)
        self._broad = sorted(
            [exclusion for exclusion in exclusions if not exclusion.exact],
            key=lambda exclusion: exclusion.span,
        )
        self._starts = [exclusion.span.start for exclusion in self._broad]
        self._furthest = list(accumulate([one.span.end for one in self._broad], max))

    def left(self, claim: Detection) -> Detection | None:
        """The claim with the labels that may stay; all of them where it is certain, None for no
        label."""
        if not (self._exact or self._broad):
            return claim
        against = [*self._exact.get(claim.span, ()), *self._overlapping(claim.span)]
        if not against or is_certain(claim):
            return claim
        hypotheses = claim.hypotheses
        for exclusion in against:
            hypotheses = tuple([h for h in hypotheses if h.label in exclusion.keeps])
        if strength(claim) > CLOSE:
            self.hits |= {(one.span, one.rule): one for one in against}
        return Detection(claim.span, hypotheses) if hypotheses else None

    def _overlapping(self, span: Span) -> Iterator[Exclusion]:
        place = bisect_left(self._starts, span.end) - 1
        while place >= 0 and self._furthest[place] > span.start:
            if self._broad[place].span.end > span.start:
                yield self._broad[place]
            place -= 1


def excluded(index: Index, table: TokenTable, claims: Iterable[Detection]) -> Excluded:
    """What the rules exclude of a document, to be asked of these claims."""
    claimed = {claim.span.start for claim in claims}
    found: list[Exclusion] = []
    for rule, place in index.places(table, claimed):
        found += rule.apply(table, place)
    return Excluded(found)


def sifted(
    index: Index,
    table: TokenTable,
    claims: Sequence[Detection],
    allowed: Callable[[TokenTable, Detection], Detection | None],
    note: str,
) -> tuple[Sequence[Detection], Sequence[Exclusion]]:
    """The claims but for those that a rule excludes or of which nothing is allowed, and what was
    excluded. What is certain stays.

    allowed: the claim with the labels that its letters do not rule out, None for none; note: says so.
    """
    if not claims:
        return claims, ()
    found = excluded(index, table, claims)
    kept: list[Detection] = []
    told: list[Exclusion] = []
    for claim in claims:
        if is_certain(claim):
            kept.append(claim)
        elif left := found.left(claim):
            if possible := allowed(table, left):
                kept.append(possible)
            elif strength(claim) > CLOSE:
                told.append(Exclusion(claim.span, "exclude.letters", note))
    return kept, [*found.hits.values(), *told]
