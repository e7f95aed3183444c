"""docx and pptx: runs of all parts (body or slides, headers, notes, comments, charts, tracked
changes) in place; properties, authors and targets of links emptied."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from maskera.errors import DataError
from maskera.formats.office import markup
from maskera.text import Edit

SHAPE = markup.Shape(
    blocks=frozenset(("p", "comment", "footnote", "endnote", "cm", "pt")),
    slots=frozenset(("t", "delText", "instrText", "delInstrText", "v", "text")),
    fixed={"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
    skip=frozenset(("pPr", "rPr", "sectPr", "tblPr", "Fallback")),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """Where a package has its parts. first: the part that it must have, whose text comes first;
    text: parts with text, rest: others in which people are named (both expressions for names)."""

    name: str
    folder: str
    first: str
    text: str
    rest: str

    def has_text(self, part: str) -> bool:
        """Whether a part has text to replace."""
        names = rf"{self.text}|charts/\w+|diagrams/data\d*"
        return bool(re.fullmatch(rf"{self.folder}/(?:{names})\.xml", part))

    def is_cleaned(self, part: str) -> bool:
        """Whether a part without text may name people."""
        names = rf"\[Content_Types\]\.xml|docProps/\w+\.xml|{self.folder}/(?:{self.rest})\.xml|.*\.rels|customXml/.*\.xml"
        return bool(re.fullmatch(names, part))


DOCX = Kind(
    "docx",
    "word",
    "word/document.xml",
    r"document|header\d*|footer\d*|footnotes|endnotes|comments\w*|glossary/document",
    "people|settings",
)
PPTX = Kind(
    "pptx",
    "ppt",
    "ppt/presentation.xml",
    r"(?:slides|notesSlides|slideLayouts|slideMasters|notesMasters|handoutMasters|comments)/\w+",
    r"presentation|commentAuthors|authors|tags/\w+|threadedComments/\w+",
)
_TEMPLATE = re.compile(r"ppt/(?:slideLayouts|\w+Masters)/")
_UNSEEN = re.compile(r"(?:word|ppt)/(?:media|embeddings)/")
_DROPPED = re.compile(r"docProps/thumbnail.*|(?:word|ppt)/embeddings/[^/]+\.xlsx")
"""Previews, and workbooks behind charts, whose values the charts have themselves."""
AUTHOR = dict(author="Author", initials="A", userId="", providerId="None")  # noqa: C408
PEOPLE = frozenset(("cmAuthor", "author"))  # of comments in pptx, as elements
DESCRIBED = frozenset(("docPr", "cNvPr"))
DESCRIPTIONS = frozenset(("descr", "title", "name", "tooltip"))
SHOWN = DESCRIPTIONS | frozenset("author initials userId alias tag".split())


def open_docx(content: bytes, source: str) -> markup.InPlace:
    """A Word document; raises DataError where it is none."""
    return _open(DOCX, content, source)


def open_pptx(content: bytes, source: str) -> markup.InPlace:
    """A PowerPoint presentation; raises DataError where it is none."""
    return _open(PPTX, content, source)


def _order(name: str) -> tuple[str | int, ...]:
    """slide10 after slide9."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name) if part)


def _open(kind: Kind, content: bytes, source: str) -> markup.InPlace:
    package = markup.Package(
        content, source, lambda name: kind.has_text(name) or kind.is_cleaned(name)
    )
    if kind.first not in package.trees:
        raise DataError(f"{source}: is no {kind.name} file (it has no {kind.first})")
    beginning = (kind.first, f"{kind.folder}/slides/")
    names = sorted(
        filter(kind.has_text, package.trees),
        key=lambda name: (not name.startswith(beginning), _order(name)),
    )
    pieces = markup.Pieces(SHAPE)
    prompts = {name: _prompts(package.trees[name]) for name in names if _TEMPLATE.match(name)}
    for name in names:
        pieces.add(package.trees[name], prompts.get(name, frozenset()))

    def rewrite(edits: Sequence[Edit]) -> markup.Rewritten:
        for element in pieces.replace(edits):
            if "wordprocessingml" in element.tag:  # elsewhere the schema has no such attribute
                element.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        notes = _clean(package)
        beside = [
            value
            for name, root in package.trees.items()
            for value in (
                *markup.telling(root, SHOWN),
                *(_texts(root) if name not in names else ()),
            )
        ]
        beside += [text for shapes in prompts.values() for one in shapes for text in _texts(one)]
        return markup.Rewritten(package.content(), tuple(beside), tuple(notes))

    return markup.InPlace(pieces.text, rewrite)


def _prompts(root: Any) -> frozenset[Any]:
    """The placeholders of a layout whose words ("Click to edit Master title style") are the
    program's and on no slide."""
    return frozenset(
        shape
        for shape in root.iter("{*}sp")
        for holder in shape.iterfind("{*}nvSpPr/{*}nvPr/{*}ph")
        if holder.get("type") != "ftr" and not holder.get("hasCustomPrompt")
    )


def _texts(root: Any) -> list[str]:
    return [text for text in root.itertext() if re.search(r"[^\W\d_]{3}", text)]


def _is_dropped(relationship: Any, part: str) -> bool:
    """Whether a relationship is to a preview, or to the workbook of a chart."""
    kind = relationship.get("Type", "").rpartition("/")[2]
    return kind == "thumbnail" or (kind == "package" and "/charts/" in part)


def _clean(package: markup.Package) -> list[str]:
    """Empty what tells of people beside the text; what the user should know of the rest."""
    links = 0
    for name, root in package.trees.items():
        if name.startswith(("docProps/", "customXml/item")) and "Props" not in name[8:]:
            _empty_properties(root)
        for element in list(root.iter()):
            kind = markup.local(element)
            for attribute in list(element.attrib):
                plain = attribute.rpartition("}")[2]
                if plain in AUTHOR:
                    element.set(attribute, AUTHOR[plain])
                elif kind in PEOPLE and plain == "name":
                    element.set(attribute, "Author")
                elif kind in DESCRIBED and plain in DESCRIPTIONS:
                    element.set(attribute, "picture" if plain == "name" else "")
                elif kind == "hyperlink" and plain == "tooltip":
                    del element.attrib[attribute]
            if kind == "Relationship" and element.get("TargetMode") == "External":
                element.set("Target", markup.BLANK)
                links += 1
            if kind in ("docVars", "mailMerge", "externalData") or (
                kind == "Relationship" and _is_dropped(element, name)
            ):
                element.getparent().remove(element)
    dropped = [name for name in package.files if _DROPPED.fullmatch(name)]
    for name in dropped:
        package.drop(name)
    for element in list(package.trees.get("[Content_Types].xml", ())):
        if element.get("PartName", "")[1:] in dropped:
            element.getparent().remove(element)
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
        if element.text and markup.local(element) not in KEPT_PROPERTIES:
            element.text = None
