"""The rules of SVALA's graph: those of its own check, except that it compares the graph with its
re-alignment."""

from __future__ import annotations

import re

from maskera.errors import DataError
from maskera.formats.blocks import SPACE
from maskera.formats.graph import Edge, Graph, check_links

_TOKEN_TEXT = re.compile(rf"[{SPACE}]*[^{SPACE}]+[{SPACE}]+")
_ONLY_TOKEN_TEXT = re.compile(rf"[{SPACE}]*[^{SPACE}]*[{SPACE}]*")


def check_invariant(graph: Graph) -> None:
    """Raises DataError naming the rule that the graph breaks, with ids and never a text."""
    token_ids = {token.id: None for token in (*graph.source, *graph.target)}
    for identifier in token_ids:
        if identifier in graph.edges:
            raise DataError(f"graph: id {identifier!r} is not unique")
    check_links(graph)
    linked = {identifier for each in graph.edges.values() for identifier in each.ids}
    for identifier in token_ids:
        if identifier not in linked:
            raise DataError(f"graph: token {identifier!r} is in no edge")
    for side in (graph.source, graph.target):
        rule = _ONLY_TOKEN_TEXT if len(side) == 1 else _TOKEN_TEXT
        for token in side:
            if not rule.fullmatch(token.text):
                raise DataError(
                    f"graph: the text of token {token.id!r} is not one word with whitespace behind it"
                )
    for key, each in graph.edges.items():
        _check_edge(key, each)
    if graph.comment == "":
        raise DataError("graph: an empty comment")


def _check_edge(key: str, each: Edge) -> None:
    if each.id != key:
        raise DataError(f"graph: edge {key!r} has another id inside")
    if not each.ids:
        raise DataError(f"graph: edge {key!r} links no token")
    if each.ids != tuple(sorted(each.ids)):
        raise DataError(f"graph: the ids of edge {key!r} are not sorted as strings")
    if key != "e-" + "-".join(each.ids):
        raise DataError(f"graph: edge {key!r} is not named after its tokens")
    if len(set(each.labels)) != len(each.labels):
        raise DataError(f"graph: edge {key!r} has a label twice")
    if each.comment == "":
        raise DataError(f"graph: edge {key!r} has an empty comment")
    if each.comment is not None and not any("!" in label for label in each.labels):
        raise DataError(f"graph: edge {key!r} has a comment but no label with an exclamation mark")
