"""What kind of thing a name is, by a word inside it (Kynance Cove, Tanner & Boyle) or said of it
(swam in the Tavy, Kurshab is a village, died in the Marsden), where the tagger took it for another."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.label.harmonize import told
from maskera.lang.en.abroad import ENGLISH
from maskera.lang.en.country_words import peoples
from maskera.lang.en.foreign_heads import foreign_label
from maskera.lang.en.institutions import SETTLEMENTS, SITES, UNSURE
from maskera.lang.en.kin_names import of_relative
from maskera.lang.en.people import ends, unlisted
from maskera.lang.en.surroundings import CALLED, goes_on, nouns
from maskera.lang.en.word_names import DOES
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES, FULL_NAME
from maskera.text import Span

_WORDS = word_list("en", "kinds_told")

LAST, FIRST = _WORDS["nature_last"], _WORDS["nature_first"]
"""Last and first words of names in nature."""
SWIMMING, INTO = _WORDS["swimming"], _WORDS["into"]
"""What one does in water or on a mountain, and the words behind it: fished in _."""
SAINTS, WHERE = _WORDS["saint"], _WORDS["where"]
"""First words of towns after saints in other languages, and words before a place."""
CARE = _WORDS["care"]
"""Words of a hospital or a pub, in whose sentence "the" and a name are one: died in the Marsden."""
STATE, BATTLE = _WORDS["state"], _WORDS["battle"]
"""Last words of the names of states, and what was fought for a town: the siege of _."""
DIVISION = _WORDS["division"]
"""What a region is said to be before its name: the province of _."""
IS, ARTICLES, QUALITY = _WORDS["is"], _WORDS["article"], 4
"""Between a name and the noun that says what it is, and words of that at most."""
ONWARD = _WORDS["onward"]
"""What stands behind that noun: a village in the north; but not a village teacher."""
PLACES = frozenset(("city", "geo", "region", "work", "other_institution"))
SURE = 2.0  # weight of a country in lists from which on it is that in any place
TITLED = _WORDS["titled"]
"""Trades that stand before their bearer's name."""
TOWNS = frozenset(("city", "region", "country"))
FAMILY = _WORDS["family"]
"""Words before "called" and a surname."""
APART = 3  # characters between two words of one name: Tanner & Boyle
NEAR = 12  # tokens round a name in which a hospital is told of


