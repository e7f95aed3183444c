"""The command line: it parses, calls and prints. Exit codes: 0 done, 1 some documents failed (named
on standard error), 2 wrong use.

Longer than 400 lines because each command and its options stand beside what they call.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from maskera import __version__, vault
from maskera.batch import Job, run, settings_digest, shard_of
from maskera.cli.in_place import rewrite_documents
from maskera.cli.kinds import Run, Sorted, rewrite_tables, row_documents, sort_inputs
from maskera.cli.lazy import Commands
from maskera.cli.listing import labels, policies
from maskera.cli.options import (
    AliasFile,
    BoundRisk,
    BoundSize,
    DryRun,
    Encoding,
    Format,
    FoundFormat,
    From,
    Genre,
    GenreCodes,
    Inputs,
    KeepFailed,
    KeepHeader,
    KeyFile,
    LabelMap,
    LanguageCode,
    Mode,
    Models,
    Offsets,
    Output,
    PolicyName,
    Recognizers,
    Resume,
    SchemeName,
    Scope,
    ScopeName,
    Selective,
    SkipGenres,
    Strict,
    TableIds,
    TableLeaks,
    TableText,
    Threshold,
    WholeText,
)
from maskera.cli.summary import Summary
from maskera.errors import DataError, MaskeraError, WorkerError, cause
from maskera.formats import (
    FORMATS,
    FOUND_RENDERERS,
    JOINERS,
    READERS,
    RENDERERS,
    SECRET_RENDERERS,
    SUFFIXES,
    Reader,
    readers,
    rendered,
)
from maskera.formats import label_map as label_maps
from maskera.formats.inputs import BY_SUFFIX, files, read_all, read_stream
from maskera.formats.jsonl import render_explained, with_utf16
from maskera.formats.manifest import Entry, Manifest, digest, entry
from maskera.formats.text import read_whole, split_header, with_header
from maskera.genre import read_codes
from maskera.io import encodings
from maskera.io.output import (
    Files,
    folder_of,
    identities,
    make_folder,
    note,
    place,
    spare,
    store,
    vacant,
    write_document,
)
from maskera.io.workers import end_tidily, unbroken
from maskera.label import scheme as schemes
from maskera.mentions import Mention
from maskera.pipeline import MODES, Pipeline, load
from maskera.result import release
from maskera.risk.choice import Bound
from maskera.risk.masking import SIZE
from maskera.tables import Columns
from maskera.tables.rewrite import workers as table_workers
from maskera.text import Document

app = typer.Typer(
    name="maskera",
    cls=Commands,
    help="Find, label and replace personal information in text, first of all in Swedish learner essays.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
STREAM = Path("-")
FAILED = "failed"  # folder of the output for what is held back
REVEALED = ("text", "jsonl-release")  # what reveal reads
MASKS = "tab"  # a format of spans without text, in which all that was found is hidden
TYPED_FORMATS = ("jsonl", MASKS)  # what can write the types of a coarser scheme
STREAMED = ("jsonl", "jsonl-release")  # one document a line: written as they come


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


class Failures:
    """What went wrong with single documents: told at once, counted for the exit code."""

    def __init__(self) -> None:
        self.count = 0

    def warn(self, error: MaskeraError | str) -> None:
        """Name it on standard error."""
        self.count += 1
        stderr.print(f"maskera: {error}", markup=False)

    def leave(self) -> None:
        """Exit 1 if anything failed."""
        if self.count:
            raise typer.Exit(1)

    def leave_unless(self, written: int) -> None:
        """The same while the output is open, if all failed: an older one is not given up for
        nothing."""
        if not written:
            self.leave()


def _documents(
    inputs: list[Path] | None,
    source: str,
    failures: Failures,
    table: Mapping[str, Reader],
    leave_out: Path | None = None,
    encoding: str = "",
    pass_over: Collection[Path] = (),
) -> Iterator[Document]:
    """The documents of the inputs, but a folder and files within them; what cannot be read is told
    and left out."""
    if source and source not in table:
        raise MaskeraError(f"no format {source!r} to read; there are {', '.join(sorted(table))}")
    name = encodings.known(encoding) if encoding else ""
    decode = partial(encodings.unicode, encoding=name, warn=note)
    if not inputs or inputs == [STREAM]:
        if sys.stdin is None:  # it was closed before the start
            raise MaskeraError("standard input: cannot be read (it is closed)")
        return _readable(read_stream(sys.stdin.buffer.read(), table, source, decode), failures)
    if STREAM in inputs:
        raise MaskeraError("- is standard input, which is read alone; give it or files, not both")
    items = read_all(
        inputs, table, source, leave_out, warn=note, decode=decode, pass_over=pass_over
    )
    return _readable(items, failures)


def _readable(items: Iterable[Document | DataError], failures: Failures) -> Iterator[Document]:
    for item in items:
        if isinstance(item, DataError):
            failures.warn(item)
        else:
            yield item


def _originals(
    inputs: list[Path] | None, *others: Path | None, source: str, leave_out: Path | None = None
) -> Files:
    """What is read, and so must not be written over: the files of the inputs, the one behind
    standard input, and others (a key)."""
    found: list[Path | int] = [path for path in others if path]
    for path in inputs or ():
        found += [
            file
            for file in files(path, leave_out, None if source else BY_SUFFIX)
            if isinstance(file, Path)
        ]
    with suppress(
        OSError, AttributeError
    ):  # AttributeError: it was closed before the start, and is None
        found.append(sys.stdin.fileno())
    return identities(found)


def _watched(documents: Iterator[Document]) -> Iterator[Document]:
    """The documents, with a progress line on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from documents
        return
    columns = (SpinnerColumn(), TextColumn("{task.completed} documents"), TimeElapsedColumn())
    with Progress(*columns, console=stderr, transient=True) as progress:
        task = progress.add_task("", total=None)
        for document in documents:
            yield document
            progress.advance(task)


