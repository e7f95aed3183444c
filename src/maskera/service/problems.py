"""Errors as problem JSON (RFC 9457). A detail is one sentence of ours: it names places and limits,
never what stood there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from types import TracebackType

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"
BUSY = {"Retry-After": "1"}

log = logging.getLogger("maskera.service")


class Problem(Exception):  # noqa: N818 - the name of the RFC
    """A request that gets no result: an HTTP status and one sentence; `headers` go with the answer."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})

    def table(self) -> dict[str, str | int]:
        """The members of the problem object."""
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }

    def response(self) -> Response:
        """The answer that says so."""
        return Response(msgspec.json.encode(self.table()), self.status, self.headers, MEDIA_TYPE)


CRASH = Problem(
    500, "something went wrong here; the request was not at fault and nothing of it was kept"
)


async def on_problem(request: Request, error: Exception) -> Response:
    """Answers a Problem, and what the framework itself refuses (no such path, another method)."""
    if isinstance(error, Problem):
        return error.response()
    if isinstance(error, HTTPException):
        details = {
            404: "there is nothing at this path; see /docs",
            405: "this path does not take this method; see /docs",
        }
        return Problem(
            error.status_code,
            details.get(error.status_code, "the request was refused"),
            error.headers,
        ).response()
    raise error


def log_crash(error: BaseException) -> None:
    """Log where an error arose and of what type it is; its message could quote an essay."""
    log.error("request failed: %s", described(type(error), error, error.__traceback__))


def described(
    kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
) -> str:
    """The types of an exception and its causes, and the lines it passed through: `KeyError at
    merge.py:72 < pipeline.py:60`."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(
            described(type(each), each, each.__traceback__) for each in error.exceptions
        )
    places = []
    while trace is not None:
        places.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    name = kind.__name__ if kind else "unknown error"
    return f"{name} at {' < '.join(places[::-1][:8])}" if places else name


class Discreet(logging.Formatter):
    """Log lines without exception messages: of a trace, types and lines of code are left."""

    def formatException(  # noqa: N802 - the name of the base class
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """One line for a trace."""
        return described(*ei)

    def format(self, record: logging.LogRecord) -> str:
        """The line; a trace that another formatter has already put into words is made anew."""
        record.exc_text = None
        return super().format(record)
