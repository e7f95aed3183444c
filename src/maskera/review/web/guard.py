"""The outermost layer: security headers, a limit on what is sent, and a net under all else, so that no crash quotes an essay."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from maskera.service.problems import log_crash

BODY = 64_000_000  # bytes of an upload
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "interest-cohort=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """ASGI middleware; see the module."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and watch what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False
        received = 0

        async def watched_receive() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > BODY:
                raise TooMuchError
            return message

        async def watched_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, watched_receive, watched_send)
        except TooMuchError:
            await PlainTextResponse(f"more than {BODY} bytes", 413)(scope, receive, watched_send)
        except Exception as error:
            log_crash(error)
            if not started:
                await PlainTextResponse("Something went wrong here; nothing was changed.", 500)(scope, receive, watched_send)


class TooMuchError(Exception):
    """More was sent than is taken."""
