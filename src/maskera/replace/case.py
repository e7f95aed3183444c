"""What stays the same while one document is replaced."""

from __future__ import annotations

import string
from collections.abc import Collection, Sequence
from functools import cached_property
from operator import attrgetter

import msgspec

from maskera.errors import DataError, PolicyError
from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import Chunk, chunks
from maskera.mentions import Mention
from maskera.policy import SCOPES, Policy
from maskera.replace.keyed import made_id
from maskera.replace.shape import fold
from maskera.replace.telling import Telling
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

COUNTRY = "place.country"
SHOUTING_TEXT = 0.7  # of the letters of a text in capitals from which it is shouted
LOWER = string.ascii_lowercase.encode()


class Case(msgspec.Struct, frozen=True, dict=True):
    """A document, what was found in it, and how it is to be replaced.

    written, forms, folded: of each mention, as it stands there, without a marked genitive, and that
    folded. personal: that it concerns the writer, the names of a person alike. present: every word
    of the document and every original, folded. shown: the chunks of its text. telling: the
    originals.
    """

    document: Document
    mentions: tuple[Mention, ...]
    written: Sequence[str]
    forms: Sequence[str]
    folded: Sequence[str]
    personal: Sequence[float]
    language: LanguagePack
    policy: Policy
    key: bytes
    scope: str
    material: tuple[str, ...]
    present: set[str]
    shown: Sequence[Chunk]
    telling: Telling
    shouting: bool
    selective: bool
    spared: frozenset[Span]

    @cached_property
    def countries(self) -> frozenset[str]:
        """The labels of countries."""
        return self.language.taxonomy.labels(COUNTRY)

    @cached_property
    def institutions(self) -> frozenset[str]:
        """The labels of institutions."""
        return self.language.taxonomy.labels("org")

    @cached_property
    def spoken_of(self) -> frozenset[str]:
        """Countries of which a word of the document tells alone (ryska)."""
        told = [one.countries for one in self.shown if one.countries]
        return frozenset().union(*[its for its in told if len(its) == 1])


def case_of(
    document: Document,
    mentions: Sequence[Mention],
    language: LanguagePack,
    policy: Policy,
    key: bytes,
    scope: str,
    selective: bool,
    spared: Collection[Span],
) -> Case:
    """The case of a document; the arguments as of replace()."""
    if scope not in SCOPES:
        raise PolicyError(f"unknown scope {scope!r}; there are {', '.join(SCOPES)}")
    author = document.meta.get("author", "")
    if scope == "author" and not author:
        raise DataError(f"document {document.id}: scope author needs an author in the metadata")
    own = made_id(document.text, key) if document.nameless else document.id
    whose = {"mention": own, "document": own, "author": author, "corpus": ""}
    ordered = tuple(sorted(mentions, key=attrgetter("span")))
    written = [document.text[mention.span.start : mention.span.end] for mention in ordered]
    forms = list(map(language.morphology.stem, ordered, written))
    folded = [fold(form) for form in forms]
    originals = {*folded, *[fold(mention.referent) for mention in ordered]} - {""}
    texts = (document.text, *((document.version.text,) if document.version else ()))
    shown = [chunk for text in texts for chunk in chunks(text, language)]
    return Case(
        document, ordered, written, forms, folded, _personal(ordered, language.taxonomy),
        language, policy, key, scope, (scope, whose[scope], policy.name),
        originals.union(*[chunk.forms for chunk in shown]), shown,
        Telling.of(originals, language.vocab.gazetteer.ordinary, language.morphology.bare),
        any(map(str.isupper, written)) and _shouting(document.text),  # what is not in capitals does not ask
        selective,
        frozenset(spared),
    )  # fmt: skip


def _personal(mentions: Sequence[Mention], taxonomy: Taxonomy) -> list[float]:
    """The probability of each mention that it concerns the writer; of the names of one person the
    highest, for they stay or go together."""
    people: dict[int, float] = {}
    names = taxonomy.labels("person")
    for mention in mentions:
        if mention.number and mention.label in names:
            people[mention.number] = max(mention.personal, people.get(mention.number, 0.0))
    return [
        people.get(mention.number, mention.personal) if mention.label in names else mention.personal
        for mention in mentions
    ]


def _shouting(text: str) -> bool:
    """Whether a text is written in capitals."""
    lower = len(raw := text.encode(errors="replace")) - len(raw.translate(None, LOWER))
    if lower * SHOUTING_TEXT >= (len(text) - lower) * (
        1 - SHOUTING_TEXT
    ):  # not even if all else were capitals; mostly so, and soon told
        return False
    letters = sum(map(str.isalpha, text))
    return letters > 40 and sum(map(str.isupper, text)) > SHOUTING_TEXT * letters
