"""Workers of a Dask scheduler: one of this machine, or one that is running elsewhere (extra
`dask`).

A task is a batch of texts, the settings and the path of the key file. The key itself never leaves
a machine: each worker reads it from that path, or from the one its environment names, and refuses
to work where key, policy or version are not those of the client. Nothing that a scheduler shows or
logs (names of tasks, arguments, errors) holds a word of a text.
"""

from __future__ import annotations

import hashlib
import logging
import os
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from maskera.batch import settings_digest
from maskera.errors import MaskeraError, WorkerError, of_extra
from maskera.io.output import note
from maskera.io.workers import out_of_reach
from maskera.pipeline import Pipeline, load
from maskera.policy import load_policy
from maskera.service.settings import VERSION, loopback
from maskera.vault import read_key

Part = TypeVar("Part")
Done = TypeVar("Done")


def code_digest() -> str:
    """Of the modules of this package as they are on the disk now."""
    folder, digest = Path(__file__).parent, hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


CODE = code_digest()  # taken as a process starts: what it has loaded, though the disk may change
LOCAL = "local"
KEY_FILE = "MASKERA_KEY_FILE"  # of a worker's environment, where the key has another path there
AHEAD = 4  # parts a thread: one in work, the others wait for it or for an earlier one to be written
DEATHS = 20  # of workers over one part, before it is given up; Dask's own limit is 3
RECOUNT = 5.0  # seconds until the workers are counted again
STARTS = 3  # of the workers of this machine, before it is given up
ALONE = (
    180.0  # seconds without a worker of this machine; one starts in two to ten, loaded in thirty
)
# Each side keeps its last thousand messages by default, texts and all.
SHORT = {"distributed.admin.low-level-log-length": 1}
OWN = {  # of a scheduler and workers that are started here
    **SHORT,
    "distributed.scheduler.allowed-failures": DEATHS,
    "distributed.scheduler.http.routes": [],  # no page for everybody who can reach this machine
    "distributed.worker.http.routes": [],
    "distributed.worker.memory.target": False,  # no text on a disk, however full the memory is
    "distributed.worker.memory.spill": False,
    # Dask ends a worker that takes longer to start again, and starts no other; _restore() does.
    "distributed.deploy.lost-worker-timeout": "1d",
}
CONNECT = "20s"  # how long a scheduler may take to answer


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker loads its pipeline from, the key aside.

    settings: arguments of load(). key_file: its path. digest: settings_digest() under the key.
    """

    settings: Mapping[str, Any]
    key_file: Path
    digest: str
    version: str = VERSION
    code: str = CODE

    def __repr__(self) -> str:
        return f"Job({self.digest[:8]})"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What goes to a worker or comes back, without a `repr` that would show it in a log."""

    content: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong on a worker. mistake: the user can mend it; else it is a fault of ours, of
    which only kind and place are told."""

    sentence: str
    mistake: bool


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, client: Any, job: Job, restore: Callable[[], None] | None) -> None:
        """restore: starts workers of this machine that are gone for good. None: they are elsewhere;
        where there is no worker, wait for ever, for some may come."""
        self._client, self._job, self._run, self._restore = client, job, token_hex(4), restore
        self._count = 0
        self._ahead, self._asked = 0, -RECOUNT

    def each(
        self, work: Callable[[Pipeline, Part], Done], parts: Iterable[Part]
    ) -> Iterator[tuple[Part, Done | None]]:
        """What a function of a module makes of each part, in order. None for a part over which one
        worker after another ended. Raises MaskeraError where a worker cannot work, WorkerError for
        a fault of ours.
        """
        waiting: deque[tuple[Part, Any]] = deque()
        try:
            for part in parts:
                waiting.append((part, self._submit(work, part)))
                if len(waiting) >= self._most():
                    yield self._next(waiting)
            while waiting:
                yield self._next(waiting)
        finally:
            self._client.cancel([future for _, future in waiting], force=True)

    def _submit(self, work: Callable[[Pipeline, Part], Done], part: Part) -> Any:
        self._count += 1
        name = f"maskera-{self._run}-{self._count}"
        return self._client.submit(_work, self._job, work, Sealed(part), key=name, pure=False)

    def _next(self, waiting: deque[tuple[Part, Any]]) -> tuple[Part, Any]:
        from distributed.scheduler import KilledWorker

        part, future = waiting.popleft()
        try:
            done = self._result(future)
        except KilledWorker:
            return part, None
        except MaskeraError:
            raise
        except Exception:  # a task was not even understood
            raise MaskeraError(self._others()) from None
        if isinstance(done, Fault):
            raise (MaskeraError if done.mistake else WorkerError)(done.sentence)
        return part, done.content

    def _others(self) -> str:
        """What is to be said of workers that cannot read a task."""
        there = self._client.run(version, "maskera", on_error="return").values()
        found = sorted({each if isinstance(each, str) else "none" for each in there})
        return (
            f"a worker cannot read its task; the workers have maskera {', '.join(found) or '?'}, this "
            f"program has {VERSION}: start them again with the same"
        )

    def _result(self, future: Any) -> Any:
        """What a worker gave; looks now and then whether there is one."""
        alone = 0.0
        while True:
            try:
                return future.result(timeout=RECOUNT)
            except TimeoutError:
                alone = 0.0 if self._client.nthreads() else alone + RECOUNT
            if self._restore is not None:
                self._restore()
            elif alone == RECOUNT:
                note("no worker is connected to the scheduler; waiting for one")
            if alone >= ALONE and self._restore is not None:
                raise WorkerError(
                    "the worker processes ended and could not be started again; the files that are there are whole, "
                    "and --resume does the others"
                )

    def _most(self) -> int:
        """How many parts are given out at a time: workers may come and go."""
        if monotonic() - self._asked >= RECOUNT:
            self._ahead = AHEAD * max(1, sum(self._client.nthreads().values()))
            self._asked = monotonic()
            if self._restore is not None:
                self._restore()
        return self._ahead


@contextmanager
def connected(
    scheduler: str, workers: int, settings: Mapping[str, Any], key_file: Path
) -> Iterator[Cluster]:
    """The workers at an address (tcp://HOST:PORT, tls://HOST:PORT), or so many of this machine
    (`local`). settings: of load(), the key among them. Raises MaskeraError for an address where no
    scheduler answers.
    """
    policy = settings["policy"]
    known = {
        **{name: value for name, value in settings.items() if name != "key"},
        "policy": load_policy(policy) if isinstance(policy, str) else policy,
    }
    job = Job(known, key_file.resolve(), settings_digest(settings))
    dask, distributed = _libraries()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # deaths are told by who waits
    with dask.config.set(OWN if scheduler == LOCAL else SHORT):
        opening = _local(distributed, workers) if scheduler == LOCAL else nullcontext(scheduler)
        with opening as place:
            try:
                client = distributed.Client(place, timeout=CONNECT, set_as_default=False)
            except (OSError, ValueError, TimeoutError):
                raise MaskeraError(f"--scheduler {scheduler}: no scheduler answers there") from None
            try:
                restore = partial(_restore, place) if scheduler == LOCAL else None
                yield Cluster(client, job, restore)
            finally:
                with suppress(Exception):  # workers that are gone have forgotten it already
                    client.run(_forget)
                client.close()


def check(scheduler: str) -> str:
    """What is to be said of an address before texts are sent there; empty for nothing. Raises
    MaskeraError for what is no address."""
    if scheduler == LOCAL:
        return ""
    kind, sep, place = scheduler.partition("://")
    host, _, port = place.rpartition(":")
    if not (sep and host and port.isdecimal() and kind in ("tcp", "tls")):
        raise MaskeraError(
            f"--scheduler must be local, tcp://HOST:PORT or tls://HOST:PORT, not {scheduler!r}"
        )
    if kind == "tls" or loopback(host):
        return ""
    return f"{scheduler}: texts go there and back unencrypted; tls:// would protect them"


def _libraries() -> tuple[Any, Any]:
    extra = ("--scheduler", "dask")
    return of_extra("dask", *extra), of_extra("distributed", *extra)


@contextmanager
def _local(distributed: Any, workers: int) -> Iterator[Any]:
    """A scheduler and workers of this machine, to which nobody else can connect (certificates of
    the moment)."""
    cluster = _started(distributed, workers)
    try:
        yield cluster
    finally:
        cluster.close()


def _started(distributed: Any, workers: int) -> Any:
    """A cluster of this machine. One whose worker ends while it starts takes all with it, so it is
    started again; raises WorkerError after the last time."""
    for _ in range(STARTS):
        with suppress(RuntimeError, TimeoutError, OSError), out_of_reach():
            return distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                security=True,
                silence_logs=logging.CRITICAL,
            )
    raise WorkerError("the worker processes could not be started, or ended at once")


def _restore(cluster: Any) -> None:
    """Start workers again that will not start by themselves: Dask gives one up that ends while it
    starts."""

    def missing() -> None:
        for name, worker in list(cluster.workers.items()):
            if worker.status.name in ("closed", "failed"):
                del cluster.workers[name]
        if len(cluster.workers) < len(cluster.worker_spec):
            cluster.scale(len(cluster.worker_spec))

    cluster.loop.add_callback(missing)


class _Loaded:
    """The pipeline that a worker process keeps between tasks, and of which job it is."""

    lock = Lock()
    digest = ""
    nlp: Pipeline | None = None


def _work(job: Job, work: Callable[[Pipeline, Any], Any], part: Sealed) -> Sealed | Fault:
    """Runs on a worker. It never raises an error, for a worker logs that with its arguments."""
    try:
        with _Loaded.lock:  # a worker may have several threads, and a pipeline has caches
            return Sealed(work(_pipeline(job), part.content))
    except MaskeraError as error:
        return Fault(str(error), True)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        kind = type(error).__name__
        return Fault(f"internal error on a worker: {kind} at {where}; please report it", False)


def _pipeline(job: Job) -> Pipeline:
    if job.version != VERSION:
        raise MaskeraError(f"a worker has maskera {VERSION}, the client {job.version}")
    if job.code != CODE:
        raise MaskeraError(
            f"a worker started with other code of maskera {VERSION} than the client's ({CODE} there, "
            f"{job.code} here): start it again"
        )
    if _Loaded.nlp is None or _Loaded.digest != job.digest:
        settings = {**job.settings, "key": read_key(Path(os.environ.get(KEY_FILE, job.key_file)))}
        if settings_digest(settings) != job.digest:
            raise MaskeraError(
                "a worker has another key, or other recognizers, under the paths of the client"
            )
        _Loaded.nlp, _Loaded.digest = load(**settings), job.digest
    return _Loaded.nlp


def _forget() -> None:
    """Runs on a worker: the key is not kept when a run is over."""
    _Loaded.nlp, _Loaded.digest = None, ""
