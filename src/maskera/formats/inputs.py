"""Files, folders and standard input as documents: which format they have, what the documents are called, and ids that come twice."""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from maskera.errors import DataError
from maskera.formats.reading import Annotated, SeenIds
from maskera.text import Document

FORMATS: Mapping[str, str] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".json": "svala",
    ".xml": "sparv",
    ".conllu": "conllu",
    ".conll": "conll",
    ".bio": "conll",
    ".itac": "itac",
}
"""The format of a file by its suffix. A `.json` that begins with a list is of the Text Anonymization Benchmark."""

BEGINNINGS: Mapping[str, re.Pattern[bytes]] = {
    "tab": re.compile(rb"\[\s*\{"),
    "svala": re.compile(rb'\{.*?"(?:(?:source|target)"\s*:\s*\[|edges"\s*:\s*\{)', re.DOTALL),
    "jsonl": re.compile(rb"\{"),
    "sparv": re.compile(rb"<\?xml\s|<.*?<(?:token|w)[\s>]", re.DOTALL),
    "conll": re.compile(rb"-DOCSTART-(?:\s|$)|(?:[^\t\n]+(?:\t[^\t\n]*)?\t(?:O|[BIES]-\S+)\r?(?:\n\s*|$)){2}"),
    "conllu": re.compile(rb"#[ \t]*(?:newdoc|newpar|sent_id|text)\b[^\n]*=|(?:#[^\n]*\n)*+[1-9]\d*(?:-\d+)?(?:\t[^\t\n]+){9}\r?(?:\n|$)"),
    "itac": re.compile(rb"(?>.*?(?<!\S)<ANON>\s).*?\s</ANON>(?!\S)", re.DOTALL),  # atomic: a tag that nothing closes costs one pass
}
"""How content without a name begins (of `itac`: what it holds), in the order of trying; anything else is text."""

SAMPLE = 1 << 16  # bytes: enough for the beginning of a graph behind its comment


def format_of(name: str, content: bytes | str = b"") -> str:
    """The format of a file by its name (and, for JSON, its first character); raises DataError for a suffix that no format has."""
    suffix = Path(name).suffix.lower()
    if suffix not in FORMATS:
        raise DataError(f"{name}: no format is known for {suffix or 'a file without suffix'}")
    return "tab" if suffix == ".json" and _beginning(content).startswith(b"[") else FORMATS[suffix]


def format_within(content: bytes | str) -> str:
    """The format of content that has no name, by how it begins."""
    beginning = _beginning(content)
    return next((name for name, pattern in BEGINNINGS.items() if pattern.match(beginning)), "text")


def _beginning(content: bytes | str) -> bytes:
    sample = content[:SAMPLE]
    return (sample.encode("utf-8", "replace") if isinstance(sample, str) else sample).removeprefix(BOM_UTF8).lstrip()


def files(path: Path, leave_out: Path | None = None) -> list[Path]:
    """The file itself, or all files of a folder and its folders whose suffix has a format, by name; raises DataError where none is.

    leave_out: a folder within it that is passed over, as the one that the output goes to.
    """
    if not path.is_dir():
        return [path]
    within = _within(path, leave_out) if leave_out else None
    readable = (file for file in path.rglob("*") if file.is_file() and file.suffix.lower() in FORMATS and not file.name.startswith("."))
    found = sorted(file for file in readable if within not in file.parents)
    if not found:
        raise DataError(f"{path}: no file to read in this folder ({', '.join(sorted(FORMATS))})")
    return found


def _within(path: Path, folder: Path) -> Path | None:
    whole, part = path.resolve(), folder.resolve()
    return path / part.relative_to(whole) if whole in part.parents else None


Item = TypeVar("Item", Document, Annotated)


def read_all(
    paths: Iterable[Path],
    readers: Mapping[str, Callable[[bytes | str, str], Iterator[Item | DataError]]],
    format_name: str = "",
    leave_out: Path | None = None,
) -> Iterator[Item | DataError]:
    """The documents of files and folders, in the order given, read with the table `readers` by suffix or all in one format.

    A file in a folder of the folder given is called after both ("A/essay1"). What cannot be read, a file with a name that is not UTF-8,
    and a document whose id came before, is a DataError in its place. leave_out: as for files().
    """
    seen = SeenIds()
    for path in paths:
        try:
            found = files(path, leave_out)
        except DataError as error:
            yield error
            continue
        for file in found:
            folder = file.parent.relative_to(path).as_posix() if path.is_dir() else "."
            try:
                f"{folder}/{file.name}".encode()
            except UnicodeEncodeError:  # it could be no id
                yield DataError(f"{_shown(file)}: the name is not UTF-8; rename it")
                continue
            items = read_file(file, readers, format_name)
            named = (item if isinstance(item, DataError) or folder == "." else _renamed(item, file.stem, folder) for item in items)
            yield from _unique(named, seen, str(file))


def read_stream(
    content: bytes, readers: Mapping[str, Callable[[bytes | str, str], Iterator[Item | DataError]]], format_name: str = ""
) -> Iterator[Item | DataError]:
    """The documents of standard input, read in the format named or the one that it begins like."""
    yield from _unique(readers[format_name or format_within(content)](content, "stdin"), SeenIds(), "stdin")


def read_file(
    path: Path, readers: Mapping[str, Callable[[bytes | str, str], Iterator[Item | DataError]]], format_name: str = ""
) -> Iterator[Item | DataError]:
    """The documents of one file, with the reader of its suffix or of the format named."""
    try:
        content = path.read_bytes()
        name = format_name or format_of(str(path), content)
    except OSError as error:
        yield DataError(f"{path}: cannot be read ({error.strerror or type(error).__name__})")
        return
    except DataError as error:
        yield error
        return
    if name not in readers:
        yield DataError(f"{path}: no reader for the format {name!r}; there are {', '.join(sorted(readers))}")
        return
    yield from readers[name](content, str(path))


def _shown(path: Path) -> str:
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _unique(items: Iterable[Item | DataError], seen: SeenIds, source: str) -> Iterator[Item | DataError]:
    for item in items:
        try:
            if not isinstance(item, DataError):
                seen.check(_document(item).id, source)
            yield item
        except DataError as error:
            yield error


def _document(item: Document | Annotated) -> Document:
    return item if isinstance(item, Document) else item[0]


def _renamed(item: Item, stem: str, folder: str) -> Item:
    document = _document(item)
    if document.id != stem:
        return item
    renamed = replace(document, id=f"{folder}/{stem}")
    return renamed if isinstance(item, Document) else (renamed, item[1])
