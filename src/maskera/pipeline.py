"""annotate, detect, label, replace: one screen."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec

from maskera.detect.sight import sight
from maskera.errors import MaskeraError
from maskera.genre import genre_of
from maskera.label.decide import decide
from maskera.label.merge import pool
from maskera.lang import LANGUAGES
from maskera.language import Language
from maskera.mentions import Mention
from maskera.policy import Policy, load_policy
from maskera.replace import replace as replaced
from maskera.result import Result
from maskera.text import Document

MODES = ("rules",)
CONSIDERED = 0.05  # a claim below this probability does not even compete for its span


@dataclass(frozen=True, slots=True)
class Pipeline:
    """From a text to a Result; holds no text.

    key: the secret from which pseudonyms are drawn; the same key, document id and policy give the same output.
    skip_genres: documents of these genres pass through untouched. selective: only mentions that concern the writer are replaced.
    """

    language: Language
    policy: Policy
    key: bytes
    scope: str
    mode: str = "rules"
    genre: str = ""
    skip_genres: frozenset[str] = frozenset()
    selective: bool = False

    def annotate(self, document: Document) -> Document:
        """The document with its genre, tokens and sentences."""
        genre = genre_of(document, self.language, self.genre)
        meta = {**document.meta, "genre": genre} if genre else document.meta
        return self.language.annotate(replace(document, meta=meta))

    def detect(self, document: Document) -> tuple[Document, list[Mention]]:
        """The annotated document and its mentions, numbered, in text order."""
        document = self.annotate(document)
        if document.meta.get("genre", "") in self.skip_genres:
            return document, []
        seen = sight(document, self.language.words)
        claims = pool(claim for detector in self.language.detectors for claim in detector(seen))
        decided = decide(self.language.weigh(seen, claims), self.policy.accepts, CONSIDERED)
        mentions = self.language.settle(seen, decided)
        probabilities = self.language.personal(seen, mentions)
        return document, [msgspec.structs.replace(m, personal=p) for m, p in zip(mentions, probabilities, strict=True)]

    def __call__(self, text: str | Document) -> Result:
        """Pseudonymize one text."""
        document, mentions = self.detect(text if isinstance(text, Document) else Document("text", text, self.language.code))
        return replaced(document, mentions, self.language, self.policy, self.key, self.scope)

    def pipe(self, documents: Iterable[Document]) -> Iterable[Result]:
        """Pseudonymize many, one at a time."""
        return map(self, documents)


def load(
    language: str = "sv",
    policy: str | Policy = "swell",
    *,
    mode: str = "rules",
    key: bytes | None = None,
    scope: str | None = None,
    genre: str = "",
    skip_genres: Iterable[str] = (),
    selective: bool = False,
) -> Pipeline:
    """A pipeline. Without a key a fresh one is drawn: nothing can then be drawn again, by anybody. Raises MaskeraError on unknown names."""
    if language not in LANGUAGES:
        raise MaskeraError(f"no language {language!r}; there is {', '.join(LANGUAGES)}")
    if mode not in MODES:
        raise MaskeraError(f"no mode {mode!r}; there is {', '.join(MODES)}")
    rules = load_policy(policy) if isinstance(policy, str) else policy
    spoken = LANGUAGES[language]()
    for name in (*skip_genres, *((genre,) if genre else ())):
        if name not in spoken.genres:
            raise MaskeraError(f"no genre {name!r}; there are {', '.join(sorted(set(spoken.genres.values())))}")
    return Pipeline(
        spoken, rules, key or secrets.token_bytes(32), scope or rules.scope, mode,
        spoken.genres.get(genre, ""), frozenset(spoken.genres[name] for name in skip_genres), selective,
    )  # fmt: skip


