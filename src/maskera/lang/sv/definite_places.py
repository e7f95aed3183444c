"""Places that are called as things are, told by a capital inside a sentence behind words for living,
meeting and stopping there: bor på Åkern, ses på Femman, stannar vid Varvet."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme

_WORDS = word_list("sv", "definite_places")

SURE = 7.0  # log-odds; a tagger that has learned ordinary words with a capital is silent
LEAST_LETTERS, COMMON = (
    5,
    4.6,
)  # letters of such a name; Zipf from which it is a thing: maten, huset
REACH = 4  # tokens before the preposition in which somebody lives there
_DEFINITE = tuple(sorted(_WORDS["definite_endings"]))
_NO_PLACE = frozenset(("fam", "prof", "title", "weekday", "month_word", "country", "sensitive"))


@only("capital")
def _is_definite(word: Lexeme) -> bool:
    """Whether a word is a noun in the definite form that no list has as anything else."""
    return (
        word.lower.endswith(_DEFINITE)
        and len(word.lower) >= LEAST_LETTERS
        and word.plain > 0
        and word.zipf < COMMON
        and word.labels.isdisjoint(_NO_PLACE)
    )


@only("capital")
def _usual(word: Lexeme) -> bool:
    """Whether a word with a capital is an ordinary one that no list has as a name."""
    return word.plain > 0 and not word.entries


def _lived_at(table: TokenTable, index: int) -> Iterator[Detection]:
    """The place, but where the writer gives capitals to other nouns, too."""
    if table.sentence_initial[index] or table.all_caps_sentence[index]:
        return
    verbs = {table.left(index, step) for step in range(2, 2 + REACH)}
    if table.left(index) not in _WORDS["at"] or verbs.isdisjoint(_WORDS["lives"]):
        return
    others = (
        other
        for other in table.where(_usual)
        if not table.sentence_initial[other] and table.lowers[other] != table.lowers[index]
    )
    if next(others, None) is None and table.right(index) not in _WORDS["of_thing"]:
        evidence = Evidence("place:lived at", SURE)
        yield table.claim(
            index, index, "place", evidence, features=frozenset(("def",)), trust=Trust.CERTAIN
        )


CLAIMS = (
    Rule(
        "place.lived_at",
        Stage.CLAIM,
        _lived_at,
        lexeme(_is_definite),
        frozenset(("place",)),
        Trust.FORMAL,
        "place",
    ),
)
