"""Where output goes: whole files or none, one for each id, and never in the place of an input."""

from __future__ import annotations

import os
import stat
import sys
import unicodedata
from pathlib import Path

import pytest

from maskera.errors import DataError, MaskeraError
from maskera.io.output import (
    folder_of,
    identities,
    make_folder,
    place,
    sink,
    spare,
    store,
    write_document,
)


def names(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


@pytest.mark.parametrize(
    ("identifier", "file"),
    [
        ("a", "a.txt"),
        ("class 1/essay.2", "class 1/essay.2.txt"),
        ("Åsa (2)", "Åsa (2).txt"),
        ("卷" * 66, "卷" * 66 + ".txt"),
    ],
)
def test_an_id_that_can_be_a_name_is_one(identifier: str, file: str) -> None:
    assert place(Path(), identifier, ".txt").as_posix() == file


OTHERS = [
    *(
        "a:b",
        "a?b",
        "a_b",
        "x",
        "../x",
        "/x",
        "./x",
        "x/",
        "a/b",
        "a\\b",
        "a//b",
        "..",
        "document",
        "",
        "line\nbreak",
        "\ud83d",
        "\0",
    ),
    *(
        "l" * 201 + "1",
        "l" * 201 + "2",
        "卷" * 100,
        "卷" * 101,
        "d/" * 3000 + "e",
        "d/" * 3001 + "e",
    ),
]


def test_different_ids_have_different_files_in_the_folder(tmp_path: Path) -> None:
    for identifier in OTHERS:
        write_document(
            place(tmp_path / "out", identifier, ".jsonl"),
            identifier.encode("utf-8", "backslashreplace").decode(),
        )
    assert len(names(tmp_path / "out")) == len(OTHERS)
    assert names(tmp_path) == [f"out/{name}" for name in names(tmp_path / "out")]


def test_a_file_is_there_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(ZeroDivisionError), sink(path) as write:
        write("new")
        raise ZeroDivisionError
    assert (names(tmp_path), path.read_text(encoding="utf-8")) == (["a.txt"], "old")
    with sink(path) as write:
        write("new")
        assert path.read_text(encoding="utf-8") == "old"
    assert (names(tmp_path), path.read_text(encoding="utf-8")) == (["a.txt"], "new")


def test_half_a_character_is_written_as_on_standard_output(tmp_path: Path) -> None:
    with sink(tmp_path / "a.txt") as write:
        write("a\ud83d")
    assert (tmp_path / "a.txt").read_bytes() == b"a\xed\xa0\xbd"


def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    link.symlink_to(path)
    with sink(link) as write:
        write("new")
    assert link.is_symlink() and path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_new_file_has_the_mode_of_any_other(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_document(tmp_path / "a.txt", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640


def test_a_secret_is_its_owners_alone_whatever_an_older_file_was(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("old", encoding="utf-8")
    (tmp_path / "old.txt").chmod(0o644)
    with store(tmp_path, ".txt", secret=True) as put:
        put("old", "new")
        put("new", "new")
    with sink(tmp_path / "one.txt", secret=True) as write:
        write("new")
        assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}, (
            "and while it is written"
        )


@pytest.mark.parametrize(
    ("output", "folder"),
    [("out", True), ("out.v2/", True), ("out.v2", False), ("out.txt", False), (".", True)],
)
def test_a_folder_is_one_without_suffix_or_with_a_slash(output: str, folder: bool) -> None:
    assert folder_of(output) == (Path(output) if folder else None)


def test_a_file_without_suffix_that_is_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("old", encoding="utf-8")
    assert (
        folder_of(str(tmp_path / "plain")) is None
        and folder_of(str(tmp_path / "other")) == tmp_path / "other"
    )
    with store(str(tmp_path / "plain"), ".txt") as put:
        put("a", "new")
    assert (tmp_path / "plain").read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize("name", ["a.txt", "a", "a/"])
def test_what_may_not_be_asked_for_is_named(tmp_path: Path, name: str) -> None:
    output = f"{tmp_path}/{'x' * 300}/{name}"
    with (
        pytest.raises(MaskeraError, match=r"/a(\.txt)?: cannot be written \(File name too long\)"),
        store(output, ".txt") as put,
    ):
        put("a", "new")


def test_a_closed_standard_output_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with (
        pytest.raises(MaskeraError, match="standard output: cannot be written"),
        sink(None) as write,
    ):
        write("new")


def test_a_device_is_written_to_and_stays_one() -> None:
    with sink(Path("/dev/null")) as write:
        write("new")
    spare(Path("/dev/null"), identities([Path("/dev/null")]))
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="no /dev/fd on this system")
def test_a_pipe_is_written_to() -> None:
    reading, writing = os.pipe()
    with sink(Path(f"/dev/fd/{writing}")) as write:
        write("new")
    os.close(writing)
    assert os.read(reading, 9) == b"new"


def test_an_input_is_no_output_under_any_name(tmp_path: Path) -> None:
    path, link, other = tmp_path / "a.txt", tmp_path / "link.txt", tmp_path / "b.txt"
    path.write_text("old", encoding="utf-8")
    link.symlink_to(path)
    inputs = identities([path, tmp_path / "none.txt"])
    for same in (path, link, tmp_path / "." / "a.txt"):
        with pytest.raises(MaskeraError, match=f"{same.name}: is an input"), sink(same, inputs):
            pass
    with (
        pytest.raises(MaskeraError, match=r"a\.txt: is an input"),
        store(tmp_path, ".txt", inputs=inputs) as put,
    ):
        put("b", "new")
        put("a", "new")
    assert (path.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")) == ("old", "new")


def test_a_document_that_cannot_be_written_costs_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()
    with store(tmp_path, ".txt") as put:
        with pytest.raises(DataError, match=r"a\.txt: cannot be written"):
            put("a", "new")
        put("b", "new")
    assert names(tmp_path) == ["b.txt"]


def test_a_folder_that_cannot_be_is_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(MaskeraError, match="cannot be written"):
        make_folder(tmp_path / "file" / "x")


@pytest.mark.parametrize("name", ["CON", "nul", "Com1", "LPT9.txt", "aux .x"])
def test_no_file_is_called_as_a_device_of_windows(tmp_path: Path, name: str) -> None:
    file = place(tmp_path, name, ".txt").name
    assert file.startswith("_") and file != place(tmp_path, f"_{name}", ".txt").name


@pytest.mark.parametrize("name", ["Anna.", "Anna ", "Anna. ."])
def test_no_name_ends_in_what_windows_drops(tmp_path: Path, name: str) -> None:
    stem = place(tmp_path, name, "").name
    assert not stem.endswith((".", " ")) and stem != "Anna"


@pytest.mark.parametrize("name", ["console", "Anna.B", "comet1", "nullig"])
def test_other_names_stay(tmp_path: Path, name: str) -> None:
    assert place(tmp_path, name, ".txt").name == f"{name}.txt"


def test_ids_that_differ_by_capitals_or_unicode_form_have_files_of_their_own(
    tmp_path: Path,
) -> None:
    with store(f"{tmp_path}/", ".txt") as put:
        for name in ("Åsa", "åsa", "A\u030asa", "b"):
            put(name, name)
    written = {unicodedata.normalize("NFC", file.name).casefold() for file in tmp_path.iterdir()}
    assert len(written) == 4
    assert (tmp_path / "b.txt").exists() and (tmp_path / "Åsa.txt").exists()
