"""JSON lines: one object a document. Read: bare texts, the data folder's gold (`spans`), what
`maskera detect` writes (`mentions`).

Written: the shapes of docs section "Command line", keys in that order. Offsets count code points of
the source text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from maskera.errors import DataError, SpanError
from maskera.formats.reading import Annotated, SeenIds, json_lines
from maskera.formats.standoff import Utf16
from maskera.mentions import Evidence, Exclusion, Hypothesis, Mention
from maskera.result import Release, Result, release
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

DIGITS = 4  # of weights and probabilities: from the seventh on they hang on how many documents were scored together
_NOT_META = frozenset({"id", "text", "meta", "language", "spans", "mentions", "release", "leaks"})
_NUMBERS = frozenset({"author", "level"})
"""Metadata that may come as whole numbers, as the id may; anything else there is a mistake that
would cost the document its scope."""

_Object = dict[str, Any]
NO_TEXTS: Mapping[str, str] = {}


class _Alternative(msgspec.Struct):
    label: str
    probability: float


class _Found(msgspec.Struct, omit_defaults=True):
    start: int
    end: int
    text: str
    label: str
    number: int
    features: list[str]
    probability: float
    personal: float
    alternatives: list[_Alternative]
    evidence: list[Evidence]
    action: str | msgspec.UnsetType = msgspec.UNSET
    replacement: str | msgspec.UnsetType = msgspec.UNSET


class _Detected(msgspec.Struct):
    id: str
    text: str
    meta: Mapping[str, str]
    mentions: list[_Found]


class _Excluded(msgspec.Struct):
    start: int
    end: int
    rule: str
    note: str


class _Explained(_Detected):
    exclusions: list[_Excluded]


class _Pseudonymized(msgspec.Struct):
    id: str
    text: str
    meta: Mapping[str, str]
    mentions: list[_Found]
    release: str
    leaks: str | None
    genre: str | None


def read(content: bytes | str, source: str) -> Iterator[Document | DataError]:
    """The documents of a file; marks in it are ignored. A broken line or an id that comes twice is
    a DataError in its place."""
    for item in _objects(content, source):
        yield item if isinstance(item, DataError) else item[1]


def read_annotated(
    content: bytes | str,
    source: str,
    taxonomy: Taxonomy,
    *,
    bare: bool = True,
    texts: Mapping[str, str] = NO_TEXTS,
) -> Iterator[Annotated | DataError]:
    """The documents of a file with their `spans` or `mentions`. bare: a document without either is
    one without any, else it is refused. texts: by id, for lines without a text of their own."""
    for item in _objects(content, source, texts):
        if isinstance(item, DataError):
            yield item
            continue
        place, document, table = item
        try:
            if not (bare or "spans" in table or "mentions" in table):
                raise DataError(
                    f'{place}: neither "spans" nor "mentions": a text without annotation'
                )
            yield document, _mentions(table, document, taxonomy, place)
        except DataError as error:
            yield error


def render_detected(document: Document, mentions: Sequence[Mention]) -> str:
    """One line: a document and what was found in it."""
    found = [_found(document, mention) for mention in mentions]
    return _line(_Detected(document.id, document.text, document.meta, found))


def with_utf16(line: str, text: str) -> str:
    """A rendered line with `start16` and `end16` beside the `start` and `end` of its mentions: the
    same places in UTF-16 code units, as JavaScript, Java and C# count."""
    table = msgspec.json.decode(line)
    units = Utf16(text).units
    table["mentions"] = [
        {
            "start": found["start"],
            "end": found["end"],
            "start16": units(found["start"]),
            "end16": units(found["end"]),
            **found,
        }
        for found in table["mentions"]
    ]
    return _line(table)


def render_explained(
    document: Document, mentions: Sequence[Mention], exclusions: Sequence[Exclusion]
) -> str:
    """The same line with what was excluded, by which rule and why."""
    found = [_found(document, mention) for mention in mentions]
    told = [_Excluded(e.span.start, e.span.end, e.rule, e.note) for e in exclusions]
    return _line(_Explained(document.id, document.text, document.meta, found, told))


def render(result: Result) -> str:
    """One line: the original, the mentions with actions and replacements, the released text, the
    leak check and the genre. A secret."""
    document = result.document
    found = [
        _found(document, replacement.mention, replacement.action, replacement.text)
        for replacement in result.replacements
    ]
    leaks = None if result.leaks is None else result.leaks.value
    genre = result.genre or document.meta.get("genre") or None
    return _line(
        _Pseudonymized(
            document.id, document.text, document.meta, found, release(result).text, leaks, genre
        )
    )


def render_release(released: Release) -> str:
    """One line of what may leave: id, released text, metadata, and the labelled spans in the
    offsets of that text."""
    mentions = [
        {
            "start": mention.span.start,
            "end": mention.span.end,
            "text": released.text[mention.span.start : mention.span.end],
            "label": mention.label,
            "number": mention.number,
            "features": sorted(mention.features),
            "action": mention.action,
        }
        for mention in released.mentions
    ]
    leaks = None if released.leaks is None else released.leaks.value
    table = {"id": released.id, "text": released.text, "meta": released.meta, "mentions": mentions}
    return _line({**table, "policy": released.policy, "leaks": leaks})


def join(parts: Iterable[tuple[str, str]]) -> str:
    """One file of many rendered documents, given as (id, line)."""
    return "".join(line for _, line in parts)


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode() + "\n"


