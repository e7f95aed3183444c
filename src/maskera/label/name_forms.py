"""Forms of names compared as text: the same letters, the same words, cut short, with the ending of
a pet name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from maskera import expressions as re
from maskera.lexicon.letters import unmarked
from maskera.lexicon.tsv import MANY, word_list

LETTERS_CUT = 3  # that a nickname shares with the name that it is cut from
KEYS = 20_000  # whose words and letters are kept
_ENDINGS = word_list(MANY, "identity")
PET = re.compile(rf"(\w+)(?:{'|'.join(_ENDINGS.endings('pet'))})")
"""What ends pet names in many languages, behind a name, its last letter twice or without its last.
"""
PET_OF_ITS_OWN = re.compile(rf"(\w+?)(?:{'|'.join(_ENDINGS.endings('pet_or_name'))})")
"""The same of names that no list has, for with these some are names of their own (Erika, Danica)."""
SHORTENED = re.compile(rf"(\w+([^\W_aeiouy]))\2(?:{'|'.join(_ENDINGS.endings('shortened'))})")
"""What a name becomes in daily use: its beginning, the last letter twice, and an ending."""


def is_cut(key: str, names: Iterable[str]) -> bool:
    """Whether a name is one of these cut short, perhaps with another ending."""
    return any(
        len(key) < len(name) and name.startswith(key[: max(LETTERS_CUT, len(key) - 2)])
        for name in names
    )


def is_pet_form(key: str, names: Iterable[str], unknown: bool) -> bool:
    """Whether a name is one of these with the ending of pet names: Kimmie of Kim, or its beginning
    with one: Wille of Wilgot, Fredde of Fredrik. unknown: no list has the name."""
    pets = [PET.fullmatch(key), PET_OF_ITS_OWN.fullmatch(key) if unknown else None]
    stems = {pet[1] for pet in pets if pet}
    return any(
        (len(name) >= LETTERS_CUT and not stems.isdisjoint((name, name + name[-1], name[:-1])))
        or _shortened(key, name)
        or _shortened(name, key)
        for name in names
    )


def _shortened(short: str, name: str) -> bool:
    begun = found[1] if (found := SHORTENED.fullmatch(short)) else ""
    return len(begun) >= LETTERS_CUT and len(name) > len(short) and name.startswith(begun)


@lru_cache(KEYS)
def letters_of(key: str) -> str:
    """The letters of a form without accents, hyphens and blanks."""
    return unmarked(key).replace("-", "").replace(" ", "")


def words(keys: Iterable[str]) -> set[str]:
    """The words of forms; a hyphen parts two."""
    return {word for key in keys for word in words_of(key)}


@lru_cache(KEYS)
def words_of(key: str) -> tuple[str, ...]:
    """The words of a form; a hyphen parts two."""
    return tuple(key.replace("-", " ").split())


def untied(keys: Iterable[str]) -> set[str]:
    """The words of forms; what a hyphen ties is one."""
    return {word for key in keys for word in key.split()}
