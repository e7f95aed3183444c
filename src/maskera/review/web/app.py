"""create_app(): the pages, and the layers around them."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from maskera.errors import MaskeraError
from maskera.review.readings import RefusedError, StaleError
from maskera.review.web import login
from maskera.review.web.guard import Guard
from maskera.review.web.site import LoginError, RefusalError, Site, to
from maskera.review.workbench import Workbench

PAGES = (login,)
"""Every page: a module with routes(site). To add one, write the module and put it here."""


def create_app(workbench: Workbench, secure: bool = False) -> FastAPI:
    """The workbench as an ASGI application. secure: it is reached over TLS, and cookies are for TLS only."""
    site = Site(workbench, secure)
    app = FastAPI(title="maskera review", docs_url=None, redoc_url=None, openapi_url=None)
    for page in PAGES:
        app.include_router(page.routes(site))
    app.mount("/static", StaticFiles(packages=[("maskera.review.web", "static")]))

    def refused(request: Request, status: int, text: str, values: Mapping[str, str]) -> Response:
        return site.page(request, None, "refused.html", status, text=text, values=values)

    async def on_login(request: Request, error: Exception) -> Response:
        return to(request, "/login")

    async def on_refusal(request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusalError)
        return refused(request, error.status, error.text, {})

    async def on_problem(request: Request, error: Exception) -> Response:
        status = 409 if isinstance(error, StaleError) else 403 if isinstance(error, RefusedError) else 422
        return refused(request, status, "error.problem", {"what": str(error)})

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return refused(request, error.status_code, "error.nothing" if error.status_code == 404 else "error.refused", {})

    async def on_form(request: Request, error: Exception) -> Response:
        return refused(request, 422, "error.refused", {})  # the framework's own answer would quote what was sent

    app.add_exception_handler(LoginError, on_login)
    app.add_exception_handler(RequestValidationError, on_form)
    app.add_exception_handler(RefusalError, on_refusal)
    app.add_exception_handler(MaskeraError, on_problem)
    app.add_exception_handler(HTTPException, on_http)
    app.add_middleware(Guard)
    app.state.site = site
    return app
