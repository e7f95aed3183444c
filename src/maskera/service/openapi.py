"""The OpenAPI document: schemas from messages.py, and examples that the running service has worked
out itself."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any
from urllib.parse import quote

import msgspec

from maskera.service import messages
from maskera.service.engine import Engine
from maskera.service.problems import MEDIA_TYPE as PROBLEM
from maskera.service.problems import Problem
from maskera.service.pseuws import FORM
from maskera.service.stream import MEDIA_TYPE as LINES

SHOWN = (
    messages.Submission, messages.Detected, messages.Pseudonymized, messages.LineError, messages.Item, messages.Label, messages.PolicyName,
    messages.Health, messages.ProblemDetails,
)  # fmt: skip
_SCHEMAS, COMPONENTS = msgspec.json.schema_components(
    SHOWN, ref_template="#/components/schemas/{name}"
)
REFERENCES: Mapping[type, dict[str, Any]] = dict(zip(SHOWN, _SCHEMAS, strict=True))

REFUSALS = {
    401: "No token, or not an accepted one.",
    408: "The request did not come in whole in time.",
    413: "The body, a text or a list is too large.",
    415: "A content type that is not taken here.",
    422: "Not JSON, not a document, or a parameter that is not understood; the detail says where.",
    429: "This client has too many requests at work; wait and send again.",
    503: "The service has too many requests at work, or had no result in time; wait and send again.",
}


def example_text(language: str) -> str:
    """The language's text for worked examples."""
    text: str = import_module(f"maskera.lang.{language}.example").TEXT
    return text


def submission(engine: Engine) -> dict[str, str]:
    """The document of the worked examples."""
    return {"id": "essay-1", "text": example_text(engine.settings.language), "genre": "narrative"}


def one_or_many(kind: type) -> dict[str, Any]:
    """The schema of one, or of a list."""
    return {"oneOf": [REFERENCES[kind], {"type": "array", "items": REFERENCES[kind]}]}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The descriptions of some refusals, each with an example."""
    found: dict[int | str, dict[str, Any]] = {}
    for status in statuses:
        example = Problem(status, REFUSALS[status]).table()
        found[status] = {
            "description": REFUSALS[status],
            "content": {
                PROBLEM: {"schema": REFERENCES[messages.ProblemDetails], "example": example}
            },
        }
    return found


def document_body(engine: Engine) -> dict[str, Any]:
    """The body of /v1 requests."""
    document = submission(engine)
    many = [document, {"text": document["text"], "genre": "narrative"}]
    lines = {
        "schema": {"type": "string", "description": "One document a line."},
        "example": _line(document),
    }
    return {
        "required": True,
        "content": {
            "application/json": {
                "schema": one_or_many(messages.Submission),
                "examples": {"one": {"value": document}, "many": {"value": many}},
            },
            LINES: lines,
        },
    }


def document_answer(kind: type, line: bytes) -> dict[int | str, dict[str, Any]]:
    """The answers of /v1 requests: `kind`, for example `line`; a list for a list, lines for lines."""
    lines = {
        "schema": {
            "type": "string",
            "description": "One answer a line, or in its place an error with its line number (LineError).",
        },
        "example": line.decode() + "\n",
    }
    content = {
        "application/json": {"schema": one_or_many(kind), "example": msgspec.json.decode(line)},
        LINES: lines,
    }
    return {
        200: {"description": "In the order of the request.", "content": content},
        **refusals(*REFUSALS),
    }


def pseuws_body(engine: Engine) -> dict[str, Any]:
    """The body of /pseuws."""
    body = "text=" + quote(example_text(engine.settings.language), safe="~()*!'")
    form = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    plain = {
        "type": "string",
        "pattern": "^text=([A-Za-z0-9 .,]|%2[0-9])*$",
        "description": "text= and the percent-encoded text",
    }
    return {
        "required": True,
        "content": {
            "text/plain": {"schema": plain, "example": body},
            FORM: {"schema": form, "example": body},
        },
    }


def pseuws_answer(example: Any) -> dict[int | str, dict[str, Any]]:
    """The answer of /pseuws."""
    schema = {"type": "array", "items": {"type": "array", "items": REFERENCES[messages.Item]}}
    header = {
        "description": "How many words were found but answered as plain words, because SVALA's reader can take no label there.",
        "schema": {"type": "integer", "minimum": 0},
    }
    description = (
        "Sentences of items: one item for each word of the text, or for a mention of several words."
    )
    found = {"description": description, "headers": {"X-Maskera-Unexpressed": header}}
    return {
        200: {**found, "content": {"application/json": {"schema": schema, "example": example}}},
        **refusals(*REFUSALS),
    }


def listing(kind: type, example: bytes, *refused: int) -> dict[int | str, dict[str, Any]]:
    """The answer of a GET that lists, and the refusals."""
    content = {
        "application/json": {
            "schema": {"type": "array", "items": REFERENCES[kind]},
            "example": msgspec.json.decode(example)[:3],
        }
    }
    return {200: {"description": "All of them.", "content": content}, **refusals(401, *refused)}


def finished(skeleton: dict[str, Any], tokens: bool) -> dict[str, Any]:
    """The document that the framework made of the routes, with the schemas and, where the service
    asks for tokens, how they are sent."""
    components: dict[str, Any] = {"schemas": dict(sorted(COMPONENTS.items()))}
    if tokens:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        skeleton["security"] = [{"token": []}]
    return {**skeleton, "components": components}


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode() + "\n"