def _pipeline(
    policy: str,
    language: str,
    mode: str,
    key: Path | None,
    scope: Scope | None,
    genre: str,
    skip: str,
    codes: Path | None,
    selective: bool | None,
    models: Path | None,
    bound: Bound | None = None,
    recognizers: Path | None = None,
) -> Pipeline:
    nlp = load(
        language, policy, mode=mode, key=vault.read_key(key) if key else None, scope=scope.value if scope else None, genre=genre,
        skip_genres=[name.strip() for name in skip.split(",") if name.strip()], selective=selective, models=models, bound=bound,
        recognizers=recognizers or (),
    )  # fmt: skip
    if not codes:
        return nlp
    texts = replace(nlp.language.texts, genre_codes=read_codes(codes, nlp.language))
    return replace(nlp, language=replace(nlp.language, texts=texts))


@app.command()
def detect(
    inputs: Inputs = None, output: Output = None, format_name: FoundFormat = "jsonl",
    source: From = "", encoding: Encoding = "",
    policy: PolicyName = "swell", language: LanguageCode = "sv", genre: Genre = "", skip_genre: SkipGenres = "",
    genre_codes: GenreCodes = None, mode: Mode = MODES[-1], models: Models = None, threshold: Threshold = None,
    label_map: LabelMap = None, scheme: SchemeName = schemes.OWN, offsets: Offsets = "points",
    recognizers: Recognizers = None,
    why: Annotated[bool, typer.Option("--why", help="Show what was excluded, too, by which rule and why.")] = False,
) -> None:  # fmt: skip
    """Find and label personal information: one JSON object a document, with the reasons for each
    mention; or a file for an annotation tool, to correct there.

    Example: [bold]maskera detect essays/ -o found.jsonl[/bold]
    """
    if format_name not in FOUND_RENDERERS:
        raise MaskeraError(
            f"detect writes {', '.join(sorted(FOUND_RENDERERS))}, not {format_name!r}"
        )
    if why and (format_name != "jsonl" or label_map or scheme != schemes.OWN):
        raise MaskeraError(
            "--why shows exclusions in jsonl alone, without --label-map and --scheme"
        )
    render = FOUND_RENDERERS[format_name]
    if label_map:
        render = label_maps.writing(render, label_maps.read(label_map))
    _check_scheme(scheme)
    nlp = _pipeline(
        policy,
        language,
        mode,
        None,
        None,
        genre,
        skip_genre,
        genre_codes,
        None,
        models,
        recognizers=recognizers,
    )
    if offsets not in ("points", "utf16"):
        raise MaskeraError(f"--offsets {offsets}: there are points, utf16")
    if offsets == "utf16" and format_name != "jsonl":
        raise MaskeraError(
            f"--offsets utf16 is for jsonl; {format_name} has the offsets of its tool"
        )
    if threshold is not None:
        nlp = replace(nlp, policy=replace(nlp.policy, threshold=threshold, thresholds={}))
    failures, folder = Failures(), folder_of(output)
    documents = _documents(
        inputs,
        source,
        failures,
        readers(nlp.language.models.tagset, note),
        folder,
        encoding,
    )
    written, utf16 = 0, offsets == "utf16"
    form = FORMATS[format_name]
    with store(
        output,
        form.suffix,
        form.join,
        format_name in STREAMED,
        _originals(inputs, source=source, leave_out=folder),
        secret=True,
    ) as put:
        if why:
            for document, mentions, exclusions in nlp.explain_all(_watched(documents)):
                content = render_explained(document, mentions, exclusions)
                put(document.id, with_utf16(content, document.text) if utf16 else content)
                written += 1
        for document, mentions in () if why else _detected(nlp, _watched(documents), scheme):
            content = render(document, mentions)
            put(document.id, with_utf16(content, document.text) if utf16 else content)
            written += 1
        failures.leave_unless(written)
    if output:
        _tell_secret(format_name)
    failures.leave()


