"""Countries and towns of the lists where they are hardly anything else: wherever the name is nothing
else (I miss Canada's winters), or by what is said of it (Allen is a nice town, Leander's streets).
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.beginnings import street_words
from maskera.lang.en.initials import is_name
from maskera.lang.en.morphology import base
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "sure_places")

SURE = {
    "country": 3.5,
    "city": 2.0,
    "region": 3.0,
}  # weights in the lists from which on a place is well known
PLACES = frozenset(("country", "city", "area", "region", "geo", "place", "nationality"))
RIVAL, LEAD = 1.5, 1.0  # weight of a person's name beside it, and by how much less than the place's
LISTED = 0.5  # weight from which on a town is one by what is said of it
PLAIN = 1.0  # log-odds of an ordinary word, which some dictionaries make of a country
LONGEST = 4  # tokens of a town's name
ADJECTIVES = 3  # words between the article and the noun at most
ONLY = Evidence("list:a place and hardly anything else", 7.0)
SAID = Evidence("cue:said of a town", 8.0)
IS, ARTICLE = _WORDS["is"], _WORDS["article"]
TOWN, OF_TOWN = _WORDS["town"], _WORDS["of_town"]
"""Nouns that a town is (city, village), and what towns have (streets, mayor)."""


def _place(word: Lexeme) -> str:
    """The label of a listed country or town that is hardly anything else; "" for other words."""
    if word.shape not in CAPITALS or not word.entries or word.plain > PLAIN:
        return ""
    best = max(word.entries, key=lambda entry: entry.weight)
    if best.weight < SURE.get(best.label, float("inf")):
        return ""
    rivals = [entry.weight for entry in word.entries if entry.label not in PLACES]
    return best.label if max(rivals, default=-LEAD) < min(RIVAL, best.weight - LEAD) else ""


def _is_place(word: Lexeme) -> bool:
    return bool(_place(word))


def _of_a_name(table: TokenTable, index: int) -> bool:
    """Whether it is part of a longer name: Canada Post, Bank of Canada."""
    return goes_on(table, index) or _led(table, index)


def _led(table: TokenTable, first: int) -> bool:
    """Whether a name begins before a token."""
    before = first - 1
    if table.left(first) in table.vocab.derived(street_words)[2]:
        return True  # rue Saint-Malo
    while before > 0 and table.lowers[before] in ("of", "the", "-", "&"):
        before -= 1
    named = before >= 0 and table.adjacent(before) and table.words[before].shape in CAPITALS
    if not named or not table.sentence_initial[before]:
        return named
    word = table.words[before]  # Cynthia Peabody, Mr Whitby; but not Lovely Peabody
    return "title" in word.labels or (is_name(word) and not word.labels.isdisjoint(FIRSTNAMES))


def _listed(table: TokenTable, index: int) -> Iterator[Detection]:
    if not table.fact(every_word_capital) and not _of_a_name(table, index):
        yield _claim(table, index, index, _place(table.words[index]), ONLY)


def _owned(table: TokenTable, noun: int) -> Iterator[Detection]:
    """A town whose streets somebody speaks of: Leander's, West Hollywood's; but not Allen's."""
    if table.words[noun - 1].genitive and table.adjacent(noun - 1):
        yield from _town(table, noun - 1)


def _is_town(table: TokenTable, noun: int) -> Iterator[Detection]:
    """A town that is said to be one: Allen is a nice town, West Hollywood was the largest city."""
    for article in range(noun - 1, max(0, noun - 2 - ADJECTIVES), -1):
        if table.lowers[article] in ARTICLE:
            if table.left(article) in IS:
                yield from _town(table, article - 2)
            return


def _town(table: TokenTable, last: int) -> Iterator[Detection]:
    """The longest listed town that ends at a token and is no part of a longer name."""
    for first in range(max(0, last - LONGEST + 1), last + 1):
        end = base(table.lowers[last])
        form = " ".join([*table.lowers[first:last], end])
        entries = table.gazetteer.entries(form) if first < last else table.words[last].entries
        capitals = all(word.shape in CAPITALS for word in table.words[first : last + 1])
        if capitals and any(e.label == "city" and e.weight >= LISTED for e in entries):
            if not (table.fact(every_word_capital) or goes_on(table, last) or _led(table, first)):
                yield _claim(table, first, last, "city", SAID)
            return


def _claim(table: TokenTable, first: int, last: int, label: str, evidence: Evidence) -> Detection:
    features = frozenset(["gen"] if table.words[last].genitive else ())
    return table.claim(first, last, label, evidence, features=features, trust=Trust.FORMAL)


CLAIMS = (
    Rule(
        "name.sure_place", Stage.CLAIM, _listed, lexeme(_is_place), frozenset(SURE),
        cases="sure_places",
    ),
    Rule(
        "name.owned_town", Stage.CLAIM, _owned, words(*OF_TOWN), frozenset(("city",)),
        cases="sure_places",
    ),
    Rule(
        "name.told_town", Stage.CLAIM, _is_town, words(*TOWN), frozenset(("city",)),
        cases="sure_places",
    ),
)  # fmt: skip
