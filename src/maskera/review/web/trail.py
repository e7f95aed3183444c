"""The audit trail: who did what to which essay, when; and whether the trail is whole."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from maskera.review import essays, outside, people
from maskera.review.project import AuditRow
from maskera.review.web.site import RowId, Site, Visit, texts

PAGE = 100  # lines
REFUSED = "row refused"
OF_THE_PROGRAM = ("user changed", "login refused", "done", "reopened", REFUSED)
"""Actions whose detail is in words of the program."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as shown. essay: the id of one that is still there; known: whether it is."""

    row: AuditRow
    person: str
    essay: str
    action: str
    detail: str


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    Admin = Annotated[Visit, Depends(site.needs("admin"))]  # noqa: N806 - a type
    project = site.workbench.project

    @router.get("/trail")
    def page(
        request: Request,
        visit: Admin,
        essay: str = "",
        person: RowId = 0,
        action: str = "",
        before: RowId = 0,
    ) -> Response:
        essay_id = _essay_id(essay)
        users = people.users(project)
        found = (
            []
            if essay_id == 0
            else project.trail(essay_id, before, PAGE + 1, user_id=person or None, action=action)
        )
        lines = _lines(found[:PAGE], {user.id: user.name for user in users}, visit.language)
        values: dict[str, Any] = {
            "lines": lines,
            "more": len(found) > PAGE,
            "users": users,
            "actions": _actions(visit.language),
        }
        return site.page(
            request,
            visit,
            "trail.html",
            **values,
            essay=essay,
            person=person,
            action=action,
            before=before,
        )

    @router.get("/trail/whole")
    def whole(request: Request, visit: Admin) -> Response:
        """Reads the whole trail, so the page asks for it when the rest stands."""
        broken = project.broken_link()
        foreign = [told(row, REFUSED, visit.language) for row in outside.foreign(project)]
        return site.page(request, visit, "_trail_whole.html", broken=broken, foreign=foreign)

    def _essay_id(wanted: str) -> int | None:
        """The row of an essay's id, or of #12 for one that has been deleted; None for all, 0 for
        one that never was."""
        wanted = wanted.strip()
        if not wanted:
            return None
        number = wanted.removeprefix("#")
        if wanted.startswith("#") and number.isdecimal() and len(number) < 10:
            return int(number)
        return essays.find(project, wanted) or 0

    def _lines(rows: list[AuditRow], names: dict[int, str], language: str) -> list[Line]:
        known = essays.names(project, {row.essay_id for row in rows if row.essay_id})
        actions = _actions(language)
        return [
            Line(
                row,
                names.get(row.user_id or 0, ""),
                known.get(row.essay_id or 0, ""),
                actions.get(row.action, row.action),
                told(row.detail, row.action, language),
            )
            for row in rows
        ]

    return router


def told(detail: str, action: str, language: str) -> str:
    """The detail of a line for people: of a stored change, its fields; what the program itself has
    written, in the reader's language."""
    words = texts(language)

    def worded(said: str) -> str:
        kind, _, number = said.rpartition(" ")
        if number.isdecimal() and f"trail.detail {kind}" in words:
            return f"{words[f'trail.detail {kind}']} {number}"
        return words.get(f"trail.detail {said}", said)

    try:
        fields = msgspec.json.decode(detail)
    except msgspec.DecodeError:
        fields = None
    if isinstance(fields, dict):
        return ", ".join(
            f"{worded(name)} {_plain(value)}"
            for name, value in fields.items()
            if name not in ("type", "marks") and value not in ("", [], -1)
        )
    if action == "user added" and (role := re.fullmatch(r"(.*) \((\w+)\)", detail)):
        return f"{role[1]} ({worded(role[2])})"
    if action not in OF_THE_PROGRAM:  # names of essays, what people wrote
        return detail
    name, separator, rest = detail.rpartition(": ")
    return name + separator + ", ".join(map(worded, rest.split(", ")))


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _actions(language: str) -> dict[str, str]:
    """Action -> what it is called, for those that have a name."""
    prefix = "trail.action "
    return {
        key.removeprefix(prefix): text
        for key, text in texts(language).items()
        if key.startswith(prefix)
    }
