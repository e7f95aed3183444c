"""Streets, schools and houses abroad, told by the word for one that they begin with: Via del
Pratello, rue de la Paix, Universidad de los Andes, Iglesia de San José. `via` is a Swedish
preposition, too (via Malmö), and Calle a man's name."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words

_WORDS = word_list("sv", "foreign_streets")

LEADS = _WORDS["leads"]
HOUSES = {"schools": "school", "houses": "other_institution", "markets": "place"}
"""Lists of other such words, and what they are for."""
SWEDISH = _WORDS["swedish"]
"""Words that stand in Swedish sentences, too: a street only with one of PARTICLES behind it, or with
a capital within a sentence; those of `behind_placed` only with one of PARTICLES or behind one of PLACED."""
PARTICLES = _WORDS["particles"]
PLACED = _WORDS["placed"] | {":"}
SURE = 6.0  # as for other names that their first word makes (rules/events.py)
MOST = 3  # words of the name itself
MOST_OF_A_HOUSE = 7  # words of one, particles among them


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
    yield _claim(table, lead, named, "place")


def _house(table: TokenTable, lead: int) -> Iterator[Detection]:
    """The school or house that begins with this word, if one does: capitals and what ties them."""
    last = end = lead
    while end - lead < MOST_OF_A_HOUSE and (after := table.right(end)):
        end += 1
        if _capital(table, end):
            last = end
        elif after not in PARTICLES:
            break
    if last > lead and _capital(table, lead):
        lists = (name for name in HOUSES if table.lowers[lead] in _WORDS[name])
        yield _claim(table, lead, last, HOUSES[next(lists)])


def _claim(table: TokenTable, first: int, last: int, label: str) -> Detection:
    features = frozenset(("foreign",) if label == "place" else ())
    evidence = Evidence("cue:street abroad", SURE)
    return table.claim(first, last, label, evidence, features=features, trust=Trust.FORMAL)


def _capital(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "capital"


def _meant(table: TokenTable, lead: int, particle: bool) -> bool:
    """Whether the word is one for a street here."""
    if table.lowers[lead] not in SWEDISH:
        return True
    if table.lowers[lead] in _WORDS["behind_placed"]:
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
    Rule(
        "institution.abroad",
        Stage.CLAIM,
        _house,
        words(*(word for name in HOUSES for word in _WORDS[name])),
        frozenset(HOUSES.values()),
        Trust.FORMAL,
        cases="school",
    ),
)
