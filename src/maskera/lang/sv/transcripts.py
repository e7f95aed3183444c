"""Conventions of transcripts and forums: interjections (Mhm, Njae), speaker labels (I: ..., IP2:
...), the mark of a changed post (EDIT: ...)."""

from __future__ import annotations

from collections.abc import Iterator

from maskera import expressions as re
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme

_WORDS = word_list("sv", "transcripts")

_SOUND = re.compile(
    r"m+(?:-?h+a*m*)?|m+-m+|h+m+|h?[eöä]+h+m*|öö+m*|e+hu+m*|a+h+a*|å+h+|o+j+|a+j+|tja+"
    r"|ja(?:ha|så|sså)|joo+|jorå(?:såatte)?|nj[aä]+e*|nä+[eh]*|nä+hä+|([^\W\d_])\1{2,}"
)
_LONG = re.compile(r"([^\W\d_])\1{2,}")  # ooo
_SPEAKER = re.compile(
    r"(?:^|␤)[ \t]*((?:[A-ZÅÄÖ]|[A-ZÅÄÖ]{1,2}\d{1,2})[ \t]*:)(?!\w)", re.MULTILINE
)
_EDIT = re.compile(r"(?:^|␤|[.!?)])[ \t]*((?:EDIT|edit) ?\d? ?:)", re.MULTILINE)
_NAMING = _WORDS["naming"]


def is_interjection(table: TokenTable, index: int) -> bool:
    """Whether a sound begins something, or is written small, before a mark: Mhm. Njae, ...; but not
    jag heter Eh, Eh Doh."""
    if _LONG.fullmatch(table.lowers[index]):
        return True
    return (
        (table.words[index].shape not in CAPITALS or table.sentence_initial[index])
        and not table.right(index).isalnum()
        and table.left(index) not in _NAMING
    )


def is_verb(table: TokenTable, index: int) -> bool:
    """Whether a small e between two words is `är`, as it is said: min kompis e amina; but not e.k.,
    jag heter e andersson."""
    before, after = table.left(index), table.right(index)
    return (
        table.words[index].shape == "lower"
        and min(len(before), len(after)) > 1
        and before.isalpha()
        and after[0].isalpha()
        and before not in _NAMING
    )


def speakers(text: str) -> Iterator[tuple[int, int]]:
    """Where letters say who speaks, at the beginning of two lines or more."""
    if text.count(":") < 2:
        return iter(())
    found = [speaker.span(1) for speaker in _SPEAKER.finditer(text)]
    return iter(found if len(found) > 1 else ())


def edits(text: str) -> Iterator[tuple[int, int]]:
    """Where somebody marks a change to a post of theirs: EDIT: tack för alla svar! But not Edit:
    hej, which may be who speaks."""
    there = "edit" in text or "EDIT" in text
    return (mark.span(1) for mark in (_EDIT.finditer(text) if there else ()))


def sounds(word: Lexeme) -> bool:
    """Whether a word is a sound."""
    return _SOUND.fullmatch(word.lower) is not None
