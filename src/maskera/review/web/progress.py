"""The page of a piece of work: how far it has come, and in the end what was done and what was not."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from maskera.review.web.jobs import Job
from maskera.review.web.site import RefusalError, Site, Visit, to

Told = tuple[str, dict[str, object]]
"""The key of a sentence with its values."""

SHOWN = 200  # sentences on what was not done
WAIT = 2  # seconds after which a browser without script asks again


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()

    @router.get("/jobs/{job_id}")
    def page(
        request: Request, visit: Annotated[Visit, Depends(site.needs("reviewer"))], job_id: str
    ) -> Response:
        job = site.jobs.of(job_id, visit.user)
        if job is None:
            raise RefusalError(404, "progress.gone")
        part = "hx-request" in request.headers
        return site.page(
            request,
            visit,
            "_progress_job.html" if part else "progress.html",
            wait=WAIT,
            **told(site, visit, job),
        )

    return router


def told(site: Site, visit: Visit, job: Job) -> dict[str, Any]:
    """What the template of a job knows."""
    sentences: list[Told] = [
        ("progress.told", {"what": site.told(visit, each)}) if isinstance(each, Exception) else each
        for each in job.problems[:SHOWN]
    ]
    return {"job": job, "sentences": alike(sentences), "more": job.bad - len(job.problems[:SHOWN])}


def alike(sentences: Sequence[Told]) -> list[Told]:
    """The same, with the names of all that have one reason in one sentence."""
    together: dict[str, list[str]] = {}
    rest: list[Told] = []
    for key, values in sentences:
        if values.keys() == {"name"}:
            together.setdefault(key, []).append(str(values["name"]))
        else:
            rest.append((key, values))
    named: list[Told] = [(key, {"name": ", ".join(names)}) for key, names in together.items()]
    return [*named, *rest]


def follow(site: Site, request: Request, job: Job) -> Response:
    """Go to the page of a job that goes on; where the job is done, to the page behind it, which
    tells what became of it."""
    if not job.ended:
        return to(request, f"/jobs/{job.id}")
    return to(request, f"{job.back}{'&' if '?' in job.back else '?'}done={job.id}")
