"""The command line: what it writes, what it says when something is wrong, and that the rest is still done."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT

from maskera import cli
from maskera.formats import RENDERERS, SECRET_RENDERERS
from maskera.policy import shipped
from maskera.taxonomy import taxonomy

SECRET = "Farid Hemligson"
ESSAY = f"Jag heter {SECRET} och bor i Malmö."


@dataclass(frozen=True)
class Run:
    """What a call gave."""

    code: int
    out: str
    err: str


class Cli:
    """Calls the command line in this process, in a folder of its own."""

    def __init__(self, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._captured, self._patch, self.folder = capfdbinary, monkeypatch, folder
        monkeypatch.chdir(folder)

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Run:
        self._patch.setattr(sys, "argv", ["maskera", *arguments])
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._captured.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 0
        sys.stdout.flush()
        out, err = self._captured.readouterr()
        return Run(code, out.decode(), err.decode())

    def write(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name


@pytest.fixture
def maskera(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    return Cli(capfdbinary, monkeypatch, tmp_path)


@pytest.fixture
def key(maskera: Cli) -> str:
    assert maskera("key", "my.key").code == 0
    return "my.key"


def one_sentence(run: Run, *parts: str) -> None:
    """One line on standard error that names what is meant, with no trace and nothing of an essay."""
    lines = run.err.strip().splitlines()
    assert len(lines) == 1, run.err
    assert lines[0].startswith("maskera: ")
    assert all(part in lines[0] for part in parts), lines[0]
    assert "Traceback" not in run.err
    assert "Hemligson" not in run.err
    assert "Farid" not in run.err


# Reading and writing


def test_a_file_becomes_a_pseudonymized_text_on_standard_output(maskera: Cli) -> None:
    run = maskera("pseudonymize", maskera.write("a.txt", ESSAY))
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Jag heter ")
    assert not any(word in run.out for word in ("Farid", "Hemligson", "Malmö"))


@pytest.mark.parametrize("dash", [(), ("-",)])
def test_standard_input_is_read(maskera: Cli, dash: tuple[str, ...]) -> None:
    run = maskera("pseudonymize", *dash, stdin=ESSAY.encode())
    assert (run.code, run.err) == (0, "")
    assert "Farid" not in run.out


def test_standard_input_may_be_json_lines(maskera: Cli) -> None:
    run = maskera("detect", stdin=json.dumps({"id": "x7", "text": ESSAY}).encode())
    assert json.loads(run.out)["id"] == "x7"


def test_a_folder_is_read_with_its_folders_and_written_alike(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    maskera.write("in/sub/b.txt", "Min syster Leila bor i Lund.")
    maskera.write("in/picture.png", b"\x89PNG")
    run = maskera("pseudonymize", "in", "-o", "out")
    assert (run.code, run.out, run.err) == (0, "", "")
    assert sorted(path.relative_to(maskera.folder / "out").as_posix() for path in (maskera.folder / "out").rglob("*.*")) == [
        "a.txt",
        "sub/b.txt",
    ]
    assert "Leila" not in (maskera.folder / "out/sub/b.txt").read_text(encoding="utf-8")


def test_an_output_file_takes_one_document_and_not_two(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    assert maskera("pseudonymize", "in", "-o", "new.txt").code == 0
    maskera.write("in/b.txt", ESSAY)
    run = maskera("pseudonymize", "in", "-o", "new2.txt")
    assert run.code == 2
    one_sentence(run, "new2.txt", "give a folder")


def test_json_lines_keep_ids_order_and_fields(maskera: Cli) -> None:
    lines = [{"id": f"e{number}", "text": ESSAY, "level": "A", "genre": "narrative"} for number in (3, 1, 2)]
    name = maskera.write("a.jsonl", "\n".join(json.dumps(line) for line in lines))
    found = [json.loads(line) for line in maskera("detect", name).out.splitlines()]
    assert [document["id"] for document in found] == ["e3", "e1", "e2"]
    assert found[0]["text"] == ESSAY
    assert found[0]["meta"]["level"] == "A"
    mention = found[0]["mentions"][0]
    assert list(mention) == ["start", "end", "text", "label", "number", "features", "probability", "personal", "alternatives", "evidence"]
    assert mention["text"] == ESSAY[mention["start"] : mention["end"]]
    assert all(evidence.keys() == {"source", "weight", "note"} for evidence in mention["evidence"])
    new = json.loads(maskera("pseudonymize", name, "-f", "jsonl").out.splitlines()[0])
    assert new["leaks"] in ("PASS", "REVIEW")
    assert (new["genre"], new["text"]) == ("narrative", ESSAY)
    assert "Farid" not in new["release"]
    assert all("replacement" in mention for mention in new["mentions"])


@pytest.mark.parametrize("name", sorted([*RENDERERS, *SECRET_RENDERERS]))
def test_every_format_is_written(maskera: Cli, name: str) -> None:
    run = maskera("pseudonymize", "-f", name, "-o", "out", maskera.write("a.txt", ESSAY))
    assert run.code == 0
    (file,) = (path for path in (maskera.folder / "out").iterdir())
    content = file.read_text(encoding="utf-8")
    assert content
    assert (name in SECRET_RENDERERS) == ("secret" in run.err)
    assert name in SECRET_RENDERERS or "Hemligson" not in content
    if file.suffix == ".json":
        json.loads(content)


def test_a_text_without_anything_and_an_empty_file(maskera: Cli) -> None:
    maskera.write("in/a.txt", "")
    maskera.write("in/b.txt", "Det regnar.")
    assert maskera("pseudonymize", "in", "-o", "out") == Run(0, "", "")
    assert [(maskera.folder / "out" / name).read_text() for name in ("a.txt", "b.txt")] == ["", "Det regnar."]


def test_line_breaks_and_the_last_line_stay_as_they_were(maskera: Cli) -> None:
    maskera.write("a.txt", b"Det regnar.\r\nOch det sn\xc3\xb6ar.\r\n\r\nSlut")
    maskera("pseudonymize", "a.txt", "-o", "b.txt")
    assert (maskera.folder / "b.txt").read_bytes() == (maskera.folder / "a.txt").read_bytes()


# Choices


def test_the_key_decides(maskera: Cli, key: str) -> None:
    maskera("key", "other.key")
    name = maskera.write("a.txt", ESSAY)
    first = maskera("pseudonymize", name, "--key", key).out
    assert maskera("pseudonymize", name, "--key", key).out == first
    assert maskera("pseudonymize", name, "--key", "other.key").out != first


def test_genre_and_skipped_genres(maskera: Cli) -> None:
    maskera.write("in/A1EV1.txt", ESSAY)
    maskera.write("in/A1NB1.txt", ESSAY)
    assert maskera("pseudonymize", "in", "-o", "out", "--skip-genre", "evaluative").code == 0
    assert (maskera.folder / "out/A1EV1.txt").read_text(encoding="utf-8") == ESSAY
    assert (maskera.folder / "out/A1NB1.txt").read_text(encoding="utf-8") != ESSAY
    assert maskera("pseudonymize", "in/A1NB1.txt", "--genre", "evaluative", "--skip-genre", "narrative,evaluative").out.strip() == ESSAY


def test_genre_codes_of_ones_own(maskera: Cli) -> None:
    codes = maskera.write("codes.toml", 'XX = "evaluative"\n')
    name = maskera.write("A1XX1.txt", ESSAY)
    assert maskera("pseudonymize", name, "--skip-genre", "evaluative").out.strip() != ESSAY
    assert maskera("pseudonymize", name, "--skip-genre", "evaluative", "--genre-codes", codes).out.strip() == ESSAY


@pytest.mark.parametrize("policy", shipped())
def test_every_policy_runs(maskera: Cli, policy: str) -> None:
    run = maskera("pseudonymize", "--policy", policy, stdin=ESSAY.encode())
    assert run.code == 0
    assert ("Farid" in run.out) == (policy == "mark-only")


def test_a_policy_of_ones_own(maskera: Cli) -> None:
    own = maskera.write(
        "own.toml", 'extends = "swell"\nname = "own"\n[rules]\ncity = { action = "placeholder", template = "STAD{number}" }\n'
    )
    assert "STAD2" in maskera("pseudonymize", "--policy", own, stdin=ESSAY.encode()).out


def test_aliases_undo_it_and_only_with_the_key(maskera: Cli, key: str) -> None:
    pytest.importorskip("cryptography")
    maskera.write("in/a.txt", ESSAY)
    assert maskera("pseudonymize", "in", "-o", "out", "--key", key, "--aliases", "map.vault").code == 0
    vault = maskera.folder / "map.vault"
    assert vault.stat().st_mode & 0o777 == 0o600
    assert b"Hemligson" not in vault.read_bytes()
    run = maskera("reveal", "out/a.txt", "--aliases", "map.vault", "--key", key, "--reason", "a test")
    assert (run.code, run.out.strip()) == (0, ESSAY)
    assert "a test" in (maskera.folder / "map.vault.log").read_text(encoding="utf-8")
    maskera("key", "other.key")
    wrong = maskera("reveal", "out/a.txt", "--aliases", "map.vault", "--key", "other.key")
    assert wrong.code == 2
    one_sentence(wrong, "map.vault", "wrong key")
    maskera.write("out/a.txt", "Jag heter någon annan.")
    changed = maskera("reveal", "out/a.txt", "--aliases", "map.vault", "--key", key)
    assert changed.code == 1
    one_sentence(changed, "document a", "not the one that was released")


def test_aliases_want_a_key(maskera: Cli) -> None:
    run = maskera("pseudonymize", maskera.write("a.txt", ESSAY), "--aliases", "map.vault")
    assert run.code == 2
    one_sentence(run, "--aliases needs --key")


def test_a_key_is_never_written_over(maskera: Cli, key: str) -> None:
    before = (maskera.folder / key).read_bytes()
    run = maskera("key", key)
    assert run.code == 2
    one_sentence(run, "exists already")
    assert (maskera.folder / key).read_bytes() == before
    assert (maskera.folder / key).stat().st_mode & 0o777 == 0o600


# What goes wrong with one document is told, and the others are done: exit code 1

BROKEN = {
    "latin.txt": (f"{ESSAY} Å".encode("latin-1"), "latin.txt:1: not UTF-8 text"),
    "binary.txt": (bytes(range(256)) * 20, "binary.txt:2: not UTF-8 text"),
    "null.txt": (b"Jag heter \x00 Farid Hemligson", "null.txt: not a text file"),
    "broken.jsonl": (b'{"id": "a", "text": "Farid Hemligson', "broken.jsonl:1: not a JSON object"),
    "list.jsonl": (b'["Farid Hemligson"]', "list.jsonl:1: not a JSON object"),
    "noid.jsonl": (b'{"text": "Farid Hemligson"}', 'noid.jsonl:1: "id" is missing'),
    "notext.jsonl": (b'{"id": "a", "text": 7}', 'notext.jsonl:1: "text" is missing or not a string'),
    "graph.json": (b'{"source": [{"id": "s0", "text": "Farid"}], "target": 7}', "graph.json"),
    "page.xml": (b"<corpus><sentence>Farid Hemligson", "page.xml"),
}


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_document_that_cannot_be_read_stops_no_other(maskera: Cli, name: str) -> None:
    content, message = BROKEN[name]
    maskera.write(f"in/{name}", content)
    maskera.write("in/z.txt", "Min syster heter Leila.")
    for command in (("pseudonymize", "in", "-o", "out"), ("detect", "in", "-o", "found.jsonl")):
        run = maskera(*command)
        assert run.code == 1
        one_sentence(run, message)
    assert "Leila" not in (maskera.folder / "out/z.txt").read_text(encoding="utf-8")
    assert len((maskera.folder / "found.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_a_broken_line_among_good_ones(maskera: Cli) -> None:
    good = [json.dumps({"id": name, "text": ESSAY}) for name in "ab"]
    name = maskera.write("a.jsonl", f"{good[0]}\n{{broken {SECRET}\n\n{good[1]}\n")
    run = maskera("detect", name)
    assert run.code == 1
    assert [json.loads(line)["id"] for line in run.out.splitlines()] == ["a", "b"]
    one_sentence(run, "a.jsonl:2: not a JSON object in one line")


def test_an_id_that_comes_twice(maskera: Cli) -> None:
    line = json.dumps({"id": "a", "text": ESSAY})
    run = maskera("detect", maskera.write("a.jsonl", f"{line}\n{line}\n"))
    assert (run.code, len(run.out.splitlines())) == (1, 1)
    one_sentence(run, "a.jsonl:2")


def test_a_missing_file_beside_a_good_one(maskera: Cli) -> None:
    run = maskera("pseudonymize", "none.txt", maskera.write("a.txt", ESSAY))
    assert run.code == 1
    assert run.out.startswith("Jag heter")
    one_sentence(run, "none.txt: cannot be read (No such file or directory)")


def test_a_folder_without_texts(maskera: Cli) -> None:
    maskera.write("in/picture.png", b"\x89PNG")
    run = maskera("pseudonymize", "in")
    assert (run.code, run.out) == (1, "")
    one_sentence(run, "in: no file to read in this folder")


def test_a_file_of_no_known_kind(maskera: Cli) -> None:
    run = maskera("detect", maskera.write("essay.docx", b"PK"))
    assert run.code == 1
    one_sentence(run, "essay.docx: no format is known for .docx")


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
        (("--policy", "none.toml"), ("policy file none.toml cannot be read",)),
        (("--policy", "broken.toml"), ("policy broken.toml:2: not TOML",)),
        (("--policy", "label.toml"), ("label.toml", "label 'town' not in the taxonomy")),
        (("-f", "pdf"), ("no format 'pdf'", "svala")),
        (("--from", "pdf"), ("no format 'pdf' to read",)),
        (("--language", "xx"), ("no language 'xx'; there is sv",)),
        (("--mode", "magic"), ("no mode 'magic'", "rules")),
        (("--genre", "haiku"), ("no genre 'haiku'", "narrative")),
        (("--skip-genre", "haiku"), ("no genre 'haiku'",)),
        (("--genre-codes", "none.toml"), ("none.toml: not a readable TOML file",)),
        (("--key", "none.key"), ("key file none.key cannot be read",)),
        (("--key", "short.key"), ("key file short.key has 3 bytes; a key needs at least 16",)),
    ],
)
def test_wrong_use_is_one_sentence_with_what_there_is(maskera: Cli, arguments: tuple[str, ...], parts: tuple[str, ...]) -> None:
    maskera.write("a.txt", ESSAY)
    maskera.write("broken.toml", 'extends = "swell"\nrules =\n')
    maskera.write("label.toml", 'extends = "swell"\n[rules]\ntown = { action = "mark" }\n')
    maskera.write("short.key", "abc")
    run = maskera("pseudonymize", "a.txt", "-o", "out", *arguments)
    assert run.code == 2
    assert run.out == ""
    one_sentence(run, *parts)
    assert not (maskera.folder / "out").exists()


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


@pytest.mark.parametrize("noise", ["a", "å", "@", "a-", "det är mest regnskogsområden och naturreservat här ", "\u00a0x"])
def test_a_line_of_five_megabytes(maskera: Cli, noise: str) -> None:
    prose = len(noise) > 5
    line = f"{ESSAY} {noise * (1_000_000 // len(noise) if prose else 5_000_000 // len(noise))}"
    maskera.write("a.txt", line)
    run = maskera("pseudonymize", "a.txt", "-o", "b.txt", "--mode", "rules")
    assert run.code == 0
    released = (maskera.folder / "b.txt").read_text(encoding="utf-8")
    assert released.endswith(noise)
    assert "Hemligson" not in released


# Help, lists, and a real process


def test_lists_of_policies_and_labels(maskera: Cli) -> None:
    assert all(name in maskera("policies").out for name in shipped())
    out = maskera("labels").out
    assert all(label in out for label in taxonomy().categories)


@pytest.mark.parametrize(
    "command", [[], ["pseudonymize"], ["detect"], ["labels"], ["policies"], ["key"], ["reveal"], ["evaluate"], ["agreement"]]
)
def test_every_command_has_help(maskera: Cli, command: list[str]) -> None:
    run = maskera(*command, "--help")
    assert run.code == 0
    assert "Usage" in run.out


def test_the_version_is_that_of_the_project(maskera: Cli) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert maskera("--version").out.strip() == project["version"]


def test_as_a_process_with_a_pipe_that_closes(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": str(number), "text": ESSAY}) + "\n" for number in range(300))
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["sh", "-c", "maskera detect a.jsonl | head -n 1"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert len(run.stdout.splitlines()) == 1
    assert run.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_as_a_process_whose_output_is_full(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["sh", "-c", "maskera pseudonymize a.txt > /dev/full"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (2, "maskera: standard output: cannot be written (No space left on device)\n")
