"""Documents that keep their kind and formatting: docx, odt, HTML, TEI."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import msgspec

from maskera.batch import GIVEN_UP, Cluster
from maskera.cli.kinds import Found, Run
from maskera.cli.summary import Summary
from maskera.errors import DataError, MaskeraError, cause
from maskera.formats.manifest import Entry, Manifest, digest, entry
from maskera.formats.office import IN_PLACE, InPlace, Rewritten, in_place
from maskera.io.output import folder_of, note, opened, spare, withdraw
from maskera.leaks.findings import findings
from maskera.leaks.ids import words_apart
from maskera.pipeline import Pipeline
from maskera.result import LeakStatus, Result
from maskera.text import Document, Edit

NEAR_MISSES = frozenset("edit initials kin compound".split())
"""Ways to show an original that count in a text alone: names of styles and fields are such by
chance."""


@dataclass(frozen=True, slots=True)
class Original:
    """A document to be written again: its id, kind and content; name: of its file, for messages."""

    id: str
    kind: str
    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """How they are: digest of the settings for the manifest; strict as the option says."""

    settings: str
    strict: bool


@dataclass(frozen=True, slots=True)
class Again:
    """A document written again: its content, what the user should know, its line of the manifest;
    secret: the file is its owner's alone. problem: what was wrong with it instead."""

    content: bytes = field(default=b"", repr=False)
    notes: tuple[str, ...] = ()
    entry: Entry | None = None
    secret: bool = False
    problem: str = ""


def rewrite_documents(
    documents: Sequence[Found],
    run: Run,
    nlp: Pipeline,
    engine: Cluster,
    manifest: Manifest,
    summary: Summary,
    warn: Callable[[DataError], None],
    failed: Path | None = None,
) -> int:
    """Write each document again in its kind; how many were. engine: the processes that work; files
    are read and written by this one. failed: the folder for those that the leak check holds back.
    """
    if len(documents) > 1 and run.output is not None and folder_of(run.output) is None:
        raise MaskeraError(f"{run.output}: one file cannot hold several documents; give a folder")
    told: list[Entry] = []
    given: deque[tuple[Found, Path | None]] = deque()

    def tell(one: Entry) -> None:
        told.append(one)
        manifest.add(one)
        summary.take(one, f"; in {failed}" if failed else "; not written")

    def originals() -> Iterator[Original]:
        for found in documents:
            try:
                target = _target(found, run)
                original = _read(found)
                known = _known(original, target, run, nlp, manifest)
            except DataError as error:
                warn(error)
                continue
            if known is None:
                given.append((found, target))
                yield original
            else:
                tell(known)

    work = partial(rewritten, Rewriting(run.settings, run.strict))
    for original, new in engine.each(work, originals()):
        found, target = given.popleft()
        if new is None or new.entry is None:
            problem = new.problem if new else f"{original.name}: {GIVEN_UP}"
            warn(DataError(problem))
            continue
        for sentence in new.notes:
            note(f"{found.path}: {sentence}")
        if new.entry.held:
            if target and not run.dry_run:
                withdraw(target)
            target = failed / found.name if failed else None
        if target and not run.dry_run:
            with opened(target, secret=new.secret) as write:
                write(new.content)
        tell(new.entry)
    return sum(not one.held for one in told)


def _read(found: Found) -> Original:
    try:
        content = found.path.read_bytes()
    except OSError as error:
        raise DataError(f"{found.path}: cannot be read ({cause(error)})") from None
    kind = in_place(found.path.name, content)
    return Original(found.name.removesuffix(found.path.suffix), kind, str(found.path), content)


def _known(
    original: Original, target: Path | None, run: Run, nlp: Pipeline, manifest: Manifest
) -> Entry | None:
    """The line of the manifest of a document that is done; None for one to do."""
    known = manifest.entries.get((original.id, original.kind))
    if not (run.resume and known):
        return None
    document, _ = _opened(original, nlp)
    if known.digest != digest(document, nlp.key):
        return None
    if known.settings != run.settings:
        raise MaskeraError(
            f"{run.output}: has files made with other settings, which --resume would take for done; give another folder"
        )
    return known if known.held or (target and target.exists()) else None


def _opened(original: Original, nlp: Pipeline) -> tuple[Document, InPlace]:
    source = IN_PLACE[original.kind](original.content, original.name)
    return Document(original.id, source.text, nlp.language.code), source


def rewritten(how: Rewriting, nlp: Pipeline, original: Original) -> Again:
    """A document with new text and what tells of people emptied, checked for leaks."""
    try:
        document, source = _opened(original, nlp)
        result = nlp(document)
        new = source.rewrite([Edit(one.mention.span, one.text) for one in result.replacements])
        result = _checked(result, new, nlp)
        told = entry(result, nlp.key, how.settings, "text", how.strict)
    except DataError as error:
        return Again(problem=str(error))
    told = msgspec.structs.replace(told, format=original.kind)
    return Again(new.content, new.notes, told, told.held or result.holds_originals)


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
    values = dict.fromkeys(value for value in new.beside if value.strip())
    beside = "\n".join((*values, *map(words_apart, values)))
    hidden = [one for one in result.replacements if one.hidden]
    found = findings(beside, result.document, hidden, nlp.language, ())
    shown = any(not one.weak and one.how not in NEAR_MISSES for one in found)
    return replace(result, leaks=LeakStatus.FAIL) if shown else result