def _found(
    document: Document,
    mention: Mention,
    action: str | msgspec.UnsetType = msgspec.UNSET,
    replacement: str | msgspec.UnsetType = msgspec.UNSET,
) -> _Found:
    span = mention.span
    alternatives = [
        _Alternative(label, _rounded(probability)) for label, probability in mention.alternatives
    ]
    reasons = [reason for hypothesis in mention.hypotheses[:1] for reason in hypothesis.evidence]
    return _Found(
        span.start,
        span.end,
        document.text[span.start : span.end],
        mention.label,
        mention.number,
        sorted(mention.features),
        _rounded(mention.probability),
        _rounded(mention.personal),
        alternatives,
        [Evidence(reason.source, _rounded(reason.weight), reason.note) for reason in reasons],
        action,
        replacement,
    )


def _rounded(number: float) -> float:
    return round(number, DIGITS) + 0.0  # never -0.0


def _objects(
    content: bytes | str, source: str, texts: Mapping[str, str] = NO_TEXTS
) -> Iterator[tuple[str, Document, _Object] | DataError]:
    seen = SeenIds()
    for item in json_lines(content, source, _Object):
        if isinstance(item, DataError):
            yield item
            continue
        number, table = item
        place = f"{source}:{number}"
        try:
            if texts and "text" not in table and table.get("id") in texts:
                table["text"] = texts[table["id"]]
            document = _document(table, place)
            seen.check(document.id, source, number)
        except DataError as error:
            yield error
            continue
        yield place, document, table


def _document(table: _Object, place: str) -> Document:
    identifier, text = as_string(table.get("id")), table.get("text")
    if not isinstance(identifier, str) or not identifier:
        raise DataError(f'{place}: "id" is missing or not a string')
    if not isinstance(text, str):
        raise DataError(f'{place}: "text" is missing or not a string')
    if not isinstance(table.get("meta", {}), dict):
        raise DataError(f'{place}: "meta" is not an object')
    known, wrong = metadata(table)
    if wrong:
        raise DataError(f'{place}: "{wrong[0]}" is {no_metadata(wrong[0])}')
    language = table.get("language")
    return Document(
        identifier, text, language if isinstance(language, str) and language else "sv", known
    )


def metadata(table: Mapping[str, Any]) -> tuple[dict[str, str], list[str]]:
    """The metadata of an object, beside its text or in "meta", and the names of what counts and is
    of another kind (no_metadata)."""
    given = {
        **table.get("meta", {}),
        **{name: value for name, value in table.items() if name not in _NOT_META},
    }
    told = {
        name: as_string(value) if name in _NUMBERS else value
        for name, value in given.items()
        if value is not None
    }
    strings = {name: value for name, value in told.items() if isinstance(value, str)}
    return strings, sorted((_NUMBERS | {"genre"}) & told.keys() - strings.keys())


def no_metadata(name: str) -> str:
    """What a value of metadata is that metadata() has no use for."""
    return "neither a string nor a whole number" if name in _NUMBERS else "not a string"


def as_string(value: Any) -> Any:
    """A whole number as a string; anything else as it is."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _mentions(
    table: _Object, document: Document, taxonomy: Taxonomy, place: str
) -> tuple[Mention, ...]:
    key = "spans" if "spans" in table else "mentions"
    marks = table.get(key, [])
    if not isinstance(marks, list):
        raise DataError(f'{place}: "{key}" is not a list')
    unsaid = (
        0.0 if key == "spans" else 0.5
    )  # who marks a gold marks what is personal; a detector may not tell
    mentions: list[Mention] = []
    for number, mark in enumerate(marks, 1):
        try:
            mentions.append(_mention(mark, document, taxonomy, unsaid))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise DataError(
                f'{place}: number {number} of "{key}" is not a mention (start, end, label)'
            ) from None
        except DataError as error:
            raise DataError(f'{place}: number {number} of "{key}": {error}') from None
    return tuple(sorted(mentions, key=lambda mention: mention.span))


def _span(mark: _Object, document: Document) -> Span:
    try:
        span = Span(int(mark["start"]), int(mark["end"]))
    except SpanError as error:
        raise DataError(str(error)) from None
    if span.end > len(document.text):
        raise DataError(f"span {span.start}-{span.end} lies outside the text")
    if "text" in mark and mark["text"] != document.text[span.start : span.end]:
        raise DataError(f"its text is not what stands at {span.start}-{span.end}")
    return span


def _mention(mark: _Object, document: Document, taxonomy: Taxonomy, unsaid: float) -> Mention:
    """A mention of either list: a feature may stand as a flag or in `features`, the running number
    as `ref` or `number`.

    unsaid: `personal` where it does not stand.
    """
    features = frozenset(
        (
            *mark.get("features", ()),
            *(feature for feature in taxonomy.features if mark.get(feature)),
        )
    )
    if features - taxonomy.features:
        raise DataError("a feature that is not in the taxonomy")
    span, label = _span(mark, document), taxonomy.resolve(mark["label"])
    probability, personal = float(mark.get("probability", 1.0)), mark.get("personal")
    personal = unsaid if personal is None else float(personal)
    if not (0 <= probability <= 1 and 0 <= personal <= 1):
        raise DataError("a probability is not between 0 and 1")
    evidence = tuple(
        Evidence(str(e["source"]), float(e["weight"]), str(e.get("note", "")))
        for e in mark.get("evidence", ())
    )
    others = [
        (str(other["label"]), float(other["probability"])) for other in mark.get("alternatives", ())
    ]
    rest = min(max(1.0 - probability - math.fsum(share for _, share in others), 1e-6), 1.0)
    hypotheses = [Hypothesis(label, evidence, features)] if evidence or others else []
    # Of the losers only probabilities were written: one piece of evidence that gives them back.
    hypotheses += [
        Hypothesis(other, (Evidence("read", math.log(max(share, 1e-9) / rest)),))
        for other, share in others
    ]
    number = int(mark.get("ref") or mark.get("number") or 0)
    return Mention(span, label, number, features, probability, personal, tuple(hypotheses))
