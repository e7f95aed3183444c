"""docx and pptx: runs of all parts (body or slides, headers, notes, comments, charts, tracked
changes) in place; properties, authors and targets of links emptied. read_docx() reads a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from maskera.errors import DataError
from maskera.formats.office import markup
from maskera.formats.office.markup import etree
from maskera.formats.reading import document_id
from maskera.text import Document, Edit

SHAPE = markup.Shape(
    blocks=frozenset(("p", "comment", "footnote", "endnote", "cm", "pt")),
    slots=frozenset(("t", "delText", "instrText", "delInstrText", "v", "text")),
    fixed={"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
    skip=frozenset(("pPr", "rPr", "sectPr", "tblPr", "Fallback")),
)

READ = replace(
    SHAPE, slots=frozenset(("t",)), skip=SHAPE.skip | {"del", "moveFrom", "footnotePr", "endnotePr"}
)
"""The same without what was struck out and the codes of fields."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Where a package has its parts. first: the part that it must have, whose text comes first;
    text: its parts with text, as an expression for names."""

    name: str
    folder: str
    first: str
    text: str

    def has_text(self, part: str) -> bool:
        """Whether a part has text to replace."""
        names = rf"{self.text}|charts/\w+|drawings/\w+|diagrams/(?:data|drawing)\d*"
        return bool(re.fullmatch(rf"{self.folder}/(?:{names})\.xml", part))


DOCX = Kind(
    "docx",
    "word",
    "word/document.xml",
    r"document|header\d*|footer\d*|footnotes|endnotes|comments\w*|glossary/document",
)
PPTX = Kind(
    "pptx",
    "ppt",
    "ppt/presentation.xml",
    r"(?:slides|notesSlides|slideLayouts|slideMasters|notesMasters|handoutMasters|comments)/\w+",
)
WRITTEN = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
"""The parts of a Word document that its writer's text stands in, in the order of reading."""
_TEMPLATE = re.compile(r"ppt/(?:slideLayouts|\w+Masters)/")
_PROGRAM = re.compile(
    r"(?:word|ppt)/(?:theme/.+|(?:glossary/)?(?:styles\w*|fontTable|numbering|webSettings)"
    r"|tableStyles|presProps|viewProps)\.xml"
)
"""Parts whose words are the program's."""
_UNSEEN = re.compile(r"(?:word|ppt)/(?!fonts/|printerSettings/|.*\.(?:xml|rels)$).+")
_DROPPED = re.compile(r"docProps/thumbnail.*|(?:word|ppt)/embeddings/[^/]+\.xlsx")
"""Previews, and workbooks behind charts, whose values the charts have themselves."""
AUTHOR = dict(author="Author", initials="A", userId="", providerId="None")  # noqa: C408
PEOPLE = frozenset(("cmAuthor", "author"))  # of comments in pptx, as elements
DESCRIBED = frozenset(("docPr", "cNvPr"))
DESCRIPTIONS = frozenset(("descr", "title", "name"))
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
VML = "urn:schemas-microsoft-com:vml"
VML_TEXTS = frozenset(("alt", "title", "string"))
NAMED = frozenset(("section", "custShow"))  # of slides
REMOVED = frozenset(
    "docVars mailMerge externalData smartTagPr alias tag listItem listEntry statusText helpText "
    "default placeholder tblCaption tblDescription".split()
)
"""Elements that say beside the text what it says: variables, choices, help, captions for readers
of screens."""
SHOWN = DESCRIPTIONS | frozenset("author initials userId anchor instr".split())
_CODE = re.compile(
    r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES|PAGEREF|NOTEREF|REF|TOC|SEQ|STYLEREF|DATE|TIME)\b[^\"]*"
)
_WORDS = re.compile(r"[^\s\"\\]+")


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
        package = markup.Package(held, source, WRITTEN.__contains__)
        _check(DOCX, package, source)
    except DataError as error:
        yield error
        return
    pieces = markup.Pieces(READ)
    for name in filter(package.trees.__contains__, WRITTEN):
        pieces.add(package.trees[name])
    yield Document(document_id(source), pieces.text.strip("\n"))


def _check(kind: Kind, package: markup.Package, source: str) -> None:
    """Raise DataError where the part that makes it what it is is missing or empty."""
    root = package.trees.get(kind.first)
    if root is None or not len(root):
        raise DataError(f"{source}: is no {kind.name} file (it has no {kind.first})")