def _detected(
    nlp: Pipeline, documents: Iterable[Document], scheme: str
) -> Iterator[tuple[Document, list[Mention]]]:
    return nlp.detect_all(documents) if scheme == schemes.OWN else nlp.typed_all(documents, scheme)


def _check_scheme(scheme: str, format_name: str = "") -> None:
    """Raises MaskeraError for an unknown scheme, and for a format that cannot write its types."""
    if scheme not in schemes.NAMES:
        raise MaskeraError(f"no scheme {scheme!r}; there is {', '.join(schemes.NAMES)}")
    if scheme != schemes.OWN and format_name not in ("", *TYPED_FORMATS):
        raise MaskeraError(
            f"--scheme {scheme} is for {' and '.join(TYPED_FORMATS)}, not {format_name}"
        )


@app.command()
def pseudonymize(
    inputs: Inputs = None, output: Output = None, format_name: Format = "", source: From = "", encoding: Encoding = "",
    policy: PolicyName = "swell",
    language: LanguageCode = "sv", key: KeyFile = None, scope: ScopeName = None, genre: Genre = "", skip_genre: SkipGenres = "",
    genre_codes: GenreCodes = None, selective: Selective = None, mode: Mode = MODES[-1], models: Models = None, aliases: AliasFile = None,
    strict: Strict = False, keep_failed: KeepFailed = False, dry_run: DryRun = False,
    keep_header: KeepHeader = False, resume: Resume = False,
    bound: BoundRisk = None, combination: BoundSize = SIZE, whole_text: WholeText = False, scheme: SchemeName = schemes.OWN,
    recognizers: Recognizers = None,
    text_column: TableText = None, id_column: TableIds = None, leaks_column: TableLeaks = None,
) -> None:  # fmt: skip
    """Replace personal information, by policy; write the new texts.

    Example: [bold]maskera pseudonymize essays/ -o out/ --policy swell --key my.key[/bold]
    """
    keep_kind, format_name = not format_name, format_name or "text"
    if format_name not in RENDERERS and format_name not in SECRET_RENDERERS:
        raise MaskeraError(
            f"no format {format_name!r}; there are {', '.join(sorted([*RENDERERS, *SECRET_RENDERERS]))}"
        )
    _check_scheme(scheme, format_name)
    columns = _columns(text_column, id_column, leaks_column)
    if aliases and not key:
        raise MaskeraError(
            "--aliases needs --key: the mapping is encrypted with it (make one with `maskera key FILE`)"
        )
    if aliases and output and aliases.resolve() == Path(output).resolve():
        raise MaskeraError(f"{aliases}: --output and --aliases must be different files")
    nlp = _pipeline(
        policy, language, mode, key, scope, genre, skip_genre, genre_codes, selective, models,
        _bound(bound, combination, whole_text), recognizers,
    )  # fmt: skip
    folder, secret = folder_of(output), format_name in SECRET_RENDERERS
    failures = Failures()
    inside = sort_inputs(inputs, folder, columns, source, failures.warn, keep_kind)
    originals = _originals(inputs, key, source=source, leave_out=folder)
    originals |= identities(inside.paths)
    if (inside.tables or inside.in_place) and aliases and keep_kind:
        raise MaskeraError("--aliases cannot undo tables and documents in place; give -f text, too")
    if aliases:
        spare(aliases, originals)
        vault.held(aliases, nlp.key)
        originals |= identities([aliases])
        if format_name not in REVEALED:
            stderr.print(
                f"maskera: reveal reads {' and '.join(REVEALED)}; what is written as {format_name} it cannot undo",
                markup=False,
            )
    if keep_header and format_name != "text":
        raise MaskeraError("--keep-header is for text; the other formats show metadata anyway")
    where = None if dry_run or output is None else folder or Path(output).parent
    if keep_failed and not where:
        raise MaskeraError("--keep-failed needs an output: a folder, or a file")
    if resume and not (key and folder):
        raise MaskeraError("--resume needs --key and a folder as --output")
    settings = settings_digest(
        {
            "language": language,
            "policy": nlp.policy,
            "mode": mode,
            "scope": nlp.scope,
            "genre": genre,
            "skip_genres": sorted(nlp.skip_genres),
            "selective": selective,
            "key": nlp.key,
            "header": keep_header,
            "models": str(models or ""),
            "bound": bound and [bound, combination, whole_text],
            "codes": sorted(nlp.language.texts.genre_codes.items()),
        }
    )
    summary = Summary(note)
    files_read = bool(inputs) and inputs != [STREAM]
    manifest = Manifest(where if files_read else None)
    failed = where / FAILED if where and keep_failed else None
    documents: Iterable[Document] = ()
    if inside.rest:
        documents = _documents(
            inputs,
            source,
            failures,
            readers(nlp.language.models.tagset, note),
            folder,
            encoding,
            inside.paths,
        )
    if inside.tables and columns and not keep_kind:
        rows = row_documents(inside.tables, columns, language, failures.warn)
        documents = chain(documents, _readable(rows, failures))
    documents = iter(documents)
    if resume and folder:
        documents = _undone(
            documents, manifest, summary, settings, nlp.key, format_name, folder, strict
        )
    records: list[vault.Record] = []
    written = 0
    opening = (
        nullcontext(None)
        if dry_run or (keep_kind and not inside.rest)
        else store(
            output,
            SUFFIXES[format_name],
            JOINERS.get(format_name),
            format_name in STREAMED,
            originals,
            secret,
        )
    )
    try:
        if keep_kind and inside.paths:
            if where and not dry_run:
                make_folder(where)
            again = Run(output, nlp.key, settings, originals, strict, resume, dry_run)
            if inside.tables and columns:
                again = replace(again, columns=columns)
                with table_workers(nlp, {}, 1, strict) as work:
                    written += rewrite_tables(
                        inside.tables, again, work, manifest, summary, failures.warn
                    )
            written += rewrite_documents(
                inside.in_place, again, nlp, manifest, summary, failures.warn, failed
            )
        with opening as put:
            for document, mentions in nlp.detect_all(_watched(documents)):
                try:
                    result = nlp.replace(document, mentions)
                    told = entry(result, nlp.key, settings, format_name, strict)
                    if scheme != schemes.OWN:
                        result = schemes.labelled(result, nlp.language.taxonomy, scheme)
                    if scheme != schemes.OWN and format_name == MASKS:
                        ((_, typed),) = nlp.typed_all([document], scheme)
                        result = schemes.masked(result, typed)
                    content = rendered(result, format_name, nlp.annotator)
                    if keep_header:
                        content = with_header(release(result))
                    if told.held and failed:
                        path = vacant(failed, document.id, SUFFIXES[format_name], originals)
                        write_document(path, content, secret=True)
                    elif put and not told.held:
                        if aliases:  # before the text is out, which may be the last thing done
                            records.append(vault.record(result))
                        put(document.id, content, result.holds_originals)
                except DataError as error:
                    failures.warn(error)
                    del records[written:]
                    continue
                written += not told.held
                manifest.add(told)
                summary.take(told, _where(failed))
            if not written and (failures.count or summary.failed):  # an older file is not given up
                raise typer.Exit(1)
    finally:  # also of a run that is ended: what is out can be undone
        if aliases and records:
            with unbroken():
                vault.add(aliases, records, nlp.key)
        manifest.close()
        if files_read or dry_run:
            summary.tell()
    _tell_secret(format_name)
    failures.count += summary.failed
    failures.leave()


