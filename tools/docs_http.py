"""The page of the documentation on the HTTP service: its paths, parameters, bodies, answers and
schemas, from the service's own OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from docs_text import cell, plain, table

Schema = Mapping[str, Any]


def http() -> str:
    """Every path of the service, then every schema."""
    from maskera.service.app import create_app
    from maskera.service.settings import Settings

    described = create_app(Settings(key=bytes(32))).openapi()
    parts = [
        "# HTTP service",
        "Made from the service's own `/openapi.json`; how to run it: [service](../service.md).",
    ]
    for path, methods in described["paths"].items():
        for method, its in methods.items():
            parts += [f"## {method.upper()} {path}", *_operation(its)]
    parts.append("## Schemas")
    for name, schema in described["components"]["schemas"].items():
        parts += [f"### {name}", cell(schema.get("description", ""))]
        if rows := list(_fields(schema)):
            parts.append(table(("field", "type", "what"), rows))
    return "\n\n".join(parts) + "\n"


def _operation(its: Mapping[str, Any]) -> Iterator[str]:
    yield plain(its.get("description") or its.get("summary") or "")
    if parameters := its.get("parameters"):
        rows = [
            (f"`{one['name']}`", _type(one["schema"]), cell(one.get("description", "")))
            for one in parameters
        ]
        yield table(("parameter", "type", "what"), rows)
    if body := its.get("requestBody"):
        yield "Request:"
        yield table(("content type", "body"), _contents(body["content"]))
        yield from _example(body["content"])
    answers = [
        (code, kind, body, cell(answer.get("description", "")))
        for code, answer in its["responses"].items()
        for kind, body in _contents(answer.get("content", {})) or [("", "")]
    ]
    yield "Answers:"
    yield table(("status", "content type", "body", "what"), answers)
    yield from _example(its["responses"].get("200", {}).get("content", {}))


def _contents(contents: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(f"`{kind}`", _type(its["schema"])) for kind, its in contents.items()]


def _example(contents: Mapping[str, Any]) -> Iterator[str]:
    """The example of the first kind of content that has one."""
    for kind, its in contents.items():
        value = its.get("example", its.get("examples", {}).get("one", {}).get("value"))
        if value is None:
            continue
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
        yield f"For example (`{kind}`):"
        yield f"```{'text' if isinstance(value, str) else 'json'}\n{shown.strip()}\n```"
        return


def _fields(schema: Schema) -> Iterator[tuple[str, str, str]]:
    required = schema.get("required", ())
    for name, its in schema.get("properties", {}).items():
        wanted = "" if name in required else "optional; "
        yield f"`{name}`", wanted + _type(its), cell(its.get("description", ""))


def _type(schema: Schema) -> str:
    """A schema in words, a named one with a link."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    kind = str(schema.get("type", "any"))
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    if kind == "object" and "properties" in schema:
        return "form with " + ", ".join(f"`{name}`" for name in schema["properties"])
    bounds = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"))
        if key in schema
    ]
    said = f": {cell(schema['description'])}" if kind == "string" and "pattern" in schema else ""
    return " ".join([kind, *bounds]) + said
