"""A SVALA graph whose target side is its own, as one that an annotator normalized: read as another
version of the text, and written again with pseudonyms along its edges."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from maskera.errors import DataError
from maskera.formats import graph as graphs
from maskera.formats.blocks import mention_labels, stripped, words
from maskera.formats.graph import Edge, Graph, Token
from maskera.mentions import Mention
from maskera.result import Result
from maskera.taxonomy import taxonomy
from maskera.text import Edit, Link, Span, Version, splice


def version(graph: Graph) -> Version | None:
    """The target side linked by the edges; None where there is none. Raises DataError where it is
    not clear what an edge links, or a token is in none."""
    if not graph.target:
        return None
    graphs.check_links(graph)
    linked = {identifier for edge in graph.edges.values() for identifier in edge.ids}
    for token in (*graph.source, *graph.target):
        if token.id not in linked:
            raise DataError(f"token {token.id!r} is in no edge")
    ours, theirs = (
        dict(zip([t.id for t in side], proper(side), strict=True))
        for side in (graph.source, graph.target)
    )
    links = tuple(
        Link(
            tuple(sorted(ours[one] for one in edge.ids if one in ours)),
            tuple(sorted(theirs[one] for one in edge.ids if one in theirs)),
        )
        for edge in graph.edges.values()
    )
    return Version("".join(token.text for token in graph.target), links, graph)


def proper(tokens: Sequence[Token]) -> list[Span]:
    """Where the characters proper of each token stand in the whole text."""
    spans: list[Span] = []
    length = 0
    for token in tokens:
        word = stripped(token.text)
        start = length + token.text.index(word)
        spans.append(Span(start, start + len(word)))
        length += len(token.text)
    return spans


def rewritten(graph: Graph, result: Result) -> Graph:
    """The graph of the document of a result with pseudonyms in its target side.

    Tokens and edges that no mention touches stay as they are. Edges that share a mention become
    one, with the labels of the mention before those that they had (its own kind of label is
    replaced) and all their comments. New target tokens get the next free numbers.
    """
    number = graphs.next_number([token.id for token in (*graph.source, *graph.target)])
    target: list[Token] = []
    renamed: dict[str, tuple[str, ...]] = {}
    for old, new in _target(graph, result):
        tokens = [*old] if new is None else []
        for text in new or ():
            tokens.append(Token(f"t{number}", text))
            number += 1
        target += tokens
        if new is not None:
            made = tuple(token.id for token in tokens)
            renamed.update((token.id, made) for token in old)
    marked = _marked(graph, result)
    groups = _groups(graph, renamed, marked)
    edges: dict[str, Edge] = {}
    for group in groups:
        mentions = sorted(
            {its for edge in group for its in marked.get(edge.id, ())}, key=lambda m: m.span
        )
        edge = _merged(group, mentions, renamed)
        if edge.ids:  # not of a word put in whose pseudonym is nothing
            edges[edge.id] = edge
    return msgspec.structs.replace(graph, target=tuple(target), edges=edges)


def _target(graph: Graph, result: Result) -> Iterator[tuple[Sequence[Token], list[str] | None]]:
    """The target tokens in order, each with None, or those of one change with the new texts."""
    spans = proper(graph.target)
    text = "".join(token.text for token in graph.target)
    starts, borders = [span.start for span in spans], _borders(graph.target)
    done = 0
    pending: list[tuple[int, int, list[Edit]]] = []
    for one in result.respellings:
        first = max(bisect_right(starts, one.span.start) - 1, 0)
        last = max(bisect_left(starts, one.span.end), first + 1)
        if pending and first < pending[-1][1]:
            begun, until, edits = pending.pop()
            pending.append((begun, max(last, until), [*edits, Edit(one.span, one.text)]))
        else:
            pending.append((first, last, [Edit(one.span, one.text)]))
    for first, last, edits in pending:
        yield from (([token], None) for token in graph.target[done:first])
        start, end = borders[first], borders[last]
        own = [Edit(Span(e.span.start - start, e.span.end - start), e.text) for e in edits]
        changed, _ = splice(text[start:end], own)
        yield graph.target[first:last], [word.text for word in words(changed)]
        done = last
    yield from (([token], None) for token in graph.target[done:])


def _borders(tokens: Sequence[Token]) -> list[int]:
    borders = [0]
    for token in tokens:
        borders.append(borders[-1] + len(token.text))
    return borders


def _marked(graph: Graph, result: Result) -> Mapping[str, list[Mention]]:
    """The mentions that each edge is to be labelled with."""
    of = {identifier: edge.id for edge in graph.edges.values() for identifier in edge.ids}
    spans = proper(graph.source)
    ends = [span.end for span in spans]
    found: dict[str, list[Mention]] = {}
    for replacement in result.replacements:
        span = replacement.mention.span
        if replacement.action == "keep" or not len(span):
            continue
        place = bisect_right(ends, span.start)
        while place < len(spans) and spans[place].start < span.end:
            edge = of[graph.source[place].id]
            if replacement.mention not in found.setdefault(edge, []):
                found[edge].append(replacement.mention)
            place += 1
    return found


def _groups(
    graph: Graph, renamed: Mapping[str, tuple[str, ...]], marked: Mapping[str, list[Mention]]
) -> list[list[Edge]]:
    """The edges, those together that share a mention or a new token, in the order of the first."""
    parent = {key: key for key in graph.edges}

    def root(key: str) -> str:
        while parent[key] != key:
            parent[key] = key = parent[parent[key]]
        return key

    shared: dict[object, str] = {}
    for key, edge in graph.edges.items():
        together: list[object] = [*marked.get(edge.id, ())]
        together += [renamed[one] for one in edge.ids if renamed.get(one)]
        for one in together:
            parent[root(key)] = root(shared.setdefault(one, key))
    groups: dict[str, list[Edge]] = {}
    for key, edge in graph.edges.items():
        groups.setdefault(root(key), []).append(edge)
    return list(groups.values())


def _merged(
    edges: Sequence[Edge], mentions: Sequence[Mention], renamed: Mapping[str, tuple[str, ...]]
) -> Edge:
    if len(edges) == 1 and not mentions and renamed.keys().isdisjoint(edges[0].ids):
        return edges[0]
    ids = dict.fromkeys(
        new for edge in edges for one in edge.ids for new in renamed.get(one, (one,))
    )
    old = [label for edge in edges for label in edge.labels]
    labels = [*mention_labels(mentions[0]), *filter(_of_no_mention, old)] if mentions else old
    comments = [edge.comment for edge in edges if edge.comment]
    more = {key: value for edge in reversed(edges) for key, value in edge.more.items()}
    made = graphs.edge([*ids], labels, manual=True, comment="\n".join(comments) or None)
    return msgspec.structs.replace(made, more=more)


def _of_no_mention(label: str) -> bool:
    """Whether a label says nothing of a mention: that of a correction, or a comment."""
    known = taxonomy()
    if label in known.comments:
        return True
    if label in known.features or label.partition(":")[0].isdecimal():
        return False
    try:
        known.resolve(label)
    except DataError:
        return True
    return False
