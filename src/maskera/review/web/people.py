"""Accounts: who may work here, as what. Passwords are drawn here and shown once; each person sets
their own on the account page."""

import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import MaskeraError
from maskera.review import people
from maskera.review.schema import ROLES
from maskera.review.web.site import RowId, Site, Visit

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look like another
GROUPS, LENGTH = 4, 4  # 79 bits


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    Admin = Annotated[Visit, Depends(site.needs("admin"))]  # noqa: N806 - a type
    project = site.workbench.project

    def shown(
        request: Request,
        visit: Visit,
        status: int = 200,
        *,
        done: str = "",
        who: str = "",
        password: str = "",
        wrong: str = "",
    ) -> Response:
        """The page, or its list alone. done: key of what was done to `who`; password: a new one, to
        be told to them."""
        template = "_people_list.html" if "hx-request" in request.headers else "people.html"
        values = {
            "users": people.users(project),
            "roles": ROLES,
            "done": done,
            "who": who,
            "password": password,
            "wrong": wrong,
        }
        return site.page(request, visit, template, status, **values)

    @router.get("/people")
    def page(request: Request, visit: Admin) -> Response:
        return shown(request, visit)

    @router.post("/people")
    def add(
        request: Request, visit: Admin, name: Annotated[str, Form()], role: Annotated[str, Form()]
    ) -> Response:
        password = drawn_password()
        try:
            user = people.add(
                project, name, password, role, visit.language, by=visit.user.id, given=True
            )
        except MaskeraError as error:
            return shown(request, visit, 422, wrong=site.told(visit, error))
        return shown(request, visit, done="people.added", who=user.name, password=password)

    @router.post("/people/{user_id}")
    def change(
        request: Request,
        visit: Admin,
        user_id: RowId,
        do: Annotated[Literal["role", "close", "open", "password", "second"], Form()],
        role: Annotated[str, Form()] = "",
    ) -> Response:
        password = drawn_password() if do == "password" else None
        active = {"close": False, "open": True}.get(do)
        try:
            people.change(
                project,
                user_id,
                role=role if do == "role" else None,
                active=active,
                password=password,
                by=visit.user.id,
                given=True,
                second=b"" if do == "second" else None,
            )
        except MaskeraError as error:
            return shown(request, visit, 422, wrong=site.told(visit, error))
        name = next(user.name for user in people.users(project) if user.id == user_id)
        return shown(request, visit, done=f"people.done_{do}", who=name, password=password or "")

    return router


def drawn_password() -> str:
    """A password that can be read out: abcd-efgh-jkmn-pqrs."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(LENGTH)) for _ in range(GROUPS))
