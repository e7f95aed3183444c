"""Parents who are called by their child's name: Abu Hassan, Umm Ali. The name in it is the child's,
wherever it stands. Children by their father's: Abdullah bin Rashid."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.label.harmonize import told
from maskera.lang.sv.roles import role
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, PLACES

_WORDS = word_list("sv", "kunyas")

_PARENT, _CHILD = _WORDS["parent"], _WORDS["child_of"]
GIVEN = 1.0  # log-odds from which the lists have a word as a first name


def of_children(table: TokenTable, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """The mentions; of a parent called by a child's name what is the child's, as a first name. A
    surname stays one: Samir Abu Hassan."""
    if _PARENT.isdisjoint(table.vocabulary):
        return mentions
    found: list[Mention] = []
    for mention in mentions:
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        named = mention.label in FULL_NAME or (
            mention.label in PLACES and first < last and role(table, first, last) is not None
        )
        parent = named and table.lowers[first] in _PARENT
        if parent and first == last and _label(table, first + 1) and table.adjacent(first):
            continue
        child = first + parent
        called = named and child == last and (parent or table.left(first) in _PARENT)
        label = _label(table, child) if called else ""
        if not label or _has_name_before(table, found, child - 1):
            found.append(mention)
            continue
        own = mention if mention.label == label else told(mention, label, "of a child")
        own = msgspec.structs.replace(own, features=own.features - {"foreign"})
        found.append(msgspec.structs.replace(own, span=table.span(child, last)))
    return found


def of_fathers(table: TokenTable, mentions: Sequence[Mention]) -> Sequence[Mention]:
    """The mentions; a father's name behind a word for his child is a surname with that word in it,
    behind the child's own name or where the word has a capital: Bin Rashid."""
    if _CHILD.isdisjoint(table.vocabulary):
        return mentions
    found: list[Mention] = []
    for mention in mentions:
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        word = first - 1
        if (
            mention.label in FULL_NAME
            and table.left(first) in _CHILD
            and table.adjacent(word)
            and table.sentence[word] == table.sentence[first]
        ):
            alone = bool(found) and found[-1].span == table.span(word, word)
            before = found[:-1] if alone else found
            if _has_name_before(table, before, word) or table.words[word].shape == "capital":
                own = (
                    mention
                    if mention.label == "surname"
                    else told(mention, "surname", "a father's")
                )
                mention = msgspec.structs.replace(own, span=table.span(word, last))
                found = list(before)
        found.append(mention)
    return found


def _label(table: TokenTable, index: int) -> str:
    """The label that the lists give a first name; "" for another word."""
    if not 0 <= index < len(table.words):
        return ""
    known = [one for one in table.words[index].entries if one.label in FIRSTNAMES]
    best = max(known, key=lambda one: one.weight, default=None)
    return best.label if best and best.weight >= GIVEN else ""


def _has_name_before(table: TokenTable, found: Sequence[Mention], parent: int) -> bool:
    """Whether a name stands right before the word for a parent."""
    before = found[-1] if found else None
    if before is None or before.label not in FULL_NAME or parent < 1:
        return False
    return table.last_token(before.span) == parent - 1 and table.adjacent(parent - 1)
