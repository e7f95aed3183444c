"""Progress on a terminal: what is done, how fast, and the time left once the total is known."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from maskera.cli.inputs import stderr
from maskera.tables import row_count
from maskera.text import Document

MINUTE = 60.0  # seconds over which the speed is taken


class _Speed(ProgressColumn):
    """Documents a second."""

    def render(self, task: Task) -> Text:
        """As rich asks for it."""
        return Text(f"{task.speed:.0f}/s" if task.speed else "")


@contextmanager
def watching(total: Callable[[], int | None] = lambda: None) -> Iterator[Callable[[int], None]]:
    """A function that takes how many more are done; shown if standard error is a terminal. total:
    counts all, in a thread beside the work; None where that cannot be told."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed} documents"),
        _Speed(),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=stderr, transient=True, speed_estimate_period=MINUTE) as shown:
        task = shown.add_task("", total=None)
        shown.advance(task, 0)  # from now on: rich takes the speed from the first advance

        def count() -> None:
            if (found := total()) is not None:
                shown.update(task, total=found)
                shown.advance(task, 0)  # for it forgets those before it knows the total

        Thread(target=count, daemon=True).start()
        yield lambda more: shown.advance(task, more)


def watched(
    documents: Iterable[Document], total: Callable[[], int | None] = lambda: None
) -> Iterator[Document]:
    """The documents; those that were taken are shown as done."""
    with watching(total) as advance:
        for document in documents:
            yield document
            advance(1)


def document_count(paths: Sequence[Path]) -> int | None:
    """How many documents files hold: a line of JSON is one, any other file is one; None for no
    files."""
    if not paths:
        return None
    count = 0
    for path in paths:
        lines = 1
        if path.suffix.lower() == ".jsonl":
            with suppress(OSError), path.open("rb") as stream:
                lines = sum(1 for line in stream if line.strip())
        count += lines
    return count


def all_rows(paths: Sequence[Path]) -> int | None:
    """How many rows tables hold; None where one of them does not tell without being read whole."""
    counts = [row_count(path) for path in paths]
    return None if None in counts else sum(filter(None, counts))
