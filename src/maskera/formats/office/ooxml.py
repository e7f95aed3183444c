"""docx and pptx: runs of all parts (body or slides, headers, notes, comments, charts, tracked
changes) in place; what tells of people beside them is cleaned. read_docx() reads a text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from maskera.errors import DataError
from maskera.formats.office import markup
from maskera.formats.office.markup import etree
from maskera.formats.office.ooxml_clean import (
    DESCRIPTIONS,
    WORD,
    clean,
    clean_codes,
    named_by_users,
    rename_bookmarks,
    rename_layouts,
    rename_shapes,
    rename_styles,
    shapes,
)
from maskera.formats.reading import document_id
from maskera.text import Document, Edit

SHAPE = markup.Shape(
    blocks=frozenset(("p", "comment", "footnote", "endnote", "cm", "pt", "rt")),
    slots=frozenset(("t", "delText", "v", "text", "pt")),
    fixed={"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
    skip=frozenset(("pPr", "rPr", "sectPr", "tblPr")),
    versions=frozenset(("del", "ins", "moveFrom", "moveTo")),
)
DRAWING = markup.Shape(
    blocks=frozenset(("text", "title", "desc")), skip=frozenset(("style", "metadata"))
)
"""Pictures in SVG, whose words are text."""

READ = replace(
    SHAPE,
    slots=frozenset(("t",)),
    skip=SHAPE.skip | {"del", "moveFrom", "footnotePr", "endnotePr", "Fallback"},
    versions=frozenset(),
)
"""The same without what was struck out and what is said again for older programs."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of package. first: the name of the part that it must have, whose text comes first, as
    an expression; then: the beginnings of the names that follow."""

    name: str
    first: str
    then: str


DOCX = Kind("docx", r"word/document\d*\.xml", "word/document")
PPTX = Kind("pptx", r"ppt/presentation\.xml", "ppt/slides/")
WITH_TEXT = frozenset(
    "document hdr ftr footnotes endnotes comments glossaryDocument chartSpace drawing dataModel "
    "userShapes sld notes sldLayout sldMaster notesMaster handoutMaster cmLst svg".split()
)
"""The roots of parts whose words are text to replace."""
WRITTEN = ("document", "footnotes", "endnotes")
"""The roots of the parts of a Word document that its writer's text stands in, in the order of
reading."""
_TEMPLATES = ("sldLayout", "sldMaster", "notesMaster", "handoutMaster")
_PROGRAM = re.compile(
    r"(?:word|ppt)/(?:theme/.+|fontTable|webSettings|tableStyles|presProps|viewProps)\.xml"
)
"""Parts whose words are the program's: not even read."""
SHOWN = DESCRIPTIONS | frozenset("author initials userId anchor instr".split())
_WORD = re.compile(r"[^\W\d_]{3}")


def open_docx(content: bytes, source: str) -> markup.InPlace:
    """A Word document; raises DataError where it is none."""
    return _open(DOCX, content, source)


def open_pptx(content: bytes, source: str) -> markup.InPlace:
    """A PowerPoint presentation; raises DataError where it is none."""
    return _open(PPTX, content, source)


def read_docx(content: bytes | str, source: str) -> Iterator[Document | DataError]:
    """The text of a Word document: paragraphs and cells of tables, a line each, then notes; no
    headers, no comments, nothing that was struck out."""
    try:
        held = content.encode() if isinstance(content, str) else content
        wanted = re.compile(rf"{DOCX.first}|word/(?:foot|end)notes\d*\.xml")
        package = markup.Package(held, source, lambda name: bool(wanted.fullmatch(name)))
        _first(DOCX, package, source)
    except DataError as error:
        yield error
        return
    pieces = markup.Pieces(READ)
    for kind in WRITTEN:
        for name, root in package.trees.items():
            if package.root(name) == kind:
                pieces.add(root)
    yield Document(document_id(source), pieces.text.strip("\n"))


def _first(kind: Kind, package: markup.Package, source: str) -> str:
    """The part that makes it what it is; raises DataError where it is missing or empty."""
    for name, root in package.trees.items():
        if re.fullmatch(kind.first, name) and len(root):
            return name
    part = kind.first.replace("\\d*", "").replace("\\", "")
    raise DataError(f"{source}: is no {kind.name} file (it has no {part})")


def _order(name: str) -> tuple[str | int, ...]:
    """slide10 after slide9."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name) if part)


def _open(kind: Kind, content: bytes, source: str) -> markup.InPlace:
    package = markup.Package(
        content,
        source,
        lambda name: name.endswith((".xml", ".rels", ".svg")) and not _PROGRAM.match(name),
    )
    first = _first(kind, package, source)
    names = sorted(
        (name for name in package.trees if package.root(name) in WITH_TEXT),
        key=lambda name: (name != first, not name.startswith(kind.then), _order(name)),
    )
    rename_bookmarks(package.trees.values())
    pieces = markup.Pieces(SHAPE)
    for name in names:
        root = package.trees[name]
        clean_codes(root)
        left = _prompts(root) if package.root(name) in _TEMPLATES else frozenset()
        pieces.add(root, left, DRAWING if package.root(name) == "svg" else None)

    def rewrite(edits: Sequence[Edit]) -> markup.Rewritten:
        for element in pieces.replace(edits):
            if "wordprocessingml" in element.tag:  # elsewhere the schema has no such attribute
                element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        notes = clean(package, frozenset(names))
        told = markup.telling_words(pieces.text, edits)
        rename_styles(package.trees.values(), told)
        rename_shapes(package.trees.values(), told)
        rename_layouts(package.trees.values(), told)
        replaced = pieces.elements
        beside = (value for root in package.trees.values() for value in _beside(root, replaced))
        return markup.Rewritten(package.content(), tuple(beside), tuple(notes))

    return markup.InPlace(pieces.text, rewrite)


def _beside(root: Any, replaced: Collection[Any]) -> Iterator[str]:
    """What leaves beside the text in a part; replaced: the elements whose text is replaced."""
    yield from markup.telling(root, SHOWN)
    yield from (one.get(f"{{{WORD}}}val", "") for one in named_by_users(root))
    yield from (one.get("id") for one in shapes(root))
    for element in root.iter(etree().Element):
        if element not in replaced and _WORD.search(element.text or ""):
            yield element.text


def _prompts(root: Any) -> frozenset[Any]:
    """The placeholders of a layout whose words ("Click to edit Master title style") are the
    program's and on no slide."""
    return frozenset(
        shape
        for shape in root.iter("{*}sp")
        for holder in shape.iterfind("{*}nvSpPr/{*}nvPr/{*}ph")
        if holder.get("type") != "ftr" and not holder.get("hasCustomPrompt")
    )
