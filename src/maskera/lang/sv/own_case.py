"""Complaints and applications are investigative texts, too: what a writer says there of their own
case (the officer, the operation, the authority) concerns the writer."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention

_WORDS = word_list("sv", "own_case")

GENRES = frozenset(("investigative",))


def of_own_case(table: TokenTable, mentions: Sequence[Mention]) -> set[int]:
    """The places of the mentions that a text of such a genre says of its writer's case: those of
    sentences that speak of the writer, and, where the writer gives numbers or addresses of their
    own, of all that do not speak of a matter."""
    document = table.document
    if document.meta.get("genre", "") not in GENRES or not mentions:
        return set()
    never_public = table.vocab.taxonomy.never_public
    # "study": words of a sentence in which a writer speaks of a matter and not of their case.
    myself, study = _WORDS["myself"], _WORDS["study"]
    given = any(mention.label in never_public for mention in mentions)
    sentences = [{*table.lowers[sentence.start : sentence.end]} for sentence in document.sentences]
    own = [
        study.isdisjoint(words) and (given or not myself.isdisjoint(words)) for words in sentences
    ]
    if given and not any(not myself.isdisjoint(words) for words in sentences):
        return set()
    return {
        place
        for place, mention in enumerate(mentions)
        if own[table.sentence[table.first_token(mention.span)]]
    }
