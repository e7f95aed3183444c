"""Silver corpora: what a recognizer and lists of terms find in texts that nobody has annotated, as
JSON lines to train on (Papadopoulou et al. 2023, section 4).

The first line says which types the teachers mark; all else is unknown to training (train/coarse.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from maskera.errors import DataError, MaskeraError, cause, of_extra
from maskera.io.utf8 import decoded
from maskera.lang.pack import CoarseTypes, LanguagePack
from maskera.lexicon.table import TokenTable, token_table
from maskera.pipeline import MODES, load
from maskera.text import Document, Span

FREQUENT = 5.0
"""Zipf value, 10^-4 of all words, from which on a term of one word is no term: most such persons of
WordNet are ordinary words (hand, second)."""
SHORTEST = 4  # letters of a term of one word
SCHEME = "tab"
CLASS = "class"  # column of a list that says the type of each term
COLUMNS = frozenset({"term", "form", "word", CLASS})  # a first line with one of these names columns
SPACY_TYPES: Mapping[str, str] = {
    "PERSON": "PERSON", "PER": "PERSON", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC", "ORG": "ORG",
    "NORP": "DEM", "DATE": "DATETIME", "TIME": "DATETIME", "MONEY": "QUANTITY",
    "PERCENT": "QUANTITY", "QUANTITY": "QUANTITY", "PRODUCT": "MISC", "EVENT": "MISC",
    "WORK_OF_ART": "MISC", "MISC": "MISC",
}  # fmt: skip
"""Named entities of spaCy's pipelines as types; CARDINAL, ORDINAL, LAW and LANGUAGE are none."""


class Found(msgspec.Struct, frozen=True):
    """A span of a text, its type, and who says so (`rules`, `list:dem_en.tsv`)."""

    start: int
    end: int
    label: str
    source: str


class Teacher(NamedTuple):
    """A recognizer. types: all that it marks. find: documents -> what it finds in each."""

    types: frozenset[str]
    find: Callable[[Iterable[Document]], Iterator[tuple[Document, list[Found]]]]


class Terms:
    """The terms of a list, by their words in lower case; a term also matches in the plural.

    common: Zipf value of a form; frequent single words are no terms. singular: the forms of which a
    word may be the plural, itself first. stop: words that are no terms either.
    """

    def __init__(
        self,
        path: Path,
        type_: str,
        words_of: Callable[[str], Sequence[str]],
        common: Callable[[str], float],
        singular: Callable[[str], Sequence[str]],
        stop: frozenset[str] = frozenset(),
    ) -> None:
        self.type, self._source = type_, f"list:{path.name}"
        self._singular = singular
        self._terms: dict[str, set[tuple[str, ...]]] = {}
        for term in read_terms(path, type_):
            words = tuple(words_of(term))
            if not words or " ".join(words) in stop:
                continue
            if len(words) == 1 and (len(words[0]) < SHORTEST or common(words[0]) >= FREQUENT):
                continue
            self._terms.setdefault(words[0], set()).add(words)
        self._longest = max(
            (len(words) for its in self._terms.values() for words in its), default=0
        )

    def find(self, table: TokenTable) -> Iterator[Found]:
        """The longest terms from left to right; none goes beyond a sentence."""
        index = 0
        while index < len(table.lowers):
            length = self._length(table, index)
            if length:
                span = table.span(index, index + length - 1)
                yield Found(span.start, span.end, self.type, self._source)
            index += length or 1

    def _length(self, table: TokenTable, index: int) -> int:
        for length in range(min(self._longest, len(table.lowers) - index), 0, -1):
            words = table.lowers[index : index + length]
            if table.sentence[index] != table.sentence[index + length - 1]:
                continue
            for last in self._singular(words[-1]):
                candidate = (*words[:-1], last)
                if candidate in self._terms.get(candidate[0], ()):
                    return length
        return 0


def read_terms(path: Path, type_: str = "") -> Iterator[str]:
    """The first column of a TSV file, whose first line may name its columns. type_: of a file with
    a column `class`, only rows of this class (lists from Wikidata hold several). Raises
    DataError."""
    try:
        lines = decoded(path.read_bytes(), str(path)).splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    place = -1
    header = lines[0].split("\t") if lines else []
    if len(header) > 1 and not COLUMNS.isdisjoint(header):
        lines = lines[1:]
        place = header.index(CLASS) if type_ and CLASS in header else -1
    for line in lines:
        cells = line.split("\t")
        if (term := cells[0].strip()) and (place < 0 or cells[place : place + 1] == [type_]):
            yield term


