"""One's own account: password and the language of the pages."""

from typing import Annotated

import anyio
from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from maskera.errors import MaskeraError
from maskera.review import passwords, people
from maskera.review.web.login import AT_ONCE, Throttle, keep
from maskera.review.web.site import LANGUAGES, RefusalError, Site, Visit


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    Anyone = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type
    project = site.workbench.project
    throttle = Throttle()
    checking = anyio.CapacityLimiter(AT_ONCE)

    def shown(
        request: Request, visit: Visit, status: int = 200, *, done: str = "", wrong: str = ""
    ) -> Response:
        return site.page(
            request,
            visit,
            "account.html",
            status,
            done=done,
            wrong=wrong,
            languages=LANGUAGES,
            least=passwords.LEAST,
        )

    @router.get("/account")
    def page(request: Request, visit: Anyone, done: bool = False) -> Response:
        return shown(request, visit, done="account.changed" if done else "")

    @router.post("/account/password")
    async def password(
        request: Request,
        visit: Anyone,
        old: Annotated[str, Form()],
        new: Annotated[str, Form()],
        again: Annotated[str, Form()],
    ) -> Response:
        who = str(visit.user.id)
        if throttle.full(who):
            return shown(request, visit, 429, wrong=site.text(visit, "login.wait"))
        throttle.count(who)
        if not await anyio.to_thread.run_sync(
            people.knows_password, project, visit.user, old, limiter=checking
        ):
            return shown(request, visit, 403, wrong=site.text(visit, "account.wrong"))
        throttle.clear(who)
        if new != again:
            return shown(request, visit, 422, wrong=site.text(visit, "account.differ"))
        try:
            secret = await run_in_threadpool(_renewed, visit, new)
        except MaskeraError as error:
            return shown(request, visit, 422, wrong=site.told(visit, error))
        answer = RedirectResponse("/account?done=true", 303)
        keep(answer, secret, site.secure)
        return answer

    def _renewed(visit: Visit, new: str) -> str:
        """Set the password, which ends all sessions, and begin another for who set it."""
        people.change(project, visit.user.id, password=new, by=visit.user.id)
        secret = people.log_in(project, visit.user.name, new)
        if secret is None:  # closed by an administrator at this very moment
            raise RefusalError(403, "error.role")
        return secret

    @router.post("/account/language")
    def language(visit: Anyone, language: Annotated[str, Form()]) -> Response:
        if language not in LANGUAGES:
            raise RefusalError(422, "error.refused")
        people.change(project, visit.user.id, language=language)
        return RedirectResponse("/account?done=true", 303)

    return router
