"""Which places lie abroad: what stands beside them and their spelling tell it of those that no list
has, and of those that have a namesake at home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from maskera.label.abroad import BESIDE, NEAR
from maskera.lang.en.institutions import form
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention

_WORDS = word_list("en", "abroad")
ENGLISH = frozenset(("GB", "US", "IE", "CA", "AU", "NZ", "IM", "JE", "GG"))
"""Countries in which people live who write English; no text says in which its writer does, so none
of them is abroad."""


HOME, SOMEWHERE = "GB", "??"  # the country of towns without one, and of places that no list has
INSIDE = _WORDS["inside"] | {","}
"""What may stand between a place and the one that it lies in: , in the province of."""
WITHIN = 7  # tokens behind a place as far as the one that it lies in begins
PLACED = frozenset(("city", "region"))
"""Labels of what is told to lie abroad."""


def marked(table: TokenTable, mentions: list[Mention]) -> list[Mention]:
    """The mentions; a place is abroad that is said to lie in a country where no English is spoken,
    though there is one at home of its name (Kingston, Jamaica), or that is spelt as names are in
    the countries and towns beside it, where no list has it or such a country has its namesake."""
    lands = _lands(table, mentions)
    if all(land in ENGLISH for land in lands.values()):
        return mentions
    found = list(mentions)
    for place, mention in reversed(list(enumerate(mentions))):  # Santa Cruz, in Guanacaste
        unknown = mention.label in PLACED and "foreign" not in mention.features
        if unknown and _lies_abroad(table, mention, lands):
            features = mention.features | {"foreign"}
            found[place] = msgspec.structs.replace(mention, features=features)
            lands.setdefault(table.first_token(mention.span), SOMEWHERE)
    return found


def _lands(table: TokenTable, mentions: Sequence[Mention]) -> dict[int, str]:
    """The first token of a country, or of a place that lists have, and its country's ISO code. A
    town at home that is not spelt so tells of none: Santa Cruz."""
    found = {}
    for mention in mentions:
        labels = {"country"} if mention.label == "country" else PLACED
        name = form(table, mention) if mention.label in labels else ""
        entry = next((each for each in table.gazetteer.entries(name) if each.label in labels), None)
        if entry is None:
            continue
        land = entry.country or ("" if entry.label == "country" else HOME)
        if land and (entry.label == "country" or land not in ENGLISH or _spelt(table, name) < 0):
            found[table.first_token(mention.span)] = land
    return found


def _spelt(table: TokenTable, name: str) -> float:
    """Log-odds that a name in lower case is one of those abroad, by its spelling."""
    return table.gazetteer.spelling.abroad(name) if table.gazetteer.spelling else 0.0


def _lies_abroad(table: TokenTable, mention: Mention, lands: Mapping[int, str]) -> bool:
    """Whether a place lies abroad. lands: where countries and listed places lie, by their first
    token."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    behind = next((at for at in range(last + 1, last + WITHIN) if table.at(at) not in INSIDE), last)
    if behind > last + 1 and (said := lands.get(behind)):
        return said not in ENGLISH
    name = form(table, mention)
    if entries := [each for each in table.gazetteer.entries(name) if each.label in PLACED]:
        if entries[0].country not in ENGLISH | {""}:
            return True
        if (entries[0].country or HOME) in lands.values():
            return False
        others = set(lands.values()) - ENGLISH
        if not any(table.gazetteer.namesake(name, land) for land in others):
            return False
    return _spelt(table, name) + _near(first, lands) > 0


def _near(first: int, lands: Mapping[int, str]) -> float:
    """What the country or town named nearest says, as log-odds that a place is abroad, too."""
    far, land = min((abs(first - one), land) for one, land in lands.items())
    return 0.0 if far >= NEAR else BESIDE if land not in ENGLISH else -BESIDE
