"""SVALA's picture of a graph ("spaghetti") as SVG: source words above, target words below, curves
between, labels on the curves.

The picture is a row of small drawings, one for each smallest group of words whose curves cross no
other's; a page lets them wrap like words. Only classes and presentation attributes are used, so
that a strict content policy shows it.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import accumulate

from maskera.formats.blocks import stripped
from maskera.formats.graph import Edge, Graph, Token
from maskera.review.segments import LINE
from maskera.review.state import Mark
from maskera.review.view import View
from maskera.taxonomy import Taxonomy

WORD, LABEL = 13.5, 11.0  # font sizes, px
NARROW, BROAD, FULL = frozenset("iljtfrI.,:;'’!|()[]-/"), frozenset("mwMW@%"), 1.05
TOP, UPPER, MIDDLE, LOWER, BOTTOM, HEIGHT = 15, 21, 48, 79, 92, 98
GAP, PAD = 9.0, 5.0


@dataclass(frozen=True, slots=True)
class _Placed:
    text: str
    middle: float


def group_class(taxonomy: Taxonomy, label: str) -> str:
    """The class by which a style sheet colours a label: "Geographic data" -> "g-geographic-data"."""
    return "g-" + taxonomy.category(label).group.lower().replace(" ", "-")


def shown(view: View, graph: Graph) -> Mapping[str, Mark]:
    """The mark that each labelled edge of a view's graph shows: the first, where an edge has
    several."""
    ends = list(accumulate(len(token.text) for token in graph.source))
    edge_of = {identifier: key for key, edge in graph.edges.items() for identifier in edge.ids}
    found: dict[str, Mark] = {}
    for mark, replacement in zip(view.state.applied, view.result.decided, strict=True):
        if replacement.action != "keep" and graph.source:
            token = graph.source[min(bisect_right(ends, mark.start), len(ends) - 1)]
            found.setdefault(edge_of[token.id], mark)
    return found


def draw(
    graph: Graph,
    marks: Mapping[str, Mark],
    taxonomy: Taxonomy,
    named: Callable[[str], str] = str,
) -> str:
    """The drawings of a graph as HTML. marks: edge id -> the mark that it shows, for what can be
    chosen on a page. taxonomy: of the labels, by whose groups they are coloured. named: what labels and features are called there."""
    pieces = []
    for source, target, edges in columns(graph):
        pieces.append(_column(source, target, edges, marks, taxonomy, named))
        if source and ("\n" in source[-1].text or stripped(source[-1].text) == LINE):
            pieces.append("<br>")
    return "".join(pieces)


def columns(graph: Graph) -> Iterator[tuple[Sequence[Token], Sequence[Token], Sequence[Edge]]]:
    """The smallest groups of neighbouring tokens, in order, that no edge leaves: source tokens,
    target tokens, edges."""
    places = {
        token.id: (side, at)
        for side, tokens in enumerate((graph.source, graph.target))
        for at, token in enumerate(tokens)
    }
    edges = sorted(graph.edges.values(), key=lambda edge: _reach(edge, places))
    group: list[Edge] = []
    done, reach = [0, 0], [0, 0]
    counted = [
        0,
        0,
    ]  # tokens of the edges taken so far, by side: a group is whole when they fill it on both
    for edge in edges:
        group.append(edge)
        for identifier in edge.ids:
            side, at = places[identifier]
            reach[side] = max(reach[side], at + 1)
            counted[side] += 1
        if counted == reach:
            yield graph.source[done[0] : reach[0]], graph.target[done[1] : reach[1]], group
            done, group = list(reach), []
    if group:
        yield graph.source[done[0] :], graph.target[done[1] :], group


def width(text: str, size: float) -> float:
    """About how wide a text is, in px: fonts differ, and every word stands centred with some room."""
    return sum(_em(character) for character in text) * size


def _reach(edge: Edge, places: Mapping[str, tuple[int, int]]) -> tuple[int, int, int]:
    first = [
        min(
            (at for side, at in (places[each] for each in edge.ids) if side == wanted), default=None
        )
        for wanted in (0, 1)
    ]
    known = [at for at in first if at is not None]
    return (
        first[0] if first[0] is not None else min(known),
        first[1] if first[1] is not None else min(known),
        first[0] is None,
    )


@lru_cache(maxsize=4096)
def _em(character: str) -> float:
    if unicodedata.category(character)[0] == "M" or character in "\u200c\u200d\ufe0f":
        return 0.0
    if character in NARROW:
        return 0.38
    if character in BROAD:
        return 0.95
    if unicodedata.east_asian_width(character) in "WF":
        return FULL
    return 0.7 if character.isupper() else 0.61


def _column(
    source: Sequence[Token],
    target: Sequence[Token],
    edges: Sequence[Edge],
    marks: Mapping[str, Mark],
    taxonomy: Taxonomy,
    named: Callable[[str], str],
) -> str:
    sides = [[stripped(token.text) for token in tokens] for tokens in (source, target)]
    labels = {edge.id: _labels(edge, named) for edge in edges if edge.labels}
    spans = [
        sum(width(word, WORD) for word in words) + GAP * max(0, len(words) - 1) for words in sides
    ]
    wide = (
        max(
            *spans,
            *(2 * PAD + width(line, LABEL) for lines in labels.values() for line in lines),
            8.0,
        )
        + 2 * PAD
    )
    placed = {
        token.id: _Placed(word, middle)
        for tokens, words, span in zip((source, target), sides, spans, strict=True)
        for token, word, middle in zip(
            tokens, words, _middles(words, (wide - span) / 2), strict=True
        )
    }
    above = {token.id for token in source}
    parts = []
    for edge in edges:
        ends = [(placed[each].middle, each in above) for each in edge.ids]
        parts.append(_curves(ends, labels.get(edge.id, ()), edge, taxonomy))
    for tokens, y in ((source, TOP), (target, BOTTOM)):
        parts += [
            f'<text x="{placed[token.id].middle:.1f}" y="{y}">{escape(placed[token.id].text)}</text>'
            for token in tokens
        ]
    mark = next((marks[edge.id] for edge in edges if edge.id in marks), None)
    return f'<svg {_attributes(mark, sides, labels)} width="{wide:.0f}" height="{HEIGHT}">{"".join(parts)}</svg>'


def _attributes(
    mark: Mark | None, sides: Sequence[Sequence[str]], labels: Mapping[str, Sequence[str]]
) -> str:
    if mark is None:
        return 'class="col" aria-hidden="true"'
    said = escape(
        f"{' '.join(sides[0])} → {' '.join(sides[1])}, {' '.join(line for lines in labels.values() for line in lines)}"
    )
    return (
        f'class="col edge" role="button" tabindex="-1" data-key="{mark.key}" data-number="{mark.number}" id="g{mark.key}" '
        f'aria-label="{said}"'
    )


def _middles(words: Sequence[str], x: float) -> Iterator[float]:
    for word in words:
        wide = width(word, WORD)
        yield x + wide / 2
        x += wide + GAP


def _labels(edge: Edge, named: Callable[[str], str]) -> tuple[str, ...]:
    """In two lines: the label; the number and what else there is."""
    return tuple(filter(None, (named(edge.labels[0]), " ".join(map(named, edge.labels[1:])))))


def _curves(
    ends: Sequence[tuple[float, bool]], lines: Sequence[str], edge: Edge, taxonomy: Taxonomy
) -> str:
    centre = sum(x for x, _ in ends) / len(ends)
    half = (max((width(line, LABEL) for line in lines), default=0.0)) / 2 + PAD
    top, low = (MIDDLE - 14, MIDDLE + 16) if lines else (MIDDLE, MIDDLE)
    paths = []
    for x, up in ends:
        start, end = (UPPER, top) if up else (LOWER, low)
        bend = (start + end) / 2
        paths.append(
            f"M{x:.1f} {start}C{x:.1f} {bend:.0f} {centre:.1f} {bend:.0f} {centre:.1f} {end}"
        )
    told = f'<path d="{"".join(paths)}"/>'
    if lines:
        known = edge.labels[0] in taxonomy.categories
        colour = f' class="{group_class(taxonomy, edge.labels[0])}"' if known else ""
        told += f'<rect{colour} x="{centre - half:.1f}" y="{top}" width="{2 * half:.1f}" height="{low - top}" rx="6"/>'
        for line, y in zip(
            lines, (MIDDLE - 2, MIDDLE + 11) if len(lines) > 1 else (MIDDLE + 5,), strict=False
        ):
            told += f'<text class="label" x="{centre:.1f}" y="{y}">{escape(line)}</text>'
        if edge.comment:
            told += f"<title>{escape(edge.comment)}</title>"
    return told
