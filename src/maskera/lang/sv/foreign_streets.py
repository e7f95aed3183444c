"""Streets abroad, told by the word for a street that they begin with: Via del Pratello, Calle de
Alcalá, rue de la Paix. `via` is a Swedish preposition, too (via Malmö)."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words

_WORDS = word_list("sv", "foreign_streets")

LEADS = _WORDS["leads"]
SWEDISH = _WORDS["swedish"]
"""Words that stand in Swedish sentences, too: a street only with one of PARTICLES behind it, with a
capital within a sentence, or, for `via`, behind one of PLACED."""
PARTICLES = _WORDS["particles"]
PLACED = _WORDS["placed"] | {":"}
SURE = 6.0  # as for other names that their first word makes (rules/events.py)
MOST = 3  # words of the name itself


def _street(table: TokenTable, lead: int) -> Iterator[Detection]:
    """The street that begins with this word, if one does."""
    last = lead
    while table.right(last) in PARTICLES:
        last += 1
    particle, named = last > lead, last
    while named - last < MOST and table.right(named) and _capital(table, named + 1):
        named += 1
    if named == last or not _meant(table, lead, particle):
        return
    yield table.claim(lead, named, "place", Evidence("cue:street abroad", SURE), trust=Trust.FORMAL)


def _capital(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "capital"


def _meant(table: TokenTable, lead: int, particle: bool) -> bool:
    """Whether the word is one for a street here."""
    if table.lowers[lead] not in SWEDISH:
        return True
    if table.lowers[lead] == "via":
        return particle or table.left(lead) in PLACED
    return particle or (_capital(table, lead) and not table.sentence_initial[lead])


CLAIMS = (
    Rule(
        "place.street_abroad",
        Stage.CLAIM,
        _street,
        words(*LEADS),
        frozenset(("place",)),
        Trust.FORMAL,
        cases="place",
    ),
)
