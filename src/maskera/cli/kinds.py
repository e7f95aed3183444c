"""Which files of the inputs keep their kind (tables, documents in place), and which are read as
documents; tables written again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from maskera.cli.inputs import Failures, read_documents, readable
from maskera.cli.summary import Summary
from maskera.errors import DataError, MaskeraError
from maskera.formats import readers
from maskera.formats.inputs import BY_SUFFIX, files
from maskera.formats.manifest import Manifest
from maskera.formats.office import in_place
from maskera.formats.reading import SeenIds
from maskera.io.output import Files, binary_print, folder_of, note, opened, spare
from maskera.pipeline import Pipeline
from maskera.tables import ONLY_TABLES, Columns, kind_of, suffix_of, texts
from maskera.tables.rewrite import GivenUpError, Work, file_digest, rewrite
from maskera.text import Document


@dataclass(frozen=True, slots=True)
class Found:
    """A file and what it is called: its path within the folder that was given, else its name."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Sorted:
    """The inputs, sorted: tables, documents written in place, and whether anything else is left to
    be read as documents (others: its files)."""

    tables: Sequence[Found]
    rest: bool
    in_place: Sequence[Found] = ()
    others: Sequence[Path] = ()

    @property
    def paths(self) -> frozenset[Path]:
        """What is no document."""
        return frozenset(found.path for found in (*self.tables, *self.in_place))


PLAIN = ("text", "jsonl", "pdf", None)
"""The formats that mark no words, None those of any other suffix."""
ALL_READ = Sorted((), True)
"""Inputs of which none keeps its kind."""


def sort_inputs(
    inputs: Sequence[Path] | None,
    leave_out: Path | None,
    columns: Columns | None,
    source: str,
    warn: Callable[[DataError], None],
    keep_kind: bool = True,
    insist: bool = True,
) -> Sorted:
    """The tables and documents in place among the inputs. Without the name of a column a table is
    told and left out.

    source: the format that was said; what has one is neither. keep_kind: False where another format
    is to be written, for which a document is read as its text. insist: whether columns without a table are wrong use.
    """
    if not inputs or source:
        return ALL_READ
    tables: list[Found] = []
    documents: list[Found] = []
    others: list[Path] = []
    rest = False
    for given in inputs:
        found = files(given, leave_out, None)
        for path in found:
            if isinstance(path, DataError):
                rest = True
            elif not _is_table(path, columns):
                if keep_kind and _is_in_place(path):
                    documents.append(Found(path, _name(path, given)))
                else:
                    rest = True
                    if path == given or path.suffix.lower() in BY_SUFFIX:
                        others.append(path)
            elif columns is None:
                warn(DataError(f"{path}: is a table; name its column of texts with --text-column"))
                tables.append(Found(path, ""))
            else:
                tables.append(Found(path, _name(path, given)))
    if columns is not None and not tables and insist:
        raise MaskeraError("--text-column is for tables, and there is none among the inputs")
    return Sorted(tables, rest, documents, others)


def tell_unmarked(inside: Sorted) -> None:
    """Say how many files that mark words come out as plain text, and what else is to be had."""
    suffixes = Counter(path.suffix.lower() for path in inside.others)
    marked = [one for one in sorted(suffixes) if BY_SUFFIX.get(one) not in PLAIN]
    if marked:
        counted = ", ".join(f"{one} ({suffixes[one]})" for one in marked)
        note(f"{counted}: come out as plain text; -f writes a format that marks words")


def _name(path: Path, given: Path) -> str:
    return path.relative_to(given).as_posix() if path != given else path.name


def _is_in_place(path: Path) -> bool:
    beginning = b""
    if path.suffix.lower() == ".xml":
        with suppress(OSError), path.open("rb") as stream:  # who reads it says what is wrong
            beginning = stream.read(1 << 13)
    return bool(in_place(path.name, beginning))


def _is_table(path: Path, columns: Columns | None) -> bool:
    if columns is None:
        return suffix_of(path) in ONLY_TABLES
    return kind_of(path) is not None


