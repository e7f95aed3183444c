"""SVALA's graph: source and target tokens and the edges that link them. Parsed and written without
loss."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from maskera.errors import DataError

_NUMBER = re.compile(r"\d+", re.ASCII)
_ESCAPED = re.compile(r"\\u(?!00[01])")  # control characters are escaped in any style
_Object = dict[str, Any]


class Token(msgspec.Struct, frozen=True):
    """A whitespace token with the whitespace that belongs to it. `more`: keys of the file that are
    not SVALA's."""

    id: str
    text: str
    more: Mapping[str, Any] = {}


class Edge(msgspec.Struct, frozen=True):
    """A link between tokens of both sides, labelled or not; manual means set by hand and kept as it
    is by SVALA's aligner."""

    id: str
    ids: tuple[str, ...]
    labels: tuple[str, ...] = ()
    manual: bool = False
    comment: str | None = None
    more: Mapping[str, Any] = {}


class Style(msgspec.Struct, frozen=True):
    """How a file writes its JSON: indentation (None: one line), blanks after commas and colons,
    escapes, what follows the last brace."""

    indent: int | None = None
    blanks: bool = False
    escapes: bool = False
    end: str = ""


class Graph(msgspec.Struct, frozen=True):
    """A whole graph; edges in the order of the file, by their id."""

    source: tuple[Token, ...]
    target: tuple[Token, ...]
    edges: Mapping[str, Edge]
    comment: str | None = None
    more: Mapping[str, Any] = {}
    style: Style = Style()

    def __repr__(self) -> str:
        return f"Graph({len(self.source)} source tokens, {len(self.target)} target tokens, {len(self.edges)} edges)"


def edge(
    ids: Sequence[str], labels: Sequence[str] = (), manual: bool = False, comment: str | None = None
) -> Edge:
    """An edge in normal form: ids sorted as strings (s10 before s9), its own id made of them, no
    label twice."""
    ordered = tuple(sorted(ids))
    return Edge("e-" + "-".join(ordered), ordered, tuple(dict.fromkeys(labels)), manual, comment)


def next_number(ids: Sequence[str]) -> int:
    """The number of the next new token: 1 + the largest integer in any id; 0 where there is none."""
    return (
        max(
            (int(digits) for identifier in ids for digits in _NUMBER.findall(identifier)),
            default=-1,
        )
        + 1
    )


def parse(text: str, source: str) -> Graph:
    """The graph of a JSON text; raises DataError (with line where JSON itself is broken) for
    anything that is not a graph."""
    try:
        table = json.loads(text)
        if "\\u" in text:
            json.dumps(
                table, ensure_ascii=False
            ).encode()  # half of a surrogate pair is JSON but no text
    except json.JSONDecodeError as error:
        raise DataError(f"{source}:{error.lineno}: not JSON") from None
    except (ValueError, RecursionError):
        raise DataError(
            f"{source}: not a SVALA graph (numbers, nesting or escapes out of bounds)"
        ) from None
    return from_json(table, source, _style(text, table))


def from_json(table: object, source: str, style: Style = Style()) -> Graph:  # noqa: B008  # frozen
    """The graph of decoded JSON; raises DataError for anything that is not one."""
    if not isinstance(table, dict) or not {"source", "target", "edges"} <= table.keys():
        raise DataError(f"{source}: not a SVALA graph (an object with source, target and edges)")
    left, right = (_side(table[side], side, source) for side in ("source", "target"))
    if not isinstance(table["edges"], dict):
        raise DataError(f"{source}: edges is not an object")
    edges = {
        key: _edge(value, f"{source}: edge {index}")
        for index, (key, value) in enumerate(table["edges"].items())
    }
    comment = table.get("comment")
    if comment is not None and not isinstance(comment, str):
        raise DataError(f"{source}: comment is not a string")
    return Graph(
        left, right, edges, comment, _more(table, ("source", "target", "edges", "comment")), style
    )


