"""Worker processes share the cores, and what is half written is removed whoever ends a process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from shutil import which

import pytest
from waiting import PATIENCE

from maskera.io.workers import one_thread_each, out_of_reach, unbroken
from maskera.vault import create_key, read

ESSAY = "Jag heter Farida och bor i Borås med min syster. " * 40


def test_workers_do_their_matrix_work_in_one_thread_unless_the_user_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    with one_thread_each():
        started = multiprocessing.get_context("spawn").Pool(1)
    with started as pool:
        assert pool.map(os.getenv, ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"]) == ["1", "3"]
    assert "OPENBLAS_NUM_THREADS" not in os.environ
    assert os.environ["OMP_NUM_THREADS"] == "3"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal masks on this system")
def test_an_interrupt_reaches_who_started_a_process_and_not_the_process() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with out_of_reach():
            found = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
        assert {signal.SIGINT, signal.SIGHUP} <= found.result()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_to_end_writes_its_file_first(number: int) -> None:
    told: list[int] = []
    before = signal.signal(number, lambda number, frame: told.append(number))
    try:
        with unbroken():
            signal.raise_signal(number)
            assert told == []
        assert told == [number]
        signal.raise_signal(number)
        assert told == [number, number]
    finally:
        signal.signal(number, before)


def test_a_thread_leaves_the_signals_to_the_main_one() -> None:
    with ThreadPoolExecutor(1) as pool, unbroken():
        pool.submit(_unbroken_nothing).result()


def _unbroken_nothing() -> None:
    with unbroken():
        pass


def detecting(folder: Path, essays: int, *before: str) -> subprocess.Popen[bytes]:
    """A process that has begun to write what it detects to the only file of the folder."""
    texts, out = folder / "a.jsonl", folder / "out"
    texts.write_text(
        "".join(f'{{"id": "essay{number}", "text": "{ESSAY}"}}\n' for number in range(essays)),
        encoding="utf-8",
    )
    out.mkdir()
    command = [
        *before,
        sys.executable,
        "-m",
        "maskera",
        "detect",
        str(texts),
        "--mode",
        "rules",
        "-o",
        str(out / "found.jsonl"),
    ]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    while process.poll() is None and not any(file.stat().st_size for file in out.iterdir()):
        time.sleep(0.02)
    return process


@pytest.mark.skipif(
    not hasattr(signal, "SIGHUP"), reason="a process cannot be asked to end on this system"
)
@pytest.mark.parametrize(("name", "times"), [("SIGTERM", 1), ("SIGTERM", 2), ("SIGHUP", 1)])
def test_a_command_that_is_told_to_end_leaves_no_file_with_originals(
    tmp_path: Path, name: str, times: int
) -> None:
    process = detecting(tmp_path, 20_000)  # more than it does before it is told
    for _ in range(times):
        process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (143, b"")
    assert not any((tmp_path / "out").iterdir())


@pytest.mark.skipif(not which("nohup"), reason="no nohup on this system")
def test_who_ignores_a_hang_up_goes_on(tmp_path: Path) -> None:
    process = detecting(tmp_path, 200, "nohup")
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert (tmp_path / "out" / "found.jsonl").read_text(encoding="utf-8").count("\n") == 200


@pytest.mark.skipif(
    not hasattr(signal, "SIGHUP"), reason="a process cannot be asked to end on this system"
)
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_command_that_is_told_to_end_leaves_the_mapping_of_what_is_out(
    tmp_path: Path, name: str, code: int
) -> None:
    texts, out, vault, key = (
        tmp_path / "a.jsonl",
        tmp_path / "out",
        tmp_path / "map.vault",
        tmp_path / "my.key",
    )
    texts.write_text(
        "".join(f'{{"id": "essay{number}", "text": "{ESSAY}"}}\n' for number in range(20_000)),
        encoding="utf-8",
    )
    secret = create_key(key)
    command = [
        sys.executable,
        "-m",
        "maskera",
        "pseudonymize",
        str(texts),
        "--mode",
        "rules",
        "-o",
        f"{out}/",
    ]
    process = subprocess.Popen(
        [*command, "--key", str(key), "--aliases", str(vault)], stderr=subprocess.PIPE
    )
    while process.poll() is None and not any(out.glob("essay*")):
        time.sleep(0.02)
    process.send_signal(getattr(signal, name))
    process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    left = {file.stem for file in out.iterdir()} - {"manifest"}
    assert 0 < len(left) < 20_000
    assert left <= {record.id for record in read(vault, secret)}
