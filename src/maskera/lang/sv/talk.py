"""Marks of talk that is written down, which name nobody: interjections (Mhm, Njae) and the letters of speakers (I: ..., IP2: ...)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from maskera.detect.kept import Kept
from maskera.detect.sight import Sight
from maskera.detect.words import CAPITALS, Word
from maskera.text import Span

_SOUND = re.compile(
    r"m+(?:-?h+a*m*)?|m+-m+|h+m+|h?[eöä]+h+m*|öö+m*|e+hu+m*|a+h+a*|å+h+|o+j+|a+j+|tja+|ja(?:ha|så|sså)|joo+|jorå(?:såatte)?|nj[aä]+e*|nä+[eh]*|nä+hä+"
)
_SPEAKER = re.compile(r"(?:^|␤)[ \t]*((?:[A-ZÅÄÖ]|[A-ZÅÄÖ]{1,2}\d{1,2})[ \t]*:)(?!\w)", re.MULTILINE)
_NAMING = frozenset(("heter", "hette", "kallas", "och", "med", "av"))


def interjections(seen: Sight) -> set[Span]:
    """Sounds that begin something, or are written small, before a mark: Mhm. Njae, ...; but not jag heter Eh, Eh Doh."""
    return {
        seen.span(index, index)
        for index in _SOUNDS.places(seen.words)
        if (seen.words[index].shape not in CAPITALS or seen.initial[index])
        and not seen.right(index).isalnum()
        and seen.left(index) not in _NAMING
    }


def speakers(text: str) -> Iterator[tuple[int, int]]:
    """Where letters say who speaks, at the beginning of two lines or more."""
    found = [speaker.span(1) for speaker in _SPEAKER.finditer(text)]
    return iter(found if len(found) > 1 else ())


_SOUNDS = Kept[Word, bool](lambda word: _SOUND.fullmatch(word.lower) is not None)
