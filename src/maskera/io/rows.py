"""Files of rows below a header: read at one go, for the line matters only where one is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def line_that_fails(rows: Sequence[str], read: Callable[[str], object]) -> int:
    """The number in its file of the first row (the header has 1) that `read` raises ValueError
    for; raises ValueError where it takes all."""
    for number, row in enumerate(rows, start=2):
        try:
            read(row)
        except ValueError:
            return number
    raise ValueError("all rows can be read")
