"""What all pages share: who is visiting and what they may, the token that forms carry, templates, texts in the visitor's language.

Here and in the page modules annotations are evaluated at once (no __future__ import): FastAPI could not resolve those that name `site`.
"""

import hmac
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from typing import Annotated, Any

from fastapi import Depends
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from maskera.review import people
from maskera.review.people import User
from maskera.review.workbench import Workbench

COOKIE = "maskera_session"
LANGUAGES = ("sv", "en")
SAFE = ("GET", "HEAD")
FOLDER = resources.files("maskera.review.web")


class RefusalError(Exception):
    """A request that is turned away: status, and the key of the sentence that says so (nothing of what it was refused is told)."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class LoginError(Exception):
    """Nobody is logged in: the visitor is sent to the login page."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request of somebody who is logged in."""

    user: User
    csrf: str
    language: str


class Site:
    """The workbench, the templates and the texts. Holds no essay."""

    def __init__(self, workbench: Workbench, secure: bool) -> None:
        self.workbench = workbench
        self.secure = secure  # the cookie is sent over TLS only
        self.templates = Environment(
            loader=PackageLoader("maskera.review.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        self.templates.globals["date"] = _date

    def page(self, request: Request, visit: Visit | None, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A rendered template. It knows `visit`, `t` (texts of the visitor's language), `lang`, `title` of the project, `request`."""
        language = visit.language if visit else language_of(request)
        known = {
            "visit": visit,
            "lang": language,
            "t": translator(language),
            "title": self.workbench.project.settings.title,
            "request": request,
        }
        return HTMLResponse(self.templates.get_template(template).render(**known, **values), status)

    async def visit(self, request: Request) -> Visit:
        """Who is visiting. Raises LoginError; RefusalError 403 for a change without the session's token or from a foreign page.

        htmx sends the token in the header X-CSRF, a plain form in its field `csrf`.
        """
        session = await run_in_threadpool(people.session_of, self.workbench.project, request.cookies.get(COOKIE, ""))
        if session is None:
            raise LoginError
        if request.method not in SAFE:
            check_origin(request)
            token = request.headers.get("x-csrf") or (await request.form()).get("csrf", "")
            if not hmac.compare_digest(str(token).encode("utf-8", "replace"), session.csrf.encode()):
                raise RefusalError(403, "error.token")
        return Visit(session.user, session.csrf, session.user.language)

    def needs(self, role: str) -> Callable[..., Any]:
        """A dependency that gives the Visit of somebody with at least this role; RefusalError 403 for others."""

        async def checked(visit: Annotated[Visit, Depends(self.visit)]) -> Visit:
            if not visit.user.may(role):
                raise RefusalError(403, "error.role")
            return visit

        return checked


def check_origin(request: Request) -> None:
    """Browsers say where a request comes from; one from another site is refused whatever it carries."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise RefusalError(403, "error.token")


def to(request: Request, path: str) -> Response:
    """Go to another page: as a redirect, or as htmx wants to be told."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": path})
    return RedirectResponse(path, 303)


def language_of(request: Request) -> str:
    """The interface language of somebody who is not logged in: the browser's wish."""
    wishes = request.headers.get("accept-language", "").lower().split(",")
    return next((wish.strip()[:2] for wish in wishes if wish.strip()[:2] in LANGUAGES), LANGUAGES[0])


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of a language: "page.key" -> text, from texts/<language>/<page>.toml."""
    found = {}
    for file in FOLDER.joinpath("texts", language).iterdir():
        page = file.name.removesuffix(".toml")
        found.update({f"{page}.{key}": text for key, text in tomllib.loads(file.read_text(encoding="utf-8")).items()})
    return found


def translator(language: str) -> Callable[..., str]:
    """The function that templates call: t("project.found", count=3)."""
    known = texts(language)

    def translated(key: str, **values: object) -> str:
        return known[key].format(**values) if values else known[key]

    return translated


def _date(at: float | None, time: bool = False) -> str:
    """Seconds since 1970 as a date, or date and time (UTC)."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M" if time else "%Y-%m-%d") if at else ""
