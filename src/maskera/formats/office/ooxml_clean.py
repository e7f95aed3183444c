"""What a Word or PowerPoint file says of people beside its text: taken out or emptied.

Parts that are no text, form or picture (embedded files, macros, what other programs store) go, with
what refers to them; of the parts that stay, the attributes and elements named here.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from maskera.formats.office import markup
from maskera.formats.office.markup import etree
from maskera.formats.office.pictures import PICTURE, left_as_they_are, without_metadata

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_XLINK, _XML = "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"
VML = "urn:schemas-microsoft-com:vml"
FORMS = frozenset(
    "Types Relationships Properties coreProperties styles fonts numbering settings webSettings "
    "people commentsEx commentsIds commentsExtensible presentation presentationPr viewPr theme "
    "themeOverride tblStyleLst cmAuthorLst authorLst colorStyle chartStyle styleDef colorsDef "
    "layoutDef ink".split()
)
"""Roots of the parts that say how a document looks and what it is made of."""
_CUSTOM = re.compile(r"(?:docProps/(?:custom\d*\.xml|thumbnail)|customXml/|_xmlsignatures/).*")
_OTHER_FORMS = re.compile(r"(?:.*/)?(?:fonts|media)/[^/]+", re.I)
_EMBEDDED = re.compile(r".+/(?:embeddings|activeX)/.+|.+\.(?:bin|html?|rtf|docx|xlsx|pptx)", re.I)

AUTHOR = dict(author="Author", initials="A", userId="", providerId="None")  # noqa: C408
PEOPLE = frozenset(("cmAuthor", "author"))  # of comments in pptx, as elements
DESCRIBED = frozenset(("docPr", "cNvPr"))
DESCRIPTIONS = frozenset(("descr", "title", "name"))
VML_TEXTS = frozenset(("alt", "title", "string", "href"))
EMPTIED = frozenset(("tooltip", "tgtFrame", "docLocation", "gfxdata", "phldrT"))
NAMED = frozenset(("section", "custShow"))  # of slides
REMOVED = frozenset(
    "docVars mailMerge externalData smartTagPr customXmlPr alias tag listItem listEntry statusText "
    "helpText default placeholder tblCaption tblDescription dataBinding fldData attachedSchema "
    "attachedTemplate saveThroughXslt custDataLst".split()
)
"""Elements that say beside the text what it says (variables, choices, help, captions for readers
of screens) or whence it comes."""
STYLED = frozenset(("name", "aliases", "lvlText"))
"""Elements with names that users give to styles and lists."""
LAYOUT_NAMES = frozenset(("name", "forName", "refForName", "moveWith"))
STYLES = frozenset("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink".split())
EMBEDDING = frozenset("OLEObject altChunk control subDoc printerSettings".split())
"""Elements that only show another part."""

KEPT_PROPERTIES = frozenset(
    "TotalTime Pages Words Characters Application DocSecurity Lines Paragraphs ScaleCrop "
    "LinksUpToDate CharactersWithSpaces SharedDoc HyperlinksChanged AppVersion revision created "
    "modified lastPrinted i4 vector variant HeadingPairs".split()
)
"""Properties that count and date; the others name people, places and topics."""
_CODE = re.compile(
    r"\s*(?:(?:PAGE|NUMPAGES|SECTIONPAGES|PAGEREF|NOTEREF|REF|SEQ|STYLEREF)\b[^\"]*|=[^\"]*"
    r"|(?:TOC|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE)\b.*|HYPERLINK\s+\\l\s+\"\w+\"\s*)"
)
"""Codes of fields that number, date and refer to places by names of the program."""
_MARK = re.compile(r"_(?:Toc|Ref|Hlk|Hlt|GoBack|Toc_?|PictureBullets)\w*")
"""Bookmarks that Word names."""
_MARKED = ("bookmarkStart", "moveFromRangeStart", "moveToRangeStart")
_WORDS = re.compile(r"[^\s\"\\]+")
_SHEET = re.compile(r"(?:'(?:[^']|'')*'|[^\s'!(),]+)!")


def clean(package: markup.Package, text: Collection[str]) -> list[str]:
    """Take out what tells of people beside the text, whose parts are given; what the user should
    know of it."""
    dropped = [name for name in package.files if not _stays(package, name, text)]
    links = 0
    for name, root in package.trees.items():
        if name.startswith("docProps/"):
            _empty_properties(root)
        elif package.root(name) == "svg":
            _clean_drawing(root)
            continue
        for element in list(root.iter(etree().Element)):
            if _clean_element(element) and element.get("TargetMode") == "External":
                if element.get("Type", "").endswith("/attachedTemplate"):
                    root.remove(element)
                    continue
                element.set("Target", markup.BLANK)
                links += 1
    _drop(package, dropped)
    for name in filter(PICTURE.fullmatch, package.files):
        package.files[name] = without_metadata(package.files[name])
    embedded = sum(bool(_EMBEDDED.fullmatch(name)) for name in dropped)
    counted = {
        "targets of links emptied": links,
        "embedded files and macros taken out": embedded,
        **left_as_they_are(package.files),
    }
    return [f"{sentence} ({count})" for sentence, count in counted.items() if count]


def _stays(package: markup.Package, name: str, text: Collection[str]) -> bool:
    if name in text:
        return True
    if _CUSTOM.fullmatch(name):
        return False
    if name.endswith((".xml", ".rels")):
        return package.root(name) in FORMS
    return bool(PICTURE.fullmatch(name) or _OTHER_FORMS.fullmatch(name))


def _drop(package: markup.Package, names: Iterable[str]) -> None:
    """Leave parts out, with what refers to them."""
    for name in names:
        package.drop(name)
    there = {_plain(name) for name in package.files}
    for name, root in list(package.trees.items()):
        folder, _, source = name.rpartition("_rels/")
        source = folder + source.removesuffix(".rels")
        if not name.endswith(".rels"):
            continue
        if source != folder and source not in package.files:
            package.drop(name)
            continue
        gone = [one for one in root if not _leads(one, folder, there)]
        for one in gone:
            root.remove(one)
        if gone and source in package.trees:
            _forget(package.trees[source], {one.get("Id") for one in gone})
    for element in list(package.trees.get("[Content_Types].xml", ())):
        part = element.get("PartName")
        if part is not None and _plain(part[1:]) not in there:
            element.getparent().remove(element)


def _plain(name: str) -> str:
    """Names of parts are the same whatever their case and escapes (ECMA-376 part 2, 6.2.2)."""
    return unquote(name).casefold()


def _leads(relationship: Any, folder: str, there: Collection[str]) -> bool:
    """Whether a relationship leads somewhere: out of the package, or to a part."""
    if relationship.get("TargetMode") == "External":
        return True
    target = relationship.get("Target", "").partition("#")[0]
    return (
        not target or _plain(posixpath.normpath(posixpath.join("/", folder, target))[1:]) in there
    )


def _forget(root: Any, gone: Collection[str]) -> None:
    """Take out what shows parts by relationships that are gone, and other references to them."""
    for element in list(root.iter(etree().Element)):
        for attribute in list(element.attrib):
            space = etree().QName(attribute).namespace or ""
            if space.endswith("/relationships") and element.get(attribute) in gone:
                if markup.local(element) in EMBEDDING:
                    element.getparent().remove(element)
                    break
                del element.attrib[attribute]


def _clean_element(element: Any) -> bool:
    """Take out or empty what an element says beside the text; whether it is a relationship."""
    kind = markup.local(element)
    if kind in REMOVED:
        element.getparent().remove(element)
        return False
    if kind == "f" and element.text:  # of a chart, whose workbook is not kept
        element.text = _SHEET.sub("Sheet1!", element.text)
    for attribute in list(element.attrib):
        if (new := _cleaned(kind, etree().QName(attribute), element)) is not None:
            element.set(attribute, new)
    return kind == "Relationship"


def _cleaned(kind: str, attribute: Any, element: Any) -> str | None:
    """What an attribute that may tell of people becomes; None for others."""
    name = attribute.localname
    if name in AUTHOR:
        return AUTHOR[name]
    if kind in PEOPLE and name == "name":
        return "Author"
    if kind in NAMED and name == "name":
        return kind
    if kind == "name" and name == "val" and _is_named_by_users(element):
        return "Name"
    if kind in ("description", "title", "desc") and name == "val":  # of a block or a layout
        return ""
    if kind == "cSld" and name == "name" and markup.local(element.getparent()) != "sldLayout":
        return ""
    if kind in DESCRIBED and name in DESCRIPTIONS:
        return "picture" if name == "name" else ""
    if kind == "customXml" and name in ("element", "uri"):
        return "element" if name == "element" else ""
    if (kind == "permStart" and name == "ed") or name in EMPTIED:
        return ""
    if name in VML_TEXTS and VML in (etree().QName(element).namespace, attribute.namespace):
        return ""
    return None


def _is_named_by_users(name: Any) -> bool:
    """Whether a name is of a field of a form or of a building block; styles keep theirs."""
    return markup.local(name.getparent()) in ("ffData", "docPartPr", "category")


def _clean_drawing(root: Any) -> None:
    """Leave the attributes that draw: others (aria-label, those of programs) tell and name files."""
    for element in root.iter(etree().Element):
        for attribute in list(element.attrib):
            space = etree().QName(attribute).namespace
            if "aria-" in attribute or space not in (None, _XLINK, _XML):
                del element.attrib[attribute]
    etree().strip_elements(root, "{*}metadata", "{*}script", with_tail=False)


def _empty_properties(root: Any) -> None:
    for element in root.iter(etree().Element):
        if markup.local(element) not in KEPT_PROPERTIES:
            element.text = None


def clean_codes(root: Any) -> None:
    """Leave of the codes of fields the first word, the kind of field, unless they are of those that
    number and refer: others hold addresses, paths, keys of registers."""
    for codes in _fields(root):
        code = "".join(one.text or "" for one in codes)
        if not _CODE.fullmatch(code):
            for one in codes:
                one.text = ""
            codes[0].text = f" {_kind(code)} "
    for field in root.iter(f"{{{WORD}}}fldSimple"):
        instr = f"{{{WORD}}}instr"
        if not _CODE.fullmatch(code := field.get(instr, "")):
            field.set(instr, f" {_kind(code)} ")


def _kind(code: str) -> str:
    kind = re.match(r"\s*([A-Z]+)\b", code)
    return kind[1] if kind else "QUOTE"


def _fields(root: Any) -> list[list[Any]]:
    """The runs with the code of each field, which may stand within another's."""
    fields: list[list[Any]] = []
    begun: list[list[Any]] = []
    names = ("fldChar", "instrText", "delInstrText")
    for element in root.iter(*(f"{{{WORD}}}{name}" for name in names)):
        if markup.local(element) != "fldChar":
            if begun:
                begun[-1].append(element)
            else:  # a code without the beginning of its field
                fields.append([element])
            continue
        place = element.get(f"{{{WORD}}}fldCharType")
        if place == "begin":
            begun.append([])
        elif place == "end" and begun:
            fields.append(begun.pop())
    return [codes for codes in (*fields, *begun) if codes]


