"""Documents that keep their kind and formatting: docx, odt, HTML, TEI."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from maskera.cli.kinds import Found, Run
from maskera.cli.summary import Summary
from maskera.errors import DataError, MaskeraError, cause
from maskera.formats.manifest import Entry, Manifest, digest, entry
from maskera.formats.office import IN_PLACE, Rewritten, in_place
from maskera.io.output import folder_of, note, opened, spare
from maskera.leaks.findings import findings
from maskera.pipeline import Pipeline
from maskera.result import LeakStatus, Result
from maskera.text import Document, Edit

NEAR_MISSES = frozenset("edit initials kin compound".split())
"""Ways to show an original that count in a text alone: names of styles and fields are such by
chance."""


def rewrite_documents(
    documents: Sequence[Found],
    run: Run,
    nlp: Pipeline,
    manifest: Manifest,
    summary: Summary,
    warn: Callable[[DataError], None],
    failed: Path | None = None,
) -> int:
    """Write each document again in its kind; how many were. failed: the folder for those that the
    leak check holds back."""
    if len(documents) > 1 and run.output is not None and folder_of(run.output) is None:
        raise MaskeraError(f"{run.output}: one file cannot hold several documents; give a folder")
    written = 0
    for found in documents:
        try:
            told = _rewrite(found, run, nlp, manifest, failed)
        except DataError as error:
            warn(error)
            continue
        manifest.add(told)
        summary.take(told, f"; in {failed}" if failed else "; not written")
        written += not told.held
    return written


def _rewrite(
    found: Found, run: Run, nlp: Pipeline, manifest: Manifest, failed: Path | None
) -> Entry:
    target = _target(found, run)
    try:
        content = found.path.read_bytes()
    except OSError as error:
        raise DataError(f"{found.path}: cannot be read ({cause(error)})") from None
    kind = in_place(found.path.name, content)
    source = IN_PLACE[kind](content, str(found.path))
    identifier = found.name.removesuffix(found.path.suffix)
    document = Document(identifier, source.text, nlp.language.code)
    known = manifest.entries.get((identifier, kind))
    if run.resume and known and known.digest == digest(document, nlp.key):
        if known.settings != run.settings:
            raise MaskeraError(
                f"{run.output}: has files made with other settings, which --resume would take for done; give another folder"
            )
        if known.held or (target and target.exists()):
            return known
    result = nlp(document)
    new = source.rewrite([Edit(one.mention.span, one.text) for one in result.replacements])
    result = _checked(result, new, nlp)
    told = msgspec.structs.replace(
        entry(result, nlp.key, run.settings, "text", run.strict), format=kind
    )
    for sentence in new.notes:
        note(f"{found.path}: {sentence}")
    if told.held:
        target = failed / found.name if failed else None
    if target and not run.dry_run:
        with opened(target, secret=told.held or result.holds_originals) as write:
            write(new.content)
    return told


def _target(found: Found, run: Run) -> Path | None:
    folder = folder_of(run.output)
    target = folder / found.name if folder else Path(run.output) if run.output else None
    if target is None:
        if not run.dry_run:
            raise MaskeraError(
                f"{found.path}: a document in place is written to a file; give --output, or -f text"
            )
        return None
    if target.suffix.lower() != found.path.suffix.lower():
        raise MaskeraError(
            f"{target}: a document keeps its kind; end its name in {found.path.suffix}, or give -f"
        )
    spare(target, run.originals)
    return target


def _checked(result: Result, new: Rewritten, nlp: Pipeline) -> Result:
    """The result, FAIL where what leaves beside the text shows an original of it."""
    if result.leaks is LeakStatus.UNCHANGED:
        return result
    beside = "\n".join(dict.fromkeys(value for value in new.beside if value.strip()))
    hidden = [one for one in result.replacements if one.hidden]
    found = findings(beside, result.document, hidden, nlp.language, ())
    shown = any(not one.weak and one.how not in NEAR_MISSES for one in found)
    return replace(result, leaks=LeakStatus.FAIL) if shown else result
