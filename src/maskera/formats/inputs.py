"""Files, folders and standard input as documents: which format they have, what the documents are
called, and ids that come twice."""

from __future__ import annotations

import os
import re
import stat
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from maskera.errors import DataError, cause
from maskera.formats.manifest import is_manifest
from maskera.formats.office.tei import is_tei
from maskera.formats.reading import Annotated, SeenIds, Warn, silent
from maskera.io.output import is_folder
from maskera.text import Document

BY_SUFFIX: Mapping[str, str] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".json": "svala",
    ".xml": "sparv",
    ".conllu": "conllu",
    ".conll": "conll",
    ".bio": "conll",
    ".itac": "itac",
    ".xmi": "xmi",
    ".ann": "brat",
    ".docx": "docx",
    ".pptx": "pptx",
    ".odt": "odt",
    ".eml": "eml",
    ".mbox": "mbox",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".tei": "tei",
}
"""The format of a file by its suffix. Of a `.json` its beginning tells (JSON)."""

JSON = ("label-studio", "cas")
"""The formats of a `.json` that its beginning tells; any other list is of the Text Anonymization
Benchmark, any other object a SVALA graph."""

BEGINNINGS: Mapping[str, re.Pattern[bytes]] = {
    "label-studio": re.compile(rb'\[\s*\{(?:(?!"doc_id").)*?"data"\s*:\s*\{', re.DOTALL),
    "tab": re.compile(rb"\[\s*\{"),
    "cas": re.compile(rb'\{\s*"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)"'),
    "xmi": re.compile(rb"<\?xml[^>]*>\s*<xmi:XMI\s|<xmi:XMI\s"),
    "webanno": re.compile(rb"#FORMAT=WebAnno TSV 3"),
    "svala": re.compile(rb'\{.*?"(?:(?:source|target)"\s*:\s*\[|edges"\s*:\s*\{)', re.DOTALL),
    "jsonl": re.compile(rb"\{"),
    "sparv": re.compile(rb"<\?xml\s|<.*?<(?:token|w)[\s>]", re.DOTALL),
    "conll": re.compile(
        rb"-DOCSTART-(?:\s|$)|(?:[^\t\n]+(?:\t[^\t\n]*)?\t(?:O|[BIES]-\S+)\r?(?:\n\s*|$)){2}"
    ),
    "conllu": re.compile(
        rb"#[ \t]*(?:newdoc|newpar|sent_id|text)\b[^\n]*=|(?>(?:#[^\n]*\n)*)[1-9]\d*(?:-\d+)?(?:\t[^\t\n]+){9}\r?(?:\n|$)"
    ),
    "itac": re.compile(
        rb"(?>.*?(?<!\S)<ANON>\s).*?\s</ANON>(?!\S)", re.DOTALL
    ),  # atomic: a tag that nothing closes costs one pass
}
"""How content without a name begins (of `itac`: what it holds), in the order of trying; anything
else is text."""

BRAT = ".ann"
"""The suffix of brat's annotation; the text stands in the .txt file beside it."""

STDIN = "stdin"
_CALLED_STDIN = re.compile(rf"{STDIN}(?:-\d+)?")
WITH_IDS = ("jsonl", "tab")
"""The formats in which every document has an id of its own, whatever that is."""
SAMPLE = 1 << 16  # bytes: enough for the beginning of a graph behind its comment

LIKE = {
    **dict.fromkeys((".doc", ".docm", ".dotx", ".rtf", ".pages", ".wps"), ".docx"),
    **dict.fromkeys((".ott", ".fodt", ".sxw"), ".odt"),
    **dict.fromkeys((".xls", ".xlsm", ".xlsb", ".ods", ".numbers"), ".xlsx"),
    **dict.fromkeys((".ppt", ".pptm", ".ppsx", ".odp"), ".pptx"),
    ".msg": ".eml",
    ".epub": ".html",
    # Only pseudonymize and batch read tables; others take a row a line, with id and text.
    **dict.fromkeys((".csv", ".tsv", ".xlsx", ".parquet"), ".jsonl"),
}
"""What a file that is not read is best saved as, by its suffix, so that it keeps its form."""


