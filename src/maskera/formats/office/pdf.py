"""The text layer of a PDF, by pypdf (extra `office`); what comes out is text."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

from maskera.errors import DataError
from maskera.formats.office.markup import library
from maskera.formats.reading import document_id
from maskera.text import Document


def read(content: bytes | str, source: str) -> Iterator[Document | DataError]:
    """The document of a PDF: its pages, with an empty line between them. Pictures of text have no
    text layer: a PDF without one is a DataError."""
    pypdf = library("pypdf", "PDF")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it quotes what it cannot read
    try:
        reader = pypdf.PdfReader(io.BytesIO(content if isinstance(content, bytes) else b""))
        pages = [page.extract_text().strip() for page in reader.pages]
    except Exception:  # the library raises what its parsers raise; none of it is for the user
        yield DataError(f"{source}: cannot be read as PDF (damaged, or locked with a password)")
        return
    text = "\n\n".join(page for page in pages if page)
    if not text:
        yield DataError(f"{source}: this PDF has no text layer (pictures of text?)")
    else:
        yield Document(document_id(source), text)
