"""People in a row behind a word for several relatives or friends: mina kusiner benja å cata. Where
one of them is a listed name, the others are names, too, however unknown."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.name_shape import NO_WORD
from maskera.lang.sv.persons import POSSESSIVES, plural
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, listed
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("sv", "name_lists")

_JOINING = _WORDS["and"] | {"&", ","}
_SAYS = _WORDS["says"] | {":"}
_SKIPPED = _WORDS["skipped"]
_NEVER = frozenset(("fam", "prof", "title", "country", "city", "nationality"))
_ATTRIBUTES = 3  # words between a possessive and its noun: mina två äldre bröder
LEAST_LETTERS, LEAST_NAME = 3, 0.0  # of an unknown name; log-odds of a listed one
SEVERAL = 2  # listed names, beside which a word with a capital is a name
FREQUENT = 5.0  # Zipf from which it is none
USUAL = 4.0  # Zipf of a word that an unknown one is rather a slip of
SURE = 7.0  # outweighs a tagger that has heard nothing of it


def _row(table: TokenTable, kin: int) -> Iterator[Detection]:
    """The names of a row."""
    if not plural(table.words[kin]):
        return
    before = {table.left(kin, step) for step in range(1, _ATTRIBUTES + 1)}
    if table.right(kin) != ":" and POSSESSIVES.isdisjoint(before):
        return
    index = kin + 1 + (table.right(kin) in _SAYS)
    known, told = 0, list[tuple[int, str]]()
    while index < len(table.words) and table.sentence[index] == table.sentence[kin]:
        index += table.lowers[index] in _SKIPPED
        word = table.words[min(index, len(table.words) - 1)]
        if given := _given(word):
            known += 1
            told += [(index, given)] * (word.shape == "capital")
        elif (_is_unknown(word) and table.gazetteer.zipf(word.meant) < USUAL) or (
            known >= SEVERAL and _may_be_called(word)
        ):
            told.append((index, "firstname_unknown"))
        else:
            break
        if not table.right(index) or table.normalized[index + 1] not in _JOINING:
            break
        index += 2
    if known and told:
        evidence = Evidence("place:in a row of relatives", SURE)
        for place, label in told:
            yield table.claim(place, place, label, evidence, trust=Trust.FORMAL)


def _given(word: Lexeme) -> str:
    """The label of a listed first name; "" for what is rather a word."""
    if word.plain > NO_WORD:
        return ""
    given = [e for e in word.entries if e.label in FIRSTNAMES and e.weight >= LEAST_NAME]
    return max(given, key=lambda entry: entry.weight).label if given else ""


def _may_be_called(word: Lexeme) -> bool:
    """Whether a word with a capital is one that parents give: Miracle, Regn."""
    return (
        word.shape == "capital"
        and word.zipf < FREQUENT
        and word.labels.isdisjoint(_NEVER)
        and not word.genitive
    )


def _is_unknown(word: Lexeme) -> bool:
    return (
        not (word.entries or word.zipf)
        and word.plain <= NO_WORD
        and word.lower.isalpha()
        and len(word.lower) >= LEAST_LETTERS
    )


CLAIMS = (
    Rule(
        "name.row_of_relatives",
        Stage.CLAIM,
        _row,
        listed("fam"),
        FIRSTNAMES,
        Trust.FORMAL,
        "names",
    ),
)
