"""First names in a row behind a word for people, be they words, too: two women – Blessing and Sunday
– have left; my cousins Patience and Goodness."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.called import genders
from maskera.lang.en.morphology import marks
from maskera.lang.en.people import KNOWN, NO_NAMES, unlisted
from maskera.lang.en.word_names import (
    NAMED,
    is_person,
    label_of,
    may_be_word,
    tells,
    writes_capitals,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "word_names")

PEOPLES, ROW = _WORDS["peoples"], 8
"""Words for several people, and tokens before a mark within which one stands."""
OTHERS = _WORDS["article"] | {"me", "i"}
"""What a row may end in: Hesik, Mara and me, Hesik, Mara and a baby."""
ROW_MARKS = frozenset(("–", "—", "-", "(", ")", ":"))


def _small(word: Lexeme) -> bool:
    """Whether a word in small letters may be a first name in a row."""
    listed = not word.labels.isdisjoint(FIRSTNAMES) and word.labels.isdisjoint(NO_NAMES)
    return word.shape == "lower" and ((listed and word.plain <= KNOWN) or unlisted(word))


def _may_stand(word: Lexeme) -> bool:
    return may_be_word(word) or _small(word) or (word.shape == "capital" and unlisted(word))


def _in_row(table: TokenTable, index: int) -> Iterator[Detection]:
    if _part_of_row(table, index) and (people := _people_of_row(table, index)) is not None:
        relatives, _ = table.vocab.derived(genders)
        features = marks(table.lowers[index])
        told = relatives.get(people, "") or relatives.get(people.removesuffix("s"), "")
        label = told or label_of(table, index)
        yield table.claim(index, index, label, NAMED, features=features, trust=Trust.FORMAL)


def _people_of_row(table: TokenTable, index: int) -> str | None:
    """The word for people behind which a name stands with others, between marks or at a clause's
    end (two women – Blessing and Sunday – left; my cousins Patience and Goodness); None elsewhere."""
    first = last = index
    while _links(table, first - 1) and _part_of_row(table, first - 2):
        first -= 2
    while _links(table, last + 1) and _part_of_row(table, last + 2):
        last += 2
    before, after = table.left(first), table.right(last)
    goes_on = after == "and" and table.right(last, 2) in OTHERS
    if first == last or not (goes_on or "and" in table.lowers[first:last]):
        return None
    after = "" if goes_on else after
    near = [first - 1]
    if before in ROW_MARKS | {","}:
        if after not in ROW_MARKS | {"", ".", ","}:
            return None
        near = [*range(first - 2, max(-1, first - 2 - ROW), -1)]
    people = (at for at in near if is_person(table, at) or table.at(at) in PEOPLES)
    found = next(people, None)
    return None if found is None else table.lowers[found]


def _links(table: TokenTable, index: int) -> bool:
    return 0 < index < len(table.words) - 1 and table.lowers[index] in ("and", ",", "&")


def _part_of_row(table: TokenTable, index: int) -> bool:
    """Whether a token may be one of several names in a row."""
    if not 0 <= index < len(table.words):
        return False
    word = table.words[index]
    if _small(word):
        return not table.fact(writes_capitals)
    if word.shape != "capital":
        return False
    return may_be_word(word) or not word.labels.isdisjoint(FIRSTNAMES) or not word.entries


RULES = (
    Rule(
        "name.row",
        Stage.CLAIM,
        _in_row,
        where(lexeme(_may_stand), tells),
        FIRSTNAMES,
        cases="people",
    ),
)
