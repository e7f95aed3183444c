"""UIMA CAS as JSON and as XMI, for INCEpTION (extra `annotation`).

A mention is a named entity of INCEpTION's own layer: `value` is the label, `identifier` the running
number. Offsets in the file count UTF-16 code units; dkpro-cassis translates them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from typing import Any

from maskera.errors import DataError, of_extra
from maskera.formats.reading import Annotated, document_id
from maskera.formats.standoff import OURS, Labels, Resolve, in_order, mention, one, resolving
from maskera.formats.xml import NOT_IN_XML
from maskera.io.utf8 import decoded
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document

NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


def write_json(document: Document, mentions: Sequence[Mention]) -> str:
    """A document and its mentions as CAS JSON 0.4, with the types that it uses."""
    minimal = import_module("cassis.json").TypeSystemMode.MINIMAL
    written: str = _cas(document, mentions).to_json(type_system_mode=minimal)
    return written + "\n"


def write_xmi(document: Document, mentions: Sequence[Mention]) -> str:
    """A document and its mentions as XMI over the type system of DKPro Core; a character that no
    XML may hold is shown as unknown."""
    text = NOT_IN_XML.sub("\ufffd", document.text)
    written: str = _cas(replace(document, text=text), mentions).to_xmi()
    return written


def read_json(
    content: bytes | str, source: str, taxonomy: Taxonomy, labels: Labels = OURS
) -> Iterator[Annotated | DataError]:
    """The document of a CAS JSON file with its named entities."""
    resolve = resolving(taxonomy, labels)
    return one(lambda: _read(content, source, resolve, json=True), source)


def read_xmi(
    content: bytes | str, source: str, taxonomy: Taxonomy, labels: Labels = OURS
) -> Iterator[Annotated | DataError]:
    """The document of an XMI file with its named entities; types beside those of DKPro Core are
    passed over."""
    resolve = resolving(taxonomy, labels)
    return one(lambda: _read(content, source, resolve, json=False), source)


@cache
def _typesystem() -> Any:
    """The type system of DKPro Core, which dkpro-cassis ships (its own loader is deprecated by
    Python). Read once, for it takes .1 s; neither reading nor writing changes it."""
    load = _cassis().load_typesystem
    return load(BytesIO((files("cassis") / "resources" / "dkpro-core-types.xml").read_bytes()))


def _cassis() -> Any:
    return of_extra("cassis", "CAS files", "annotation")


def _cas(document: Document, mentions: Sequence[Mention]) -> Any:
    cassis = _cassis()
    types = _typesystem()
    cas = cassis.Cas(typesystem=types, document_language=document.language)
    cas.sofa_string, cas.sofa_mime = document.text, "text/plain"
    entity = types.get_type(NAMED_ENTITY)
    for found in mentions:
        identifier = str(found.number) if found.number else None
        cas.add(
            entity(
                begin=found.span.start, end=found.span.end, value=found.label, identifier=identifier
            )
        )
    return cas


def _read(content: bytes | str, source: str, resolve: Resolve, *, json: bool) -> Annotated:
    cassis, text = _cassis(), decoded(content, source)
    try:
        with warnings.catch_warnings():  # for each type that is passed over
            warnings.simplefilter("ignore")
            cas = (
                cassis.load_cas_from_json(text)
                if json
                else cassis.load_cas_from_xmi(text, typesystem=_typesystem(), lenient=True)
            )
        whole = cas.sofa_string
        known = cas.typesystem.contains_type(NAMED_ENTITY)  # not where nothing is marked
        entities = cas.select(NAMED_ENTITY) if known else []
    except Exception:  # the library raises whatever it meets, and its words may quote the text
        raise DataError(f"not a CAS in {'JSON' if json else 'XMI'} with named entities") from None
    if not isinstance(whole, str):
        raise DataError("the CAS holds no text")
    found = [
        mention(
            whole,
            entity.begin,
            entity.end,
            str(entity.value or ""),
            resolve,
            _number(entity.identifier),
        )
        for entity in entities
    ]
    return Document(document_id(source), whole), in_order(found)


def _number(identifier: str | None) -> int:
    return int(identifier) if identifier and identifier.isdecimal() else 0
