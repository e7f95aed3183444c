"""Requests and answers: JSON into Documents, results into JSON; the shapes of
`maskera.formats.jsonl`, with UTF-16 offsets added."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from maskera.formats import jsonl
from maskera.formats.jsonl import as_string, metadata, no_metadata
from maskera.replace.keyed import made_id
from maskera.service.problems import Problem
from maskera.service.settings import Limits
from maskera.text import Document


def decoded(body: bytes, place: str = "the body") -> Any:
    """The JSON value of a body or line. Raises Problem 422, without the decoder's words where they
    could quote."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise Problem(
            422, f"{place} is not JSON in UTF-8, or holds half a surrogate pair"
        ) from None


@dataclass(frozen=True, slots=True)
class Intake:
    """What makes documents of requests. needs_author: a document without "author" is refused (scope
    author draws by it)."""

    language: str
    key: bytes
    limits: Limits
    needs_author: bool = False

    def documents(self, body: bytes) -> tuple[list[Document], bool]:
        """The documents of a body, and whether they came as a list. Raises Problem 413 or 422 that
        names the place (`[3]`)."""
        value = decoded(body.removeprefix(BOM_UTF8))
        if not isinstance(value, list):
            return [self.document(value)], False
        most = self.limits.documents
        if len(value) > most:
            raise Problem(
                413,
                f"the list holds {len(value)} documents; at most {most} are taken, or any number as JSON lines",
            )
        return [self.document(item, f"[{number}]") for number, item in enumerate(value)], True

    def document(self, value: Any, where: str = "the body") -> Document:
        """The document of one object: "text", and where given "id" and metadata (other strings, or
        in "meta").

        Without an id it gets one that follows from its text under the service's key: the same text
        keeps its pseudonyms, and no two texts share theirs. Raises Problem 413 or 422.
        """
        if not isinstance(value, dict):
            raise Problem(422, f'{where} is not an object with "text"')
        text, identifier = value.get("text"), as_string(value.get("id"))
        if not isinstance(text, str):
            raise Problem(422, f'"text" of {where} is missing or not a string')
        if identifier is not None and (not isinstance(identifier, str) or not identifier):
            raise Problem(422, f'"id" of {where} is not a string with something in it')
        if not isinstance(value.get("meta", {}), dict):
            raise Problem(422, f'"meta" of {where} is not an object')
        known, wrong = metadata(value)
        if wrong:
            raise Problem(422, f'"{wrong[0]}" of {where} is {no_metadata(wrong[0])}')
        if self.needs_author and not known.get("author"):
            raise Problem(422, f'"author" of {where} is missing; scope author needs it')
        return self.bare(text, where, identifier, known)

    def bare(
        self,
        text: str,
        where: str,
        identifier: str | None = None,
        meta: Mapping[str, str] | None = None,
    ) -> Document:
        """A document of a text; Problem 413 if it is too long."""
        if len(text) > self.limits.text:
            raise Problem(
                413,
                f"the text of {where} has {len(text)} characters; at most {self.limits.text} are taken",
            )
        return Document(identifier or made_id(text, self.key), text, self.language, meta or {})


def with_utf16(line: str, text: str) -> bytes:
    """A rendered document with `start16` and `end16` beside the `start` and `end` of its mentions."""
    return jsonl.with_utf16(line, text).rstrip("\n").encode()
