"""Searching for a form in all essays, and deciding on all its places at once. The form stands in no
address: it is sent in forms, and comes back sealed."""

from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import MaskeraError
from maskera.io import decoders
from maskera.review import search, segments
from maskera.review.search import Hit, decide, hits
from maskera.review.spaghetti import group_class
from maskera.review.state import Mark
from maskera.review.web.desk import label_groups
from maskera.review.web.essays_list import closed, opened
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow, told
from maskera.review.web.site import RefusalError, RowId, Site, Visit

LONGEST = 100  # characters of a form
SHOWN = 100  # places that the page shows
Do = Literal["accept", "reject", "mark"]
Asked = tuple[str, str, str, dict[int, int]]
"""What somebody is asked: the deed, the label, the form, and the head of each essay then."""


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    def shown(
        request: Request, visit: Visit, form: str, found: list[Hit], job: Job | None
    ) -> Response:
        places = []
        for hit in found:
            text = hit.essay.content.text
            spans: list[tuple[int, int, Mark | None]] = [(m.start, m.end, m) for m in hit.undecided]
            spans += [(start, end, None) for start, end in hit.free]
            for start, end, mark in sorted(spans, key=lambda each: each[:2]):
                places.append((hit.essay.row, mark, segments.snippet(text, start, end)))
        taxonomy = site.workbench.taxonomy
        values: dict[str, Any] = {
            "form": form, "found": found, "places": places[:SHOWN], "rest": len(places) - SHOWN,
            "undecided": sum(len(hit.undecided) for hit in found),
            "free": sum(len(hit.free) for hit in found), "decided": sum(hit.decided for hit in found),
            "groups": label_groups(taxonomy), "group": partial(group_class, taxonomy), "longest": LONGEST,
            "latest": None if form else search.latest(project, visit.user),
            "job": None, **(told(site, visit, job) if job else {}),
        }  # fmt: skip
        return site.page(request, visit, "search.html", **values)

    @router.get("/search")
    def page(request: Request, visit: Reviewer, done: Annotated[str, Query()] = "") -> Response:
        return shown(request, visit, "", [], site.jobs.of(done, visit.user) if done else None)

    @router.post("/search")
    def find(
        request: Request,
        visit: Reviewer,
        form: Annotated[str, Form(max_length=LONGEST)] = "",
    ) -> Response:
        form = " ".join(form.split())
        found = list(hits(workbench, form, visit.user)) if form else []
        return shown(request, visit, form, found, None)

    @router.post("/search/ask")
    def ask(
        request: Request,
        visit: Reviewer,
        form: Annotated[str, Form(min_length=1, max_length=LONGEST)],
        do: Annotated[Do, Form()],
        label: Annotated[str, Form(max_length=40)] = "",
    ) -> Response:
        if do == search.MARK and label not in workbench.taxonomy.categories:
            raise RefusalError(422, "search.which")
        meant = [hit for hit in hits(workbench, form, visit.user) if hit.change(do, label)]
        asked: Asked = (do, label, form, {hit.essay.row.id: hit.reading.head for hit in meant})
        places = sum(len(hit.free if do == search.MARK else hit.undecided) for hit in meant)
        values: dict[str, Any] = {
            "do": do, "label": label, "form": form, "essays": len(meant), "places": places,
            "sealed": closed(project.keys.project, msgspec.msgpack.encode(asked), _about(visit)),
        }  # fmt: skip
        return site.page(request, visit, "search_ask.html", **values)

    @router.post("/search/do")
    def carry_out(request: Request, visit: Reviewer, sealed: Annotated[str, Form()]) -> Response:
        held = opened(project.keys.project, sealed, _about(visit))
        if not held:
            raise RefusalError(403, "error.token")
        do, label, form, heads = decoders.msgpack(Asked).decode(held)

        def work(job: Job) -> None:
            left, changed = dict(heads), []
            for hit in hits(workbench, form, visit.user):
                if left.pop(hit.essay.row.id, None) != hit.reading.head:
                    continue
                try:
                    made = decide(workbench, hit, do, label, visit.user)
                except MaskeraError:
                    left[hit.essay.row.id] = 0
                else:
                    if made is not None:
                        changed.append((hit.essay.row.id, made))
                    job.count()
            job.bad = len(heads) - job.good
            if changed:
                search.remember(project, visit.user, changed)

        job = site.jobs.start("search", visit.user, work, len(heads), "/search")
        return follow(site, request, job)

    @router.post("/search/undo")
    def take_back(request: Request, visit: Reviewer, line: Annotated[RowId, Form()]) -> Response:
        decision = search.latest(project, visit.user)
        if decision is None or decision.line != line:
            raise RefusalError(404, "search.gone")
        search.undone(project, visit.user)  # first, so that it is begun once
        made = decision.made

        def work(job: Job) -> None:
            for essay_id, revision in made:
                try:
                    search.undo(workbench, essay_id, revision, visit.user)
                    job.count()
                except MaskeraError:
                    job.bad += 1

        job_of_undo = site.jobs.start("search_undo", visit.user, work, len(made), "/search")
        return follow(site, request, job_of_undo)

    return router


def _about(visit: Visit) -> str:
    return f"search all {visit.user.id}"
