"""The command line: what it reads, writes and lists, with every format, policy and choice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from calling import ESSAY, REVEALED, Cli, Run, documents, one_sentence
from conftest import ROOT
from waiting import PATIENCE

from maskera.formats import RENDERERS, SECRET_RENDERERS
from maskera.pipeline import MODES
from maskera.policy import shipped
from maskera.taxonomy import taxonomy

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


def test_standard_input_is_known_by_its_beginning(maskera: Cli) -> None:
    row = "\t".join(["1", "Farid", *"_" * 8])
    line = json.dumps({"id": "x7", "text": ESSAY})
    graph = {
        "comment": "read",
        "source": [{"id": "s0", "text": "Farid "}],
        "target": [],
        "edges": {},
    }
    for content, identifier in (
        (f"\ufeff{line}\n", "x7"),
        (json.dumps([{"doc_id": "x7", "text": ESSAY}]), "x7"),
        ('<corpus><text id="x7"><sentence><token>Farid</token></sentence></text></corpus>', "x7"),
        (f"# newdoc id = x7\n{row}\n\n", "x7"),
        ("-DOCSTART- (x7)\t_\tO\n\nFarid\t_\tB-firstname_male\n", "x7"),
        ("<ANON> Farid </ANON>\n", "stdin"),
        (json.dumps(graph), "stdin"),
    ):
        run = maskera("detect", stdin=content.encode())
        assert (run.code, run.err) == (0, "")
        found = json.loads(run.out)
        assert (found["id"], found["text"].strip()) in ((identifier, "Farid"), (identifier, ESSAY))


def test_a_folder_is_read_with_its_folders_and_written_alike(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    maskera.write("in/sub/b.txt", "Min syster Leila bor i Lund.")
    maskera.write("in/picture.png", b"\x89PNG")
    run = maskera("pseudonymize", "in", "-o", "out")
    assert (run.code, run.out, run.err) == (
        0,
        "",
        "maskera: in: files left out (1): no format is known for .png (1)\n",
    )
    assert sorted(
        path.relative_to(maskera.folder / "out").as_posix()
        for path in (maskera.folder / "out").rglob("*.txt")
    ) == [
        "a.txt",
        "sub/b.txt",
    ]
    assert "Leila" not in (maskera.folder / "out/sub/b.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["pseudonymize", "batch"])
def test_what_marks_words_is_said_to_come_out_as_plain_text(maskera: Cli, command: str) -> None:
    maskera.write("in/a.txt", ESSAY)
    maskera.write("in/b.txt", ESSAY)
    graph = maskera("pseudonymize", "in/b.txt", "-f", "svala").out
    maskera.write("in/b.txt", "Det regnar.")
    maskera.write("in/graph.json", graph)
    said = ".json (1): come out as plain text; -f writes a format that marks words"
    assert said in maskera(command, "in", "-o", "out").err
    assert (maskera.folder / "out" / "graph.txt").exists()
    assert said not in maskera(command, "in", "-o", "graphs", "-f", "svala").err
    assert said not in maskera(command, "in/a.txt", "-o", "texts").err


@pytest.mark.parametrize("format_name", ["jsonl", "doccano", "label-studio"])
def test_what_detect_writes_is_said_to_hold_the_originals(maskera: Cli, format_name: str) -> None:
    maskera.write("a.txt", ESSAY)
    run = maskera("detect", "a.txt", "-f", format_name, "-o", "found.json")
    assert (
        run.err == f"maskera: {format_name} holds the originals too: a secret, not to be shared\n"
    )


def test_a_name_in_the_name_of_a_file_is_told(maskera: Cli) -> None:
    maskera.write("in/Farid_H.txt", ESSAY)
    maskera.write("in/A1NB1.txt", ESSAY)
    run = maskera("pseudonymize", "in", "-o", "out")
    assert (run.code, run.err) == (
        0,
        "maskera: Farid_H: the document id contains a name, which file names show (REVIEW)\n",
    )


def test_an_output_file_takes_one_document_and_not_two(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    assert maskera("pseudonymize", "in", "-o", "new.txt").code == 0
    maskera.write("in/b.txt", ESSAY)
    run = maskera("pseudonymize", "in", "-o", "new2.txt")
    assert run.code == 2
    one_sentence(run, "new2.txt", "give a folder")


@pytest.mark.parametrize(
    "command", [("pseudonymize",), ("batch", "--workers", "1"), ("batch", "--workers", "2")]
)
def test_the_output_in_a_folder_of_the_input_is_not_read_again(
    maskera: Cli, command: tuple[str, ...]
) -> None:
    maskera.write("a.txt", ESSAY)
    maskera.write("sub/b.txt", ESSAY)
    for _ in range(2):
        assert maskera(*command, ".", "-o", "sub/out") == Run(0, "", "")
        found = sorted(
            path.relative_to(maskera.folder).as_posix() for path in maskera.folder.rglob("*.txt")
        )
        assert found == ["a.txt", "sub/b.txt", "sub/out/a.txt", "sub/out/sub/b.txt"]


def test_a_slash_means_a_folder_and_a_dash_standard_output(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    assert maskera("pseudonymize", "in", "-o", "out.v2/") == Run(0, "", "")
    assert documents(maskera.folder / "out.v2") == ["a.txt"]
    assert maskera("pseudonymize", "in/a.txt", "-o", "-").out.startswith("Jag heter ")
    assert json.loads(maskera("detect", "in", "-o", "-").out)["id"] == "a"
    assert documents(maskera.folder) == ["in", "out.v2"]


@pytest.mark.parametrize("command", [("pseudonymize",), ("batch", "--workers", "1")])
def test_formats_with_originals_are_their_owners_alone_and_said_to_be_secret(
    maskera: Cli, command: tuple[str, ...]
) -> None:
    maskera.write("in/a.txt", ESSAY)
    before = os.umask(0o027)
    try:
        runs = {
            name: maskera(*command, "in", "-f", name, "-o", name)
            for name in (*RENDERERS, *SECRET_RENDERERS)
        }
    finally:
        os.umask(before)
    for name, run in runs.items():
        (file,) = (
            maskera.folder / name / each
            for each in documents(maskera.folder / name)
            if "." in each[1:]
        )
        secret = f"maskera: {name} holds the originals too: a secret, not to be shared\n"
        assert (run.code, run.err, file.stat().st_mode & 0o777) == (
            (0, secret, 0o600) if name in SECRET_RENDERERS else (0, "", 0o640)
        )


def test_an_id_that_is_no_file_name_has_a_file_of_its_own(maskera: Cli, key: str) -> None:
    ids = ["a:b", "a?b", "../x", "x", "l" * 130 + "1", "l" * 130 + "2", "卷" * 100]
    lines = [
        json.dumps({"id": identifier, "text": f"Det regnar {number}."})
        for number, identifier in enumerate(ids)
    ]
    name = maskera.write("a.jsonl", "\n".join(lines))
    assert maskera("pseudonymize", name, "-o", "out") == Run(0, "", "")
    assert maskera("batch", name, "-o", "many", "--key", key, "--resume", "--workers", "1") == Run(
        0, "", ""
    )
    for folder in ("out", "many"):
        found = sorted(
            path.read_text(encoding="utf-8") for path in (maskera.folder / folder).glob("[!.]*.txt")
        )
        assert found == [f"Det regnar {number}." for number in range(len(ids))]


@pytest.mark.parametrize("name", ["xml", "conll"])
@pytest.mark.parametrize("mode", MODES)
def test_part_of_speech_is_written_unless_rules_work_alone(
    maskera: Cli, name: str, mode: str
) -> None:
    run = maskera(
        "pseudonymize",
        "-f",
        name,
        "--mode",
        mode,
        "--policy",
        "mark-only",
        stdin=b"Jag bor i ett hus.",
    )
    assert run.code == 0
    assert ("VERB" in run.out and "NOUN" in run.out) == (mode != "rules")


def test_json_lines_keep_ids_order_and_fields(maskera: Cli) -> None:
    lines = [
        {"id": f"e{number}", "text": ESSAY, "level": "A", "genre": "narrative"}
        for number in (3, 1, 2)
    ]
    name = maskera.write("a.jsonl", "\n".join(json.dumps(line) for line in lines))
    found = [json.loads(line) for line in maskera("detect", name).out.splitlines()]
    assert [document["id"] for document in found] == ["e3", "e1", "e2"]
    assert found[0]["text"] == ESSAY
    assert found[0]["meta"]["level"] == "A"
    mention = found[0]["mentions"][0]
    assert list(mention) == [
        "start",
        "end",
        "text",
        "label",
        "number",
        "features",
        "probability",
        "personal",
        "alternatives",
        "evidence",
    ]
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
    (file,) = (maskera.folder / "out" / each for each in documents(maskera.folder / "out"))
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
    assert [(maskera.folder / "out" / name).read_text() for name in ("a.txt", "b.txt")] == [
        "",
        "Det regnar.",
    ]


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
    assert (
        maskera(
            "pseudonymize",
            "in/A1NB1.txt",
            "--genre",
            "evaluative",
            "--skip-genre",
            "narrative,evaluative",
        ).out.strip()
        == ESSAY
    )


def test_genre_codes_of_ones_own(maskera: Cli) -> None:
    codes = maskera.write("codes.toml", 'XX = "evaluative"\n')
    name = maskera.write("A1XX1.txt", ESSAY)
    assert maskera("pseudonymize", name, "--skip-genre", "evaluative").out.strip() != ESSAY
    assert (
        maskera(
            "pseudonymize", name, "--skip-genre", "evaluative", "--genre-codes", codes
        ).out.strip()
        == ESSAY
    )


@pytest.mark.parametrize("policy", shipped())
def test_every_policy_runs(maskera: Cli, policy: str) -> None:
    run = maskera("pseudonymize", "--policy", policy, stdin=ESSAY.encode())
    assert run.code == 0
    assert ("Farid" in run.out) == (policy == "mark-only")


def test_a_policy_of_ones_own(maskera: Cli) -> None:
    own = maskera.write(
        "own.toml",
        'extends = "swell"\nname = "own"\n[rules]\ncity = { action = "placeholder", template = "STAD{number}" }\n',
    )
    assert "STAD2" in maskera("pseudonymize", "--policy", own, stdin=ESSAY.encode()).out


def test_aliases_undo_it_and_only_with_the_key(maskera: Cli, key: str) -> None:
    pytest.importorskip("cryptography")
    maskera.write("in/a.txt", ESSAY)
    assert (
        maskera("pseudonymize", "in", "-o", "out", "--key", key, "--aliases", "map.vault").code == 0
    )
    vault = maskera.folder / "map.vault"
    assert vault.stat().st_mode & 0o777 == 0o600
    assert b"Hemligson" not in vault.read_bytes()
    run = maskera(
        "reveal", "out/a.txt", "--aliases", "map.vault", "--key", key, "--reason", "a test"
    )
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


def test_a_mapping_is_added_to(maskera: Cli, key: str) -> None:
    pytest.importorskip("cryptography")
    for name in ("a", "b"):
        maskera.write(f"{name}.txt", ESSAY)
        assert (
            maskera(
                "pseudonymize", f"{name}.txt", "-o", "out", "--key", key, "--aliases", "map.vault"
            ).code
            == 0
        )
    run = maskera("reveal", "out", "--aliases", "map.vault", "--key", key, "-o", "back")
    assert (run.code, run.err) == (0, REVEALED)
    assert all(
        (maskera.folder / "back" / f"{name}.txt").read_text(encoding="utf-8") == ESSAY
        for name in ("a", "b")
    )


def test_a_mapping_is_written_over_nothing_else(maskera: Cli, key: str) -> None:
    pytest.importorskip("cryptography")
    maskera.write("a.txt", ESSAY)
    maskera.write("short.key", "x" * 20)
    maskera("key", "other.key")
    assert (
        maskera(
            "pseudonymize", "a.txt", "-o", "other", "--key", "other.key", "--aliases", "other.vault"
        ).code
        == 0
    )
    before = {path.name: path.read_bytes() for path in maskera.folder.iterdir() if path.is_file()}
    for target, its_key, message in (
        (key, key, "my.key: is an input"),
        ("a.txt", key, "a.txt: is an input"),
        ("short.key", key, "short.key: not a file of mappings"),
        ("other.vault", key, "other.vault: wrong key"),
        ("new.vault", "short.key", "at least 32 bytes"),
        ("no/new.vault", key, "no/new.vault: cannot be written (No such file or directory)"),
        ("out", key, "out: --output and --aliases must be different files"),
    ):
        run = maskera("pseudonymize", "a.txt", "-o", "out", "--key", its_key, "--aliases", target)
        assert run.code == 2, target
        one_sentence(run, message)
        assert not (maskera.folder / "out").exists()
    assert {
        path.name: path.read_bytes() for path in maskera.folder.iterdir() if path.is_file()
    } == before


def test_what_is_revealed_may_have_another_name_or_stand_in_json_lines(
    maskera: Cli, key: str
) -> None:
    pytest.importorskip("cryptography")
    maskera.write("in/A/a.txt", ESSAY)
    maskera.write("in/b.txt", "Min syster Leila bor i Lund.\n")
    secret = ("--key", key, "--aliases", "map.vault")
    assert maskera("pseudonymize", "in", "-o", "out", *secret).err == ""
    maskera.write(
        "renamed.txt",
        maskera("pseudonymize", "in/A", "--key", key, "--aliases", "printed.vault").out,
    )
    run = maskera(
        "reveal", "renamed.txt", "--key", key, "--aliases", "printed.vault", "--reason", "a test"
    )
    assert (run.code, run.out.strip()) == (0, ESSAY)
    assert "\ta\ta test" in (maskera.folder / "printed.vault.log").read_text(encoding="utf-8")
    assert maskera("reveal", "out/A/a.txt", *secret).out.strip() == ESSAY
    assert (
        maskera("pseudonymize", "in", "-o", "all.jsonl", "-f", "jsonl-release", *secret).err == ""
    )
    run = maskera("reveal", "all.jsonl", *secret, "-o", "back")
    assert (run.code, run.err) == (0, REVEALED)
    assert (maskera.folder / "back/b.txt").read_text(
        encoding="utf-8"
    ) == "Min syster Leila bor i Lund.\n"


def test_a_mapping_of_what_cannot_be_revealed_is_told(maskera: Cli, key: str) -> None:
    pytest.importorskip("cryptography")
    run = maskera(
        "pseudonymize",
        maskera.write("a.txt", ESSAY),
        "-f",
        "html",
        "-o",
        "out",
        "--key",
        key,
        "--aliases",
        "map.vault",
    )
    assert run.code == 0
    one_sentence(run, "reveal reads text and jsonl-release; what is written as html it cannot undo")


def test_reveal_says_what_it_needs(maskera: Cli) -> None:
    assert maskera("reveal", "a.txt", "--key", "my.key").code == 2
    help_text = maskera("reveal", "--help").out
    assert (
        "[default: .]" not in help_text
        and ".conllu" not in help_text
        and help_text.count("[required]") == 2
    )


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


# Help, lists, and a real process


def test_lists_of_policies_and_labels(maskera: Cli) -> None:
    assert all(name in maskera("policies").out for name in shipped())
    out = maskera("labels").out
    assert all(label in out for label in taxonomy().categories)
    assert len(out.splitlines()) == 1 + len(taxonomy().categories), (
        "one line each where no terminal folds them"
    )


def test_labels_are_whole_in_a_narrow_terminal(
    maskera: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    out = maskera("labels").out
    assert (
        all(label in out for label in taxonomy().categories)
        and max(map(len, out.splitlines()[2:])) <= 40
    )


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["pseudonymize"],
        ["detect"],
        ["labels"],
        ["policies"],
        ["key"],
        ["reveal"],
        ["evaluate"],
        ["agreement"],
    ],
)
def test_every_command_has_help(maskera: Cli, command: list[str]) -> None:
    run = maskera(*command, "--help")
    assert run.code == 0
    assert "Usage" in run.out


def test_the_version_is_that_of_the_project(maskera: Cli) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert maskera("--version").out.strip() == project["version"]


def test_the_package_runs_as_a_module() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "maskera", "--help"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert "pseudonymize" in run.stdout


def test_as_a_process_with_a_pipe_that_closes(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": str(number), "text": ESSAY}) + "\n" for number in range(300))
    (tmp_path / "a.jsonl").write_text(lines, encoding="utf-8")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["sh", "-c", "maskera detect a.jsonl | head -n 1"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(run.stdout.splitlines()) == 1
    assert run.stderr == ""


def test_as_a_process_whose_standard_input_would_be_written_over(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    with (tmp_path / "a.txt").open("rb") as stream:
        command = [sys.executable, "-m", "maskera", "pseudonymize", "-o", "a.txt"]
        run = subprocess.run(
            command, cwd=tmp_path, stdin=stream, capture_output=True, text=True, check=False
        )
    assert run.returncode == 2 and run.stderr.startswith("maskera: a.txt: is an input")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == ESSAY


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("command", ["labels", "policies", "--version", "labels --help"])
def test_a_list_that_cannot_be_printed_is_said_in_a_sentence(tmp_path: Path, command: str) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["sh", "-c", f"maskera {command} > /dev/full"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (
        2,
        "maskera: reading or writing failed (No space left on device)\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_as_a_process_whose_output_is_full(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["sh", "-c", "maskera pseudonymize a.txt > /dev/full"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (
        2,
        "maskera: standard output: cannot be written (No space left on device)\n",
    )


def test_detect_writes_a_file_a_document_into_a_folder(maskera: Cli) -> None:
    maskera.write("in/a.txt", ESSAY)
    maskera.write("in/b.txt", ESSAY)
    assert maskera("detect", "in", "-o", "found/").code == 0
    assert documents(maskera.folder / "found") == ["a.jsonl", "b.jsonl"]