def _columns(text: str | None, identifier: str | None, leaks: str | None) -> Columns | None:
    if text is None:
        if identifier is not None or leaks is not None:
            raise MaskeraError("--id-column and --leaks-column need --text-column")
        return None
    if text in (identifier, leaks) or (leaks is not None and leaks == identifier):
        raise MaskeraError(
            "--text-column, --id-column and --leaks-column must be different columns"
        )
    return Columns(text, identifier, leaks)


def _bound(risk: float | None, size: int, whole: bool) -> Bound | None:
    """The bound that was asked for, told for the record of the run."""
    if risk is None:
        return None
    bound = Bound(risk, size, whole)
    kept = "all kept entities" if whole else f"up to {size} kept entities"
    stderr.print(
        f"maskera: bound {risk:g} on {kept} ({bound.bits:.2f} bits), by the model of risk",
        markup=False,
    )
    return bound


def _where(failed: Path | None) -> str:
    """What became of a document that was held back."""
    return f"; in {failed}" if failed else "; not written"


def _undone(
    documents: Iterable[Document],
    manifest: Manifest,
    summary: Summary,
    settings: str,
    key: bytes,
    format_name: str,
    folder: Path,
    strict: bool,
) -> Iterator[Document]:
    """The documents that the manifest does not have as they are now; of the others it is told again
    what became of them. Raises MaskeraError where it was made with other settings."""
    for document in documents:
        known = manifest.entries.get((document.id, format_name))
        if known is not None and known.settings != settings:
            raise MaskeraError(
                f"{folder}: has files made with other settings, which --resume would take for done; give another folder"
            )
        if (
            known is not None
            and known.digest == digest(document, key)
            and (known.held or place(folder, document.id, SUFFIXES[format_name]).exists())
            and (known.held or not strict or known.verdict != "REVIEW")
        ):
            summary.take(known, "; not written")
        else:
            yield document


def _tell_secret(format_name: str) -> None:
    if format_name in SECRET_RENDERERS:
        stderr.print(
            f"maskera: {format_name} holds the originals too: a secret, not to be shared",
            markup=False,
        )


@app.command()
def batch(
    inputs: Inputs = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the new texts.", readable=False)] = Path("out"),
    format_name: Format = "", source: From = "", encoding: Encoding = "",
    policy: PolicyName = "swell", language: LanguageCode = "sv", key: KeyFile = None,
    scope: ScopeName = None, genre: Genre = "", skip_genre: SkipGenres = "", selective: Selective = None, mode: Mode = MODES[-1],
    bound: BoundRisk = None, combination: BoundSize = SIZE, whole_text: WholeText = False,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes.")] = 2,
    resume: Annotated[bool, typer.Option("--resume", help="Leave out documents whose file is there; same settings only.")] = False,
    shard: Annotated[str, typer.Option("--shard", help="This machine's share, as 2/5.")] = "1/1",
    strict: Strict = False, keep_failed: KeepFailed = False,
    recognizers: Recognizers = None,
    text_column: TableText = None, id_column: TableIds = None, leaks_column: TableLeaks = None,
) -> None:  # fmt: skip
    """Pseudonymize many documents with several processes, a file a document; can be broken off and
    resumed, or shared by machines.

    Example: [bold]maskera batch corpus/ -o out/ --workers 4 --key my.key --resume[/bold]
    """
    part, slash, count = shard.partition("/")
    if not (slash and part.isdecimal() and count.isdecimal() and 1 <= int(part) <= int(count)):
        raise MaskeraError(f"--shard must look like 2/5 (part/total), not {shard!r}")
    if (resume or int(count) > 1) and not key:
        raise MaskeraError(
            "--resume and --shard need --key: without it every run draws other pseudonyms"
        )
    if output == STREAM:
        raise MaskeraError(
            "batch writes a file a document into a folder, not to standard output; give a folder"
        )
    keep_kind, format_name = not format_name, format_name or "text"
    columns = _columns(text_column, id_column, leaks_column)
    stated = _bound(bound, combination, whole_text)
    nlp = _pipeline(
        policy,
        language,
        mode,
        key,
        scope,
        genre,
        skip_genre,
        None,
        selective,
        None,
        stated,
        recognizers,
    )
    if format_name not in SUFFIXES:
        raise MaskeraError(f"no format {format_name!r}; there are {', '.join(sorted(SUFFIXES))}")
    settings = {
        "language": language, "policy": policy, "mode": mode, "key": nlp.key, "scope": nlp.scope, "genre": genre,
        "skip_genres": sorted(nlp.skip_genres), "selective": selective, "bound": stated,
        "recognizers": str(recognizers.resolve()) if recognizers else (),
    }  # fmt: skip
    failures = Failures()
    inside = sort_inputs(inputs, output, columns, source, failures.warn, keep_kind)
    found: Iterable[Document] = ()
    if inside.rest:
        known = readers(nlp.language.models.tagset, note)
        found = _documents(inputs, source, failures, known, output, encoding, inside.paths)
    if inside.tables and columns and not keep_kind:
        rows = row_documents(inside.tables, columns, language, failures.warn)
        found = chain(found, _readable(rows, failures))
    documents = _watched(iter(found))
    failed = output / FAILED if keep_failed else None
    job, originals = (
        Job(settings, format_name, output, strict, failed),
        _originals(inputs, key, source=source, leave_out=output) | identities(inside.paths),
    )
    summary = Summary(note)
    share = (int(part) - 1, int(count))
    try:
        if keep_kind and inside.paths:
            rewriting = Run(output, nlp.key, settings_digest(settings), originals, strict, resume)
            rewriting = replace(rewriting, columns=columns)
            _batch_in_kind(
                inside, rewriting, nlp, settings, workers, share, summary, failures, failed
            )

        def again(known: Entry) -> None:
            summary.take(known, "; not written")

        for outcome in run(job, documents, workers, share, resume, originals, again):
            if outcome.problem:
                failures.warn(outcome.problem)
            if outcome.entry:
                summary.take(outcome.entry, _where(failed))
    except WorkerError as error:
        failures.warn(error)
    summary.tell()
    _tell_secret(format_name)
    failures.count += summary.failed
    failures.leave()


