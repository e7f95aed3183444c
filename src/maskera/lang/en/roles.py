"""What somebody is said to be beside a name: my sister (is called) Anna, Uncle Bill, Anna is my
sister, Anna, his wife."""

from __future__ import annotations

from maskera.label.persons import Role
from maskera.lang.en.word_names import IS, POSSESSIVE
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import FULL_NAME

CALLED = word_list("en", "referents")["called"] | {","}
PEOPLE = ("fam", "prof")
MOST_BETWEEN = 4  # tokens between a name and what its bearer is: _ is my oldest sister


def role_of(table: TokenTable, mention: Mention) -> Role | None:
    """What the bearer of a name is said to be; None of a genitive, and where nothing is said."""
    if mention.label not in FULL_NAME or "gen" in mention.features:
        return None
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    before = first - 1
    while table.at(before) in CALLED | IS and first - before < MOST_BETWEEN:
        before -= 1
    if word := _person_word(table, before, first):
        return Role(word, True)
    if table.right(last) in IS | {","}:
        for steps in range(2, 2 + MOST_BETWEEN):
            if word := _person_word(table, last + steps, last):
                own = {table.left(last + steps, back) for back in (1, 2, 3)} & POSSESSIVE
                return Role(word, False) if own else None
    return None


def _person_word(table: TokenTable, index: int, beside: int) -> str:
    """The word for a relative, a friend or a trade that a token is; "" for another, and in another
    sentence."""
    if not 0 <= index < len(table.words) or table.sentence[index] != table.sentence[beside]:
        return ""
    entries = table.words[index].entries
    return next((e.canonical.lower() for e in entries if e.label in PEOPLE and e.weight > 0), "")
