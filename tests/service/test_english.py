"""The service in English: SVALA's protocol and the REST API."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from conftest import KEY
from fastapi import FastAPI

from maskera.service.app import create_app
from maskera.service.settings import Settings

TEXT = "My name is Robert Miller and I live in Leeds ."


def test_english_is_served(asker: Callable[[FastAPI], Callable[..., httpx.Response]]) -> None:
    ask = asker(create_app(Settings(key=KEY, language="en")))
    answer = ask("POST", "/v1/pseudonymize", json={"id": "a", "text": TEXT})
    assert answer.status_code == 200
    assert "Robert" not in answer.json()["release"] and "Leeds" not in answer.json()["release"]
    reply = ask("POST", "/pseuws", content=f"text={TEXT.replace(' ', '%20')}")
    assert reply.status_code == 200
    labels = [item["label"] for sentence in reply.json() for item in sentence if item["label"]]
    assert [label[0] for label in labels] == ["firstname_male", "surname", "city"]
