"""Words that are names, too, at the head of a sentence in which they are of no person: Kanon sa
han, Berg är höga."""

from __future__ import annotations

from collections.abc import Callable

from maskera.lang.sv.where_people_stand import margin
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.taxonomy import FULL_NAME

_WORDS = word_list("sv", "name_places")

SURELY_NAME = 1.0  # log-odds by which a form is a name rather than a word
WORD = 2.5  # Zipf of the forms of an adjective: hög, högt, höga


@only(listed=True)
def word_and_name(word: Lexeme) -> bool:
    """Whether a form is a word rather than a name, and yet a name of people."""
    return word.plain > 0 and not word.labels.isdisjoint(FULL_NAME) and margin(word) < SURELY_NAME


def heads_sentence(table: TokenTable, index: int) -> bool:
    """Whether a token is the first of its sentence."""
    return not index or table.sentence[index - 1] != table.sentence[index]


def is_no_subject(table: TokenTable, index: int) -> bool:
    """Whether such a word that heads a sentence is of no person there: Kanon sa han, Berg är höga,
    Ville bara fråga; but not Klara sa att."""
    verb, after = table.right(index), table.right(index, 2)
    if table.lowers[index] in _WORDS["verb_too"]:
        return verb in _WORDS["behind_verb"]
    if verb in _WORDS["says"]:
        return after in _WORDS["speaker"]
    return (
        verb in _WORDS["be"]
        and after not in _WORDS["said_of_person"]
        and _is_plural_or_neuter(after, table.gazetteer.zipf)
    )


def _is_plural_or_neuter(form: str, zipf: Callable[[str], float]) -> bool:
    """Whether a form is that of an adjective which no name of a person takes: höga, stort, blått."""
    stem = form.removesuffix("a") if form.endswith("a") else form.removesuffix("t")
    if form.endswith("tt") and zipf(stem) < WORD:
        stem = stem.removesuffix("t")
    return (
        2 < len(stem) < len(form)
        and zipf(stem) >= WORD
        and any(zipf(stem + ending) >= WORD for ending in ("a", "t", "tt") if stem + ending != form)
    )
