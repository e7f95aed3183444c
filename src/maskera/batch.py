"""Many documents: worker processes, a file a document, resuming where a run was broken off, shards
for several machines.

A file appears under its name only when it is whole, so what is there is done, if it was made with
the same settings, which a mark in the folder tells. Keyed pseudonyms need no shared state between
workers.
"""

from __future__ import annotations

import atexit
import hmac
import multiprocessing
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_bool
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, TypeVar

import msgspec

from maskera.collector import pass_by
from maskera.errors import DataError, MaskeraError, WorkerError, cause
from maskera.formats import SECRET_RENDERERS, SUFFIXES, rendered
from maskera.formats.manifest import Entry, Manifest, digest, entry
from maskera.io.batches import batches
from maskera.io.output import Apart, Files, make_folder, place, vacant, withdraw, write_document
from maskera.io.workers import one_thread_each, out_of_reach
from maskera.pipeline import Pipeline, load
from maskera.policy import load_policy
from maskera.text import Document

Part = TypeVar("Part")
Done = TypeVar("Done")

GIVEN_UP = "worker after worker ended over its batch (killed, or out of memory); not written"
AHEAD = 2  # batches a worker: one in work and one that waits for it
MARK = ".maskera-batch"  # in the folder: a line for each format and settings that its files were made with


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document: the file, or what was wrong with it; leaks, named: as in Result.

    entry: its line of the manifest.
    """

    id: str
    path: Path | None
    problem: str = ""
    leaks: str = ""
    named: bool = False
    entry: Entry | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Job:
    """How to work: the arguments of load(), the format, the folder.

    strict: what wants a look is held back as a leak is. failed: the folder for what is held back.
    """

    settings: dict[str, Any] = field(repr=False)  # the key is one of them
    format: str
    folder: Path
    strict: bool = False
    failed: Path | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A document that is made and not yet written, or what was wrong with it.

    secret: the file is its owner's alone.
    """

    id: str
    text: str = field(default="", repr=False)
    entry: Entry | None = None
    secret: bool = False
    problem: str = ""


class Cluster(Protocol):
    """Workers elsewhere (maskera.distributed)."""

    def each(
        self, work: Callable[[Pipeline, Part], Done], parts: Iterable[Part]
    ) -> Iterator[tuple[Part, Done | None]]:
        """What a function makes of each part, in order; None for a part over which workers ended
        again and again."""


def shard_of(identifier: str, count: int) -> int:
    """The shard of a document, from 0 to count - 1: the same on every machine, whatever else there
    is."""
    return zlib.crc32(identifier.encode("utf-8", "surrogatepass")) % count


def run(
    job: Job,
    documents: Iterable[Document],
    workers: int | Cluster,
    shard: tuple[int, int] = (0, 1),
    resume: bool = False,
    inputs: Files = frozenset(),
    tell: Callable[[Entry], None] = lambda known: None,
) -> Iterator[Outcome]:
    """Pseudonymize the documents of a shard (number, count) with so many processes, or on a
    cluster; the outcomes come as they are done, and are noted in the manifest of the folder.

    resume: leave out documents whose file is there, unless the manifest says that they were others
    then; what became of them is told again, to `tell`. inputs: files that are never written over.
    Raises MaskeraError where the folder cannot be written, a document's file is an input, or files
    to resume were made otherwise; WorkerError where a process ended before its work was done.
    """
    make_folder(job.folder)
    mark, own = vacant(job.folder, MARK, "", inputs), _line(job)
    if resume and any(
        SUFFIXES.get(line.partition(" ")[0]) == SUFFIXES[job.format]
        for line in _marked(mark) - {own}
    ):
        raise MaskeraError(
            f"{job.folder}: has files made with other settings, which --resume would take for done; give another folder"
        )
    wanted = (document for document in documents if shard_of(document.id, shard[1]) == shard[0])
    apart, others = Apart(), set[str]()

    def file_of(document: Document) -> Path:
        if apart(document.id):
            others.add(document.id)
        return vacant(job.folder, document.id, SUFFIXES[job.format], inputs, document.id in others)

    files = ((document, file_of(document)) for document in wanted)
    manifest = Manifest(job.folder, shard)
    key = job.settings.get("key") or b""

    def undone(document: Document, file: Path) -> bool:
        """Whether it is to be done; what the manifest has of another is told again."""
        if not resume:
            return True
        told = manifest.entries.get((document.id, job.format))
        if told is None or told.settings != settings_digest(job.settings):
            return not file.exists()
        if told.digest != digest(document, key) or not (told.held or file.exists()):
            return True
        if job.strict and not told.held and told.verdict == "REVIEW":
            return True
        tell(told)
        return False

    missing = (document for document, file in files if undone(document, file))
    try:
        for outcome in _done(job, batches(_marking(mark, own, missing)), others, workers):
            if outcome.entry is not None:
                manifest.add(outcome.entry)
            yield outcome
    finally:
        manifest.close()


def _done(
    job: Job, parts: Iterable[list[Document]], apart: Set[str], workers: int | Cluster
) -> Iterator[Outcome]:
    """apart: ids whose files need a digest; it grows as batches come."""
    if not isinstance(workers, int):
        yield from _on_cluster(job, parts, apart, workers)
        return
    if workers == 1:
        _start(job)
        for batch in parts:
            yield from _work(batch, apart)
        return
    yield from _in_processes(job, parts, apart, workers)


def _marking(mark: Path, own: str, documents: Iterable[Document]) -> Iterator[Document]:
    """The documents; before the first of them the mark is made, for a run that writes nothing
    changes nothing."""
    for number, document in enumerate(documents):
        if not number and own not in (lines := _marked(mark)):
            write_document(mark, "".join(f"{line}\n" for line in sorted({*lines, own})))
        yield document


