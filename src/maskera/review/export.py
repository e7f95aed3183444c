"""Essays out of a project: released texts in the public formats; with originals in the secret ones,
gold for retraining among them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

import msgspec

from maskera.errors import MaskeraError
from maskera.formats import JOINERS, SUFFIXES, jsonl, renderers, svala
from maskera.formats import graph as graphs
from maskera.formats.blocks import blocks
from maskera.genre import GENRE_SOURCE, stated_genre
from maskera.io.output import opened, place
from maskera.pipeline import Pipeline
from maskera.replace.shape import fold
from maskera.review import essays
from maskera.review.essays import Essay, Filter
from maskera.review.people import User
from maskera.review.project import ForeignRowError
from maskera.review.state import Mark
from maskera.review.view import View
from maskera.review.workbench import Workbench

PUBLIC = ("text", "html", "xml", "conll", "jsonl-release")
SECRET = ("svala", "jsonl", "gold")
"""The formats that hold originals."""

NOTICE, LEFT_OUT = "README.md", "left_out.md"
"""Beside the essays, with a suffix that no reader takes: the folder is read as it stands."""

SECRET_NOTICE = "These files hold the original texts: they are a secret. Keep them encrypted, and delete them when they have served."
_KNOWN = ("id", "text", "spans")
_Render = Callable[[Essay, View], str]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which essays leave: of these statuses and, where given, of this genre and level."""

    statuses: tuple[str, ...] = ("released",)
    genre: str = ""
    level: str = ""


def export(
    workbench: Workbench, format_name: str, folder: Path, wanted: Selection = Selection()
) -> list[str]:
    """Write essays into a folder, made where it is missing; the ids of those that were left out,
    for the leak check does not let them out.

    Raises MaskeraError for an unknown format, for a public format of what is not released, and for
    what cannot be written.
    """
    left: list[str] = []
    for name, pieces in groupby(files(workbench, format_name, wanted), key=lambda piece: piece[0]):
        with opened(folder / name, secret=format_name in SECRET) as write:
            for _, piece in pieces:
                write(piece.encode("utf-8", "surrogatepass"))
                left += piece.splitlines() if name == LEFT_OUT else []
    return left


def zipped(
    workbench: Workbench, format_name: str, wanted: Selection = Selection()
) -> Iterator[bytes]:
    """The same as the pieces of a zip archive, as they are made; never on a disk. Raises as
    export() does, before the first piece."""
    return _zipped(files(workbench, format_name, wanted))


