"""Pair: gold and predicted mentions of one document over the same text; every score starts here.

Two sides that do not fit are refused (DataError, naming ids and offsets only), so that no wrong number is ever printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from maskera.annotate.tokens import tokenize
from maskera.errors import DataError
from maskera.mentions import Mention
from maskera.text import Document, Tokens

OUTSIDE = "O"
"""The label of a token that no mention touches."""

Labelled = tuple[Document, tuple[Mention, ...]]
"""What a readable format gives: a document and its mentions."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One document with the mentions of both sides, in text order and without overlap, and the label of each token on both sides.

    Tokens are those of maskera.annotate.tokens, whatever the formats brought along, so that figures can be compared.
    """

    document: Document
    gold: tuple[Mention, ...]
    found: tuple[Mention, ...]
    gold_tokens: tuple[str, ...]
    found_tokens: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Pair({self.document!r}, {len(self.gold)} gold, {len(self.found)} found)"

    def surface(self, mention: Mention) -> str:
        """The mention as written."""
        return self.document.text[mention.span.start : mention.span.end]

    def restricted(self, keep: Callable[[Mention], bool]) -> Pair:
        """The same document with those mentions of both sides that pass."""
        return self.mapped(lambda mentions: tuple(filter(keep, mentions)))

    def relabelled(self, labels: Callable[[str], str]) -> Pair:
        """The same document with other labels on both sides (a general group for each label, say)."""

        def renamed(mention: Mention) -> Mention:
            return Mention(
                mention.span, labels(mention.label), mention.number, mention.features, mention.probability, mention.personal
            )

        return self.mapped(lambda mentions: tuple(map(renamed, mentions)))

    def mapped(self, change: Callable[[tuple[Mention, ...]], tuple[Mention, ...]]) -> Pair:
        """The same document with both sides changed; the change must keep text order and lack of overlap."""
        gold, found = change(self.gold), change(self.found)
        tokens = self.document.tokens
        return Pair(self.document, gold, found, token_labels(tokens, gold), token_labels(tokens, found))


def token_labels(tokens: Tokens, mentions: Sequence[Mention]) -> tuple[str, ...]:
    """The label of each token: that of the first mention it shares a character with, else OUTSIDE. Mentions in text order."""
    starts, ends = tokens.starts, tokens.ends
    labels = [OUTSIDE] * len(starts)
    index, count = 0, len(starts)
    for mention in mentions:
        start, end = mention.span.start, mention.span.end
        while index < count and ends[index] <= start:
            index += 1
        here = index
        while here < count and starts[here] < end:
            if labels[here] == OUTSIDE:
                labels[here] = mention.label
            here += 1
    return tuple(labels)


def pair(document: Document, gold: Iterable[Mention], found: Iterable[Mention]) -> Pair:
    """One document and its two sides; raises DataError for mentions that overlap on one side, are empty or leave the text."""
    if not document.tokens:
        document = document.with_tokens(tokenize(document.text), ())
    ordered = [_in_order(document, mentions, side) for mentions, side in ((gold, "gold"), (found, "prediction"))]
    labels = [token_labels(document.tokens, mentions) for mentions in ordered]
    return Pair(document, ordered[0], ordered[1], labels[0], labels[1])


def align(gold: Iterable[Labelled], found: Iterable[Labelled]) -> tuple[Pair, ...]:
    """The documents of both sides, matched by id, in the order of the gold.

    Metadata is the gold's, completed by the prediction's. Raises DataError when an id is missing on one side or comes twice, or when the
    texts of an id differ.
    """
    expected, given = _by_id(gold, "gold"), _by_id(found, "prediction")
    for missing, side in ((expected.keys() - given.keys(), "prediction"), (given.keys() - expected.keys(), "gold")):
        if missing:
            others = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise DataError(f"the {side} has no document {min(missing)!r}{others}")
    pairs = []
    for id_, (document, mentions) in expected.items():
        other, claims = given[id_]
        if document.text != other.text:
            raise DataError(f"document {id_!r}: gold and prediction have different texts ({_difference(document.text, other.text)})")
        merged = replace(document, meta={**other.meta, **document.meta}, tokens=tokenize(document.text), sentences=())
        pairs.append(pair(merged, mentions, claims))
    return tuple(pairs)


def _by_id(side: Iterable[Labelled], name: str) -> dict[str, Labelled]:
    documents: dict[str, Labelled] = {}
    for document, mentions in side:
        if document.id in documents:
            raise DataError(f"the {name} has document {document.id!r} twice")
        documents[document.id] = document, mentions
    return documents


def _difference(one: str, other: str) -> str:
    """Where two texts part, without a word of them."""
    at = next((index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{len(one)} and {len(other)} characters, apart from character {at} on"


def _in_order(document: Document, mentions: Iterable[Mention], side: str) -> tuple[Mention, ...]:
    ordered = tuple(sorted(mentions, key=lambda mention: mention.span))
    done = 0
    for mention in ordered:
        start, end = mention.span.start, mention.span.end
        if start < done:
            raise DataError(f"document {document.id!r}: two spans of the {side} overlap at character {start}")
        if start == end or end > len(document.text):
            raise DataError(f"document {document.id!r}: span {start}-{end} of the {side} is empty or leaves the text")
        done = end
    return ordered
