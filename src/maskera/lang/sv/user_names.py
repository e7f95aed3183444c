"""User names that are plain words, told by the service they are for: min snap är annalind, på
discord heter jag drakmannen, lägg till mig på insta: blomflickan.

Those with digits or signs in them have a form of their own (patterns.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.name_shape import NO_WORD
from maskera.lang.sv.naming import OWN_SERVICES, SAID, is_service
from maskera.lang.sv.persons import POSSESSIVES
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import of_document
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("sv", "user_names")

SURE = 9.0
LEAST = 4  # letters
RARE, FREQUENT = 3.5, 5.2
"""Zipf up to which a word behind "is" is rather a name (not: min snap är trasig), and from which it
is none anywhere."""
_NAMING = _WORDS["naming"]
_IS = _NAMING | (_WORDS["is"] | {":", "="})
_SKIPPED = _WORDS["skipped"] | QUOTES
_WHO = _WORDS["who"]
_ADDING = _WORDS["adding"]


def _claims(table: TokenTable) -> Iterator[Detection]:
    for service in table.where(is_service):
        yield from _beside_service(table, service)


def _beside_service(table: TokenTable, service: int) -> Iterator[Detection]:
    """The user names beside a word for a service."""
    for name, naming in _places(table, service):
        if _named(table, service, name, naming):
            evidence = Evidence("cue:user name", SURE, table.lowers[service])
            yield table.claim(name, name, "extra", evidence, trust=Trust.CERTAIN)


def _places(table: TokenTable, service: int) -> Iterator[tuple[int, bool]]:
    """Where a user name may stand, and whether the word before it can only be followed by one."""
    on = table.left(service) in ("på", "i")
    after = _skipped(table, service + 1)
    if after == service + 1 < len(table.words) and _odd(table.words[after]):
        yield after, False  # jag nås på snapchat linahbg
    told = table.at(after)
    if on and told in _NAMING and table.right(after) in _WHO:  # på discord heter jag _
        yield _skipped(table, after + 2), True
    elif on:
        if table.left(service, 2) in _ADDING and told in (":", ",", "(", "-"):
            yield _skipped(table, after + 1), True  # lägg till mig på insta: _
        if _heard(table, service):  # jag heter _ på snap
            yield service - 2, True
    elif told in _IS and (
        {table.left(service), table.left(service, 2)} & POSSESSIVES
        or table.lowers[service].startswith(OWN_SERVICES)
    ):
        own = table.lowers[service].startswith(OWN_SERVICES)
        yield _skipped(table, after + 1), own or told in _NAMING
    elif told in (":", "="):  # Snapchat: _
        yield _skipped(table, after + 1), False
    elif table.lowers[service].startswith(OWN_SERVICES):  # användarnamnet _
        yield after, False


def _odd(word: Lexeme) -> bool:
    """Whether a word in small letters is in no list, and a slip for none that is."""
    known = word.zipf or word.entries or word.meant or word.head
    return word.shape == "lower" and not known and word.plain <= NO_WORD


def _heard(table: TokenTable, service: int) -> bool:
    """Whether somebody is called something on it: jag heter _ på snap, kallar mig _ på insta."""
    before = [table.left(service, steps) for steps in (3, 4, 5)]
    return (
        before[0] in _NAMING
        or (before[0] in _WHO and before[1] in _NAMING)
        or (before[0] in _ADDING and before[1].startswith("kalla"))
    )


def _skipped(table: TokenTable, index: int) -> int:
    while table.at(index) in _SKIPPED:
        index += 1
    return index


def _named(table: TokenTable, service: int, index: int, naming: bool) -> bool:
    if not 0 <= index < len(table.words) or table.sentence[index] != table.sentence[service]:
        return False
    word = table.words[index]
    if len(word.lower) < LEAST or not word.lower.isalpha() or word.lower in SAID["no_user_name"]:
        return False
    if word.shape in CAPITALS:
        behind = table.words[index + 1].shape if table.right(index) else ""
        known = not word.labels.isdisjoint(FIRSTNAMES)
        return not (known or behind in CAPITALS) and word.zipf < RARE
    return word.zipf < FREQUENT if naming else word.zipf < RARE and word.plain <= NO_WORD


CLAIMS = (
    of_document(
        "user_name.service",
        _claims,
        labels=frozenset(("extra",)),
        cases="user_name",
    ),
)