def teacher(name: str, language: str) -> Teacher:
    """The recognizer of a name: rules, full, model:FOLDER, spacy:PIPELINE.

    Raises MaskeraError for another name, for a language without the types and for a folder or
    pipeline that is not there; MissingExtra without spaCy.
    """
    kind, _, of = name.partition(":")
    if kind == "spacy" and of:
        return _spacy(name, of)
    if name in MODES or (kind == "model" and of):
        mode = name if name in MODES else MODES[-1]
        nlp = load(language, mode=mode, models=Path(of) if of else None)
        known = types_of(nlp.language)
        source = name if name in MODES else f"model:{Path(of).name}"

        def find(documents: Iterable[Document]) -> Iterator[tuple[Document, list[Found]]]:
            for document, mentions in nlp.typed_all(documents, SCHEME):
                yield (
                    document,
                    [Found(m.span.start, m.span.end, m.label, source) for m in mentions],
                )

        marked = frozenset(known.labels)
        return Teacher(marked if mode == MODES[-1] else marked - {"MISC", "QUANTITY"}, find)
    options = ", ".join((*MODES, "model:FOLDER", "spacy:PIPELINE"))
    raise MaskeraError(f"--with {name}: expected {options}")


def _spacy(source: str, name: str) -> Teacher:
    spacy = of_extra("spacy", "a spaCy pipeline as teacher", "spacy")
    try:
        pipeline = spacy.load(name)
    except OSError:
        raise MaskeraError(f"no spaCy pipeline {name!r} here") from None

    def find(documents: Iterable[Document]) -> Iterator[tuple[Document, list[Found]]]:
        for document in documents:
            yield document, entities(pipeline(document.text), source)

    own = frozenset(label for pipe in pipeline.pipe_names for label in _labels(pipeline, pipe))
    return Teacher(frozenset(SPACY_TYPES[label] for label in own & SPACY_TYPES.keys()), find)


def _labels(pipeline: Any, pipe: str) -> Sequence[str]:
    return tuple(getattr(pipeline.get_pipe(pipe), "labels", ()))


def entities(parsed: Any, source: str) -> list[Found]:
    """The named entities of a spaCy Doc as types; those that are none are left out."""
    return [
        Found(entity.start_char, entity.end_char, SPACY_TYPES[entity.label_], source)
        for entity in parsed.ents
        if entity.label_ in SPACY_TYPES
    ]


def types_of(language: LanguagePack) -> CoarseTypes:
    """The types of a language; MaskeraError where its tagger knows none."""
    if language.models.types is None:
        raise MaskeraError(
            f"language {language.code}: silver corpora mark the types of the Text Anonymization "
            "Benchmark, which its tagger does not learn; train takes marked texts in its own labels"
        )
    return language.models.types


def lists(arguments: Sequence[str], stop: Path | None, language: LanguagePack) -> list[Terms]:
    """The lists of `FILE.tsv=TYPE,FILE.tsv=TYPE`. Raises MaskeraError for another form or type,
    DataError for a file that cannot be read."""
    known = types_of(language)
    stopped = frozenset(term.lower() for term in read_terms(stop)) if stop else frozenset[str]()

    def words_of(term: str) -> Sequence[str]:
        annotated = next(iter(language.models.tag([Document("term", term, language.code)])))
        return [form.lower() for form in annotated.tokens.forms]

    found = []
    for argument in (part for one in arguments for part in one.split(",")):
        name, equals, label = argument.rpartition("=")
        if not equals or not known.resolve(label):
            raise MaskeraError(f"--lists {argument}: expected FILE=TYPE, a type of {_names(known)}")
        zipf = language.vocab.gazetteer.zipf
        found.append(
            Terms(Path(name), known.resolve(label), words_of, zipf, known.singular, stopped)
        )
    return found


def _names(types: CoarseTypes) -> str:
    return ", ".join(sorted(types.labels))


def header(teacher: Teacher, lists: Sequence[Terms], kind: str = "") -> str:
    """The first line of a silver corpus: what is marked in it, and of what kind its texts are."""
    marked = sorted(teacher.types | {terms.type for terms in lists})
    table = {"annotates": marked, **({"kind": kind} if kind else {})}
    return msgspec.json.encode(table).decode() + "\n"


def corpus(
    documents: Iterable[Document],
    teacher: Teacher,
    lists: Sequence[Terms],
    language: LanguagePack,
) -> Iterator[tuple[str, str]]:
    """Document id and line of each document; of spans that overlap the longest stays, of equal ones
    the teacher's."""
    for document, found in teacher.find(documents):
        if lists:
            annotated = next(iter(language.models.tag([document])))
            table = token_table(annotated, language.vocab)
            found = [*found, *(term for terms in lists for term in terms.find(table))]
        spans = longest(found)
        line = {"id": document.id, "text": document.text, "spans": spans}
        yield document.id, msgspec.json.encode(line).decode() + "\n"


def longest(found: Sequence[Found]) -> list[Found]:
    """Those that overlap no longer one, in text order."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: one.start - one.end):  # stable: of equals the first
        span = Span(one.start, one.end)
        if not any(span.overlaps(Span(other.start, other.end)) for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)
