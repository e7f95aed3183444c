"""Files that may be compressed, read and written a piece at a time."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from maskera.errors import DataError, cause, of_extra
from maskera.tables.chunks import Write


def _zstandard() -> Any:
    return of_extra("zstandard", "zstd", "arrow")


def _read_zstd(path: Path) -> IO[bytes]:
    return io.BufferedReader(_Frames(path, _zstandard().ZstdDecompressor()))


def _read_gzip(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb")  # type: ignore[return-value]  # reading() closes it


def _write_gzip(target: IO[bytes]) -> IO[bytes]:
    # No name and no time, so that the same input gives the same bytes.
    return gzip.GzipFile("", "wb", fileobj=target, mtime=0)  # type: ignore[return-value]


def _write_zstd(target: IO[bytes]) -> IO[bytes]:
    writer: IO[bytes] = _zstandard().ZstdCompressor().stream_writer(target, closefd=False)
    return writer


COMPRESSIONS: Mapping[str, tuple[Callable[[Path], IO[bytes]], Callable[[IO[bytes]], IO[bytes]]]] = {
    ".gz": (_read_gzip, _write_gzip),
    ".zst": (_read_zstd, _write_zstd),
}
"""Suffix of a compressed file: how it is opened, and what compresses a stream."""


class Sink(io.RawIOBase):
    """A function that takes bytes, as a file that cannot be read or sought."""

    def __init__(self, write: Write) -> None:
        self._write, self._written = write, 0

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, content: Any) -> int:
        """Hand over a piece."""
        piece = bytes(content)
        self._write(piece)
        self._written += len(piece)
        return len(piece)

    def tell(self) -> int:
        """How many bytes went in."""
        return self._written


class _Frames(io.RawIOBase):
    """What a zstd file holds. The library's own reader takes a file that was cut off for one that
    ends there; this one raises EOFError."""

    PIECE = 2048  # bytes packed; the most that they can become is some 64 MB

    def __init__(self, path: Path, frames: Any) -> None:
        self._frames, self._packed = frames, path.open("rb")
        self._frame: Any = None  # the one that has begun
        self._next, self._content = b"", memoryview(b"")

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Unpack the next bytes."""
        while not self._content:
            piece = self._next or self._packed.read(self.PIECE)
            if not piece and self._frame is not None:
                raise EOFError
            if not piece:
                return 0
            frame = self._frame or self._frames.decompressobj()
            self._content = memoryview(frame.decompress(piece))
            self._next, self._frame = (frame.unused_data, None) if frame.eof else (b"", frame)
        size = min(len(buffer), len(self._content))
        buffer[:size] = self._content[:size]
        self._content = self._content[size:]
        return size

    def close(self) -> None:
        """Close the file."""
        self._packed.close()
        super().close()


@contextmanager
def reading(path: Path) -> Iterator[IO[bytes]]:
    """The file, unpacked as it is read; raises DataError where that cannot be."""
    opening = COMPRESSIONS.get(path.suffix.lower())
    try:
        with opening[0](path) if opening else path.open("rb") as stream:
            yield stream
    except (EOFError, gzip.BadGzipFile, zlib.error):
        packed = "zstd" if path.suffix.lower() == ".zst" else "gzip"
        raise DataError(f"{path}: is no whole {packed} file") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    except Exception as error:
        if type(error).__name__ != "ZstdError":
            raise
        raise DataError(f"{path}: is no whole zstd file") from None


@contextmanager
def writing(suffix: str, write: Write) -> Iterator[Write]:
    """A function that takes the content of a file with this suffix; `write` takes the file."""
    if suffix.lower() not in COMPRESSIONS:
        yield write
        return
    sink: Any = Sink(write)
    stream = COMPRESSIONS[suffix.lower()][1](sink)
    yield stream.write
    stream.close()
