"""What nobody has claimed, and yet is hardly anything but a name: a word of no list and no
dictionary that stands with a capital inside a sentence, and that no rule excludes (vi gav Driskal
en bok)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from maskera.lang.sv import exclusions
from maskera.lang.sv.where_people_stand import stands_as_person
from maskera.lexicon.table import TokenTable, quoted
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Mention

_WORDS = word_list("sv", "remaining")

SHORTEST = 4  # letters; shorter ones are abbreviations as often
MOST = 0.25  # share of words with a capital in a text that uses them as others do
NO_NAME, SPEAK, WHERE = _WORDS["no_name"], _WORDS["speak"], _WORDS["where"]
"""Words before what is a thing's (en Vetivo), those of speaking a language, and before a town."""
LEAST_STEM, LEAST_HEAD = 3, 5  # letters before a word that ends a compound, and of that
NEAR = 3  # tokens before a word in which a language is told
LEAST = 0.5  # probability of such a mention: half of them, as in English
LEFT = Evidence("a capital and no list", 1.0)


def with_remaining(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, and such words that nothing marks."""
    found = [index for index in table.where(_unlisted) if _stands_alone(table, index)]
    if not found:
        return list(mentions)
    covered = table.covered(mention.span for mention in mentions)
    claims = [
        Detection(table.span(index, index), (Hypothesis(_label(table, index), (LEFT,)),))
        for index in found
        if index not in covered
    ]
    kept, _ = exclusions.excluded(table, claims)
    added = [
        Mention(
            claim.span,
            claim.hypotheses[0].label,
            features=_features(table, claim),
            probability=LEAST,
            hypotheses=claim.hypotheses,
        )
        for claim in kept
    ]
    return sorted([*mentions, *added], key=attrgetter("span"))


def _unlisted(word: Lexeme) -> bool:
    return (
        word.shape == "capital"
        and not word.entries
        and not word.meant
        and word.plain <= 0
        and word.zipf == 0
        and len(word.lower) >= SHORTEST
        and word.lower.isalpha()
    )


def _stands_alone(table: TokenTable, index: int) -> bool:
    """Whether a word with a capital stands for itself: no thing's, no language's, no part of a
    longer name, and at the beginning of a sentence only where a person alone can stand."""
    if table.few_capitals or table.all_caps_sentence[index] or table.fact(_capitals_abound):
        return False
    if table.sentence_initial[index] and not stands_as_person(table, index):
        return False
    beside = [at for at in (index - 1, index + 1) if 0 <= at < len(table.words)]
    if any(table.words[at].shape in (*CAPITALS, "digit") for at in beside if _joined(table, at)):
        return False
    if table.left(index) in NO_NAME or table.fact(quoted)[index]:
        return False
    if table.right(index) in SPEAK or _compound(table, table.lowers[index]):
        return False
    return SPEAK.isdisjoint(table.left(index, step) for step in range(1, NEAR + 1))


def _compound(table: TokenTable, lower: str) -> bool:
    """Whether a common word ends another: Europavalen, Bookerpriset."""
    starts = range(LEAST_STEM, len(lower) - LEAST_HEAD + 1)
    return any(table.gazetteer.common(lower[start:]) for start in starts)


def _joined(table: TokenTable, index: int) -> bool:
    """Whether a token is no word that begins a sentence, whose capital says nothing."""
    return table.words[index].shape == "digit" or not table.sentence_initial[index]


def _capitals_abound(table: TokenTable) -> bool:
    """Whether a text writes more words with a capital than names explain: a heading, a form."""
    words = [word for word in table.words if word.shape not in ("digit", "mark")]
    return sum(word.shape in CAPITALS for word in words) > max(3.0, MOST * len(words))


def _label(table: TokenTable, index: int) -> str:
    return "city" if table.left(index) in WHERE else "firstname_unknown"


def _features(table: TokenTable, claim: Detection) -> frozenset[str]:
    genitive = table.words[table.last_token(claim.span)].genitive
    return frozenset(["gen"] if genitive else ())
