"""TEI P5 in place: text of header and body, notes; normalized dates, keys and other attributes go
with what they say again; people whom the header names are taken out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from maskera.errors import DataError
from maskera.formats.office.markup import (
    InPlace,
    Pieces,
    Rewritten,
    Shape,
    etree,
    forget_normalized,
    local,
    serialized,
    telling,
    tree,
)
from maskera.text import Edit

SHAPE = Shape(
    blocks=frozenset(
        "p ab head l lg item note u sp stage speaker title author editor date publisher resp name "
        "opener closer salute signed dateline cell row person persName div respStmt".split()
    ),
    fixed={"lb": "\n"},
    skip=frozenset(("encodingDesc", "schemaSpec", "egXML")),
)
NAMING = frozenset("author editor principal sponsor funder persName name orgName respStmt".split())
SHOWN = frozenset(
    "id n key ref when notBefore notAfter from to who resp target corresp type subtype ana".split()
)
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
LEAST = 3  # letters of a word that an attribute must not say
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
    for note in [*root.itersiblings(preceding=True), *root.itersiblings()]:
        if not note.target.startswith("xml-"):  # xml-model and xml-stylesheet say how to read it
            etree().Element("elsewhere").append(note)
    pieces = Pieces(SHAPE)
    pieces.add(root)

    def rewrite(edits: Sequence[Edit]) -> Rewritten:
        changed = pieces.replace(edits)
        forget_normalized(changed)
        _forget_words(root, {pieces.text[edit.span.start : edit.span.end] for edit in edits})
        omitted = _clean(root, changed)
        notes = [f"names of the header taken out ({omitted})"] if omitted else []
        return Rewritten(serialized(root), tuple(telling(root, SHOWN)), tuple(notes))

    return InPlace(pieces.text, rewrite)


def _forget_words(root: Any, originals: Iterable[str]) -> None:
    """Take away attributes that say a word of what was replaced, and rename such ids with what
    points to them."""
    words = {word for one in originals for word in _words(one) if len(word) >= LEAST}
    telling = [
        (element, name)
        for element in root.iter(etree().Element)
        for name, value in element.attrib.items()
        if not words.isdisjoint(_words(value))
    ]
    ids = [element.get(XML_ID) for element, name in telling if name == XML_ID]
    names = {f"#{old}": f"#id-{number}" for number, old in enumerate(ids, 1)}
    for element, name in telling:
        value = element.get(name)
        if name == XML_ID:
            element.set(name, names[f"#{value}"][1:])
        elif not names.keys().isdisjoint(value.split()):
            pointers = (names.get(one, one) for one in value.split())
            element.set(name, " ".join(one for one in pointers if words.isdisjoint(_words(one))))
        else:
            del element.attrib[name]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


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
