"""The paths of the service: each reads its request, lets the engine work, and writes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from maskera.formats import jsonl, pseuws
from maskera.pipeline import MODES, Pipeline
from maskera.policy import SCOPES
from maskera.service import messages, openapi
from maskera.service.admission import LINES, media_type
from maskera.service.documents import with_utf16
from maskera.service.engine import SVALA, Engine
from maskera.service.metrics import Metrics
from maskera.service.options import MEANINGS, Options, options, parameters
from maskera.service.problems import Problem
from maskera.service.pseuws import text_of
from maskera.service.settings import VERSION
from maskera.service.stream import LineAnswers, Work
from maskera.text import Document

JSON = "application/json"
UNEXPRESSED = "X-Maskera-Unexpressed"
EXAMPLE_KEY = b"the key of the worked examples"


def routes(engine: Engine, metrics: Metrics) -> APIRouter:
    """All paths but the page at /docs."""
    router = APIRouter(default_response_class=Response)
    choices = {
        "policy": sorted(engine.policies),
        "mode": MODES,
        "scope": SCOPES,
        "genre": engine.genres,
    }
    detected, pseudonymized, items = _examples(engine)

    async def answered(
        request: Request, work_of: Callable[[Sequence[Document], Pipeline], Awaitable[list[bytes]]]
    ) -> Response:
        nlp = engine.pipeline(options(request.query_params))
        intake = engine.intake(nlp)
        work: Work = lambda documents: work_of(documents, nlp)  # noqa: E731
        sent = media_type(request.headers.get("content-type", ""))
        if sent in LINES:
            return LineAnswers(request, intake, work)
        if sent not in ("", JSON):
            raise Problem(415, f"send {JSON}, or JSON lines as application/x-ndjson")
        documents, many = intake.documents(await request.body())
        answers = await work(documents)
        return Response(b"[" + b",".join(answers) + b"]" if many else answers[0], media_type=JSON)

    body = openapi.document_body(engine)

    @router.post(
        "/v1/pseudonymize", summary="Replace personal information",
        responses=openapi.document_answer(messages.Pseudonymized, pseudonymized),
        openapi_extra={"requestBody": body, "parameters": parameters(choices, list(MEANINGS))},
    )  # fmt: skip
    async def pseudonymize(request: Request) -> Response:
        """One document, a list, or JSON lines; the answer comes in the same form and order.

        It holds the originals. Pass on `release` alone, and look at `leaks` before you do.
        """
        return await answered(request, engine.pseudonymize)

    finding = [name for name in MEANINGS if name not in ("scope", "selective")]

    @router.post(
        "/v1/detect", summary="Find and label personal information", responses=openapi.document_answer(messages.Detected, detected),
        openapi_extra={"requestBody": body, "parameters": parameters(choices, finding)},
    )  # fmt: skip
    async def detect(request: Request) -> Response:
        """One document, a list, or JSON lines; every mention comes with its probability and the
        reasons for it."""
        return await answered(request, engine.detect)

    @router.post(
        "/pseuws", summary="The pseudonymizer service of SVALA", responses=openapi.pseuws_answer(items),
        openapi_extra={"requestBody": openapi.pseuws_body(engine)},
    )  # fmt: skip
    async def svala(request: Request) -> Response:
        """As SVALA's button calls it; with SVALA's own lists of pseudonyms, and [base label,
        number] first among the labels."""
        text = text_of(await request.body(), media_type(request.headers.get("content-type", "")))
        found, unexpressed = await engine.svala(text)
        return Response(
            msgspec.json.encode(found), headers={UNEXPRESSED: str(unexpressed)}, media_type=JSON
        )

    label_parameter = parameters(choices, ["policy"])

    @router.get("/v1/labels", summary="The labels", responses=openapi.listing(messages.Label, _labels(engine, Options()), 422),
                openapi_extra={"parameters": label_parameter})  # fmt: skip
    async def labels(request: Request) -> Response:
        """All labels in SVALA's order, and what the policy does with each."""
        return Response(_labels(engine, options(request.query_params)), media_type=JSON)

    @router.get(
        "/v1/policies",
        summary="The policies",
        responses=openapi.listing(messages.PolicyName, _policies(engine)),
    )
    async def policies() -> Response:
        """The policies that a request may name."""
        return Response(_policies(engine), media_type=JSON)

    health = {
        200: {
            "description": "It does.",
            "content": {JSON: {"schema": openapi.REFERENCES[messages.Health]}},
        }
    }

    @router.get("/healthz", summary="Whether the service answers", responses=health)  # type: ignore[arg-type]  # dicts are invariant
    async def healthz() -> Response:
        """Open to all, and quick while texts are worked on."""
        return Response(msgspec.json.encode(messages.Health("ok", VERSION)), media_type=JSON)

    plain = {
        200: {
            "description": "Text format 0.0.4.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **openapi.refusals(401),
    }

    @router.get("/metrics", summary="Counts for Prometheus", responses=plain)
    async def scrape() -> Response:
        """Requests, times, texts, leak verdicts: numbers alone."""
        return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")

    @router.get("/", include_in_schema=False)
    async def start() -> Response:
        return RedirectResponse("/docs")

    return router


def _labels(engine: Engine, chosen: Options) -> bytes:
    policy = engine.pipeline(chosen).policy
    categories = engine.nlp.language.taxonomy.categories.values()
    return msgspec.json.encode(
        [
            messages.Label(each.label, each.group, each.description, policy.rule(each.label).action)
            for each in categories
        ]
    )


def _policies(engine: Engine) -> bytes:
    own = engine.nlp.policy.name
    return msgspec.json.encode(
        [
            messages.PolicyName(each.name, each.description, each.name == own)
            for _, each in sorted(engine.policies.items())
        ]
    )


def _examples(engine: Engine) -> tuple[bytes, bytes, Any]:
    """What the service answers to its own example, under a key that is no secret."""
    example = openapi.submission(engine)
    document = Document(
        example["id"], example["text"], engine.settings.language, {"genre": example["genre"]}
    )
    nlp = replace(engine.nlp, key=EXAMPLE_KEY)
    svala = replace(engine.pipeline(Options(policy=SVALA)), key=EXAMPLE_KEY)
    detected = with_utf16(jsonl.render_detected(*nlp.detect(document)), document.text)
    pseudonymized = with_utf16(jsonl.render(nlp(document)), document.text)
    return detected, pseudonymized, pseuws.answer(svala(document))[0]
