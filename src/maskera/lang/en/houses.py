"""Houses whose kind stands in small letters behind their name (the Nellaiappar temple, karmand
centre), and those told by number: School No. 47."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera.lang.en.morphology import base
from maskera.lang.en.people import ends
from maskera.lang.en.situations import words as words_of
from maskera.lang.en.surroundings import every_word_capital
from maskera.lang.en.word_names import writes_capitals
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where, words
from maskera.taxonomy import FULL_NAME

_WORDS = word_list("en", "houses")

KINDS: Mapping[str, str] = {
    form: label for label in ("place", "school", "other_institution") for form in _WORDS[label]
}
"""Nouns that tell a kind -> the label of the name before them."""
INSIDE = _WORDS["inside"]
"""Words between a name and its kind: lidget green school, karmand community centre."""
GENERAL = _WORDS["general"]
"""Words before what is any house of a town: a Leeds hospital."""
NUMBERED: Mapping[str, str] = {
    form: label.removeprefix("numbered_")
    for label in ("numbered_school", "numbered_other_institution")
    for form in _WORDS[label]
}
LETTERS, TO_SCHOOL = frozenset(("ps",)), _WORDS["to_school"]
"""Letters of schools in New York, and words before them."""
NUMBER = _WORDS["number"]
STREET, GENERAL_STREET = _WORDS["street"], _WORDS["general_street"]
"""Nouns of streets, and words before one that is any: in main road."""
STREET_BEFORE, QUARTER = _WORDS["street_before"], _WORDS["quarter"]
"""Words before where something is, and nouns of parts of towns: in whipps cross."""
WORKED_FOR = frozenset(("at", "for"))
TOLD = 6  # tokens before a name in which work is told
MOST = 2  # words of a street's name before its noun
TOWNS = frozenset(("city", "area", "region"))
NO_NAMES = _WORDS["no_name"]
"""Lists whose words name no house before its kind."""
HOUSE = Evidence("name:before a kind in small letters", 6.0)
BY_NUMBER = Evidence("name:a house by its number", 6.0)
PLAIN = 0.5  # log-odds from which on a listed name is rather another word in small letters
SHORTEST = 4  # letters of a name of no list


def _may_name(word: Lexeme) -> bool:
    """Whether a word may be what a house is called: of no list and no dictionary, or a town's or a
    person's name."""
    if word.shape not in ("lower", "capital") or not word.lower.isalpha():
        return False
    if word.entries:
        named = not word.labels.isdisjoint(TOWNS | FULL_NAME)
        return named and word.labels.isdisjoint(NO_NAMES) and word.plain <= PLAIN
    slip = word.shape == "lower" and word.meant
    return not (slip or word.ordinary > 0 or word.plain > PLAIN) and len(word.lower) >= SHORTEST


def _begins(table: TokenTable, index: int) -> int:
    """The token where the name before a kind begins; the kind's own for none."""
    first = index - 1
    while first > 0 and table.adjacent(first) and table.lowers[first] in INSIDE:
        first -= 1
    if first < 0 or not table.adjacent(first) or table.sentence[first] != table.sentence[index]:
        return index
    return first if _may_name(table.words[first]) else index


def _of_kind(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "lower" and _begins(table, index) < index


def _house(table: TokenTable, index: int) -> Iterator[Detection]:
    first = _begins(table, index)
    if table.fact(every_word_capital) or table.left(first) in GENERAL:
        return
    word = table.words[first]
    tells = word.shape in CAPITALS and not table.sentence_initial[first]
    if not ((tells and not word.entries) or table.few_capitals) or base(word.lower) != word.lower:
        return
    if first and table.adjacent(first - 1) and table.words[first - 1].shape in CAPITALS:
        return  # a name that begins before
    label = KINDS[table.lowers[index]]
    trust = Trust.FORMAL if table.few_capitals else Trust.EVIDENCE
    yield table.claim(first, index, label, HOUSE, trust=trust)


def _street_of(table: TokenTable, index: int) -> int:
    """Where the name of a street begins that stands without an article: in forest road; the noun
    itself for none."""
    first = index - 1
    while index - first <= MOST and first > 0 and table.at(first) not in STREET_BEFORE:
        first -= 1
    if first < 0 or table.at(first) not in STREET_BEFORE or first + 1 == index:
        return index
    names = table.words[first + 1 : index]
    said = all(word.lower.isalpha() and word.lower not in GENERAL_STREET for word in names)
    same = table.sentence[first] == table.sentence[index]
    return first + 1 if said and same and table.adjacent(index - 1) else index


def _street(table: TokenTable, index: int) -> Iterator[Detection]:
    """A street in a text without capitals: in forest road."""
    if table.words[index].shape != "lower" or table.fact(writes_capitals):
        return
    if (first := _street_of(table, index)) < index and table.words[first].shape == "lower":
        yield table.claim(first, index, "place", HOUSE, trust=Trust.FORMAL)


def _quarter(table: TokenTable, index: int) -> Iterator[Detection]:
    """A part of a town, of no list, in a text without capitals: in whipps cross."""
    first = index - 1
    if first < 1 or table.words[index].shape != "lower" or table.fact(writes_capitals):
        return
    word = table.words[first]
    if table.left(first) in STREET_BEFORE and not word.entries and _may_name(word):
        yield table.claim(first, index, "area", HOUSE, trust=Trust.FORMAL)


def _employer(table: TokenTable, index: int) -> Iterator[Detection]:
    """What no list has, where one works, in a text without capitals: i have nights at freshtime."""
    if table.fact(writes_capitals) or table.left(index) not in WORKED_FOR:
        return
    behind = (table.left(index, step) for step in range(2, 2 + TOLD))
    working = not words_of(table, "works_at").isdisjoint(behind)
    if working and ends(table, index):
        yield table.claim(index, index, "work", HOUSE, trust=Trust.FORMAL)


def _unlisted_small(word: Lexeme) -> bool:
    unknown = not word.entries and word.ordinary <= 0 and not word.meant
    return (
        word.shape == "lower" and unknown and len(word.lower) >= SHORTEST and word.lower.isalpha()
    )


def _numbered(table: TokenTable, index: int) -> Iterator[Detection]:
    at = index + 1
    if table.lowers[index] in LETTERS:
        if table.words[index].shape != "upper" or table.at(index - 1) not in TO_SCHOOL:
            return
    elif table.at(at) in NUMBER:
        at += 1 + (table.at(at + 1) == ".")
    else:
        return
    if at < len(table.words) and table.words[at].shape == "digit":
        label = NUMBERED[table.lowers[index]]
        yield table.claim(index, at, label, BY_NUMBER)


PLACE = frozenset(("place",))
RULES = (
    Rule(
        "name.house",
        Stage.CLAIM,
        _house,
        where(words(*KINDS), _of_kind),
        frozenset(KINDS.values()),
        cases="houses",
    ),
    Rule(
        "name.small_employer",
        Stage.CLAIM,
        _employer,
        lexeme(_unlisted_small),
        frozenset(("work",)),
        cases="houses",
    ),
    Rule("name.street", Stage.CLAIM, _street, words(*STREET), PLACE, cases="houses"),
    Rule(
        "name.quarter",
        Stage.CLAIM,
        _quarter,
        words(*QUARTER),
        frozenset(("area",)),
        cases="houses",
    ),
    Rule(
        "name.numbered_house",
        Stage.CLAIM,
        _numbered,
        words(*NUMBERED),
        frozenset(NUMBERED.values()),
        cases="houses",
    ),
)
