"""create_app(): the engine, the routes, and the layers around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from maskera.service import openapi
from maskera.service.admission import Admission
from maskera.service.engine import Engine
from maskera.service.guard import Guard, Head
from maskera.service.hosts import Hosts
from maskera.service.metrics import Board, Metrics, board
from maskera.service.page import Page
from maskera.service.problems import Problem, described, log, on_problem
from maskera.service.routes import UNEXPRESSED, routes
from maskera.service.settings import VERSION, Settings

DESCRIPTION = """Find, label and replace personal information in text. Essays are held in memory while they are worked on, and nowhere else.

Offsets count code points; start16 and end16 count UTF-16 units, as JavaScript does. Errors are problem JSON and never quote a text."""

FOREIGN_HOST = Problem(
    421, "this service is not reached under the name in Host; name it with --allow-host"
)


@asynccontextmanager
async def _quiet_loop(app: FastAPI) -> AsyncIterator[None]:
    """What the event loop itself reports (a task that nobody waited for) goes to the log without
    messages of exceptions."""

    def report(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        error = context.get("exception")
        log.error(
            "event loop: %s",
            described(type(error), error, error.__traceback__) if error else "reported a problem",
        )

    asyncio.get_running_loop().set_exception_handler(report)
    yield


def create_app(settings: Settings, table: Board | None = None) -> FastAPI:
    """The service as an ASGI application; reading the models takes about a second.

    table: where the metrics of all workers stand; one's own when left out. Raises MaskeraError for
    an unknown language, policy or mode.
    """
    metrics = Metrics(table or board())
    engine = Engine(settings, metrics)
    app = FastAPI(
        title="maskera", version=VERSION, description=DESCRIPTION, docs_url=None, redoc_url=None, lifespan=_quiet_loop,
        exception_handlers={Problem: on_problem, HTTPException: on_problem},
        redirect_slashes=False,  # it would send essay and token on, unencrypted, to whatever host the request names
    )  # fmt: skip
    app.include_router(routes(engine, metrics))
    skeleton = app.openapi()
    document = openapi.finished(skeleton, bool(settings.tokens))
    app.openapi = lambda: document  # type: ignore[method-assign]  # FastAPI's own way to change it
    app.include_router(Page(document).routes())
    # The last one added is the outermost.
    app.add_middleware(Admission, settings=settings)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=settings.origins, allow_methods=["GET", "POST"], allow_headers=["Authorization", "Content-Type"],
            expose_headers=[UNEXPRESSED, "Retry-After"], max_age=600,
            allow_private_network="*" not in settings.origins,  # a named page on the web may ask a service that is not (SVALA's, say)
        )  # fmt: skip
    if settings.hosts is not None:
        app.add_middleware(Hosts, names=settings.hosts, refused=lambda _: FOREIGN_HOST.response())
    app.add_middleware(Guard, metrics=metrics)
    app.add_middleware(Head)
    app.state.engine = engine
    return app
