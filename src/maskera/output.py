"""Where output goes: standard output, one file, or a folder with a file a document."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from maskera.errors import MaskeraError

Joiner = Callable[[Iterable[tuple[str, str]]], str]
"""Makes one file of many documents, given as (id, content)."""

Store = Callable[[str, str], None]
"""Takes a document's id and what is to be written of it."""


@contextmanager
def sink(output: Path | None) -> Iterator[Callable[[str], None]]:
    """A function that writes text to a file, or to standard output; raises MaskeraError where that cannot be."""
    if output is None:
        yield _print
        return
    if output.is_dir():
        raise MaskeraError(f"{output}: is a folder; give a file")
    with _opened(output) as stream:
        yield lambda text: _write(stream, text, output)


@contextmanager
def store(output: Path | None, suffix: str, join: Joiner | None = None, streamed: bool = False) -> Iterator[Store]:
    """A function that stores documents. suffix: of the files in a folder. join: makes one file of many documents, where the format can.

    streamed: a file of many is just one after the other. `output` is a folder when it is one already or has no suffix; a single file takes
    a second document only if the format can. Standard output takes any number, with an empty line between texts.
    """
    if output is not None and (output.is_dir() or not output.suffix):
        yield lambda identifier, text: _file(output, identifier, suffix, text)
        return
    with sink(output) as write:
        if join is None or streamed:
            yield _one_by_one(write, output, streamed)
            return
        kept: list[tuple[str, str]] = []
        yield lambda identifier, text: kept.append((identifier, text))
        write(join(kept))


def _one_by_one(write: Callable[[str], None], output: Path | None, streamed: bool) -> Store:
    count = 0

    def put(identifier: str, text: str) -> None:
        nonlocal count
        count += 1
        if count > 1 and not streamed:
            if output is not None:
                raise MaskeraError(f"{output}: one file cannot hold several documents in this format; give a folder")
            write("\n")
        write(text if text.endswith("\n") or output is not None else text + "\n")

    return put


def _print(text: str) -> None:
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable("standard output", error) from None


def _unwritable(what: Path | str, error: OSError) -> MaskeraError:
    return MaskeraError(f"{what}: cannot be written ({error.strerror or type(error).__name__})")


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        yield stream
    finally:
        try:
            stream.close()  # what was buffered is written only now, and the disk may be full
        except OSError as error:
            raise _unwritable(path, error) from None


def _write(stream: IO[str], text: str, path: Path) -> None:
    try:
        stream.write(text)
    except OSError as error:
        raise _unwritable(path, error) from None


def place(folder: Path, identifier: str, suffix: str) -> Path:
    """The file of a document in a folder; an id with slashes stands in folders of its own, and none leads out of the folder."""
    parts = [part for part in identifier.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    clean = ["".join(c if c.isprintable() and c not in '<>:"|?*' else "_" for c in part)[:120] for part in parts] or ["document"]
    return folder.joinpath(*clean[:-1], clean[-1] + suffix)


def _file(folder: Path, identifier: str, suffix: str, text: str) -> None:
    with _opened(place(folder, identifier, suffix)) as stream:
        _write(stream, text, folder)
