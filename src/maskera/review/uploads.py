"""Files as people upload them: which format each is in, and its essays, with their marks where it
has some."""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

import msgspec

from maskera.errors import DataError
from maskera.formats import AnnotatedReader, annotated_readers, jsonl, readers
from maskera.formats.inputs import BRAT, BY_SUFFIX, SAY_THEIR_ENCODING, format_of
from maskera.formats.reading import Annotated, Warn, document_id, silent
from maskera.formats.standoff import OURS, Labels
from maskera.genre import genre_of
from maskera.io.encodings import unicode
from maskera.io.utf8 import lines
from maskera.lang.pack import LanguagePack
from maskera.taxonomy import Taxonomy
from maskera.text import Document

SUFFIXES: Mapping[str, str] = {key: kind for key, kind in BY_SUFFIX.items() if key != BRAT}
"""The format of a file that can be uploaded, by its suffix. Not brat's: its reader takes the text
from the file beside it, which would be one of the server's own."""

ARCHIVE = ".zip"  # of files of these formats

UploadReader = Callable[[bytes, str], Iterator[Document | Annotated | DataError]]
"""The essays of a file, by its content and name, with their marks where they keep some."""

MOST_UNPACKED = 100_000_000  # bytes of a .docx or .zip: a small file can hold much nothing
PACKAGES = frozenset(("docx", "pptx", "odt"))  # the formats that are zip archives within
MOST_MEMBERS = 10_000  # files of a .zip
# Words in marks hold no further "[[", and so a row of them is not read to its end from each.
_MARKED = re.compile(
    rb"\[\[(?:(?!\[\[)[^|\]])+\|[A-Za-z_:0-9-]{1,40}(?:\|[A-Za-z0-9_=, ]{0,80})?\]\]"
)


class How(msgspec.Struct, frozen=True):
    """How a file is read. kind: its format, where it is not to be told by its name; source: what
    errors call it, where not by its name; marks: whether essays that have been annotated keep their
    marks; labels: of an annotation tool, in ours; encoding: of its text, where it is not to be
    told."""

    kind: str = ""
    source: str = ""
    marks: bool = True
    labels: dict[str, str] = {}
    encoding: str = ""


def read(
    name: str,
    content: bytes,
    language: LanguagePack,
    known: Mapping[str, str],
    how: How = How(),  # noqa: B008 - it is frozen
    warn: Warn = silent,
) -> Iterator[Document | Annotated | DataError]:
    """The essays of a file, with their marks where they have some, or what was wrong with them. One
    in a folder of a .zip, or of a folder that a browser sends, is called after both ("A/essay1").

    known: metadata of the essays that do not say it themselves (genre, level, author).
    """
    short = PurePosixPath(name.replace("\\", "/")).name or "file"
    source = how.source or short
    if how.kind or PurePosixPath(short).suffix.lower() != ARCHIVE:
        yield from _essays(_folder(name), short, source, content, language, known, how, warn)
        return
    try:
        for folder, member, inside in _unpacked(source, content):
            yield from _essays(folder, member, member, inside, language, known, how, warn)
    except DataError as error:
        yield error


def _essays(
    folder: str, name: str, source: str, content: bytes, language: LanguagePack,
    known: Mapping[str, str], how: How, warn: Warn,
) -> Iterator[Document | Annotated | DataError]:  # fmt: skip
    """The essays of one file. source: what errors call it."""
    try:
        items = list(_read(name, content, language, how, source, warn))
    except DataError as error:
        yield error
        return
    genres = language.texts.genres
    for item in items:
        if isinstance(item, DataError):
            yield item
            continue
        document = item if isinstance(item, Document) else item[0]
        meta = {
            **{key: value for key, value in known.items() if value},
            **{key: value for key, value in document.meta.items() if value},
        }
        genre = genre_of(replace(document, meta=meta), language)
        if genre and genre not in genres.values():
            yield DataError(
                f"{source}: document {document.id}: an unknown genre; there are"
                f" {', '.join(sorted(set(genres.values())))}"
            )
            continue
        if meta.get("genre"):
            meta["genre"] = genre
        own = f"{folder}/{document.id}" if folder and document.id == document_id(name) else ""
        told = replace(document, id=own or document.id, meta=meta, language=language.code)
        yield told if isinstance(item, Document) else (told, item[1])


def _folder(name: str) -> str:
    """The folder of a file within the folder that a browser sends."""
    return "/".join(part for part in PurePosixPath(name).parts[1:-1] if part != "..")


def _parts(entry: zipfile.ZipInfo) -> tuple[str, ...]:
    """The folders of a member and its name, as packed on any system; none leads out of the .zip."""
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    return tuple(part for part in parts if part not in ("..", "/"))


