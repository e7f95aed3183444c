"""The server as a process: quiet, tidy, and orderly at its end."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from waiting import PATIENCE, wait_until

from maskera.errors import MaskeraError
from maskera.service import server

WORD = "Plantagenet"
LONG = f"Jag heter {WORD} och bor i Lund. " * 900  # about half a second of work
ASKING = b"POST /v1/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/%s\r\n"


class Server:
    """A `maskera serve` of the test's own, in an empty folder that is its home and its place for
    temporary files, too."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.log = folder.parent / f"{folder.name}.log"
        environment = {
            **os.environ,
            "HOME": str(folder),
            "TMPDIR": str(folder),
            "XDG_CACHE_HOME": str(folder),
            "PYTHONWARNINGS": "default",
        }
        with self.log.open("wb") as log:
            command = [
                str(Path(sys.executable).with_name("maskera")),
                "serve",
                "--port",
                "0",
                *arguments,
            ]
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=log, stderr=log
            )
        self.url = self.said(r"http://\S+:\d+(?=,)")
        wait_until(self._answers)

    def said(self, wanted: str) -> str:
        """What stands in its log of an expression, once it does."""
        wait_until(
            lambda: re.search(wanted, self.log.read_text()) or self.process.poll() is not None
        )
        found = re.search(wanted, self.log.read_text())
        assert found, self.log.read_text()
        return found[0]

    def raw(self) -> socket.socket:
        """A connection to it."""
        url = httpx.URL(self.url)
        return socket.create_connection((url.host, url.port or 0), timeout=PATIENCE)

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(self.url + "/healthz").status_code == 200
        return False

    def end(self, number: int = signal.SIGTERM) -> int:
        """Its exit code after a signal."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers, and sees that none is left."""
    started: list[Server] = []

    def run(*arguments: str) -> Server:
        folder = tmp_path / f"server{len(started)}"
        folder.mkdir()
        started.append(Server(folder, *arguments))
        return started[-1]

    yield run
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()


def test_it_writes_nothing_down_and_ends_in_order(start: Callable[..., Server]) -> None:
    running = start("--log-level", "debug", "--origin", "https://svala.example")
    with httpx.Client(base_url=running.url, timeout=PATIENCE) as client:
        assert (
            WORD
            in client.post(
                f"/v1/pseudonymize?{WORD}", json={"text": WORD}, headers={"x-test": WORD}
            ).request.url.query.decode()
        )
        assert (
            client.post("/v1/detect", json={"id": WORD, "text": f"Jag heter {WORD}."}).status_code
            == 200
        )
        assert (
            client.post(
                "/pseuws", content=f"text={WORD}%20.", headers={"origin": "https://svala.example"}
            ).status_code
            == 200
        )
        assert client.post("/v1/detect", content=WORD).status_code == 422
        assert client.request(WORD, f"/{WORD}").status_code == 404
        assert "server" not in client.get("/healthz").headers
        refused = client.post("/v1/detect", content=b"x" * 10_000_000)
        assert refused.status_code == 413  # told although the body came to its end long after

        with running.raw() as raw:
            raw.sendall(f"{WORD} nonsense\r\n\r\n".encode())
            assert raw.recv(100).startswith(b"HTTP/1.1 400")

    body = json.dumps({"text": LONG}).encode()
    with running.raw() as raw, raw.makefile("rb") as read:
        asking = ASKING % (b"pseudonymize", b"json")
        raw.sendall(asking + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        assert read.readline().startswith(b"HTTP/1.1 100 "), "it is at work"
        assert read.readline().strip() == b""
        running.process.send_signal(signal.SIGTERM)
        running.said("Shutting down")
        raw.sendall(body)
        head, _, answer = read.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ") and json.loads(answer)["text"] == LONG
    assert running.process.wait(PATIENCE) == 0  # what was at work has been finished
    log = running.log.read_text()
    assert (
        WORD.lower() not in log.lower()
        and "Finished server process" in log
        and "Traceback" not in log
        and "Warning" not in log
    )
    assert list(running.folder.rglob("*")) == []


def test_workers_share_the_port_the_key_and_the_counters(start: Callable[..., Server]) -> None:
    running = start("--workers", "2")
    children = set()
    releases = set()
    for _ in range(40):  # a new connection each time, so that both workers get some
        releases.add(
            httpx.post(
                running.url + "/v1/pseudonymize",
                json={"id": "a", "text": "Jag heter Anna."},
                timeout=PATIENCE,
            ).json()["release"]
        )
        children |= {
            int(pid)
            for pid in Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
            .read_text()
            .split()
        }
    assert len(releases) == 1
    wanted = 'maskera_requests_total{path="/v1/pseudonymize",status="200"} 40'

    def counted() -> bool:
        return wanted in httpx.get(running.url + "/metrics", timeout=PATIENCE).text

    wait_until(counted)  # the last is counted when it is over, a moment after its answer
    assert all(counted() for _ in range(6))
    assert running.end() == 0
    # Python's own tracker of shared memory goes a moment later.
    wait_until(lambda: not [pid for pid in children if Path(f"/proc/{pid}").exists()])
    assert list(running.folder.rglob("*")) == []


def test_a_stream_is_answered_while_it_is_sent(start: Callable[..., Server]) -> None:
    running = start()
    with running.raw() as raw, raw.makefile("rb") as read:
        raw.sendall(ASKING % (b"detect", b"x-ndjson") + b"Transfer-Encoding: chunked\r\n\r\n")
        for number in range(3):
            line = b'{"id": "d%d", "text": "Anna"}\n' % number
            raw.sendall(b"%x\r\n%s\r\n" % (len(line), line))
            while b'"id":"d%d"' % number not in read.readline():
                pass
        raw.sendall(b"0\r\n\r\n")
        while read.readline() != b"0\r\n":
            pass
    many = (
        b'{"text": "Anna bor i Lund och arbetar ofta."}\n' * 3_000
    )  # sent whole before anything is read
    assert (
        httpx.post(
            running.url + "/v1/detect",
            content=many,
            headers={"content-type": "application/jsonl"},
            timeout=PATIENCE,
        ).text.count("\n")
        == 3_000
    )
    assert running.end(signal.SIGINT) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal hangs up on this system")
def test_a_server_whose_terminal_closes_ends_as_if_told_to(start: Callable[..., Server]) -> None:
    running = start()
    assert running.end(signal.SIGHUP) == 0
    assert "Traceback" not in running.log.read_text()


def test_an_address_that_cannot_be_had_is_told() -> None:
    with server.listening("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(MaskeraError, match=f"127.0.0.1 port {taken.getsockname()[1]}"):
            server.listening("127.0.0.1", taken.getsockname()[1])
        assert taken.proto == socket.IPPROTO_TCP  # else asyncio leaves Nagle's algorithm on
    with pytest.raises(MaskeraError, match="cannot listen"):
        server.listening("192.0.2.1", 0)
