"""Connections: how many there may be, and how long one may take to say what it wants. uvicorn
limits neither of its own accord, and each that waits holds a file of the process."""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import suppress

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 15.0  # from the first byte (or the opening) of a request to the end of its header
CONNECTIONS = 1000  # in a process: six of each of 160 browsers
PER_ADDRESS = 500  # of them from one address that is not this machine
SPARE = 200  # files beside connections: the database, models, pipes
SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"  # fmt: skip


class Connection(H11Protocol):
    """uvicorn's own, with these limits."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or close it at once where there are too many."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS or self._neighbours() > PER_ADDRESS:
            self._end(FULL)
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Take in bytes; a header that is not complete has only so long."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop()
        elif self._patience is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side, or we, have closed it."""
        self._stop()
        super().connection_lost(exc)

    def _neighbours(self) -> int:
        if not self.client or _loopback(self.client[0]):
            return 0
        address = self.client[0]
        clients = (getattr(each, "client", None) for each in self.connections)
        return sum(client is not None and client[0] == address for client in clients)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(HEADER_SECONDS, self._end, SLOW)

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _end(self, answer: bytes) -> None:
        self._stop()
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


def make_room() -> None:
    """Let the process open as many files as there may be connections, where the system allows it."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    with suppress(ValueError, OSError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS + SPARE
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
