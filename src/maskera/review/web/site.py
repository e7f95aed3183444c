"""What all pages share: who is visiting and what they may, the token that forms carry, templates,
texts in the visitor's language.

Here and in the page modules annotations are evaluated at once (no __future__ import): FastAPI could
not resolve those that name `site`.
"""

import hmac
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, partial
from importlib import resources
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Match

from maskera.errors import MaskeraError
from maskera.review import people
from maskera.review.people import LANGUAGES, User
from maskera.review.web.jobs import Jobs
from maskera.review.workbench import Workbench

COOKIE = "maskera_session"
SAFE = ("GET", "HEAD")
OF_LABELS = ("label", "guide")  # kinds of texts of which a project may have more than we know
WITH_GIVEN = ("/account", "/account/password", "/account/language", "/logout")
"""All that is open to who has not yet set a password of their own."""
WITHOUT_CODE = (*WITH_GIVEN, "/account/second", "/account/sessions")
"""All that is open to an administrator without a second factor where the project wants one."""
FOLDER = resources.files("maskera.review.web")
RowId = Annotated[int, Field(ge=0, le=2**63 - 1)]
"""A number by which the database could know something: it fits into its columns."""


class RefusalError(Exception):
    """A request that is turned away: status, and the key of the sentence that says so (nothing of
    what it was refused is told)."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class LoginError(Exception):
    """Nobody is logged in: the visitor is sent to the login page."""


class GivenError(Exception):
    """The visitor's password was given to them, or they lack the second factor that the project
    wants: they are sent to set one of their own."""


class RenewedError(Exception):
    """The page is of a session before this one: it is given the token that holds now, and what is
    written on it can be sent after all."""

    def __init__(self, visit: "Visit") -> None:
        super().__init__("the session is another")
        self.visit = visit


@dataclass(frozen=True, slots=True)
class Visit:
    """A request of somebody who is logged in."""

    user: User
    csrf: str
    language: str


@cache
def templates() -> Environment:
    """The templates, compiled when they are first used: a page's take up to a tenth of a second."""
    found = Environment(
        loader=PackageLoader("maskera.review.web"),
        autoescape=True,
        auto_reload=False,  # looking at the files each time took a thirtieth of an answer
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["date"] = _date
    return found


class Site:
    """The workbench, the templates and the texts. Holds no essay."""

    def __init__(self, workbench: Workbench, secure: bool) -> None:
        self.workbench = workbench
        self.secure = secure  # the cookie is sent over TLS only
        # Browsers take a name that begins so over TLS alone, from this host alone, for all paths.
        self.cookie = f"__Host-{COOKIE}" if secure else COOKIE
        self.jobs = Jobs()
        self.learning = False  # whether there are pages of a project to learn from

    def page(
        self, request: Request, visit: Visit | None, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """A rendered template, which knows `request` beside what render() tells it."""
        language = visit.language if visit else language_of(request)
        html = self._rendered(visit, language, template, {"request": request, **values})
        return HTMLResponse(html, status)

    def render(self, visit: Visit, template: str, **values: Any) -> str:
        """A template as HTML. It knows `visit`, `t` (texts of their language), `texts` (all of a
        page), `named` (of a genre, say), `decimal` (a number and its digits), `lang`, `title`."""
        return self._rendered(visit, visit.language, template, values)

    def _rendered(
        self, visit: Visit | None, language: str, template: str, values: Mapping[str, Any]
    ) -> str:
        known: dict[str, Any] = {
            "visit": visit,
            "lang": language,
            "t": translator(language),
            "texts": partial(page_texts, language),
            "named": namer(language),
            "decimal": partial(decimal, language),
            "title": self.workbench.project.settings.title,
            "learning": self.learning,
        }
        return templates().get_template(template).render(**known, **values)

    def text(self, visit: Visit | None, key: str, **values: object) -> str:
        """A text in the visitor's language."""
        return translator(visit.language if visit else LANGUAGES[0])(key, **values)

    def told(self, visit: Visit | None, error: MaskeraError) -> str:
        """The sentence of an error in the visitor's language, where texts/<language>/problem.toml
        has it; else as it is.

        A file and line before it ("A.txt:3: not ...") stay; what differs from time to time is #
        there.
        """
        sentence, language = str(error), visit.language if visit else LANGUAGES[0]
        place, _, rest = sentence.partition(": ")
        told = problem(rest, language)
        return problem(sentence, language) or (f"{place}: {told}" if told else sentence)

    async def visit(self, request: Request) -> Visit:
        """Who is visiting. Raises LoginError; RefusalError 403 for a change without the session's
        token or from a foreign page.

        htmx sends the token in the header X-CSRF, a plain form in its field `csrf`. RenewedError
        where it was htmx, which no foreign page can have sent: browsers let its headers come from
        our own pages alone.
        """
        session = await run_in_threadpool(self._session, request.cookies.get(self.cookie, ""))
        if session is None:
            raise LoginError
        visit = Visit(session.user, session.csrf, session.user.language)
        if request.method not in SAFE:
            check_origin(request)
            token = request.headers.get("x-csrf") or (await request.form()).get("csrf", "")
            if not hmac.compare_digest(
                str(token).encode("utf-8", "replace"), session.csrf.encode()
            ):
                raise (
                    RenewedError(visit)
                    if "hx-request" in request.headers
                    else RefusalError(403, "error.token")
                )
        if visit.user.given and request.url.path not in WITH_GIVEN:
            raise GivenError
        if self.lacks_code(visit.user) and request.url.path not in WITHOUT_CODE:
            raise GivenError
        request.state.visit = visit  # for the page that says what went wrong
        return visit

    def lacks_code(self, user: User) -> bool:
        """Whether the project wants a second factor of them and they have none."""
        wanted = self.workbench.project.settings.admin_code and user.role == "admin"
        return wanted and not user.second

    def _session(self, secret: str) -> people.Session | None:
        session = people.session_of(self.workbench.project, secret) if secret else None
        if session is not None:
            self.workbench.project.refresh()  # another process may have changed the settings
        return session

    def needs(self, role: str) -> Callable[..., Any]:
        """A dependency that gives the Visit of somebody with at least this role; RefusalError 403
        for others."""

        async def checked(visit: Annotated[Visit, Depends(self.visit)]) -> Visit:
            if not visit.user.may(role):
                raise RefusalError(403, "error.role")
            return visit

        return checked


def check_origin(request: Request) -> None:
    """Browsers say where a request comes from; one from another site is refused whatever it
    carries."""
    said = request.headers.get("sec-fetch-site")
    if said is None:  # an older browser, or none
        origin = request.headers.get("origin")
        foreign = origin is not None and urlsplit(origin).netloc != request.headers.get("host", "")
    else:
        foreign = said not in ("same-origin", "none")
    if foreign:
        raise RefusalError(403, "error.token")


def own_path(path: str) -> str:
    """A path of ours to which somebody wanted to go; the list for anything else."""
    return (
        path
        if path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
        else "/"
    )


def came_from(request: Request) -> str:
    """The page of ours from which a form was sent, where it can be asked for again; else the list."""
    page = urlsplit(request.headers.get("referer", ""))
    asked = {**request.scope, "method": "GET", "path": page.path}
    ours = page.netloc == request.headers.get("host") and any(
        each.matches(asked)[0] is Match.FULL for each in request.app.routes
    )
    return own_path(f"{page.path}?{page.query}".rstrip("?")) if ours else "/"


def to(request: Request, path: str) -> Response:
    """Go to another page: as a redirect, or as htmx wants to be told."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": path})
    return RedirectResponse(path, 303)


def language_of(request: Request) -> str:
    """The interface language of somebody who is not logged in: what the address says, else the
    browser's wish."""
    if (chosen := request.query_params.get("lang", "")) in LANGUAGES:
        return chosen
    wishes = request.headers.get("accept-language", "").lower().split(",")
    return next(
        (wish.strip()[:2] for wish in wishes if wish.strip()[:2] in LANGUAGES), LANGUAGES[0]
    )


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of a language: "page.key" -> text, from texts/<language>/<page>.toml."""
    found = {}
    for file in FOLDER.joinpath("texts", language).iterdir():
        page = file.name.removesuffix(".toml")
        found.update(
            {
                f"{page}.{key}": text
                for key, text in tomllib.loads(file.read_text(encoding="utf-8")).items()
            }
        )
    return found


@cache
def page_texts(language: str, page: str) -> Mapping[str, str]:
    """The texts of one page in a language, by their keys there."""
    start = f"{page}."
    return {
        key.removeprefix(start): text
        for key, text in texts(language).items()
        if key.startswith(start)
    }


def decimal(language: str, value: float, digits: int) -> str:
    """A number with so many decimals, as it is written in a language (0,5)."""
    return f"{value:.{digits}f}".replace(".", texts(language)["base.decimal"])


@cache
def _problems(language: str) -> list[tuple[re.Pattern[str], str]]:
    """The sentences of errors as patterns, with what is said in their place and has {} for each
    gap."""
    told = {
        key.removeprefix("problem."): text
        for key, text in texts(language).items()
        if key.startswith("problem.")
    }
    return [
        (re.compile(re.escape(key).replace(r"\#", "(.+?)"), re.DOTALL), text.replace("#", "{}"))
        for key, text in told.items()
    ]


def problem(sentence: str, language: str) -> str:
    """An error's sentence in a language; "" where texts/<language>/problem.toml does not have it."""
    for pattern, text in _problems(language):
        if found := pattern.fullmatch(sentence):
            return text.format(*(_listed(each, language) for each in found.groups()))
    return ""


def _listed(value: str, language: str) -> str:
    """The genres of a list of them as they are called in the language; anything else as it is."""
    known = page_texts(language, "genre")
    each = value.split(", ")
    return ", ".join(map(known.__getitem__, each)) if known.keys() >= set(each) else value


def translator(language: str) -> Callable[..., str]:
    """The function that templates call: t("project.found", count=3). A label of the project's own is
    called what it is."""
    known = texts(language)

    def translated(key: str, **values: object) -> str:
        kind, _, value = key.partition(".")
        text = known.get(key, value) if kind in OF_LABELS else known[key]
        return text.format(**values) if values else text

    return translated


def namer(language: str) -> Callable[[str, str], str]:
    """The function by which templates call a value: named("genre", "narrative"); what nobody has a
    name for is called what it is."""
    known = texts(language)
    return lambda kind, value: known.get(f"{kind}.{value}", value)


def _date(at: float | None, time: bool = False) -> str:
    """Seconds since 1970 as a date, or date and time (UTC)."""
    return (
        datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M" if time else "%Y-%m-%d")
        if at
        else ""
    )