def _zipped(pieces: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    stream = _Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, parts in groupby(pieces, key=lambda piece: piece[0]):
            with archive.open(name, "w") as entry:
                for _, part in parts:
                    entry.write(part.encode("utf-8", "surrogatepass"))
                    yield stream.taken()
    yield stream.taken()


def log(workbench: Workbench, format_name: str, wanted: Selection, user: User | None) -> None:
    """Put into the trail that somebody takes essays out; None at the command line."""
    project = workbench.project
    what = f"{format_name}; {' '.join(wanted.statuses)}; {count(workbench, wanted)} essays" + (
        " with originals" * (format_name in SECRET)
    )
    with project.write() as connection:
        project.log(connection, "export", user.id if user else None, detail=what)


def count(workbench: Workbench, wanted: Selection) -> int:
    """How many essays a selection has."""
    return sum(len(essays.ids(workbench.project, each)) for each in _filters(wanted))


def files(workbench: Workbench, format_name: str, wanted: Selection) -> Iterator[tuple[str, str]]:
    """The files in pieces, as (name, piece); the pieces of one file come one after the other.

    Raises MaskeraError for an unknown format, and for a public format of essays that are not
    released: nothing leaves before.
    """
    if format_name not in (*PUBLIC, *SECRET):
        raise MaskeraError(
            f"no format {format_name!r} to export; there are {', '.join((*PUBLIC, *SECRET))}"
        )
    if format_name in PUBLIC and wanted.statuses != ("released",):
        raise MaskeraError(
            "only released essays leave in a format without originals: release them first"
        )
    return _files(workbench, format_name, wanted)


def gold(essay: Essay, view: View) -> str:
    """One line of what people decided, as `maskera train` and `maskera evaluate` read it: text, and
    spans with label, ref and flags.

    A genre that was only guessed is left out: nobody decided on it.
    """
    document = essay.document
    guess = () if stated_genre(document) else ("genre", GENRE_SOURCE)
    known = {key: value for key, value in document.meta.items() if key not in (*_KNOWN, *guess)}
    spans = [_span(mark, document.text) for mark in view.state.applied]
    return (
        msgspec.json.encode(
            {"id": document.id, **known, "text": document.text, "spans": spans}
        ).decode()
        + "\n"
    )


def graph(view: View) -> graphs.Graph:
    """SVALA's graph of an essay, with the comments that people wrote on mentions and on the whole."""
    made = svala.graph(view.result)
    words, _, linked = blocks(view.result)
    commented = [mark for mark in view.state.applied if mark.comment_labels]
    edges = []
    for block, edge in zip(linked, made.edges.values(), strict=True):
        start, end = (
            (words[block.source[0]].start, words[block.source[1] - 1].end)
            if block.source[1] > block.source[0]
            else (0, 0)
        )
        here = [mark for mark in commented if mark.start < end and start < mark.end]
        edges.append(_noted(edge, here))
    return msgspec.structs.replace(
        made, edges={edge.id: edge for edge in edges}, comment=view.state.comment or None
    )


def _files(workbench: Workbench, format_name: str, wanted: Selection) -> Iterator[tuple[str, str]]:
    secret = format_name in SECRET
    yield NOTICE, f"{workbench.nlp().policy.notice}\n" + (f"{SECRET_NOTICE}\n" if secret else "")
    render = _renderer(workbench.nlp(), format_name)
    taken: set[str] = set()
    left: list[str] = []
    for essay in chain.from_iterable(
        essays.every(workbench.project, each) for each in _filters(wanted)
    ):
        try:
            view = workbench.final(essay)
        except ForeignRowError:  # the trail is told
            left.append(essay.content.id)
            continue
        if not secret and not view.may_leave:  # it was released under other settings
            left.append(essay.content.id)
        elif format_name in _JOINED:
            yield (
                _JOINED[format_name],
                _join(format_name, [(essay.content.id, render(essay, view))]),
            )
        else:
            yield _name(essay.content.id, SUFFIXES[format_name], taken), render(essay, view)
    if left:
        yield LEFT_OUT, "\n".join(left) + "\n"


def _filters(wanted: Selection) -> list[Filter]:
    return [
        Filter(status=status, genre=wanted.genre, level=wanted.level) for status in wanted.statuses
    ]


def _renderer(nlp: Pipeline, format_name: str) -> _Render:
    if format_name in _SECRETS:
        return _SECRETS[format_name]
    public = renderers(nlp.language.taxonomy, nlp.annotator)[format_name]
    return lambda _, view: public(view.release)


def _span(mark: Mark, text: str) -> Mapping[str, object]:
    table: dict[str, object] = {
        "start": mark.start,
        "end": mark.end,
        "text": text[mark.start : mark.end],
        "label": mark.label,
    }
    flags = [*sorted(mark.features), *(["personal"] if mark.personal >= 0.5 else [])]
    return {**table, **({"ref": mark.number} if mark.number else {}), **dict.fromkeys(flags, True)}


def _noted(edge: graphs.Edge, marks: Iterable[Mark]) -> graphs.Edge:
    marks = list(marks)
    if not marks:
        return edge
    labels = dict.fromkeys(
        [*edge.labels, *(label for mark in marks for label in mark.comment_labels)]
    )
    comment = "; ".join(mark.comment for mark in marks if mark.comment)
    return msgspec.structs.replace(edge, labels=tuple(labels), manual=True, comment=comment or None)


def _join(format_name: str, parts: Iterable[tuple[str, str]]) -> str:
    return JOINERS["jsonl" if format_name == "gold" else format_name](parts)


def _name(identifier: str, suffix: str, taken: set[str]) -> str:
    """The name of an essay's file in the archive; ids that differ only in what no file name holds
    are numbered."""
    plain = place(Path(), identifier, "").as_posix()
    name, number = plain + suffix, 1
    while fold(name) in taken:
        number += 1
        name = f"{plain}-{number}{suffix}"
    taken.add(fold(name))
    return name


class _Stream:
    """What a zip archive is written to, given out piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        """Take a piece."""
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """There is nothing behind it."""

    def close(self) -> None:
        """There is nothing behind it."""

    def taken(self) -> bytes:
        """All that came since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


_SECRETS: Mapping[str, _Render] = {
    "svala": lambda _, view: graphs.render(graph(view)),
    "jsonl": lambda _, view: jsonl.render(view.result),
    "gold": gold,
}
_JOINED: Mapping[str, str] = {
    "conll": "essays.conll",
    "jsonl-release": "essays.jsonl",
    "jsonl": "essays_with_originals.jsonl",
    "gold": "gold.jsonl",
}
