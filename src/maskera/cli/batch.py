"""`maskera batch`: many documents with several processes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from maskera.batch import Cluster, Job, run, settings_digest, shard_of
from maskera.cli.configuration import said_there
from maskera.cli.in_place import rewrite_documents
from maskera.cli.inputs import (
    STREAM,
    Failures,
    protected,
    tell_secret,
    whereabouts,
)
from maskera.cli.kinds import (
    Run,
    Sorted,
    documents_of,
    rewrite_tables,
    sort_inputs,
    tell_unmarked,
)
from maskera.cli.options import (
    BoundRisk,
    BoundSize,
    Encoding,
    Format,
    From,
    Genre,
    Inputs,
    KeepFailed,
    KeyFile,
    LanguageCode,
    Mode,
    PolicyName,
    Recognizers,
    Scheduler,
    ScopeName,
    Selective,
    SkipGenres,
    Strict,
    TableIds,
    TableLeaks,
    TableText,
    WholeText,
)
from maskera.cli.progress import all_rows, document_count, watched, watching
from maskera.cli.settings import FAILED, pipeline_of, stated_bound, table_columns
from maskera.cli.summary import Summary
from maskera.errors import MaskeraError, WorkerError
from maskera.formats import SECRET_RENDERERS, SUFFIXES
from maskera.formats.manifest import Entry, Manifest
from maskera.io.output import identities, make_folder, note
from maskera.pipeline import MODES, Pipeline
from maskera.processes import processes
from maskera.risk.masking import SIZE
from maskera.tables.rewrite import on_cluster, told_work


def batch(
    context: typer.Context,
    inputs: Inputs = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the new texts.", readable=False)] = Path("out"),
    format_name: Format = "", source: From = "", encoding: Encoding = "",
    policy: PolicyName = "swell", language: LanguageCode = "sv", key: KeyFile = None,
    scope: ScopeName = None, genre: Genre = "", skip_genre: SkipGenres = "", selective: Selective = None, mode: Mode = MODES[-1],
    bound: BoundRisk = None, combination: BoundSize = SIZE, whole_text: WholeText = False,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes.")] = 2,
    scheduler: Scheduler = "",
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
    if scheduler and not key:
        raise MaskeraError("--scheduler needs --key: each worker reads it from its file")
    if scheduler:
        from maskera import distributed  # here: every command would start later for it

        if warning := distributed.check(scheduler):
            note(warning)
    if output == STREAM:
        raise MaskeraError(
            "batch writes a file a document into a folder, not to standard output; give a folder"
        )
    keep_kind, format_name = not format_name, format_name or "text"
    columns = table_columns(text_column, id_column, leaks_column, encoding)
    stated = stated_bound(bound, combination, whole_text)
    nlp = pipeline_of(
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
    inside = sort_inputs(
        inputs,
        output,
        columns,
        source,
        failures.warn,
        keep_kind,
        not said_there(context, "text_column"),
    )
    rows_of = None if keep_kind else columns
    found = documents_of(inputs, inside, nlp, failures, source, encoding, output, rows_of)
    documents = watched(found, lambda: document_count(inside.others))
    failed = output / FAILED if keep_failed else None
    job, originals = (
        Job(settings, format_name, output, strict, failed),
        protected(inputs, key, source=source, leave_out=output) | identities(inside.paths),
    )
    summary = Summary(note)
    share = (int(part) - 1, int(count))
    opening: AbstractContextManager[int | Cluster] = nullcontext(workers)
    if scheduler and key:
        opening = distributed.connected(scheduler, workers, settings, key)

    def again(known: Entry) -> None:
        summary.take(known, "; not written")

    try:
        with opening as engine:
            if keep_kind and inside.paths:
                digest = settings_digest(settings)
                rewriting = Run(output, nlp.key, digest, originals, strict, resume, columns=columns)
                _batch_in_kind(
                    inside, rewriting, nlp, settings, engine, share, summary, failures, failed
                )
            for outcome in run(job, documents, engine, share, resume, originals, again):
                if outcome.problem:
                    failures.warn(outcome.problem)
                if outcome.entry:
                    summary.take(outcome.entry, whereabouts(failed))
    except WorkerError as error:
        failures.warn(error)
    summary.tell()
    if format_name in SECRET_RENDERERS:
        tell_secret(format_name)
    if keep_kind and not failures.count:
        tell_unmarked(inside)
    failures.count += summary.failed
    failures.leave()


def _batch_in_kind(
    inside: Sorted,
    rewriting: Run,
    nlp: Pipeline,
    settings: Mapping[str, Any],
    engine: int | Cluster,
    share: tuple[int, int],
    summary: Summary,
    failures: Failures,
    failed: Path | None,
) -> None:
    """The tables and documents in place of this machine's share, with so many processes, or on a
    cluster."""
    number, count = share
    folder = Path(rewriting.output or "out")
    make_folder(folder)
    manifest = Manifest(folder, share)
    tables, documents = (
        [found for found in several if shard_of(found.name, count) == number]
        for several in (inside.tables if rewriting.columns else (), inside.in_place)
    )
    try:
        many = tables or len(documents) > 1
        opening = (
            processes(nlp, settings, engine if many else 1)
            if isinstance(engine, int)
            else nullcontext(engine)
        )
        with opening as cluster:
            if tables:
                rows = partial(all_rows, [found.path for found in tables])
                with watching(rows) as advance:
                    told = partial(told_work, on_cluster(cluster, rewriting.strict), advance)
                    rewrite_tables(tables, rewriting, told, manifest, summary, failures.warn)
            rewrite_documents(
                documents, rewriting, nlp, cluster, manifest, summary, failures.warn, failed
            )
    finally:
        manifest.close()
