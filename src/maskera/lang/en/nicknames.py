"""Names of people by the relative, the pet or the nickname that they are said to be, and those that
are short for others of the text: my sister Non, my dog Biscuit, Abi for Abimbola."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.called import genders
from maskera.lang.en.initials import first_name, given_label
from maskera.lang.en.morphology import base, marks
from maskera.lang.en.people import DONE, KNOWN, LONG, SHORTEST, ends
from maskera.lang.en.surroundings import every_word_capital
from maskera.lang.en.word_names import IS, POSSESSIVE, may_be_word
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Trust
from maskera.rules.rule import Rule, Stage, lexeme, listed, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("en", "people")

RELATIVES = FULL_NAME | {"ordinary", "city", "area", "thing", "person_noun"}


def _relative(table: TokenTable, noun: int) -> Iterator[Detection]:
    """my sister Non, Daughter Carmel: a word with a capital between somebody's relative or friend
    and the end of the name."""
    name = noun + 1
    owned = any(table.left(noun, step) in POSSESSIVE for step in (1, 2))
    heads = table.sentence_initial[noun] and table.words[noun].shape == "capital"
    if not table.adjacent(noun) or not (heads or (owned and table.words[noun].shape == "lower")):
        return
    word = table.words[name]
    if word.shape != "capital" or not word.labels <= RELATIVES:
        return
    if not word.lower.isalpha() or table.fact(every_word_capital):
        return
    known = heads and may_be_word(word) and table.words[name + 1 : name + 2] != []
    if not ends(table, name) and not (known and table.words[name + 1].shape == "lower"):
        return
    relatives, _ = table.vocab.derived(genders)
    label = relatives.get(table.lowers[noun], "") or given_label(word)
    yield table.claim(name, name, label, DONE, trust=Trust.FORMAL)


def _may_be_short(word: Lexeme) -> bool:
    """Whether a word may be short for a name: of no list but for relatives or first names."""
    if word.shape != "capital" or not 2 < len(base(word.lower)) <= LONG:
        return False
    return word.labels <= FIRSTNAMES | {"fam"} and (word.plain <= KNOWN or "fam" in word.labels)


def _long_names(table: TokenTable) -> frozenset[tuple[str, str]]:
    """First names of the text that others may be short for, with their labels."""
    return frozenset(
        (word.lower, listed.label)
        for word in table.words
        if len(word.lower) > LONG and word.shape == "capital" and (listed := first_name(word))
    )


def _short(table: TokenTable, index: int) -> Iterator[Detection]:
    """A name that is short for one of the text: Abi, of Abimbola; Emeka, of Chukwuemeka."""
    name = base(table.lowers[index])
    longer = sorted(
        label
        for full, label in table.fact(_long_names)
        if full.startswith(name) or (len(name) > SHORTEST and full.endswith(name))
    )
    if longer and not table.fact(every_word_capital) and table.left(index) not in POSSESSIVE:
        features = marks(table.lowers[index])
        yield table.claim(index, index, longer[0], DONE, features=features, trust=Trust.FORMAL)


def _pet(table: TokenTable, noun: int) -> Iterator[Detection]:
    """my dog Biscuit: what has a capital behind a word for somebody's pet."""
    index = noun + 1
    owned = any(table.left(noun, step) in POSSESSIVE for step in (1, 2))
    if not owned or not table.adjacent(noun) or table.words[index].shape != "capital":
        return
    word = table.words[index]
    if base(word.lower) != word.lower or table.fact(every_word_capital):
        return
    yield table.claim(index, index, given_label(word), DONE, trust=Trust.FORMAL)


def _nickname(table: TokenTable, index: int) -> Iterator[Detection]:
    """What somebody's nickname is, a word, too: my nickname is Chewy."""
    name = index + 2
    if table.right(index) not in IS or name >= len(table.words) or not table.adjacent(name - 1):
        return
    word = table.words[name]
    if word.shape == "capital" and not table.fact(every_word_capital) and ends(table, name):
        yield table.claim(name, name, "firstname_unknown", DONE, trust=Trust.FORMAL)


RULES = (
    Rule("name.nickname", Stage.CLAIM, _nickname, words("nickname"), FIRSTNAMES, cases="people"),
    Rule("name.relative", Stage.CLAIM, _relative, listed("fam"), FIRSTNAMES, cases="people"),
    Rule("name.short", Stage.CLAIM, _short, lexeme(_may_be_short), FIRSTNAMES, cases="people"),
    Rule("name.pet", Stage.CLAIM, _pet, words(*_WORDS["pet"]), FIRSTNAMES, Trust.FORMAL, "people"),
)
