"""One's own account: password and the language of the pages."""

from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from maskera.errors import MaskeraError
from maskera.review import passwords, people, second
from maskera.review.web.device import device
from maskera.review.web.login import Password, address_of, keep, later
from maskera.review.web.site import RefusalError, Site, Visit
from maskera.review.web.throttle import Throttle, waiting


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    Anyone = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type
    project = site.workbench.project
    throttle = Throttle()
    checking = anyio.CapacityLimiter(passwords.AT_ONCE)

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
            languages=people.LANGUAGES,
            device=device,
            sessions=people.sessions(project, visit.user, request.cookies.get(site.cookie, "")),
            least=passwords.LEAST,
            lacks_code=site.lacks_code(visit.user),
        )

    def too_many(request: Request, visit: Visit, seconds: float) -> Response:
        key, count = waiting(seconds)
        told = site.text(visit, key, count=count)
        return later(shown(request, visit, 429, wrong=told), seconds)

    @router.get("/account")
    def page(request: Request, visit: Anyone, done: bool = False) -> Response:
        return shown(request, visit, done="account.changed" if done else "")

    @router.post("/account/password")
    async def password(
        request: Request,
        visit: Anyone,
        old: Password,
        new: Annotated[str, Form(max_length=2 * passwords.MOST)],
        again: Annotated[str, Form(max_length=2 * passwords.MOST)],
    ) -> Response:
        who = str(visit.user.id), address_of(request)
        if left := throttle.wait(*who):
            return too_many(request, visit, left)
        throttle.count(*who)
        if not await anyio.to_thread.run_sync(
            people.knows_password, project, visit.user, old, limiter=checking
        ):
            return shown(request, visit, 403, wrong=site.text(visit, "account.wrong"))
        throttle.clear(*who)
        if new != again:
            return shown(request, visit, 422, wrong=site.text(visit, "account.differ"))
        if new == old:
            return shown(request, visit, 422, wrong=site.text(visit, "account.same"))
        agent = request.headers.get("user-agent", "")
        try:
            secret = await run_in_threadpool(_renewed, visit, agent, password=new)
        except MaskeraError as error:
            return shown(request, visit, 422, wrong=site.told(visit, error))
        answer = RedirectResponse("/account?done=true", 303)
        keep(answer, secret, site)
        return answer

    def _renewed(visit: Visit, agent: str, **what: Any) -> str:
        """Change password or second factor, which ends all sessions, and begin another for who
        did."""
        people.change(project, visit.user.id, by=visit.user.id, **what)
        secret = people.begin(project, visit.user.id, agent)
        if secret is None:  # closed by an administrator at this very moment
            raise RefusalError(403, "error.role")
        return secret

    @router.get("/account/second")
    def offer(request: Request, visit: Anyone) -> Response:
        return offered(request, visit, second.new_secret())

    def offered(
        request: Request, visit: Visit, secret: str, status: int = 200, wrong: str = ""
    ) -> Response:
        known = second.read_secret(secret)
        if known is None:
            raise RefusalError(422, "error.refused")
        address = second.address(known, visit.user.name, project.settings.title)
        return site.page(
            request,
            visit,
            "account_second.html",
            status,
            secret=secret,
            address=address,
            picture=second.picture(address),
            wrong=wrong,
        )

    @router.post("/account/second")
    async def switch(
        request: Request,
        visit: Anyone,
        old: Password,
        secret: Annotated[str, Form(max_length=64)] = "",
        code: Annotated[str, Form(max_length=20)] = "",
    ) -> Response:
        """Ask for codes of this secret from now on; without one, for none."""
        who = str(visit.user.id), address_of(request)
        if left := throttle.wait(*who):
            return too_many(request, visit, left)
        throttle.count(*who)
        known = second.read_secret(secret) if secret else b""
        if known is None:
            raise RefusalError(422, "error.refused")
        if not await anyio.to_thread.run_sync(
            people.knows_password, project, visit.user, old, limiter=checking
        ):
            wrong = site.text(visit, "account.wrong")
            if secret:
                return offered(request, visit, secret, 403, wrong)
            return shown(request, visit, 403, wrong=wrong)
        step = second.step_of(known, code) if known else 0
        if known and not step:
            return offered(request, visit, secret, 422, site.text(visit, "account.wrong_code"))
        throttle.clear(*who)
        agent = request.headers.get("user-agent", "")
        renewed = await run_in_threadpool(_renewed, visit, agent, second=known, used=step)
        answer = RedirectResponse("/account?done=true", 303)
        keep(answer, renewed, site)
        return answer

    @router.post("/account/sessions")
    def end(visit: Anyone, which: Annotated[str, Form(max_length=64)] = "") -> Response:
        """End one login of one's own, or all of them."""
        people.end_session(project, visit.user, which)
        return RedirectResponse("/account?done=true", 303)

    @router.post("/account/language")
    def language(visit: Anyone, language: Annotated[str, Form()]) -> Response:
        if language not in people.LANGUAGES:
            raise RefusalError(422, "error.refused")
        people.change(project, visit.user.id, language=language)
        return RedirectResponse("/account?done=true", 303)

    return router