def _unpacked(name: str, content: bytes) -> Iterator[tuple[str, str, bytes]]:
    """The files of a .zip, each by its folder, its name and what it holds; a folder around all of
    them is left out, as is what a system puts there for itself. Raises DataError where it cannot be
    read, or holds too much."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if _of_a_person(entry)]
            if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
                raise DataError(f"{name}: holds more than {MOST_UNPACKED // 1_000_000} MB")
            if len(entries) > MOST_MEMBERS:
                raise DataError(f"{name}: holds more than {MOST_MEMBERS} files")
            around = len({_parts(entry)[0] for entry in entries}) == 1
            for entry in entries:
                *folders, member = _parts(entry)
                folder = "/".join(folders[around:])
                if PurePosixPath(member).suffix.lower() == ARCHIVE:
                    raise DataError(f"{name}: holds another .zip")
                with archive.open(entry) as file:  # no more than was said, whatever it holds
                    yield folder, member, file.read(entry.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError):
        raise DataError(f"{name}: a .zip that is damaged or encrypted") from None
    except (NotImplementedError, ValueError):
        raise DataError(f"{name}: a .zip packed in an unknown way") from None


def _check_unpacked(content: bytes, source: str) -> None:
    """Raise DataError for a package that claims to hold too much; what is none is its reader's."""
    held = 0
    with (
        suppress(zipfile.BadZipFile, NotImplementedError, OSError, ValueError),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        held = sum(entry.file_size for entry in archive.infolist())
    if held > MOST_UNPACKED:
        raise DataError(f"{source}: holds more than {MOST_UNPACKED // 1_000_000} MB")


def _of_a_person(entry: zipfile.ZipInfo) -> bool:
    parts = _parts(entry)
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
    return bool(parts) and not entry.is_dir() and not hidden


def _where_marked(
    read: AnnotatedReader, content: bytes | str, source: str
) -> Iterator[Document | Annotated | DataError]:
    """What a reader of annotated files gives; an essay without a mark has not been annotated, and
    is a document alone."""
    for item in read(content, source):
        yield item if isinstance(item, DataError) or item[1] else item[0]


def _where_said(
    taxonomy: Taxonomy, content: bytes | str, source: str
) -> Iterator[Document | Annotated | DataError]:
    """The same of JSON lines: an object with `spans` or `mentions` has been annotated, be it with
    nothing."""
    objects = (
        line for _, line in lines(content, source) if isinstance(line, DataError) or line.strip()
    )
    for item, line in zip(jsonl.read_annotated(content, source, taxonomy), objects, strict=True):
        if isinstance(item, DataError) or isinstance(line, DataError):
            yield item
        else:
            yield item if {"spans", "mentions"} & msgspec.json.decode(line).keys() else item[0]


def marked_readers(taxonomy: Taxonomy, labels: Labels = OURS) -> Mapping[str, UploadReader]:
    """Readers that decide essay by essay whether it has been annotated: the detector must look at
    one that has not. labels: of an annotation tool, in ours."""
    known = annotated_readers(taxonomy, labels)
    return {
        **{kind: partial(_where_marked, read) for kind, read in known.items()},
        "jsonl": partial(_where_said, taxonomy),
    }


def upload_readers(
    language: LanguagePack, marks: bool = True, warn: Warn = silent, labels: Labels = OURS
) -> Mapping[str, UploadReader]:
    """The reader of each format that can be uploaded; a text file with inline markup is read as
    marked.

    marks: whether essays that have been annotated keep their marks. warn: as for readers(). labels:
    of an annotation tool, in ours.
    """
    plain = readers(language.taxonomy, language.models.tagset, warn)
    table: dict[str, UploadReader] = {
        **plain,
        **(marked_readers(language.taxonomy, labels) if marks else {}),
    }

    def read_text(content: bytes, source: str) -> Iterator[Document | Annotated | DataError]:
        if not _MARKED.search(content):
            return plain["text"](content, source)
        if not marks:
            warn(f"{source}: its marks are taken away; --marks keeps them")
        return table["marked"](content, source)

    return {**table, "text": read_text}


def _read(
    name: str, content: bytes, language: LanguagePack, how: How, source: str, warn: Warn
) -> Iterator[Document | Annotated | DataError]:
    if not how.kind and PurePosixPath(name).suffix.lower() not in SUFFIXES:
        raise DataError(f"{source}: an unknown format")
    kind = how.kind or format_of(name, content, SUFFIXES)
    if kind in PACKAGES:
        _check_unpacked(content, source)
    if kind not in SAY_THEIR_ENCODING:
        text = unicode(content, source, how.encoding, warn)
        content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    kind = how.kind or format_of(name, content, SUFFIXES)
    return upload_readers(language, how.marks, warn, how.labels)[kind](content, source)
