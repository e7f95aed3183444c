"""Many documents: whatever the number of workers, shards and interruptions, each document comes out
once and the same."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE

from maskera.batch import AHEAD, MARK, Job, Outcome, run, shard_of
from maskera.errors import MaskeraError, WorkerError
from maskera.io.batches import BATCH
from maskera.io.output import identities
from maskera.text import Document

SETTINGS: dict[str, Any] = {"mode": "rules", "key": b"sixteen bytes at least"}
DOCUMENTS = [
    Document(
        f"class {number % 3}/essay{number}", f"Jag heter Farida och bor i Borås. Nummer {number}."
    )
    for number in range(12)
]


def texts(folder: Path) -> dict[str, str]:
    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name not in (MARK, "manifest.jsonl")
    ]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_two_workers_write_what_one_writes(tmp_path: Path) -> None:
    one = list(run(Job(SETTINGS, "text", tmp_path / "one"), DOCUMENTS, 1))
    two = list(run(Job(SETTINGS, "text", tmp_path / "two"), DOCUMENTS, 2))
    assert (
        {outcome.id for outcome in one}
        == {outcome.id for outcome in two}
        == {document.id for document in DOCUMENTS}
    )
    assert texts(tmp_path / "one") == texts(tmp_path / "two")
    assert not any("Farida" in text or "Borås" in text for text in texts(tmp_path / "one").values())


def test_a_resumed_run_does_only_what_is_missing(tmp_path: Path) -> None:
    whole = Job(SETTINGS, "text", tmp_path)
    list(run(whole, DOCUMENTS[:5], 1))
    rest = list(run(whole, DOCUMENTS, 1, resume=True))
    assert {outcome.id for outcome in rest} == {document.id for document in DOCUMENTS[5:]}
    assert len(texts(tmp_path)) == len(DOCUMENTS)


@pytest.mark.parametrize(
    ("format_name", "other"),
    [
        ("html-both", {}),
        ("html", {"policy": "dummy"}),
        ("html", {"key": b"another sixteen bytes"}),
        ("html", {"selective": True}),
    ],
)
def test_files_made_with_other_settings_are_not_resumed(
    tmp_path: Path, format_name: str, other: dict[str, Any]
) -> None:
    list(run(Job({**SETTINGS, **other}, format_name, tmp_path), DOCUMENTS[:1], 1))
    for _ in range(2):
        before = texts(tmp_path)
        with pytest.raises(
            MaskeraError,
            match="has files made with other settings, which --resume would take for done",
        ):
            list(run(Job(SETTINGS, "html", tmp_path), DOCUMENTS, 1, resume=True))
        assert texts(tmp_path) == before
        list(
            run(Job(SETTINGS, "html", tmp_path), DOCUMENTS[1:2], 1)
        )  # as if broken off: the older files are still there


def test_files_of_another_suffix_are_in_nobodys_way(tmp_path: Path) -> None:
    for name in ("text", "html"):
        assert [
            outcome.problem
            for outcome in run(Job(SETTINGS, name, tmp_path), DOCUMENTS[:2], 1, resume=True)
        ] == ["", ""]


def test_the_mark_of_the_settings_holds_no_secret_and_may_be_missing(tmp_path: Path) -> None:
    list(run(Job(SETTINGS, "text", tmp_path), DOCUMENTS[:1], 1))
    mark = tmp_path / MARK
    name, digest = mark.read_text(encoding="utf-8").split()
    assert (name, len(bytes.fromhex(digest))) == ("text", 32)
    list(run(Job({**SETTINGS, "policy": "swell"}, "text", tmp_path), DOCUMENTS[:2], 1, resume=True))
    mark.unlink()
    list(run(Job({**SETTINGS, "policy": "dummy"}, "text", tmp_path), DOCUMENTS[:3], 1, resume=True))
    assert len(texts(tmp_path)) == 3


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_document_is_in_exactly_one_shard(tmp_path: Path, count: int) -> None:
    done = [
        outcome.id
        for part in range(count)
        for outcome in run(Job(SETTINGS, "text", tmp_path), DOCUMENTS, 1, (part, count))
    ]
    assert sorted(done) == sorted(document.id for document in DOCUMENTS)
    assert {shard_of(document.id, count) for document in DOCUMENTS} <= set(range(count))


def test_a_document_that_fails_is_named_and_the_others_are_written(tmp_path: Path) -> None:
    settings = {**SETTINGS, "scope": "author"}
    known = Document("known", "Jag heter Farida.", meta={"author": "a1"})
    outcomes = list(
        run(Job(settings, "text", tmp_path), [Document("unknown", "Jag heter Farida."), known], 1)
    )
    assert outcomes[0].problem and "unknown" in outcomes[0].problem
    assert outcomes[1] == Outcome("known", tmp_path / "known.txt", leaks="PASS")


def test_a_job_does_not_print_the_key(tmp_path: Path) -> None:
    assert "sixteen bytes" not in repr(Job(SETTINGS, "text", tmp_path))


LONG = "Jag heter Farida. " * (BATCH // 18 + 1)  # a batch by itself


def endless(taken: list[str]) -> Iterator[Document]:
    for number in count():
        taken.append(f"essay{number}")
        yield Document(f"essay{number}", LONG)


def test_no_more_is_read_than_is_worked_on_and_who_stops_leaves_no_process(tmp_path: Path) -> None:
    taken: list[str] = []
    outcomes = run(Job(SETTINGS, "text", tmp_path), endless(taken), 2)
    assert next(outcomes).path
    assert len(taken) <= AHEAD * 2
    outcomes.close()  # type: ignore[attr-defined]  # a generator
    assert not multiprocessing.active_children()
    assert set(texts(tmp_path)) <= {f"{name}.txt" for name in taken}, "a file that is not whole"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_killed_worker_ends_the_run_with_one_sentence(tmp_path: Path) -> None:
    outcomes = run(Job(SETTINGS, "text", tmp_path), endless([]), 2)
    next(outcomes)
    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    with pytest.raises(WorkerError, match=r"a worker process ended .* --resume"):
        list(outcomes)
    assert not multiprocessing.active_children()


def test_an_input_in_the_way_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "essay9.txt").write_text("Det regnar.", encoding="utf-8")
    with pytest.raises(MaskeraError, match="is an input"):
        list(
            run(
                Job(SETTINGS, "text", tmp_path),
                endless([]),
                2,
                inputs=identities([tmp_path / "essay9.txt"]),
            )
        )
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 143)])
def test_a_signal_ends_all_processes_without_a_trace(
    tmp_path: Path, number: str, code: int
) -> None:
    if signal.getsignal(getattr(signal, number)) is signal.SIG_IGN:
        pytest.skip(f"{number} is ignored here, as in the background of a shell")
    lines = (json.dumps({"id": f"essay{number}", "text": LONG}) for number in range(300))
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "maskera",
        "batch",
        "a.jsonl",
        "-o",
        "out",
        "--workers",
        "2",
        "--mode",
        "rules",
    ]
    process = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        while process.poll() is None and not list(tmp_path.glob("out/essay*")):
            time.sleep(0.02)
        os.killpg(process.pid, getattr(signal, number))
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, err) == (code, b"")
    assert {path.name for path in tmp_path.glob("out/.*")} <= {MARK}, "a file that is not whole"
