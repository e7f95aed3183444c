"""The project file: texts and decisions, encrypted, one sealed record after the other.

A record is appended and forced to the disk with each answer, so a process that is killed loses at
most the answer it was writing; a torn last record is cut off when the file is next opened. Needs
the extra `review` (cryptography).
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from maskera.errors import DataError, MaskeraError, MissingExtra, cause
from maskera.io import decoders
from maskera.learn.decisions import Decisions
from maskera.text import Document

if TYPE_CHECKING:
    from maskera.io.cipher import Sealer

MAGIC = b"MASKERALEARN"
VERSION = 1
_HEADER = struct.Struct(">12sH")
_LENGTH = struct.Struct(">I")


class Setup(msgspec.Struct, frozen=True, tag="setup"):
    """What a project is made of. texts: (id, text)."""

    texts: tuple[tuple[str, str], ...]
    language: str
    labels: tuple[str, ...]
    seed: int
    engine: str = "crf"

    def __repr__(self) -> str:
        return f"Setup({len(self.texts)} texts)"


class Card(msgspec.Struct, frozen=True, tag="card"):
    """The answer to a card, and the seconds that it took."""

    kind: str
    key: str
    answer: str
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"Card({self.kind})"


class Sentence(msgspec.Struct, frozen=True, tag="sentence"):
    """A sentence read: its first token, the labels of all, and what the model had said of them
    before (empty where there was none). drawn: it came at random, and counts in the audit."""

    first: int
    labels: tuple[str, ...]
    guessed: tuple[bool, ...] = ()
    drawn: bool = False
    seconds: float = 0.0


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Takes an answer back: of those that still stand the last, or so many before it."""

    before: int = 0


Answer = Card | Sentence
Record = Setup | Card | Sentence | Undo
_DECODER = decoders.msgpack(Record)


@dataclass
class Project:
    """An open project. records, size: of the file as it is known here. answers: those that stand,
    in order."""

    path: Path
    setup: Setup
    _sealer: Sealer = field(repr=False)
    records: int = 1
    size: int = 0
    answers: list[Answer] = field(default_factory=list)

    @property
    def documents(self) -> Iterator[Document]:
        """The texts."""
        return (Document(name, text) for name, text in self.setup.texts)

    def decisions(self) -> Decisions:
        """What the answers that stand decide; the later of two on the same thing."""
        made = Decisions()
        for answer in self.answers:
            if isinstance(answer, Card):
                made.cards[answer.kind, answer.key] = answer.answer
            else:
                made.read.update(enumerate(answer.labels, answer.first))
        return made

    def add(self, answer: Answer) -> None:
        """Keep an answer, on the disk before this returns. Raises MaskeraError where another process
        has written to the file since."""
        self._append(answer)
        self.answers.append(answer)

    def undo(self, before: int = 0) -> Answer | None:
        """Take the last answer back, or the one so many before it; None where none stands."""
        if before >= len(self.answers):
            return None
        self._append(Undo(before))
        return self.answers.pop(-1 - before)

    def _append(self, record: Record) -> None:
        try:
            with self.path.open("ab") as file:
                if file.tell() != self.size:
                    raise MaskeraError(
                        f"{self.path}: another process has answered meanwhile; open it again"
                    )
                file.write(_sealed(self._sealer, record, self.records))
                file.flush()
                os.fsync(file.fileno())
                self.size = file.tell()
        except OSError as error:
            raise MaskeraError(f"{self.path}: cannot be written ({cause(error)})") from None
        self.records += 1


def create(path: Path, setup: Setup, secret: bytes) -> Project:
    """A new project file, readable by its owner only. Raises MaskeraError where it exists."""
    sealer = _sealer(secret)
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(_HEADER.pack(MAGIC, VERSION) + _sealed(sealer, setup, 0))
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise MaskeraError(f"{path}: exists already; a project is never written over") from None
    except OSError as error:
        raise MaskeraError(f"{path}: cannot be written ({cause(error)})") from None
    return Project(path, setup, sealer, size=path.stat().st_size)


def open_project(path: Path, secret: bytes) -> Project:
    """The project of a file. Raises DataError for no project, one of a newer version, a wrong key
    or a changed file."""
    sealer = _sealer(secret)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    if len(content) < _HEADER.size or not content.startswith(MAGIC):
        raise DataError(f"{path}: not a project of maskera learn")
    _, version = _HEADER.unpack_from(content)
    if version > VERSION:
        raise DataError(f"{path}: written by a newer version of maskera ({version}); update it")
    pieces, whole = _pieces(content)
    records = [_opened(sealer, piece, number, path) for number, piece in enumerate(pieces)]
    if not records or not isinstance(records[0], Setup):
        raise DataError(f"{path}: the project is cut off before its texts end")
    if whole < len(content):
        with path.open("r+b") as file:  # an answer that was being written when its process ended
            file.truncate(whole)
    project = Project(path, records[0], sealer, len(records), whole)
    project.answers = _standing(records[1:])
    return project


def _standing(records: Iterable[Record]) -> list[Answer]:
    found: list[Answer] = []
    for record in records:
        if isinstance(record, Undo):
            if record.before < len(found):
                del found[-1 - record.before]
        elif not isinstance(record, Setup):
            found.append(record)
    return found


def _pieces(content: bytes) -> tuple[list[bytes], int]:
    """The sealed records that are whole, and where the last of them ends."""
    found: list[bytes] = []
    place = _HEADER.size
    while place + _LENGTH.size <= len(content):
        (length,) = _LENGTH.unpack_from(content, place)
        end = place + _LENGTH.size + length
        if end > len(content):
            break
        found.append(content[place + _LENGTH.size : end])
        place = end
    return found, place


def _sealed(sealer: Sealer, record: Record, number: int) -> bytes:
    piece: bytes = sealer.seal(msgspec.msgpack.encode(record), f"learn {number}")
    return _LENGTH.pack(len(piece)) + piece


def _opened(sealer: Sealer, piece: bytes, number: int, path: Path) -> Record:
    try:
        record: Record = _DECODER.decode(sealer.open(piece, f"learn {number}"))
        return record
    except DataError:
        raise DataError(
            f"{path}: the key does not open this project, or the file was changed"
        ) from None
    except msgspec.DecodeError:
        raise DataError(f"{path}: record {number} is none of a project") from None


def _sealer(secret: bytes) -> Sealer:
    try:
        from maskera.io.cipher import Keys
    except ImportError:
        raise MissingExtra("a project of maskera learn", "review") from None
    return Keys(secret).project