def row_documents(
    tables: Sequence[Found],
    columns: Columns,
    language: str,
    warn: Callable[[DataError], None],
) -> Iterator[Document | DataError]:
    """The texts of tables as documents; one without an id is called after its table and row."""
    seen = SeenIds()
    for found in tables:
        try:
            for number, text, identifier in texts(found.path, columns, warn):
                if text is None:
                    continue
                named = identifier not in (None, "")
                called = str(identifier) if named else f"{found.path.stem}-{number}"
                try:
                    seen.check(called, str(found.path), number)
                except DataError as error:
                    yield error
                    continue
                yield Document(called, text, language, nameless=not named)
        except DataError as error:
            yield error


def documents_of(
    inputs: list[Path] | None,
    inside: Sorted,
    nlp: Pipeline,
    failures: Failures,
    source: str = "",
    encoding: str = "",
    leave_out: Path | None = None,
    rows_of: Columns | None = None,
) -> Iterator[Document]:
    """What of the inputs is read as documents. leave_out: the folder of the output; rows_of: the
    columns of tables whose rows are documents, too."""
    documents: Iterator[Document] = iter(())
    if inside.rest:
        table = readers(nlp.language.taxonomy, nlp.language.models.tagset, note)
        documents = read_documents(
            inputs, source, failures, table, leave_out, encoding, inside.paths
        )
    if inside.tables and rows_of:
        rows = row_documents(inside.tables, rows_of, nlp.language.code, failures.warn)
        documents = chain(documents, readable(rows, failures))
    return documents


@dataclass(frozen=True, slots=True)
class Run:
    """How files are written again: where to (None: standard output), key and digest of the settings
    (for the manifest), files never written over; strict, resume and dry_run as the options say;
    columns of the tables."""

    output: Path | str | None
    key: bytes
    settings: str
    originals: Files
    strict: bool = False
    resume: bool = False
    dry_run: bool = False
    columns: Columns | None = None


def rewrite_tables(
    tables: Sequence[Found],
    run: Run,
    work: Work,
    manifest: Manifest,
    summary: Summary,
    warn: Callable[[DataError], None],
) -> int:
    """Write each table again with new texts; how many were. What cannot be read is told, and its
    file not written."""
    if len(tables) > 1 and run.output is not None and folder_of(run.output) is None:
        raise MaskeraError(f"{run.output}: one file cannot hold several tables; give a folder")
    written = 0
    for found in tables:
        try:
            written += _rewrite_table(found, run, work, manifest, summary, warn)
        except GivenUpError as error:
            warn(DataError(f"{found.path}: {error}; not written"))
        except DataError as error:
            warn(error)
    return written


def _rewrite_table(
    found: Found,
    run: Run,
    work: Work,
    manifest: Manifest,
    summary: Summary,
    warn: Callable[[DataError], None],
) -> bool:
    kind = kind_of(found.path)
    assert kind is not None
    assert run.columns is not None
    folder = folder_of(run.output)
    target = folder / found.name if folder else Path(run.output) if run.output else None
    if target is None and not (kind.streamed or run.dry_run):
        raise MaskeraError(f"{found.path}: {kind.name} is written to a file; give --output")
    if target and suffix_of(target) != kind.suffix:
        raise MaskeraError(f"{target}: a table keeps its kind; end its name in {kind.suffix}")
    if target:
        spare(target, run.originals)
    digest = file_digest(found.path, run.key, run.columns)
    known = manifest.entries.get((found.name, kind.name))
    if run.resume and target and target.exists() and known and known.digest == digest:
        if known.settings != run.settings:
            raise MaskeraError(
                f"{folder}: has files made with other settings, which --resume would take for done; give another folder"
            )
        summary.take(known)
        return True
    table = kind.open(found.path, run.columns, warn)
    suffix = (target or Path(kind.suffix)).suffix
    opening = (
        nullcontext(lambda piece: None)
        if run.dry_run
        else opened(target)
        if target
        else nullcontext(binary_print)
    )
    with opening as write:
        counts = rewrite(table.chunks, table.write, work, suffix, write)
    for sentence in table.notes:
        note(f"{found.path}: {sentence}")
    manifest.add(counts.entry(found.name, digest, run.settings, kind.name))
    summary.take_table(str(found.path), counts, run.strict)
    return True
