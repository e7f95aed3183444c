"""Reading uploaded files in a process of its own, with a limit of memory and of time: a small file
can hold a great deal of nothing, and a reader may meet what nobody thought of."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from maskera.errors import DataError
from maskera.formats.reading import Annotated, Warn, silent
from maskera.lang import load_pack
from maskera.lang.pack import LanguagePack
from maskera.review.uploads import How, read
from maskera.taxonomy import Taxonomy
from maskera.text import Document

MEMORY = 512 << 20  # bytes beyond what the process has at its start: a file of 64 MB fits thrice
SECONDS = 60.0  # for a file
START = 60.0  # seconds until the process stands, on a machine that is busy
READY = "ready"
Item = Document | Annotated | DataError


def read_all(
    files: Iterable[tuple[str, bytes]],
    language: LanguagePack,
    known: Mapping[str, str],
    memory: int = MEMORY,
    seconds: float = SECONDS,
) -> Iterator[Item]:
    """The essays of files (name, content) in their order, as uploads.read() gives them; of one that
    takes more memory or time than it may, a DataError. language: whose labels the files may have."""
    with closing(Limited(language, memory, seconds)) as reader:
        for name, content in files:
            yield from reader.read(name, content, known)


class Limited:
    """Reads files in a process, which is made when there is one to read, and anew after one that
    took too much. language: as for read_all()."""

    def __init__(
        self, language: LanguagePack, memory: int = MEMORY, seconds: float = SECONDS
    ) -> None:
        self._language, self._memory, self._seconds = language, memory, seconds
        self._process: _Process | None = None

    def read(
        self,
        name: str,
        content: bytes,
        known: Mapping[str, str],
        how: How = How(),  # noqa: B008 - it is frozen
        warn: Warn = silent,
    ) -> list[Item]:
        """The essays of a file, as uploads.read() gives them; a DataError where it takes too much."""
        self._process = self._process or _Process(self._language, self._memory, self._seconds)
        found = self._process.read(name, content, known, how, self._seconds)
        if found is None:
            self.close()
            source = how.source or Path(name.replace("\\", "/")).name or "file"
            return [DataError(f"{source}: takes more memory or time to read than a file may")]
        items, warnings = found
        for sentence in warnings:
            warn(sentence)
        return items

    def close(self) -> None:
        """Take the process away."""
        if self._process is not None:
            self._process.end()
            self._process = None


class _Process:
    def __init__(self, language: LanguagePack, memory: int, seconds: float) -> None:
        # Forked from a process without threads where there is such a thing, quicker than a new one.
        kinds = multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context(
            "forkserver" if "forkserver" in kinds else "spawn"
        )
        if "forkserver" in kinds:
            context.set_forkserver_preload([__name__])
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, language.code, language.taxonomy, memory, seconds)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        theirs.close()
        if self._answer(START) != READY:
            self.end()
            raise DataError("the process that reads uploads does not start")

    def read(
        self, name: str, content: bytes, known: Mapping[str, str], how: How, seconds: float
    ) -> tuple[list[Item], list[str]] | None:
        """The items of a file and the warnings; None where it took too much."""
        with suppress(OSError):  # it may have died between two files
            self._pipe.send((name, content, dict(known), how))
        found = self._answer(2 * seconds)  # of the wall; of the processor it has half
        return found if isinstance(found, tuple) else None

    def end(self) -> None:
        """Take the process away."""
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()

    def _answer(self, seconds: float) -> object:
        try:
            return self._pipe.recv() if self._pipe.poll(seconds) else None
        except (EOFError, OSError):
            return None


def _serve(pipe: Connection, code: str, taxonomy: Taxonomy, memory: int, seconds: float) -> None:
    """Read files until there are no more. Nothing of what goes wrong is written anywhere: it could
    quote an essay."""
    sys.stderr = sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as the process
    pack = replace(load_pack(code), taxonomy=taxonomy)
    _limit(memory)
    pipe.send(READY)
    while True:
        try:
            name, content, known, how = pipe.recv()
        except EOFError:
            return
        _allow(seconds)
        found: tuple[list[Item], list[str]] | None
        warnings: list[str] = []
        try:
            found = list(read(name, content, pack, known, how, warnings.append)), warnings
        except MemoryError:
            found = None
        pipe.send(found)


def _limit(memory: int) -> None:
    """No more memory than so many bytes beyond what the process has now, where the system counts."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = pages * os.sysconf("SC_PAGE_SIZE") + memory
        if hard != resource.RLIM_INFINITY:
            wanted = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))


def _allow(seconds: float) -> None:
    """So many seconds of the processor from now on, where the system counts."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        wanted = int(used.ru_utime + used.ru_stime + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (wanted, hard))
