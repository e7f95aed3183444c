"""The formats: tables of readers and renderers. To add a format, write a module with read() or
render() and put a line into a table here.

A public renderer receives a Release, so it cannot leak what it never had; what must show both sides
takes a Result and stands in a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from maskera.annotate import conllu, sparv
from maskera.annotate.build import Tagset, no_tagset
from maskera.formats import conll, html, itac, jsonl, marked, svala, tab, text, xml
from maskera.formats.layout import Annotate
from maskera.formats.reading import Annotated, AnnotatedReader, Reader, Warn, documents, silent
from maskera.io.output import Joiner
from maskera.result import Release, Result, release

Renderer = Callable[[Release], str]
"""A released document as the content of a file."""

SecretRenderer = Callable[[Result], str]
"""A whole result as the content of a file; it holds originals, or (tab) where they stood."""


def readers(tagset: Tagset = no_tagset, warn: Warn = silent) -> Mapping[str, Reader]:
    """Every format that can be read, by name. `tagset` is the language's own reading of tags that
    are not universal (Sparv, CoNLL-U).

    tell: takes what the user should know of a file that can be read.
    """
    return {
        "text": partial(text.read, warn=warn),
        "marked": documents(marked.read),
        "jsonl": jsonl.read,
        "svala": svala.read,
        "conll": documents(conll.read),
        "tab": documents(tab.read),
        "itac": documents(itac.read),
        "sparv": partial(sparv.read, tagset=tagset),
        "conllu": partial(conllu.read, tagset=tagset),
    }


READERS: Mapping[str, Reader] = readers()

ANNOTATED_READERS: Mapping[str, AnnotatedReader] = {
    "marked": marked.read,
    "jsonl": jsonl.read_annotated,
    "svala": svala.read_annotated,
    "conll": conll.read,
    "tab": tab.read,
    "itac": itac.read,
}
"""The formats that mark mentions: gold, or what a system found."""


def renderers(annotate: Annotate | None = None) -> Mapping[str, Renderer]:
    """Every format that can be written of a release, by name. `annotate` gives xml and conll part
    of speech and morphology."""
    return {
        "text": text.render,
        "html": html.render,
        "xml": partial(xml.render, annotate=annotate),
        "conll": partial(conll.render, annotate=annotate),
        "itac": itac.render,
        "jsonl-release": jsonl.render_release,
    }


RENDERERS: Mapping[str, Renderer] = renderers()

SECRET_RENDERERS: Mapping[str, SecretRenderer] = {
    "jsonl": jsonl.render,
    "svala": svala.render,
    "html-both": html.render_both,
    "tab": tab.render,
}


def rendered(result: Result, format_name: str, annotate: Annotate | None = None) -> str:
    """A result in either kind of format; only the secret ones see more than its release.
    `annotate`: as in renderers()."""
    public = renderers(annotate)
    return (
        public[format_name](release(result))
        if format_name in public
        else SECRET_RENDERERS[format_name](result)
    )


JOINERS: Mapping[str, Joiner] = {
    "jsonl": jsonl.join,
    "jsonl-release": jsonl.join,
    "conll": conll.join,
    "itac": itac.join,
    "tab": tab.join,
}
"""The formats in which many documents stand in one file; the others take a file each."""

SUFFIXES: Mapping[str, str] = {
    "text": ".txt",
    "html": ".html",
    "xml": ".xml",
    "conll": ".conll",
    "itac": ".itac",
    "jsonl-release": ".jsonl",
    "jsonl": ".jsonl",
    "svala": ".json",
    "html-both": ".html",
    "tab": ".json",
}
"""The suffix of a file in each format that is written."""

__all__ = [
    "ANNOTATED_READERS",
    "JOINERS",
    "READERS",
    "RENDERERS",
    "SECRET_RENDERERS",
    "SUFFIXES",
    "Annotated",
    "AnnotatedReader",
    "Joiner",
    "Reader",
    "Renderer",
    "SecretRenderer",
    "readers",
    "rendered",
    "renderers",
]
