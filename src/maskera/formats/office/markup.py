"""Text within markup: its pieces as one text, and edits of that text back into the pieces.

The kinds differ in which elements hold text, which begin a line, and what is cleaned; all else is
here. An edit over several pieces (runs of a word in bold) puts its text into the first and takes
the rest away, so that elements and their formatting stay.
"""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from maskera.errors import DataError, of_extra
from maskera.text import Edit, Span, splice

MOST_UNPACKED = 1 << 29  # bytes: a package that claims more is no essay
NORMALIZED = frozenset(
    "when when-iso when-custom notBefore notAfter from to from-iso to-iso key ref sortKey period".split()
)
"""Attributes that say again, in a normal form, what the text of their element says."""
BLANK = "about:blank"
ALTERNATIVE = ", "  # between versions of a place: read as an enumeration, in no file
LEAST = 3  # letters of a word that an attribute must not say
_ROOT = re.compile(rb"<(?:[\w.-]+:)?([A-Za-z]\w*)[\s/>]")  # no declaration, no comment


class Rewritten(NamedTuple):
    """A new file, what leaves in it beside the text, and what the user should know."""

    content: bytes
    beside: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InPlace:
    """A document that is written again. text: of all its parts; rewrite: with edits of that text."""

    text: str = field(repr=False)
    rewrite: Callable[[Sequence[Edit]], Rewritten]


@dataclass(frozen=True, slots=True)
class Shape:
    """Where a kind has its text, by local names. slots: the elements whose own text it is (None:
    all, with what follows them). blocks begin a line; fixed stand for a character; skip holds no
    text. versions: elements that say the same place in other words, such as what was struck out and
    what was written instead. apart: elements whose words are not one word with those of the element
    before, though nothing stands between."""

    blocks: frozenset[str]
    slots: frozenset[str] | None = None
    fixed: Mapping[str, str] = field(default_factory=dict)
    skip: frozenset[str] = frozenset()
    versions: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()


class Slot(NamedTuple):
    """A piece of the text, and the element that has it as its text or tail."""

    start: int
    element: Any
    place: str


