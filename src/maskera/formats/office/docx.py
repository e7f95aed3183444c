"""docx: runs of the body, headers, footers, notes, comments and tracked changes in place; properties,
authors and targets of links emptied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from maskera.errors import DataError
from maskera.formats.office.markup import (
    BLANK,
    InPlace,
    Package,
    Pieces,
    Rewritten,
    Shape,
    local,
    telling,
)
from maskera.text import Edit

SHAPE = Shape(
    blocks=frozenset(("p", "comment", "footnote", "endnote")),
    slots=frozenset(("t", "delText", "instrText", "delInstrText", "v")),
    fixed={"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
    skip=frozenset(("pPr", "rPr", "sectPr", "tblPr", "Fallback")),
)
_TEXT = re.compile(
    r"word/(?:document|header\d*|footer\d*|footnotes|endnotes|comments\w*|glossary/document|charts/\w+|diagrams/data\d*)\.xml"
)
_FIRST = "word/document.xml"
_CLEANED = re.compile(r"docProps/\w+\.xml|word/(?:people|settings)\.xml|.*\.rels|customXml/.*\.xml")
_UNSEEN = re.compile(r"word/(?:media|embeddings)/")
AUTHOR = dict(author="Author", initials="A", userId="", providerId="None")  # noqa: C408
DESCRIBED = frozenset(("docPr", "cNvPr"))
DESCRIPTIONS = frozenset(("descr", "title", "name", "tooltip"))
SHOWN = DESCRIPTIONS | frozenset("author initials userId alias tag".split())


def open_docx(content: bytes, source: str) -> InPlace:
    """A Word document; raises DataError where it is none."""
    package = Package(
        content, source, lambda name: bool(_TEXT.fullmatch(name) or _CLEANED.fullmatch(name))
    )
    if _FIRST not in package.trees:
        raise DataError(f"{source}: is no docx file (it has no {_FIRST})")
    names = sorted(filter(_TEXT.fullmatch, package.trees), key=lambda name: (name != _FIRST, name))
    pieces = Pieces(SHAPE)
    for name in names:
        pieces.add(package.trees[name])

    def rewrite(edits: Sequence[Edit]) -> Rewritten:
        for element in pieces.replace(edits):
            element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        notes = _clean(package)
        beside = [
            value
            for name, root in package.trees.items()
            for value in (*telling(root, SHOWN), *(_texts(root) if name not in names else ()))
        ]
        return Rewritten(package.content(), tuple(beside), tuple(notes))

    return InPlace(pieces.text, rewrite)


def _texts(root: Any) -> list[str]:
    return [text for text in root.itertext() if re.search(r"[^\W\d_]{3}", text)]


def _clean(package: Package) -> list[str]:
    """Empty what tells of people beside the text; what the user should know of the rest."""
    links = 0
    for name, root in package.trees.items():
        if name.startswith(("docProps/", "customXml/item")) and "Props" not in name[8:]:
            _empty_properties(root)
        for element in list(root.iter()):
            kind = local(element)
            for attribute in list(element.attrib):
                plain = attribute.rpartition("}")[2]
                if plain in AUTHOR:
                    element.set(attribute, AUTHOR[plain])
                elif kind in DESCRIBED and plain in DESCRIPTIONS:
                    element.set(attribute, "picture" if plain == "name" else "")
                elif kind == "hyperlink" and plain == "tooltip":
                    del element.attrib[attribute]
            if kind == "Relationship" and element.get("TargetMode") == "External":
                element.set("Target", BLANK)
                links += 1
            if kind in ("docVars", "mailMerge") or (
                kind == "Relationship" and element.get("Type", "").endswith("/thumbnail")
            ):
                element.getparent().remove(element)
    for name in list(package.files):
        if name.startswith("docProps/thumbnail"):
            package.drop(name)
    unseen = sum(bool(_UNSEEN.match(name)) for name in package.files)
    notes = [f"targets of links emptied ({links})"] if links else []
    return notes + (
        [f"pictures and embedded files are left as they are ({unseen})"] if unseen else []
    )


KEPT_PROPERTIES = frozenset(
    "Template TotalTime Pages Words Characters Application DocSecurity Lines Paragraphs ScaleCrop "
    "LinksUpToDate CharactersWithSpaces SharedDoc HyperlinksChanged AppVersion revision created "
    "modified lastPrinted i4 lpstr vector variant HeadingPairs".split()
) - {"Template", "lpstr"}
"""Properties that count and date; the others name people, places and topics."""


def _empty_properties(root: Any) -> None:
    for element in root.iter():
        if element.text and local(element) not in KEPT_PROPERTIES:
            element.text = None
