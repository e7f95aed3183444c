"""The outermost layers: HEAD, security headers, metrics, and a net under all else, so that no crash
is told in words of an essay."""

from __future__ import annotations

from time import perf_counter

import anyio
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maskera.service.metrics import Metrics
from maskera.service.problems import CRASH, log_crash

# An API has nothing to load and nothing to be framed; the page at /docs sets a policy of its own.
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "interest-cohort=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
DRAINED, DRAIN_SECONDS = 64_000_000, 5.0


class Head:
    """ASGI middleware that answers HEAD as GET without the body (RFC 9110, 9.3.2): monitors ask so
    whether a service is up."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def bodiless_send(message: Message) -> None:
            await send(
                {**message, "body": b""} if message["type"] == "http.response.body" else message
            )

        await self.app({**scope, "method": "GET"}, receive, bodiless_send)


class Guard:
    """ASGI middleware; see the module."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and watch what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = perf_counter()
        status = 0
        body_over = False

        async def watched_receive() -> Message:
            nonlocal body_over
            message = await receive()
            body_over = (
                body_over
                or message["type"] != "http.request"
                or not message.get("more_body", False)
            )
            return message

        async def drain() -> None:
            # A server that answers and closes while the client still sends resets the connection,
            # and the answer is lost on the way.
            dropped = 0
            with anyio.move_on_after(DRAIN_SECONDS):
                while not body_over and dropped < DRAINED:
                    dropped += len((await watched_receive()).get("body", b""))

        async def watched_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if status >= 400:
                    await drain()
            await send(message)

        self.metrics.add("requests_in_flight")
        try:
            await self.app(scope, watched_receive, watched_send)
        except Exception as error:
            log_crash(error)
            if not status:
                await CRASH.response()(scope, watched_receive, watched_send)
        finally:
            self.metrics.add("requests_in_flight", amount=-1)
            self.metrics.answered(scope["path"], status, perf_counter() - began)