class Pieces:
    """The pieces of several trees as one text."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._parts: list[str] = []
        self._length = 0
        self._glued = False
        self.slots: list[Slot] = []

    @property
    def text(self) -> str:
        """All pieces, with an end of line between blocks."""
        return "".join(self._parts)

    def add(
        self, root: Any, without: frozenset[Any] = frozenset(), shape: Shape | None = None
    ) -> None:
        """The pieces of a tree, in its order; without some elements and what is in them. shape: of
        a tree that has another than the rest."""
        shape, skipped = shape or self._shape, 0
        for event, element in etree().iterwalk(root, events=("start", "end")):
            name = local(element)
            leaves = name in shape.skip or element in without
            if event == "start":
                skipped += leaves
                if not skipped:
                    if name in shape.blocks:
                        self._line()
                    if name in shape.versions:
                        self._version(element, shape)
                    if name in shape.apart and element.getprevious() is not None:
                        self._gap()
                    if name in shape.fixed:
                        self._put(shape.fixed[name])
                    elif shape.slots is None or name in shape.slots:
                        self._slot(element, "text")
                continue
            if not skipped and name in shape.blocks:
                self._line()
            skipped -= leaves
            if not skipped and shape.slots is None and element is not root:
                self._slot(element, "tail")
        self._line()

    @property
    def elements(self) -> frozenset[Any]:
        """The elements whose text, or what follows them, is a piece."""
        return frozenset(slot.element for slot in self.slots)

    def _slot(self, element: Any, place: str) -> None:
        if value := getattr(element, place):
            self.slots.append(Slot(self._length, element, place))
            self._put(value)

    def _put(self, value: str) -> None:
        self._parts.append(value)
        self._length += len(value)

    def _line(self) -> None:
        if self._parts and not self._parts[-1].endswith("\n"):
            self._put("\n")

    def _gap(self) -> None:
        if self._parts and self._parts[-1][-1].isalnum():
            self._put(" ")

    def _version(self, element: Any, shape: Shape) -> None:
        """Part versions of words, so that no name is read across them; those of letters within a
        word (Karl<del>s</del><ins>z</ins>on) stay together, as the word could not be read else."""
        before = _before(element)
        if before not in shape.versions:
            self._glued = bool(self._parts) and self._parts[-1][-1].isalnum()
        elif not self._glued and before != local(element):
            self._put(ALTERNATIVE)

    def replace(self, edits: Sequence[Edit]) -> list[Any]:
        """Put the edits into the trees; the elements that changed."""
        changes: dict[int, list[Edit]] = defaultdict(list)
        number = 0
        for edit in sorted(edits, key=lambda edit: edit.span):
            while number and self.slots[number].start > edit.span.start:
                number -= 1
            new = edit.text
            for at in range(number, len(self.slots)):
                slot = self.slots[at]
                if slot.start >= edit.span.end:
                    break
                length = len(getattr(slot.element, slot.place))
                start = max(edit.span.start - slot.start, 0)
                end = min(edit.span.end - slot.start, length)
                if start < end:
                    changes[at].append(Edit(Span(start, end), new))
                    new, number = "", at
        changed = []
        for at, parts in changes.items():
            _, element, place = self.slots[at]
            setattr(element, place, splice(getattr(element, place), parts)[0])
            changed.append(element if place == "text" else element.getparent())
        return changed


def _before(element: Any) -> str:
    """The name of the element with words that stands right before one; empty where words do."""
    for one in element.itersiblings(preceding=True):
        if (one.tail or "").strip():
            return ""
        if any(word.strip() for word in one.itertext()):
            return local(one)
    return ""


def words(text: str) -> set[str]:
    """The words of a text or an attribute, in small letters."""
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


def telling_words(text: str, edits: Iterable[Edit]) -> set[str]:
    """The words of what edits replace that tell something when they stand alone, with and without
    their last letter, which may be an ending."""
    replaced = {word for edit in edits for word in words(text[edit.span.start : edit.span.end])}
    return {form for word in replaced for form in (word, word[:-1]) if len(form) >= LEAST}


def says(value: str, replaced: Collection[str]) -> bool:
    """Whether an attribute says one of the words that telling_words() gives, be it with a letter
    more."""
    return any(word in replaced or word[:-1] in replaced for word in words(value))


def holds(pointer: str, replaced: Collection[str]) -> bool:
    """Whether a pointer or an id is made of a word that was replaced (#FaridHemligson)."""
    glued = pointer.casefold()
    return any(len(word) > LEAST and word in glued for word in replaced)


def forget_normalized(changed: Sequence[Any]) -> None:
    """Take away what says again what a changed element said (a date's `when`, a name's `key`)."""
    for element in changed:
        for each in (element, *element.iterancestors()):
            names = [name for name in each.attrib if etree().QName(name).localname in NORMALIZED]
            for name in names:
                del each.attrib[name]


def library(name: str, what: str = "documents in place") -> Any:
    """A module of the extra, imported when it is needed."""
    return of_extra(name, what, "office")


def etree() -> Any:
    """lxml's module of trees."""
    return library("lxml.etree")


def local(element: Any) -> str:
    """The name of an element without its namespace; empty for comments and the like."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def tree(content: bytes, source: str) -> Any:
    """The root of XML without its comments, from which nothing is fetched; raises DataError with the
    line. Entities that the file defines are text, within libxml2's bounds."""
    parser = etree().XMLParser(
        resolve_entities="internal", no_network=True, load_dtd=False, remove_comments=True
    )
    try:
        return etree().fromstring(content, parser)
    except etree().XMLSyntaxError as error:
        if error.code == etree().ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from None
        line = error.lineno or 1
        raise DataError(f"{source}:{line}: not well-formed XML") from None


def serialized(root: Any) -> bytes:
    """A tree as the file it was read from, with its declaration."""
    info = root.getroottree().docinfo
    written: bytes = etree().tostring(
        root.getroottree(),
        xml_declaration=True,
        encoding=info.encoding or "UTF-8",
        standalone=info.standalone,
    )
    return written


def telling(root: Any, attributes: frozenset[str]) -> Iterator[str]:
    """The values of some attributes of a tree, which leave beside its text."""
    for element in root.iter():
        for name, value in element.attrib.items():
            if name.rpartition("}")[2] in attributes and re.search(r"[^\W\d_]{3}|\d{4}", value):
                yield value


class Package:
    """The files of a zip package, and the parsed ones of them."""

    def __init__(self, content: bytes, source: str, wanted: Callable[[str], bool]) -> None:
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as package:
                self.infos = package.infolist()
                if sum(info.file_size for info in self.infos) > MOST_UNPACKED:
                    raise DataError(f"{source}: unpacks to more than 512 MB")
                self.files = {info.filename: package.read(info) for info in self.infos}
        except (
            zipfile.BadZipFile,
            zlib.error,
            lzma.LZMAError,
            EOFError,
            OSError,
            RuntimeError,
            ValueError,
        ):  # fmt: skip - RuntimeError: encrypted, or packed in an unknown way
            raise DataError(f"{source}: is no whole {source.rpartition('.')[2]} file") from None
        self.trees = {
            name: tree(self.files[name], f"{source} ({name})")
            for name in self.files
            if wanted(name)
        }

    def root(self, name: str) -> str:
        """The name of the root of a file of XML; empty for a file that was not parsed and whose
        root cannot be told."""
        if name in self.trees:
            return local(self.trees[name])
        found = _ROOT.search(self.files[name][: 1 << 12])
        return found[1].decode("ascii", "replace") if found else ""

    def drop(self, name: str) -> None:
        """Leave a file out."""
        self.files.pop(name, None)
        self.trees.pop(name, None)

    def content(self) -> bytes:
        """The package again, its files in the same order."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as package:
            for info in self.infos:
                if info.filename in self.files:
                    new = zipfile.ZipInfo(info.filename)  # 1980: no time of ours
                    new.compress_type = info.compress_type
                    root = self.trees.get(info.filename)
                    package.writestr(
                        new, self.files[info.filename] if root is None else serialized(root)
                    )
        return out.getvalue()
