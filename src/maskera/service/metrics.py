"""Counters and a latency histogram in Prometheus's text format. Numbers only: of essays, how many
and how long.

The numbers of all workers stand in one table of doubles in shared memory, a row a process; a scrape
adds the rows up, whichever worker it meets. Only its own process writes to a row.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, MutableSequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

ROUTES = (
    "/v1/pseudonymize",
    "/v1/detect",
    "/v1/labels",
    "/v1/policies",
    "/pseuws",
    "/healthz",
    "/metrics",
    "other",
)
STATUSES = (200, 204, 400, 401, 404, 405, 408, 413, 415, 422, 429, 500, 503, 0)  # 0: any other
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
LEAKS = ("PASS", "REVIEW", "FAIL", "UNCHANGED", "SELECTIVE")
COUNTS = {
    "documents": "Texts answered.",
    "characters": "Characters of the texts answered.",
    "mentions": "Mentions found.",
    "unexpressed": "Words that SVALA's reader could not be given a label for.",
}
GAUGES = {"requests_in_flight": "Requests at work or waiting."}
PREFIX = "maskera"

_SLOTS: list[tuple[str, ...]] = [("pid",)]
_SLOTS += [("requests", route, str(status)) for route in ROUTES for status in STATUSES]
_SLOTS += [("bucket", route, str(bound)) for route in ROUTES for bound in (*BUCKETS, "+Inf")]
_SLOTS += [("sum", route) for route in ROUTES]
_SLOTS += [("leaks", status) for status in LEAKS]
_SLOTS += [(name,) for name in (*COUNTS, *GAUGES)]
_SLOT = {name: index for index, name in enumerate(_SLOTS)}
SIZE = len(_SLOTS)


@dataclass(frozen=True, slots=True)
class Board:
    """The table of all workers: `rows` rows of SIZE doubles, and the lock under which a worker
    takes a row."""

    cells: MutableSequence[float]
    lock: AbstractContextManager[object]
    rows: int = 1


def board(workers: int = 1) -> Board:
    """An empty table; in shared memory when there is more than one worker, with rows to spare for
    those that come in their place."""
    if workers == 1:
        return Board([0.0] * SIZE, nullcontext())
    context = multiprocessing.get_context("spawn")
    rows = workers + 8
    return Board(context.RawArray("d", rows * SIZE), context.Lock(), rows)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Metrics:
    """What one worker counts, and the sums of all. Used from the event loop alone."""

    def __init__(self, table: Board) -> None:
        self._cells = table.cells
        self._rows = table.rows
        with table.lock:
            owners = [int(table.cells[row * SIZE]) for row in range(table.rows)]
            # A row whose worker has died goes on with what it holds: counters must never fall.
            free = [
                row for row, pid in enumerate(owners) if pid in (0, os.getpid()) or not _alive(pid)
            ]
            self._base = (free[0] if free else 0) * SIZE
            table.cells[self._base] = os.getpid()
            for name in GAUGES:
                table.cells[self._base + _SLOT[name,]] = 0.0

    def add(self, *name: str, amount: float = 1.0) -> None:
        """Count; `name` is one of the slots: ("documents",), ("leaks", "PASS")."""
        self._cells[self._base + _SLOT[name]] += amount

    def answered(self, path: str, status: int, seconds: float) -> None:
        """Count a request that is over."""
        route = path if path in ROUTES else "other"
        self.add("requests", route, str(status if status in STATUSES else 0))
        self.add(
            "bucket", route, next((str(bound) for bound in BUCKETS if seconds <= bound), "+Inf")
        )
        self.add("sum", route, amount=seconds)

    def _total(self, *name: str) -> float:
        slot = _SLOT[name]
        return sum(self._cells[row * SIZE + slot] for row in range(self._rows))

    def exposition(self) -> str:
        """All numbers as a scrape reads them (text format 0.0.4)."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("requests_total", "counter", "Requests answered, by path and HTTP status.")
        for route in ROUTES:
            for status in STATUSES:
                if count := self._total("requests", route, str(status)):
                    yield f'{PREFIX}_requests_total{{path="{route}",status="{status or "other"}"}} {count:.0f}'
        yield from _head(
            "request_seconds",
            "histogram",
            "Time from the first byte of a request to the last of its answer.",
        )
        for route in ROUTES:
            count = 0.0
            for bound in (*BUCKETS, "+Inf"):
                count += self._total("bucket", route, str(bound))
                yield f'{PREFIX}_request_seconds_bucket{{path="{route}",le="{bound}"}} {count:.0f}'
            yield f'{PREFIX}_request_seconds_sum{{path="{route}"}} {self._total("sum", route):.6f}'
            yield f'{PREFIX}_request_seconds_count{{path="{route}"}} {count:.0f}'
        yield from _head("leak_checks_total", "counter", "Verdicts of the leak check.")
        for verdict in LEAKS:
            yield f'{PREFIX}_leak_checks_total{{verdict="{verdict}"}} {self._total("leaks", verdict):.0f}'
        for name, meaning in COUNTS.items():
            yield from _head(f"{name}_total", "counter", meaning)
            yield f"{PREFIX}_{name}_total {self._total(name):.0f}"
        for name, meaning in GAUGES.items():
            yield from _head(name, "gauge", meaning)
            yield f"{PREFIX}_{name} {self._total(name):.0f}"


def _head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}_{name} {meaning}"
    yield f"# TYPE {PREFIX}_{name} {kind}"
