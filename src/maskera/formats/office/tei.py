"""TEI P5 in place: text of header and body, notes; normalized dates, keys and other attributes go
with what they say again; people whom the header names are taken out."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from maskera.errors import DataError
from maskera.formats.office.markup import (
    BLANK,
    NORMALIZED,
    InPlace,
    Pieces,
    Rewritten,
    Shape,
    etree,
    forget_normalized,
    holds,
    local,
    says,
    telling_words,
    tree,
)
from maskera.text import Edit

SHAPE = Shape(
    blocks=frozenset(
        "p ab head l lg item note u sp stage speaker title author editor date publisher resp name "
        "opener closer salute signed dateline cell row person persName div respStmt docAuthor byline "
        "titlePart figure figDesc desc label residence occupation affiliation education nationality "
        "birth death address addrLine email trailer argument epigraph quote cit".split()
    ),
    fixed={"lb": "\n"},
    skip=frozenset("schemaSpec tagsDecl charDecl refsDecl appInfo".split()),
    versions=frozenset("sic corr orig reg abbr expan del add lem rdg".split()),
    apart=frozenset(
        "forename surname addName genName nameLink roleName placeName settlement district region "
        "country geogName orgName date street postCode".split()
    ),
)
NAMING = frozenset(
    "author editor principal sponsor funder persName name orgName respStmt publisher distributor "
    "authority".split()
)
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
REGISTERED = frozenset(("key", "nymRef", "ref", "scribe"))
OMITTED = "—"
_TEI = re.compile(rb"<(?:\w+:)?(?:TEI|teiCorpus)[\s>]")


def is_tei(content: bytes) -> bool:
    """Whether XML is of the Text Encoding Initiative, by its root."""
    return bool(_TEI.search(content[: 1 << 13]))


def open_tei(content: bytes, source: str) -> InPlace:
    """A TEI document; raises DataError where it is none."""
    root = tree(content, source)
    if local(root) not in ("TEI", "teiCorpus"):
        raise DataError(f"{source}: is no TEI document (its root is <{local(root)}>)")
    etree().strip_tags(root, etree().PI)
    pieces = Pieces(SHAPE)
    pieces.add(root)

    def rewrite(edits: Sequence[Edit]) -> Rewritten:
        changed = pieces.replace(edits)
        forget_normalized(changed)
        told = telling_words(pieces.text, edits)
        _forget_words(root, told)
        instructions = [one for one in _instructions(root) if not says(one.text or "", told)]
        counted = {
            "names and dates of the header taken out": _clean(root, changed) + _forget_lives(root),
            "targets of links emptied": _empty_targets(root),
        }
        notes = tuple(f"{sentence} ({count})" for sentence, count in counted.items() if count)
        beside = [value for element in root.iter("*") for value in element.attrib.values()]
        beside += [one.text or "" for one in instructions]
        return Rewritten(_written(root, instructions), tuple(beside), notes)

    return InPlace(pieces.text, rewrite)


def _instructions(root: Any) -> list[Any]:
    """The processing instructions before the root that say how to read a document (xml-model,
    xml-stylesheet), in their order."""
    before = root.itersiblings(etree().PI, preceding=True)
    return [one for one in reversed([*before]) if one.target.startswith("xml-")]


def _written(root: Any, instructions: Sequence[Any]) -> bytes:
    """A document without its internal subset, which may hold words, and with these instructions
    alone."""
    encoding = root.getroottree().docinfo.encoding or "UTF-8"
    parts = [f'<?xml version="1.0" encoding="{encoding}"?>'.encode(encoding)]
    parts += [
        etree().tostring(one, encoding=encoding, with_tail=False, xml_declaration=False)
        for one in (*instructions, root)
    ]
    return "\n".encode(encoding).join(parts) + "\n".encode(encoding)


def _empty_targets(root: Any) -> int:
    """Empty the links that lead out of a document, to registers of people, too; how many there
    were."""
    links = 0
    for element in root.iter(etree().Element):
        for name in REGISTERED & set(element.attrib):
            if not element.get(name).startswith("#"):
                del element.attrib[name]
    for element in root.iter("{*}ref", "{*}ptr"):
        if not element.get("target", "#").startswith("#"):
            element.set("target", BLANK)
            links += 1
    return links


def _forget_words(root: Any, replaced: Collection[str]) -> None:
    """Take away attributes that say a word of what was replaced, and rename such ids with what
    points to them."""
    telling = [
        (element, name)
        for element in root.iter(etree().Element)
        for name, value in element.attrib.items()
        if says(value, replaced)
        or ((name == XML_ID or value.startswith("#")) and holds(value, replaced))
    ]
    ids = [element.get(XML_ID) for element, name in telling if name == XML_ID]
    names = {f"#{old}": f"#id-{number}" for number, old in enumerate(ids, 1)}
    for element, name in telling:
        value = element.get(name)
        if name == XML_ID:
            element.set(name, names[f"#{value}"][1:])
        elif not names.keys().isdisjoint(value.split()):
            pointers = (names.get(one, one) for one in value.split())
            element.set(name, " ".join(one for one in pointers if not says(one, replaced)))
        else:
            del element.attrib[name]


def _forget_lives(root: Any) -> int:
    """Take away how old people of the header are and the normalized dates of their lives, which no
    text says; how many there were."""
    told = [
        (element, name)
        for person in root.iter("{*}person")
        for element in person.iter(etree().Element)
        for name in element.attrib
        if name in NORMALIZED or (element is person and name == "age")
    ]
    for element, name in told:
        del element.attrib[name]
    return len(told)


def _clean(root: Any, changed: Sequence[Any]) -> int:
    """Take out the names of people in the header in which nothing was replaced."""
    replaced = {each for element in changed for each in (element, *element.iterancestors())}
    omitted = 0
    for header in root.iter("{*}teiHeader"):
        for element in header.iter():
            if (
                local(element) in NAMING
                and element not in replaced
                and (element.text or "").strip()
            ):
                element.text = OMITTED
                omitted += 1
    return omitted
