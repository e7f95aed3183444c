"""Who comes in, and how much: tokens (401), size (413), requests at once from one client (429) and
in all (503), time (408, 503)."""

from __future__ import annotations

from collections import Counter

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maskera.service.problems import BUSY, Problem
from maskera.service.settings import Limits, Settings
from maskera.service.tokens import holder

OPEN = frozenset(("/", "/healthz", "/docs", "/docs.css", "/docs.js", "/openapi.json"))
PSEUWS = "/pseuws"
LINES = frozenset(
    ("application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines")
)


def media_type(content_type: str) -> str:
    """`Text/Plain;charset=UTF-8` -> `text/plain`."""
    return content_type.partition(";")[0].strip().lower()


class Admission:
    """ASGI middleware that counts what is at work in this process."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.clients: Counter[str] = Counter()
        self.streams = 0
        self.held = 0  # bytes of bodies in memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it with a problem."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            client = self._client(scope, headers)
            if scope["method"] == "POST":
                await self._limited(scope, receive, send, headers, client)
            else:
                await self.app(scope, receive, send)
        except Problem as problem:
            await problem.response()(scope, receive, send)

    def _client(self, scope: Scope, headers: Headers) -> str:
        """Who asks: the number of the token, else the address. Raises Problem 401."""
        address = scope["client"][0] if scope.get("client") else ""
        accepted = self.settings.tokens
        if not accepted:
            return address
        number = holder(headers.get("authorization", "").encode("latin-1"), accepted)
        if number is not None:
            return f"token {number}"
        if scope["path"] in OPEN or (scope["path"] == PSEUWS and self.settings.open_pseuws):
            return address
        raise Problem(
            401,
            "this service asks for an API token: Authorization: Bearer TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )

    async def _limited(
        self, scope: Scope, receive: Receive, send: Send, headers: Headers, client: str
    ) -> None:
        limits = self.settings.limits
        stream = media_type(headers.get("content-type", "")) in LINES
        length = headers.get("content-length", "")
        if not stream and length.isdecimal() and int(length) > limits.body:
            raise too_large(limits)
        if self.clients[client] >= limits.client:
            raise Problem(
                429,
                f"at most {limits.client} requests of one client are taken at once; wait for answers",
                BUSY,
            )
        if self.clients.total() >= limits.requests or (stream and self.streams >= limits.streams):
            raise Problem(503, "the service is at its limit of requests; try again", BUSY)
        self.clients[client] += 1
        self.streams += stream
        try:
            if stream:  # takes time as long as lines come; each turn is timed where it is made
                await self.app(scope, receive, send)
            else:
                await self._timed(scope, receive, send)
        finally:
            self.streams -= stream
            self.clients[client] -= 1
            if not self.clients[client]:
                del self.clients[client]

    async def _timed(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = self.settings.limits
        size = 0
        body_over = answered = False

        async def counted_receive() -> Message:
            nonlocal size, body_over
            message = await receive()
            body_over = body_over or not message.get("more_body", False)
            size += len(message.get("body", b""))
            self.held += len(message.get("body", b""))
            if size > limits.body:
                raise too_large(limits)
            if self.held > limits.held:
                raise Problem(503, "the service holds as many bytes as it may; try again", BUSY)
            return message

        async def noted_send(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            with anyio.move_on_after(limits.seconds) as patience:
                await self.app(scope, counted_receive, noted_send)
        finally:
            self.held -= size
        if patience.cancelled_caught and not answered:
            if not body_over:
                raise Problem(408, f"the request was not complete after {limits.seconds:g} seconds")
            raise Problem(
                503,
                f"there was no result after {limits.seconds:g} seconds; send less at once, or try again",
                BUSY,
            )


def too_large(limits: Limits) -> Problem:
    """A body longer than may be."""
    return Problem(413, f"at most {limits.body} bytes are taken at once; send more as JSON lines")
