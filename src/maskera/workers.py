"""How worker processes share the cores of a machine."""

from __future__ import annotations

import os
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