def settled(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with the labels that this module is about."""
    joined: list[Mention] = []
    for mention in mentions:
        before = joined[-1] if joined else None
        label = _of_two(table, before, mention) if before is not None else ""
        if before is not None and label:
            whole = msgspec.structs.replace(before, span=Span(before.span.start, mention.span.end))
            joined[-1] = told(whole, label, "two words of one name")
        else:
            joined.append(mention)
    return [_told(table, part) for one in joined for part in _of_town(table, one)]


def _of_two(table: TokenTable, one: Mention, other: Mention) -> str:
    """The label of a name that two mentions are of: Tanner & Boyle, Santa Ursula, River Teign; ""
    for two names."""
    if other.span.start - one.span.end > APART:
        return ""
    last, first = table.last_token(one.span), table.first_token(other.span)
    begin = table.first_token(one.span)
    if first == last + 2 and table.at(last + 1) == "&":
        pair = {one.label, other.label} <= FIRSTNAMES and "surname" not in table.words[first].labels
        firm = {one.label, other.label} <= UNSURE - SETTLEMENTS | {"city", "area"} and not pair
        firm = firm and table.words[last].shape in CAPITALS and table.words[first].shape in CAPITALS
        return (one.label if one.label in SITES else "other_institution") if firm else ""
    if first != last + 1 or begin != last or not table.adjacent(last):
        return ""
    places = {one.label, other.label} <= SETTLEMENTS | SITES
    if places and table.lowers[first] in LAST and table.words[first].shape in CAPITALS:
        return "geo"
    if not {one.label, other.label} <= FULL_NAME or goes_on(table, first):
        return ""
    if table.left(begin) in WHERE:
        if table.lowers[begin] in SAINTS:
            return "city"
        return "geo" if table.lowers[begin] in FIRST else ""
    return ""


def _told(table: TokenTable, mention: Mention) -> Mention:
    if mention.label == "country" and table.right(table.last_token(mention.span)) == ",":
        last = table.last_token(mention.span)
        lands = {e.country for e in table.words[last].entries if e.label == "country"}
        city_state = any(
            e.label == "city" and e.country in lands for e in table.words[last].entries
        )
        if not city_state and kind_said(table, last) == "city":  # Armenia, a city in the hills
            town = msgspec.structs.replace(mention, features=mention.features | {"foreign"})
            return told(town, "city", "what it is said to be")
    if mention.label not in UNSURE - {"country", "transport_name"}:
        return mention
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    entries = table.entries(first, last) if last > first else table.words[first].entries
    listed = {entry.label for entry in entries[:2]}
    if first < last and listed == {"city"} and mention.label == "place":
        return told(mention, "city", "a listed town")
    if _country(table, mention, first, entries):
        at_home = msgspec.structs.replace(mention, features=mention.features - {"foreign"})
        return told(at_home, "country", "a listed country")
    if mention.label == "geo":
        return mention
    before = table.left(first)
    divided = before == "of" and table.left(first, 2) in DIVISION and mention.label != "country"
    if (mention.label == "city" and listed == {"region"}) or divided:
        return told(mention, "region", "a region by the lists or the word before it")
    if before in CALLED and table.left(first, 2) in FAMILY:
        return told(mention, "surname", "a family called so")
    state = first < last and table.lowers[last] in STATE and before in WHERE - {"at"}
    if state and mention.label in SITES | SETTLEMENTS:
        return told(mention, "region", "a state by its last word")
    fought = before in ("of", "at") and table.left(first, 2) in BATTLE
    if fought and mention.label in FULL_NAME | SITES:
        return told(mention, "city", "where a battle was")
    if mention.label in SETTLEMENTS and not listed:
        name = table.document.text[mention.span.start : mention.span.end]
        if label := foreign_label(table.vocab, name):
            return told(mention, label, "a word of another language for its kind")
    nature = mention.label not in ("place", "area") and in_nature(table, first, last)
    if nature and not listed & SETTLEMENTS:
        return told(mention, "geo", "a name in nature")
    kin = mention.label in FULL_NAME and of_relative(table, mention)
    if not (listed or kin) and (label := kind_said(table, last)):
        return told(mention, label, "what it is said to be")
    if mention.label in FULL_NAME | {"city"} and first == last and _cared_in(table, first):
        return told(mention, "other_institution", "a house by its article")
    return mention


def _country(table: TokenTable, mention: Mention, first: int, entries: Sequence[Entry]) -> bool:
    """Whether a name is a country's: lists have it so before all and it is taken for a town's, or
    the text has the word for its people (Mali and Malian)."""
    lands = {entry.country for entry in entries if entry.label == "country"} - {""}
    if not lands or table.left(first) == ",":
        return False
    best = entries[0]
    if mention.label in PLACES and best.label == "country" and best.weight >= SURE:
        return True
    if mention.label in FULL_NAME and (of_relative(table, mention) or table.right(first) in DOES):
        return False
    return not lands.isdisjoint(table.fact(_peoples_told))


def _peoples_told(table: TokenTable) -> frozenset[str]:
    """The countries of whose people or adjective a text has a word."""
    readings = table.vocab.derived(peoples)
    return frozenset(
        iso
        for word in table.vocabulary & readings.keys()
        for each in readings[word]
        if each.kind in ("adjective", "person") and len(each.words) < 2 and len(each.countries) == 1
        for iso in each.countries
    )


def _of_town(table: TokenTable, mention: Mention) -> list[Mention]:
    """A trade and the town or country before it (a Kaunas taxi driver) or the name behind it: the
    pastor tevita."""
    if mention.label != "prof":
        return [mention]
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    word = table.words[first]
    if last == first + 1 and word.lower in TITLED and unlisted(table.words[last]):
        trade = msgspec.structs.replace(mention, span=table.span(first, first))
        name = msgspec.structs.replace(mention, span=table.span(last, last))
        return [trade, told(name, "firstname_unknown", "behind a trade")]
    if first == last or word.shape != "capital" or not word.entries:
        return [mention]
    label = word.entries[0].label
    if label not in TOWNS or table.sentence_initial[first] or "nationality" in word.labels:
        return [mention]
    abroad = label == "city" and word.entries[0].country not in ENGLISH | {""}
    features = frozenset(["foreign"] if abroad else ())
    town = msgspec.structs.replace(mention, span=table.span(first, first), features=features)
    rest = msgspec.structs.replace(mention, span=table.span(first + 1, last))
    return [told(town, label, "before a trade"), rest]


def in_nature(table: TokenTable, first: int, last: int) -> bool:
    """Whether a name is a river's or a mountain's, by its words or what one does there."""
    several = first < last
    if several and (table.lowers[last] in LAST or table.lowers[first] in FIRST):
        return True
    before = 1 + (table.left(first) == "the")
    if table.left(first, before) not in INTO:
        return table.left(first, before) in ("climbed", "climbing")
    return any(table.left(first, before + step) in SWIMMING for step in (1, 2))


def kind_said(table: TokenTable, last: int) -> str:
    """The label of the noun that says what a name is: Kurshab is a small village in the south, Cwtch,
    a wool shop in Ruthin; "" for none, as in Kwabla is a village teacher."""
    if table.right(last) not in IS | {","} or table.right(last, 2) not in ARTICLES:
        return ""
    leads = table.vocab.derived(nouns)
    for step in range(3, 3 + QUALITY):
        word = table.right(last, step)
        if (label := leads.get(word, "")) and table.words[last + step].shape == "lower":
            kind = table.right(last, step + 1) in ONWARD | {""}
            return label if kind and table.entry(last + step, "prof") is None else ""
    return ""


def _cared_in(table: TokenTable, index: int) -> bool:
    """Whether "the" and a name in a sentence about a hospital or a pub are its name."""
    if table.left(index) != "the" or not ends(table, index) or table.words[index].genitive:
        return False
    if table.words[index].shape != "capital" or table.left(index, 2) not in WHERE:
        return False
    near = range(max(0, index - NEAR), min(len(table.words), index + NEAR))
    return any(
        table.lowers[at] in CARE and table.sentence[at] == table.sentence[index] for at in near
    )
