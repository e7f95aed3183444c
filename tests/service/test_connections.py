"""Connections that say nothing, or too many: closed, while others are answered."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from waiting import PATIENCE, wait_until

from maskera.service import connections, server


async def hello(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers anything once its body is there; /slow after a while."""
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(1.5 if scope["path"] == "/slow" else 0)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A running server that takes five connections."""
    monkeypatch.setattr(connections, "CONNECTIONS", 5)
    listener = server.listening("127.0.0.1", 0)
    config = uvicorn.Config(
        hello, log_config=None, lifespan="off", ws="none", http=connections.Connection
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        wait_until(lambda: running.started)
        yield listener.getsockname()[1]
    finally:
        running.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture
def header_seconds(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets what a header has from now on: short only where none is to come in time."""
    return lambda seconds: monkeypatch.setattr(connections, "HEADER_SECONDS", seconds)


def opened(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def answered(port: int) -> bool:
    return httpx.get(f"http://127.0.0.1:{port}/", timeout=PATIENCE).status_code == 200


def rest(raw: socket.socket) -> bytes:
    """What comes until the other side closes."""
    return b"".join(iter(lambda: raw.recv(1000), b""))


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "]
)
def test_a_header_that_never_ends_is_cut_off(
    port: int, header_seconds: Callable[[float], None], sent: bytes
) -> None:
    header_seconds(0.2)
    with opened(port) as raw:
        raw.sendall(sent)
        assert rest(raw).startswith(b"HTTP/1.1 408 ")
    header_seconds(PATIENCE)
    assert answered(port)


def test_so_is_a_second_one_on_a_connection_that_was_answered(
    port: int, header_seconds: Callable[[float], None]
) -> None:
    with opened(port) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        while b"hello" not in (held := raw.recv(1000)):
            assert held
        header_seconds(0.2)
        raw.sendall(b"GET /")
        assert b" 408 " in rest(raw)


def test_work_and_a_connection_that_waits_for_its_next_request_are_not(
    port: int, header_seconds: Callable[[float], None]
) -> None:
    header_seconds(1.0)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as browser:
        assert browser.get("/slow").text == "hello"  # longer than a header has
        time.sleep(1.2)
        assert browser.get("/").text == "hello"


def test_beyond_the_limit_a_connection_is_told_so(
    port: int, header_seconds: Callable[[float], None]
) -> None:
    header_seconds(2.0)
    silent = [opened(port) for _ in range(connections.CONNECTIONS)]
    with opened(port) as one_more:
        assert rest(one_more).startswith(b"HTTP/1.1 503 ")
    for each in silent:
        with each:
            assert rest(each).startswith(b"HTTP/1.1 408 ")
    header_seconds(PATIENCE)
    wait_until(lambda: answered(port))  # they are gone


def test_a_server_of_ours_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[uvicorn.Config] = []

    class Served:
        def __init__(self, config: uvicorn.Config) -> None:
            made.append(config)

        def run(self, sockets: list[socket.socket]) -> None:
            pass

    monkeypatch.setattr(server.uvicorn, "Server", Served)
    with server.listening("127.0.0.1", 0) as listener:
        server.answer(lambda: hello, listener, "info", 1.0, proxies=["192.0.2.1"])
    assert made[0].http is connections.Connection
    assert made[0].forwarded_allow_ips == ["127.0.0.1", "::1", "192.0.2.1"]
