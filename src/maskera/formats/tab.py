"""Text Anonymization Benchmark (Pilán et al. 2022): its documents with the marks of an annotator,
and the masks that its scorer takes.

The benchmark's own figures, over all annotators, are computed in maskera.evaluate.tab.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated as Checked
from typing import Any, Literal

import msgspec

from maskera.errors import DataError
from maskera.formats.reading import Annotated, SeenIds, json_list
from maskera.io import decoders
from maskera.mentions import Mention
from maskera.result import Result
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

EXPECTED = "a file of the Text Anonymization Benchmark (a JSON list of documents)"
LABELS: Mapping[str, str] = {
    "PERSON": "surname",
    "CODE": "other_nr_seq",
    "LOC": "place",
    "ORG": "other_institution",
    "DEM": "sensitive",
    "DATETIME": "date_digits",
    "QUANTITY": "extra",
    "MISC": "extra",
}
"""Our nearest label for each of the benchmark's entity types; no label of ours means the same, so
compare spans rather than labels."""

_Offset = Checked[int, msgspec.Meta(ge=0)]


class TabMention(msgspec.Struct, frozen=True):
    """One mention as an annotator marked it."""

    start_offset: _Offset
    end_offset: _Offset
    entity_id: str
    entity_type: str
    identifier_type: Literal["DIRECT", "QUASI", "NO_MASK"]

    @property
    def masked(self) -> bool:
        """Whether the annotator wants it masked."""
        return self.identifier_type != "NO_MASK"

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start_offset, self.end_offset)


class TabAnnotation(msgspec.Struct, frozen=True):
    """What one annotator marked in a document."""

    entity_mentions: tuple[TabMention, ...]


class TabDocument(msgspec.Struct, frozen=True):
    """One document of the benchmark with its annotations by annotator; further keys of the file are
    ignored."""

    doc_id: str
    text: str
    annotations: Mapping[str, TabAnnotation] = {}
    task: str = ""
    dataset_type: str = ""

    def __repr__(self) -> str:
        return f"TabDocument({self.doc_id!r}, {len(self.text)} characters)"

    def only(self, annotator: str) -> TabDocument:
        """The document with the annotation of one annotator, or none."""
        return msgspec.structs.replace(
            self, annotations={name: a for name, a in self.annotations.items() if name == annotator}
        )


def read(content: bytes | str, source: str, taxonomy: Taxonomy) -> Iterator[Annotated | DataError]:
    """The documents of a file with the mentions of their first annotator.

    The running number tells the annotator's entities apart; personal is 1 for what is to be masked
    (DIRECT, QUASI), 0 for NO_MASK. Of mentions that overlap the longest stays.
    """
    seen = SeenIds()
    try:
        raw = json_list(content, source, EXPECTED)
    except DataError as error:
        yield error
        return
    for number, part in enumerate(raw, 1):
        try:
            document = decoders.json(TabDocument).decode(part)
            seen.check(document.doc_id, f"{source}: document {number}")
            yield _annotated(document, taxonomy, f"{source}: document {number}")
        except decoders.NOT_JSON:
            yield DataError(
                f"{source}: document {number} lacks doc_id, text or complete annotations"
            )
        except DataError as error:
            yield error


def masks(results: Iterable[Result]) -> str:
    """`{doc_id: [[start, end], ...]}` of what the results hide, in offsets of the original; it
    holds no text."""
    table = {
        result.document.id: [
            (replacement.mention.span.start, replacement.mention.span.end)
            for replacement in result.replacements
            if replacement.hidden
        ]
        for result in results
    }
    return msgspec.json.encode(table).decode() + "\n"


def render(result: Result) -> str:
    """The masks of one result."""
    return masks([result])


def join(parts: Iterable[tuple[str, str]]) -> str:
    """One file of many rendered documents, given as (id, masks)."""
    table: dict[str, Any] = {}
    for _, part in parts:
        table.update(msgspec.json.decode(part))
    return msgspec.json.encode(table).decode() + "\n"


def _annotated(document: TabDocument, taxonomy: Taxonomy, place: str) -> Annotated:
    found = Document(document.doc_id, document.text, language="en", meta=_meta(document))
    if not document.annotations:
        return found, ()
    entities: dict[str, int] = {}
    mentions: list[Mention] = []
    annotation = next(iter(document.annotations.values()))
    for number, marked in enumerate(annotation.entity_mentions, 1):
        if not marked.start_offset < marked.end_offset <= len(document.text):
            raise DataError(f"{place}: mention {number} lies outside the text")
        if marked.entity_type not in LABELS:
            raise DataError(
                f"{place}: mention {number}: unknown entity type {marked.entity_type!r}"
            )
        label = taxonomy.resolve(LABELS[marked.entity_type])
        entity = entities.setdefault(marked.entity_id, len(entities) + 1)
        mentions.append(Mention(marked.span, label, entity, personal=float(marked.masked)))
    return found, _without_overlaps(mentions)


def _meta(document: TabDocument) -> dict[str, str]:
    return {
        key: value
        for key, value in (("task", document.task), ("dataset_type", document.dataset_type))
        if value
    }


def _without_overlaps(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """The mentions in text order; of those that overlap, the longest stay, and what overlaps none
    of these."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (-len(mention.span), mention.span)):
        place = bisect(kept, mention.span, key=lambda other: other.span)
        if not any(
            mention.span.overlaps(other.span) for other in kept[max(place - 1, 0) : place + 1]
        ):
            kept.insert(place, mention)
    return tuple(kept)
