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
from maskera.lexicon.memo import Memo
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
OPENED = AT | VISITED | CALLED | _WORDS["opened"]
NO_NAMES = _WORDS["no_name"]
"""Lists whose words are in no such name."""
ADJECTIVES = _WORDS["adjective"]
"""Frequent words that begin names, too: New Beginnings; but not Now Rusty."""
ORGANISATION, TOWNS = frozenset(("head_org",)), frozenset(("city", "area"))
MOST = 5  # words of a name
ORDINARY = 0.0  # log-odds of being an ordinary word, from which on a word is no name by itself
KNOWN = 1.5  # the same, of one that is somebody's name or a town's, too
FREQUENT = 5.8  # Zipf of words like when and only
LISTED = 1.0  # weight of a word in lists from which on it is surely what they say
COUNTS = frozenset(("number", "ordinal"))
TRADE = 3.9  # Zipf from which on a trade is what somebody is
ORDINARY_WORDS = Evidence("name:ordinary words with capitals", 6.0)
NAMED = Evidence("name:ordinary words behind a noun", 6.0)


def _fits_behind_the(word: Lexeme) -> bool:
    """Whether a word may be in such a name behind "the": a capital, and no list that rules it out."""
    letters = base(word.lower).isalpha() and word.lower not in ("i", "the")
    if word.shape != "capital" or not letters:
        return False
    labels = _labels(word)
    if labels & NO_NAMES or any(label.startswith("head_") for label in labels - ORGANISATION):
        return False
    if "fam" in labels and not word.lower.endswith("s"):
        return False  # Grandpa Lloyd
    trade = "prof" in labels and word.zipf > TRADE and base(word.lower) == word.lower
    return not trade  # the Branch Manager; but not the Jolly Tinker


def _labels(word: Lexeme) -> frozenset[str]:
    """What lists surely have a word as."""
    return frozenset(entry.label for entry in word.entries if entry.weight >= LISTED)


def _may_be_alone(word: Lexeme) -> bool:
    """Whether a word may be in such a name without an article: an ordinary one, and nobody's name
    first of all."""
    labels = _labels(word)
    named = not labels.isdisjoint(FULL_NAME | TOWNS)
    ordinary = word.plain > (KNOWN if named else ORDINARY)
    return ordinary and _fits_behind_the(word) and labels.isdisjoint(COUNTS)


_fits, _may_be = Memo[Lexeme, bool](_fits_behind_the), Memo[Lexeme, bool](_may_be_alone)


def _begins(word: Lexeme) -> bool:
    return len(word.lower) > 1 and _fits[word]


def _run(table: TokenTable, first: int, fits: Memo[Lexeme, bool]) -> int:
    """The last word of the name that begins at one; small links may stand between two. -1 where
    it runs into another name: Open Door Leeds."""
    last, index = first, first + 1
    while index < len(table.words) and index - first < MOST and table.adjacent(index - 1):
        if table.sentence[index] != table.sentence[first]:
            break
        word = table.words[index]
        if word.shape in CAPITALS:
            if not fits[word]:
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
    return index + 1 < len(table.words) and _may_be[table.words[index + 1]]


def _claim(table: TokenTable, first: int) -> Iterator[Detection]:
    the = table.left(first) == "the"
    if not (the or _may_be[table.words[first]]):
        return
    if table.all_caps_sentence[first] or table.fact(every_word_capital):
        return
    begins = first - the
    if begins and table.words[begins - 1].shape in CAPITALS and table.adjacent(begins - 1):
        return  # a name that begins before
    initial, fits = table.sentence_initial[begins], _fits if the else _may_be
    if not _opened(table, begins, first, initial=initial):
        return
    last = _run(table, first, fits)
    if last < 0 or goes_on(table, last) or table.fact(quoted)[first]:
        return
    if not any(_may_be[word] for word in table.words[first : last + 1]):
        return  # the Otter
    if label := _kind(table, begins, last > first or begins < first):
        yield table.claim(first, last, label, NAMED, trust=Trust.FORMAL)
    elif _does(table, first, last) if initial else _told(table, begins, last, the=the):
        yield table.claim(first, last, "other_institution", ORDINARY_WORDS, trust=Trust.FORMAL)


def _opened(table: TokenTable, begins: int, first: int, *, initial: bool) -> bool:
    """Whether such a name may begin at a token at all, by the word beside it."""
    if initial:
        return goes_on(table, first) or table.right(first) in LINKS
    before = table.left(begins)
    return before in OPENED or before in table.vocab.derived(nouns)


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
    if (going and several) or (capital and before in ("in", "is")):
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
