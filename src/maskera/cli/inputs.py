"""Inputs as documents, and what commands tell of them on standard error."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import typer
from rich.console import Console

from maskera.errors import DataError, MaskeraError
from maskera.formats import Reader
from maskera.formats.inputs import BY_SUFFIX, files, read_all, read_stream
from maskera.io import encodings
from maskera.io.output import Files, identities, note
from maskera.io.streams import standard_input
from maskera.text import Document

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
STREAM = Path("-")


class Failures:
    """What went wrong with single documents: told at once, counted for the exit code."""

    def __init__(self) -> None:
        self.count = 0

    def warn(self, error: MaskeraError | str) -> None:
        """Name it on standard error."""
        self.count += 1
        stderr.print(f"maskera: {error}", markup=False)

    def leave(self) -> None:
        """Exit 1 if anything failed."""
        if self.count:
            raise typer.Exit(1)

    def leave_unless(self, written: int) -> None:
        """The same while the output is open, if all failed: an older one is not given up for
        nothing."""
        if not written:
            self.leave()


def read_documents(
    inputs: list[Path] | None,
    source: str,
    failures: Failures,
    table: Mapping[str, Reader],
    leave_out: Path | None = None,
    encoding: str = "",
    pass_over: Collection[Path] = (),
) -> Iterator[Document]:
    """The documents of the inputs, but a folder and files within them; what cannot be read is told
    and left out."""
    if source and source not in table:
        raise MaskeraError(f"no format {source!r} to read; there are {', '.join(sorted(table))}")
    decode = encodings.decoder(encoding, note)
    if not inputs or inputs == [STREAM]:
        content = standard_input().buffer.read()
        return readable(read_stream(content, table, source, decode), failures)
    if STREAM in inputs:
        raise MaskeraError("- is standard input, which is read alone; give it or files, not both")
    items = read_all(
        inputs, table, source, leave_out, warn=note, decode=decode, pass_over=pass_over
    )
    return readable(items, failures)


def readable(items: Iterable[Document | DataError], failures: Failures) -> Iterator[Document]:
    """The documents among the items; the errors are told."""
    for item in items:
        if isinstance(item, DataError):
            failures.warn(item)
        else:
            yield item


def protected(
    inputs: list[Path] | None, *others: Path | None, source: str, leave_out: Path | None = None
) -> Files:
    """What is read, and so must not be written over: the files of the inputs, the one behind
    standard input, and others (a key)."""
    found: list[Path | int] = [path for path in others if path]
    for path in inputs or ():
        found += [
            file
            for file in files(path, leave_out, None if source else BY_SUFFIX)
            if isinstance(file, Path)
        ]
    with suppress(OSError, MaskeraError):  # it was closed before the start
        found.append(standard_input().fileno())
    return identities(found)


def whereabouts(failed: Path | None, withdrawn: bool = False) -> str:
    """What became of a document that was held back. withdrawn: its file of an earlier run has been
    removed."""
    earlier = "; the file of an earlier run is removed" if withdrawn else ""
    return (f"; in {failed}" if failed else "; not written") + earlier


def tell_secret(format_name: str) -> None:
    """Warn of a format that holds the originals, whose file is written."""
    stderr.print(
        f"maskera: {format_name} holds the originals too: a secret, not to be shared", markup=False
    )
