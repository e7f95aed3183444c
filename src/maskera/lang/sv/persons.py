"""Words for whose something is, what somebody is and who they are: closed lists that several
detectors read."""

from __future__ import annotations

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("sv", "persons")

OWN = _WORDS["own"]
OTHERS = _WORDS["others"]
POSSESSIVES = OWN | OTHERS
BE = _WORDS["be"]
FEMALE = _WORDS["female"]
MALE = _WORDS["male"]
FAVOURITE = "favorit"  # begins words for the thing or person that somebody likes most
UNMARKED_PLURAL = _WORDS["unmarked_plural"]
_PREPOSITIONS = _WORDS["preposition"]
_SOMEBODY = frozenset(("fam", "prof", "title"))
_PEOPLE = FEMALE | MALE | _WORDS["somebody"]
_ATTRIBUTES = 3  # words between a preposition and its noun: på min nya skola


def first_name(word: Lexeme, least: float) -> Entry | None:
    """The entry of what is a first name, of at least this weight, rather than anything else; None
    for another word."""
    best = max(word.entries, key=lambda entry: entry.weight, default=None)
    sure = best is not None and best.label in FIRSTNAMES and best.weight >= least
    return best if sure and word.ordinary <= 0 else None


@only(listed=True)
def plural(word: Lexeme) -> bool:
    """Whether a word is, or may be, one for several relatives or friends."""
    return any(
        entry.label == "fam" and ("pl" in entry.flags or entry.form in UNMARKED_PLURAL)
        for entry in word.entries
    )


def owner_of_place(table: TokenTable, noun: int) -> int:
    """The word of which a noun only says where it is: läraren på skolan, gymmet på den här gatan,
    tjejen i kassan på affären; the noun itself where it says that of nothing."""
    for index in range(noun - 1, max(0, noun - _ATTRIBUTES - 2), -1):
        if table.sentence[index - 1] != table.sentence[noun]:
            break
        if table.normalized[index] in _PREPOSITIONS:
            return owner_of_place(table, index - 1)
    return noun


def is_somebody(word: Lexeme) -> bool:
    """Whether a word says who somebody is: läraren, grannen, tjejen."""
    return not word.labels.isdisjoint(_SOMEBODY) or word.lower in _PEOPLE
