"""Countries whose names are hardly anything else, wherever they stand: I miss Canada's winters."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme

LABEL = "country"
SURE, RIVAL = 3.5, 1.5  # weights of a country in the lists, and of what else the word may be
PLAIN = 1.0  # log-odds of an ordinary word, which some dictionaries make of a country
COUNTRY = Evidence("list:country and hardly anything else", 7.0)


def _only_a_country(word: Lexeme) -> bool:
    if word.shape not in CAPITALS or not word.entries or word.plain > PLAIN:
        return False
    sure = any(entry.label == LABEL and entry.weight >= SURE for entry in word.entries)
    return sure and all(entry.label == LABEL or entry.weight < RIVAL for entry in word.entries)


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    """A country that is no part of a longer name: not Canada Post, nor the Bank of Canada."""
    if table.fact(every_word_capital) or goes_on(table, index):
        return
    before = index - 1
    while before > 0 and table.lowers[before] in ("of", "the", "-", "&"):
        before -= 1
    named = before >= 0 and table.adjacent(before) and table.words[before].shape in CAPITALS
    if named and not table.sentence_initial[before]:
        return
    features = frozenset(["gen"] if table.words[index].genitive else ())
    yield table.claim(index, index, LABEL, COUNTRY, features=features, trust=Trust.FORMAL)


CLAIMS = (
    Rule(
        "name.country",
        Stage.CLAIM,
        _claim,
        lexeme(_only_a_country),
        frozenset((LABEL,)),
        cases="countries",
    ),
)
