"""First names in a row behind a word for people, be they words, too: two women – Blessing and Sunday
– have left; my cousins Patience and Goodness."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.morphology import base
from maskera.lang.en.word_names import NAMED, gender, is_person, may_be_word, tells
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "word_names")

PEOPLES, ROW = _WORDS["peoples"], 8
"""Words for several people, and tokens before a mark within which one stands."""
ROW_MARKS = frozenset(("–", "—", "-", "(", ")", ":"))


def _in_row(table: TokenTable, index: int) -> Iterator[Detection]:
    if _stands_in_row(table, index):
        features = frozenset(["gen"] if base(table.lowers[index]) != table.lowers[index] else ())
        label = gender(table, index)
        yield table.claim(index, index, label, NAMED, features=features, trust=Trust.FORMAL)


def _stands_in_row(table: TokenTable, index: int) -> bool:
    """Whether a name stands with others between marks, or at a clause's end, behind a word for
    people: two women – Blessing and Sunday – left; my cousins Patience and Goodness."""
    first = last = index
    while _links(table, first - 1) and _part_of_row(table, first - 2):
        first -= 2
    while _links(table, last + 1) and _part_of_row(table, last + 2):
        last += 2
    if first == last or "and" not in table.lowers[first:last]:
        return False
    before, after = table.left(first), table.right(last)
    if before in ROW_MARKS:
        people = range(max(0, first - 1 - ROW), first - 1)
        return after in ROW_MARKS | {"", ".", ","} and any(
            is_person(table, at) or table.lowers[at] in PEOPLES for at in people
        )
    return is_person(table, first - 1) or table.at(first - 1) in PEOPLES


def _links(table: TokenTable, index: int) -> bool:
    return 0 < index < len(table.words) - 1 and table.lowers[index] in ("and", ",", "&")


def _part_of_row(table: TokenTable, index: int) -> bool:
    """Whether a token may be one of several names in a row."""
    if not 0 <= index < len(table.words) or table.words[index].shape != "capital":
        return False
    word = table.words[index]
    return may_be_word(word) or not word.labels.isdisjoint(FIRSTNAMES) or not word.entries


RULES = (
    Rule(
        "name.row",
        Stage.CLAIM,
        _in_row,
        where(lexeme(may_be_word), tells),
        FIRSTNAMES,
        cases="people",
    ),
)