def _batch_in_kind(
    inside: Sorted,
    rewriting: Run,
    nlp: Pipeline,
    settings: Mapping[str, Any],
    workers: int,
    share: tuple[int, int],
    summary: Summary,
    failures: Failures,
    failed: Path | None,
) -> None:
    """The tables and documents in place of this machine's share; tables with so many processes."""
    number, count = share
    folder = Path(rewriting.output or "out")
    make_folder(folder)
    manifest = Manifest(folder, share)
    tables, documents = (
        [found for found in several if shard_of(found.name, count) == number]
        for several in (inside.tables if rewriting.columns else (), inside.in_place)
    )
    try:
        if tables:
            with table_workers(nlp, settings, workers, rewriting.strict) as work:
                rewrite_tables(tables, rewriting, work, manifest, summary, failures.warn)
        rewrite_documents(documents, rewriting, nlp, manifest, summary, failures.warn, failed)
    finally:
        manifest.close()


app.command()(policies)
app.command()(labels)


@app.command()
def key(
    file: Annotated[
        Path, typer.Argument(help="Where to write it; must not exist.", readable=False)
    ],
) -> None:
    """Make a key file: 32 random bytes, readable by you alone."""
    vault.create_key(file)
    stderr.print(
        f"maskera: key written to {file}; whoever has it can undo pseudonyms, and without it nobody can",
        markup=False,
    )


