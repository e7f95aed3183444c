"""A population file: one row a person, or a group of persons with a weight, columns named after labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from maskera.errors import DataError, MaskeraError, cause
from maskera.io.utf8 import decoded

WEIGHT = "weight"  # the column that says how many persons a row stands for


Read = Callable[[Container[str], str], str]
"""What a text or a file says of an attribute with these labels -> its value: trettiofyra -> 34."""


def as_written(labels: Container[str], written: str) -> str:
    """The value of a form whose language is not known."""
    return folded(written)


@dataclass(frozen=True)
class Population:
    """Rows of values by attribute, all folded, and how many persons each row stands for.

    attributes: label -> the attribute that it is one of, where that has another name (age_digits:
    age). read: how a form becomes a value.
    """

    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, str]]
    weights: Sequence[float]
    attributes: Mapping[str, str] = field(default_factory=dict)
    read: Read = as_written

    @property
    def size(self) -> float:
        """How many persons there are."""
        return sum(self.weights)

    def told(self, label: str) -> bool:
        """Whether there is a column for what a label marks."""
        return self.attributes.get(label, label) in self.columns

    def matching(self, label: str, written: str) -> float:
        """How many persons agree with a mention of a label that there is a column for."""
        column = self.attributes.get(label, label)
        value = self.read(frozenset([label]), written)
        return sum(
            weight
            for row, weight in zip(self.rows, self.weights, strict=True)
            if row[column] == value
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
    try:
        columns, rows, weights = _rows(reader, path, labels)
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num + 1}: not CSV: {error}") from None
    if not rows:
        raise DataError(f"{path}: no rows")
    return Population(tuple(name for name in columns if name != WEIGHT), rows, weights)


def _rows(
    reader: csv.DictReader[str], path: str, labels: frozenset[str]
) -> tuple[tuple[str, ...], list[dict[str, str]], list[float]]:
    columns = tuple(name.strip() for name in reader.fieldnames or ())
    for number, name in enumerate(columns, 1):
        # Not quoted: without a header the first line is a person, or the file is a text.
        if name not in labels and name != WEIGHT:
            raise DataError(
                f"{path}:1: column {number} is no label; the first line names the columns, with "
                "commas between them"
            )
    reader.fieldnames = list(columns)
    rows: list[dict[str, str]] = []
    weights: list[float] = []
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
    return columns, rows, weights