def format_of(
    name: str, content: bytes | str = b"", suffixes: Mapping[str, str] = BY_SUFFIX
) -> str:
    """The format of a file by its name (and, for JSON, its first character); raises DataError for a
    suffix that no format has."""
    suffix = Path(name).suffix.lower()
    if suffix not in suffixes:
        unknown = suffix or "a file without suffix"
        near = LIKE.get(suffix, ".txt") if ".docx" in suffixes else ".txt"
        raise DataError(
            f"{name}: no format is known for {unknown}; save it as {near}, or name its format (see --help)"
        )
    if suffix == ".xml" and suffixes[suffix] == "sparv" and is_tei(_beginning(content)):
        return "tei"
    if suffix != ".json":
        return suffixes[suffix]
    beginning = _beginning(content)
    other = "tab" if beginning.startswith(b"[") else "svala"
    return next((name for name in JSON if BEGINNINGS[name].match(beginning)), other)


def format_within(content: bytes | str) -> str:
    """The format of content that has no name, by how it begins."""
    beginning = _beginning(content)
    return next((name for name, pattern in BEGINNINGS.items() if pattern.match(beginning)), "text")


def _beginning(content: bytes | str) -> bytes:
    sample = content[:SAMPLE]
    return (
        (sample.encode("utf-8", "replace") if isinstance(sample, str) else sample)
        .removeprefix(BOM_UTF8)
        .lstrip()
    )


def files(
    path: Path,
    leave_out: Path | None = None,
    suffixes: Collection[str] | None = BY_SUFFIX,
    warn: Warn = silent,
    pass_over: Collection[Path] = (),
) -> list[Path | DataError]:
    """The file itself, or the files of a folder and its folders that have one of the suffixes
    (None: all of them), by name.

    A .txt file with an .ann file beside it is read with that (brat). Links
    are followed; hidden files and folders are passed over. What cannot be looked into is a
    DataError in its place, as is a folder without any such file; how many others were left out is
    told. leave_out: a folder that is passed over, as the one of the output; pass_over: files that
    are.
    """
    if not is_folder(path):
        return [] if path in pass_over else [path]
    found: list[Path | DataError] = []
    others: Counter[str] = Counter()
    passed = False
    for item in _within(path, frozenset(map(_identity, (path, leave_out or path)))):
        if isinstance(item, DataError):
            found.append(item)
        elif item in pass_over:
            passed = True
        elif is_manifest(item):
            continue  # of an earlier run, and no text
        elif item.suffix.lower() == ".txt" and item.with_suffix(BRAT).exists():
            continue  # read with the .ann file beside it
        elif suffixes is None or item.suffix.lower() in suffixes:
            found.append(item)
        else:
            others[item.suffix.lower() or "files without suffix"] += 1
    if not found and not passed:
        wanted = f" ({', '.join(sorted(suffixes))})" if suffixes is not None else ""
        return [DataError(f"{_shown(path)}: no file to read in this folder{wanted}")]
    if others:
        counted = ", ".join(
            f"{_printable(suffix)} ({count})" for suffix, count in sorted(others.items())
        )
        warn(f"{_shown(path)}: files left out ({others.total()}): no format is known for {counted}")
    return found


_Identity = tuple[int, int]
"""A folder by its device and its number on it, whatever names it has."""


def _identity(path: Path) -> _Identity | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _within(folder: Path, above: frozenset[_Identity | None]) -> Iterator[Path | DataError]:
    """The files of a folder and its folders, but not of those above, to which a link can lead back."""
    try:
        entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        yield _unreadable(folder, error)
        return
    for entry in entries:
        try:
            status = entry.stat()
        except OSError as error:
            yield _unreadable(entry, error)
            continue
        if stat.S_ISREG(status.st_mode):
            yield entry
        elif (
            stat.S_ISDIR(status.st_mode)
            and (identity := (status.st_dev, status.st_ino)) not in above
        ):
            yield from _within(entry, above | {identity})


Decode = Callable[[bytes, str], bytes | str]
"""The content of a file and its name in; its text out, or the content where it is UTF-8."""

SAY_THEIR_ENCODING = frozenset({"sparv", "xmi", "docx", "pptx", "odt", "eml", "mbox", "pdf", "tei"})


def as_it_is(content: bytes, _: str) -> bytes | str:
    """The content for a reader that takes UTF-8."""
    return content


