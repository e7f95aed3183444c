"""Uploads in a process of their own: what takes too much is refused, and costs the others nothing."""

from __future__ import annotations

import io
import resource
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import docx
import pytest
from waiting import wait_until

from maskera.errors import DataError
from maskera.lang import load_pack
from maskera.review import essays, limited
from maskera.review.limited import read_all
from maskera.review.people import User
from maskera.review.project import Project
from maskera.text import Document
from review.conftest import Client

SWEDISH = load_pack("sv")


def word(paragraphs: list[str]) -> bytes:
    made = docx.Document()
    for each in paragraphs:
        made.add_paragraph(each)
    held = io.BytesIO()
    made.save(held)
    return held.getvalue()


def swollen(megabytes: int) -> bytes:
    """A small Word file of so many megabytes of empty paragraphs."""
    held = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(word(["Anna"]))) as archive,
        zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        for entry in archive.infolist():
            content = archive.read(entry)
            if entry.filename == "word/document.xml":
                content = content.replace(b"<w:body>", b"<w:body>" + b"<w:p/>" * (megabytes << 18))
            made.writestr(entry.filename, content)
    return held.getvalue()


def told(items: Iterator[Any]) -> list[str]:
    """Ids of essays, and sentences of errors."""
    return [item.id if isinstance(item, Document) else str(item) for item in items]


TOO_MUCH = "takes more memory or time to read than a file may"


def test_files_are_read_as_they_are_without_a_process() -> None:
    files = [
        ("A1.txt", b"Jag heter Anna."),
        ("B2.docx", word(["Jag bor i Lund.", "Hej!"])),
        ("C3.txt", b"a\0b"),
        ("D4.exe", b"x"),
        ("E5.txt", "Jag bor i [[Malmö|city|ref=1]].".encode()),
    ]
    first, second, third, fourth, fifth = read_all(files, SWEDISH, {"level": "B"})
    assert isinstance(first, Document) and first.text == "Jag heter Anna."
    assert first.meta["level"] == "B" and isinstance(second, Document)
    assert second.text == "Jag bor i Lund.\nHej!"
    assert isinstance(third, DataError) and "null character" in str(third)
    assert isinstance(fourth, DataError) and isinstance(fifth, tuple) and fifth[1]
    assert list(read_all([], SWEDISH, {})) == []


def test_a_file_may_have_labels_of_the_project_s_own() -> None:
    block = {"name": "religion", "group": "Mark", "kind": "quasi", "description": ""}
    own = replace(SWEDISH, taxonomy=SWEDISH.taxonomy.extended(block, "own"))
    file = ("A1.conll", "Han\tO\när\tO\nkatolik\tB-religion\n".encode())
    ((_, (mention,)),) = read_all([file], own, {})  # type: ignore[misc]  # annotated
    assert mention.label == "religion"
    (refused,) = read_all([file], SWEDISH, {})
    assert "A1.conll:3: a label that is not in the taxonomy" in str(refused)


def test_a_small_file_that_swells_is_refused_and_the_next_is_read() -> None:
    bomb = swollen(60)
    assert len(bomb) < 300_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    files = [("A.txt", b"Anna"), ("folder/Bomb.docx", bomb), ("C.txt", b"Lund")]
    found = told(read_all(files, SWEDISH, {}, memory=128 << 20))
    assert found == ["A", "Bomb.docx: takes more memory or time to read than a file may", "C"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kB, here


def test_a_reader_that_never_ends_is_ended() -> None:
    files = [("A.docx", swollen(60)), ("B.txt", b"Lund")]
    found = told(read_all(files, SWEDISH, {}, memory=4 << 30, seconds=1))  # it takes thirty
    assert found == [f"A.docx: {TOO_MUCH}", "B"]


def test_an_upload_goes_through_it(
    client: Client, project: Project, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    whole: Callable[..., Any] = limited.read_all

    def noted(files: Any, *rest: Any) -> Any:
        held = list(files)
        asked.append([name for name, _ in held])
        return whole(held, *rest)

    monkeypatch.setattr(limited, "read_all", noted)
    sent = [("files", ("A1.txt", b"Jag heter Anna.")), ("files", ("B.docx", b"PK\x03\x04"))]
    assert client(admin).post("/upload", files=sent).status_code in (200, 303)
    assert asked == [["A1.txt", "B.docx"]]
    wait_until(lambda: essays.find(project, "A1"))