def to_json(graph: Graph) -> _Object:
    """The graph as plain values in SVALA's order of keys."""
    table: _Object = {
        "source": [{"id": token.id, "text": token.text, **token.more} for token in graph.source],
        "target": [{"id": token.id, "text": token.text, **token.more} for token in graph.target],
        "edges": {key: _edge_json(value) for key, value in graph.edges.items()},
    }
    if graph.comment is not None:
        table["comment"] = graph.comment
    return {**table, **graph.more}


def render(graph: Graph) -> str:
    """The graph as JSON, in the style of the file that it came from."""
    return _dumped(to_json(graph), graph.style)


def check_links(graph: Graph, source: str = "graph") -> None:
    """Raises DataError where it is not clear which tokens an edge links: ids that are not unique,
    unknown tokens, a token in two edges."""
    token_ids = Counter(token.id for token in (*graph.source, *graph.target))
    for identifier, count in token_ids.items():
        if count > 1:
            raise DataError(f"{source}: id {identifier!r} is not unique")
    users: dict[str, str] = {}
    for key, each in graph.edges.items():
        for identifier in each.ids:
            if identifier not in token_ids:
                raise DataError(f"{source}: edge {key!r} names the unknown token {identifier!r}")
            if identifier in users:
                raise DataError(
                    f"{source}: edge {key!r} links token {identifier!r} again, after edge {users[identifier]!r}"
                )
            users[identifier] = key


def _side(tokens: object, side: str, source: str) -> tuple[Token, ...]:
    if not isinstance(tokens, list):
        raise DataError(f"{source}: {side} is not a list of tokens")
    return tuple(
        _token(token, f"{source}: {side} token {index}") for index, token in enumerate(tokens)
    )


def _token(value: object, place: str) -> Token:
    if (
        not isinstance(value, dict)
        or not isinstance(value.get("id"), str)
        or not isinstance(value.get("text"), str)
    ):
        raise DataError(f"{place} is not an object with id and text")
    return Token(value["id"], value["text"], _more(value, ("id", "text")))


def _edge(value: object, place: str) -> Edge:
    if not isinstance(value, dict):
        raise DataError(f"{place} is not an object")
    ids, labels = value.get("ids"), value.get("labels")
    strings = all(
        isinstance(names, list) and all(isinstance(name, str) for name in names)
        for names in (ids, labels)
    )
    comment = value.get("comment")
    if (
        not strings
        or not isinstance(value.get("id"), str)
        or not isinstance(value.get("manual"), bool)
    ):
        raise DataError(f"{place} lacks id, ids, labels or manual")
    if comment is not None and not isinstance(comment, str):
        raise DataError(f"{place}: its comment is not a string")
    more = _more(value, ("id", "ids", "labels", "manual", "comment"))
    return Edge(value["id"], tuple(ids or ()), tuple(labels or ()), value["manual"], comment, more)


def _edge_json(each: Edge) -> _Object:
    table: _Object = {
        "id": each.id,
        "ids": list(each.ids),
        "labels": list(each.labels),
        "manual": each.manual,
    }
    if each.comment is not None:
        table["comment"] = each.comment
    return {**table, **each.more}


def _more(table: _Object, known: tuple[str, ...]) -> _Object:
    """The keys that are nobody's, and a comment written as null, so that nothing is lost."""
    return {
        key: value
        for key, value in table.items()
        if key not in known or (key == "comment" and value is None)
    }


def _style(text: str, table: object) -> Style:
    end = text[len(text.rstrip()) :]
    escapes = text.isascii() and _ESCAPED.search(text) is not None
    layouts = [Style(None, False, escapes, end), Style(None, True, escapes, end)]
    layouts += [Style(indent, True, escapes, end) for indent in (2, 4, 1)]
    sample = text[:200].strip()  # enough to tell layouts apart
    return next(
        (style for style in layouts if _dumped(table, style).startswith(sample)), layouts[0]
    )


def _dumped(table: object, style: Style) -> str:
    comma = ", " if style.blanks and style.indent is None else ","
    separators = (comma, ": " if style.blanks else ":")
    return (
        json.dumps(table, ensure_ascii=style.escapes, indent=style.indent, separators=separators)
        + style.end
    )
