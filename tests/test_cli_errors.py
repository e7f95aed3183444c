"""The command line when something is wrong: one clear sentence, nothing of an essay, and the rest
is still done."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest
from calling import DETECTED, ESSAY, SECRET, Cli, documents, one_sentence

from maskera.batch import Outcome
from maskera.errors import WorkerError
from maskera.pipeline import Pipeline
from maskera.text import Document

# What goes wrong with one document is told, and the others are done: exit code 1

BROKEN = {
    "latin.txt": (f"{ESSAY} Å\xff".encode("latin-1"), "latin.txt:1: not UTF-8 text"),
    "binary.txt": (bytes(range(256)) * 20, "binary.txt:2: not UTF-8 text"),
    "null.txt": (b"Jag heter \x00 Farid Hemligson", "null.txt: not a text file"),
    "broken.jsonl": (b'{"id": "a", "text": "Farid Hemligson', "broken.jsonl:1: not a JSON object"),
    "list.jsonl": (b'["Farid Hemligson"]', "list.jsonl:1: not a JSON object"),
    "noid.jsonl": (b'{"text": "Farid Hemligson"}', 'noid.jsonl:1: "id" is missing'),
    "notext.jsonl": (
        b'{"id": "a", "text": 7}',
        'notext.jsonl:1: "text" is missing or not a string',
    ),
    "graph.json": (b'{"source": [{"id": "s0", "text": "Farid"}], "target": 7}', "graph.json"),
    "page.xml": (b"<corpus><sentence>Farid Hemligson", "page.xml"),
}


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_document_that_cannot_be_read_stops_no_other(maskera: Cli, name: str) -> None:
    content, message = BROKEN[name]
    maskera.write(f"in/{name}", content)
    maskera.write("in/z.txt", "Min syster heter Leila.")
    for command, last in (
        (("pseudonymize", "in", "-o", "out"), ""),
        (("detect", "in", "-o", "found.jsonl"), DETECTED),
    ):
        run = maskera(*command)
        assert run.code == 1
        one_sentence(run.after(last), message)
    assert "Leila" not in (maskera.folder / "out/z.txt").read_text(encoding="utf-8")
    assert len((maskera.folder / "found.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_a_broken_line_among_good_ones(maskera: Cli) -> None:
    good = [json.dumps({"id": name, "text": ESSAY}) for name in "ab"]
    name = maskera.write("a.jsonl", f"{good[0]}\n{{broken {SECRET}\n\n{good[1]}\n")
    run = maskera("detect", name)
    assert run.code == 1
    assert [json.loads(line)["id"] for line in run.out.splitlines()] == ["a", "b"]
    one_sentence(run, "a.jsonl:2: not a JSON object in one line")


def test_a_file_that_may_not_be_read_costs_no_other(
    maskera: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # what parsers of command lines ask
    for name in ("a.txt", "b.txt"):
        maskera.write(name, ESSAY)
    locked = "x" * 300 + "/c.txt"
    run = maskera("pseudonymize", "a.txt", locked, "b.txt", "-o", "out")
    assert run.code == 1
    one_sentence(run, f"{locked}: cannot be read (File name too long)")
    assert documents(maskera.folder / "out") == ["a.txt", "b.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("pseudonymize", "a.txt", "-o", "{}.txt"),
        ("detect", "a.txt", "-o", "{}.jsonl"),
        ("key", "{}.key"),
        ("pseudonymize", "a.txt", "--key", "my.key", "--aliases", "{}.vault"),
        ("train", "{}.jsonl", "-o", "models"),
        ("evaluate", "marked.txt", "{}.jsonl"),
        ("review", "purge", "{}.db", "--key", "my.key"),
        ("review", "{}.db", "--key", "my.key", "--admin", "Alva"),
        ("serve", "--tokens", "{}"),
    ],
)
def test_a_place_that_may_not_be_looked_at_is_named(
    maskera: Cli, key: str, arguments: tuple[str, ...]
) -> None:
    pytest.importorskip("cryptography")
    maskera.write("a.txt", ESSAY)
    maskera.write("marked.txt", "Jag heter [[Alva|firstname_female]].")
    place = "x" * 300 + "/x"
    run = maskera(*(each.format(place) for each in arguments))
    assert run.code == 2
    one_sentence(run, place, "File name too long")


def test_what_was_left_out_of_a_folder_is_told(maskera: Cli) -> None:
    for name in ("in/a.txt", "in/b.odp", "in/c.odp"):
        maskera.write(name, "Det regnar.")
    for command in (("pseudonymize", "in"), ("batch", "in", "--workers", "1")):
        run = maskera(*command)
        assert run.code == 0
        one_sentence(run, "in: files left out (2): no format is known for .odp (2)")
    run = maskera("pseudonymize", "in", "--from", "text")
    assert (run.code, run.err) == (0, "")
    assert run.out.count("Det regnar.") == 3


def test_a_closed_standard_input_is_told_where_it_is_needed(maskera: Cli) -> None:
    run = maskera("pseudonymize", maskera.write("a.txt", ESSAY), "--mode", "rules", stdin=None)
    assert (run.code, run.err) == (0, "")
    run = maskera("pseudonymize", "--mode", "rules", stdin=None)
    assert run.code == 2
    one_sentence(run, "standard input: cannot be read (it is closed)")


@pytest.mark.parametrize("arguments", [("policies",), ("labels",), ("pseudonymize", "a.txt")])
def test_a_closed_standard_output_is_told(
    maskera: Cli, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    maskera.write("a.txt", ESSAY)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", None)
        run = maskera(*arguments)
    assert (run.code, run.err) == (
        2,
        "maskera: standard output: cannot be written (it is closed)\n",
    )


def test_a_closed_standard_error_stops_nothing(tmp_path: Path) -> None:
    """A scheduler may close it; what would be told is told to nobody."""
    (tmp_path / "a.txt").write_text(ESSAY, "utf-8")
    command = f"{shlex.quote(sys.executable)} -m maskera pseudonymize a.txt -o b.txt 2>&-"
    assert subprocess.run(command, shell=True, cwd=tmp_path, check=False).returncode == 0
    assert "Farid" not in (tmp_path / "b.txt").read_text("utf-8")


def test_an_id_that_comes_twice(maskera: Cli) -> None:
    line = json.dumps({"id": "a", "text": ESSAY})
    run = maskera("detect", maskera.write("a.jsonl", f"{line}\n{line}\n"))
    assert (run.code, len(run.out.splitlines())) == (1, 1)
    one_sentence(run, "a.jsonl:2")


def test_an_id_that_comes_twice_on_standard_input(maskera: Cli) -> None:
    row = "\t".join(["1", "Farid", *"_" * 8])
    run = maskera(
        "pseudonymize",
        "-o",
        "out",
        stdin=f"# newdoc id = a\n{row}\n\n# newdoc id = a\n{row}\n\n".encode(),
    )
    assert run.code == 1
    one_sentence(run, "stdin: id 'a' is taken already")


def test_a_file_that_cannot_be_written_beside_one_that_can(maskera: Cli, key: str) -> None:
    for name in ("a.txt", "b.txt"):
        maskera.write(f"in/{name}", ESSAY)
    for command in (
        ("pseudonymize", "in", "-o", "out"),
        ("batch", "in", "-o", "many", "--key", key, "--workers", "1"),
    ):
        folder = maskera.folder / command[3]
        (folder / "a.txt").mkdir(parents=True)
        run = maskera(*command)
        assert run.code == 1
        one_sentence(run, f"{command[3]}/a.txt: cannot be written")
        assert (folder / "b.txt").is_file()


def test_an_older_output_is_not_given_up_for_nothing(maskera: Cli) -> None:
    for command, name in (
        ("pseudonymize", "old.txt"),
        ("pseudonymize", "old.jsonl"),
        ("detect", "old.jsonl"),
    ):
        maskera.write(name, "old")
        run = maskera(
            command,
            "none.txt",
            "-o",
            name,
            *(("-f", "jsonl") if name == "old.jsonl" and command == "pseudonymize" else ()),
        )
        assert run.code == 1
        assert (maskera.folder / name).read_text(encoding="utf-8") == "old"
    maskera.write("empty.jsonl", "")
    assert maskera("detect", "empty.jsonl", "-o", "old.jsonl").code == 0
    assert (maskera.folder / "old.jsonl").read_text(encoding="utf-8") == ""


def test_a_missing_file_beside_a_good_one(maskera: Cli) -> None:
    run = maskera("pseudonymize", ":cat:.txt", maskera.write("a.txt", ESSAY))
    assert run.code == 1
    assert run.out.startswith("Jag heter")
    one_sentence(run, ":cat:.txt: cannot be read (No such file or directory)")


def test_a_folder_without_texts(maskera: Cli) -> None:
    maskera.write("in/picture.png", b"\x89PNG")
    run = maskera("pseudonymize", "in")
    assert (run.code, run.out) == (1, "")
    one_sentence(run, "in: no file to read in this folder")


def test_a_file_of_no_known_kind(maskera: Cli) -> None:
    run = maskera("detect", maskera.write("essay.odp", b"PK"))
    assert run.code == 1
    one_sentence(run, "essay.odp: no format is known for .odp")


@pytest.mark.parametrize("content", [b"", b"  \n", "\ufeffJag heter Farid.".encode()])
def test_odd_beginnings_are_fine(maskera: Cli, content: bytes) -> None:
    run = maskera("pseudonymize", stdin=content)
    assert (run.code, run.err) == (0, "")
    assert "Farid" not in run.out


# Wrong use: exit code 2, and nothing is done


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("--policy", "nobody"), ("no policy 'nobody'", "swell")),
        (("--policy", "none.toml"), ("there is no policy file none.toml",)),
        (("--policy", "broken.toml"), ("policy broken.toml:2: not TOML",)),
        (("--policy", "label.toml"), ("label.toml", "label 'town' not in the taxonomy")),
        (("-f", "pdf"), ("no format 'pdf'", "svala")),
        (("--from", "rtf"), ("no format 'rtf' to read",)),
        (("--language", "xx"), ("no language 'xx'; there is sv",)),
        (("--mode", "magic"), ("no mode 'magic'", "rules")),
        (("--genre", "haiku"), ("no genre 'haiku'", "narrative")),
        (("--skip-genre", "haiku"), ("no genre 'haiku'",)),
        (
            ("--genre-codes", "none.toml"),
            ("none.toml: cannot be read (No such file or directory)",),
        ),
        (("--models", "none"), ("none: not a folder of models", "mentions.model")),
        (("--models", "a.txt"), ("a.txt: not a folder of models",)),
        (("--models", "other"), ("other: not a folder of models",)),
        (("--models", "models"), ("genre.tsv:1: not a genre model",)),
        (("--key", "none.key"), ("key file none.key cannot be read",)),
        (("--key", "short.key"), ("key file short.key has 3 bytes; a key needs at least 16",)),
    ],
)
def test_wrong_use_is_one_sentence_with_what_there_is(
    maskera: Cli, arguments: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    maskera.write("a.txt", ESSAY)
    maskera.write("broken.toml", 'extends = "swell"\nrules =\n')
    maskera.write("label.toml", 'extends = "swell"\n[rules]\ntown = { action = "mark" }\n')
    maskera.write("short.key", "abc")
    maskera.write("other/list.txt", "")
    maskera.write("models/genre.tsv", "")
    run = maskera("pseudonymize", "a.txt", "-o", "out", *arguments)
    assert run.code == 2
    assert run.out == ""
    one_sentence(run, *parts)
    assert not (maskera.folder / "out").exists()


def test_a_language_that_there_is_not(maskera: Cli) -> None:
    maskera.write(
        "p.jsonl", json.dumps({"id": "a", "text": "Hej.", "mentions": [], "release": "Hej."})
    )
    run = maskera("utility", "p.jsonl", "--language", "xx")
    assert run.code == 2
    one_sentence(run, "no language 'xx'; there is sv")


@pytest.mark.parametrize(
    "arguments",
    [
        ("pseudonymize", "in/a.txt", "-o", "in/a.txt"),
        ("pseudonymize", "in", "-o", "in"),
        ("pseudonymize", "in/a.txt", "-o", "link.txt"),
        ("pseudonymize", "in", "-o", "my.key.txt", "--key", "my.key.txt"),
        ("pseudonymize", "in", "-o", "out", "--key", "my.key.txt", "--aliases", "in/b.txt"),
        ("detect", "in", "-o", "in/b.txt"),
        ("batch", "in", "-o", "in"),
        ("batch", "in", "-o", "in", "--workers", "1", "--resume", "--key", "my.key.txt"),
        ("reveal", "in", "--aliases", "map.vault", "--key", "my.key.txt", "-o", "in"),
    ],
)
def test_an_input_is_never_written_over(maskera: Cli, arguments: tuple[str, ...]) -> None:
    pytest.importorskip("cryptography")
    maskera("key", "my.key.txt")
    secret = (maskera.folder / "my.key.txt").read_bytes()
    maskera.write("in/a.txt", ESSAY)
    assert (
        maskera(
            "pseudonymize", "in", "-o", "new", "--key", "my.key.txt", "--aliases", "map.vault"
        ).code
        == 0
    )
    if arguments[0] == "reveal":
        maskera.write("in/a.txt", (maskera.folder / "new/a.txt").read_bytes())
    maskera.write("in/b.txt", "Det regnar.")
    before = [(maskera.folder / name).read_bytes() for name in ("in/a.txt", "in/b.txt")]
    (maskera.folder / "link.txt").symlink_to("in/a.txt")
    run = maskera(*arguments)
    assert run.code == 2
    one_sentence(run, "is an input and would be written over; give another output")
    assert [(maskera.folder / name).read_bytes() for name in ("in/a.txt", "in/b.txt")] == before
    assert documents(maskera.folder / "in") == ["a.txt", "b.txt"]
    assert (maskera.folder / "my.key.txt").read_bytes() == secret


@pytest.mark.parametrize("secret", ["my.key", "map.vault", "cards.learn", "project/essays.db"])
def test_a_secret_is_not_written_over(maskera: Cli, secret: str) -> None:
    """Neither a key that this run does not use, nor a mapping, nor a project."""
    maskera.write("a.txt", ESSAY)
    maskera("key", "my.key")
    maskera("pseudonymize", "a.txt", "-o", "b.txt", "--aliases", "map.vault", "--key", "my.key")
    maskera("learn", "new", "cards.learn", "a.txt", "--key", "my.key")
    (maskera.folder / "project").mkdir()
    with closing(sqlite3.connect(maskera.folder / "project/essays.db")) as connection:
        connection.execute("CREATE TABLE essay (id)")
    before = (maskera.folder / secret).read_bytes()
    for command in ("pseudonymize", "detect", "risk"):
        run = maskera(command, "a.txt", "-o", secret)
        assert run.code == 2
        one_sentence(run, f"{secret}: holds a key, a mapping or a project")
    assert (maskera.folder / secret).read_bytes() == before


def test_what_is_no_secret_is_written_over(maskera: Cli) -> None:
    maskera.write("a.txt", ESSAY)
    for content in (b"", b"old", "Åsa".encode(), b"\x1f\x8b short", bytes(range(256))):
        maskera.write("b.txt", content)
        assert maskera("pseudonymize", "a.txt", "-o", "b.txt").code == 0
        assert (maskera.folder / "b.txt").read_bytes() != content


def test_another_format_beside_the_inputs_is_fine(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    assert maskera("pseudonymize", "in", "-o", "in", "-f", "html").code == 0
    assert documents(maskera.folder / "in") == ["a.html", "a.txt"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pseudonymize", "-", "a.txt"), "- is standard input, which is read alone"),
        (("detect", "a.txt", "-"), "- is standard input, which is read alone"),
        (("batch", "a.txt", "-o", "-"), "batch writes a file a document into a folder"),
    ],
)
def test_dashes_and_slashes_where_they_cannot_be(
    maskera: Cli, arguments: tuple[str, ...], message: str
) -> None:
    maskera.write("a.txt", ESSAY)
    run = maskera(*arguments, stdin=ESSAY.encode())
    assert (run.code, run.out) == (2, "")
    one_sentence(run, message)
    assert documents(maskera.folder) == ["a.txt"]


def test_a_worker_that_ends_is_told(maskera: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*_: object) -> Iterator[Outcome]:
        yield Outcome("a", None, "a: cannot be written")
        raise WorkerError("a worker process ended")

    monkeypatch.setattr("maskera.cli.batch.run", ended)
    run = maskera("batch", maskera.write("a.txt", ESSAY))
    assert (run.code, run.err) == (
        1,
        "maskera: a: cannot be written\nmaskera: a worker process ended\n",
    )


@pytest.mark.parametrize("arguments", [("--bogus",), ("--scope", "galaxy")])
def test_unknown_options_are_wrong_use(maskera: Cli, arguments: tuple[str, ...]) -> None:
    run = maskera("pseudonymize", "a.txt", *arguments)
    assert run.code == 2
    assert "Traceback" not in run.err


@pytest.mark.parametrize("target", ["file/x", "/proc/none/x", "/dev/full/x"])
def test_an_output_that_cannot_be_written(maskera: Cli, target: str) -> None:
    maskera.write("file", "a file, no folder")
    run = maskera("pseudonymize", maskera.write("a.txt", ESSAY), "-o", target)
    assert run.code == 2
    one_sentence(run, "cannot be written")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("command", ["pseudonymize", "detect"])
def test_a_full_disk_is_said_so(maskera: Cli, command: str) -> None:
    (maskera.folder / "full.txt").symlink_to("/dev/full")
    run = maskera(command, maskera.write("a.txt", ESSAY * 20), "-o", "full.txt")
    assert run.code == 2
    one_sentence(run, "full.txt: cannot be written", "No space left")


@pytest.mark.parametrize(
    ("noise", "size"),
    [
        ("å", 5_000_000),
        ("a-", 1_000_000),
        ("det är mest regnskogsområden och naturreservat här ", 1_000_000),
    ],
)
def test_a_line_of_megabytes(maskera: Cli, noise: str, size: int) -> None:
    line = f"{ESSAY} {noise * (size // len(noise))}"
    maskera.write("a.txt", line)
    run = maskera("pseudonymize", "a.txt", "-o", "b.txt", "--mode", "rules")
    assert run.code == 0
    released = (maskera.folder / "b.txt").read_text(encoding="utf-8")
    assert released.endswith(noise)
    assert "Hemligson" not in released


def test_a_fault_of_the_program_quotes_no_essay(
    maskera: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(self: Pipeline, documents: list[Document]) -> NoReturn:
        raise KeyError(documents[0].text)

    monkeypatch.setattr(Pipeline, "judge_many", faulty)
    run = maskera("pseudonymize", maskera.write("essay.txt", ESSAY))
    assert run.code == 1
    assert "internal error: KeyError at test_cli_errors.py" in run.err
    assert SECRET not in run.err + run.out
    assert "Traceback" not in run.err


DEEP = "[" * 50_000 + "]" * 50_000


@pytest.mark.parametrize(
    ("name", "content", "command"),
    [
        ("a.jsonl", f'{{"id": "a", "facts": {DEEP}}}', "attack linkage --released in --facts"),
        ("a.jsonl", f'{{"id": "a", "text": "x", "spans": {DEEP}}}', "learn simulate"),
        ("a.jsonl", f'{{"id": "a", "text": "x", "x": {DEEP}}}', "train -o m --what mentions"),
        ("a.jsonl", f'{{"id": "a", "text": "x", "spans": {DEEP}}}', "train -o m --what risk"),
        ("a.json", DEEP, "risk"),
        ("a.json", DEEP, "train -o m --what risk"),
        ("a.json", DEEP, "evaluate in/a.txt"),
        ("a.json", DEEP, "detect --from label-studio"),
        ("a.toml", f"x = {DEEP}", "detect in/a.txt --genre-codes"),
        ("a.csv", f'doc_id,start,end,type,span,mask\nd,0,9,PER,"{DEEP * 2}",1', "train -o m --what risk"),
        ("a.csv", "doc_id,start,end,type,span,mask\nd,x,4,PER,Anna,1\n", "train -o m --what risk"),
        ("a.csv", "doc_id,start,end,type,span,mask\nd,1\n", "train -o m --what risk"),
        ("a.csv", "doc_id,start,end,type,span,mask\nd,9999999999999,9999999999999,P,,1\n",
         "train -o m --what risk"),
    ],
)  # fmt: skip
def test_a_file_that_somebody_bent_is_refused_in_a_sentence(
    maskera: Cli, name: str, content: str, command: str
) -> None:
    """Thousands of brackets in brackets, cells without end, numbers that are none."""
    maskera.write("in/a.txt", ESSAY)
    maskera.write("in/b.txt", ESSAY)
    maskera.write(name, content)
    run = maskera(*command.split(), name)
    assert run.code in (1, 2) and name in run.err
    assert "internal error" not in run.err and "Traceback" not in run.err