Item = TypeVar("Item", Document, Annotated)


def read_all(
    paths: Iterable[Path],
    readers: Mapping[str, Callable[[bytes | str, str], Iterator[Item | DataError]]],
    format_name: str = "",
    leave_out: Path | None = None,
    suffixes: Mapping[str, str] = BY_SUFFIX,
    warn: Warn = silent,
    decode: Decode = as_it_is,
    pass_over: Collection[Path] = (),
) -> Iterator[Item | DataError]:
    """The documents of files and folders, in the order given, read with the table `readers` by
    suffix or all in one format.

    A file in a folder of the folder given is called after both ("A/essay1"). What cannot be read, a
    file with a name that is not UTF-8, and a document whose id came before, is a DataError in its
    place. leave_out, warn, pass_over: as for files(), which takes all where a format is named.
    suffixes: the format of each. decode: makes text of a file's content, where it can tell the
    encoding.
    """
    seen = SeenIds()
    for path in paths:
        for file in files(path, leave_out, None if format_name else suffixes, warn, pass_over):
            if isinstance(file, DataError):
                yield file
                continue
            folder = file.parent.relative_to(path).as_posix() if file != path else "."
            try:
                f"{folder}/{file.name}".encode()
            except UnicodeEncodeError:  # it could be no id
                yield DataError(f"{_shown(file)}: the name is not UTF-8; rename it")
                continue
            items = read_file(file, readers, format_name, suffixes, decode)
            named = (
                item
                if isinstance(item, DataError) or folder == "."
                else _renamed(item, file.stem, folder)
                for item in items
            )
            yield from _unique(named, seen, str(file))


def read_stream(
    content: bytes,
    readers: Mapping[str, Callable[[bytes | str, str], Iterator[Item | DataError]]],
    format_name: str = "",
    decode: Decode = as_it_is,
) -> Iterator[Item | DataError]:
    """The documents of standard input, read in the format named or the one that it begins like;
    nameless where that gives them no id. decode: as for read_all()."""
    name = format_name or format_within(content)
    try:
        text = content if name in SAY_THEIR_ENCODING else decode(content, STDIN)
    except DataError as error:
        yield error
        return
    name = format_name or format_within(text)
    if name not in readers:
        yield _unreadable_as(name, STDIN, readers)
        return
    items = _unique(readers[name](text, STDIN), SeenIds(), STDIN)
    yield from items if name in WITH_IDS else map(_without_id, items)


def _without_id(item: Item | DataError) -> Item | DataError:
    """A document that its reader could only call after standard input ("stdin", "stdin-2") is
    nameless."""
    if isinstance(item, DataError) or not _CALLED_STDIN.fullmatch(_document(item).id):
        return item
    return _with_document(item, replace(_document(item), nameless=True))


def read_file(
    path: Path,
    readers: Mapping[str, Callable[[bytes | str, str], Iterator[Item | DataError]]],
    format_name: str = "",
    suffixes: Mapping[str, str] = BY_SUFFIX,
    decode: Decode = as_it_is,
) -> Iterator[Item | DataError]:
    """The documents of one file, with the reader of its suffix or of the format named."""
    try:
        content = path.read_bytes()
        name = format_name or format_of(str(path), content, suffixes)
        text = content if name in SAY_THEIR_ENCODING else decode(content, str(path))
    except OSError as error:
        yield _unreadable(path, error)
        return
    except DataError as error:
        yield error
        return
    if name not in readers:
        yield _unreadable_as(name, str(path), readers)
        return
    yield from readers[name](text, str(path))


def _unreadable_as(name: str, source: str, readers: Iterable[str]) -> DataError:
    return DataError(
        f"{source}: no reader for the format {name!r}; there are {', '.join(sorted(readers))}"
    )


def _unreadable(path: Path, error: OSError) -> DataError:
    return DataError(f"{_shown(path)}: cannot be read ({cause(error)})")


def _shown(path: Path) -> str:
    return _printable(str(path))


def _printable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _unique(
    items: Iterable[Item | DataError], seen: SeenIds, source: str
) -> Iterator[Item | DataError]:
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
    return _with_document(item, replace(document, id=f"{folder}/{stem}"))


def _with_document(item: Item, document: Document) -> Item:
    return document if isinstance(item, Document) else (document, item[1])
