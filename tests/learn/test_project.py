"""The project file: encrypted, resumable, undone, torn; and its commands."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from calling import Cli

from learn.invented import corpus
from maskera.errors import DataError, MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.learn.pool import pool
from maskera.learn.project import Card, Project, Sentence, Setup, create, open_project
from maskera.vault import read_key

pytest.importorskip("cryptography")
pytest.importorskip("scipy")
KEY = b"k" * 32
SETUP = Setup((("a", "Junna lives in Quistby."),), "none", ("name", "place"), 7)
CARD = Card("term", "junna", "name", 1.5)
READ = Sentence(0, ("name", OUTSIDE, OUTSIDE, "place", OUTSIDE), (True,) * 5, True, 2.0)


def _new(folder: Path) -> Project:
    return create(folder / "p.learn", SETUP, KEY)


def test_it_resumes_and_undoes(tmp_path: Path) -> None:
    project = _new(tmp_path)
    for answer in (CARD, READ, Card("term", "junna", OUTSIDE)):
        project.add(answer)
    assert project.decisions().cards == {("term", "junna"): OUTSIDE}
    assert project.undo()
    again = open_project(project.path, KEY)
    assert again.setup == SETUP and again.answers == [CARD, READ]
    assert again.decisions().cards == {("term", "junna"): "name"}
    assert again.undo() and again.undo() and not again.undo()
    assert open_project(project.path, KEY).answers == []


def test_nothing_of_a_text_stands_in_the_file(tmp_path: Path) -> None:
    project = _new(tmp_path)
    project.add(CARD)
    content = project.path.read_bytes()
    assert b"Quistby" not in content and b"junna" not in content
    assert project.path.stat().st_mode & 0o077 == 0


def test_a_killed_process_loses_at_most_the_last_answer(tmp_path: Path) -> None:
    project = _new(tmp_path)
    project.add(CARD)
    whole = project.path.read_bytes()
    project.add(READ)
    longer = project.path.read_bytes()
    for size in range(len(whole), len(longer)):
        project.path.write_bytes(longer[:size])
        torn = open_project(project.path, KEY)
        assert torn.answers == [CARD]
    torn.add(READ)
    assert open_project(project.path, KEY).answers == [CARD, READ]


def test_wrong_keys_changed_files_and_newer_versions_are_refused(tmp_path: Path) -> None:
    project = _new(tmp_path)
    project.add(CARD)
    with pytest.raises(DataError, match="the key does not open"):
        open_project(project.path, b"x" * 32)
    content = bytearray(project.path.read_bytes())
    content[-1] ^= 1
    project.path.write_bytes(bytes(content))
    with pytest.raises(DataError, match="or the file was changed"):
        open_project(project.path, KEY)
    content[13] = 9
    project.path.write_bytes(bytes(content))
    with pytest.raises(DataError, match="newer version"):
        open_project(project.path, KEY)
    project.path.write_bytes(b"nothing of the kind")
    with pytest.raises(DataError, match="not a project"):
        open_project(project.path, KEY)
    with pytest.raises(MaskeraError, match="exists already"):
        _new(tmp_path)


@pytest.fixture
def project(maskera: Cli, tmp_path: Path) -> list[str]:
    for document, _ in corpus(20):
        (tmp_path / f"{document.id}.txt").write_text(document.text)
    (tmp_path / "labels").write_text("name\nplace\nphone\n")
    files = sorted(str(path) for path in tmp_path.glob("t*.txt"))
    done = maskera("learn", "new", "p.learn", *files, "--key", "k", "--labels", "labels")
    assert done.code == 0 and "20 documents" in done.err
    assert "next: maskera learn cards p.learn --key k" in done.err
    return ["p.learn", "--key", "k"]


def test_cards_and_reading_end_in_annotated_texts(maskera: Cli, project: list[str]) -> None:
    asked = maskera("learn", "cards", *project, "--budget", "2", stdin=b"1\n2\n")
    assert asked.code == 0 and "card 2 of 2" in asked.out and ", gain " in asked.out
    undone = maskera("learn", "cards", *project, stdin=b"o\nu\nq\n")
    assert undone.code == 0 and "taken back" in undone.out
    helped = maskera("learn", "cards", *project, stdin=b"?\nq\n")
    assert helped.code == 0 and helped.out.count("3 phone") == 2
    assert helped.out.rstrip().endswith("0 cards answered, 2 in all")
    read = maskera(
        "learn", "read", *project, "--tokens", "60", stdin=b"1-2 name; 2 o\n" + b"\n" * 40
    )
    assert read.code == 0 and " of 60 tokens read" in read.out, read.err
    status = maskera("learn", "status", *project, "--json")
    found = msgspec.json.decode(status.out)
    assert found["cards"] == 2 and found["tokens_read"] >= 60 and found["documents"] == 20
    written = maskera("learn", "export", *project, "-o", "gold.jsonl")
    assert written.code == 0
    rows = [
        msgspec.json.decode(row)
        for row in (maskera.folder / "gold.jsonl").read_bytes().splitlines()
    ]
    marked = {
        row["text"][span["start"] : span["end"]]
        for row in rows
        for span in row["spans"]
        if span["source"] == "decision" and span["label"] == "name"
    }
    assert len(rows) == 20 and marked
    assert maskera("learn", "export", *project, "-o", "all.itac").code == 0
    assert "<ANON>" in (maskera.folder / "all.itac").read_text()
    (maskera.folder / "file").write_text("")
    for name in ("file", "gold.csv"):  # no folder is made that looks like a file
        refused = maskera("learn", "export", *project, "-o", name)
        assert refused.code == 2 and "name FILE.jsonl, FILE.itac, or a folder" in refused.err
    assert not (maskera.folder / "gold.csv").exists()
    again = maskera("learn", "read", *project, stdin=b"u\nq\n")  # of an earlier sitting
    assert "─ 0 tokens read ─" in again.out.split("taken back")[1]


def test_the_status_says_what_paid_and_which_cards_reading_contradicts(
    maskera: Cli, project: list[str]
) -> None:
    file = open_project(maskera.folder / project[0], read_key(maskera.folder / "k", 32))
    text = pool(file.documents)
    named = text.forms.index("Junna")
    sentence = int(text.sentence_of[named])
    first, end = text.starts[sentence : sentence + 2].tolist()
    file.add(Card("term", "junna", "name", 60.0))
    file.add(Sentence(first, (OUTSIDE,) * (end - first), (), True, 30.0))
    assert maskera("learn", "status", *project).out.count("reading contradicts: 1") == 1
    file.undo()
    file.add(Sentence(first, ("name",) * (end - first), (), True, 30.0))
    said = maskera("learn", "status", *project).out
    assert "contradicts" not in said and "paid more so far" in said


def test_random_reading_asks_at_random_alone(maskera: Cli, project: list[str]) -> None:
    maskera("learn", "read", *project, "--tokens", "60", stdin=b"1 name\n" * 40)
    before = len(
        open_project(maskera.folder / project[0], read_key(maskera.folder / "k", 32)).answers
    )
    done = maskera("learn", "read", *project, "--random", "--tokens", "60", stdin=b"\n" * 40)
    assert done.code == 0, done.err
    file = open_project(maskera.folder / project[0], read_key(maskera.folder / "k", 32))
    assert len(file.answers) > before + 3
    for answer in file.answers[before:]:
        assert isinstance(answer, Sentence) and answer.drawn and answer.guessed


@pytest.mark.parametrize(
    ("command", "line", "message"),
    [
        ("cards", b"1\nvillain\n", "standard input:2: the answer is no label"),
        ("read", b"99 name\n", "standard input:1: the answer names no tokens"),
    ],
)
def test_an_answer_outside_the_scheme_loses_nothing_else(
    maskera: Cli, project: list[str], command: str, line: bytes, message: str
) -> None:
    done = maskera("learn", command, *project, stdin=line)
    assert done.code == 2 and message in done.err and "villain" not in done.err
    found = msgspec.json.decode(maskera("learn", "status", *project, "--json").out)
    assert found["cards"] == line.count(b"1\n")


def test_texts_of_a_word_processor_are_read_and_what_was_guessed_is_said(
    maskera: Cli, tmp_path: Path
) -> None:
    (tmp_path / "latin.txt").write_bytes("Åsa Öberg bor i Växjö. Åsa arbetar där.".encode("cp1252"))
    (tmp_path / "utf16.txt").write_bytes("Örjan Älv bor i Åre. Örjan åker skidor.".encode("utf-16"))
    done = maskera("learn", "new", "p.learn", "latin.txt", "utf16.txt", "--key", "k")
    assert done.code == 0 and "2 documents" in done.err and "read as" in done.err
    bad = maskera("learn", "new", "q.learn", "latin.txt", "--key", "k", "--encoding", "ascii")
    assert bad.code == 2 and "latin.txt:1: not ascii text" in bad.err


@pytest.mark.parametrize("said", ["name\nstreet name\n", "name\n7\n", "", "\n \n", "?\n"])
def test_labels_that_could_not_be_answered_are_refused(
    said: str, maskera: Cli, tmp_path: Path
) -> None:
    (tmp_path / "labels").write_text(said, encoding="utf-8")
    (tmp_path / "a.txt").write_text("Anna bor i Gränna.", encoding="utf-8")
    asked = ("learn", "new", "p.learn", "a.txt", "--key", "k", "--labels", "labels")
    ended = maskera(*asked)
    assert ended.code == 2 and "labels: expected labels, one a line" in ended.err
    assert not (tmp_path / "p.learn").exists()


def test_texts_whose_suffix_does_not_tell_their_format_are_read(maskera: Cli) -> None:
    """The refusal of marked texts names the option that reads them; no mark is part of a text."""
    marked = "\n".join(f"[[Junna|firstname_female]] lives in Quistby, room {n}." for n in range(9))
    maskera.write("a.txt", marked)
    refused = maskera("learn", "new", "p.learn", "a.txt", "--key", "k")
    assert refused.code == 2 and "--from marked" in refused.err
    assert maskera("learn", "new", "p.learn", "a.txt", "--key", "k", "--from", "marked").code == 0
    project = open_project(maskera.folder / "p.learn", read_key(maskera.folder / "k"))
    ((_, text),) = project.setup.texts
    assert "Junna" in text and "[[" not in text
    unknown = maskera("learn", "new", "q.learn", "a.txt", "--key", "k", "--from", "latin")
    assert unknown.code == 2 and "no format to read 'latin'; there are brat" in unknown.err
