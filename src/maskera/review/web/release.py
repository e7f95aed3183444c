"""What may leave: releasing reviewed essays, taking releases back, and taking essays out of the
project as files."""

from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from maskera.io.batches import batched
from maskera.review import essays, export
from maskera.review.blocks import blocks
from maskera.review.essays import Filter
from maskera.review.export import Selection
from maskera.review.readings import StaleError
from maskera.review.residual import residual
from maskera.review.spaghetti import group_class
from maskera.review.web.bulk import BATCH, may
from maskera.review.web.essays_list import ask, paged
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow, told
from maskera.review.web.site import RefusalError, RowId, Site, Visit

SHOWN = {
    "ready": Filter(status="reviewed", leave=True),
    "held": Filter(status="reviewed", leave=False),
    "released": Filter(status="released"),
}
ADDRESS = {
    "ready": "?status=reviewed&leave=1",
    "held": "?status=reviewed&leave=0",
    "released": "?status=released",
}
"""The same lists as the essay page knows them, for its ways to the one before and the one after."""

BLOCKS = 12  # of an essay at a time: some 500 words

Show = Literal["ready", "held", "released"]
WHICH = {"released": ("released",), "reviewed": ("reviewed", "released")}


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Curator = Annotated[Visit, Depends(site.needs("curator"))]  # noqa: N806 - a type

    @router.get("/release")
    def page(
        request: Request,
        visit: Curator,
        show: Show = "ready",
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
        done: str = "",
    ) -> Response:
        job = site.jobs.of(done, visit.user) if done else None
        found, page, last, total = paged(project, SHOWN[show], page)
        counts = essays.counts(project)
        values: dict[str, Any] = {
            "show": show, "address": ADDRESS[show], "found": found, "total": total,
            "page": page, "last": last, "counts": counts,
            "numbers": {key: total if key == show else essays.rows(project, each, 0, 0)[1] for key, each in SHOWN.items()},
            "residual": residual(project, released=True), "public": export.PUBLIC, "secret": export.SECRET,
            "may_release": visit.user.may(may(project.settings, "release")),
            "job": None, **(told(site, visit, job) if job else {}),
        }  # fmt: skip
        return site.page(request, visit, "release.html", **values)

    @router.get("/release/{essay_id}")
    def both(
        request: Request,
        visit: Curator,
        essay_id: RowId,
        start: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    ) -> Response:
        essay = essays.load(project, essay_id)
        if essay.row.status not in WHICH["reviewed"]:
            raise HTTPException(404)
        view = workbench.final(essay)
        left = [block for block in blocks(view) if block.start >= start]
        values: dict[str, Any] = {
            "essay": essay,
            "view": view,
            "shown": left[:BLOCKS],
            "first": start == 0,
            "rest": left[BLOCKS].start if len(left) > BLOCKS else None,
            "group": partial(group_class, view.taxonomy),
        }
        part = "hx-request" in request.headers
        return site.page(
            request, visit, "_release_texts.html" if part else "release_essay.html", **values
        )

    @router.post("/release")
    def decide(
        request: Request,
        visit: Curator,
        show: Annotated[Literal["ready", "released"], Form()],
        which: Annotated[Literal["ticked", "found"], Form()] = "ticked",
        id: Annotated[list[RowId] | None, Form()] = None,
    ) -> Response:
        chosen = (id or []) if which == "ticked" else essays.ids(project, SHOWN[show])
        if not chosen:
            raise RefusalError(422, "list.none")
        if not visit.user.may(may(project.settings, "release")):
            raise RefusalError(403, "error.role")
        if show == "ready":
            return ask(site, request, visit, "release", chosen, "/release?show=ready")

        def work(job: Job) -> None:
            for part in batched(chosen, BATCH):
                for essay in essays.every(project, ids=part):
                    if essay.row.status != "released":
                        job.refuse(("progress.why_not_released", {"name": essay.row.name}))
                        continue
                    try:
                        workbench.take_back(essay, visit.user)
                        job.count()
                    except StaleError:
                        job.refuse(("progress.why_changed", {"name": essay.row.name}))

        return follow(
            site,
            request,
            site.jobs.start("take_back", visit.user, work, len(chosen), f"/release?show={show}"),
        )

    @router.post("/release/export")
    def take_out(
        request: Request,
        visit: Curator,
        format: Annotated[str, Form(max_length=20)],
        which: Annotated[Literal["released", "reviewed"], Form()] = "released",
        genre: Annotated[str, Form(max_length=40)] = "",
        level: Annotated[str, Form(max_length=16)] = "",
    ) -> Response:
        wanted = Selection(
            WHICH[which] if format in export.SECRET else WHICH["released"], genre, level
        )
        pieces = export.zipped(workbench, format, wanted)
        if not export.count(workbench, wanted):
            raise RefusalError(422, "release.nothing")
        export.log(workbench, format, wanted, visit.user)
        name = f"maskera-{'SECRET-' if format in export.SECRET else ''}{format}-{datetime.now(UTC):%Y-%m-%d}.zip"
        return StreamingResponse(
            pieces,
            media_type="application/zip",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    return router