def rename_bookmarks(roots: Iterable[Any]) -> None:
    """Give the bookmarks and moved texts that people named numbers, and their names where they are
    referred to."""
    names: dict[str, str] = {}
    for root in roots:
        for mark in root.iter(*(f"{{{WORD}}}{kind}" for kind in _MARKED)):
            old = mark.get(f"{{{WORD}}}name", "")
            if not _MARK.fullmatch(old):
                mark.set(f"{{{WORD}}}name", names.setdefault(old, f"Bookmark{len(names) + 1}"))
    for root in roots:
        for link in root.iter(f"{{{WORD}}}hyperlink"):
            old = link.get(f"{{{WORD}}}anchor")
            if old and not _MARK.fullmatch(old) and old != "_top":
                new = names.setdefault(old, f"Bookmark{len(names) + 1}")
                link.set(f"{{{WORD}}}anchor", new)
    for root in roots if names else ():
        for field in root.iter(f"{{{WORD}}}fldSimple"):
            field.set(f"{{{WORD}}}instr", _renamed(field.get(f"{{{WORD}}}instr", ""), names))
        for code in root.iter(f"{{{WORD}}}instrText"):
            code.text = _renamed(code.text or "", names)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _WORDS.sub(lambda word: names.get(word[0], word[0]), text)


