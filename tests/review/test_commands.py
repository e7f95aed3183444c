"""`maskera review` at the terminal: making and opening projects, keys kept apart, and what people
do who lack the page."""

from __future__ import annotations

import functools
import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import docx
import httpx
import pytest
from calling import Cli, one_sentence
from waiting import PATIENCE, wait_until

from maskera.review import commands, counters, essays, limited, people, schema
from maskera.review.project import Project, Settings, open_project, url_of
from maskera.service import server
from review.conftest import PASSWORD, Closing

KEY = "keys/project.key"
WORD = "Plantagenet"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What would be served."""
    calls: list[dict[str, Any]] = []

    def answer(
        make: Callable[[], Any], listener: Any, level: str, grace: float, **more: Any
    ) -> None:
        listener.close()
        calls.append({"app": make(), "level": level, **more})

    monkeypatch.setattr(server, "answer", answer)
    for name in (commands.PROJECT, commands.KEY, commands.PASSWORD):
        monkeypatch.delenv(name, raising=False)
    return calls


@pytest.fixture
def review(maskera: Cli, served: list[dict[str, Any]]) -> Callable[..., Any]:
    """Calls `maskera review`."""
    (maskera.folder / "keys").mkdir()
    return lambda *arguments, stdin="": maskera("review", *arguments, stdin=stdin.encode())


def test_a_project_has_the_language_that_its_maker_names(
    review: Callable[..., Any], closing: Closing
) -> None:
    arguments = ("p.db", "--key", KEY, "--port", "0", "--admin", "Alva", "--language")
    one_sentence(review(*arguments, "xx", stdin=PASSWORD), "no language 'xx'")
    assert review(*arguments, "en", stdin=PASSWORD).code == 0
    project = closing(open_project(url_of("p.db"), Path(KEY).read_bytes()))
    assert project.settings.language == "en"


@pytest.fixture
def made(review: Callable[..., Any], closing: Closing) -> Callable[[], Project]:
    """A project `p.db` with an administrator Alva, made by the command; gives it opened."""
    run = review("p.db", "--key", KEY, "--port", "0", "--admin", "Alva", stdin=PASSWORD + "\n")
    assert run.code == 0, run.err
    return lambda: closing(open_project(url_of("p.db"), Path(KEY).read_bytes()))


def test_a_project_is_made_with_its_key_and_its_first_administrator(
    review: Any, served: list[Any], made: Callable[[], Project]
) -> None:
    assert stat.S_IMODE(Path(KEY).stat().st_mode) == 0o600 and len(Path(KEY).read_bytes()) == 32
    assert stat.S_IMODE(Path("p.db").stat().st_mode) == 0o600
    assert [(user.name, user.role) for user in people.users(made())] == [("Alva", "admin")]
    assert people.log_in(made(), "Alva", PASSWORD) is not None
    assert (
        served[0]["level"] == "info"
        and not served[0]["app"].state.site.secure
        and not served[0]["proxied"]
    )


def test_what_is_made_is_told_in_a_sentence_each(review: Any) -> None:
    lines = review(
        "p.db", "--key", KEY, "--port", "0", "--admin", "Alva", stdin=PASSWORD
    ).err.splitlines()
    assert len(lines) == 3 and all(line.startswith("maskera: ") for line in lines)
    assert (
        KEY in lines[0]
        and "p.db made" in lines[1]
        and re.search(r"http://127\.0\.0\.1:\d+;", lines[2])
    )


def test_it_opens_again_with_nothing_asked(
    review: Any, made: Callable[[], Project], served: list[Any]
) -> None:
    for arguments in (
        ("p.db", "--key", KEY),
        ("--key", KEY, "p.db"),
        ("open", "p.db", "--key", KEY),
    ):
        run = review(*arguments, "--port", "0", "--secure", "--host", "0.0.0.0")
        assert run.code == 0 and len(run.err.splitlines()) == 1
    assert served[-1]["app"].state.site.secure and served[-1]["proxied"]


def test_names_may_come_from_the_environment(
    review: Any, made: Callable[[], Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(commands.PROJECT, "p.db")
    monkeypatch.setenv(commands.KEY, KEY)
    assert review("--port", "0").code == 0
    monkeypatch.setenv(commands.PASSWORD, PASSWORD)
    assert review("user", "p.db", "Rut", "--role", "reviewer").code == 0
    assert people.log_in(made(), "Rut", PASSWORD) is not None


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        (("p.db",), PASSWORD, "--key FILE"),
        (("p.db", "--key", "p.key"), PASSWORD, "beside the project"),
        (("p.db", "--key", "keys/../p.key"), PASSWORD, "beside the project"),
        (("p.db", "--key", KEY), PASSWORD, "--admin NAME"),
        (("p.db", "--key", KEY, "--admin", "Alva"), "kort", "at least 10 characters"),
        (("p.db", "--key", KEY, "--admin", " "), PASSWORD, "1 to 80 characters"),
        (
            ("p.db", "--key", "/dev/null/k", "--admin", "Alva"),
            PASSWORD,
            "/dev/null/k: cannot be written",
        ),
        (("none/p.db", "--key", KEY, "--admin", "Alva"), PASSWORD, "none/p.db: cannot be written"),
        (("p.db", "--key", KEY, "--host", "0.0.0.0"), PASSWORD, "--secure"),
        (("p.db", "--key", KEY, "--log-level", "loud"), PASSWORD, "no log level"),
        (("nonsense://x", "--key", KEY), PASSWORD, "no such kind of database"),
        (
            ("trail", "postgresql:///maskera", "--key", KEY),
            "",
            "names no user: postgresql://USER@HOST/DATABASE",
        ),
        (("purge", "p.db", "--key", KEY), "", "p.db: there is no project"),
    ],
)
def test_wrong_use_is_one_sentence_and_makes_nothing(
    review: Any, arguments: tuple[str, ...], stdin: str, sentence: str
) -> None:
    run = review(*arguments, stdin=stdin)
    assert run.code == 2
    one_sentence(run, sentence)
    assert not Path("p.db").exists() and not Path("p.key").exists() and not Path(KEY).exists()


def test_the_folder_of_a_new_key_is_made_for_its_owner_alone(review: Any) -> None:
    run = review(
        "p.db", "--key", "secrets/project.key", "--port", "0", "--admin", "Alva", stdin=PASSWORD
    )
    assert run.code == 0 and "key written to secrets/project.key" in run.err
    assert Path("secrets").stat().st_mode & 0o777 == 0o700


def test_a_wrong_key_opens_nothing_and_nothing_is_told(
    review: Any, made: Callable[[], Project]
) -> None:
    Path("keys/short").write_bytes(b"x" * 16)
    Path("keys/other").write_bytes(b"x" * 32)
    for name, sentence in (
        ("keys/none", "cannot be read"),
        ("keys/short", "at least 32"),
        ("keys/other", "does not open this project"),
    ):
        for command in ("open", "purge", "trail"):
            Path(name).exists() and Path(name).chmod(0o600)
            run = review(command, "p.db", "--key", name)
            assert run.code == 2 and run.out == ""
            one_sentence(run, sentence)
    assert not Path("keys/none").exists()  # a key is made for a new project alone


def test_a_key_that_others_can_read_is_told(review: Any, made: Callable[[], Project]) -> None:
    Path(KEY).chmod(0o644)
    assert f"chmod 600 {KEY}" in review("purge", "p.db", "--key", KEY).err


def test_an_existing_key_is_taken_for_a_new_project(review: Any, closing: Closing) -> None:
    Path(KEY).write_bytes(b"k" * 40)
    assert review("p.db", "--key", KEY, "--port", "0", "--admin", "Alva", stdin=PASSWORD).code == 0
    assert Path(KEY).read_bytes() == b"k" * 40
    closing(open_project(url_of("p.db"), b"k" * 40))


def test_a_maker_that_was_interrupted_is_asked_again(
    review: Any, made: Callable[[], Project]
) -> None:
    project = made()
    with project.write() as connection:
        connection.execute(schema.user.delete())
    one_sentence(review("p.db", "--key", KEY, "--port", "0"), "--admin NAME")
    assert review("p.db", "--key", KEY, "--port", "0", "--admin", "Rut", stdin=PASSWORD).code == 0
    assert [user.name for user in people.users(project)] == ["Rut"]


def test_at_a_terminal_name_and_password_are_asked_for(
    review: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    answers = iter([PASSWORD, "something else", PASSWORD, PASSWORD])
    monkeypatch.setattr(commands.getpass, "getpass", lambda question: next(answers))
    monkeypatch.setattr(commands.sys, "stdin", Terminal("Alva\nAlva\n"))
    from maskera.cli.main import main

    for code in (2, 0):
        monkeypatch.setattr(sys, "argv", ["maskera", "review", "p.db", "--key", KEY, "--port", "0"])
        with pytest.raises(SystemExit) as left:
            main()
        assert (left.value.code or 0) == code
        assert Path("p.db").exists() == (code == 0)


def test_essays_are_added_and_the_others_named(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    maskera.write("essays/E1.txt", "Jag heter Anna.")
    maskera.write(
        "essays/E2.jsonl",
        json.dumps({"id": "E3", "text": "Jag bor i Malmö.", "genre": "narrative"})
        + '\n{"id": "E4", "text": "Hej.", "genre": "Hemligson"}\n{broken Hemligson\n',
    )
    run = review("add", "p.db", "essays", "--key", KEY)
    assert (
        run.code == 1
        and "2 essays added" in run.err
        and "E2.jsonl:3" in run.err
        and "E2.jsonl: document E4: an unknown genre" in run.err
        and "Hemligson" not in run.err
    )
    again = review("add", "p.db", "essays/E1.txt", "--key", KEY)
    assert again.code == 1 and "document E1: an essay of this id" in again.err
    one_sentence(
        review("add", "p.db", "essays", "--key", KEY, "--from", "none"), "no format 'none'"
    )


def test_the_encoding_of_the_texts_can_be_said(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    project = made()
    project.change_settings(Settings(mode="rules"), None)
    added = review(
        "add",
        "p.db",
        maskera.write("E1.txt", "Jag är från Rīga.".encode("cp1257")),
        "--key",
        KEY,
        "--encoding",
        "cp1257",
    )
    one_sentence(
        review("add", "p.db", "E1.txt", "--key", KEY, "--encoding", "none"), "no such encoding"
    )
    (essay,) = essays.every(project)
    assert added.code == 0
    assert essay.content.text == "Jag är från Rīga."


@pytest.mark.parametrize("options", [(), ("--marks",), ("--from", "docx")])
def test_a_word_file_is_added_as_on_the_page(
    review: Any, made: Callable[[], Project], maskera: Cli, options: tuple[str, ...]
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    essay = docx.Document()
    essay.add_paragraph("Jag heter Anna.")
    Path("essays").mkdir()
    essay.save("essays/E1.docx")
    if not options:
        maskera.write("essays/E1.rtf", "PK")
    run = review("add", "p.db", "essays", "--key", KEY, *options)
    assert run.code == 0 and "1 essay added" in run.err
    assert ("essays: files left out (1): no format is known for .rtf (1)" in run.err) == (
        not options
    )


def test_zip_latin_1_and_brat_are_added_from_the_command_line(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    with zipfile.ZipFile("klass.zip", "w") as archive:
        archive.writestr("A/E1.txt", "Jag heter Åsa.".encode("latin-1"))
        archive.writestr("B/E1.txt", "Jag heter Anna.")
    maskera.write("brat/E2.txt", "Jag bor i Malmö.")
    maskera.write("brat/E2.ann", "T1\tcity 10 15\tMalmö\n")
    run = review("add", "p.db", "klass.zip", "brat", "--marks", "--key", KEY)
    assert run.code == 0 and "3 essays added" in run.err
    names = {row.name for row in essays.rows(made(), essays.Filter())[0]}
    assert names == {"A/E1", "B/E1", "E2"}


def test_what_takes_too_much_to_read_is_refused_and_the_next_is_added(
    review: Any, made: Callable[[], Project], maskera: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    maskera.write("essays/E1.txt", "Jag heter Anna. " * 2_000_000)
    maskera.write("essays/E2.txt", "Jag heter Anna.")
    smaller = functools.partial(limited.Limited, memory=48 << 20)
    monkeypatch.setattr(limited, "Limited", smaller)
    run = review("add", "p.db", "essays", "--key", KEY)
    assert run.code == 1 and "1 essay added" in run.err
    assert "E1.txt: takes more memory or time to read than a file may" in run.err


def test_marks_are_taken_over_where_there_are_some(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    marked = '{"id": "A", "text": "Hej.", "spans": [{"start": 0, "end": 3, "label": "extra"}]}'
    lines = maskera.write("E.jsonl", marked + '\n{"id": "B", "text": "Jag bor i Malmö."}\n')
    assert review("add", "p.db", lines, "--marks", "--key", KEY).code == 0
    project = made()
    tallies = [
        counters.decoded(row.counts).labels
        for row in sorted(essays.rows(project, essays.Filter())[0], key=lambda row: row.name)
    ]
    assert [list(each) for each in tallies] == [["extra"], ["city"]]


def test_marks_of_a_tool_have_its_labels(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    lines = maskera.write("tasks.jsonl", '{"text": "Zorg bor här.", "label": [[0, 4, "PER"]]}\n')
    table = maskera.write("map.tsv", "PER\tfirstname_unknown\n")
    options = ("--from", "doccano", "--label-map", table, "--key", KEY)
    refused = review("add", "p.db", lines, *options)
    assert refused.code == 2 and "--label-map is of marks" in refused.err
    assert review("add", "p.db", lines, *options, "--marks").code == 0
    project = made()
    ((row,), *_) = essays.rows(project, essays.Filter())
    assert list(counters.decoded(row.counts).labels) == ["firstname_unknown"]


@pytest.mark.parametrize("kept", [True, False])
def test_inline_markup_is_never_text_of_the_essay(
    review: Any, made: Callable[[], Project], maskera: Cli, kept: bool
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    maskera.write(
        "essays/E1.txt", "Jag heter [[Fatima|firstname_female|ref=1]] och bor i [[Kvarnby|area]]."
    )
    maskera.write("essays/E2.txt", "Jag bor i Malmö.")
    maskera.write(
        "essays/E3.xml",
        '<text><sentence><token pos="PM">Malmö</token><token pos="MAD">.</token></sentence></text>',
    )
    run = review("add", "p.db", "essays", "--key", KEY, *(["--marks"] if kept else []))
    assert run.code == 0 and "3 essays added" in run.err
    assert ("essays/E1.txt: its marks are taken away; --marks keeps them" in run.err) == (not kept)
    project = made()
    row = min(essays.rows(project, essays.Filter())[0], key=lambda row: row.name)
    assert essays.load(project, row.id).document.text == "Jag heter Fatima och bor i Kvarnby."
    assert ("area" in counters.decoded(row.counts).labels) == kept


def test_essays_are_exported_and_it_is_logged(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    made().change_settings(Settings(mode="rules"), None)
    review("add", "p.db", maskera.write("E1.txt", "Jag heter Anna."), "--key", KEY)
    run = review("export", "p.db", "-o", "out", "-f", "gold", "--status", "new", "--key", KEY)
    assert run.code == 0 and "secret" in run.err and "Anna" not in run.err
    assert any("Jag heter Anna." in path.read_text() for path in Path("out").rglob("*.jsonl"))
    assert made().trail()[0].action == "export" and "gold" in made().trail()[0].detail
    one_sentence(
        review("export", "p.db", "-o", "out", "-f", "text", "--status", "new", "--key", KEY),
        "release them first",
    )
    one_sentence(
        review("export", "p.db", "-o", "out", "-f", "none", "--key", KEY), "no format 'none'"
    )


def test_accounts_can_be_made_and_mended(review: Any, made: Callable[[], Project]) -> None:
    def user(*arguments: str, stdin: str = "") -> Any:
        return review("user", "p.db", *arguments, "--key", KEY, stdin=stdin)

    assert user("Rut", "--role", "reviewer", stdin=PASSWORD).code == 0
    assert user("rut", "--role", "curator", "--close").code == 0
    assert user("Alva", "--password", stdin="ett annat lösenord").code == 0
    assert [(each.name, each.role, each.active) for each in people.users(made())] == [
        ("Alva", "admin", True),
        ("Rut", "curator", False),
    ]
    assert people.log_in(made(), "Alva", "ett annat lösenord") is not None
    assert user("Rut", "--open").code == 0
    # A new account has a password in any case, asked for or not.
    assert user("Rolf", "--role", "reviewer", "--password", stdin=PASSWORD).code == 0
    assert people.log_in(made(), "Rolf", PASSWORD) is not None
    for arguments, sentence in (
        (("Alva", "--role", "reviewer"), "one administrator"),
        (("Alva",), "say what to change"),
        (("Ny",), "no account of this name"),
        (("Rut", "--role", "king"), "no role"),
    ):
        run = user(*arguments)
        assert run.code == 2
        one_sentence(run, sentence)


def test_the_trail_is_written_and_checked(review: Any, made: Callable[[], Project]) -> None:
    project = made()
    people.log_in(project, "Alva", PASSWORD)
    run = review("trail", "p.db", "--key", KEY)
    assert run.code == 0
    lines = [line.split("\t") for line in run.out.splitlines()]
    assert [(line[0], line[2], line[4]) for line in lines] == [
        ("3", "Alva", "login"),
        ("2", "-", "user added"),
        ("1", "-", "create"),
    ]
    with project.write() as connection:
        connection.execute(schema.audit.delete().where(schema.audit.c.id == 2))
    broken = review("trail", "p.db", "--key", KEY)
    assert broken.code == 1
    one_sentence(broken, "line 2")


def test_without_the_extra_it_says_what_to_install(
    review: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "find_spec", lambda name: None if name == "sqlalchemy" else True)
    one_sentence(review("p.db", "--key", KEY), "pip install 'maskera[review]'")


def test_a_url_is_shown_without_its_password() -> None:
    assert commands._shown("postgresql://anna:hemligt@db/swell") == "db/swell"


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Callable[..., tuple[str, subprocess.Popen[bytes]]]]:
    """Starts `maskera review` as a process of its own; its address, and it."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> tuple[str, subprocess.Popen[bytes]]:
        log = tmp_path / "log"
        command = [
            str(Path(sys.executable).with_name("maskera")),
            "review",
            "p.db",
            "--port",
            "0",
            *arguments,
        ]
        environment = {**os.environ, commands.PASSWORD: PASSWORD, commands.KEY: KEY}
        with log.open("wb") as stream:
            started.append(
                subprocess.Popen(
                    command, cwd=tmp_path, env=environment, stderr=stream, stdin=subprocess.DEVNULL
                )
            )
        process = started[-1]
        wait_until(lambda: "Ctrl-C" in log.read_text() or process.poll() is not None)
        found = re.search(r"http://[\d.:]+", log.read_text())
        assert found, log.read_text()
        return found[0], process

    yield start
    for each in started:
        if each.poll() is None:
            each.kill()
            each.wait()


