"""What the pipeline gives: Result (everything, secret) and Release (what may leave); release() is
the only door between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from maskera.mentions import Aliases, Mention
from maskera.text import Document, Edit, Span, splice


class LeakStatus(StrEnum):
    """What the leak check says: nothing found, something a person should look at, an original in
    plain sight."""

    PASS = "PASS"
    REVIEW = "REVIEW"
    FAIL = "FAIL"


class Replacement(msgspec.Struct, frozen=True, gc=False):
    """What becomes of one mention: the action of the policy and the text that stands there
    afterwards (the original for mark and keep)."""

    mention: Mention
    action: str
    text: str

    def __repr__(self) -> str:
        return f"Replacement({self.mention!r}, {self.action!r})"

    @property
    def hidden(self) -> bool:
        """Whether the original is gone from the release."""
        return self.action not in ("mark", "keep")


@dataclass(frozen=True, slots=True)
class Result:
    """Everything about one pseudonymized document; holds the original and the mapping, so it is a
    secret.

    replacements: one a mention, in text order. leaks: the verdict of the leak check on the released
    text, None where it was not run. named: whether the document's id, which goes out with the text
    and as the name of its file, shows a name that was replaced; leaks is then REVIEW at least.
    """

    document: Document
    replacements: tuple[Replacement, ...]
    aliases: Aliases = field(default_factory=dict)
    policy: str = ""
    genre: str = ""
    leaks: LeakStatus | None = None
    named: bool = False

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions in text order."""
        return tuple(replacement.mention for replacement in self.replacements)

    def __repr__(self) -> str:
        return f"Result({self.document!r}, {len(self.replacements)} mentions, leaks={self.leaks})"


class ReleasedMention(msgspec.Struct, frozen=True, gc=False):
    """A mention as it may be shown: where its replacement stands in the released text, and its
    label; nothing of the original."""

    span: Span
    label: str
    number: int
    features: frozenset[str]
    action: str


@dataclass(frozen=True, slots=True)
class Release:
    """A text that may leave, with labelled spans in its own offsets."""

    id: str
    text: str
    mentions: tuple[ReleasedMention, ...]
    meta: Mapping[str, str]
    policy: str
    leaks: LeakStatus | None

    def __repr__(self) -> str:
        return f"Release(id={self.id!r}, {len(self.text)} characters, leaks={self.leaks})"


PUBLIC_META = ("genre", "level", "l1")
"""What of a document's metadata a release carries: nothing that names a person."""

GUESSED_GENRE = ("genre_source", "text")
"""The entry of a document's metadata that says its genre was guessed, from its words; a release
carries it beside the genre."""


def release(result: Result) -> Release:
    """The pseudonymized text of a result and its labelled spans."""
    replacements = sorted(result.replacements, key=lambda replacement: replacement.mention.span)
    text, places = splice(
        result.document.text,
        (Edit(replacement.mention.span, replacement.text) for replacement in replacements),
    )
    mentions = tuple(
        ReleasedMention(place, r.mention.label, r.mention.number, r.mention.features, r.action)
        for r, place in zip(replacements, places, strict=True)
        if r.action != "keep"
    )
    meta = {
        key: value
        for key, value in result.document.meta.items()
        if key in PUBLIC_META or (key, value) == GUESSED_GENRE
    }
    if result.genre:
        meta["genre"] = result.genre
    return Release(result.document.id, text, mentions, meta, result.policy, result.leaks)
