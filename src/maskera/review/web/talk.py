"""What people say about an essay and its mentions, who did what on a mention, and what differs
between two revisions."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from maskera.review import readings, remarks, segments
from maskera.review.differences import deeds, differences, of_essay
from maskera.review.people import users
from maskera.review.spaghetti import group_class
from maskera.review.web.desk import card
from maskera.review.web.site import RowId, Site, Visit, to


def routes(site: Site) -> APIRouter:
    """The pages. They stand before those of essay.py, whose posts take any word."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Here = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    @router.post("/essays/{essay_id}/remark")
    def say(
        request: Request,
        essay_id: RowId,
        visit: Here,
        text: Annotated[str, Form(max_length=10 * remarks.LONGEST)] = "",
        mark: Annotated[int, Form()] = remarks.WHOLE,
        parent: Annotated[RowId | None, Form()] = None,
    ) -> Response:
        essay, reading, view = workbench.open(essay_id, visit.user)
        if mark != remarks.WHOLE:
            view.state.mark(mark)
        remarks.add(project, essay, reading, visit.user, text, mark, parent)
        if "hx-request" not in request.headers:
            return to(request, f"/essays/{essay_id}?mark={mark}")
        values = card(site, visit, essay, reading, view, mark)
        part = "_essay_note_section.html" if mark == remarks.WHOLE else "_essay_card.html"
        return site.page(request, visit, part, **values)

    @router.get("/essays/{essay_id}/mention/{key}/history")
    def history(request: Request, essay_id: RowId, key: int, visit: Here) -> Response:
        essay, reading, _ = workbench.open(essay_id, visit.user)
        values: dict[str, Any] = {
            "deeds": list(deeds(project, essay, reading, key, workbench.taxonomy)),
            "names": names(site),
        }
        text = essay.content.text
        return site.page(request, visit, "_talk_deeds.html", text=text, **values)

    @router.get("/essays/{essay_id}/revisions")
    def revisions(
        request: Request,
        essay_id: RowId,
        visit: Here,
        one: Annotated[RowId | None, Query()] = None,
        other: Annotated[RowId | None, Query()] = None,
    ) -> Response:
        essay, reading, _ = workbench.open(essay_id, visit.user)
        steps = readings.history(project, reading)
        one, other = one or steps[0].id, other or steps[-1].id
        before, after = (readings.state_at(project, essay, reading, at) for at in (one, other))
        text = essay.content.text
        found = differences(before, after, text, workbench.taxonomy)
        values: dict[str, Any] = {
            "essay": essay, "steps": steps[::-1], "one": one, "other": other, "names": names(site),
            "found": [
                (each, segments.snippet(text, each.mark.start, each.mark.end)) for each in found
            ],
            "whole": of_essay(before, after), "text": text,
            "group": partial(group_class, workbench.taxonomy),
        }  # fmt: skip
        return site.page(request, visit, "talk_revisions.html", **values)

    return router


def names(site: Site) -> dict[int | None, str]:
    """What accounts are called."""
    return {each.id: each.name for each in users(site.workbench.project)}
