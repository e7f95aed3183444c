"""Mentions in a coarser scheme than the labels of the language: SweLL's as the eight types of the
Text Anonymization Benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import msgspec

from maskera.mentions import Mention
from maskera.result import Replacement, Result
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

OWN = "swell"
"""The scheme of the labels themselves."""
NAMES = (OWN, "tab")


def coarser(
    document: Document, mentions: Sequence[Mention], taxonomy: Taxonomy, scheme: str
) -> list[Mention]:
    """The mentions with the types of a scheme as labels, numbered anew by what is written; those of
    one type with at most a blank between them are one (first name and surname).

    Raises MaskeraError for a scheme that the taxonomy does not know.
    """
    types = taxonomy.scheme(scheme)
    return numbered(document, joined(document, mentions, lambda label: types[label]))


def joined(
    document: Document, mentions: Iterable[Mention], type_of: Callable[[str], str]
) -> list[Mention]:
    """The mentions, given in text order, with types as labels; those of one type with at most a
    blank between them are one."""
    merged: list[Mention] = []
    for mention in mentions:
        label = type_of(mention.label)
        last = merged[-1] if merged else None
        gap = document.text[last.span.end : mention.span.start] if last else "\n"
        if last and last.label == label and not gap.strip(" ") and len(gap) <= 1:
            merged[-1] = msgspec.structs.replace(
                last,
                span=Span(last.span.start, mention.span.end),
                probability=max(last.probability, mention.probability),
                personal=max(last.personal, mention.personal),
                hypotheses=(),
            )
        else:
            merged.append(
                msgspec.structs.replace(
                    mention, label=label, features=frozenset(), hypotheses=(), referent=""
                )
            )
    return merged


def masked(result: Result, mentions: Sequence[Mention]) -> Result:
    """The result as if these mentions were hidden, too: for formats that write masks, no text."""
    hidden = [one for one in result.replacements if one.hidden]
    more = [
        Replacement(mention, "remove", "")
        for mention in mentions
        if not any(mention.span.overlaps(one.mention.span) for one in hidden)
    ]
    wider = {
        one.mention.span: mention
        for mention in mentions
        for one in hidden
        if mention.span.overlaps(one.mention.span) and mention.span.covers(one.mention.span)
    }
    grown = [
        msgspec.structs.replace(one, mention=wider.get(one.mention.span, one.mention))
        for one in hidden
    ]
    spans = {one.mention.span: one for one in (*grown, *more)}
    ordered = sorted(spans.values(), key=lambda one: one.mention.span)
    return replace(result, replacements=tuple(ordered))


def numbered(document: Document, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions with one running number for what is written alike and has one label."""
    numbers: dict[tuple[str, str], int] = {}
    counts: dict[str, int] = {}
    found = []
    for mention in mentions:
        form = document.text[mention.span.start : mention.span.end]
        key = (mention.label, " ".join(form.lower().split()))
        if key not in numbers:
            counts[mention.label] = numbers[key] = counts.get(mention.label, 0) + 1
        found.append(msgspec.structs.replace(mention, number=numbers[key]))
    return found


def labelled(result: Result, taxonomy: Taxonomy, scheme: str) -> Result:
    """The result with the types of a scheme as labels; its texts and spans stay."""
    types = taxonomy.scheme(scheme)
    replacements = tuple(
        msgspec.structs.replace(
            one, mention=msgspec.structs.replace(one.mention, label=types[one.mention.label])
        )
        for one in result.replacements
    )
    return replace(result, replacements=replacements)
