"""Tokens and limits: who is let in, and how clearly the others are turned away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import anyio
import httpx
import pytest
from anyio.from_thread import BlockingPortal
from conftest import KEY
from fastapi import FastAPI
from waiting import PATIENCE

from maskera import Pipeline
from maskera.service.app import create_app
from maskera.service.settings import Limits, Settings
from maskera.service.tokens import digests

from .conftest import ORIGIN, Ask, refused

TOKEN, OTHER = "a-token-of-the-tests", "another-token-of-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
DOCUMENT = {"text": "Jag heter Anna."}


@pytest.fixture(scope="module")
def guarded(asker: Callable[[FastAPI], Ask]) -> Ask:
    """A service that asks for tokens."""
    return asker(
        create_app(Settings(key=KEY, tokens=digests([OTHER, TOKEN], "test"), origins=(ORIGIN,)))
    )


WRONG = (
    b"",
    b"Bearer wrong-token-of-tests",
    b"Basic " + TOKEN.encode(),
    TOKEN.encode(),
    b"Bearer",
    BEARER["Authorization"][:-1].encode(),
)


@pytest.mark.parametrize("header", [*WRONG, b"Bearer \xc3\xa5\xff"])
def test_without_an_accepted_token_nothing_is_done(guarded: Ask, header: bytes) -> None:
    raw = [(b"Authorization", header)] if header else []
    for method, path in (
        ("POST", "/v1/detect"),
        ("POST", "/pseuws"),
        ("GET", "/v1/labels"),
        ("GET", "/metrics"),
        ("GET", "/nothing"),
    ):
        answer = guarded(method, path, headers=raw)
        assert TOKEN not in refused(answer, 401) and answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("token", [TOKEN, OTHER])
def test_with_a_token_all_is_done(guarded: Ask, token: str) -> None:
    header = {"Authorization": f"Bearer {token}"}
    assert guarded("POST", "/v1/detect", json=DOCUMENT, headers=header).status_code == 200
    assert guarded("POST", "/pseuws", content="text=Anna%20.", headers=header).status_code == 200
    assert guarded("GET", "/metrics", headers=header).status_code == 200


def test_health_and_documentation_are_open(guarded: Ask) -> None:
    for path in ("/healthz", "/docs", "/docs.css", "/docs.js", "/openapi.json"):
        assert guarded("GET", path).status_code == 200


def test_a_browser_learns_that_it_is_not_let_in(guarded: Ask) -> None:
    preflight = {
        "Origin": ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    assert (
        guarded("OPTIONS", "/v1/detect", headers=preflight).headers["access-control-allow-origin"]
        == ORIGIN
    )
    assert (
        guarded("POST", "/v1/detect", headers={"Origin": ORIGIN}).headers[
            "access-control-allow-origin"
        ]
        == ORIGIN
    )
    private = guarded(
        "OPTIONS",
        "/pseuws",
        headers={**preflight, "Access-Control-Request-Private-Network": "true"},
    )
    assert (private.status_code, private.headers["access-control-allow-private-network"]) == (
        200,
        "true",
    )


def test_pseuws_can_be_opened_alone(asker: Callable[[FastAPI], Ask]) -> None:
    opened = asker(create_app(Settings(key=KEY, tokens=digests([TOKEN], "test"), open_pseuws=True)))
    assert opened("POST", "/pseuws", content="text=Anna%20.").status_code == 200
    refused(opened("POST", "/v1/detect", json=DOCUMENT), 401)


@pytest.fixture(scope="module")
def limited(asker: Callable[[FastAPI], Ask]) -> Callable[..., Ask]:
    """Makes a service with other limits."""
    return lambda **limits: asker(create_app(Settings(key=KEY, limits=replace(Limits(), **limits))))


def test_what_is_too_large_is_refused(limited: Callable[..., Ask]) -> None:
    ask = limited(body=1_000, text=100, documents=3)
    assert "1000 bytes" in refused(ask("POST", "/v1/detect", json={"text": "a" * 2_000}), 413)
    assert "100 characters" in refused(
        ask("POST", "/v1/detect", json={"text": "a" * 101}), 413
    ).replace("at most 100 are", "100 characters")
    assert "[1]" in refused(ask("POST", "/v1/detect", json=[DOCUMENT, {"text": "a" * 101}]), 413)
    assert "at most 3" in refused(ask("POST", "/v1/detect", json=[DOCUMENT] * 4), 413)
    refused(ask("POST", "/pseuws", content="text=" + "a" * 101), 413)
    assert ask("POST", "/v1/detect", json=[{"text": "a" * 100}] * 3).status_code == 200


def test_a_body_without_a_length_is_counted_as_it_comes(limited: Callable[..., Ask]) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 100

    refused(
        limited(body=1_000)(
            "POST", "/v1/detect", content=endless(), headers={"content-type": "application/json"}
        ),
        413,
    )


def test_what_is_held_in_memory_has_a_limit(limited: Callable[..., Ask]) -> None:
    ask = limited(held=100)
    assert refused(ask("POST", "/v1/detect", json={"text": "a" * 200}), 503)
    for _ in range(5):  # what has been answered is held no longer, nor what was refused
        assert ask("POST", "/v1/detect", json={"text": "a" * 60}).status_code == 200


class Gate:
    """Texts whose id begins with "slow" stay at work until it opens. begun: those ids, one a turn."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate, detect_many = Gate(), Pipeline.detect_many

    def slowly(self: Pipeline, documents: Any) -> Any:
        if documents[0].id.startswith("slow"):
            gate.begun.append(documents[0].id)
            assert gate.opened.wait(PATIENCE)
        return detect_many(self, documents)

    monkeypatch.setattr(Pipeline, "detect_many", slowly)
    return gate


