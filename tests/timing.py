"""Processor time of work, for tests of growth.

Other programs and a slow machine change it little, and nothing here compares it with a clock's
seconds: how quick maskera is, is measured by `make bench` and tools/bench_review.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable

GROWTH = 6
SHORT = 0.002  # seconds; shorter work is too uneven to compare


def seconds(work: Callable[[], object]) -> float:
    """What the work takes of this process's time."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def grows_in_proportion(work: Callable[[int], object], size: int) -> bool:
    """Whether work six times the size takes about six times as long; with quadratic work it would
    be thirty-six times.

    It may try three times, for the processor's caches are shared with others."""
    work(size)
    return any(
        seconds(lambda: work(GROWTH * size)) < 3 * GROWTH * max(seconds(lambda: work(size)), SHORT)
        for _ in range(3)
    )
