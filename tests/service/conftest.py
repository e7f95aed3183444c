"""The service in this process, asked over ASGI: no sockets, no waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from conftest import KEY
from fastapi import FastAPI

from maskera.service.app import create_app
from maskera.service.settings import Settings

Ask = Callable[..., httpx.Response]
ORIGIN = "https://svala.example"


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """One event loop for all."""
    with start_blocking_portal() as opened:
        yield opened


@pytest.fixture(scope="session")
def asker(portal: BlockingPortal) -> Callable[[FastAPI], Ask]:
    """Makes of an application a function that asks it: ask("POST", "/v1/detect", json=...)."""

    def of(app: FastAPI) -> Ask:
        async def send(method: str, path: str, **request: Any) -> httpx.Response:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
                return await client.request(method, path, **request)

        return lambda method, path, **request: portal.call(lambda: send(method, path, **request))

    return of


@pytest.fixture(scope="session")
def app() -> FastAPI:
    """The service as it starts on loopback, with one origin allowed."""
    return create_app(Settings(key=KEY, origins=(ORIGIN,)))


@pytest.fixture(scope="session")
def ask(app: FastAPI, asker: Callable[[FastAPI], Ask]) -> Ask:
    """Asks that service."""
    return asker(app)


def refused(answer: httpx.Response, status: int) -> str:
    """The detail of a refusal, which must be problem JSON of that status."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    table = answer.json()
    assert table.keys() == {"type", "title", "status", "detail"} and table["status"] == status
    detail: str = table["detail"]
    return detail
