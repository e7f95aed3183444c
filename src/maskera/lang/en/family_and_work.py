"""Family, professions, education and sensitive words: ordinary words that count only when said of
the writer or of particular people."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskera.lang.en import education, family, health, professions, situations
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import WordLists
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection
from maskera.rules.rule import Occurrence, Rule, Stage, Trigger, entries, words

Listed = Callable[[TokenTable, int, int, Entry, bool], Iterator[Detection]]
"""What a listed word from one token to another is claimed as, in a text of one's own or not."""
LABELS = frozenset(("fam", "prof", "edu", "subject", "sensitive"))
"""Of the listed words that are read here."""
_TELLING = Memo[Lexeme, bool](
    lambda word: any(entry.label in LABELS for entry in word.entries or word.meant_entries)
)


def rules(lists: WordLists) -> tuple[Rule, ...]:
    """What the lists of family, professions, education and sensitive words claim with what stands
    round them, and what words before and parts of such a phrase claim of no list."""
    told = situations.told(lists)

    def rule(
        name: str,
        apply: Callable[[TokenTable, int], Iterator[Detection]],
        label: str,
        *forms: str,
    ) -> Rule:
        return Rule(name, Stage.CLAIM, apply, words(*forms), frozenset((label,)), cases="family")

    return (
        rule("work.as", professions.behind_as, "prof", "as"),
        rule("work.composed", professions.composed, "prof", *told["trade_head"]),
        rule("work.be", professions.behind_be, "prof", *told["be"]),
        rule("work.studies", education.unlisted, "edu", *told["reads"], *told["degree"]),
        rule("family.body", health.of_body, "sensitive", *told["body_part"]),
        rule("family.ill_of", health.ill_of, "sensitive", *told["ill_of"]),
        _listed("family.kin", family.claim, "fam", entries("fam")),
        _listed("work.profession", professions.claim, "prof", entries("prof")),
        _listed("work.education", education.claim, "edu", entries("edu", "subject")),
        _listed("family.sensitive", health.claim, "sensitive", entries("sensitive")),
    )


def _listed(name: str, claim: Listed, label: str, when: Trigger) -> Rule:
    def apply(table: TokenTable, place: Occurrence) -> Iterator[Detection]:
        if (place.first, place.last) in table.fact(_outermost):
            yield from claim(table, *place, table.fact(situations.own_story))

    return Rule(name, Stage.CLAIM, apply, when, frozenset((label,)), cases="family")


def _outermost(table: TokenTable) -> frozenset[tuple[int, int]]:
    """First and last tokens of the listed words, of those inside a longer one the longer one alone
    (step brother, not brother)."""
    found: list[tuple[int, int]] = []
    inside = -1
    for index in sorted({*_TELLING.places(table.words), *table.multiword}):
        if index <= inside:
            continue
        length = table.multiword.get(index, 0)
        several = table.entries(index, index + length - 1) if length else ()
        if any(entry.label in LABELS for entry in several):
            inside = index + length - 1
        elif _TELLING[table.words[index]]:
            inside = index
        else:
            continue
        found.append((index, inside))
    return frozenset(found)
