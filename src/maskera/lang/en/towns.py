"""Towns of several words with a small one between them, written without hyphens and in small
letters, too (Stow on the Wold, burnham on crouch), and countries that are ordinary words: I miss
Turkey; but not the Turkey was dry."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.people import ends
from maskera.lang.en.surroundings import goes_on
from maskera.lang.en.word_names import tells
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words

_WORDS = word_list("en", "towns")

LINKS, SECOND = _WORDS["link"], _WORDS["second"]
"""Words inside the name of a town, and those that stand behind them in one: sea, trent, wold."""
HOMONYM, NO_COUNTRY = word_list("en", "exclusions")["homonym"], _WORDS["no_country"]
"""Countries that are ordinary words, and words before these: the, ate."""
COUNTRY = Evidence("name:a country that is a word", 5.0)
TOWN = Evidence("name:a town by its river or hill", 6.0)
LOOSE = frozenset(("by", "in", "next"))
"""Links that in small letters are rather prepositions."""
PLACES = frozenset(("city", "area", "region"))
RARE = 4.4  # Zipf under which a word in small letters may be a town: barton


def _may_be_first(word: Lexeme, small: bool) -> bool:
    if not word.lower.isalpha() or len(word.lower) < 3:
        return False
    if not small:
        return word.shape in CAPITALS and word.labels.isdisjoint(("weekday", "month_word"))
    known = not word.entries or not word.labels.isdisjoint(PLACES | {"surname"})
    return word.shape == "lower" and known and word.zipf < RARE


def _claim(table: TokenTable, link: int) -> Iterator[Detection]:
    first, last = link - 1, link + 1 + (table.at(link + 1) == "the")
    if first < 0 or last >= len(table.words) or table.lowers[last] not in SECOND:
        return
    if not all(table.adjacent(at) for at in range(first, last)):
        return
    small = table.words[last].shape == "lower"
    if small and table.lowers[link] in LOOSE:
        return  # barefoot by the sea
    if _may_be_first(table.words[first], small):
        yield table.claim(first, last, "city", TOWN, trust=Trust.FORMAL)


def _country(table: TokenTable, index: int) -> Iterator[Detection]:
    """A country that is an ordinary word, too, with a capital inside a sentence."""
    if table.sentence_initial[index] or not tells(table, index) or goes_on(table, index):
        return
    word = table.words[index]
    if word.shape == "capital" and table.left(index) not in NO_COUNTRY and ends(table, index):
        yield table.claim(index, index, "country", COUNTRY, trust=Trust.FORMAL)


CLAIMS = (
    Rule(
        "name.country_word",
        Stage.CLAIM,
        _country,
        words(*HOMONYM),
        frozenset(("country",)),
        cases="towns",
    ),
    Rule("name.town", Stage.CLAIM, _claim, words(*LINKS), frozenset(("city",)), cases="towns"),
)
