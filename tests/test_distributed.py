"""Work on a Dask cluster: the bytes of one process whatever happens to workers, and no key or text
where a scheduler shows or logs something."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from calling import SECRET, Cli, documents, one_sentence
from waiting import PATIENCE

distributed = pytest.importorskip("distributed")

from maskera import distributed as ours  # noqa: E402
from maskera.errors import MaskeraError, WorkerError  # noqa: E402
from maskera.pipeline import Pipeline  # noqa: E402

KEY = b"a key of sixteen bytes and more, of 32"
TEXTS = [f"Jag heter {SECRET} och bor i Malmö. Rad {number}." for number in range(700)]
FLAGS = ("--mode", "rules", "--key", "key")
TABLE = (*FLAGS, "--text-column", "text", "--id-column", "id")


def rows() -> str:
    return "".join(
        json.dumps({"id": f"d{number}", "text": text}) + "\n" for number, text in enumerate(TEXTS)
    )


class Watcher(distributed.SchedulerPlugin):  # type: ignore[misc]  # of a library without types
    """What a scheduler shows of tasks as they come and go, and what it holds of them."""

    def __init__(self) -> None:
        self.shown: set[str] = set()
        self.held: list[bytes] = []

    def start(self, scheduler: Any) -> None:
        self.scheduler = scheduler

    def transition(self, key: Any, start: Any, finish: Any, *args: Any, **more: Any) -> None:
        task = self.scheduler.tasks[key]
        self.shown |= {str(key), repr(task), str(task.run_spec), task.prefix.name, repr(more)}
        self.held.append(pickle.dumps(task.run_spec))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, dashboard_address="127.0.0.1:0", protocol="tcp://"
    ) as running:
        yield running


@pytest.fixture
def cli(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    calls = Cli(capfdbinary, monkeypatch, tmp_path)
    calls.write("key", KEY)
    return calls


def test_a_cluster_writes_what_one_process_writes_and_shows_no_secret(
    cli: Cli, cluster: Any
) -> None:
    cli.write("in/rows.jsonl", rows())
    cli.write("in/more.csv", "id,text\n1," + TEXTS[0] + "\n")
    watcher = Watcher()
    with distributed.Client(cluster, set_as_default=False) as client:
        client.register_plugin(watcher, name="watcher")
        seen = next(
            one for one in cluster.scheduler.plugins.values() if type(one).__name__ == "Watcher"
        )
    run = cli("batch", "in", "-o", "out", *TABLE, "--scheduler", cluster.scheduler_address)
    assert (run.code, run.err) == (0, "")
    one = cli("batch", "in", "-o", "one", *TABLE, "--workers", "1")
    assert one.code == 0
    for name in ("rows.jsonl", "more.csv", "manifest.jsonl"):
        assert (cli.folder / "out" / name).read_bytes() == (cli.folder / "one" / name).read_bytes()
    logs = str(cluster.get_logs())
    state = str(cluster.scheduler.transition_log) + str(cluster.scheduler.get_events())
    assert len(seen.held) > 2
    assert any(b"Hemligson" in held for held in seen.held)  # what works on a text must have it
    assert not any(KEY in held for held in seen.held)
    for told in (*seen.shown, logs, state):
        for secret in ("Hemligson", "Malm", KEY.decode(), repr(KEY), KEY.hex()):
            assert secret not in told


def test_documents_are_written_by_the_client_and_can_be_resumed(cli: Cli, cluster: Any) -> None:
    for number in range(3):
        cli.write(f"in/{number}.txt", TEXTS[number])
    pytest.importorskip("lxml", reason="lxml is not installed (extra `office`)")
    cli.write("in/3.html", f"<p>{TEXTS[3]}</p>")
    place = ("--scheduler", cluster.scheduler_address)
    assert cli("batch", "in/0.txt", "-o", "out", *FLAGS, *place).code == 0
    run = cli("batch", "in", "-o", "out", *FLAGS, *place, "--resume")
    assert run.code == 0
    assert run.err == "maskera: in/3.html: comments, scripts and titles of elements are not kept\n"
    assert cli("batch", "in", "-o", "one", *FLAGS, "--workers", "1").code == 0
    assert documents(cli.folder / "out") == documents(cli.folder / "one")
    for name in documents(cli.folder / "one"):
        assert (cli.folder / "out" / name).read_bytes() == (cli.folder / "one" / name).read_bytes()


def name_key_file(place: str | None) -> None:
    """Runs on a worker."""
    os.environ.pop(ours.KEY_FILE, None)
    if place:
        os.environ[ours.KEY_FILE] = place


def same(nlp: Pipeline, part: str) -> str:
    return part


def test_a_worker_that_is_given_up_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "key"
    key.write_bytes(KEY)
    monkeypatch.setattr(ours, "RECOUNT", 0.5)
    settings = {"policy": "swell", "mode": "rules", "key": KEY}
    with ours.connected("local", 1, settings, key) as connected:
        place = connected._client.cluster
        (given_up,) = place.workers.values()
        place.sync(given_up.close)  # as Dask does where a worker ends while it starts
        assert [done for _, done in connected.each(same, "ab")] == ["a", "b"]
        assert given_up not in place.workers.values()


def test_a_worker_with_another_key_does_nothing(cli: Cli, cluster: Any) -> None:
    cli.write("a.txt", TEXTS[0])
    other = cli.write("other", b"another key of sixteen bytes")
    place = str(cli.folder / other)
    with distributed.Client(cluster, set_as_default=False) as client:
        client.run(name_key_file, place)
        try:
            run = cli("batch", "a.txt", *FLAGS, "--scheduler", cluster.scheduler_address)
        finally:
            client.run(name_key_file, None)
    assert run.code == 2
    one_sentence(run, "a worker has another key")
    assert not (cli.folder / "out" / "a.txt").exists()


def change_code(there: str) -> None:
    """As if the process of a worker had started with other modules."""
    ours.CODE = there


def test_a_worker_with_other_code_is_told_from_a_fault_of_ours(cli: Cli, cluster: Any) -> None:
    cli.write("a.txt", TEXTS[0])
    with distributed.Client(cluster, set_as_default=False) as client:
        client.run(change_code, "older")
        try:
            run = cli("batch", "a.txt", *FLAGS, "--scheduler", cluster.scheduler_address)
        finally:
            client.run(change_code, ours.CODE)
    assert run.code == 2
    one_sentence(run, f"(older there, {ours.CODE} here): start it again")
    assert ours.code_digest() == ours.CODE


class New:
    """What only the client knows: a worker of an older version cannot read it."""

    def __reduce__(self) -> tuple[Any, tuple[Any, str]]:
        return getattr, (ours, "what_comes_in_a_later_version")


def test_a_worker_that_cannot_read_its_task_says_its_version(tmp_path: Path, cluster: Any) -> None:
    key = tmp_path / "key"
    key.write_bytes(KEY)
    settings = {"policy": "swell", "mode": "rules", "key": KEY}
    with (
        ours.connected(cluster.scheduler_address, 1, settings, key) as connected,
        pytest.raises(MaskeraError, match=f"the workers have maskera {ours.VERSION}, this program"),
    ):
        list(connected.each(same, [New()]))  # type: ignore[list-item]


def quote(nlp: Pipeline, part: str) -> str:
    raise ValueError(part)


def test_an_error_on_a_worker_is_told_without_the_text(tmp_path: Path, cluster: Any) -> None:
    key = tmp_path / "key"
    key.write_bytes(KEY)
    settings = {"policy": "swell", "mode": "rules", "key": KEY}
    with (
        ours.connected(cluster.scheduler_address, 1, settings, key) as connected,
        pytest.raises(WorkerError) as told,
    ):
        list(connected.each(quote, TEXTS[:2]))
    assert "ValueError at test_distributed.py" in str(told.value)
    assert "Hemligson" not in str(told.value) + str(cluster.get_logs())


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("elsewhere", "must be local, tcp://HOST:PORT or tls://HOST:PORT"),
        ("tcp://here", "must be local"),
        ("http://127.0.0.1:80", "must be local"),
        ("tcp://127.0.0.1:9", "no scheduler answers there"),
    ],
)
def test_addresses_where_no_scheduler_can_be(
    cli: Cli, place: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ours, "CONNECT", "0.5s")
    cli.write("a.txt", TEXTS[0])
    run = cli("batch", "a.txt", *FLAGS, "--scheduler", place)
    assert run.code == 2
    one_sentence(run, message)


def test_a_scheduler_needs_a_key_file(cli: Cli) -> None:
    cli.write("a.txt", TEXTS[0])
    run = cli("batch", "a.txt", "--scheduler", "local")
    assert run.code == 2
    one_sentence(run, "--scheduler needs --key")


def test_texts_that_leave_the_machine_unencrypted_are_told() -> None:
    assert "unencrypted" in ours.check("tcp://192.0.2.1:8786")
    for safe in ("local", "tls://192.0.2.1:8786", "tcp://127.0.0.1:1", "tcp://[::1]:1"):
        assert ours.check(safe) == ""
    with pytest.raises(MaskeraError, match="must be local"):
        ours.check("tcp://192.0.2.1")


def workers_of(process: int) -> list[int]:
    """The processes that a process has spawned."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(stat[1]) == process and b"spawn_main" in command:
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc for the workers")
def test_killed_workers_change_no_byte(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(KEY)
    (tmp_path / "in").mkdir()
    some = "".join(rows().splitlines(keepends=True)[:300])
    for number in range(12):
        (tmp_path / "in" / f"{number}.jsonl").write_text(some, encoding="utf-8")
    command = [sys.executable, "-m", "maskera", "batch", "in", *TABLE]
    run = subprocess.Popen(
        [*command, "-o", "out", "--scheduler", "local", "--workers", "2"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
    )
    killed = 0
    while run.poll() is None and killed < 2:
        time.sleep(0.02)
        if len(list((tmp_path / "out").glob("*.jsonl"))) > 2 * killed + 1 and (
            workers := workers_of(run.pid)
        ):
            os.kill(workers[0], signal.SIGKILL)
            killed += 1
    told = run.communicate(timeout=PATIENCE)[1].decode()
    assert (run.returncode, killed) == (0, 2), told
    assert "Hemligson" not in told
    assert told.count("\n") == 1, told  # the summary alone: a death is nobody's mistake
    subprocess.run(
        [*command, "-o", "one", "--workers", "1"], cwd=tmp_path, check=True, timeout=PATIENCE
    )
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "out" / path.name).read_bytes()


@pytest.mark.parametrize(("ended", "starts"), [(0, 1), (2, 3), (9, 3)])
def test_workers_that_end_while_they_start_are_started_again(
    monkeypatch: pytest.MonkeyPatch, ended: int, starts: int
) -> None:
    tried = []

    def cluster(**settings: Any) -> str:
        tried.append(settings["n_workers"])
        if len(tried) <= ended:
            raise RuntimeError("Nanny failed to start.")
        return "cluster"

    monkeypatch.setattr(distributed, "LocalCluster", cluster)
    if ended < starts:
        assert ours._started(distributed, 2) == "cluster"
    else:
        with pytest.raises(WorkerError, match="could not be started"):
            ours._started(distributed, 2)
    assert tried == [2] * starts
