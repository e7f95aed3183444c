"""Who signs a letter or a message with whatever word: Mvh Selam, kram ␤ din nok, ok puss // tuss."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.where_people_stand import (
    LEAST_GIVEN,
    NEVER,
    PEOPLE,
    SURE,
    WELL_KNOWN,
    as_place,
    nobody_knows,
    somebody,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("sv", "name_places")
_LEAVE = word_list("sv", "bylines")["farewell"]

LEAST_SIGNED = 2  # letters of whatever word ends a letter
LEAST_NAMED = 4  # letters in capitals from which they are a name and not its first letters
LONGEST_END = 8  # characters of a line behind its last word that are looked at
BELOW_SIGNATURE = 8  # words that may stand below it
_STROKES = frozenset(("/", "//"))


def _signed(table: TokenTable, cue: int) -> Iterator[Detection]:
    """Mvh Selam, Hälsningar ␤ Selam i grupp 2, mvh sorin popa: a listed first name right behind words
    of leave that begin their sentence, with its surname; but not Hälsningar från Lund."""
    leave = index = cue
    while table.left(leave) in _LEAVE:
        leave -= 1
    if table.left(leave):
        return
    index += 1
    while index < len(table.words) and (
        table.words[index].shape == "mark" or table.lowers[index] == "från"
    ):
        index += 1
    word = table.words[index] if index < len(table.words) else None
    if word is None or word.plain > 0:
        return
    given = [entry for entry in word.entries if entry.label in FIRSTNAMES]
    best = max(given, key=lambda entry: entry.weight, default=None)
    least = LEAST_GIVEN if word.shape in CAPITALS else WELL_KNOWN
    if best is None or best.weight < max(least, as_place(word)):
        return
    evidence = Evidence("place:of a person", SURE)
    yield table.claim(index, index, best.label, evidence, trust=Trust.FORMAL)
    family = table.words[index + 1] if table.adjacent(index) else None
    if family is not None and family.plain <= 0 and "surname" in family.labels:
        yield table.claim(index + 1, index + 1, "surname", evidence, trust=Trust.FORMAL)


def _signed_last(table: TokenTable, cue: int) -> Iterator[Detection]:
    """kram ␤ din nok, Mvh Pan, /ko: whatever word stands alone behind words of leave that begin
    their line, near the end of the text, or behind a stroke at the end of any line (ok puss //
    tuss); but not kram till alla, kram ␤ mamma."""
    begin = cue
    while table.left(begin) in _LEAVE | _WORDS["leave"] | _WORDS["and"]:
        begin -= 1
    index, placed = cue + 1, False
    while index < len(table.words) and (
        table.words[index].shape == "mark" or table.lowers[index] in _WORDS["before_signature"]
    ):
        placed = placed or table.lowers[index] == "från"
        index += 1
    if index >= len(table.words):
        return
    struck = table.lowers[cue] in _STROKES and index == cue + 1 and _apart(table, cue)
    if not (
        _ends_line(table, index) if struck else not table.left(begin) and _ends_text(table, index)
    ):
        return
    word = table.words[index]
    given = [entry for entry in word.entries if entry.label in FIRSTNAMES]
    if (
        not word.lower.isalpha()
        or len(word.lower) < LEAST_SIGNED
        or not word.labels.isdisjoint(PEOPLE | NEVER)
        or word.lower in _WORDS["no_signature"] | _WORDS["leave"]
        or (placed and not given)
        or as_place(word) > max([0.0, *(entry.weight for entry in given)])
    ):
        return
    if not given and nobody_knows(word):
        yield somebody(table, index)
        return
    label = max(given, key=lambda one: one.weight).label if given else "firstname_unknown"
    evidence = Evidence("place:of a person", SURE)
    yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)


def _apart(table: TokenTable, stroke: int) -> bool:
    """Whether a stroke stands apart from the word before it, and one alone not from the next: puss //
    tuss, kram /Bo; but not och/eller, Ek / Berg, kl 7 /kväll."""
    start, word = table.document.tokens.starts[stroke], table.words[stroke + 1]
    beside = table.lowers[stroke] == "//" or table.glued(stroke)
    known = word.plain > 0 and word.labels.isdisjoint(FIRSTNAMES)
    usual = word.shape == "lower" and known and table.lowers[stroke] == "/"
    letters = word.shape == "upper" and len(word.lower) < LEAST_NAMED  # /KM
    apart = start > 0 and not table.text[start - 1].isalnum()
    return apart and beside and not (usual or letters)


def _ends_line(table: TokenTable, index: int) -> bool:
    """Whether a word is the last of its line."""
    end = table.document.tokens.ends[index]
    return not table.text[end : end + LONGEST_END].partition("\n")[0].strip(" .!\t\r")


def _ends_text(table: TokenTable, index: int) -> bool:
    """Whether a word ends its line, and not much stands below: a number, an address."""
    tokens, text = table.document.tokens, table.text
    end = text.find("\n", tokens.ends[index])
    behind = range(index + 1, len(table.words))
    line = [at for at in behind if end < 0 or tokens.starts[at] < end]
    words = sum(table.lowers[at].isalpha() for at in behind[len(line) : BELOW_SIGNATURE + 1])
    return (
        all(table.words[at].shape == "mark" for at in line)
        and words < BELOW_SIGNATURE
        and len(behind) < 2 * BELOW_SIGNATURE
    )


CLAIMS = (
    Rule(
        "name.signed",
        Stage.CLAIM,
        _signed,
        words(*_WORDS["leave"]),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.signed_last",
        Stage.CLAIM,
        _signed_last,
        words(*_WORDS["leave"], "/", "//"),
        FIRSTNAMES,
        Trust.FORMAL,
        "name_places",
    ),
)
