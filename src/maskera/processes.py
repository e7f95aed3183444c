"""Worker processes of this machine that take parts of work in order; batch.Cluster is the same
elsewhere."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from maskera.batch import Cluster
from maskera.collector import pass_by
from maskera.errors import WorkerError
from maskera.io.workers import one_thread_each, out_of_reach
from maskera.pipeline import Pipeline, load

Part = TypeVar("Part")
Done = TypeVar("Done")

AHEAD = 2  # parts a worker: one in work and one that waits for it


@dataclass(frozen=True, slots=True)
class Here:
    """This process."""

    nlp: Pipeline

    def each(
        self, work: Callable[[Pipeline, Part], Done], parts: Iterable[Part]
    ) -> Iterator[tuple[Part, Done | None]]:
        """See Cluster."""
        for part in parts:
            yield part, work(self.nlp, part)


@dataclass(frozen=True, slots=True)
class Processes:
    """So many processes, with a pipeline each."""

    pool: ProcessPoolExecutor
    count: int

    def each(
        self, work: Callable[[Pipeline, Part], Done], parts: Iterable[Part]
    ) -> Iterator[tuple[Part, Done | None]]:
        """See Cluster; raises WorkerError where a process ends early."""
        waiting: deque[tuple[Part, Future[Done]]] = deque()

        def next_done() -> tuple[Part, Done | None]:
            part, future = waiting.popleft()
            return part, future.result()

        try:
            for part in parts:
                with one_thread_each(), out_of_reach():  # submit() starts the processes
                    future = self.pool.submit(_work, work, part)
                waiting.append((part, future))
                if len(waiting) > AHEAD * self.count:
                    yield next_done()
            while waiting:
                yield next_done()
        except BrokenProcessPool:
            raise WorkerError(
                "a worker process ended before its work was done (killed, or out of memory)"
            ) from None


@contextmanager
def processes(nlp: Pipeline, settings: Mapping[str, Any], count: int) -> Iterator[Cluster]:
    """This process for a count of one; else several that load pipelines of their own from the
    settings (arguments of load())."""
    if count == 1:
        yield Here(nlp)
        return
    context = multiprocessing.get_context("spawn")
    with one_thread_each(), out_of_reach():
        pool = ProcessPoolExecutor(count, context, _start, (dict(settings),))
    try:
        yield Processes(pool, count)
    finally:
        pool.shutdown(cancel_futures=True)


class _Worker:
    """What a worker process keeps between parts."""

    nlp: Pipeline


def _start(settings: dict[str, Any]) -> None:
    _Worker.nlp = load(**settings)
    pass_by()


def _work(work: Callable[[Pipeline, Part], Done], part: Part) -> Done:
    return work(_Worker.nlp, part)
