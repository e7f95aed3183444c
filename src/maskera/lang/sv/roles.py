"""What somebody is said to be beside a name: min syster (heter) Anna, läraren Anna, Anna är min
syster, Anna, hans fru."""

from __future__ import annotations

from maskera.label.persons import Role
from maskera.lang.sv.persons import BE, POSSESSIVES
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import noted, word_list
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("sv", "roles")

CALLED = _WORDS["called"]
ARTICLES = POSSESSIVES | {"en", "ett"}
MOST_BETWEEN = 4  # tokens between a name and what its bearer is: _ är min äldsta syster


def _same_role(vocab: Vocab) -> dict[str, str]:
    """Words for what one may be called as well -> one of them."""
    return {
        form: noted(note, "as")
        for form, label, _, note in vocab.lists.rows("words/roles.tsv")
        if label == "role"
    }


def role_of(table: TokenTable, mention: Mention) -> Role | None:
    """What the bearer of a first name is said to be; None of a genitive, and where nothing is said."""
    if mention.label not in FIRSTNAMES or "gen" in mention.features:
        return None
    return role(table, table.first_token(mention.span), table.last_token(mention.span))


def role(table: TokenTable, first: int, last: int) -> Role | None:
    """What somebody is said to be whose name are the tokens from `first` to `last`."""
    before = first - 1 - (table.left(first) in CALLED)
    if word := _person_word(table, before, first):
        return Role(word, True)
    if table.right(last) in (*BE, ","):
        for steps in range(2, 2 + MOST_BETWEEN):
            word = _person_word(table, last + steps, last)
            if word and not table.words[last + steps].genitive:  # but not: Anna, min mammas vän
                own = table.left(last + steps) in ARTICLES or table.right(last, 2) in POSSESSIVES
                return Role(word, False) if own else None
    return None


def _person_word(table: TokenTable, index: int, beside: int) -> str:
    """The word for a relative, a friend or a profession that a token is, without its form; ""
    for another, and in another sentence."""
    if not 0 <= index < len(table.words) or table.sentence[index] != table.sentence[beside]:
        return ""
    same = table.vocab.derived(_same_role)
    owned = table.left(index) in POSSESSIVES  # min far, which is a verb, too
    if owned and (role := same.get(table.lowers[index])):
        return role
    for entry in table.words[index].entries:
        word = entry.canonical.lower()
        if entry.label in ("fam", "prof") and (entry.weight > 0 or (owned and word in same)):
            return same.get(word, word)
    return ""