def test_the_process_is_quiet_and_ends_in_order(process: Any, tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    url, running = process("--admin", "Alva", "--log-level", "debug")
    with httpx.Client(base_url=url, headers={f"x-{WORD}": WORD}, timeout=PATIENCE) as browser:
        assert (
            browser.get("/login").status_code == 200
            and "server" not in browser.get("/login").headers
        )
        assert browser.get(f"/{WORD}?{WORD}").status_code == 404
        assert browser.post("/login", data={"name": WORD, "password": WORD}).status_code == 403
        assert (
            browser.post("/login", data={"name": "Alva", "password": PASSWORD}).status_code == 303
        )
        assert browser.post("/people", data={"name": WORD}).status_code == 403
    assert (
        httpx.post(f"{url}/login", content=b"x" * 3_000_000, timeout=PATIENCE).status_code == 413
    )  # told although the body came to its end long after
    running.send_signal(signal.SIGTERM)
    assert running.wait(PATIENCE) == 0
    log = (tmp_path / "log").read_text()
    assert (
        WORD.lower() not in log.lower()
        and PASSWORD not in log
        and "Traceback" not in log
        and "Finished server process" in log
    )
    assert {each.name for each in tmp_path.iterdir()} == {
        "keys",
        "log",
        "p.db",
    }  # what SQLite needs beside it while it runs is gone


def test_the_commands_of_the_guide_run(
    review: Any, made: Callable[[], Project], maskera: Cli
) -> None:
    (maskera.folder / "essays").mkdir()
    (maskera.folder / "essays" / "A1.txt").write_text("Jag heter Anna.", encoding="utf-8")
    root = Path(__file__).parent.parent.parent
    guide = (root / "docs" / "review.md").read_text(encoding="utf-8")
    readme = re.findall(
        r"`maskera review ([^`]+)`", (root / "README.md").read_text(encoding="utf-8")
    )
    commands_of_guide = re.findall(r"^maskera review ([^#\n]+)", guide, re.MULTILINE)
    assert [line.split()[0] for line in commands_of_guide] == ["project.db", "add", "export"]
    assert readme, "it shows how to open a project"
    for line in (*commands_of_guide, *readme):
        arguments = line.replace("project.db", "p.db").replace("~/keys/project.key", KEY).split()
        run = review(*arguments, *(["--port", "0"] if arguments[0] == "p.db" else []))
        assert run.code == 0, run.err
    for target in re.findall(r"\]\(([^)]+)\)", guide):
        assert (root / "docs" / target).is_file(), target
