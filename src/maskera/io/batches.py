"""Batches of an iterable, by number of characters or of items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from maskera.text import Document

Item = TypeVar("Item")
BATCH = 60_000  # characters: enough for the matrix work, few enough for memory


def batches(documents: Iterable[Document], characters: int = BATCH) -> Iterator[list[Document]]:
    """The documents in lists that reach so many characters, the last one perhaps not."""
    batch: list[Document] = []
    length = 0
    for document in documents:
        batch.append(document)
        length += len(document.text)
        if length >= characters:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Documents, or whatever else comes, in lists of `size`, the last one shorter."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch
