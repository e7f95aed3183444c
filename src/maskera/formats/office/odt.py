"""odt: paragraphs, headers, notes, comments, tracked changes and embedded documents in place; what
tells of people beside them is cleaned."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from maskera.errors import DataError
from maskera.formats.office import markup
from maskera.formats.office.pictures import PICTURE, left_as_they_are, without_metadata
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
STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
FORM = "urn:oasis:names:tc:opendocument:xmlns:form:1.0"
HREF = "{http://www.w3.org/1999/xlink}href"
XHTML = "{http://www.w3.org/1999/xhtml}"  # of what is said of a text for programs
_TEXTS = re.compile(r"(?:[^/]+/)*(?:content|styles)\.xml")
_READ = re.compile(r"(?:[^/]+/)*(?:content|styles|meta|settings)\.xml|META-INF/manifest\.xml")
_STAYS = re.compile(r"mimetype|(?:[^/]+/)*(?:Pictures|Media|Fonts)/[^/]+")
"""What is kept unread: pictures, sounds and fonts. All else (macros, replacements of embedded
documents, thumbnails, signatures, what other programs store) is left out."""
_PROGRAM = re.compile(r"[^\W\d_]+(?:[ _][^\W\d_]+)*[ _]?\d+|[^\W\d_]+ of [^\W\d_]+\d*")
"""Names that a program gives: Table1, Bild 3."""
SEQUENCES = frozenset("Illustration Table Text Drawing Figure".split())
PROPERTIES = frozenset(
    "meta generator creation-date date editing-cycles editing-duration document-statistic "
    "print-date document-meta".split()
)
"""Properties that count and date; the others name people, places and topics."""
PEOPLE = frozenset(
    "creator creator-initials sender-initials author-name author-initials title subject description "
    "keyword user-defined initial-creator printed-by template-name file-name".split()
)
REMOVED = frozenset("scripts script event-listeners dde-source".split())
VALUES = frozenset(
    "string-value string-value-if-true string-value-if-false current-value help-text hint "
    "description title target-frame-name key1 key2 string-value-phonetic".split()
)
"""Attributes that say again what a field, a variable or a cell shows, or explain it."""
CHOICES = frozenset(("label", "item", "option"))
NAMES = frozenset(
    "name parent-name chain-next-name ref-name index-name section-name table-name column-name "
    "connection-name database-name".split()
)
STYLE_USES = ("style-name", "class-names", "page-name", "layout-name", "font-name")
"""How attributes end that name a style, a page or a font that is used."""
MARKS = ("bookmark", "reference-")
_HEADING = re.compile(r"_+(?:RefHeading|RefNumPara|RefMoveTo|Toc|Ref|Hlk|UnoMark)_*\w*\d|_GoBack")
"""Bookmarks that a program names."""
NAMED = frozenset(("text", "table", "drawing", "office", "form"))
SHOWN = frozenset(
    "href author name display-name title desc ref-name formula condition label".split()
)
_TOKENS = re.compile(r"[\w-]+")


def open_odt(content: bytes, source: str) -> markup.InPlace:
    """An OpenDocument text; raises DataError where it is none."""
    package = markup.Package(content, source, lambda name: bool(_READ.fullmatch(name)))
    if "content.xml" not in package.trees:
        raise DataError(f"{source}: is no odt file (it has no content.xml)")
    pieces = markup.Pieces(SHAPE)
    for name in sorted(filter(_TEXTS.fullmatch, package.trees), key=lambda name: name.count("/")):
        pieces.add(package.trees[name])

    def rewrite(edits: Sequence[Edit]) -> markup.Rewritten:
        pieces.replace(edits)
        notes = _clean(package, markup.telling_words(pieces.text, edits))
        beside = [value for root in package.trees.values() for value in markup.telling(root, SHOWN)]
        for name, root in package.trees.items():
            if not _TEXTS.fullmatch(name):
                beside += root.itertext()
        return markup.Rewritten(package.content(), tuple(beside), tuple(notes))

    return markup.InPlace(pieces.text, rewrite)


def _clean(package: markup.Package, replaced: Collection[str]) -> list[str]:
    """Take out what tells of people beside the text; what the user should know of it."""
    dropped = [
        name
        for name in package.files
        if not name.endswith("/") and not _READ.fullmatch(name) and not _STAYS.fullmatch(name)
    ]
    for name in dropped:
        package.drop(name)
    links = 0
    for name, root in package.trees.items():
        if name.endswith("meta.xml"):
            _empty_properties(root)
        for element in list(root.iter("*")):
            links += _clean_element(element, package)
    _rename(package.trees.values(), replaced)
    _rename_styles(package.trees.values(), replaced)
    for name in filter(PICTURE.fullmatch, package.files):
        package.files[name] = without_metadata(package.files[name])
    counted = {
        "targets of links emptied": links,
        "macros and embedded files taken out": sum(not _is_seen_elsewhere(one) for one in dropped),
        **left_as_they_are(package.files),
    }
    return [f"{sentence} ({count})" for sentence, count in counted.items() if count]


def _is_seen_elsewhere(name: str) -> bool:
    """Whether what a file holds is made anew by the programs that open the document."""
    made = ("Thumbnails/", "ObjectReplacements/", "Configurations2/", "META-INF/", "layout-cache")
    return name.startswith((*made, "manifest.rdf"))


def _empty_properties(root: Any) -> None:
    for element in list(root.iter("*")):
        if markup.local(element) not in PROPERTIES and element.getparent() is not None:
            element.getparent().remove(element)


def _clean_element(element: Any, package: markup.Package) -> int:
    """Take out or empty what an element says beside the text; how many links were emptied."""
    kind = markup.local(element)
    if kind in REMOVED or (kind == "file-entry" and not _is_there(element, package)):
        _remove(element)
        return 0
    if kind in PEOPLE and not len(element):
        element.text = None
    if kind == "note-citation" and not (element.text or "").strip().isdigit():
        element.text = "*" if (element.text or "").strip() else element.text
    if kind == "config-item" and set(element.attrib.values()) & {"string", "base64Binary"}:
        element.text = None  # names of printers, paths and data sources
    if kind == "binary-data" and element.text:
        held = without_metadata(base64.b64decode(element.text))
        element.text = base64.b64encode(held).decode()
    links = 0
    for name, value in element.attrib.items():
        plain = name.rpartition("}")[2]
        if name == HREF:
            if _leads_out(value, package):
                element.set(name, markup.BLANK)
                links += 1
        elif name.startswith(XHTML) or _says_again(kind, plain, FORM in name):
            element.set(name, "")
    return links


def _says_again(kind: str, attribute: str, of_form: bool) -> bool:
    """Whether an attribute says what its element shows, or explains it."""
    if kind == "bibliography-mark":
        return attribute != "bibliography-type"
    if attribute in ("value", "label"):
        return kind in CHOICES or of_form or kind == "note-citation"
    return attribute in VALUES


def _remove(element: Any) -> None:
    """Take an element out, and leave the text that follows it."""
    parent, before = element.getparent(), element.getprevious()
    if element.tail:
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _is_there(entry: Any, package: markup.Package) -> bool:
    """Whether a line of the manifest is of a file, or of a folder with files."""
    path = next((v for k, v in entry.attrib.items() if k.endswith("}full-path")), "/")
    return path == "/" or any(name.startswith(path) for name in package.files)


def _leads_out(target: str, package: markup.Package) -> bool:
    """Whether a link leads out of the document and of its package, or to what is left out."""
    if not target or target.startswith("#"):
        return False
    inside = target.removeprefix("./")
    return not any(name == inside or name.startswith(f"{inside}/") for name in package.files)


def _named(root: Any) -> Iterator[tuple[Any, str]]:
    """The attributes with names that users may have given; styles have a door of their own."""
    for element in root.iter("*"):
        for attribute in element.attrib:
            space, _, name = attribute[1:].partition("}")
            if name in NAMES and NAMED & set(space.split(":")):
                yield element, attribute


def _rename(roots: Iterable[Any], replaced: Collection[str]) -> None:
    """Give what people named numbers, and their names where they are referred to. replaced: the
    words that were."""
    names: dict[str, str] = {}
    for root in roots:
        for element, attribute in _named(root):
            old = element.get(attribute)
            mark = markup.local(element).startswith(MARKS)
            if old and (mark or not _is_of_program(old, replaced)) and not _HEADING.match(old):
                word = "Bookmark" if mark else "Name"
                number = 1 + sum(name.startswith(word) for name in names.values())
                element.set(attribute, names.setdefault(old, f"{word}{number}"))
    for root in roots if names else ():
        for element in root.iter("*"):
            for attribute, value in element.attrib.items():
                plain = attribute.rpartition("}")[2]
                if plain in ("formula", "condition"):
                    element.set(attribute, _renamed(value, names))
                elif plain.endswith("-address"):  # of cells of a table, for a chart
                    new = _renamed(value, names)
                    element.set(attribute, "" if markup.says(new, replaced) else new)
                elif attribute == HREF and value.startswith("#"):
                    old, bar, kind = value[1:].partition("|")
                    element.set(attribute, f"#{names.get(old, old)}{bar}{kind}")


def _rename_styles(roots: Iterable[Any], replaced: Collection[str]) -> None:
    """Give other names to styles that are named by a word that was replaced, also where they are
    used, be it that there is no such style."""
    own, shown = f"{{{STYLE}}}name", f"{{{STYLE}}}display-name"
    names: dict[str, str] = {}

    def new(old: str) -> str:
        return names.setdefault(old, f"Style{len(names) + 1}")

    for root in roots:
        for element in root.iter("*"):
            old = element.get(own, "")
            if markup.says(f"{old} {element.get(shown, '')}", replaced):
                element.set(own, new(old))
                element.attrib.pop(shown, None)
    for root in roots:
        for element in root.iter("*"):
            for attribute, value in element.attrib.items():
                if attribute.endswith(STYLE_USES) and (
                    value in names or markup.says(value, replaced)
                ):
                    element.set(attribute, new(value))


def _is_of_program(name: str, replaced: Collection[str]) -> bool:
    made = name in SEQUENCES or _PROGRAM.fullmatch(name)
    telling = markup.says(name, replaced) or markup.holds(name, replaced)
    return bool(made) and not telling


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _TOKENS.sub(lambda word: names.get(word[0], word[0]), text)
