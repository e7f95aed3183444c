"""Models that are weights of features: rows of `feature TAB weight` under a header, which people
can read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from maskera.errors import DataError
from maskera.io.rows import line_that_fails
from maskera.io.utf8 import decoded

HEADER = "feature\tweight"
LEAST = 0.005  # log-odds; what is less changes no decision worth a row


def load(path: Path, what: str) -> dict[str, float]:
    """Feature -> weight; raises DataError with file and line. what: the file should be."""
    found, *lines = decoded(path.read_bytes(), path.name).splitlines() or [""]
    if found != HEADER:
        raise DataError(f"{path.name}:1: not {what} (expected the header {HEADER!r})")
    try:
        rows = [line.rpartition("\t") for line in lines]
        return {feature: float(weight) for feature, _, weight in rows}
    except ValueError:
        number = line_that_fails(lines, lambda line: float(line.rpartition("\t")[2]))
        raise DataError(f"{path.name}:{number}: the weight is not a number") from None


def save(weights: Mapping[str, float], path: Path, decimals: int) -> None:
    """Write the rows, sorted by feature."""
    rows = [
        f"{feature}\t{weight:.{decimals}f}"
        for feature, weight in sorted(weights.items())
        if abs(weight) >= LEAST
    ]
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
