"""Sparv's XML export as annotated documents: `<text><sentence><token pos=".." msd=".."
ufeats="..">`, or `<w>` as older versions write.

Whitespace comes from the attributes `_head` and `_tail` where the export has them; otherwise there
is one blank between tokens. XML with words outside its tokens, such as TEI, is refused, for they would
be lost, and so is XML with elements within them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from xml.parsers import expat

from maskera.annotate.build import Builder, Tagset, no_tagset
from maskera.errors import DataError
from maskera.text import Document

_TOKENS = frozenset({"token", "w"})
_SENTENCES = frozenset({"sentence", "s"})
_TEXT = "text"
_TEI = ("TEI", "teiCorpus", "TEI.2")
_ESCAPES = {"\\s": " ", "\\n": "\n", "\\t": "\t"}
_ESCAPE = re.compile(r"\\[snt]")


def read(
    content: bytes | str, source: str, tagset: Tagset = no_tagset
) -> Iterator[Document | DataError]:
    """The documents of an export, one for each `<text>` (the whole file where there is none), with
    tokens, sentences, UPOS and morphology.

    `upos` and `ufeats` are taken as they are; where they are missing, `tagset` translates `msd`, or
    else `pos`. The other attributes of `<text>` become metadata. Documents before a place where the
    XML breaks are given all the same.
    """
    export = _Export(source, tagset)
    parser = expat.ParserCreate("utf-8" if isinstance(content, str) else None)
    parser.buffer_text = True
    parser.StartElementHandler = export.start
    parser.EndElementHandler = export.end
    parser.CharacterDataHandler = export.characters
    parser.EntityDeclHandler = export.refuse_entity
    failure: DataError | None = None
    try:
        parser.Parse(
            content.encode("utf-8", "replace") if isinstance(content, str) else content, True
        )
    except expat.ExpatError as error:
        failure = DataError(f"{source}:{error.lineno}: not well-formed XML")
    except DataError as error:
        failure = DataError(f"{source}:{parser.CurrentLineNumber}: {error}")
    except (LookupError, ValueError):
        failure = DataError(f"{source}: XML in an encoding that is not known")
    yield from export.documents
    if failure is not None:
        yield failure
    else:
        yield from export.rest()


class _Export:
    """What has been read of one file."""

    def __init__(self, source: str, tagset: Tagset) -> None:
        self.documents: list[Document] = []
        self._stem = PurePath(source).stem
        self._source = source
        self._tagset = tagset
        self._attributes: dict[str, str] | None = None
        self._token: dict[str, str] | None = None
        self._form: list[str] = []
        self._tokens: list[tuple[str, dict[str, str]]] = []
        self._sentence_ends: list[int] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] in _TEI:
            raise DataError("TEI, not an export of Sparv (with <token> or <w>)")
        if self._token is not None:  # as in SUC: their words would be read as part of the form
            raise DataError("an element within <token> or <w>: not an export of Sparv")
        if name in _TOKENS:
            self._token = attributes
            self._form = []
        elif name in _SENTENCES:
            self._sentence_ends.append(len(self._tokens))
        elif name == _TEXT:
            self._attributes = attributes
            self._tokens, self._sentence_ends = [], []

    def characters(self, text: str) -> None:
        if self._token is not None:
            self._form.append(text)
        elif not text.isspace():
            raise DataError("words outside <token> or <w>: not an export of Sparv")

    def end(self, name: str) -> None:
        if name in _TOKENS and self._token is not None:
            self._tokens.append(("".join(self._form).strip(), self._token))
            self._token = None
        elif name in _SENTENCES:
            self._sentence_ends.append(len(self._tokens))
        elif name == _TEXT:
            self._finish()

    def refuse_entity(self, *_: object) -> None:
        # Nested entities can grow a small file beyond any memory.
        raise DataError("XML that declares entities is not read")

    def rest(self) -> Iterator[Document | DataError]:
        """The document of a file without `<text>`, or that there is nothing at all."""
        if self._tokens:
            self._finish()
            yield self.documents[-1]
        elif not self.documents:
            yield DataError(f"{self._source}: no <token> or <w> in this XML")

    def _finish(self) -> None:
        attributes = self._attributes or {}
        builder = Builder()
        exact = any(key in token for _, token in self._tokens for key in ("_head", "_tail"))
        ends = iter([*self._sentence_ends, len(self._tokens)])
        end = next(ends)
        for index, (form, token) in enumerate(self._tokens):
            while end <= index:
                builder.end_sentence()
                end = next(ends)
            builder.space(_unescaped(token.get("_head", "")) if exact else " " * (len(builder) > 0))
            if form:
                builder.token(form, *_tags(token, self._tagset))
            if exact:
                builder.space(_unescaped(token.get("_tail", "")))
        identifier = (
            attributes.get("id")
            or attributes.get("_id")
            or self._stem + (f"-{len(self.documents) + 1}" if self.documents else "")
        )
        meta = {
            key: value for key, value in attributes.items() if key not in ("id", "_id") and value
        }
        self.documents.append(builder.document(identifier, meta))
        self._attributes, self._tokens, self._sentence_ends = None, [], []


def _tags(token: dict[str, str], tagset: Tagset) -> tuple[str, str]:
    msd = token.get("msd") or token.get("pos") or ""
    upos, feats = tagset(msd) if msd else ("", "")
    written = (token.get("ufeats") or token.get("feats") or "").strip("|_")
    return token.get("upos") or upos, written or feats


def _unescaped(space: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPES[match[0]], space)
