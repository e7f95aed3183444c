"""Trades that nobody has yet: söker jobb som kock, ansökan till tjänsten som lektor, vi söker en
logoped."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.persons import POSSESSIVES
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of
from maskera.lexicon.tsv import word_list
from maskera.text import Span

_WORDS = word_list("sv", "sought")

_SEEKS = one_of(_WORDS["seeks"])
_POST = _WORDS.ranked("post")
_ARTICLES = frozenset(("en", "ett"))
_SEEKERS = _WORDS["seekers"]
POST_WITHIN, TRADE_WITHIN = 4, 3  # tokens: söker nu ett fast jobb som _, som erfaren _


def sought(table: TokenTable) -> Iterator[Span]:
    """Where trades stand that somebody applies for or looks for; but not söker en kock som heter
    Bo, söker min lärare, sökte jobb som min bror, kock."""
    for verb in table.where(_SEEKS):
        start = _of_post(table, verb)
        if start is None and table.lowers[verb] in _SEEKERS and table.right(verb) in _ARTICLES:
            start = verb + 2
        if start is not None:
            yield from _trade(table, start)


def _of_post(table: TokenTable, verb: int) -> int | None:
    """The token behind "jobb som" after a verb; None where there is none."""
    for post in range(1, POST_WITHIN + 1):
        if table.right(verb, post).startswith(_POST):
            return verb + post + 2 if table.right(verb, post + 1) == "som" else None
    return None


def _trade(table: TokenTable, start: int) -> Iterator[Span]:
    """The first trade from a token on, behind an adjective or two."""
    for first in range(start, min(start + TRADE_WITHIN, len(table.words))):
        if table.sentence[first] != table.sentence[start - 1] or table.lowers[first] in POSSESSIVES:
            return
        last = first + table.multiword.get(first, 1) - 1
        if any(entry.label == "prof" for entry in table.entries(first, last)):
            if table.right(last) != "som":
                yield table.span(first, last)
            return
