"""The outermost layer: security headers, limits on what is sent, and a net under all else, so that
no crash quotes an essay."""

from __future__ import annotations

from collections.abc import Callable

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maskera.service.guard import HEADERS as SERVICE_HEADERS
from maskera.service.problems import log_crash

BODY = 64_000_000  # bytes of an upload
STRANGER = 1_000_000  # bytes of a request that does not even claim to be of somebody who is logged in: a login, an essay handed in
PAUSE, SECONDS = (
    30.0,
    600.0,
)  # between two pieces of a body, and for all of an upload; a stranger's whole body has but the first
DRAIN_SECONDS = 5.0
HEADERS = {
    **SERVICE_HEADERS,
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
OVER_TLS = {"Strict-Transport-Security": "max-age=31536000"}  # a year, and this host alone


class Guard:
    """ASGI middleware; see the module."""

    def __init__(
        self,
        app: ASGIApp,
        cookie: str,
        told: Callable[[Request, int], Response],
        secure: bool = False,
    ) -> None:
        """cookie: the session's name. told: the page for 413 and 500. secure: the pages are reached
        over TLS, and browsers are told to come in no other way."""
        self.app = app
        self._cookie = cookie
        self._told = told
        self._headers = {**HEADERS, **(OVER_TLS if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and watch what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sent = Headers(scope=scope)
        limit = BODY if self._cookie in cookie_parser(sent.get("cookie", "")) else STRANGER
        announced = sent.get("content-length", "0")
        received = 0
        started = body_over = False

        async def counted_receive() -> Message:
            nonlocal received, body_over
            message = await receive()
            received += len(message.get("body", b""))
            body_over = (
                body_over
                or message["type"] != "http.request"
                or not message.get("more_body", False)
            )
            return message

        began = anyio.current_time()

        async def limited_receive() -> Message:
            if body_over:  # what comes now is the end of the connection, whenever that is
                return await counted_receive()
            left = min(PAUSE, began + (SECONDS if limit == BODY else PAUSE) - anyio.current_time())
            with anyio.move_on_after(max(left, 0)) as patience:
                message = await counted_receive()
            if patience.cancelled_caught:
                raise HTTPException(408)
            if received > limit:
                raise HTTPException(413)
            return message

        async def drain() -> None:
            # A server that answers and closes while the client still sends resets the connection,
            # and the answer is lost on the way.
            with anyio.move_on_after(DRAIN_SECONDS):
                while not body_over and received < 2 * BODY:
                    await counted_receive()

        async def watched_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if message["status"] >= 400:
                    await drain()
            await send(message)

        if not announced.isdecimal() or int(announced) > limit:
            await self._told(Request(scope), 413)(scope, receive, watched_send)
            return
        try:
            await self.app(scope, limited_receive, watched_send)
        except Exception as error:
            log_crash(error)
            if not started:
                await self._told(Request(scope), 500)(scope, receive, watched_send)
