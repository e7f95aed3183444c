"""How worker processes are started: how they share the cores of a machine, and who ends them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Processes started meanwhile do their matrix work in one thread, unless the user has said otherwise.

    NumPy starts a thread for each core in every process; two workers on two cores then take two fifths more time.
    """
    said = {name: os.environ[name] for name in THREADS if name in os.environ}
    os.environ.update(dict.fromkeys(THREADS, "1") | said)
    try:
        yield
    finally:
        for name in THREADS:
            if name not in said:
                del os.environ[name]


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Processes started meanwhile never get SIGINT, which a terminal sends to all at Ctrl-C: who started them ends them.

    They inherit the mask, so that none is hit before its first line; here, the signal comes a moment later.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
