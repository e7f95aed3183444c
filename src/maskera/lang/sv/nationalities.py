"""What people somebody is said to belong to: jag är tunisier, hon är chilenska, en iransk man; all
alike, whether the word is a noun or an adjective.

Not that somebody is Swedish, and not of languages and things: språket är persiska, boken är norsk.
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.persons import BE
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, listed
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("sv", "nationalities")

SURE = 9.0  # as sure as rules may be: a tagger that takes it for a trade or a name is wrong
HOME = "svensk"
_PEOPLE = frozenset(("fam", "prof", "title"))


def _claims(table: TokenTable, index: int) -> Iterator[Detection]:
    verb = index - 1
    while table.left(index, index - verb) in _WORDS["between"]:
        verb -= 1
    told = (
        verb > 0
        and table.sentence[verb] == table.sentence[index]
        and table.lowers[verb] in BE
        and _is_person(table, verb)
    )
    if told and not table.lowers[index].startswith(HOME) and _ends(table, index):
        evidence = Evidence("said of a person", SURE)
        yield table.claim(index, index, "sensitive", evidence, trust=Trust.FORMAL)


def _is_person(table: TokenTable, verb: int) -> bool:
    """Whether what stands before a verb is somebody: jag, min granne, Amir."""
    if not table.left(verb):
        return False
    who = table.words[verb - 1]
    if who.lower in _WORDS["who"] or not who.labels.isdisjoint(_PEOPLE):
        return True
    return who.shape in CAPITALS and not who.labels.isdisjoint(FIRSTNAMES)


def _ends(table: TokenTable, index: int) -> bool:
    """Whether nothing but somebody follows that the word may belong to: är iransk man, but not är
    engelska språket, nor en fransk kock."""
    after = table.right(index)
    return not after.isalpha() or after in _WORDS["behind"] | _WORDS["somebody"]


_SAID_BEFORE = 4  # tokens between a verb of speaking and the language: talar ganska dålig darija


@only("lower", listed=True)
def may_be_language(word: Lexeme) -> bool:
    """Whether a listed language in small letters is somebody's name, too."""
    return "nationality" in word.labels and not word.labels.isdisjoint(FULL_NAME)


def is_language(table: TokenTable, index: int) -> bool:
    """Whether it is what somebody speaks: jag talar dålig darija; but not jag talar med darija."""
    for step in range(1, _SAID_BEFORE + 1):
        word = table.left(index, step)
        if not word or word in _WORDS["to_somebody"]:
            return False
        if word in _WORDS["speak"]:
            return True
    return False


CLAIMS = (
    Rule(
        "sensitive.nationality",
        Stage.CLAIM,
        _claims,
        listed("nationality"),
        frozenset(("sensitive",)),
        Trust.FORMAL,
        "sensitive",
    ),
)
