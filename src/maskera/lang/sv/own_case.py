"""Complaints and applications are investigative texts, too: what a writer says there of their own
case (the officer, the operation, the authority) concerns the writer."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention

GENRES = frozenset(("investigative",))
MYSELF = frozenset("jag jg jak mig mej min minn mitt mit mina mins".split())
STUDYING = frozenset(
    "enligt läst läser läste läsa undersökt undersöker undersökte undersöka undersökning "
    "undersökningen analyserat analyserar analysera jämfört jämför jämföra intervjuat studien "
    "studier uppsats uppsatsen rapport rapporten källa källan källor källorna statistik "
    "statistiken artikel artikeln artiklar boken böcker forskare forskaren forskning forskningen "
    "professor professorn författare författaren syfte syftet tycker anser menar tror håller".split()
)
"""Words of a sentence in which a writer speaks of a matter and not of their case."""


def of_own_case(table: TokenTable, mentions: Sequence[Mention]) -> set[int]:
    """The places of the mentions that a text of such a genre says of its writer's case: those of
    sentences that speak of the writer, and, where the writer gives numbers or addresses of their
    own, of all that do not speak of a matter."""
    document = table.document
    if document.meta.get("genre", "") not in GENRES or not mentions:
        return set()
    never_public = table.vocab.taxonomy.never_public
    given = any(mention.label in never_public for mention in mentions)
    sentences = [{*table.lowers[sentence.start : sentence.end]} for sentence in document.sentences]
    own = [
        STUDYING.isdisjoint(words) and (given or not MYSELF.isdisjoint(words))
        for words in sentences
    ]
    if given and not any(not MYSELF.isdisjoint(words) for words in sentences):
        return set()
    return {
        place
        for place, mention in enumerate(mentions)
        if own[table.sentence[table.first_token(mention.span)]]
    }
