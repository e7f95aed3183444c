"""JSON lines: each line has its answer in its place, whatever the others are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import anyio
import httpx
import pytest
from anyio.from_thread import BlockingPortal
from conftest import KEY
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from waiting import PATIENCE

from maskera import Pipeline
from maskera.service.app import create_app
from maskera.service.settings import Limits, Settings
from maskera.service.stream import Backlog

from .conftest import Ask, refused

LINES = {"content-type": "application/x-ndjson"}


def answers(answer: httpx.Response) -> list[Any]:
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/x-ndjson"
    assert answer.text == "" or answer.text.endswith("\n")
    return [json.loads(line) for line in answer.text.splitlines()]


def rounded(answer: Any) -> Any:
    """An answer with six digits of its numbers: sums of products come out a billionth apart when
    more is scored together."""
    return json.loads(json.dumps(answer), parse_float=lambda digits: round(float(digits), 6))


def test_each_line_is_answered_in_order(ask: Ask) -> None:
    sent = [
        {"id": f"d{number}", "text": f"Jag heter Anna och har {number} bilar."}
        for number in range(100)
    ]
    found = answers(
        ask("POST", "/v1/pseudonymize", content="\n".join(map(json.dumps, sent)), headers=LINES)
    )
    assert [(each["id"], each["text"]) for each in found] == [
        (each["id"], each["text"]) for each in sent
    ]
    single = ask("POST", "/v1/pseudonymize", json=sent[7]).json()
    assert rounded(found[7]) == rounded(single)


def test_no_more_bytes_wait_than_may() -> None:
    async def fill() -> None:
        backlog, put = Backlog(100), list[int]()

        async def send() -> None:
            for number, length in enumerate((200, 60, 40, 1)):  # a single line is always taken
                await backlog.put((number, b"x" * length))
                put.append(number)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(send)
            for waiting, taken in (([0], [0]), ([0, 1, 2], [1, 2]), ([0, 1, 2, 3], [3])):
                await anyio.wait_all_tasks_blocked()
                assert put == waiting
                assert [number for number, _ in await backlog.take()] == taken

    anyio.run(fill)


def test_a_bad_line_costs_no_other_line(ask: Ask) -> None:
    body = b'{"id": "a", "text": "x"}\n\nplanted\n{"text": 1}\r\n{"text": "\xff"}\n{"id": "b", "text": "y"}'
    found = answers(ask("POST", "/v1/detect", content=body, headers=LINES))
    assert [each.get("id") or (each["line"], each["error"]["status"]) for each in found] == [
        "a",
        (3, 422),
        (4, 422),
        (5, 422),
        "b",
    ]
    assert "planted" not in json.dumps(found[1:4])


def test_a_byte_order_mark_is_one_before_the_first_line_alone(ask: Ask) -> None:
    line = b'\xef\xbb\xbf{"id": "a", "text": "x"}\n'
    found = answers(ask("POST", "/v1/detect", content=line * 2, headers=LINES))
    assert [each.get("id") or each["line"] for each in found] == ["a", 2]


@pytest.mark.parametrize("body", [b"", b"\n", b"\n\n \n", b"\xef\xbb\xbf"])
def test_nothing_in_nothing_out(ask: Ask, body: bytes) -> None:
    assert answers(ask("POST", "/v1/detect", content=body, headers=LINES)) == []


@given(cuts=st.lists(st.integers(0, 90), max_size=6))
def test_lines_may_come_in_any_pieces(ask: Ask, cuts: list[int]) -> None:
    whole = '{"id": "a", "text": "Åsa 😀"}\nbroken\n{"id": "b", "text": "Öland"}\n'.encode()
    borders = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]

    async def pieces() -> Any:
        for start, end in pairwise(borders):
            yield whole[start:end]

    found = answers(ask("POST", "/v1/detect", content=pieces(), headers=LINES))
    assert [each.get("id") or each["line"] for each in found] == ["a", 2, "b"]


@pytest.fixture(scope="module")
def small(asker: Callable[[FastAPI], Ask]) -> Ask:
    """A service that takes short lines, reads little ahead and waits two seconds."""
    return asker(
        create_app(
            Settings(
                key=KEY,
                limits=replace(Limits(), body=200, text=100, backlog=500, streams=1, seconds=2),
            )
        )
    )


def test_a_line_that_is_too_long_is_skipped(small: Ask) -> None:
    async def body() -> Any:
        yield b'{"id": "a", "text": "x"}\n{"text": "'
        for _ in range(20):
            yield b"y" * 100
        yield b'"}\n{"id": "b", "text": "x"}\n{"text": "' + b"z" * 150 + b'"}\n'
        yield b'{"text": "' + b"z" * 300 + b'"}'

    found = answers(small("POST", "/v1/detect", content=body(), headers=LINES))
    assert [each.get("id") or (each["line"], each["error"]["status"]) for each in found] == [
        "a",
        (2, 413),
        "b",
        (4, 413),
        (5, 413),
    ]


def test_a_stream_may_be_longer_than_all_limits(small: Ask) -> None:
    found = answers(
        small("POST", "/v1/detect", content=b'{"id": "a", "text": "x"}\n' * 500, headers=LINES)
    )
    assert [each["id"] for each in found] == ["a"] * 500


def test_a_sender_who_falls_silent_is_told(small: Ask) -> None:
    async def body() -> Any:
        yield b'{"id": "a", "text": "x"}\n{"id'
        await anyio.sleep(PATIENCE)
        yield b'": "b"}'

    found = answers(small("POST", "/v1/detect", content=body(), headers=LINES))
    assert found[0]["id"] == "a" and found[1]["error"]["status"] == 408 and len(found) == 2


def test_a_crash_costs_its_turn_alone(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    detect_many = Pipeline.detect_many

    def crashing(self: Pipeline, documents: Any) -> Any:
        if any(document.id == "bad" for document in documents):
            raise KeyError(documents[0].text)
        return detect_many(self, documents)

    monkeypatch.setattr(Pipeline, "detect_many", crashing)
    lines = [{"id": "bad", "text": "planted " * 2_000}, {"id": "good", "text": "x " * 10_000}]
    found = answers(
        ask("POST", "/v1/detect", content="\n".join(map(json.dumps, lines)), headers=LINES)
    )
    assert (
        found[0]["error"]["status"] == 500
        and found[1]["id"] == "good"
        and "planted" not in json.dumps(found[0])
    )


def test_streams_are_counted(portal: BlockingPortal) -> None:
    app = create_app(Settings(key=KEY, limits=replace(Limits(), streams=1)))
    opened, finish = anyio.Event(), anyio.Event()

    async def body() -> Any:
        opened.set()
        await finish.wait()
        yield b'{"id": "a", "text": "x"}'

    async def run() -> list[httpx.Response]:
        found = []
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://service"
        ) as client:

            async def long() -> None:
                found.append(await client.post("/v1/detect", content=body(), headers=LINES))

            async with anyio.create_task_group() as tasks:
                tasks.start_soon(long)
                await opened.wait()
                found.append(await client.post("/v1/detect", content=b"", headers=LINES))
                finish.set()
            found.append(await client.post("/v1/detect", content=b"", headers=LINES))
        return found

    turned_away, first, after = portal.call(run)
    refused(turned_away, 503)
    assert answers(first)[0]["id"] == "a" and answers(after) == []
