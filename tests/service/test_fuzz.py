"""Whatever is sent, the answer is a result or a refusal, never a 500."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from .conftest import Ask

JSON = {"content-type": "application/json"}
LINES = {"content-type": "application/x-ndjson"}
PATHS = st.sampled_from(["/v1/detect", "/v1/pseudonymize"])
# Letters of all kinds: NUL, half a pair, marks that combine, right-to-left, beyond U+FFFF, line
# breaks of all scripts.
ODD = st.text(
    st.characters()
    | st.sampled_from(
        "\x00\x1a\x85\u0301\u200b\u200d\u2028\u202e\ufeff\ufffe\U0010ffff😀␤\ud800\udfff\u0130\ufb01"
    ),
    max_size=80,
)
WORDS = st.lists(
    st.sampled_from(
        [
            "Anna",
            "lund",
            "070-174 06 05",
            "@",
            "3:e",
            "maj",
            "1990",
            "2019-02-31",
            "ABC 12D",
            "www.",
            "\u00e5r",
            ".",
            "\n",
            "-",
        ]
    )
)
TEXTS = ODD | WORDS.map(" ".join) | st.tuples(ODD, WORDS.map("".join)).map("".join)
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | ODD,
    lambda inner: st.lists(inner) | st.dictionaries(ODD, inner),
    max_leaves=6,
)
DOCUMENTS = st.fixed_dictionaries(
    {"text": TEXTS},
    optional={
        "id": ODD | st.integers(),
        "meta": st.dictionaries(ODD, ODD),
        "genre": ODD,
        "author": VALUES,
    },
)


def fine(status: int) -> bool:
    return status in (200, 413, 415, 422)


@given(PATHS, st.binary(max_size=200), st.sampled_from([JSON, LINES, {}, {"content-type": "\x00"}]))
def test_random_bytes(ask: Ask, path: str, body: bytes, headers: dict[str, str]) -> None:
    assert fine(ask("POST", path, content=body, headers=headers).status_code)


@given(PATHS, VALUES | DOCUMENTS | st.lists(DOCUMENTS, max_size=4))
def test_any_json_with_any_unicode(ask: Ask, path: str, value: Any) -> None:
    answer = ask("POST", path, content=json.dumps(value), headers=JSON)
    assert fine(answer.status_code)
    if answer.status_code == 200:
        sent, found = (
            (value, answer.json()) if isinstance(value, list) else ([value], [answer.json()])
        )
        assert [each["text"] for each in found] == [each["text"] for each in sent]


@given(PATHS, st.lists(DOCUMENTS | VALUES, max_size=4), st.data())
def test_broken_json(ask: Ask, path: str, value: Any, data: st.DataObject) -> None:
    whole = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    cut = data.draw(st.integers(0, len(whole)))
    broken = (
        whole[:cut] + data.draw(st.binary(max_size=3)) + whole[cut + data.draw(st.integers(0, 3)) :]
    )
    assert fine(ask("POST", path, content=broken, headers=JSON).status_code)


@given(PATHS, st.lists(DOCUMENTS, max_size=5))
def test_any_lines(ask: Ask, path: str, documents: list[Any]) -> None:
    answer = ask("POST", path, content="\n".join(map(json.dumps, documents)), headers=LINES)
    found = [json.loads(line) for line in answer.text.split("\n")[:-1]]
    assert answer.status_code == 200 and len(found) == len(documents)
    assert all(
        each["error"]["status"] == 422 if "error" in each else "mentions" in each for each in found
    )


@given(
    st.binary(max_size=100)
    | TEXTS.map(lambda text: b"text=" + text.encode("utf-8", "surrogatepass"))
)
def test_any_body_for_svala(ask: Ask, body: bytes) -> None:
    assert fine(ask("POST", "/pseuws", content=body).status_code)
    answer = ask("POST", "/pseuws", content=b"text=" + quote(body).encode())
    assert fine(answer.status_code)


@given(
    st.dictionaries(
        st.sampled_from(["policy", "mode", "genre", "skip_genre", "selective", "x"]),
        ODD.filter(lambda text: "\ud800" not in text and "\udfff" not in text),
    )
)
def test_any_parameters(ask: Ask, query: dict[str, str]) -> None:
    try:
        quoted = "&".join(f"{name}={quote(value)}" for name, value in query.items())
    except UnicodeEncodeError:
        return
    assert fine(ask("POST", f"/v1/detect?{quoted}", json={"text": "Anna"}).status_code)


HUGE = 60_000


@pytest.mark.parametrize(
    "text",
    [
        "a" * HUGE,
        " " * HUGE,
        "7" * HUGE,
        "\u0301" * HUGE,
        "😀" * HUGE,
        "\n" * HUGE,
        "@." * (HUGE // 2),
        "a-" * (HUGE // 2),
    ],
)
def test_huge_texts(ask: Ask, text: str) -> None:
    assert ask("POST", "/v1/pseudonymize", json={"text": text}).status_code == 200
    assert ask("POST", "/v1/pseudonymize", json={"text": text + "a" * 200_000}).status_code == 413


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    """A string as it is."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def promised(app: FastAPI) -> Any:
    """What the OpenAPI document says."""
    return schemathesis.openapi.from_asgi("/openapi.json", app)


CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
OPERATIONS = [
    ("post", "/v1/pseudonymize"),
    ("post", "/v1/detect"),
    ("post", "/pseuws"),
    ("get", "/v1/labels"),
    ("get", "/v1/policies"),
]
OPERATIONS += [("get", "/healthz"), ("get", "/metrics")]
RIGHT, WRONG = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
CASES = [(RIGHT, *operation) for operation in OPERATIONS] + [
    (WRONG, *operation) for operation in OPERATIONS[:4]
]  # the others take nothing


@pytest.mark.parametrize(("mode", "method", "path"), CASES)
def test_what_the_openapi_document_promises(
    promised: Any, mode: Any, method: str, path: str
) -> None:
    operation = promised[path][method]

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def holds(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=CHECKS)

    holds()


def test_the_document_names_every_path_and_refusal(promised: Any) -> None:
    paths = promised.raw_schema["paths"]
    assert {(method, path) for path, methods in paths.items() for method in methods} == set(
        OPERATIONS
    )
    assert {"200", "401", "413", "422", "429", "503"} <= paths["/v1/detect"]["post"][
        "responses"
    ].keys()
