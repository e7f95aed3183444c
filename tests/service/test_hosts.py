"""The Host header: no page whose name is made to lead to this machine reads what is open here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import KEY
from fastapi import FastAPI

from maskera.service.app import create_app
from maskera.service.hosts import host_name, own
from maskera.service.settings import Settings

from .conftest import Ask, refused

OWN = [
    "127.0.0.1:8000", "localhost", "LOCALHOST:8000", "localhost.:80", "[::1]:8000", "192.0.2.5", "maskera:8000",
    "maskera.example.org", "Maskera.Example.ORG.:443",
]  # fmt: skip
FOREIGN = [
    "attacker.example", "attacker.example:8000", "127.0.0.1.attacker.example", "localhost.attacker.example",
    "www.maskera.example.org", "1.2.3", "127.0.0.1.nip.io", "0x7f.1",
]  # fmt: skip


@pytest.fixture(scope="module")
def guarded() -> FastAPI:
    return create_app(Settings(key=KEY, hosts=("127.0.0.1", "maskera.example.org")))


@pytest.mark.parametrize("host", OWN)
def test_a_name_of_its_own_is_answered(
    guarded: FastAPI, asker: Callable[[FastAPI], Ask], host: str
) -> None:
    assert asker(guarded)("GET", "/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_name_is_refused_at_every_path(
    guarded: FastAPI, asker: Callable[[FastAPI], Ask], host: str
) -> None:
    ask = asker(guarded)
    for method, path in (("GET", "/healthz"), ("GET", "/docs"), ("POST", "/v1/pseudonymize")):
        answer = ask(method, path, headers={"host": host}, content=b'{"text": "Anna"}')
        assert "--allow-host" in refused(answer, 421) and "Anna" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_star_lets_any_name_in(asker: Callable[[FastAPI], Ask]) -> None:
    ask = asker(create_app(Settings(key=KEY, hosts=("127.0.0.1", "*"))))
    assert ask("GET", "/healthz", headers={"host": "attacker.example"}).status_code == 200


def test_names_are_read_as_browsers_write_them() -> None:
    assert [host_name(each) for each in ("A.b:80", "[::1]:8", "[::1]", "", "a.b.")] == [
        "a.b",
        "::1",
        "::1",
        "",
        "a.b",
    ]
    assert own("fe80::1%eth0") and own("::ffff:127.0.0.1") and not own("::1.example")
