"""A population file: one row a person, or a group of persons with a weight, columns named after labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maskera.errors import DataError, MaskeraError, cause
from maskera.io.utf8 import decoded

WEIGHT = "weight"  # the column that says how many persons a row stands for


@dataclass(frozen=True)
class Population:
    """Rows of values by label, all folded, and how many persons each row stands for."""

    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, str]]
    weights: Sequence[float]

    @property
    def size(self) -> float:
        """How many persons there are."""
        return sum(self.weights)

    def matching(self, values: Mapping[str, str]) -> float:
        """How many persons agree with all these values; a label without a column agrees with everybody."""
        asked = {label: folded(value) for label, value in values.items() if label in self.columns}
        return sum(
            weight
            for row, weight in zip(self.rows, self.weights, strict=True)
            if all(row[label] == value for label, value in asked.items())
        )


def folded(value: str) -> str:
    """Small letters, single spaces."""
    return " ".join(value.casefold().split())


def read_population(path: str, labels: frozenset[str]) -> Population:
    """A CSV file with a header; raises DataError naming file and line."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # the name may be any path-like string
            content = decoded(file.read(), path)
    except OSError as error:
        raise MaskeraError(f"{path}: cannot be read ({cause(error)})") from None
    reader = csv.DictReader(io.StringIO(content))
    columns = tuple(name.strip() for name in reader.fieldnames or ())
    if unknown := [name for name in columns if name not in labels and name != WEIGHT]:
        raise DataError(f"{path}:1: column {unknown[0]!r} is no label")
    reader.fieldnames = list(columns)
    rows, weights = [], []
    for row in reader:
        if None in row or None in row.values():
            raise DataError(f"{path}:{reader.line_num}: not as many columns as the header")
        try:
            weights.append(float(row.pop(WEIGHT, "1")))
        except ValueError:
            raise DataError(f"{path}:{reader.line_num}: weight is not a number") from None
        if not 0 < weights[-1] < float("inf"):
            raise DataError(f"{path}:{reader.line_num}: weight is not above 0")
        rows.append({label: folded(value) for label, value in row.items()})
    if not rows:
        raise DataError(f"{path}: no rows")
    return Population(tuple(name for name in columns if name != WEIGHT), rows, weights)
