"""What is called by ordinary words (the Quiet Spoon, Helping Hands, Paws in Need), by what stands
before it (the landlord of _, food from _) or behind it, where it begins a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.morphology import base
from maskera.lang.en.people import OPENING, ends
from maskera.lang.en.surroundings import (
    CALLED,
    called,
    every_word_capital,
    goes_on,
    nouns,
    of_writer,
)
from maskera.lang.en.word_names import IS
from maskera.lexicon.table import TokenTable, quoted
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme
from maskera.taxonomy import FULL_NAME

_WORDS = word_list("en", "ordinary_names")

AT, OF, LINKS = _WORDS["at"], _WORDS["of"], _WORDS["link"]
"""Words before where somebody is or what somebody belongs to; nouns before "of" and it (owner of);
small words inside a name."""
VISITED, DRUNK = _WORDS["visited"], _WORDS["drunk"]
"""Verbs before the name of a club or house; words of an evening out, in whose sentence one word may
be a pub's: drinks at the Lamb."""
GOING, FULL = _WORDS["going"], _WORDS["full"]
"""What one does to it, and what a house is: The Quiet Spoon was closed."""
DOES = _WORDS["does"]
"""Verbs behind a house, firm or charity that begins a sentence: Helping Hands gave us food."""
NO_NAMES = _WORDS["no_name"]
"""Lists whose words are in no such name."""
ADJECTIVES = _WORDS["adjective"]
"""Frequent words that begin names, too: New Beginnings; but not Now Rusty."""
ORGANISATION, TOWNS = frozenset(("head_org",)), frozenset(("city", "area"))
MOST = 5  # words of a name
ORDINARY = 0.0  # log-odds of being an ordinary word, from which on a word is no name by itself
KNOWN = 1.5  # the same, of one that is somebody's name or a town's, too
FREQUENT = 5.8  # Zipf of words like when and only
TRADE = 3.8  # Zipf from which on a trade is what somebody is
ORDINARY_WORDS = Evidence("name:ordinary words with capitals", 6.0)
NAMED = Evidence("name:ordinary words behind a noun", 6.0)


def _may_be(word: Lexeme) -> bool:
    """Whether a word may be in such a name: an ordinary one, and nobody's name first of all."""
    letters = base(word.lower).isalpha() and word.lower != "i"
    if word.shape != "capital" or not letters or word.labels & NO_NAMES:
        return False
    if any(label.startswith("head_") for label in word.labels - ORGANISATION):
        return False
    if "fam" in word.labels and not word.lower.endswith("s"):
        return False  # Grandpa Lloyd
    if "prof" in word.labels and word.zipf > TRADE and base(word.lower) == word.lower:
        return False  # the Branch Manager; but not the Jolly Tinker
    named = not word.labels.isdisjoint(FULL_NAME | TOWNS)
    return word.plain > (KNOWN if named else ORDINARY)


def _begins(word: Lexeme) -> bool:
    return _may_be(word) and len(word.lower) > 1 and word.lower != "the"


def _run(table: TokenTable, first: int) -> int:
    """The last word of the name that begins at one; small links may stand between two. -1 where
    it runs into another name: Open Door Leeds."""
    last, index = first, first + 1
    while index < len(table.words) and index - first < MOST and table.adjacent(index - 1):
        if table.sentence[index] != table.sentence[first]:
            break
        word = table.words[index]
        if word.shape in CAPITALS:
            if not _may_be(word):
                return -1
            last = index
        elif not _links(table, index):
            break
        index += 1
    return last


def _links(table: TokenTable, index: int) -> bool:
    """Whether a token is a small word between two of a name."""
    if table.lowers[index] not in LINKS or table.lowers[index - 1] in LINKS:
        return False
    return index + 1 < len(table.words) and _may_be(table.words[index + 1])


def _claim(table: TokenTable, first: int) -> Iterator[Detection]:
    if table.all_caps_sentence[first] or table.fact(every_word_capital):
        return
    the = table.left(first) == "the"
    begins = first - the
    if begins and table.words[begins - 1].shape in CAPITALS and table.adjacent(begins - 1):
        return  # a name that begins before
    last = _run(table, first)
    if last < 0 or goes_on(table, last) or table.fact(quoted)[first]:
        return
    initial = table.sentence_initial[begins]
    if label := _kind(table, begins, last > first or begins < first):
        yield table.claim(first, last, label, NAMED, trust=Trust.FORMAL)
    elif _does(table, first, last) if initial else _told(table, begins, last, the=the):
        yield table.claim(first, last, "other_institution", ORDINARY_WORDS, trust=Trust.FORMAL)


def _kind(table: TokenTable, begins: int, several: bool) -> str:
    """The label that a noun before a name tells: the charity Paws in Need, a pub called The
    Lamb."""
    leads, at = table.vocab.derived(nouns), begins - 1
    if at < 0 or table.words[at].shape != "lower" or not several:
        return ""
    told = called(table, at, leads) if table.left(begins) in CALLED else ""
    label = told or leads.get(table.left(begins), "")
    return "work" if label and of_writer(table, begins, at, label) else label


def _told(table: TokenTable, begins: int, last: int, *, the: bool) -> bool:
    """Whether what stands before a name inside a sentence makes it one."""
    before, several = table.left(begins), last > begins + the
    capital = the and table.words[begins].shape == "capital"  # at The Lamb
    small = the and not capital
    if not (ends(table, last) or several):
        return False
    kind = table.vocab.derived(nouns).get(table.lowers[last], "")
    going = before == "to" and any(table.left(begins, step) in GOING for step in (2, 3))
    if small and (kind or not several):
        return not kind and _evening(table, begins, last) and (before in AT or going)
    if going or (capital and before in ("in", "is")):
        return True
    if before in AT or (before == "of" and table.left(begins, 2) in OF):
        return several or capital
    return before in VISITED and (several or capital)


def _evening(table: TokenTable, begins: int, last: int) -> bool:
    """Whether a sentence tells of an evening out."""
    near = range(max(0, begins - 10), min(len(table.words), last + 10))
    same = (at for at in near if table.sentence[at] == table.sentence[begins])
    return any(table.lowers[at] in DRUNK for at in same)


def _does(table: TokenTable, first: int, last: int) -> bool:
    """Whether what begins a sentence does what a house or firm does: Helping Hands gave us food."""
    behind = table.words[last + 1] if last + 1 < len(table.words) else None
    if last == first or behind is None or behind.shape != "lower" or not table.adjacent(last):
        return False
    if behind.lower in IS:
        return table.right(last, 2) in FULL
    if table.lowers[first] in OPENING:
        return False  # Yesterday Favour called me
    opening = table.words[first].zipf >= FREQUENT and table.lowers[first] not in ADJECTIVES
    return behind.lower in DOES and not opening


CLAIMS = (
    Rule(
        "name.ordinary",
        Stage.CLAIM,
        _claim,
        lexeme(_begins),
        frozenset(("other_institution", "school", "work", "place")),
        cases="ordinary_names",
    ),
)
