"""SVALA: a result as a graph, and a graph as a document with its mentions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from maskera.errors import DataError
from maskera.formats import graph as graphs
from maskera.formats import normalized
from maskera.formats.blocks import Block, Word, blocks, labels, stripped
from maskera.formats.graph import Edge, Graph, Token
from maskera.formats.reading import Annotated, Warn, document_id, silent
from maskera.io.utf8 import decoded
from maskera.mentions import Mention
from maskera.result import Result
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

_OPENING = "\"'(<[{«“”‘’"
_CLOSING = "\"')>]}»“”‘’.,;:!?…"
_PARTNERS = dict(zip("()[]{}<>", ")(][}{><", strict=True))
# In the label set of 2018 a Swedish town was city-SWE and a plain city lay abroad; these names tell
# that set.
_OF_2018 = frozenset(
    {
        "transport",
        "country_of_origin",
        "city-SWE",
        "city-swe",
        "city_SWE",
        "city_swe",
        "age_digit",
        "date_digit",
    }
)


def graph(result: Result) -> Graph:
    """The graph of a result: source tokens of the original, target tokens of the released text, one
    edge for each block of them.

    Ids count positions on either side, save that the target tokens of a replaced mention get the
    next free numbers. A mention of several tokens is one edge; punctuation stuck to it stays in the
    target token. Two mentions in one token ("Borg/Vik") are one edge with the labels of the first,
    for an edge has one base label; a removed mention is an edge without target token. A text
    without words is an empty graph.

    A document that was read from a graph keeps it: its target side is pseudonymized along its
    edges (formats/normalized.py).
    """
    version = result.document.version
    if version is not None and isinstance(version.origin, Graph):
        return normalized.rewritten(version.origin, result)
    source, target, linked = blocks(result)
    replaced = [any(r.hidden for r in block.replacements) for block in linked]
    new = {
        index
        for block, fresh in zip(linked, replaced, strict=True)
        if fresh
        for index in range(*block.target)
    }
    source_ids = [f"s{index}" for index in range(len(source))]
    number = graphs.next_number(
        [*source_ids, *(f"t{index}" for index in range(len(target)) if index not in new)]
    )
    target_ids: list[str] = []
    for index in range(len(target)):
        target_ids.append(f"t{number}" if index in new else f"t{index}")
        number += index in new
    edges = [_edge(block, source, target, source_ids, target_ids) for block in linked]
    return Graph(
        _tokens(source_ids, source), _tokens(target_ids, target), {edge.id: edge for edge in edges}
    )


def render(result: Result) -> str:
    """The graph of a result as JSON in SVALA's own layout. A secret: the source side is the
    original."""
    return graphs.render(graph(result))


def parse(content: bytes | str, source: str) -> Graph:
    """The graph of a file; raises DataError."""
    return graphs.parse(decoded(content, source), source)


def text(graph: Graph) -> str:
    """The source text of a graph, with the final space that SVALA adds."""
    return "".join(token.text for token in graph.source)


def read(content: bytes | str, source: str, warn: Warn = silent) -> Iterator[Document | DataError]:
    """The source text of a graph, with the target side as its other version.

    Labels are not looked at, so that graphs of SVALA's other modes can be read. Where it is not
    clear what an edge links, the target side is passed over, which warn is told.
    """
    try:
        graph = parse(content, source)
    except DataError as error:
        yield error
        return
    document = _document(graph, source)
    try:
        yield replace(document, version=normalized.version(graph))
    except DataError as error:
        told = str(error).removeprefix("graph: ")
        warn(f"{source}: {told}; its target side is not read")
        yield document


def read_annotated(
    content: bytes | str, source: str, taxonomy: Taxonomy
) -> Iterator[Annotated | DataError]:
    """The source text of a graph and the mentions that its labelled edges mark; labels of other
    years are mapped to ours.

    A graph in which it is not clear what an edge links is a DataError: it is no gold.
    """
    try:
        parsed = parse(content, source)
        graphs.check_links(parsed, source)
        yield _document(parsed, source), mentions(parsed, taxonomy, source)
    except DataError as error:
        yield error


def mentions(graph: Graph, taxonomy: Taxonomy, source: str = "graph") -> tuple[Mention, ...]:
    """The mentions that the labelled edges of a graph mark, in text order; raises DataError for a
    label that no year knows.

    Whitespace and punctuation stuck to a word are not part of a mention. Tokens of one edge that do
    not stand side by side are mentions of one number. Comment labels are passed over.
    """
    whole = text(graph)
    spans = normalized.proper(graph.source)
    position = {token.id: index for index, token in enumerate(graph.source)}
    of_2018 = any(label in _OF_2018 for edge in graph.edges.values() for label in edge.labels)
    found: list[Mention] = []
    for edge in graph.edges.values():
        label, number, features = _labels(edge, taxonomy, of_2018, source)
        if not label:
            continue
        for first, last in _runs(
            sorted(position[identifier] for identifier in edge.ids if identifier in position)
        ):
            span = Span(spans[first].start, spans[last].end)
            if len(span):
                found.append(Mention(_trimmed(span, whole, label), label, number, features))
    return tuple(sorted(found, key=lambda mention: mention.span))


def _tokens(ids: Sequence[str], words: Sequence[Word]) -> tuple[Token, ...]:
    return tuple(Token(identifier, word.text) for identifier, word in zip(ids, words, strict=True))


def _edge(
    block: Block,
    source: Sequence[Word],
    target: Sequence[Word],
    source_ids: Sequence[str],
    target_ids: Sequence[str],
) -> Edge:
    ids = [*source_ids[slice(*block.source)], *target_ids[slice(*block.target)]]
    old = [stripped(word.text) for word in source[slice(*block.source)]]
    new = [stripped(word.text) for word in target[slice(*block.target)]]
    # An edge without labels is left to SVALA's aligner, which pairs identical words.
    return graphs.edge(ids, labels(block), manual=bool(block.replacements) or old != new)


def _document(graph: Graph, source: str) -> Document:
    return Document(document_id(source), text(graph))


def _labels(
    edge: Edge, known: Taxonomy, of_2018: bool, source: str
) -> tuple[str, int, frozenset[str]]:
    """Base label, number and features of an edge; no base label where it marks no mention."""
    bases: list[str] = []
    number = 0
    features: set[str] = set()
    for label in edge.labels:
        head, colon, _ = label.partition(":")
        if label.isdecimal() and len(label) < 10:
            number = int(label)
        elif label in known.features:
            features.add(label)
        elif label not in known.comments:
            if (
                colon and head.isdecimal() and len(head) < 10
            ):  # the pilot's "1:female": the number is in the label
                number = int(head)
            if label == "city" and of_2018:
                features.add("foreign")
            try:
                base, *extras = known.resolve(label).split("+")
            except DataError as error:
                raise DataError(f"{source}: edge {edge.id!r}: {error}") from None
            bases.append(base)
            features.update(extras)
    return (bases[0] if bases else ""), number, frozenset(features)


def _runs(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each stretch of neighbours: 1 2 3 7 -> (1, 3) (7, 7)."""
    first = 0
    for index in range(1, len(places) + 1):
        if index == len(places) or places[index] != places[index - 1] + 1:
            yield places[first], places[index - 1]
            first = index


def _trimmed(span: Span, whole: str, label: str) -> Span:
    """The span without quotes, brackets and stops stuck to it; a bracket whose partner is inside
    stays, and so do the dots of initials."""
    start, end = span.start, span.end
    if end - start > 2 and _PARTNERS.get(whole[start]) == whole[end - 1]:
        start, end = start + 1, end - 1
    while (
        end - start > 1
        and whole[start] in _OPENING
        and not _partner(whole[start], whole[start + 1 : end])
    ):
        start += 1
    if label != "initials":
        while (
            end - start > 1
            and whole[end - 1] in _CLOSING
            and not _partner(whole[end - 1], whole[start : end - 1])
        ):
            end -= 1
    return Span(start, end)


def _partner(mark: str, rest: str) -> bool:
    return _PARTNERS.get(mark, "\0") in rest