def _order(name: str) -> tuple[str | int, ...]:
    """slide10 after slide9."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name) if part)


def _open(kind: Kind, content: bytes, source: str) -> markup.InPlace:
    package = markup.Package(
        content, source, lambda name: name.endswith((".xml", ".rels")) and not _PROGRAM.match(name)
    )
    _check(kind, package, source)
    beginning = (kind.first, f"{kind.folder}/slides/")
    names = sorted(
        filter(kind.has_text, package.trees),
        key=lambda name: (not name.startswith(beginning), _order(name)),
    )
    _rename_bookmarks(package.trees.values())
    pieces = markup.Pieces(SHAPE)
    left = {
        name: _codes(root) | (_prompts(root) if _TEMPLATE.match(name) else frozenset())
        for name, root in package.trees.items()
        if name in names
    }
    for name in names:
        pieces.add(package.trees[name], left[name])

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
        beside += [text for elements in left.values() for one in elements for text in _texts(one)]
        return markup.Rewritten(package.content(), tuple(beside), tuple(notes))

    return markup.InPlace(pieces.text, rewrite)


def _codes(root: Any) -> frozenset[Any]:
    """The codes of fields that number, date and refer to places by names of the program."""
    return frozenset(
        code for code in root.iter(f"{{{WORD}}}instrText") if _CODE.fullmatch(code.text or "")
    )


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
        if re.fullmatch(r"docProps/\w+\.xml|customXml/item\d*\.xml", name):
            _empty_properties(root, attributes=name.startswith("customXml/"))
        for element in list(root.iter(etree().Element)):
            kind = markup.local(element)
            if kind in REMOVED or (kind == "Relationship" and _is_dropped(element, name)):
                element.getparent().remove(element)
                continue
            for attribute in list(element.attrib):
                if (new := _cleaned(kind, etree().QName(attribute), element)) is not None:
                    element.set(attribute, new)
            if kind == "Relationship" and element.get("TargetMode") == "External":
                element.set("Target", markup.BLANK)
                links += 1
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


def _cleaned(kind: str, attribute: Any, element: Any) -> str | None:
    """What an attribute that may tell of people becomes; None for others."""
    name = attribute.localname
    if name in AUTHOR:
        return AUTHOR[name]
    if kind in PEOPLE and name == "name":
        return "Author"
    if kind in NAMED and name == "name":
        return kind
    if kind == "name" and name == "val":  # of a field of a form, of a building block
        return "Name"
    if kind in DESCRIBED and name in DESCRIPTIONS:
        return "picture" if name == "name" else ""
    if name in ("tooltip", "tgtFrame") or (
        name in VML_TEXTS and etree().QName(element).namespace == VML
    ):
        return ""
    return None


def _rename_bookmarks(roots: Iterable[Any]) -> None:
    """Give the bookmarks that people named numbers, and their names where they are referred to."""
    names: dict[str, str] = {}
    for root in roots:
        for mark in root.iter(f"{{{WORD}}}bookmarkStart"):
            old = mark.get(f"{{{WORD}}}name", "")
            if not old.startswith("_"):
                mark.set(f"{{{WORD}}}name", names.setdefault(old, f"Bookmark{len(names) + 1}"))
    for root in roots if names else ():
        for link in root.iter(f"{{{WORD}}}hyperlink", f"{{{WORD}}}fldSimple"):
            for attribute in (f"{{{WORD}}}anchor", f"{{{WORD}}}instr"):
                if old := link.get(attribute):
                    link.set(attribute, _renamed(old, names))
        for code in root.iter(f"{{{WORD}}}instrText"):
            code.text = _renamed(code.text or "", names)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _WORDS.sub(lambda word: names.get(word[0], word[0]), text)


KEPT_PROPERTIES = frozenset(
    "Template TotalTime Pages Words Characters Application DocSecurity Lines Paragraphs ScaleCrop "
    "LinksUpToDate CharactersWithSpaces SharedDoc HyperlinksChanged AppVersion revision created "
    "modified lastPrinted i4 lpstr vector variant HeadingPairs".split()
) - {"Template", "lpstr"}
"""Properties that count and date; the others name people, places and topics."""


def _empty_properties(root: Any, *, attributes: bool) -> None:
    """Empty what is written in properties; attributes: and in attributes, which are their users'."""
    for element in root.iter(etree().Element):
        if markup.local(element) not in KEPT_PROPERTIES:
            element.text = None
        for name in element.attrib if attributes else ():
            element.set(name, "")
