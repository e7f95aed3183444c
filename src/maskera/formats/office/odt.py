"""odt: paragraphs, headers, notes, comments and tracked changes in place; properties, authors and
targets of links emptied."""

from __future__ import annotations

from collections.abc import Sequence

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
_PARTS = ("content.xml", "styles.xml")
PEOPLE = frozenset(
    "creator initial-creator creator-initials sender-initials printed-by title subject description "
    "keyword user-defined author-name author-initials".split()
)
SHOWN = frozenset(("href", "author", "name", "title", "desc"))


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
            if markup.local(element) in PEOPLE and not len(element):
                element.text = None
            if markup.local(element) == "file-entry" and any(
                "Thumbnails/" in value for value in element.attrib.values()
            ):
                element.getparent().remove(element)
            for name, value in element.attrib.items():
                plain = name.rpartition("}")[2]
                if plain == "href" and markup.local(element) == "a" and not value.startswith("#"):
                    element.set(name, markup.BLANK)
                    links += 1
    for name in list(package.files):
        if name.startswith("Thumbnails/"):
            package.drop(name)
    unseen = sum(name.startswith(("Pictures/", "Object ")) for name in package.files)
    notes = [f"targets of links emptied ({links})"] if links else []
    return notes + (
        [f"pictures and embedded files are left as they are ({unseen})"] if unseen else []
    )
