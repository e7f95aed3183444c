"""Pair: gold and predicted mentions of one document over the same text; every score starts here.

Two sides that do not fit are refused (DataError, naming ids and offsets only), so that no wrong
number is ever printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from maskera.annotate.tokens import tokenize
from maskera.errors import DataError
from maskera.mentions import Mention
from maskera.text import Document, Span, Tokens

OUTSIDE = "O"
"""The label of a token that no mention touches."""

Labelled = tuple[Document, tuple[Mention, ...]]
"""What a readable format gives: a document and its mentions."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One document with the mentions of both sides, in text order and without overlap, and the
    label of each token on both sides.

    Tokens are those of maskera.annotate.tokens, whatever the formats brought along, so that figures
    can be compared. doubtful: predicted mentions below the threshold; they count nowhere, but their
    probabilities order the review (calibration).
    """

    document: Document
    gold: tuple[Mention, ...]
    found: tuple[Mention, ...]
    gold_tokens: tuple[str, ...]
    found_tokens: tuple[str, ...]
    doubtful: tuple[Mention, ...] = ()

    def __repr__(self) -> str:
        return f"Pair({self.document!r}, {len(self.gold)} gold, {len(self.found)} found)"

    def surface(self, mention: Mention) -> str:
        """The mention as written."""
        return self.document.text[mention.span.start : mention.span.end]

    def restricted(self, keep: Callable[[Mention], bool]) -> Pair:
        """The same document with those mentions of both sides that pass."""
        return self._changed(lambda mentions: tuple(filter(keep, mentions)))

    def relabelled(self, labels: Callable[[str], str]) -> Pair:
        """The same document with other labels on both sides (a general group for each label, say)."""
        return self._changed(
            lambda mentions: tuple(
                msgspec.structs.replace(m, label=labels(m.label)) for m in mentions
            )
        )

    def _changed(self, change: Callable[[tuple[Mention, ...]], tuple[Mention, ...]]) -> Pair:
        gold, found = change(self.gold), change(self.found)
        tokens = self.document.tokens
        return Pair(
            self.document,
            gold,
            found,
            token_labels(tokens, gold),
            token_labels(tokens, found),
            change(self.doubtful),
        )


def token_labels(tokens: Tokens, mentions: Sequence[Mention]) -> tuple[str, ...]:
    """The label of each token: that of the first mention it shares a character with, else OUTSIDE.
    Mentions in text order."""
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


def pair(
    document: Document, gold: Iterable[Mention], found: Iterable[Mention], threshold: float = 0.0
) -> Pair:
    """One document and its two sides; predicted mentions less probable than the threshold are
    doubtful.

    Raises DataError for mentions that overlap on one side, are empty or leave the text.
    """
    if len(document.tokens) == 0:
        document = document.with_tokens(tokenize(document.text), ())
    expected, claimed = in_order(document, gold, "gold"), in_order(document, found, "prediction")
    accepted = tuple(mention for mention in claimed if mention.probability >= threshold)
    doubtful = tuple(mention for mention in claimed if mention.probability < threshold)
    tokens = document.tokens
    return Pair(
        document,
        expected,
        accepted,
        token_labels(tokens, expected),
        token_labels(tokens, accepted),
        doubtful,
    )


def align(
    gold: Iterable[Labelled], found: Iterable[Labelled], threshold: float = 0.0
) -> tuple[Pair, ...]:
    """The documents of both sides, matched by id, in the order of the gold.

    Metadata is the gold's, completed by the prediction's. Texts that differ in white space only
    (formats of one token a line) are the same text. Raises DataError when an id is missing on one
    side or comes twice, or when the texts of an id differ.
    """
    expected, given = by_id(gold, "gold"), by_id(found, "prediction")
    check_ids(expected.keys(), given.keys(), ("gold", "prediction"))
    pairs = []
    for id_, (document, mentions) in expected.items():
        other, claims = given[id_]
        claims = in_order(other, claims, "prediction")
        merged = replace(
            document,
            meta={**other.meta, **document.meta},
            tokens=tokenize(document.text),
            sentences=(),
        )
        pairs.append(pair(merged, mentions, brought(claims, other, document), threshold))
    return tuple(pairs)


def by_id(side: Iterable[Labelled], name: str) -> dict[str, Labelled]:
    """The documents of one side by id, in order; raises DataError when an id comes twice."""
    documents: dict[str, Labelled] = {}
    for document, mentions in side:
        if document.id in documents:
            raise DataError(f"the {name} has document {document.id!r} twice")
        documents[document.id] = document, mentions
    if not documents:
        raise DataError(f"the {name} has no documents")
    return documents


def check_ids(one: Iterable[str], other: Iterable[str], names: tuple[str, str]) -> None:
    """Raises DataError unless two sides have the same ids; names one of the missing and counts the
    rest."""
    ours, theirs = set(one), set(other)
    for missing, side in ((ours - theirs, names[1]), (theirs - ours, names[0])):
        if missing:
            more = (
                f" and {len(missing) - 1} more that stand on the other side"
                if len(missing) > 1
                else ""
            )
            raise DataError(f"the {side} has no document {min(missing)!r}{more}")


def brought(mentions: Sequence[Mention], source: Document, target: Document) -> tuple[Mention, ...]:
    """The mentions of a text in the offsets of another that differs from it in white space only;
    DataError when more differs."""
    if source.text == target.text:
        return tuple(mentions)
    here = [index for index, c in enumerate(source.text) if not c.isspace()]
    there = [index for index, c in enumerate(target.text) if not c.isspace()]
    same = "".join(source.text.split()) == "".join(target.text.split()) and len(here) == len(there)
    if not same:
        lengths = f"{len(target.text)} and {len(source.text)} characters"
        raise DataError(
            f"document {target.id!r}: the two sides have different texts ({lengths}, apart from {_parting(source, target)} on)"
        )
    place = dict(zip(here, there, strict=True))
    moved = []
    for mention in mentions:
        inside = [
            place[index] for index in range(mention.span.start, mention.span.end) if index in place
        ]
        if inside:
            moved.append(msgspec.structs.replace(mention, span=Span(inside[0], inside[-1] + 1)))
    return tuple(moved)


def _parting(one: Document, other: Document) -> int:
    differing = (
        index for index, (a, b) in enumerate(zip(one.text, other.text, strict=False)) if a != b
    )
    return next(differing, min(len(one.text), len(other.text)))


def in_order(document: Document, mentions: Iterable[Mention], side: str) -> tuple[Mention, ...]:
    """The mentions in text order; raises DataError when two overlap, or one is empty or leaves the
    text."""
    ordered = tuple(sorted(mentions, key=lambda mention: mention.span))
    done = 0
    for mention in ordered:
        start, end = mention.span.start, mention.span.end
        if start == end or end > len(document.text):
            raise DataError(
                f"document {document.id!r}: span {start}-{end} of the {side} is empty or leaves the text"
            )
        if start < done:
            raise DataError(
                f"document {document.id!r}: two spans of the {side} overlap at character {start}"
            )
        done = end
    return ordered
