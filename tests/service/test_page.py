"""The OpenAPI document and its page: whole, true, and loading nothing from elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest

from maskera.service import messages

from .conftest import Ask


@pytest.fixture(scope="module")
def document(ask: Ask) -> Any:
    return ask("GET", "/openapi.json").json()


def test_every_reference_leads_somewhere(document: Any) -> None:
    names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert names and names <= document["components"]["schemas"].keys()


def test_the_examples_are_answers_of_the_service(document: Any, ask: Ask) -> None:
    for path, kind in (
        ("/v1/detect", messages.Detected),
        ("/v1/pseudonymize", messages.Pseudonymized),
    ):
        operation = document["paths"][path]["post"]
        shown = operation["responses"]["200"]["content"]["application/json"]["example"]
        msgspec.convert(shown, kind)
        sent = operation["requestBody"]["content"]["application/json"]["examples"]
        given = ask("POST", path, json=sent["one"]["value"])
        assert (
            given.status_code == 200
            and given.json()["mentions"][0]["label"] == shown["mentions"][0]["label"]
        )
        assert len(ask("POST", path, json=sent["many"]["value"]).json()) == 2
        lines = operation["requestBody"]["content"]["application/x-ndjson"]["example"]
        assert (
            ask(
                "POST", path, content=lines, headers={"content-type": "application/x-ndjson"}
            ).text.count("\n")
            == 1
        )
        assert (
            shown["mentions"][1]["start16"] == shown["mentions"][1]["start"] + 1
        )  # an emoji stands before it


def test_the_example_for_svala_is_what_svala_sends(document: Any, ask: Ask) -> None:
    operation = document["paths"]["/pseuws"]["post"]
    body = operation["requestBody"]["content"]["text/plain"]["example"]
    assert body.startswith("text=") and " " not in body and "\u00f6" in unquote(body)
    shown = operation["responses"]["200"]["content"]["application/json"]["example"]
    given = ask("POST", "/pseuws", content=body).json()
    assert [[item["label"] for item in sentence] for sentence in given] == [
        [item["label"] for item in sentence] for sentence in shown
    ]


def test_every_path_is_described(document: Any) -> None:
    for methods in document["paths"].values():
        for operation in methods.values():
            assert (
                operation["summary"]
                and operation["description"]
                and operation["responses"]["200"]["description"]
            )


def test_the_page_shows_all_and_loads_nothing_from_elsewhere(document: Any, ask: Ask) -> None:
    answer = ask("GET", "/docs")
    assert answer.headers["content-type"].startswith("text/html")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert (
                f"{method.upper()} {path}" in answer.text
                and f'id="{operation["operationId"]}"' in answer.text
            )
    assert (
        "http://" not in answer.text
        and "https://" not in answer.text
        and "<script>" not in answer.text
        and " style=" not in answer.text
    )
    assert (
        "script-src 'self'" in answer.headers["content-security-policy"]
        and "unsafe" not in answer.headers["content-security-policy"]
    )
    for name in re.findall(r'(?:src|href)="([\w.]+)"', answer.text):
        assert ask("GET", f"/{name}").status_code == 200
    assert ask("GET", "/").headers["location"] == "/docs"
