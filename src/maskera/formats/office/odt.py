"""odt: paragraphs, headers, notes, comments and tracked changes in place; properties, authors and
targets of links emptied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from maskera.errors import DataError
from maskera.formats.office import markup
from maskera.text import Edit

SHAPE = markup.Shape(
    blocks=frozenset(("p", "h", "table-cell", "list-item", "annotation", "note-body")),
    fixed={"s": " ", "tab": "\t", "line-break": "\n"},
    skip=frozenset(
        "automatic-styles font-face-decls scripts forms creator initial-creator creator-initials "
        "sender-initials date binary-data note-citation sequence-decls".split()
    ),
)
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
HREF = "{http://www.w3.org/1999/xlink}href"
_PARTS = ("content.xml", "styles.xml")
PEOPLE = frozenset(
    "creator initial-creator creator-initials sender-initials printed-by title subject description "
    "keyword user-defined author-name author-initials".split()
)
VALUES = frozenset(
    "string-value string-value-if-true string-value-if-false current-value help-text hint "
    "description title target-frame-name".split()
)
"""Attributes that say again what a field, a variable or a cell shows, or explain it."""
CHOICES = frozenset(("label", "item"))
SHOWN = frozenset(("href", "author", "name", "title", "desc", "ref-name", "formula", "condition"))
MARKS = frozenset(
    f"{kind}{end}" for kind in ("bookmark", "reference-mark") for end in ("", "-start", "-end")
)
REFERENCES = frozenset(("bookmark-ref", "reference-ref"))


def open_odt(content: bytes, source: str) -> markup.InPlace:
    """An OpenDocument text; raises DataError where it is none."""
    wanted = (*_PARTS, "meta.xml", "META-INF/manifest.xml", "settings.xml")
    package = markup.Package(content, source, wanted.__contains__)
    if "content.xml" not in package.trees:
        raise DataError(f"{source}: is no odt file (it has no content.xml)")
    pieces = markup.Pieces(SHAPE)
    for name in _PARTS:
        if name in package.trees:
            pieces.add(package.trees[name])

    def rewrite(edits: Sequence[Edit]) -> markup.Rewritten:
        pieces.replace(edits)
        notes = _clean(package)
        beside = [value for root in package.trees.values() for value in markup.telling(root, SHOWN)]
        if "meta.xml" in package.trees:
            beside += package.trees["meta.xml"].itertext()
        return markup.Rewritten(package.content(), tuple(beside), tuple(notes))

    return markup.InPlace(pieces.text, rewrite)


def _clean(package: markup.Package) -> list[str]:
    links = 0
    for root in package.trees.values():
        for element in list(root.iter()):
            kind = markup.local(element)
            if kind in PEOPLE and not len(element):
                element.text = None
            if kind == "file-entry" and any(
                "Thumbnails/" in value for value in element.attrib.values()
            ):
                element.getparent().remove(element)
            for name, value in element.attrib.items():
                plain = name.rpartition("}")[2]
                if plain == "href" and kind in ("a", "template") and not value.startswith("#"):
                    element.set(name, markup.BLANK)
                    links += 1
                elif plain in VALUES or (kind in CHOICES and plain in ("value", "label")):
                    element.set(name, "")
    for name in list(package.files):
        if name.startswith("Thumbnails/"):
            package.drop(name)
    _rename_marks(package.trees.values())
    unseen = sum(name.startswith(("Pictures/", "Object ")) for name in package.files)
    notes = [f"targets of links emptied ({links})"] if links else []
    return notes + (
        [f"pictures and embedded files are left as they are ({unseen})"] if unseen else []
    )


def _rename_marks(roots: Iterable[Any]) -> None:
    """Give the places that people named numbers, and their names where they are referred to."""
    names: dict[str, str] = {}
    for attribute, kinds in (("name", MARKS), ("ref-name", REFERENCES)):
        name = f"{{{TEXT}}}{attribute}"
        for root in roots:
            for element in root.iter(*(f"{{{TEXT}}}{kind}" for kind in kinds)):
                if old := element.get(name):
                    element.set(name, names.setdefault(old, f"Bookmark{len(names) + 1}"))
    for root in roots:
        for link in root.iter(f"{{{TEXT}}}a"):
            old = link.get(HREF, "").removeprefix("#").partition("|")[0]
            if old in names:
                link.set(HREF, f"#{names[old]}")
