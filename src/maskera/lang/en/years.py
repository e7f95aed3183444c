"""Years in words (in twenty fifteen, nineteen eighty-four, two thousand and three) and spans of
years (2016-2019)."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.numerals import spoken_year
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.text import number_of

_WORDS = word_list("en", "years")

BEFORE = _WORDS["before_year"]
CODE = _WORDS["before_code"]
UNITS = frozenset(("unit", "currency", "quantity"))
FIRST, LAST = 1900, 2035
LONGEST = 4  # tokens: two thousand and three
SPOKEN = Evidence("year:in words", 6.0)  # hardly anything else, and too rare for the tagger to know
SPAN = Evidence("year:a span of years", 6.0)


def _in_words(table: TokenTable, index: int) -> Iterator[Detection]:
    """Number words that are a year: after a word that has one behind it, or of the last century."""
    forms = [table.at(index), *table.behind(index, LONGEST - 1)]
    value, length = spoken_year(table.gazetteer, forms)
    before = table.left(index)
    dated = any(e.label in ("month_word", "ordinal") for e in table.gazetteer.entries(before))
    counts = index + length < len(table.words) and not UNITS.isdisjoint(
        table.words[index + length].labels
    )
    if FIRST <= value <= LAST and not counts and (value < 2000 or dated or before in BEFORE):
        yield table.claim(index, index + length - 1, "year", SPOKEN, trust=Trust.FORMAL)


def _span(table: TokenTable, index: int) -> Iterator[Detection]:
    """Both years of a span, unless it is said to be a code; the second may be cut short
    (2019-22)."""
    dash, last = index + 1, index + 2
    if table.right(index) not in ("-", "–") or table.right(index, 3) in ("-", "–", "/"):
        return
    first, second = number_of(table.at(index)), table.right(index, 2)
    code = any(table.left(index, steps) in CODE for steps in (1, 2, 3))
    if len(second) not in (2, 4) or not second.isdecimal() or code:
        return
    until = int(second) if len(second) == 4 else first // 100 * 100 + int(second)
    if (
        FIRST <= first < until <= LAST
        and table.left(index) not in ("-", "–", "/")
        and (len(second) == 4 or (table.glued(index) and table.glued(dash)))
    ):
        for token in (index, last):
            yield table.claim(token, token, "year", SPAN, trust=Trust.FORMAL)


def _four_digits(word: Lexeme) -> bool:
    return word.shape == "digit" and len(word.lower) == 4 and word.lower.isdecimal()


CLAIMS: tuple[Rule, ...] = (
    Rule(
        "year.words", Stage.CLAIM, _in_words, words(*_WORDS["begins"]), frozenset(("year",)),
        cases="years",
    ),
    Rule("year.span", Stage.CLAIM, _span, lexeme(_four_digits), frozenset(("year",)), cases="years"),
)  # fmt: skip
