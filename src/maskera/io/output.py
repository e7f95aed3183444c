"""Where output goes: standard output, one file, or a folder with a file a document.

A file appears under its name only when it is whole, and never in the place of one that is read, nor
of a secret that nobody can make again.
"""

from __future__ import annotations

import os
import shutil
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import IO, Protocol

from maskera.errors import DataError, MaskeraError, cause
from maskera.io.streams import standard_output
from maskera.io.workers import unbroken

Joiner = Callable[[Iterable[tuple[str, str]]], str]
"""Makes one file of many documents, given as (id, content)."""


class Store(Protocol):
    """Takes a document's id and what is to be written of it; raises DataError where the file of
    this document cannot be written."""

    def __call__(self, identifier: str, text: str, own: bool = False) -> None:
        """own: the file is for its owner alone."""


Secret = bool | Callable[[], bool]
"""Whether a file is its owner's alone, said at once or once all is written."""

Files = frozenset[tuple[int, int]]
"""Files by their device and their number on it, whatever names they have."""

IRREPLACEABLE = (b"MASKERA", b"SQLite format 3\0")
"""How mappings and projects of `learn` begin, and those of `review`."""
LONGEST_KEY = 64  # bytes; `maskera key` makes 32
_COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")  # gzip, zstd: tables may be as short as a key

LONGEST_PART, LONGEST_NAME = (
    200,
    1000,
)  # bytes: file systems take 255 and 4096, and suffix, digest and folder need some of them


@contextmanager
def sink(
    output: Path | str | None, inputs: Files = frozenset(), secret: Secret = False
) -> Iterator[Callable[[str], None]]:
    """A function that writes text to a file, or to standard output; raises MaskeraError where that
    cannot be, or the file is an input. secret: as for opened()."""
    if output is None:
        yield _print
        return
    path = Path(output)
    if is_folder(path) or _ends_like_folder(output):
        raise MaskeraError(f"{output}: is a folder; give a file")
    spare(path, inputs)
    with opened(path, secret) as write:
        yield lambda text: write(text.encode("utf-8", "surrogatepass"))


@contextmanager
def store(
    output: Path | str | None,
    suffix: str,
    join: Joiner | None = None,
    streamed: bool = False,
    inputs: Files = frozenset(),
    secret: bool = False,
) -> Iterator[Store]:
    """A function that stores documents. suffix: of the files in a folder. join: makes one file of
    many documents, where the format can.

    streamed: a file of many is just one after the other. `output` is a folder when it is one
    already, ends in a slash or has no suffix; a single file takes a second document only if the
    format can. Standard output takes any number, with an empty line between texts. inputs: files
    that are never written over; MaskeraError is raised instead. secret: the files are for their
    owner alone.
    """
    if folder := folder_of(output):
        make_folder(folder)

        apart = Apart()

        def put_in_folder(identifier: str, text: str, own: bool = False) -> None:
            path = vacant(folder, identifier, suffix, inputs, apart(identifier))
            write_document(path, text, secret or own)

        yield put_in_folder
        return
    owned = [secret]  # one file of several documents is as secret as any of them
    with sink(output, inputs, lambda: any(owned)) as write:
        kept: list[tuple[str, str]] = []
        one_by_one = _one_by_one(write, output, streamed) if join is None or streamed else None

        def put(identifier: str, text: str, own: bool = False) -> None:
            owned.append(own)
            if one_by_one:
                one_by_one(text)
            else:
                kept.append((identifier, text))

        yield put
        if join and not one_by_one:
            write(join(kept))


def folder_of(output: Path | str | None) -> Path | None:
    """The folder that is meant: one that is there, or one with a slash at the end (which no Path
    keeps) or no suffix; None for a file."""
    if output is None or not (
        is_folder(output)
        or _ends_like_folder(output)
        or not (Path(output).suffix or _exists(output))
    ):
        return None
    return Path(output)


def is_folder(path: Path | str) -> bool:
    """Whether a folder is there, as far as one may look; Path.is_dir raises an error where one may
    not."""
    return os.path.isdir(path)  # noqa: PTH112


