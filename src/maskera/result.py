"""What the pipeline gives: Result (everything, secret) and Release (what may leave); release() is
the only door between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from maskera import expressions as re
from maskera.mentions import Aliases, Mention
from maskera.text import Document, Edit, Span, splice

if TYPE_CHECKING:
    from maskera.leaks.words import Finding


class LeakStatus(StrEnum):
    """What is said of a text that is to leave.

    PASS: everything that was found and that the policy replaces is gone. REVIEW: a person should
    look at something. FAIL: an original stands in plain sight. SELECTIVE: mentions were kept that
    the policy would replace, for they do not concern the writer. UNCHANGED: nothing was replaced,
    by choice of policy or genre.
    """

    PASS = "PASS"
    REVIEW = "REVIEW"
    FAIL = "FAIL"
    UNCHANGED = "UNCHANGED"
    SELECTIVE = "SELECTIVE"


class Left(msgspec.Struct, frozen=True, gc=False):
    """What detection let pass, by its own probabilities; the unit is the token. Sums of several
    documents are sums of their fields, `longest` aside, which is the greatest.

    found: personal tokens that were marked, as far as the marks are right. doubted: tokens of the
    places that were considered and not marked; expected: how many of them are personal, variance:
    of that number; longest: tokens of the longest such place; unsure: how many such places are as
    likely as not somebody's name. What was never considered is not here.
    """

    found: float = 0.0
    doubted: int = 0
    expected: float = 0.0
    variance: float = 0.0
    longest: int = 0
    unsure: int = 0

    def __add__(self, other: Left) -> Left:
        return Left(
            self.found + other.found,
            self.doubted + other.doubted,
            self.expected + other.expected,
            self.variance + other.variance,
            max(self.longest, other.longest),
            self.unsure + other.unsure,
        )


class Chosen(msgspec.Struct, frozen=True, gc=False):
    """What a person wants to stand for a mention, whatever the policy says. base: the base form of
    the pseudonym, where it is chosen for all that its referent is called; else ""."""

    text: str
    base: str = ""

    def __repr__(self) -> str:
        return "Chosen()"


class Replacement(msgspec.Struct, frozen=True, gc=False):
    """What becomes of one mention: the action of the policy and the text that stands there
    afterwards (the original for mark and keep).

    follows: the mention is no claim of the detector, but a word that names a hidden country, or is made of a
    hidden name.
    """

    mention: Mention
    action: str
    text: str
    follows: bool = False

    def __repr__(self) -> str:
        return f"Replacement({self.mention!r}, {self.action!r})"

    @property
    def hidden(self) -> bool:
        """Whether the original is gone from the release."""
        return self.action not in ("mark", "keep", "agree")


class Respelling(msgspec.Struct, frozen=True, gc=False):
    """What becomes of a span of the other version of a text (Document.version): the new text, and
    the place of the replacement that it follows."""

    span: Span
    text: str
    place: int

    def __repr__(self) -> str:
        return f"Respelling({self.span!r}, {self.place})"


@dataclass(frozen=True, slots=True)
class Result:
    """Everything about one pseudonymized document; holds the original and the mapping, so it is a
    secret.

    replacements: one a mention, in text order, those that follow a country among them. leaks: the
    verdict on the released text, None where it was not checked. named: whether the document's id,
    which goes out with the text and as the name of its file, shows something that was replaced;
    leaks is then REVIEW at least. kept: how many mentions stay that the policy would replace.
    shown: what of the metadata a release carries; None where nobody has looked at it. withheld: keys of metadata that the policy would
    show and whose values could tell of somebody. bound: on risk, and how it was kept; empty for none.
    respellings: what becomes of the other version of the document, in its order. found: what the leak
    check saw in the released text, where it was asked. left: what detection let pass; None where the
    mentions did not come from detection.
    """

    document: Document
    replacements: tuple[Replacement, ...]
    aliases: Aliases = field(default_factory=dict)
    policy: str = ""
    genre: str = ""
    leaks: LeakStatus | None = None
    named: bool = False
    kept: int = 0
    shown: Mapping[str, str] | None = None
    withheld: tuple[str, ...] = ()
    bound: Mapping[str, Any] = field(default_factory=dict)
    respellings: tuple[Respelling, ...] = ()
    found: tuple[Finding, ...] | None = None
    left: Left | None = None

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions in text order."""
        return tuple(replacement.mention for replacement in self.replacements)

    @property
    def decided(self) -> tuple[Replacement, ...]:
        """The replacements of the mentions that were given, without those that follow them."""
        return tuple(replacement for replacement in self.replacements if not replacement.follows)

    @property
    def holds_originals(self) -> bool:
        """Whether the new text holds what was found in it, by choice: it is its owner's alone."""
        return self.kept > 0 or self.leaks is LeakStatus.UNCHANGED

    def __repr__(self) -> str:
        count = len(self.replacements)
        return f"Result({self.document!r}, {count} mention{'s' * (count != 1)}, leaks={self.leaks})"


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


GUESSED_GENRE = ("genre_source", "text")
"""The entry of a document's metadata that says its genre was guessed, from its words; a release
carries it beside the genre."""

_PLAIN = {"genre": re.compile("[a-z_]{1,24}"), "level": re.compile("[ABC][12]?|[0-9]")}


def plain_meta(meta: Mapping[str, str]) -> dict[str, str]:
    """Genre and level where they are in a form that tells of nobody."""
    shown = {key: meta[key] for key, form in _PLAIN.items() if form.fullmatch(meta.get(key, ""))}
    return {**shown, **dict([GUESSED_GENRE])} if GUESSED_GENRE in meta.items() else shown


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
        if r.action not in ("keep", "agree")
    )
    meta = plain_meta(result.document.meta) if result.shown is None else dict(result.shown)
    if result.genre:
        meta["genre"] = result.genre
    return Release(result.document.id, text, mentions, meta, result.policy, result.leaks)
