"""Log in, log out, and the tries of those who guess."""

import time
from collections import OrderedDict
from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from maskera.review import people
from maskera.review.web.site import COOKIE, Site, Visit, check_origin, own_path

TRIES, WINDOW = (
    8,
    300.0,
)  # refused logins from one address or for one name in so many seconds, after which it must wait
REMEMBERED = 10_000  # addresses and names
AT_ONCE = 4  # passwords checked at once: each takes 16 MB and 50 ms of a core


class Throttle:
    """Counts refused logins by name and address."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, list[float]] = OrderedDict()

    def full(self, *who: str) -> bool:
        """Whether one of these must wait."""
        since = time.monotonic() - WINDOW
        return any(sum(at > since for at in self._tries.get(each, ())) >= TRIES for each in who)

    def count(self, *who: str) -> None:
        """One more refused login."""
        for each in who:
            self._tries[each] = [*self._tries.pop(each, [])[-TRIES:], time.monotonic()]
        while len(self._tries) > REMEMBERED:
            self._tries.popitem(last=False)

    def clear(self, *who: str) -> None:
        """They knew the password in the end."""
        for each in who:
            self._tries.pop(each, None)


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    throttle = Throttle()
    checking = anyio.CapacityLimiter(AT_ONCE)

    @router.get("/login")
    async def form(request: Request, after: str = "/", lost: str = "") -> Response:
        return site.page(
            request, None, "login.html", wrong="login.lost" if lost else "", after=own_path(after)
        )

    @router.post("/login")
    async def enter(
        request: Request,
        name: Annotated[str, Form()],
        password: Annotated[str, Form()],
        after: Annotated[str, Form()] = "/",
    ) -> Response:
        check_origin(request)
        who = (
            f"name {people.folded(name)[:80]}",
            f"address {request.client.host if request.client else ''}",
        )
        if throttle.full(*who):
            return site.page(
                request, None, "login.html", 429, wrong="login.wait", after=own_path(after)
            )
        throttle.count(
            *who
        )  # before the answer is known: many tries at once would all be let in else
        secret = await anyio.to_thread.run_sync(
            people.log_in, site.workbench.project, name, password, limiter=checking
        )
        if secret is None:
            return site.page(
                request, None, "login.html", 403, wrong="login.wrong", after=own_path(after)
            )
        throttle.clear(*who)
        answer = RedirectResponse(own_path(after), 303)
        keep(answer, secret, site.secure)
        return answer

    @router.post("/logout")
    def leave(
        request: Request, visit: Annotated[Visit, Depends(site.needs("reviewer"))]
    ) -> Response:
        people.log_out(site.workbench.project, request.cookies.get(COOKIE, ""))
        answer = RedirectResponse("/login", 303)
        answer.delete_cookie(COOKIE, path="/")
        return answer

    return router


def keep(answer: Response, secret: str, secure: bool) -> None:
    """Let the browser keep a session's secret: out of scripts' reach, sent from this site's own
    pages alone, over TLS where there is."""
    answer.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure, path="/")
