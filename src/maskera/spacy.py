"""maskera as a component of spaCy (extra `spacy`): `nlp.add_pipe("maskera", config={"key_file": PATH})`.

The component leaves tokens and text alone and adds:
- `doc.spans["maskera"]`: the mentions, widened to whole tokens; and `doc.ents`, where what overlaps
  a mention gives way to it
- `span._.replacement` and `span._.number` of each mention
- `doc._.pseudonymized`: the new text, and `doc._.leaks`: the verdict on it. A text that fails the
  leak check has no new text (None).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from maskera import vault
from maskera.errors import MaskeraError, MissingExtra
from maskera.io.batches import batched
from maskera.pipeline import load
from maskera.result import LeakStatus, Result, release
from maskera.text import Document

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.util import filter_spans
except ImportError:
    raise MissingExtra("maskera.spacy", "spacy") from None

GROUP = "maskera"
SETTINGS: dict[str, object] = {
    "key_file": None,
    "language": None,
    "policy": "swell",
    "mode": "full",
    "scope": None,
    "genre": "",
    "id_key": "id",
}
"""What config takes. key_file: made by `maskera key`; without it pseudonyms are drawn anew each
time. language: else that of the spaCy pipeline. id_key: the entry of `doc.user_data` with the
document's id; without one pseudonyms follow from the words. Others: as of maskera.load()."""

for _owner, _name, _default in (
    (Span, "replacement", None),
    (Span, "number", None),
    (Doc, "pseudonymized", None),
    (Doc, "leaks", None),
):
    if not _owner.has_extension(_name):
        _owner.set_extension(_name, default=_default)


class Component:
    """The component: a pipeline of maskera and where its key is. Written to disk or sent to another
    process, it is its settings, with the key's place and never the key."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        key_file = settings["key_file"]
        self._nlp = load(
            settings["language"],
            settings["policy"],
            mode=settings["mode"],
            scope=settings["scope"],
            genre=settings["genre"],
            key=vault.read_key(Path(key_file)) if key_file else None,
        )

    def __call__(self, doc: Any) -> Any:
        """One document, with what the component adds."""
        return next(self.pipe([doc]))

    def pipe(self, docs: Iterable[Any], batch_size: int = 64) -> Iterator[Any]:
        """The same for many, in batches, which is faster."""
        for batch in batched(docs, batch_size):
            results = self._nlp.pipe(map(self._document, batch))
            for doc, result in zip(batch, results, strict=True):
                yield with_result(doc, result)

    def _document(self, doc: Any) -> Document:
        identifier = doc.user_data.get(self._settings["id_key"])
        return Document(
            "doc" if identifier is None else str(identifier),
            doc.text,
            self._nlp.language.code,
            nameless=identifier is None,
        )

    def __reduce__(self) -> Any:
        if not self._settings["key_file"]:
            raise MaskeraError(
                "a maskera component without key_file cannot be sent to another process: its key would be lost"
            )
        return Component, (self._settings,)


def with_result(doc: Any, result: Result) -> Any:
    """The Doc with spans, entities and extension attributes of a result of its text."""
    spans = []
    for replacement in result.replacements:
        mention = replacement.mention
        span = doc.char_span(
            mention.span.start,
            mention.span.end,
            label=mention.label,
            alignment_mode="expand",
        )
        if span is None:
            continue
        span._.replacement = replacement.text
        span._.number = mention.number
        spans.append(span)
    doc.spans[GROUP] = spans
    ours = filter_spans(spans)
    taken = {token.i for span in ours for token in span}
    others = [span for span in doc.ents if taken.isdisjoint(token.i for token in span)]
    doc.ents = sorted([*ours, *others], key=lambda span: span.start)
    doc._.leaks = result.leaks.value if result.leaks else None
    doc._.pseudonymized = None if result.leaks is LeakStatus.FAIL else release(result).text
    return doc


def make(
    nlp: Any,
    name: str,
    key_file: str | None,
    language: str | None,
    policy: str,
    mode: str,
    scope: str | None,
    genre: str,
    id_key: str,
) -> Component:
    """The component for a spaCy pipeline: what its entry point calls."""
    settings = {
        "key_file": key_file,
        "language": language or nlp.lang,
        "policy": policy,
        "mode": mode,
        "scope": scope,
        "genre": genre,
        "id_key": id_key,
    }
    return Component(settings)


Language.factory("maskera", default_config=SETTINGS, assigns=["doc.ents", "doc.spans"], func=make)
