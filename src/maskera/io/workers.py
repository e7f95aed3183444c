"""Processes and signals: how workers share the cores of a machine, who ends them, and how a command
ends that is told to."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Processes started meanwhile do their matrix work in one thread, unless the user has said
    otherwise.

    NumPy starts a thread for each core in every process; two workers on two cores then take two
    fifths more time.
    """
    said = {name: os.environ[name] for name in THREADS if name in os.environ}
    os.environ.update(dict.fromkeys(THREADS, "1") | said)
    try:
        yield
    finally:
        for name in THREADS:
            if name not in said:
                del os.environ[name]


def end_tidily() -> None:
    """From now on SIGTERM ends this process like Ctrl-C: what is half written is removed, which by
    default stays. SIGHUP does the same.

    Who ignores one of them (nohup) goes on ignoring it.
    """
    for name, handler in (("SIGTERM", _end), ("SIGHUP", _hang_up)):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    signal.signal(
        number, signal.SIG_IGN
    )  # `timeout` sends it twice, and the second would cut the tidying short
    sys.exit(128 + number)


def _hang_up(number: int, frame: FrameType | None) -> None:
    signal.raise_signal(signal.SIGTERM)  # a server has its own way to end


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Processes started meanwhile never get SIGINT and SIGHUP, which a terminal sends to all at
    Ctrl-C and as it closes.

    Who started them ends them. They inherit the mask, so that none is hit before its first line;
    here, the signal comes a moment later.
    """
    with _later({"SIGINT", "SIGHUP"}):
        yield


@contextmanager
def unbroken() -> Iterator[None]:
    """SIGTERM comes a moment later, when what is being written is whole; in threads started
    meanwhile, never."""
    with _later({"SIGTERM"}):
        yield


@contextmanager
def _later(names: set[str]) -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {getattr(signal, name) for name in names})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
