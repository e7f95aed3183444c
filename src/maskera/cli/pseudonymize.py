"""`maskera pseudonymize`: replace, by policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import typer

from maskera import vault
from maskera.batch import settings_digest
from maskera.cli.configuration import said_there
from maskera.cli.in_place import rewrite_documents
from maskera.cli.inputs import (
    STREAM,
    Failures,
    protected,
    stderr,
    tell_secret,
    whereabouts,
)
from maskera.cli.kinds import Run, documents_of, rewrite_tables, sort_inputs, tell_unmarked
from maskera.cli.options import (
    AliasFile,
    BoundRisk,
    BoundSize,
    DryRun,
    Encoding,
    Format,
    From,
    Genre,
    GenreCodes,
    Inputs,
    KeepFailed,
    KeepHeader,
    KeyFile,
    LanguageCode,
    Mode,
    Models,
    Output,
    PolicyName,
    Recognizers,
    Resume,
    SchemeName,
    ScopeName,
    Selective,
    SkipGenres,
    Strict,
    TableIds,
    TableLeaks,
    TableText,
    WholeText,
)
from maskera.cli.progress import watched
from maskera.cli.reveal import REVEALED
from maskera.cli.settings import (
    FAILED,
    MASKS,
    STREAMED,
    check_scheme,
    pipeline_of,
    stated_bound,
    table_columns,
)
from maskera.cli.summary import Summary
from maskera.errors import DataError, MaskeraError
from maskera.formats import JOINERS, RENDERERS, SECRET_RENDERERS, SUFFIXES, rendered
from maskera.formats.manifest import Manifest, digest, entry
from maskera.formats.text import with_header
from maskera.io.output import (
    Apart,
    folder_of,
    identities,
    make_folder,
    note,
    place,
    spare,
    store,
    vacant,
    withdraw,
    write_document,
)
from maskera.io.workers import unbroken
from maskera.label import scheme as schemes
from maskera.lang.spoken import Misread
from maskera.pipeline import MODES
from maskera.processes import Here
from maskera.result import release
from maskera.risk.masking import SIZE
from maskera.tables.rewrite import on_cluster
from maskera.text import Document


def pseudonymize(
    context: typer.Context,
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
    check_scheme(scheme, format_name)
    columns = table_columns(text_column, id_column, leaks_column, encoding)
    if aliases and not key:
        raise MaskeraError(
            "--aliases needs --key: the mapping is encrypted with it (make one with `maskera key FILE`)"
        )
    if aliases and output and aliases.resolve() == Path(output).resolve():
        raise MaskeraError(f"{aliases}: --output and --aliases must be different files")
    nlp = pipeline_of(
        policy, language, mode, key, scope, genre, skip_genre, genre_codes, selective, models,
        stated_bound(bound, combination, whole_text), recognizers,
    )  # fmt: skip
    folder, secret = folder_of(output), format_name in SECRET_RENDERERS
    failures = Failures()
    inside = sort_inputs(
        inputs,
        folder,
        columns,
        source,
        failures.warn,
        keep_kind,
        not said_there(context, "text_column"),
    )
    originals = protected(inputs, key, source=source, leave_out=folder)
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
    summary, misread = Summary(note), Misread(nlp.language.code)
    files_read = bool(inputs) and inputs != [STREAM]
    manifest = Manifest(where if files_read else None)
    failed = where / FAILED if where and keep_failed else None
    rows_of = None if keep_kind else columns
    documents = documents_of(inputs, inside, nlp, failures, source, encoding, folder, rows_of)
    if resume and folder:
        documents = _undone(
            documents, manifest, summary, settings, nlp.key, format_name, folder, strict
        )
    records: list[vault.Record] = []
    apart = Apart()
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
                work = on_cluster(Here(nlp), strict)
                written += rewrite_tables(
                    inside.tables, again, work, manifest, summary, failures.warn
                )
            written += rewrite_documents(
                inside.in_place, again, nlp, Here(nlp), manifest, summary, failures.warn, failed
            )
        with opening as put:
            for document, mentions, left in nlp.judge_all(watched(documents)):
                try:
                    result = nlp.replace(document, mentions, left)
                    told = entry(result, nlp.key, settings, format_name, strict)
                    if scheme != schemes.OWN:
                        result = schemes.labelled(result, nlp.language.taxonomy, scheme)
                    if scheme != schemes.OWN and format_name == MASKS:
                        ((_, typed),) = nlp.typed_all([document], scheme)
                        result = schemes.masked(result, typed)
                    content = rendered(result, format_name, nlp.language.taxonomy, nlp.annotator)
                    if keep_header:
                        content = with_header(release(result))
                    withdrawn, other = False, apart(document.id)
                    if told.held and folder and put:
                        earlier = vacant(
                            folder, document.id, SUFFIXES[format_name], originals, other
                        )
                        withdrawn = withdraw(earlier)
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
                summary.take(told, whereabouts(failed, withdrawn))
                misread.take(document)
            if not written and (failures.count or summary.failed):  # an older file is not given up
                raise typer.Exit(1)
    finally:  # also of a run that is ended: what is out can be undone
        if aliases and records:
            with unbroken():
                vault.add(aliases, records, nlp.key)
        manifest.close()
        if files_read or dry_run:
            summary.tell()
            if warning := misread.told():
                note(warning)
    if secret:
        tell_secret(format_name)
    if keep_kind and not failures.count:
        tell_unmarked(inside)
    failures.count += summary.failed
    failures.leave()


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