def _marked(mark: Path) -> set[str]:
    try:
        return (
            set(mark.read_text(encoding="utf-8", errors="replace").splitlines())
            if mark.is_file()
            else set()
        )
    except OSError as error:
        raise MaskeraError(f"{mark}: cannot be read ({cause(error)})") from None


def _line(job: Job) -> str:
    """The format and a digest of the settings under the key, which gives neither of them away."""
    return f"{job.format} {settings_digest(job.settings)}"


def settings_digest(settings: Mapping[str, Any]) -> str:
    """A digest of settings under their key, which gives neither of them away."""
    policy = settings.get("policy", "swell")
    rules = replace(
        load_policy(policy) if isinstance(policy, str) else policy, source=""
    )  # whatever its file is called
    named = {**settings, "policy": rules, "key": None}
    if file := settings.get("recognizers"):
        named["recognizers"] = Path(file).read_text(encoding="utf-8-sig")
    content = msgspec.json.encode(named, enc_hook=str, order="deterministic")
    return hmac.digest(settings.get("key") or b"", content, "sha256").hex()


def _on_cluster(
    job: Job, parts: Iterable[list[Document]], apart: Set[str], cluster: Cluster
) -> Iterator[Outcome]:
    """What becomes of batches that a cluster makes; written here, for it may have other disks."""
    settings = settings_digest(job.settings)
    make = partial(made, settings, job.format, job.strict)
    for batch, done in cluster.each(make, parts):
        if done is None:
            for document in batch:
                yield Outcome(document.id, None, f"{document.id}: {GIVEN_UP}")
            continue
        for one in done:
            yield _written(one, job, apart)


def _in_processes(
    job: Job, batches: Iterable[list[Document]], apart: Set[str], workers: int
) -> Iterator[Outcome]:
    """What becomes of batches that several processes share. However it ends, no file is left half
    written, and the processes are gone."""
    context = multiprocessing.get_context(
        "spawn"
    )  # a forked child would inherit locks and half-written buffers
    stopped = context.RawValue(c_bool, False)  # without a lock, which a killed process could keep
    with out_of_reach():  # it starts a process that looks after the locks
        pool = ProcessPoolExecutor(workers, context, _start_process, (job, stopped))
    running: set[Future[list[Outcome]]] = set()
    try:
        for batch in batches:
            with one_thread_each(), out_of_reach():  # submit() starts the processes
                known = frozenset(document.id for document in batch) & apart
                running.add(pool.submit(_work, batch, known))
            if len(running) >= AHEAD * workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from _outcomes(done)
        yield from _outcomes(wait(running).done)
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process ended before its work was done (killed, or out of memory); the files that are there are whole, "
            "and --resume with the same --key does the others"
        ) from None
    finally:
        stopped.value = True
        pool.shutdown(cancel_futures=True)


def _outcomes(done: Iterable[Future[list[Outcome]]]) -> Iterator[Outcome]:
    for future in sorted(
        done, key=lambda future: future.exception() is not None
    ):  # what went well is told in any case
        yield from future.result()


class _Worker:
    """What a worker process keeps between batches."""

    nlp: Pipeline
    job: Job
    stopped = c_bool(False)
    settings = ""


def _start(job: Job) -> None:
    _Worker.job, _Worker.nlp = job, load(**job.settings)
    _Worker.settings = settings_digest(job.settings)


def _start_process(job: Job, stopped: c_bool) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    atexit.register(
        os._exit, 0
    )  # lists and models need not be taken apart, which takes a quarter of a second
    _Worker.stopped = stopped
    _start(job)
    pass_by()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)  # killed, it could tell nobody, and the process would wait for work for ever


def _work(documents: list[Document], apart: Set[str]) -> list[Outcome]:
    if _Worker.stopped.value:
        return []
    outcomes = []
    for one in _each_made(
        _Worker.settings, _Worker.job.format, _Worker.job.strict, _Worker.nlp, documents
    ):
        if _Worker.stopped.value:
            break
        outcomes.append(_written(one, _Worker.job, apart))
    return outcomes


def made(
    settings: str, format_name: str, strict: bool, nlp: Pipeline, documents: list[Document]
) -> list[Made]:
    """What becomes of a batch, before it is written. settings: their digest, for the manifest."""
    return list(_each_made(settings, format_name, strict, nlp, documents))


def _each_made(
    settings: str, format_name: str, strict: bool, nlp: Pipeline, documents: list[Document]
) -> Iterator[Made]:
    for document, mentions, left in nlp.judge_many(documents):
        try:
            result = nlp.replace(document, mentions, left)
            told = entry(result, nlp.key, settings, format_name, strict)
            secret = told.held or result.holds_originals or format_name in SECRET_RENDERERS
            text = rendered(result, format_name, nlp.language.taxonomy, nlp.annotator)
        except DataError as error:
            yield Made(document.id, problem=str(error))
        else:
            yield Made(document.id, text, told, secret)


def _written(one: Made, job: Job, apart: Set[str]) -> Outcome:
    """Write a document, unless it is held back."""
    told = one.entry
    if told is None:
        return Outcome(one.id, None, one.problem)
    folder = job.failed if told.held else job.folder
    path = folder and place(folder, one.id, SUFFIXES[job.format], one.id in apart)
    try:
        if told.held:
            withdraw(place(job.folder, one.id, SUFFIXES[job.format], one.id in apart))
        if path:
            write_document(path, one.text, one.secret)
    except DataError as error:
        return Outcome(one.id, None, str(error))
    return Outcome(one.id, path, "", told.verdict, told.named, told)
