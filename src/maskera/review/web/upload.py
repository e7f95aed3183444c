"""Adding essays from files: several at once, of any format that can be read, with a report of what
was added and what was not."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import DataError
from maskera.review import limited
from maskera.review.uploads import SUFFIXES
from maskera.review.web.essays_list import genres
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow
from maskera.review.web.site import RefusalError, Site, Visit
from maskera.review.workbench import NotAddedError

FILES = 10_000  # in one form
FIELDS = {"genre": 40, "level": 16, "author": 200}
"""What can be said of all the essays of an upload, with how many characters."""


async def form_of(request: Request) -> AsyncIterator[FormData]:
    """The form, with more files than the framework would take."""
    form = await request.form(max_files=FILES)
    yield form
    await form.close()


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench = site.workbench
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    @router.get("/upload")
    def page(request: Request, visit: Reviewer) -> Response:
        return site.page(
            request, visit, "upload.html", suffixes=",".join(SUFFIXES), genres=genres(workbench)
        )

    @router.post("/upload")
    def upload(
        request: Request, visit: Reviewer, form: Annotated[FormData, Depends(form_of)]
    ) -> Response:
        known = {
            name: str(form.get(name, "")).strip()[:longest] for name, longest in FIELDS.items()
        }
        sent = [
            each for each in form.getlist("files") if isinstance(each, UploadFile) and each.filename
        ]
        files = [(each.filename or "", each.file.read()) for each in sent]
        if not files:
            raise RefusalError(422, "upload.none")

        def work(job: Job) -> None:
            language = workbench.nlp().language
            items = list(limited.read_all(files, language.code, known))
            files.clear()
            job.total = len(items)
            for outcome in workbench.add(items, visit.user):
                if isinstance(outcome, NotAddedError):
                    job.refuse((f"upload.why_{outcome.code}", {"name": outcome.name}))
                elif isinstance(outcome, DataError):
                    job.refuse(outcome)
                else:
                    job.count()

        return follow(site, request, site.jobs.start("upload", visit.user, work))

    return router
