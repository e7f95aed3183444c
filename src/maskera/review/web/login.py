"""Log in, log out, and the tries of those who guess."""

from math import ceil
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from maskera.review import passwords, people
from maskera.review.web.site import Site, Visit, check_origin, own_path
from maskera.review.web.throttle import Throttle, waiting

Name = Annotated[str, Form(max_length=2 * people.LONGEST_NAME)]
Password = Annotated[str, Form(max_length=passwords.MOST)]
Path = Annotated[str, Form(max_length=2000)]
"""What a login form may hold: longer ones are refused before anything is done with them."""


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    throttle = Throttle()
    checking = anyio.CapacityLimiter(passwords.AT_ONCE)

    @router.get("/login")
    async def form(request: Request, after: str = "/", lost: str = "") -> Response:
        return site.page(
            request,
            None,
            "login.html",
            wrong="login.lost" if lost else "",
            count=0,
            after=own_path(after),
            name="",
        )

    @router.post("/login")
    async def enter(
        request: Request,
        name: Name,
        password: Password,
        after: Path = "/",
        code: Annotated[str, Form(max_length=20)] = "",
    ) -> Response:
        check_origin(request)
        who = people.folded(name.strip()), address_of(request)
        # Who guesses at codes has the password: their account waits, wherever they are.
        coded = f"code {who[0]}"

        def waits() -> float:
            return max(throttle.wait(*who), throttle.wait(coded))

        def refused(status: int, wrong: str, count: int = 0) -> Response:
            return site.page(
                request,
                None,
                "login.html",
                status,
                wrong=wrong,
                count=count,
                after=own_path(after),
                name=name,
            )

        if left := waits():
            return later(refused(429, *waiting(left)), left)
        # A try counts while it is checked, not while it waits for that: else a class that logs in
        # all at once would be taken for somebody who guesses.
        async with checking:
            if left := waits():
                return later(refused(429, *waiting(left)), left)
            throttle.count(*who)
            try:
                secret = await run_in_threadpool(
                    people.log_in,
                    site.workbench.project,
                    name,
                    password,
                    request.headers.get("user-agent", ""),
                    request.cookies.get(site.cookie, ""),
                    code,
                )
            except people.CodeError:
                throttle.count(coded)
                secret = None
            if secret is None:
                return refused(403, "login.wrong")
            throttle.clear(*who)
            throttle.clear(coded)
        answer = RedirectResponse(own_path(after), 303)
        keep(answer, secret, site)
        return answer

    @router.post("/logout")
    def leave(
        request: Request, visit: Annotated[Visit, Depends(site.needs("reviewer"))]
    ) -> Response:
        people.log_out(site.workbench.project, request.cookies.get(site.cookie, ""))
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(site.cookie, path="/", secure=site.secure)
        return answer

    return router


def address_of(request: Request) -> str:
    """Where a request comes from; "" where nobody knows."""
    return request.client.host if request.client else ""


def later(answer: Response, seconds: float) -> Response:
    """The answer, which tells a program how long to wait, too (RFC 9110, 10.2.3)."""
    answer.headers["Retry-After"] = str(ceil(seconds))
    return answer


def keep(answer: Response, secret: str, site: Site) -> None:
    """Let the browser keep a session's secret: out of scripts' reach, sent from this site's own
    pages alone, over TLS where there is."""
    how: dict[str, Any] = {"httponly": True, "samesite": "strict", "path": "/"}
    answer.set_cookie(site.cookie, secret, secure=site.secure, **how)
