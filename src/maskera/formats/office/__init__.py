"""Documents whose formatting is kept: one function a kind, from the bytes of a file to a Markup
document with its text and a way to put other text in (extra `office`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePath

from maskera.errors import DataError
from maskera.formats.office import html, mail, odt, ooxml, pdf, tei
from maskera.formats.office.markup import InPlace, Rewritten
from maskera.text import Document

Opener = Callable[[bytes, str], InPlace]
"""The content of a file and its name in; raises DataError where it is no such document."""

IN_PLACE: Mapping[str, Opener] = {
    "docx": ooxml.open_docx,
    "pptx": ooxml.open_pptx,
    "odt": odt.open_odt,
    "html": html.open_html,
    "tei": tei.open_tei,
    "eml": mail.open_message,
    "mbox": mail.open_mailbox,
}
"""The kinds that are written again, by the suffix of their files."""


def in_place(name: str, content: bytes) -> str:
    """The kind of a file by its name, of .xml by its root; empty for none."""
    suffix = PurePath(name).suffix.lower()
    if suffix == ".xml":
        return "tei" if tei.is_tei(content) else ""
    kind = {".htm": "html", ".xhtml": "html"}.get(suffix, suffix[1:])
    return kind if kind in IN_PLACE else ""


def _reader(opener: Opener) -> Callable[[bytes | str, str], Iterator[Document | DataError]]:
    return partial(_read, opener)


def _read(opener: Opener, content: bytes | str, source: str) -> Iterator[Document | DataError]:
    try:
        opened = opener(content.encode() if isinstance(content, str) else content, source)
    except DataError as error:
        yield error
    else:
        yield Document(PurePath(source).stem, opened.text)


READERS = {name: _reader(opener) for name, opener in IN_PLACE.items()} | {
    "docx": ooxml.read_docx,
    "pdf": pdf.read,
}
"""The same kinds, and PDF, as readers of their text."""

__all__ = ["IN_PLACE", "READERS", "InPlace", "Opener", "Rewritten", "in_place"]
