"""Many documents: worker processes, a file a document, resuming where a run was broken off, shards for several machines.

A file appears under its name only when it is whole, so what is there is done. Keyed pseudonyms need no shared state between workers.
"""

from __future__ import annotations

import multiprocessing
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maskera.errors import DataError
from maskera.formats import SECRET_RENDERERS, SUFFIXES, renderers
from maskera.output import Files, make_folder, place, vacant, write_document
from maskera.pipeline import Pipeline, load, portions
from maskera.result import release
from maskera.text import Document
from maskera.workers import one_thread_each


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document: the file, or what was wrong with it; leaks: the leak check's verdict."""

    id: str
    path: Path | None
    problem: str = ""
    leaks: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """How to work: the arguments of load(), the format, the folder."""

    settings: dict[str, Any]
    format: str
    folder: Path


def shard_of(identifier: str, count: int) -> int:
    """The shard of a document, from 0 to count - 1: the same on every machine, whatever else there is."""
    return zlib.crc32(identifier.encode("utf-8", "surrogatepass")) % count


def run(
    job: Job,
    documents: Iterable[Document],
    workers: int,
    shard: tuple[int, int] = (0, 1),
    resume: bool = False,
    inputs: Files = frozenset(),
) -> Iterator[Outcome]:
    """Pseudonymize the documents of a shard (number, count) with so many processes; the outcomes come as they are done.

    resume: leave out documents whose file is there. inputs: files that are never written over. Raises MaskeraError where the folder cannot
    be written, or a document's file is an input.
    """
    make_folder(job.folder)
    wanted = (document for document in documents if shard_of(document.id, shard[1]) == shard[0])
    files = ((document, vacant(job.folder, document.id, SUFFIXES[job.format], inputs)) for document in wanted)
    missing = (document for document, file in files if not (resume and file.exists()))
    if workers == 1:
        _start(job)
        for batch in portions(missing):
            yield from _work(batch)
        return
    context = multiprocessing.get_context("spawn")  # a forked child would inherit locks and half-written buffers
    with one_thread_each():
        started = context.Pool(workers, _start, (job,))
    with started as pool:
        for outcomes in pool.imap_unordered(_work, portions(missing)):
            yield from outcomes


class _Worker:
    """What a worker process keeps between batches."""

    nlp: Pipeline
    job: Job


def _start(job: Job) -> None:
    _Worker.job, _Worker.nlp = job, load(**job.settings)


def _work(documents: list[Document]) -> list[Outcome]:
    nlp, job = _Worker.nlp, _Worker.job
    public = renderers(nlp.annotator)
    outcomes = []
    for document, mentions in nlp.detect_many(documents):
        try:
            result = nlp.replace(document, mentions)
            text = public[job.format](release(result)) if job.format in public else SECRET_RENDERERS[job.format](result)
            path = place(job.folder, document.id, SUFFIXES[job.format])
            write_document(path, text, job.format in SECRET_RENDERERS)
        except DataError as error:
            outcomes.append(Outcome(document.id, None, str(error)))
        else:
            outcomes.append(Outcome(document.id, path, leaks=result.leaks.value if result.leaks else ""))
    return outcomes
