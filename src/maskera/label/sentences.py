"""A clause that tells of an event takes its sentence with it, under policies that ask for it
(Policy.sentences): what stays of the sentence tells of the event, too."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention
from maskera.text import Span

MOST = 25  # words of a sentence; a longer one, which learners write without full stops, tells more


def with_sentences(
    table: TokenTable, mentions: Sequence[Mention], labels: Sequence[str]
) -> list[Mention]:
    """The mentions, in text order; those of these labels that are several words have the span of
    their sentence without the signs at its ends, and what was in it is part of them."""
    found = list(mentions)
    for mention in mentions:
        span = _sentence(table, mention) if _is_clause(table, mention, labels) else None
        if span and mention in found:
            found = [each for each in found if each is mention or not each.span.overlaps(span)]
            found[found.index(mention)] = msgspec.structs.replace(mention, span=span)
    return found


def _is_clause(table: TokenTable, mention: Mention, labels: Sequence[str]) -> bool:
    """Whether a mention of these labels may tell of an event: a user name or a password has no
    blank."""
    said = mention.label in labels
    return said and len(table.document.text[mention.span.start : mention.span.end].split()) > 1


def _sentence(table: TokenTable, mention: Mention) -> Span | None:
    """The sentence that a mention stands in; None where it is too long, or there are several."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if table.sentence[first] != table.sentence[last]:
        return None
    sentence = table.document.sentences[table.sentence[first]]
    begun, end = sentence.start, sentence.end - 1
    while end > last and table.words[end].shape == "mark":
        end -= 1
    while begun < first and table.words[begun].shape == "mark":
        begun += 1
    words = sum(word.shape != "mark" for word in table.words[begun : end + 1])
    return table.span(begun, end) if words <= MOST else None