def at_once(
    portal: BlockingPortal,
    app: FastAPI,
    gate: Gate,
    requests: list[dict[str, Any]],
    early: set[int],
) -> list[httpx.Response]:
    """The answers to requests sent together. Those numbered in `early` come while the gate is shut;
    then it opens."""
    answers: dict[int, httpx.Response] = {}
    gate.opened.clear()

    async def run() -> None:
        async with (
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url="http://service"
            ) as client,
            anyio.create_task_group() as tasks,
        ):

            async def one(number: int) -> None:
                answers[number] = await client.request(**requests[number])

            for number in range(len(requests)):
                tasks.start_soon(one, number)
                await anyio.sleep(0.01)
            with anyio.fail_after(PATIENCE):
                while len(answers) < len(early):
                    await anyio.sleep(0.01)
            assert answers.keys() == early
            gate.opened.set()

    portal.call(run)
    return [answers[number] for number in range(len(requests))]


SLOW = {"method": "POST", "url": "/v1/detect", "json": {"id": "slow", "text": "Anna"}}
HEALTH = {"method": "GET", "url": "/healthz"}


def test_one_client_has_its_share(portal: BlockingPortal, gate: Gate) -> None:
    app = create_app(
        Settings(
            key=KEY, tokens=digests([TOKEN, OTHER], "test"), limits=replace(Limits(), client=2)
        )
    )
    mine, yours = (
        {**SLOW, "headers": BEARER},
        {**SLOW, "headers": {"Authorization": f"Bearer {OTHER}"}},
    )
    first, second, third, other = at_once(portal, app, gate, [mine, mine, mine, yours], early={2})
    assert "one client" in refused(third, 429) and third.headers["retry-after"]
    assert [each.status_code for each in (first, second, other)] == [200, 200, 200]


def test_the_service_as_a_whole_has_a_limit_and_health_none(
    portal: BlockingPortal, gate: Gate
) -> None:
    app = create_app(Settings(key=KEY, limits=replace(Limits(), requests=2, threads=2)))
    *taken, turned_away, health = at_once(
        portal, app, gate, [SLOW, SLOW, SLOW, HEALTH], early={2, 3}
    )
    assert [each.status_code for each in taken] == [200, 200]
    assert refused(turned_away, 503) and turned_away.headers["retry-after"]
    assert health.status_code == 200
    assert (
        at_once(portal, app, gate, [SLOW], early=set())[0].status_code == 200
    )  # all is given back


def test_time_has_a_limit(portal: BlockingPortal, gate: Gate) -> None:
    app = create_app(Settings(key=KEY, limits=replace(Limits(), seconds=2, threads=1)))
    many = {**SLOW, "json": [SLOW["json"]] * 200}  # many turns in the thread
    queued = {**SLOW, "json": {"id": "slow, queued", "text": "Anna"}}
    working, waiting = at_once(portal, app, gate, [many, queued], early={1})
    assert "2 seconds" in refused(working, 503) and "2 seconds" in refused(waiting, 503)
    assert gate.begun == [
        "slow"
    ]  # the one stopped after its turn, the other left the queue without having begun


def test_a_sender_who_dawdles_is_told(
    portal: BlockingPortal, asker: Callable[[FastAPI], Ask]
) -> None:
    async def dawdling() -> Any:
        yield b"{"
        await anyio.sleep(0.5)
        yield b"}"

    ask = asker(create_app(Settings(key=KEY, limits=replace(Limits(), seconds=0.1))))
    refused(
        ask("POST", "/v1/detect", content=dawdling(), headers={"content-type": "application/json"}),
        408,
    )
