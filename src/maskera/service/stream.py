"""JSON lines in and out: answers go back while lines still come. A line that cannot be answered is
an error object in its place.

Most clients send all before they read. So lines are read ahead of the work into a backlog in
memory, and only when it is full does the sender wait; a client that then does not read within the
time limit either is cut off, else both would wait for ever.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import anyio
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from maskera.service.documents import Intake, decoded
from maskera.service.engine import BATCH_CHARACTERS, BATCH_TEXTS
from maskera.service.problems import CRASH, Problem, log_crash
from maskera.text import Document

MEDIA_TYPE = "application/x-ndjson"
Line = tuple[int, bytes | Problem]
Work = Callable[[Sequence[Document]], Awaitable[list[bytes]]]


class Backlog:
    """Lines that wait for the work, no more than `limit` bytes of them (a single line is always
    taken)."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lines: deque[Line] = deque()
        self._size = 0
        self._changed = anyio.Condition()
        self.closed = False

    async def put(self, line: Line) -> None:
        """Add a line; waits while there is no room."""
        async with self._changed:
            while self._lines and self._size + _weight(line) > self._limit:
                await self._changed.wait()
            self._lines.append(line)
            self._size += _weight(line)
            self._changed.notify_all()

    async def close(self) -> None:
        """No more lines come."""
        async with self._changed:
            self.closed = True
            self._changed.notify_all()

    async def take(self) -> list[Line]:
        """What one turn of work takes: at least one line, waiting for it; none when no more come."""
        async with self._changed:
            while not self._lines and not self.closed:
                await self._changed.wait()
            taken: list[Line] = []
            size = 0
            while (
                self._lines
                and len(taken) < BATCH_TEXTS
                and (not taken or size + _weight(self._lines[0]) <= BATCH_CHARACTERS)
            ):
                line = self._lines.popleft()
                size += _weight(line)
                taken.append(line)
            self._size -= size
            self._changed.notify_all()
            return taken


def _weight(line: Line) -> int:
    return len(line[1]) if isinstance(line[1], bytes) else 0


class LineAnswers(Response):
    """The answer to a request of JSON lines; `work` turns documents into one JSON object each, in
    order."""

    def __init__(self, request: Request, intake: Intake, work: Work) -> None:
        super().__init__(media_type=MEDIA_TYPE)
        del self.headers["content-length"]
        self._request = request
        self._intake = intake
        self._limits = intake.limits
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read, work and write side by side until the client has sent and got everything, or has
        gone."""
        backlog = Backlog(self._limits.backlog)
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._read, backlog, tasks.cancel_scope)
            with suppress(
                TimeoutError
            ):  # nobody reads: the server closes a connection whose answer was not finished
                while lines := await backlog.take():
                    await self._write(send, await self._turn(lines), True)
                await self._write(send, b"", False)
            tasks.cancel_scope.cancel()

    async def _write(self, send: Send, body: bytes, more: bool) -> None:
        with anyio.fail_after(self._limits.seconds):
            await send({"type": "http.response.body", "body": body, "more_body": more})

    async def _read(self, backlog: Backlog, everything: anyio.CancelScope) -> None:
        """Cut the body into lines; ends everything when the client goes away."""
        limits = self._limits
        number, rest, skipping, more = 1, bytearray(), False, True
        while more:
            with anyio.move_on_after(limits.seconds) as patience:
                message = await self._request.receive()
            if patience.cancelled_caught:
                await backlog.put(
                    (number, Problem(408, f"nothing more came within {limits.seconds:g} seconds"))
                )
                await backlog.close()
                return
            if message["type"] == "http.disconnect":
                everything.cancel()
                return
            more = message.get("more_body", False)
            rest += message.get("body", b"")
            *whole, last = bytes(rest).split(b"\n")
            rest = bytearray(last)
            for line in [*whole, *([last] if not more else [])]:
                if number == 1:
                    line = line.removeprefix(BOM_UTF8)
                if not skipping:
                    await backlog.put(
                        (number, line if len(line) <= limits.body else _too_long(limits.body))
                    )
                number, skipping = number + 1, False
            if len(rest) > limits.body and more:
                if not skipping:
                    await backlog.put((number, _too_long(limits.body)))
                rest, skipping = bytearray(), True
        await backlog.close()
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        everything.cancel()

    async def _turn(self, lines: Sequence[Line]) -> bytes:
        """The answers to some lines, in order; blank lines have none."""
        answers: dict[int, bytes] = {}
        documents: dict[int, Document] = {}
        for number, line in lines:
            if isinstance(line, bytes) and not line.strip():
                continue
            try:
                documents[number] = self._document(number, line)
            except Problem as problem:
                answers[number] = _error(number, problem)
            except Exception as error:
                log_crash(error)
                answers[number] = _error(number, CRASH)
        try:
            done = await self._work(list(documents.values())) if documents else []
            answers |= zip(documents, done, strict=True)
        except Problem as problem:
            answers |= {number: _error(number, problem) for number in documents}
        except Exception as error:
            log_crash(error)
            answers |= {number: _error(number, CRASH) for number in documents}
        return b"".join(answers[number] + b"\n" for number in sorted(answers))

    def _document(self, number: int, line: bytes | Problem) -> Document:
        if isinstance(line, Problem):
            raise line
        return self._intake.document(decoded(line, f"line {number}"), f"line {number}")


def _too_long(limit: int) -> Problem:
    return Problem(413, f"the line is longer than {limit} bytes")


def _error(number: int, problem: Problem) -> bytes:
    return msgspec.json.encode({"line": number, "error": problem.table()})
