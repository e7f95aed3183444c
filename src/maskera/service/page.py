"""The page at /docs: the OpenAPI document as one page to read and try, with nothing loaded from
elsewhere."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from fastapi import APIRouter
from jinja2 import Environment, StrictUndefined
from starlette.responses import Response

POLICY = "; ".join(
    (
        *("default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'"),
        *("form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"),
    )
)
FOLDER = resources.files("maskera.service")


class Page:
    """The page of one OpenAPI document, rendered once."""

    def __init__(self, document: dict[str, Any]) -> None:
        template = FOLDER.joinpath("templates", "docs.html").read_text(encoding="utf-8")
        environment = Environment(
            autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        operations = [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        ]
        self.html = environment.from_string(template).render(
            document=document, operations=operations, shown=shown, examples=examples
        )

    def routes(self) -> APIRouter:
        """The page, its style and its script."""
        router = APIRouter(include_in_schema=False, default_response_class=Response)

        @router.get("/docs")
        async def docs() -> Response:
            return Response(
                self.html, headers={"Content-Security-Policy": POLICY}, media_type="text/html"
            )

        for name, kind in (("docs.css", "text/css"), ("docs.js", "text/javascript")):
            router.add_api_route(f"/{name}", _static(name, kind))
        return router


def _static(name: str, kind: str) -> Any:
    content = FOLDER.joinpath("static", name).read_bytes()

    async def send() -> Response:
        return Response(content, media_type=kind)

    return send


def shown(example: Any) -> str:
    """An example as it is sent: text as it is, all else as JSON."""
    return (
        example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2)
    )


def examples(content: dict[str, Any]) -> list[tuple[str, Any]]:
    """The examples of one content type, named."""
    if "example" in content:
        return [("", content["example"])]
    return [(name, each["value"]) for name, each in content.get("examples", {}).items()]
