"""People whom the tagger takes for firms or towns, by what is said of them (one of them was Lee
Hannaford, who; introduced me to Midril), and houses that it takes for people (in the window of Bella
Napoli)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.label.harmonize import told
from maskera.lang.en.institutions import form
from maskera.lang.en.names import HEADS
from maskera.lang.en.people import unlisted
from maskera.lang.en.rows_of_names import PEOPLES
from maskera.lang.en.word_names import IS, is_person
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES
from maskera.text import Span

_WORDS = word_list("en", "people_told")

TO_PEOPLE, RANK, HOUSE_OF = _WORDS["to_people"], _WORDS["rank"], _WORDS["house_of"]
"""What is done to people alone (introduced me to _), ranks of police officers, and what houses have
and people have not: the menu of _."""
TAKEN_FOR = frozenset(("work", "other_institution", "school", "city", "region", "area"))
NEAR = 4  # tokens before "to" or "with" in which such a verb stands


def settled(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with the labels that this module is about; a surname found so is one
    throughout."""
    found: list[Mention] = []
    for mention in mentions:
        before = found[-1] if found else None
        if before is not None and _house(table, before, mention):
            whole = Span(before.span.start, mention.span.end)
            joined = msgspec.structs.replace(before, span=whole)
            found[-1] = told(joined, "other_institution", "a house by what it has")
        else:
            found += _people(table, before, mention)
    surnames = {form(table, one) for one in found if one.label == "surname"}
    surnames -= {form(table, one) for one in mentions if one.label == "surname"}
    return [
        told(one, "surname", "as elsewhere in the text")
        if one.label in TAKEN_FOR and form(table, one) in surnames
        else one
        for one in found
    ]


def _people(table: TokenTable, before: Mention | None, mention: Mention) -> list[Mention]:
    """The names of somebody who was taken for a firm or town, else the mention."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if mention.label not in TAKEN_FOR or last - first > 1 or "gen" in mention.features:
        return [mention]
    names = table.words[first : last + 1]
    if first < last and table.lowers[first] in RANK and _no_kind(names[-1]):
        return [_named(table, mention, last, "surname")]
    if not (_may_name(names[0]) and _no_kind(names[-1])) or not _somebody(
        table, before, first, last
    ):
        return [mention]
    given = next((e.label for e in names[0].entries if e.label in FIRSTNAMES), "")
    person = [_named(table, mention, first, given or "firstname_unknown")]
    return person + ([_named(table, mention, last, "surname")] if first < last else [])


def _named(table: TokenTable, mention: Mention, index: int, label: str) -> Mention:
    span, features = table.span(index, index), mention.features - {"foreign"}
    part = msgspec.structs.replace(mention, span=span, features=features)
    return told(part, label, "what is said of people")


def _may_name(word: Lexeme) -> bool:
    """Whether a word may be somebody's name: one of no list, or a name, but no noun of a kind."""
    named = any(entry.label in FIRSTNAMES | {"surname"} for entry in word.entries)
    return _no_kind(word) and (named or unlisted(word))


def _no_kind(word: Lexeme) -> bool:
    """Whether a word with a capital says of no kind what a thing is: Farrow, but not Foods."""
    return word.shape == "capital" and all(entry.label not in HEADS for entry in word.entries)


def _somebody(table: TokenTable, before: Mention | None, first: int, last: int) -> bool:
    """Whether what stands beside a name is said of people alone."""
    if table.right(last) == "," and table.right(last, 2) in ("who", "whose"):
        return True
    left = table.left(first)
    if left in IS:
        one_of_them = table.left(first, 2) == "them" and table.left(first, 3) == "of"
        return one_of_them or is_person(table, first - 2)
    if left in ("to", "with"):
        near = range(2, 2 + NEAR)
        return any(table.left(first, step) in TO_PEOPLE for step in near)
    if left == "and" and before is not None and before.label in FIRSTNAMES:
        row = table.first_token(before.span)
        people = is_person(table, row - 2) or table.at(row - 2) in PEOPLES
        return table.at(first - 2) == form(table, before) and table.left(row) == "," and people
    return False


def _house(table: TokenTable, one: Mention, other: Mention) -> bool:
    """Whether two names side by side are a house's: in the window of Bella Napoli."""
    if one.label not in FIRSTNAMES or other.label != "surname":
        return False
    first, last = table.first_token(one.span), table.first_token(other.span)
    said = table.left(first) == "of" and table.left(first, 2) in HOUSE_OF
    return said and last == first + 1
