"""Under which names a server answers. A page whose own name is made to lead to this machine (DNS
rebinding) could else read what is open here to whoever asks."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

ANY = "*"


class Hosts:
    """ASGI middleware that looks at the header Host."""

    def __init__(
        self, app: ASGIApp, names: Iterable[str], refused: Callable[[Request], Response]
    ) -> None:
        """names: beside those that no foreign page can have; `*`: any."""
        self.app = app
        self._names = frozenset(name.lower().strip("[]").rstrip(".") for name in names)
        self._refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request that names us; answer any other."""
        if scope["type"] == "http" and ANY not in self._names:
            name = host_name(Headers(scope=scope).get("host", ""))
            if name not in self._names and not own(name):
                await self._refused(Request(scope))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def host_name(header: str) -> str:
    """The name in a Host header: `LocalHost:8000` -> `localhost`, `[::1]:80` -> `::1`."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].rstrip(".").lower()


def own(name: str) -> bool:
    """Whether no name server of somebody else answers for it: an address, or a name without a dot
    (localhost, this machine's, a container's); a client of before 1997 gives none."""
    if "." not in name and ":" not in name:
        return True
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