def _exists(path: Path | str) -> bool:
    return os.path.exists(path)  # noqa: PTH110  # as for is_folder


def _ends_like_folder(output: Path | str) -> bool:
    return isinstance(output, str) and output.endswith(("/", os.sep))


def _one_by_one(
    write: Callable[[str], None], output: Path | str | None, streamed: bool
) -> Callable[[str], None]:
    count = 0

    def put(text: str) -> None:
        nonlocal count
        count += 1
        if count > 1 and not streamed:
            if output is not None:
                raise MaskeraError(
                    f"{output}: one file cannot hold several documents in this format; give a folder"
                )
            write("\n")
        write(text if text.endswith("\n") or output is not None else text + "\n")

    return put


def _print(text: str) -> None:
    binary_print(text.encode("utf-8", "surrogatepass"))


def binary_print(content: bytes) -> None:
    """Write to standard output; raises MaskeraError where that cannot be."""
    stream = standard_output().buffer
    try:
        stream.write(content)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable("standard output", error) from None


def _unwritable(what: Path | str, error: OSError) -> MaskeraError:
    return MaskeraError(f"{what}: cannot be written ({cause(error)})")


@contextmanager
def opened(
    path: Path, secret: Secret = False, durable: bool = False, over: bytes | None = None
) -> Iterator[Callable[[bytes], None]]:
    """A function that writes to a part file, which takes the place of `path` once all has gone
    well; raises MaskeraError where it cannot, or `path` is a key, a mapping or a project that does
    not begin with `over`.

    A device or a pipe is written to as it is, and a link stays one. durable: the disk has all
    before an older file is gone. secret: the file is its owner's alone from the first byte on,
    whatever an older one was; else as the umask or the older one says.
    """
    part = None
    stream: IO[bytes] | None = None
    try:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            direct = path.exists() and not path.is_file()
            target = (
                path if direct else Path(os.path.realpath(path))
            )  # resolve() raises where links go in a circle
            if not direct:
                _spare_secret(path, over)
                part = target.with_name(f".{token_hex(8)}.part")
                part.touch(0o600 if secret is True else 0o666, exist_ok=False)
            usual = stat.S_IMODE((part or path).stat().st_mode)
            if callable(secret) and part:
                part.chmod(0o600)
            stream = (part or path).open("wb")
        except OSError as error:
            raise _unwritable(path, error) from None
        yield partial(_write, stream, path)
        _close(stream, path, durable)
        if part:
            own = secret() if callable(secret) else secret
            if not own:
                part.chmod(usual)
            _put_in_place(part, target, path, own)
    finally:
        with suppress(OSError):
            if stream:
                stream.close()
            if part:
                part.unlink(missing_ok=True)


def _spare_secret(path: Path, over: bytes | None) -> None:
    if not path.exists():
        return
    with path.open("rb") as old:
        start = old.read(LONGEST_KEY + 1)
    if over and start.startswith(over):
        return
    if start.startswith(IRREPLACEABLE) or _looks_like_key(start):
        raise MaskeraError(
            f"{path}: holds a key, a mapping or a project, which is never written over; give another "
            "output"
        )


def _looks_like_key(content: bytes) -> bool:
    """Whether these are a few bytes that are no text, as of a key file."""
    if not 0 < len(content) <= LONGEST_KEY or content.startswith(_COMPRESSED):
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return False


def _close(stream: IO[bytes], path: Path, durable: bool) -> None:
    try:
        stream.flush()  # what was buffered is written only now, and the disk may be full
        if durable:
            os.fsync(stream.fileno())
        stream.close()
    except OSError as error:
        raise _unwritable(path, error) from None


def _put_in_place(part: Path, target: Path, path: Path, secret: bool) -> None:
    try:
        if target.exists() and not secret:
            shutil.copymode(target, part)
        part.replace(target)
    except OSError as error:
        raise _unwritable(path, error) from None


