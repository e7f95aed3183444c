"""Rule, Stage, Trigger: what a rule is. Read this second, after text.py.

A rule is a record: a name, the labels it claims, a stage, a trigger that is data, a trust, and the
group of cases that prove it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from maskera.mentions import Trust

if TYPE_CHECKING:
    from maskera.lexicon.gazetteer import Entry
    from maskera.lexicon.table import TokenTable
    from maskera.lexicon.vocab import Lexeme
    from maskera.mentions import Detection


class Stage(StrEnum):
    """When a rule runs. CLAIM (table, place) gives detections; EXCLUDE (table, place) exclusions."""

    CLAIM = "claim"
    EXCLUDE = "exclude"


@dataclass(frozen=True, slots=True)
class Trigger:
    """Where a rule is asked: at tokens of these forms in lower case, at tokens under one of these
    labels in the word lists, at tokens whose lexeme a test says yes to, at each entry of the lists
    under one of these labels, or at each match of an expression; once a document where nothing is
    given. beside: what must hold of the token at its place, too, asked once of it for all rules
    that stand side by side with it.

    What is passed to the rule as its place is the index of the token, an Occurrence, the match, or
    None.
    """

    forms: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    test: Callable[[Lexeme], object] | None = None
    expression: re.Pattern[str] | None = None
    beside: Callable[[TokenTable, int], bool] | None = None

    @property
    def of_tokens(self) -> bool:
        """Whether single tokens trigger the rule."""
        return bool(self.forms or self.listed or self.test)


class Occurrence(NamedTuple):
    """An entry of the word lists in a text, from token `first` to token `last`."""

    first: int
    last: int
    entry: Entry


DOCUMENT = Trigger()


def words(*forms: str) -> Trigger:
    """Tokens of these forms, in capitals or not."""
    return Trigger(forms=frozenset(form.lower() for form in forms))


def listed(*labels: str) -> Trigger:
    """Tokens that the word lists have under one of these labels."""
    return Trigger(listed=frozenset(labels))


def entries(*labels: str) -> Trigger:
    """Entries of the word lists under one of these labels, of one token or of several; of a token
    that is no entry itself those of the word it is a slip of."""
    return Trigger(entries=frozenset(labels))


def lexeme(test: Callable[[Lexeme], object]) -> Trigger:
    """Tokens of which a test is true; it is asked once for each form."""
    return Trigger(test=test)


def where(trigger: Trigger, beside: Callable[[TokenTable, int], bool]) -> Trigger:
    """The tokens of a trigger at which something holds that their neighbours tell."""
    return replace(trigger, beside=beside)


def regex(expression: str) -> Trigger:
    """Each match of a regular expression."""
    return Trigger(expression=re.compile(expression))


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    name: `group.what`, as `age.turns`. apply: called as apply(table, place); gives detections
    (CLAIM) or exclusions (EXCLUDE). labels: of its claims; empty for an exclusion of all labels.
    trust: of its claims. exact: of an exclusion of single tokens: it concerns claims on the very
    token, and is asked only where a claim begins. cases: the file of tests/cases that fires it.
    """

    name: str
    stage: Stage
    apply: Callable[[Any, Any], Iterable[Any]]
    when: Trigger = DOCUMENT
    labels: frozenset[str] = frozenset()
    trust: Trust = Trust.EVIDENCE
    cases: str = ""
    exact: bool = False


def of_document(
    name: str,
    detect: Callable[[TokenTable], Iterable[Detection]],
    cases: str = "",
    labels: frozenset[str] = frozenset(),
) -> Rule:
    """A rule of the stage CLAIM that looks through a document by itself: for what has an index of
    its own, as patterns and word lists have."""

    def apply(table: TokenTable, _: None) -> Iterable[Detection]:
        return detect(table)

    return Rule(name, Stage.CLAIM, apply, labels=labels, cases=cases)


__all__ = [
    "DOCUMENT",
    "Occurrence",
    "Rule",
    "Stage",
    "Trigger",
    "Trust",
    "entries",
    "lexeme",
    "listed",
    "of_document",
    "regex",
    "where",
    "words",
]
