"""Text and Marked: a document as the indicators of risk see it, from detection, annotation or TAB."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import msgspec

from maskera.formats.tab import TabDocument
from maskera.mentions import Mention
from maskera.text import Document, Span

Identifier = Literal["DIRECT", "QUASI", "NO_MASK", ""]
"""TAB's classes of identifiers; "" where nobody has decided."""

WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
LONGEST_NUMBER = 5  # digits; a longer number is as rare as one of five
YEAR_DIGITS = 4  # kept as written: a year says more than that it is a number


class Marked(msgspec.Struct, frozen=True):
    """A mention with the entity it belongs to.

    kind: the label that the model knows (a TAB type in English). entity: the same for mentions of one
    referent within the document. personal: probability that it concerns the person to protect.
    identifier: what an annotator decided.
    """

    span: Span
    label: str
    kind: str
    entity: str
    personal: float = 1.0
    identifier: Identifier = ""

    @property
    def masked(self) -> bool:
        """Whether an annotator wants it masked."""
        return self.identifier in ("DIRECT", "QUASI")


@dataclass(frozen=True)
class Text:
    """A document and its mentions in text order. about: the name of the person to protect, if known.

    bare: only the mentions are known, not what stands around them. units: for each mention the
    number of the unit that it is part of, where the model knows coarser ones than the labels (first
    name and surname are a person); empty where each is one. The repr shows id and length only.
    """

    id: str
    text: str = field(repr=False)
    mentions: tuple[Marked, ...] = field(repr=False)
    about: str = field(default="", repr=False)
    meta: Mapping[str, str] = field(default_factory=dict, repr=False)
    bare: bool = False
    units: tuple[int, ...] = field(default=(), repr=False)

    @cached_property
    def whole(self) -> Text:
        """The text with its units as mentions, which have the entity of their first part."""
        if not self.units:
            return self
        joined: dict[int, Marked] = {}
        for unit, part in zip(self.units, self.mentions, strict=True):
            first = joined.get(unit, part)
            span = Span(first.span.start, part.span.end)
            personal = max(first.personal, part.personal)
            joined[unit] = msgspec.structs.replace(first, span=span, personal=personal)
        return replace(self, mentions=tuple(joined.values()), units=())

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Start and end of each word, number and sign."""
        return tuple((word.start(), word.end()) for word in WORD.finditer(self.text))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words in small letters; of a number, years apart, how many digits it has."""
        return tuple(reduced(self.text[start:end]) for start, end in self.places)

    @cached_property
    def small(self) -> frozenset[str]:
        """The words that stand somewhere in small letters."""
        forms = (self.text[start:end] for start, end in self.places)
        return frozenset(form for form in forms if form.islower())

    @cached_property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """For each mention the range of its words; never empty unless the mention has no word."""
        starts = [start for start, _ in self.places]
        ends = [end for _, end in self.places]
        return tuple(
            (bisect_left(ends, marked.span.start + 1), bisect_left(starts, marked.span.end))
            for marked in self.mentions
        )

    def written(self, marked: Marked) -> str:
        """The mention as it stands there, white space as single spaces."""
        return " ".join(self.text[marked.span.start : marked.span.end].split())


def reduced(word: str) -> str:
    """Anna -> anna, 1984 -> 1984, 36110 -> 00000."""
    if word.isdigit() and len(word) != YEAR_DIGITS:
        return "0" * min(len(word), LONGEST_NUMBER)
    return word.lower()


def text_of(document: Document, mentions: Iterable[Mention], kinds: Mapping[str, str]) -> Text:
    """What was detected or annotated; entity: label group and running number, else the form.

    kinds: label -> kind, for labels that the model knows by another name.
    """
    marked = []
    for mention in sorted(mentions, key=lambda mention: mention.span):
        form = " ".join(document.text[mention.span.start : mention.span.end].lower().split())
        kind = kinds.get(mention.label, mention.label)
        entity = (
            f"{mention.label} {mention.number}" if mention.number else f"{mention.label} {form}"
        )
        marked.append(Marked(mention.span, mention.label, kind, entity, mention.personal))
    return Text(
        document.id,
        document.text,
        tuple(marked),
        document.meta.get("about", ""),
        document.meta,
        units=_units(document.text, marked),
    )


def _units(text: str, mentions: Sequence[Marked]) -> tuple[int, ...]:
    """The numbers of units: neighbours of one kind that is not their label, with at most a blank
    between them, are one, as in label.scheme."""
    units: list[int] = []
    for place, marked in enumerate(mentions):
        before = mentions[place - 1] if place else None
        gap = text[before.span.end : marked.span.start] if before else "\n"
        one = before and before.kind == marked.kind != marked.label and gap in ("", " ")
        units.append(units[-1] + (not one) if units else 0)
    return tuple(units) if units and units[-1] + 1 < len(units) else ()


def text_of_tab(document: TabDocument, annotator: str | None = None) -> Text:
    """A document of the benchmark with the mentions of one annotator (the first)."""
    name = annotator or next(iter(document.annotations), "")
    mentions = document.annotations[name].entity_mentions if name else ()
    marked = tuple(
        Marked(m.span, m.entity_type, m.entity_type, m.entity_id, 1.0, m.identifier_type)
        for m in sorted(mentions, key=lambda m: (m.start_offset, m.end_offset))
    )
    return Text(document.doc_id, document.text, marked, person_of(document.task))


def person_of(task: str) -> str:
    """The name at the end of TAB's task: "... the following person: Gisela Kirsten"."""
    return task.rpartition(":")[2].strip() if ":" in task else ""


def entities(text: Text) -> dict[str, list[int]]:
    """Entity -> its mentions, by their places in text.mentions, in text order."""
    found: dict[str, list[int]] = {}
    for place, marked in enumerate(text.mentions):
        found.setdefault(marked.entity, []).append(place)
    return found


def word_count(text: Text, places: Sequence[int]) -> int:
    """How many words and numbers these mentions have together; signs do not count."""
    return sum(
        sum(word[0].isalnum() for word in text.words[slice(*text.ranges[place])])
        for place in places
    )
