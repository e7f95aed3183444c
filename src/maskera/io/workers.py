"""Processes and signals: how workers share the cores of a machine, who ends them, and how a command
ends that is told to."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

Handler = Callable[[int, FrameType | None], Any] | int | signal.Handlers

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
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def unbroken() -> Iterator[None]:
    """SIGTERM and SIGINT come a moment later, when what is being written is whole.

    A mask would not do: threads of NumPy's libraries have none, and a signal that they take breaks
    in on the main thread, which is the only one that handles signals in Python.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before: dict[int, Handler] = {}
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            if (handler := signal.getsignal(number)) is not None:  # None: set by foreign code
                before[number] = handler
                signal.signal(number, lambda number, frame: came.append(number))
        yield
    finally:
        for restored, handler in before.items():
            signal.signal(restored, handler)
        for late in came:
            signal.raise_signal(late)
