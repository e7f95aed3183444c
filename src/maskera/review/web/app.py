"""create_app(): the pages, and the layers around them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import anyio
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from maskera.errors import MaskeraError
from maskera.review import essays
from maskera.review.readings import RefusedError, StaleError
from maskera.review.risks import Assessor
from maskera.review.web import (
    account,
    collect,
    essay,
    essays_list,
    excluded,
    learning,
    login,
    people,
    progress,
    recognizers,
    release,
    risk,
    search,
    settings,
    settle,
    statistics,
    talk,
    trail,
    upload,
)
from maskera.review.web.guard import BODY, Guard
from maskera.review.web.site import (
    SAFE,
    GivenError,
    LoginError,
    RefusalError,
    RenewedError,
    Site,
    came_from,
    to,
)
from maskera.review.workbench import Workbench
from maskera.service.guard import Head
from maskera.service.hosts import Hosts
from maskera.service.problems import log_crash

PAGES = (
    login,
    talk,
    excluded,
    essay,
    people,
    account,
    trail,
    essays_list,
    search,
    upload,
    release,
    settings,
    recognizers,
    progress,
    settle,
    statistics,
    risk,
    collect,
    learning,
)
"""Every page: a module with routes(site). To add one, write the module and put it here."""

HTTP = {
    404: "error.nothing",
    408: "error.slow",
    413: "error.much",
    421: "error.host",
    500: "error.crash",
}
# Pages made at once. Python runs one thread at a time, and what else they wait for is short (a
# commit): forty, as usual, took a third more processor time with 100 readers than six.
THREADS = 6
HOUR = 3600.0
QUIET = 10.0  # seconds between looks for essays whose risk is not known
# An essay's risk takes a twentieth of a second or so; pages wait for no more than a third of the time.
REST = 2.0  # times as long as the work took


def create_app(
    workbench: Workbench, secure: bool = False, hosts: Sequence[str] | None = None
) -> FastAPI:
    """The workbench as an ASGI application. secure: it is reached over TLS, and cookies are for TLS
    only. hosts: names under which it is reached, beside its own; None: nobody looks."""
    site = Site(workbench, secure)
    MultiPartParser.spool_max_size = BODY  # uploads stay in memory: beyond its 1 MB starlette writes them to a file, in the clear

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_purge, workbench)
            tasks.start_soon(_assess, Assessor(workbench))
            yield
            tasks.cancel_scope.cancel()

    app = FastAPI(
        title="maskera review",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    for page in PAGES:
        app.include_router(page.routes(site))
    app.mount("/static", StaticFiles(packages=[("maskera.review.web", "static")]))

    def refused(request: Request, status: int, text: str, values: Mapping[str, str]) -> Response:
        visit = getattr(request.state, "visit", None)
        if (
            "hx-request" in request.headers
        ):  # the page stays as it is; what was wrong stands above it
            answer = site.page(request, visit, "_refused.html", status, text=text, values=values)
            answer.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"})
            return answer
        return site.page(request, visit, "refused.html", status, text=text, values=values)

    async def on_login(request: Request, error: Exception) -> Response:
        if "hx-request" in request.headers:  # what is written on the page would be lost with it
            return refused(request, 401, "error.login", {})
        sent = request.method not in SAFE
        wanted = (
            came_from(request) if sent else f"{request.url.path}?{request.url.query}".rstrip("?")
        )
        asked = {**({"after": wanted} if wanted != "/" else {}), **({"lost": "1"} if sent else {})}
        return to(request, f"/login?{urlencode(asked)}".rstrip("?"))

    async def on_given(request: Request, error: Exception) -> Response:
        return to(request, "/account")

    async def on_renewed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RenewedError)
        request.state.visit = error.visit
        answer = refused(request, 403, "error.renewed", {"name": error.visit.user.name})
        answer.headers["X-CSRF"] = error.visit.csrf
        return answer

    async def on_refusal(request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusalError)
        return refused(request, error.status, error.text, {})

    async def on_problem(request: Request, error: Exception) -> Response:
        status = (
            409
            if isinstance(error, StaleError)
            else 403
            if isinstance(error, RefusedError)
            else 422
        )
        assert isinstance(error, MaskeraError)
        return refused(
            request,
            status,
            "error.problem",
            {"what": site.told(getattr(request.state, "visit", None), error)},
        )

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return refused(request, error.status_code, HTTP.get(error.status_code, "error.refused"), {})

    async def on_form(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        if any(each["loc"][0] == "path" for each in error.errors()):
            return refused(request, 404, HTTP[404], {})
        return refused(
            request, 422, "error.refused", {}
        )  # the framework's own answer would quote what was sent

    async def on_no_essay(request: Request, error: Exception) -> Response:
        return refused(request, 404, HTTP[404], {})

    async def on_database(request: Request, error: Exception) -> Response:
        log_crash(error)
        return refused(request, 503, "error.busy", {})

    def told(request: Request, status: int) -> Response:
        return refused(request, status, HTTP[status], {})

    app.add_exception_handler(LoginError, on_login)
    app.add_exception_handler(GivenError, on_given)
    app.add_exception_handler(RenewedError, on_renewed)
    app.add_exception_handler(RequestValidationError, on_form)
    app.add_exception_handler(RefusalError, on_refusal)
    app.add_exception_handler(essays.NoEssayError, on_no_essay)
    app.add_exception_handler(MaskeraError, on_problem)
    app.add_exception_handler(HTTPException, on_http)
    for gone in (DBAPIError, PoolTimeoutError):
        app.add_exception_handler(gone, on_database)
    if hosts is not None:
        app.add_middleware(Hosts, names=hosts, refused=lambda request: told(request, 421))
    app.add_middleware(Guard, cookie=site.cookie, told=told, secure=secure)
    app.add_middleware(Head)
    app.state.site = site
    return app


async def _purge(workbench: Workbench) -> None:
    """Delete essays whose retention date has come: at the start, and then every hour."""
    while True:
        try:
            await run_in_threadpool(essays.purge, workbench.project)
        except (
            Exception
        ) as error:  # a database that is away for a while must not end the next hour's try
            log_crash(error)
        await anyio.sleep(HOUR)


async def _assess(assessor: Assessor) -> None:
    """Find the risk of essays one by one, after what people do: no page waits for it."""
    while True:
        await anyio.sleep(QUIET)
        done = 1
        while done:
            begun = anyio.current_time()
            try:
                done = await run_in_threadpool(assessor.catch_up, 1)
            except Exception as error:  # as above: it is tried again
                log_crash(error)
                done = 0
            await anyio.sleep(REST * (anyio.current_time() - begun))