def _write(stream: IO[bytes], path: Path, content: bytes) -> None:
    try:
        stream.write(content)
    except OSError as error:
        raise _unwritable(path, error) from None


def make_folder(folder: Path) -> None:
    """Makes a folder where it is missing; raises MaskeraError where nothing can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise _unwritable(folder, error) from None


def write_document(path: Path, text: str, secret: bool = False) -> None:
    """Writes the file of a document, whole even if the command is told to end meanwhile; raises
    DataError where it cannot be written, for that costs no other document."""
    try:
        with unbroken(), opened(path, secret) as write:
            write(text.encode("utf-8", "surrogatepass"))
    except MaskeraError as error:
        raise DataError(str(error)) from None


# Names of devices, with any suffix, in every folder of Windows.
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"]
)


class Apart:
    """Tells ids whose files would be one where capitals or the Unicode form of letters do not
    count (Windows, macOS): for the second of them, not for the first."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def __call__(self, identifier: str) -> bool:
        """Whether the file of this id needs a digest to stand apart."""
        folded = unicodedata.normalize("NFC", identifier).casefold()
        return self._first.setdefault(folded, identifier) != identifier


def place(folder: Path, identifier: str, suffix: str, apart: bool = False) -> Path:
    """The file of a document in a folder; an id with slashes stands in folders of its own, and none
    leads out of the folder.

    What no file name can hold is replaced or left out, and a digest of the id added, so that
    different ids have different files. Nor is a name that of a device of Windows, or one that
    Windows or macOS would write otherwise. apart: add the digest in any case.
    """
    parts = [
        part for part in identifier.replace("\\", "/").split("/") if part not in ("", ".", "..")
    ] or ["document"]
    clean = [
        _portable(_cut("".join(c if c.isprintable() and c not in '<>:"|?*' else "_" for c in part)))
        for part in parts
    ]
    if len("/".join(clean).encode()) > LONGEST_NAME:
        clean = clean[-1:]
    if apart or "/".join(clean) != identifier:
        clean[-1] += "-" + sha256(identifier.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return folder.joinpath(*clean[:-1], clean[-1] + suffix)


def _portable(part: str) -> str:
    part = unicodedata.normalize("NFC", part).rstrip(". ") or "_"
    return f"_{part}" if part.partition(".")[0].rstrip().casefold() in DEVICES else part


def _cut(part: str) -> str:
    return part.encode()[:LONGEST_PART].decode("utf-8", "ignore")


def vacant(folder: Path, identifier: str, suffix: str, inputs: Files, apart: bool = False) -> Path:
    """The file of a document in a folder; raises MaskeraError where that is an input. apart: as for
    place()."""
    path = place(folder, identifier, suffix, apart)
    spare(path, inputs)
    return path


def withdraw(path: Path) -> bool:
    """Remove the file that an earlier run wrote of what is held back now; whether there was one.
    Raises DataError where it cannot be removed."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DataError(f"{path}: cannot be removed ({cause(error)})") from None
    return True


def spare(path: Path, inputs: Files) -> None:
    """Raises MaskeraError where the path is one of the inputs, which would be lost."""
    if not inputs.isdisjoint(identities([path])):
        raise MaskeraError(f"{path}: is an input and would be written over; give another output")


def identities(places: Iterable[Path | int]) -> Files:
    """The files at these paths or behind these descriptors, as far as there are any, and not
    devices or pipes."""
    found = set()
    for each in places:
        with suppress(OSError):
            status = os.fstat(each) if isinstance(each, int) else each.stat()
            if stat.S_ISREG(status.st_mode):
                found.add((status.st_dev, status.st_ino))
    return frozenset(found)


def counted(count: int, noun: str) -> str:
    """1 essay, 2 essays."""
    return f"{count} {noun}{'s' * (count != 1)}"


def note(sentence: str) -> None:
    """Tell the user on standard error what is no failure; names of files in it are no markup."""
    from rich.console import Console

    Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False).print(
        f"maskera: {sentence}"
    )
