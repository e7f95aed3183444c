"""Words for whose something is, what somebody is and who they are: closed lists that several
detectors read."""

from __future__ import annotations

from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme

_WORDS = word_list("sv", "persons")

OWN = _WORDS["own"]
OTHERS = _WORDS["others"]
POSSESSIVES = OWN | OTHERS
BE = _WORDS["be"]
FEMALE = _WORDS["female"]
MALE = _WORDS["male"]
FAVOURITE = "favorit"  # begins words for the thing or person that somebody likes most
UNMARKED_PLURAL = _WORDS["unmarked_plural"]


def plural(word: Lexeme) -> bool:
    """Whether a word is, or may be, one for several relatives or friends."""
    return any(
        entry.label == "fam" and ("pl" in entry.flags or entry.form in UNMARKED_PLURAL)
        for entry in word.entries
    )
