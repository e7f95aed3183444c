"""Processor time and steps of work, for tests of growth.

Other programs and a slow machine change it little, and nothing here compares it with a clock's
seconds: how quick maskera is, is measured by `make bench` and tools/bench_review.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType, ModuleType
from typing import Any

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


def steps(work: Callable[[], object], *modules: ModuleType) -> int:
    """How many lines of some modules the work runs: the same on any machine, however busy."""
    files = {module.__file__ for module in modules}
    count = 0

    def in_file(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return in_file

    def called(frame: FrameType, event: str, argument: Any) -> Any:
        return in_file if frame.f_code.co_filename in files else None

    before = sys.gettrace()
    sys.settrace(called)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