@app.command()
def reveal(
    aliases: Annotated[Path, typer.Option("--aliases", help="The mapping.", show_default=False, readable=False)],
    key: Annotated[Path, typer.Option("--key", help="The key it was encrypted with.", show_default=False, readable=False)],
    inputs: Annotated[list[Path] | None, typer.Argument(
        help="Released texts (.txt, .jsonl as of jsonl-release) and folders; none or - reads standard input.",
        show_default=False, readable=False)] = None,
    output: Output = None,
    source: Annotated[str, typer.Option("--from", help="How to read, where no suffix tells: text, jsonl.", show_default=False)] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why; goes into the log.", show_default=False)] = "",
) -> None:  # fmt: skip
    """Undo a pseudonymization: give back the originals of released texts. Logged beside the
    mapping, in FILE.log.

    Example: [bold]maskera reveal out/essay1.txt --aliases mapping.vault --key my.key --reason "the
    writer asked"[/bold]
    """
    records = vault.by_release(vault.read(aliases, vault.read_key(key)))
    failures = Failures()
    written, folder = 0, folder_of(output)
    with store(
        output,
        SUFFIXES["text"],
        inputs=_originals(inputs, key, aliases, source=source, leave_out=folder),
        secret=True,
    ) as put:
        for document in _documents(
            inputs, source, failures, {"text": read_whole, "jsonl": READERS["jsonl"]}, folder
        ):
            try:
                record, released = _record(document, records)
                original = vault.reveal(released, record)
                vault.log_reveal(aliases, record.id, reason)
                put(document.id, original)
                written += 1
            except DataError as error:
                failures.warn(error)
        failures.leave_unless(written)
    if output:
        stderr.print(
            "maskera: what is revealed is the original: a secret, not to be shared", markup=False
        )
    failures.leave()


def _record(
    document: Document, records: Mapping[bytes, Sequence[vault.Record]]
) -> tuple[vault.Record, str]:
    """The record of a released text and that text, without the header of --keep-header."""
    try:
        return vault.matching(document.id, document.text, records), document.text
    except DataError:
        meta, text = split_header(document.text)
        if not meta:
            raise
        return vault.matching(document.id, text, records), text


def main() -> None:
    """Run the command line."""
    end_tidily()
    try:
        app()
    except MaskeraError as error:
        stderr.print(f"maskera: {error}", markup=False)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:  # of the streams: a file that fails is named where it is opened
        stderr.print(f"maskera: reading or writing failed ({cause(error)})", markup=False)
        sys.exit(2)
    except Exception as error:  # a fault of ours: its message could quote the essay, so only its kind and place are told
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        stderr.print(
            f"maskera: internal error: {type(error).__name__} at {where}; please report it",
            markup=False,
        )
        sys.exit(1)
