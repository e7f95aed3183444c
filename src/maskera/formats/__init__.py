"""The formats: one `Format` record each, in one table. To add a format, write a module with read()
or render() and put a record into FORMATS (docs/adding/format.md).

A public renderer receives a Release, so it cannot leak what it never had; what must show both sides
takes a Result and is secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from maskera.annotate import conllu, sparv
from maskera.annotate.build import Tagset, no_tagset
from maskera.errors import DataError
from maskera.formats import (
    brat,
    cas,
    conll,
    doccano,
    html,
    itac,
    jsonl,
    label_studio,
    marked,
    office,
    svala,
    tab,
    text,
    webanno,
    xml,
)
from maskera.formats.layout import Annotate
from maskera.formats.reading import Annotated, AnnotatedReader, Reader, Warn, documents, silent
from maskera.formats.standoff import OURS, DocumentWriter, Labels, of_release
from maskera.io.output import Joiner
from maskera.result import Release, Result, release
from maskera.taxonomy import Taxonomy, shipped
from maskera.text import Document

Renderer = Callable[[Release], str]
"""A released document as the content of a file."""

SecretRenderer = Callable[[Result], str]
"""A whole result as the content of a file; it holds originals, or (tab) where they stood."""

ReadAnnotated = Callable[..., Iterator[Annotated | DataError]]
"""The content of a file, its name and the taxonomy of its labels in; its documents and mentions out."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format: how it is read and written, and the suffix of its files.

    read: documents alone; read_annotated: with the mentions that the file marks, given a taxonomy.
    render: of a release; render_secret: of a whole result; render_found: of a document and what was
    found in it. join: many rendered documents as one file; without it each takes a file. takes: what
    the caller may give besides, by the names of arguments: read takes taxonomy, warn, tagset;
    read_annotated labels; render annotate. shows: whether the renderers take the taxonomy, to show
    groups and descriptions of labels.
    """

    name: str
    suffix: str = ""
    read: Callable[..., Iterator[Document | DataError]] | None = None
    read_annotated: ReadAnnotated | None = None
    render: Callable[..., str] | None = None
    render_secret: Callable[..., str] | None = None
    render_found: DocumentWriter | None = None
    join: Joiner | None = None
    takes: tuple[str, ...] = ()
    shows: bool = False


def _tool(
    name: str,
    suffix: str,
    read: ReadAnnotated,
    write: DocumentWriter,
    join: Joiner | None = None,
) -> Format:
    """The format of an annotation tool: released texts, or what was found in originals."""
    return Format(
        name,
        suffix,
        read_annotated=read,
        render=of_release(write),
        render_found=write,
        join=join,
        takes=("labels",),
    )


FORMATS: Mapping[str, Format] = {
    format_.name: format_
    for format_ in (
        Format("text", ".txt", read=text.read, render=text.render, takes=("taxonomy", "warn")),
        Format("marked", read_annotated=marked.read),
        Format(
            "jsonl",
            ".jsonl",
            read=jsonl.read,
            read_annotated=jsonl.read_annotated,
            render_secret=jsonl.render,
            render_found=jsonl.render_detected,
            join=jsonl.join,
        ),
        Format("jsonl-release", ".jsonl", render=jsonl.render_release, join=jsonl.join),
        Format(
            "svala",
            ".json",
            read=svala.read,
            read_annotated=svala.read_annotated,
            render_secret=svala.render,
            takes=("warn",),
        ),
        Format("html", ".html", read=office.READERS["html"], render=html.render, shows=True),
        *(
            Format(name, read=office.READERS[name])
            for name in ("docx", "pptx", "odt", "tei", "eml", "mbox", "pdf")
        ),
        Format("html-both", ".html", render_secret=html.render_both, shows=True),
        Format("xml", ".xml", render=xml.render, takes=("annotate",)),
        Format(
            "conll",
            ".conll",
            read_annotated=conll.read,
            render=conll.render,
            join=conll.join,
            takes=("annotate",),
        ),
        Format("conllu", read=conllu.read, takes=("tagset",)),
        Format("sparv", read=sparv.read, takes=("tagset",)),
        Format("itac", ".itac", read_annotated=itac.read, render=itac.render, join=itac.join),
        Format("tab", ".json", read_annotated=tab.read, render_secret=tab.render, join=tab.join),
        _tool("cas", ".json", cas.read_json, cas.write_json),
        _tool("xmi", ".xmi", cas.read_xmi, cas.write_xmi),
        _tool("label-studio", ".json", label_studio.read, label_studio.write, label_studio.join),
        _tool("doccano", ".jsonl", doccano.read, doccano.write, jsonl.join),
        _tool("brat", ".ann", brat.read, brat.write),
        _tool("webanno", ".tsv", webanno.read, webanno.write),
    )
}
"""Every format by its name."""


READABLE: tuple[str, ...] = tuple(
    sorted(name for name, known in FORMATS.items() if known.read or known.read_annotated)
)
"""The formats that can be read."""


def readers(
    taxonomy: Taxonomy, tagset: Tagset = no_tagset, warn: Warn = silent
) -> Mapping[str, Reader]:
    """Every format that can be read, by name.

    taxonomy: the labels that a file may have. tagset: the language's own reading of tags that are
    not universal (Sparv, CoNLL-U). warn: takes what the user should know of a file that can be
    read.
    """
    annotated = annotated_readers(taxonomy)
    given = {"taxonomy": taxonomy, "tagset": tagset, "warn": warn}
    return {
        name: partial(known.read, **_taken(known, given))
        if known.read
        else documents(annotated[name])
        for name, known in FORMATS.items()
        if known.read or known.read_annotated
    }


def annotated_readers(taxonomy: Taxonomy, labels: Labels = OURS) -> Mapping[str, AnnotatedReader]:
    """The formats that mark mentions (gold, or what a system found), by name.

    taxonomy: the labels that a file may have. labels: those of an annotation tool, in ours.
    """
    return {
        name: partial(known.read_annotated, taxonomy=taxonomy, **_taken(known, {"labels": labels}))
        for name, known in FORMATS.items()
        if known.read_annotated
    }


def _taken(known: Format, given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in known.takes}


def renderers(taxonomy: Taxonomy, annotate: Annotate | None = None) -> Mapping[str, Renderer]:
    """Every format that can be written of a release, by name.

    taxonomy: of the labels, for pages that show their groups. annotate: gives xml and conll part of
    speech and morphology.
    """
    given = {"annotate": annotate}
    return {
        name: partial(known.render, **_taken(known, given), **_shown(known, taxonomy))
        for name, known in FORMATS.items()
        if known.render
    }


def secret_renderers(taxonomy: Taxonomy) -> Mapping[str, SecretRenderer]:
    """Every format that shows more of a result than its release, by name; taxonomy: as above."""
    return {
        name: partial(known.render_secret, **_shown(known, taxonomy))
        for name, known in FORMATS.items()
        if known.render_secret
    }


def _shown(known: Format, taxonomy: Taxonomy) -> dict[str, Any]:
    return {"taxonomy": taxonomy} if known.shows else {}


_SHIPPED = shipped()
RENDERERS: Mapping[str, Renderer] = renderers(_SHIPPED)
SECRET_RENDERERS: Mapping[str, SecretRenderer] = secret_renderers(_SHIPPED)
"""The same with the labels as shipped."""

FOUND_RENDERERS: Mapping[str, DocumentWriter] = {
    name: known.render_found for name, known in FORMATS.items() if known.render_found
}
"""What `detect` can write: the original with what was found in it. Secret."""


def rendered(
    result: Result, format_name: str, taxonomy: Taxonomy, annotate: Annotate | None = None
) -> str:
    """A result in either kind of format; only the secret ones see more than its release. taxonomy,
    annotate: as in renderers()."""
    known = FORMATS[format_name]
    shown = _shown(known, taxonomy)
    if known.render:
        given = _taken(known, {"annotate": annotate})
        return str(known.render(release(result), **given, **shown))
    return secret_renderers(taxonomy)[format_name](result)


JOINERS: Mapping[str, Joiner] = {name: known.join for name, known in FORMATS.items() if known.join}
"""The formats in which many documents stand in one file; the others take a file each."""

SUFFIXES: Mapping[str, str] = {
    name: known.suffix for name, known in FORMATS.items() if known.render or known.render_secret
}
"""The suffix of a file in each format that is written."""

__all__ = [
    "FORMATS",
    "FOUND_RENDERERS",
    "JOINERS",
    "READABLE",
    "RENDERERS",
    "SECRET_RENDERERS",
    "SUFFIXES",
    "Annotated",
    "AnnotatedReader",
    "Format",
    "Joiner",
    "Reader",
    "Renderer",
    "SecretRenderer",
    "annotated_readers",
    "readers",
    "rendered",
    "renderers",
    "secret_renderers",
]
