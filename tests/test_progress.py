"""What a terminal is told on the way."""

from __future__ import annotations

import sys
from functools import partial
from threading import Event, Thread

import pytest
from rich.progress import Progress
from waiting import PATIENCE

from maskera.cli import progress


def test_speed_and_time_left_count_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, shown, counted = [0.0], [], Event()

    class Kept(Progress):
        def __enter__(self) -> Progress:
            shown.append(self)
            return self

        def __exit__(self, *_: object) -> None:
            self.stop()

    monkeypatch.setattr(progress, "Progress", partial(Kept, get_time=lambda: clock[0]))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    def total() -> int:
        return 1_000

    class Done(Thread):
        def run(self) -> None:
            super().run()
            counted.set()

    monkeypatch.setattr(progress, "Thread", Done)
    with progress.watching(total) as advance:
        assert counted.wait(PATIENCE)
        clock[0] = 10.0  # workers start, and hand in two batches at once
        advance(50)
        clock[0] = 10.1
        advance(51)
        (task,) = shown[0].tasks
        assert task.total == 1_000
        assert task.speed == pytest.approx(10.0)
        assert task.time_remaining == pytest.approx(90, abs=1)
