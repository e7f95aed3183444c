"""The formats: tables of readers and renderers. To add a format, write a module with read() or render() and put a line into a table here.

A public renderer receives a Release, so it cannot leak what it never had; what must show both sides takes a Result and stands in a table
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maskera.formats import html, jsonl, marked, svala, text
from maskera.formats.reading import Annotated, AnnotatedReader, Reader, documents
from maskera.result import Release, Result

Renderer = Callable[[Release], str]
"""A released document as the content of a file."""

SecretRenderer = Callable[[Result], str]
"""A whole result, originals included, as the content of a file."""

READERS: Mapping[str, Reader] = {
    "text": text.read,
    "marked": documents(marked.read),
    "jsonl": jsonl.read,
    "svala": svala.read,
}
ANNOTATED_READERS: Mapping[str, AnnotatedReader] = {
    "marked": marked.read,
    "jsonl": jsonl.read_annotated,
    "svala": svala.read_annotated,
}
RENDERERS: Mapping[str, Renderer] = {
    "text": text.render,
    "html": html.render,
    "jsonl-release": jsonl.render_release,
}
SECRET_RENDERERS: Mapping[str, SecretRenderer] = {
    "html-both": html.render_both,
    "jsonl": jsonl.render,
    "svala": svala.render,
}

__all__ = [
    "ANNOTATED_READERS",
    "READERS",
    "RENDERERS",
    "SECRET_RENDERERS",
    "Annotated",
    "AnnotatedReader",
    "Reader",
    "Renderer",
    "SecretRenderer",
]
