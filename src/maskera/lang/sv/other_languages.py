"""Sentences in other languages that learners write: their words are no names, though many stand in
lists of names (para, una, bin)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import Test, one_of
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Vocab
from maskera.taxonomy import FIRSTNAMES, FULL_NAME
from maskera.text import Span

_WORDS = word_list("sv", "other_languages")

LEAST = 3  # different words of a language in a sentence that is written in it, or in a text that has sentences with fewer
LIST = "other_languages"
FEWER = 1  # there: a heading, half a sentence
SHARE = 0.25  # of its tokens
SURE_NAME = 1.5  # weight of a name in the lists, or of a place, from which even a small letter leaves it one: me llamo ahmed
NO_LANGUAGE = frozenset(
    "english english_no_name language_name naming together also_name before_capital".split()
)
"""Labels of the list that are not the language (spanish) whose sentences hold the word."""


class _Words(NamedTuple):
    """What the list says. of: word -> its languages, words without which hardly a sentence is
    written and that are no Swedish ones, nor slips of such. after: word -> those that make it
    foreign right behind it (mi hijo, He works; but not My bor, Ma är). english: words of English
    sentences. no_name: those that are no name there; languages: their names. naming: what stands
    before a name (me llamo _). also_name: usual names, too (Will). before_capital: what nouns with
    a capital follow (meine Frau). first, in_english, in_other: where to look."""

    of: Mapping[str, Sequence[str]]
    after: Mapping[str, Set[str]]
    english: frozenset[str]
    no_name: frozenset[str]
    languages: frozenset[str]
    naming: frozenset[str]
    also_name: frozenset[str]
    before_capital: frozenset[str]
    first: Test
    in_english: Test
    in_other: Test


def _words(vocab: Vocab) -> _Words:
    of, after = defaultdict[str, list[str]](list), defaultdict[str, set[str]](set)
    for form, label, _, _ in vocab.lists.rows(f"words/{LIST}.tsv"):
        if label not in NO_LANGUAGE:
            of[form].append(label)
        elif label == "together":
            first, _, second = form.partition(" ")
            after[first].add(second)
    english, languages, naming, also_name, before_capital = (
        _WORDS[label]
        for label in ("english", "language_name", "naming", "also_name", "before_capital")
    )
    return _Words(
        dict(of),
        dict(after),
        english,
        english | languages | _WORDS["english_no_name"],
        languages,
        naming,
        also_name,
        before_capital,
        one_of(after.keys()),
        one_of(english),
        one_of(of.keys()),
    )


def foreign_phrases(table: TokenTable) -> dict[Span, str]:
    """Two words of another language that stand together (mi hijo, He works), and the one label that
    each may have: fam, or none."""
    its = table.vocab.derived(_words)
    found = {}
    for index in table.where(its.first):
        if (
            _small(table, index)
            and table.right(index)
            and table.lowers[index + 1] in its.after[table.lowers[index]]
        ):
            second = table.words[index + 1]
            if second.shape == "lower" or table.lowers[index] in its.before_capital:
                found[table.span(index, index)] = found[table.span(index, index + 1)] = ""
                found[table.span(index + 1, index + 1)] = "fam" if "fam" in second.labels else ""
    return found


def english_words(table: TokenTable) -> set[Span]:
    """Words of English sentences that a Swedish reader would take for names: He said, My English,
    but not my brother Will."""
    its = table.vocab.derived(_words)
    told: defaultdict[int, set[str]] = defaultdict(set)
    for index in table.where(its.in_english):
        told[table.sentence[index]].add(table.lowers[index])
    least = LEAST - 1 if len(set().union(*told.values())) >= LEAST else LEAST
    sentences = {
        number: len(words) < LEAST for number, words in told.items() if len(words) >= least
    }
    return {
        table.span(index, index)
        for index in (table.among(its.no_name) if sentences else ())
        if table.sentence[index] in sentences
        and (_small(table, index) or table.lowers[index] in its.languages)
        and not (sentences[table.sentence[index]] and _usual_name(table, index))
    }


def is_mine(table: TokenTable, index: int) -> bool:
    """Whether the name My is the English word before a noun: My mamma ringer; but not Mys mamma,
    min syster My, My ringer."""
    if not table.right(index) or table.words[index + 1].shape != "lower":
        return False
    tags = table.document.tokens.pos
    noun = "fam" in table.words[index + 1].labels or (bool(tags) and tags[index + 1] == "NOUN")
    return noun and (table.sentence_initial[index] or table.words[index].shape == "lower")


def foreign_words(table: TokenTable) -> set[Span]:
    """Words of sentences in the other languages that are in small letters or begin them, but for
    sure names."""
    its = table.vocab.derived(_words)
    told: defaultdict[tuple[int, str], set[str]] = defaultdict(set)
    for index in table.where(its.in_other):
        if _small(table, index):
            for language in its.of[table.lowers[index]]:
                told[table.sentence[index], language].add(table.lowers[index])
    whole: defaultdict[str, set[str]] = defaultdict(set)
    for (_, language), words in told.items():
        whole[language] |= words
    sentences: dict[int, bool] = {}
    for (number, language), words in told.items():
        if len(words) >= max(
            LEAST if len(whole[language]) < LEAST else FEWER,
            SHARE * len(table.document.sentences[number]),
        ):
            sentences[number] = sentences.get(number, True) and len(words) < LEAST
    return {
        table.span(index, index)
        for number, few in sentences.items()
        for index in range(
            table.document.sentences[number].start, table.document.sentences[number].end
        )
        if _small(table, index)
        and (table.lowers[index] in its.of or not _sure(table, index))
        and not (few and _usual_name(table, index))
    }


def _usual_name(table: TokenTable, index: int) -> bool:
    """Whether a word has a capital and is a usual first name, which a few words of a language
    beside it do not rule out: Can, Mia."""
    word = table.words[index]
    if word.shape not in CAPITALS:
        return False
    return word.lower in table.vocab.derived(_words).also_name or any(
        entry.weight >= SURE_NAME and entry.label in FIRSTNAMES for entry in word.entries
    )


def _small(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "lower" or table.sentence_initial[index]


def _sure(table: TokenTable, index: int) -> bool:
    """Whether a word is a name all the same: one that is listed and has a capital, stands where
    names stand, or is well known."""
    least = (
        SURE_NAME
        if table.words[index].shape == "lower"
        and table.left(index) not in table.vocab.derived(_words).naming
        else -math.inf
    )
    return any(
        entry.weight >= least and entry.label in FULL_NAME | {"city", "country"}
        for entry in table.words[index].entries
    )
