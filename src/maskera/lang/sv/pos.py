"""Swedish part of speech: what the tagger is told of a form, the shipped model, and what tags say for and against a name.

Most words of an essay stand in no treebank of ours. So a form is told by its relatives: that "cykel" has beside it "cykeln" and "cyklar" in
the frequency list makes it a noun, whether or not the tagger ever met it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from maskera.annotate import crf
from maskera.annotate.pos import NAMELIKE, Facts, PosTagger
from maskera.detect.words import Word, WordTable
from maskera.gazetteer import Gazetteer
from maskera.lang.sv import detection
from maskera.text import Document

MODEL = "pos.model"
NAME_LABELS = frozenset(
    "firstname_male firstname_female firstname_unknown surname city region country area place geo school work other_institution".split()
)
# An ending taken off, and what relatives of the same word have in its place.
RELATIVES: dict[str, tuple[str, ...]] = {
    "": ("a", "en", "et", "n", "t", "ar", "er", "or", "s", "are", "ast", "de", "te", "r", "na", "ade"),
    "a": ("", "t", "ar", "ade", "or", "an", "er", "de", "te", "at", "are", "as", "e"),
    "ar": ("", "a", "ade", "en", "arna", "e", "at"),
    "er": ("", "a", "en", "et", "erna", "te", "de", "t"),
    "or": ("a", "an", "orna"),
    "en": ("", "ar", "er", "ens", "arna", "et"),
    "et": ("", "en", "ets", "a", "er"),
    "an": ("a", "or", "ans"),
    "n": ("", "r", "ns", "t"),
    "t": ("", "a", "are", "n", "r", "de", "ts"),
    "e": ("", "a", "ar", "en", "t"),
    "s": ("", "a", "n", "r"),
    "r": ("", "n", "de", "t", "dde", "rna"),
    "de": ("", "r", "t", "a", "er"),
    "te": ("", "er", "t", "a"),
    "ade": ("a", "ar", "at", "ades"),
    "at": ("a", "ar", "ade"),
    "na": ("", "nas", "en"),
    "are": ("", "a", "t", "ast", "aren", "arna"),
    "ast": ("", "a", "are"),
    "arna": ("ar", "en", "e", "arnas", ""),
    "erna": ("er", "en", "ernas", ""),
    "orna": ("or", "a", "an", "ornas"),
    "as": ("a", "ar", "ade"),
    "ens": ("en", ""),
    "ets": ("et", ""),
    "igt": ("ig", "iga"),
    "iga": ("ig", "igt"),
    "ing": ("ingen", "ingar"),
    "het": ("heten", "heter"),
    "ande": ("a", "ar", "andet"),
}
KNOWN = 1.5  # Zipf: below it the frequency list holds as many slips as words


def facts(table: WordTable) -> Facts:
    """The facts of Swedish forms: frequency, ordinariness, lists and relatives."""
    relatives = _relatives(table.gazetteer)

    def of_form(form: str, lower: str) -> Iterator[str]:
        word = table.word(form)
        if word.ordinary <= 0 and not word.labels.isdisjoint(NAME_LABELS):
            yield NAMELIKE
        yield f"z={int(word.zipf)}"
        yield f"!o={max(-3, min(4, round(word.ordinary)))}"
        yield from _listed(word)
        yield from relatives(lower)

    return of_form


def _listed(word: Word) -> Iterator[str]:
    if word.genitive:
        yield "gen"
    if word.misspelt:
        yield "misspelt"
        return
    if not word.entries:
        yield "!unlisted"
    seen = set()
    for entry in word.entries:
        if entry.label in seen:
            continue
        seen.add(entry.label)
        kind = "name" if entry.label in NAME_LABELS else entry.label
        yield f"l={entry.label}{max(-2, min(4, math.floor(entry.weight)))}"
        if kind not in seen:
            seen.add(kind)
            yield f"!l={kind}"
            yield from (f"f={flag}{kind}" for flag in sorted(entry.flags))


def _relatives(lexicon: Gazetteer) -> Callable[[str], Iterator[str]]:
    zipf = lexicon.zipf
    longest = max(map(len, RELATIVES))

    def of_lower(lower: str) -> Iterator[str]:
        for length in range(min(longest, len(lower) - 2), -1, -1):
            ending = lower[len(lower) - length :]
            stem = lower[: len(lower) - length]
            for other in RELATIVES.get(ending, ()):
                if zipf(stem + other) >= KNOWN:
                    yield f"r={ending}>{other}"

    return of_lower
