"""Degrees and subjects that somebody has studied, by what stands round the words for them."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en import situations
from maskera.lang.en.situations import words
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection, Evidence

UNLISTED = Evidence("cue:studies _", 2.5)
MOST = 4  # words of a subject
COMMON = 5.8  # Zipf from which on a word is hardly (part of) a subject
STUDENT = frozenset(("student", "students", "graduate"))


def claim(table: TokenTable, first: int, last: int, entry: Entry, own: bool) -> Iterator[Detection]:
    """A listed degree or subject with the evidence for its being somebody's."""
    if entry.weight < 1:
        return  # open terms: first, march, degree
    degree = entry.label == "edu"
    before = situations.before(table, first)
    evidence = [Evidence(f"list:{entry.label}", (-0.5 if degree else -2.0), entry.form)]
    if not words(table, "studies").isdisjoint(before[:4]):
        evidence.append(Evidence("cue:studied _", 3.2 if degree else 4.0))
    elif not degree and table.right(last) in STUDENT:
        evidence.append(Evidence("cue:_ student", 4.0))
    elif degree and not words(table, "finished").isdisjoint(before[:4]):
        evidence.append(Evidence("cue:has a _", 2.6))
    elif degree and (table.right(last) in ("in", "of", "from") or own):
        evidence.append(Evidence("cue:_ in", 1.2))
    if len(evidence) > 1:
        if own:
            evidence.append(Evidence("the writer's own story", 0.8))
        yield table.claim(first, last, "edu", *evidence)


def unlisted(table: TokenTable, at: int) -> Iterator[Detection]:
    """studies food science, a degree in town planning: a subject of no list, by its place."""
    first = at + 1
    if table.lowers[at] in words(table, "degree"):
        if table.at(first) not in ("in", "of"):
            return
        first += 1
    last, filling = first, words(table, "no_subject")
    while (
        last < len(table.words)
        and last - first < MOST
        and (table.words[last].shape == "lower" or table.words[last].ordinary > 0)
        and table.lowers[last] not in filling
        and table.words[last].zipf < COMMON
        and "nationality" not in table.words[last].labels
        and table.sentence[last] == table.sentence[at]
    ):
        last += 1
    if first < last:
        yield table.claim(first, last - 1, "edu", UNLISTED)
