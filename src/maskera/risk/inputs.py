"""Files and folders as Texts: plain documents are detected first, annotated ones taken as marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from maskera.errors import DataError, MaskeraError, cause
from maskera.formats import READABLE, Reader, annotated_readers, readers
from maskera.formats.inputs import BY_SUFFIX, Decode, files, format_of, read_all
from maskera.formats.reading import Annotated, AnnotatedReader, Warn
from maskera.formats.tab import TabDocument
from maskera.io import decoders, encodings
from maskera.io.utf8 import decoded
from maskera.mentions import Mention
from maskera.risk import gold
from maskera.risk.texts import Text, text_of, text_of_tab
from maskera.taxonomy import shipped
from maskera.text import Document

Detect = Callable[[Iterable[Document]], Iterable[tuple[Document, Iterable[Mention]]]]
Kinds = Callable[[Document], Mapping[str, str]]
"""A document -> what the model of risk calls its labels."""
CLASSED = b'"identifier"'  # in a JSONL file whose spans have classes of identifiers


class Inputs:
    """Everything read: texts, and of TAB the documents with their gold."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self.gold: list[TabDocument] = []


def collect(
    paths: Iterable[Path],
    detect: Detect,
    warn: Warn,
    fail: Callable[[DataError], None],
    kinds: Kinds,
    format_name: str = "",
    always_detect: bool = False,
    encoding: str = "",
) -> Inputs:
    """The texts of files and folders in order; what cannot be read is told and left out.

    always_detect: marks in the files are not used, but for scores. encoding: of the files, where it
    is not to be guessed. Raises MaskeraError where a file that is named cannot be read.
    """
    read = partial(
        _read,
        detect=detect,
        fail=fail,
        kinds=kinds,
        format_name=format_name,
        always=always_detect,
        decode=encodings.decoder(encoding, warn),
    )
    found = Inputs()
    seen: set[str] = set()
    for path in paths:
        for file in files(path, None, None if format_name else BY_SUFFIX, warn):
            if isinstance(file, DataError):
                fail(file)
                continue
            try:
                texts, documents = read(file)
            except DataError as error:
                if file == path:
                    raise
                fail(error)
                continue
            found.gold += documents
            for text in _called(texts, file, path):
                if text.id in seen:
                    fail(DataError(f"{file}: id {text.id!r} is taken already"))
                    continue
                seen.add(text.id)
                found.texts.append(text)
    return found


def _called(texts: Iterable[Text], file: Path, path: Path) -> Iterator[Text]:
    """The texts of a file of a folder; one that has its name from the file has it from the folders
    between them, too, as everywhere ("A/essay1")."""
    folder = "." if file == path else file.parent.relative_to(path).as_posix()
    for text in texts:
        named = folder != "." and text.id == file.stem
        yield replace(text, id=f"{folder}/{text.id}") if named else text


def _read(
    file: Path,
    detect: Detect,
    fail: Callable[[DataError], None],
    kinds: Kinds,
    format_name: str,
    always: bool,
    decode: Decode,
) -> tuple[list[Text], list[TabDocument]]:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise DataError(f"{file}: cannot be read ({cause(error)})") from None
    if format_name == "tab" or (not format_name and _is_tab(file, content)):
        documents = list(_tab(content, str(file), fail))
        marked = [text_of_tab(document) for document in documents]
        return _redetected(marked, detect, kinds) if always else marked, documents
    if file.suffix == ".jsonl" and CLASSED in content and not format_name:
        classed = gold.read(file)
        return (_redetected(classed, detect, kinds) if always else classed), []
    plain: list[Document] = []
    texts: list[Text | None] = []
    for item in read_all([file], _table(format_name), format_name, decode=decode):
        if isinstance(item, DataError):
            fail(item)
            continue
        document, mentions = item
        if mentions and not always:
            texts.append(text_of(document, mentions, kinds(document)))
        else:
            plain.append(document)
            texts.append(None)
    detected = iter(
        [text_of(document, mentions, kinds(document)) for document, mentions in detect(plain)]
    )
    return [next(detected) if text is None else text for text in texts], []


def _is_tab(file: Path, content: bytes) -> bool:
    return file.suffix.lower() == ".json" and format_of(file.name, content) == "tab"


def _redetected(texts: Iterable[Text], detect: Detect, kinds: Kinds) -> list[Text]:
    known = list(texts)
    plain = [Document(text.id, text.text, meta=text.meta) for text in known]
    return [
        replace(text_of(document, mentions, kinds(document)), about=text.about)
        for text, (document, mentions) in zip(known, detect(plain), strict=True)
    ]


def _table(format_name: str) -> Mapping[str, AnnotatedReader]:
    """Every format as one that may mark mentions; a text file is plain unless it is said to be marked."""
    taxonomy = shipped()
    plain = readers(taxonomy)
    table: dict[str, AnnotatedReader] = {name: _unmarked(plain[name]) for name in READABLE}
    table |= annotated_readers(taxonomy)
    if format_name and format_name not in table:
        raise MaskeraError(
            f"no format {format_name!r} to read; there are {', '.join(sorted(table))}"
        )
    return table


def _unmarked(reader: Reader) -> AnnotatedReader:
    def read(content: bytes | str, source: str) -> Iterator[Annotated | DataError]:
        for item in reader(content, source):
            yield item if isinstance(item, DataError) else (item, ())

    return read


def _tab(content: bytes, source: str, fail: Callable[[DataError], None]) -> Iterator[TabDocument]:
    """The documents of a file of the benchmark; one with offsets outside its text is left out."""
    try:
        parts = decoders.json(list[msgspec.Raw]).decode(decoded(content, source))
    except decoders.NOT_JSON:
        raise DataError(f"{source}: not a JSON list of documents") from None
    for number, part in enumerate(parts, 1):
        try:
            document = decoders.json(TabDocument).decode(part)
        except decoders.NOT_JSON:
            fail(DataError(f"{source}: document {number} lacks doc_id, text or whole annotations"))
            continue
        end = len(document.text)
        marks = [m for a in document.annotations.values() for m in a.entity_mentions]
        if any(not m.start_offset < m.end_offset <= end for m in marks):
            fail(DataError(f"{source}: document {number}: a span is empty or leaves the text"))
            continue
        yield document
