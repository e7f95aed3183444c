"""Corpora in a coarser scheme than the labels of a language, and those that do not mark all of it:
what is not marked there is unknown, not negative.

A corpus is a file of the Text Anonymization Benchmark (.json, all types), or JSON lines whose first
object says what is marked in it: {"annotates": ["PER", "LOC", "ORG"], "kind": "web"}. The command
line may say it instead. Labels are the types, or what other corpora call them.

A copy has other names and dates, and of some types the mentions of other texts of the corpus, or of
those that its first object lists: {"annotates": ..., "mentions": {"DEM": ["a violinist"]}}.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from maskera.errors import DataError, cause
from maskera.evaluate.tab import read_gold
from maskera.io import decoders
from maskera.io.utf8 import decoded
from maskera.lang.pack import CoarseTypes, LanguagePack
from maskera.text import Document, Edit, Span, splice
from maskera.train import Answer, augment
from maskera.train.corpora import Annotated, Marked, Outline, outline, tool_of

OUTSIDE = "O"
COURT, BIOGRAPHY = "court", "biography"
CASE_ID = re.compile(r"\d{3}-\d+")  # how the benchmark numbers cases of the court
REDRAWN = 0.85  # share of names that get another one in a copy
# Share of the other mentions that get one of another text. Of halves (docs/english.md), mean of two
# seeds: biographies .907 -> .922 with the mentions of 453 more, court cases .909 -> .916
EXCHANGED = 0.5


def is_coarse(path: Path, said: Mapping[str, frozenset[str]]) -> bool:
    """Whether a corpus is read here: a .json file of no annotation tool, one of which it is said
    what it annotates, or JSON lines that begin with a header. said: by path."""
    if str(path) in said or (path.suffix.lower() == ".json" and not tool_of(path)):
        return True
    return path.suffix.lower() == ".jsonl" and path.is_file() and bool(_header(path, _first(path)))


def read(
    path: Path, types: CoarseTypes, annotates: frozenset[str] | None = None
) -> Iterator[Annotated]:
    """The texts of a corpus, their labels as types. annotates: the labels that are marked in it, in
    place of what its header says. Raises DataError with file and line, also for an unknown label.
    """
    if path.suffix.lower() == ".json":
        listed: list[tuple[str, str]] = []
        texts = [*_benchmark(path, types, annotates)]
    else:
        lines = _content(path).split("\n")
        header = _header(path, lines[0])
        listed = [*_listed(header, types, f"{path}:1")]
        texts = [*_json_lines(path, lines, header, types, annotates)]
    others = _others(texts, listed, types.swapped)
    for text in texts:
        yield msgspec.structs.replace(text, others=others)


def _json_lines(
    path: Path,
    lines: Sequence[str],
    header: Mapping[str, Any],
    types: CoarseTypes,
    annotates: frozenset[str] | None,
) -> Iterator[Annotated]:
    marked = sorted(annotates) if annotates else header.get("annotates")
    wanted = _resolved(marked, types, f"{path}:1") if marked else None
    for number, line in enumerate(lines, start=1):
        if not line.strip() or (number == 1 and header):
            continue
        place = f"{path}:{number}"
        try:
            yield _of_line(msgspec.json.decode(line), types, wanted, header.get("kind", ""), place)
        except (*decoders.NOT_JSON, KeyError, TypeError, ValueError):
            raise DataError(f"{place}: no document with id, text and spans") from None


def answers(document: Document, text: Annotated, language: LanguagePack) -> list[Answer]:
    """The answer for each token of an annotated document: its label, or those that may be right.

    A text in the labels of the language says nothing of what only the coarser scheme has.
    """
    types = language.models.types
    beyond = types.beyond if types else frozenset[str]()
    if text.types and types:
        unknown = [labels for type_, labels in types.labels.items() if not _marks(text, type_)]
        free = frozenset[str]().union(*unknown)
    else:
        free = beyond
    found: list[Answer] = [free | {OUTSIDE} if free else OUTSIDE] * len(document.tokens)
    taken = set[int]()
    for span in text.spans:
        places = _places(document, span)
        forms = [document.tokens.forms[place] for place in places]
        narrowed = types.narrowed(span.label, forms) if text.types and types else None
        for order, place in enumerate(places):
            if place not in taken:  # of a token in two spans the first counts
                found[place] = _answer(narrowed[order]) if narrowed else span.label
        taken.update(places)
    return found


def redrawn(text: Annotated, types: CoarseTypes, pools: augment.Pools, rng: Random) -> Annotated:
    """The text with other names of people and places, other days, months and years, and mentions
    of other texts; one word, one mention gets one new one throughout."""
    chosen: dict[str, str] = {}
    swapped: dict[tuple[str, str], str] = {}

    def another(word: str, label: str) -> str:
        if word not in chosen:
            entry = pools.draw(label, rng.random() < 0.5, rng) if rng.random() < REDRAWN else None
            chosen[word] = entry.form if entry else word
        return chosen[word].upper() if word.isupper() and len(word) > 1 else chosen[word]

    def instead(type_: str, written: str) -> str:
        if (type_, written) not in swapped:
            others = text.others.get(outline(type_, written), ())
            swap = others and rng.random() < EXCHANGED
            swapped[type_, written] = rng.choice(others) if swap else ""
        return swapped[type_, written] or types.drawn(type_, written, another, rng)

    edits = [
        Edit(Span(span.start, span.end), instead(span.label, text.text[span.start : span.end]))
        for span in text.spans
    ]
    new, places = splice(text.text, edits)
    spans = tuple(
        msgspec.structs.replace(span, start=place.start, end=place.end)
        for span, place in zip(text.spans, places, strict=True)
    )
    return msgspec.structs.replace(text, text=new, spans=spans)


def _marks(text: Annotated, type_: str) -> bool:
    return text.annotates is None or type_ in text.annotates


def _answer(labels: frozenset[str]) -> Answer:
    return next(iter(labels)) if len(labels) == 1 else labels


def _places(document: Document, span: Marked) -> list[int]:
    """The tokens that share a character with a span."""
    tokens = document.tokens
    return [*range(bisect_right(tokens.ends, span.start), bisect_left(tokens.starts, span.end))]


def _benchmark(
    path: Path, types: CoarseTypes, annotates: frozenset[str] | None
) -> Iterator[Annotated]:
    wanted = _resolved(sorted(annotates), types, str(path)) if annotates else None
    for document in read_gold(_bytes(path), str(path)):
        for annotation in [*document.annotations.values()][:1]:
            spans = [
                Marked(m.start_offset, m.end_offset, types.resolve(m.entity_type))
                for m in annotation.entity_mentions
                if types.resolve(m.entity_type)
            ]
            kind = COURT if CASE_ID.fullmatch(document.doc_id) else BIOGRAPHY
            yield Annotated(
                document.doc_id, document.text, _apart(spans), "", path.name, True, wanted, kind
            )


def _of_line(
    table: Mapping[str, Any],
    types: CoarseTypes,
    wanted: frozenset[str] | None,
    kind: str,
    place: str,
) -> Annotated:
    spans = []
    for mark in table["spans"]:
        if not (type_ := types.resolve(mark["label"])):
            raise DataError(f"{place}: a label that the scheme does not have")
        if not 0 <= mark["start"] < mark["end"] <= len(table["text"]):
            raise DataError(f"{place}: a span is empty or leaves the text")
        if wanted is None or type_ in wanted:
            spans.append(Marked(mark["start"], mark["end"], type_))
    return Annotated(str(table["id"]), table["text"], _apart(spans), "", "", True, wanted, kind)


def _apart(spans: Iterable[Marked]) -> tuple[Marked, ...]:
    """The spans in text order; of those that overlap the longest stays."""
    kept: list[Marked] = []
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return tuple(sorted(kept, key=lambda span: span.start))


def _listed(header: Mapping[str, Any], types: CoarseTypes, place: str) -> Iterator[tuple[str, str]]:
    """The mentions that a header lists, with their types."""
    for label, mentions in header.get("mentions", {}).items():
        for type_ in _resolved([label], types, place):
            yield from ((type_, written) for written in mentions)


def _others(
    texts: Iterable[Annotated], listed: Iterable[tuple[str, str]], swapped: frozenset[str]
) -> Mapping[Outline, Sequence[str]]:
    """The mentions of some types in texts and among listed ones, as often as they stand there."""
    found: dict[Outline, list[str]] = {}
    marked = (
        (span.label, text.text[span.start : span.end]) for text in texts for span in text.spans
    )
    for type_, written in chain(marked, listed):
        if type_ in swapped and written.strip():
            found.setdefault(outline(type_, written), []).append(written)
    return found


def _resolved(labels: Sequence[str], types: CoarseTypes, place: str) -> frozenset[str]:
    if unknown := [label for label in labels if not types.resolve(label)]:
        raise DataError(f"{place}: no label {unknown[0]!r} to annotate")
    return frozenset(map(types.resolve, labels))


def _header(path: Path, line: str) -> dict[str, Any]:
    """The header of JSON lines; empty for a first line that is a document or nothing."""
    try:
        table = msgspec.json.decode(line) if line.strip() else {}
    except decoders.NOT_JSON:
        return {}
    if not isinstance(table, dict) or "annotates" not in table or "text" in table:
        return {}
    listed = table["annotates"]
    if not isinstance(listed, list) or not all(isinstance(label, str) for label in listed):
        raise DataError(f'{path}:1: "annotates" is not a list of labels')
    if not isinstance(table.get("kind", ""), str):
        raise DataError(f'{path}:1: "kind" is not a string')
    lists = table.get("mentions", {})
    if not isinstance(lists, dict) or not all(
        isinstance(its, list) and all(isinstance(written, str) for written in its)
        for its in lists.values()
    ):
        raise DataError(f'{path}:1: "mentions" are not lists of mentions by label')
    return table


def _first(path: Path) -> str:
    return _content(path).partition("\n")[0]


def _content(path: Path) -> str:
    return decoded(_bytes(path), str(path)).replace("\r\n", "\n")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