def named_by_users(root: Any) -> Iterator[Any]:
    """The elements with names that users may have given to styles and lists; not all programs say
    of a style whether it is one of theirs."""
    for element in root.iter(f"{{{WORD}}}style", f"{{{WORD}}}abstractNum"):
        yield from (one for one in element.iter() if markup.local(one) in STYLED)


def rename_styles(roots: Iterable[Any], replaced: Collection[str]) -> None:
    """Give other names to styles and lists that are named by a word that was replaced."""
    value, identifier = f"{{{WORD}}}val", f"{{{WORD}}}styleId"
    ids: dict[str, str] = {}
    for root in roots:
        for element in named_by_users(root):
            if not markup.says(element.get(value, ""), replaced):
                continue
            element.set(value, f"Name{len(ids) + 1}")
            if old := element.getparent().get(identifier):
                ids[old] = f"Name{len(ids) + 1}"
                element.getparent().set(identifier, ids[old])
    for root in roots if ids else ():
        for element in root.iter(etree().Element):
            if markup.local(element) in STYLES and (old := element.get(value)) in ids:
                element.set(value, ids[old])


def rename_layouts(roots: Iterable[Any], replaced: Collection[str]) -> None:
    """Give other names to the nodes of layouts of diagrams that are called by a word that was
    replaced, also where rules of the layout refer to them."""
    for root in roots:
        if markup.local(root) != "layoutDef":
            continue
        names: dict[str, str] = {}
        for element in root.iter(etree().Element):
            for attribute in sorted(LAYOUT_NAMES & set(element.attrib)):
                if markup.says(old := element.get(attribute), replaced):
                    element.set(attribute, names.setdefault(old, f"Node{len(names) + 1}"))


def shapes(root: Any) -> Iterator[Any]:
    """The shapes of older programs that have an id, which a user may give."""
    return (one for one in root.iter(f"{{{VML}}}*") if one.get("id"))


def rename_shapes(roots: Iterable[Any], replaced: Collection[str]) -> None:
    """Give other ids to shapes that are called by a word that was replaced."""
    called = (one for root in roots for one in shapes(root))
    telling = (one for one in called if markup.says(one.get("id"), replaced))
    for number, shape in enumerate(telling, 1):
        shape.set("id", f"Shape{number}")
