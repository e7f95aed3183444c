"""The manifest of a run: what became of each document, without a word of its text.

`manifest.jsonl` stands in the folder of the output, one object a line, for its owner alone. Lines
are added as documents are done, so that a run that was broken off can be resumed; at the end they
are put in order. A share of several machines has a file of its own (manifest.2-of-5.jsonl).
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from maskera.errors import MaskeraError, cause
from maskera.formats import RENDERERS
from maskera.io import decoders
from maskera.io.output import is_folder, opened
from maskera.label.left import per_thousand, rounded
from maskera.result import LeakStatus, Left, Result
from maskera.taxonomy import taxonomy
from maskera.text import Document

NAME = "manifest.jsonl"


class Entry(msgspec.Struct, frozen=True):
    """What became of a document, or of a table.

    digest: of the input, settings: of what it was made with, both under the key. verdict: a
    LeakStatus. held: it was not written among the others. named: its id tells of somebody. kept:
    mentions that stay though the policy replaces such; withheld: keys of metadata not shown.
    bound: on risk, by which model and how it was kept; empty where none was asked for.
    mentions: how many of each group; replaced: how many of them are gone. left: what detection let
    pass, None where that is not known; left_per_1000: of 1,000 personal tokens so many are left at
    most (95 %), None where no place was in doubt, which says nothing of what was not considered.
    verdicts: of a table, on how many of its texts each was given.
    """

    id: str
    digest: str
    settings: str
    format: str
    verdict: str
    held: bool = False
    named: bool = False
    genre: str = ""
    kept: int = 0
    replaced: int = 0
    mentions: Mapping[str, int] = {}
    withheld: tuple[str, ...] = ()
    bound: Mapping[str, Any] = {}
    left: Left | None = None
    left_per_1000: int | None = None
    verdicts: Mapping[str, int] = {}


def held(result: Result, format_name: str, strict: bool) -> bool:
    """Whether a document is not written among the others: a leak, in a format that may leave.

    strict: what a person should look at as well.
    """
    holds = (LeakStatus.FAIL, LeakStatus.REVIEW) if strict else (LeakStatus.FAIL,)
    return result.leaks in holds and format_name in RENDERERS


def entry(result: Result, key: bytes, settings: str, format_name: str, strict: bool) -> Entry:
    """The line of a result; a label of a user's own is a group by itself."""
    groups = taxonomy().categories
    shown = result.shown or {}
    return Entry(
        result.document.id,
        digest(result.document, key),
        settings,
        format_name,
        result.leaks.value if result.leaks else "",
        held(result, format_name, strict),
        result.named,
        shown.get("genre", ""),
        result.kept,
        sum(replacement.hidden for replacement in result.replacements),
        Counter(groups[m.label].group if m.label in groups else m.label for m in result.mentions),
        result.withheld,
        result.bound,
        result.left and rounded(result.left),
        per_thousand(result.left) if result.left else None,
    )


def digest(document: Document, key: bytes) -> str:
    """A digest of what came in, under the key: an unkeyed one would confirm a guess.

    What the pipeline adds to the metadata is left out.
    """
    meta = {name: value for name, value in document.meta.items() if not name.startswith("genre")}
    other = (document.version,) if document.version else ()
    content = msgspec.json.encode([document.text, meta, *other], order="deterministic")
    return hmac.digest(key, content, "sha256").hex()


def read(folder: Path, name: str = NAME) -> dict[tuple[str, str], Entry]:
    """The entries of a folder by id and format; none where there is no manifest.

    Lines that are none are passed over: a run may have ended in the middle of one.
    """
    path = folder / name
    try:
        lines = path.read_bytes().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        if not is_folder(folder):  # who writes to it says so
            return {}
        raise MaskeraError(f"{path}: cannot be read ({cause(error)})") from None
    found: dict[tuple[str, str], Entry] = {}
    for line in lines:
        with suppress(*decoders.NOT_JSON, UnicodeError):
            one = _ENTRY.decode(line)
            found[one.id, one.format] = one
    return found


_ENTRY = decoders.json(Entry)


def is_manifest(path: Path) -> bool:
    """Whether a file is one, and no input: by its name and its first line."""
    if not (path.name.startswith("manifest.") and path.suffix == ".jsonl"):
        return False
    try:
        with path.open("rb") as stream:
            first = stream.readline()
        return not first.strip() or bool(_ENTRY.decode(first))
    except (OSError, *decoders.NOT_JSON, UnicodeError):
        return False


class Manifest:
    """The manifest of a run that is going on; without a folder it is not written."""

    def __init__(self, folder: Path | None, shard: tuple[int, int] = (0, 1)) -> None:
        number, count = shard
        name = NAME if count == 1 else f"manifest.{number + 1}-of-{count}.jsonl"
        self._path = folder / name if folder else None
        self.entries = read(folder, name) if folder else {}
        self._added = 0

    def add(self, one: Entry) -> None:
        """Note what became of a document; raises MaskeraError where that cannot be written."""
        self.entries[one.id, one.format] = one
        self._added += 1
        if self._path is None:
            return
        try:
            if not self._path.exists():
                self._path.touch(0o600)
            with self._path.open("ab") as stream:
                stream.write(msgspec.json.encode(one) + b"\n")
        except OSError as error:
            raise MaskeraError(f"{self._path}: cannot be written ({cause(error)})") from None

    def close(self) -> None:
        """Put the lines in order, one a document and format."""
        if self._path is None or not self._added:
            return
        lines = [msgspec.json.encode(self.entries[name]) for name in sorted(self.entries)]
        with opened(self._path, secret=True) as write:
            write(b"".join(line + b"\n" for line in lines))
