"""Values of the laboratory and measures of the body, which look like plates, house numbers, ages
and dates: Hb 132, CRP 120, 145/85."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from maskera import expressions as re
from maskera.lang.sv.patterns import CARS
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import Test, one_of
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab

_WORDS = word_list("sv", "body_measures")

ENDINGS = ("", "-värde", "-värdet")
_SAYS = rf"[ \t:=<>≈~(]*(?:{_WORDS.either('says')}\b[ \t:=<>≈~]*){{0,4}}"
_NUMBER, _END = r"\d{1,3}(?:[.,]\d{1,2})?", r"(?![\w-]*\w|/ ?\d)"
_VALUE = re.compile(rf"{_SAYS}{_NUMBER}(?:[-–]{_NUMBER})?{_END}")
_APGAR = re.compile(rf"{_SAYS}\d{{1,2}}(?: ?[-–,/] ?\d{{1,2}}){{0,2}}{_END}")
_PRESSURE = re.compile(rf"{_SAYS}(?:[7-9]\d|[12]\d\d) ?/ ?(?:[3-9]\d|1[0-4]\d)(?!\d)")
_SCORE = "apgar"


class _Measures(NamedTuple):
    """What is measured, as words/body_measures.tsv lists it.

    sure: words that are nothing else, with the letter of the sample (`p-`: plasma). short: words
    that count beside another one and in these letters alone, for else they are words, lines of
    trains, items of lists. values: word -> the form of its value, where it has one of its own.
    """

    sure: frozenset[str]
    short: frozenset[str]
    values: Mapping[str, re.Pattern[str]]
    is_one: Test


def _measures(vocab: Vocab) -> _Measures:
    def words(label: str) -> frozenset[str]:
        return _WORDS[label]

    samples = ("", *words("sample"))
    sure = frozenset(
        sample + what + ending
        for sample in samples
        for what in words("measured")
        for ending in ENDINGS
    )
    values = dict.fromkeys(words("pressure"), _PRESSURE) | {_SCORE: _APGAR}
    short = words("short")
    return _Measures(sure, short, values, one_of({*sure, *values, *map(str.lower, short)}))


def body_measures(table: TokenTable) -> Iterator[tuple[int, int]]:
    """Where such a word and its value stand, but in sentences that speak of cars."""
    text, tokens = table.text, table.document.tokens
    known = table.vocab.derived(_measures)
    found: dict[int, tuple[int, int]] = {}
    for index in table.where(known.is_one):
        if value := known.values.get(table.lowers[index], _VALUE).match(text, tokens.ends[index]):
            found[index] = tokens.starts[index], value.end()
    measures = Counter([table.sentence[index] for index in found])
    for index, (start, end) in found.items():
        written, number = text[start : tokens.ends[index]], table.sentence[index]
        told = (
            table.lowers[index] in known.sure
            or table.lowers[index] in known.values
            or (written in known.short and measures[number] > 1)
        )
        sentence = table.document.sentences[number]
        if told and not CARS.search(
            text, tokens.starts[sentence.start], tokens.ends[sentence.end - 1]
        ):
            yield start, end
