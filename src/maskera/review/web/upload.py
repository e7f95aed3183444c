"""Adding essays from files: several at once, of any format that can be read, with a report of what
was added and what was not."""

from collections.abc import AsyncIterator
from pathlib import PurePosixPath
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import DataError
from maskera.review import limited
from maskera.review.uploads import ARCHIVE, SUFFIXES
from maskera.review.web.essays_list import genres
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow
from maskera.review.web.site import RefusalError, Site, Visit
from maskera.review.workbench import NotAddedError

KINDS = (*SUFFIXES, ARCHIVE)
FILES = 10_000  # in one form
FIELDS = {"genre": 40, "level": 16, "author": 200}
"""What can be said of all the essays of an upload, with how many characters."""


async def form_of(request: Request) -> AsyncIterator[FormData]:
    """The form, with more files than the framework would take."""
    form = await request.form(max_files=FILES)
    try:
        yield form
    finally:
        await form.close()


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench = site.workbench
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    @router.get("/upload")
    def page(request: Request, visit: Reviewer) -> Response:
        return site.page(
            request, visit, "upload.html", suffixes=",".join(KINDS), genres=genres(workbench)
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
        files = [each for each in files if not _beside(each[0])]
        if known["genre"] and known["genre"] not in genres(workbench):
            raise RefusalError(422, "upload.genre_unknown")
        if not files:
            raise RefusalError(422, "upload.none")

        def work(job: Job) -> None:
            items = list(limited.read_all(files, workbench.nlp().language, known))
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


def _beside(name: str) -> bool:
    """Whether a file of a folder is none that somebody put there to be read: a browser sends all
    that a folder holds, each with its path."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return len(parts) > 1 and (
        any(part.startswith(".") for part in parts)
        or PurePosixPath(name).suffix.lower() not in KINDS
    )
