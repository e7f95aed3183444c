"""Token scores of typed mentions against several annotators (Text Anonymization Benchmark): every
span that any annotator marked (union), or what at least half of them marked (merged).

Tokens are runs of letters, digits and low lines, as in the benchmark. A token has the type of the
first span, longest first, that it shares a character with. Labelled counts exact types; marked
counts whether there is any.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from maskera.formats.tab import TabDocument
from maskera.text import Span

WORD = re.compile(r"\w+")
View = Literal["union", "merged"]
Typed = Sequence[tuple[Span, str]]
"""Spans with their types."""


class Share(msgspec.Struct, frozen=True):
    """Precision, recall and F1, as shares of 1; a share of nothing is 0."""

    precision: float
    recall: float
    f1: float


class TypeScores(msgspec.Struct, frozen=True):
    """Of all tokens: marked or not, with the exact type, and for each type."""

    marked: Share
    labelled: Share
    per_type: Mapping[str, Share]


def score(
    documents: Iterable[TabDocument], found: Mapping[str, Typed], view: View = "union"
) -> TypeScores:
    """The scores over all documents; a document of which nothing was found has no entry."""
    both, hits, gold, predicted = 0, Counter[str](), Counter[str](), Counter[str]()
    for document in documents:
        words = [Span(*match.span()) for match in WORD.finditer(document.text)]
        right = wanted(document, words, view)
        given = types_of(words, found.get(document.doc_id, ()))
        for want, have in zip(right, given, strict=True):
            gold[want] += want != ""
            predicted[have] += have != ""
            both += want != "" and have != ""
            hits[want] += want != "" and want == have
    wants, haves = gold.total(), predicted.total()
    per_type = {
        type_: share(hits[type_], predicted[type_], gold[type_])
        for type_ in sorted((gold.keys() | predicted.keys()) - {""})
    }
    return TypeScores(share(both, haves, wants), share(hits.total(), haves, wants), per_type)


def wanted(document: TabDocument, words: Sequence[Span], view: View) -> list[str]:
    """The type of each word by the annotators of a document, "" for none; where they differ, the
    one that most of them have, the first of the alphabet where as many have another."""
    votes: list[Counter[str]] = [Counter() for _ in words]
    for annotation in document.annotations.values():
        spans = [(mention.span, mention.entity_type) for mention in annotation.entity_mentions]
        for vote, type_ in zip(votes, types_of(words, spans), strict=True):
            vote[type_] += type_ != ""
    least = 1 if view == "union" else len(document.annotations) / 2
    return [
        min(vote, key=lambda type_: (-vote[type_], type_)) if vote.total() >= least else ""
        for vote in votes
    ]


def types_of(words: Sequence[Span], spans: Typed) -> list[str]:
    """The type of each word, "" for none."""
    ranked = sorted(spans, key=lambda pair: (-len(pair[0]), pair[0]))
    found: dict[int, str] = {}
    for span, type_ in ranked:
        for place in range(span.start, span.end):
            found.setdefault(place, type_)
    return [
        next((found[place] for place in range(word.start, word.end) if place in found), "")
        for word in words
    ]


def share(hits: int, predicted: int, gold: int) -> Share:
    """Of so many predicted and so many right ones, so many are both."""
    precision, recall = hits / predicted if predicted else 0.0, hits / gold if gold else 0.0
    return Share(precision, recall, 2 * hits / (predicted + gold) if predicted + gold else 0.0)
