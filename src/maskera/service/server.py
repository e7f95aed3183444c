"""Running the service: one process or several, logs without essays, an orderly end."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from maskera.errors import MaskeraError, cause
from maskera.io.workers import one_thread_each
from maskera.service.app import create_app
from maskera.service.connections import Connection, make_room
from maskera.service.engine import Engine
from maskera.service.metrics import Metrics, board
from maskera.service.settings import Settings

BACKLOG = 2048  # connections that wait to be accepted
LOCAL = ("127.0.0.1", "::1")
GRACE = 10.0  # seconds beyond a request's own limit that an orderly end may take


def logging_config(level: str) -> dict[str, Any]:
    """Everything to standard error, through a formatter that drops exception messages."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "discreet": {
                "()": "maskera.service.problems.Discreet",
                "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            }
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "discreet",
                "stream": "ext://sys.stderr",
            }
        },
        "root": {"handlers": ["stderr"], "level": level.upper()},
        "loggers": {"uvicorn": {"level": level.upper()}, "uvicorn.access": {"level": "CRITICAL"}},
    }


def listening(host: str, port: int) -> socket.socket:
    """A socket at the address; port 0 takes any that is free. Raises MaskeraError when there is
    none to be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # With the protocol named, asyncio turns Nagle's algorithm off; without, every answer waits
        # 40 ms for an acknowledgement.
        with ExitStack() as opened:
            listener = opened.enter_context(
                socket.socket(family, kind, protocol or socket.IPPROTO_TCP)
            )
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            opened.pop_all()  # bound: it stays open
    except OSError as error:
        raise MaskeraError(f"cannot listen at {host} port {port}: {cause(error)}") from None
    listener.set_inheritable(True)
    return listener


def serve(
    settings: Settings, listener: socket.socket, workers: int = 1, level: str = "info"
) -> None:
    """Answer requests until a signal comes; then take no more, finish those at work, and return."""
    if (
        workers > 1 and settings.models
    ):  # a worker that cannot read them would be started again and again
        Engine(settings, Metrics(board()))
    answer(
        partial(create_app, settings, board(workers)),
        listener,
        level,
        settings.limits.seconds + GRACE,
        workers,
    )


def answer(
    make: Callable[[], Any],
    listener: socket.socket,
    level: str,
    grace: float,
    workers: int = 1,
    proxied: bool = True,
    proxies: Sequence[str] = (),
) -> None:
    """Serve the ASGI application that `make` makes, in each worker anew, as serve() does.

    grace: seconds that requests at work get at the end. proxied: believe a proxy on this machine
    where a request comes from, and those at `proxies`.
    """
    config = uvicorn.Config(
        make, factory=True, workers=workers, backlog=BACKLOG, access_log=False, server_header=False, log_config=logging_config(level),
        log_level=level, ws="none", timeout_keep_alive=30, timeout_graceful_shutdown=round(grace), http=Connection,
        proxy_headers=proxied, forwarded_allow_ips=[*LOCAL, *proxies],
    )  # fmt: skip
    make_room()
    supervised = workers > 1
    run: Callable[[], None] = (
        Multiprocess(config, sockets=[listener]).run
        if supervised
        else partial(uvicorn.Server(config).run, [listener])
    )
    # When all is done the server raises the signal again; by default that would end the process as
    # if it had been killed.
    previous = None if supervised else signal.signal(signal.SIGTERM, _end)
    try:
        with one_thread_each() if supervised else nullcontext():
            run()
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
        if previous is not None:
            signal.signal(signal.SIGTERM, previous)


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(0)
