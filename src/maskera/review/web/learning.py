"""Pages of a project of `maskera learn`: cards, doubtful sentences, how far it is. There when the
workbench was opened with --learn; the project's file stays its own, encrypted under its own key."""

import zipfile
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import DataError, MaskeraError
from maskera.evaluate import charts
from maskera.review.web.site import RefusalError, Site, Visit, to

if TYPE_CHECKING:
    from maskera.learn.clusters import Kind
    from maskera.learn.status import Status

LONGEST = 2000  # characters of an answer
STEP = 500  # tokens read: where the learning curve ends is a multiple
RANDOM = "random"  # sentences all at random, not by doubt


def routes(site: Site) -> APIRouter:
    """The pages; none without a project to learn."""
    router = APIRouter()
    questions = site.workbench.learning
    site.learning = questions is not None
    if questions is None:
        return router
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type
    Curator = Annotated[Visit, Depends(site.needs("curator"))]  # noqa: N806
    Line = Annotated[str, Form(max_length=LONGEST)]  # noqa: N806
    labels = questions.project.setup.labels
    told: dict[int, Status] = {}  # by records of the file: it takes seconds to make

    def status() -> "Status":
        from maskera.learn.status import summary

        with questions.lock:
            at = questions.project.records
            if at not in told:
                told.clear()
                told[at] = summary(questions)
            return told[at]

    def card(request: Request, visit: Visit, kind: "Kind", wrong: str = "") -> Response:
        values: dict[str, Any] = {"labels": labels, "kind": kind, "wrong": wrong}
        asked = questions.card(kind, str(visit.user.id))
        answered = len(questions.project.decisions().cards)
        return site.page(
            request, visit, "learn_card.html", 422 if wrong else 200,
            asked=asked, answered=answered, **values,
        )  # fmt: skip

    def sentence(
        request: Request, visit: Visit, chosen: str, wrong: str = "", line: str = ""
    ) -> Response:
        shown = questions.sentence(chosen == RANDOM, str(visit.user.id))
        read = len(questions.project.decisions().read)
        return site.page(
            request, visit, "learn_read.html", 422 if wrong else 200,
            shown=shown, labels=labels, read=read, wrong=wrong, chosen=chosen, line=line,
        )  # fmt: skip

    @router.get("/learn")
    def overview(request: Request, visit: Reviewer) -> Response:
        from maskera.learn import export

        found = status()
        end = -(-found.tokens_read // STEP) * STEP
        points = [(tokens / end, f1) for tokens, f1 in found.curve]
        drawn = charts.lines(
            {"F1": points}, site.text(visit, "learn.tokens_read"), "F1", dots=True, end=end
        ) if points else ""  # fmt: skip
        options = export.options(questions.project.setup.language)
        return site.page(request, visit, "learn.html", found=found, curve=drawn, options=options)

    @router.get("/learn/cards")
    def ask(request: Request, visit: Reviewer, by: str = "term") -> Response:
        return card(request, visit, _kind(by))

    @router.post("/learn/cards")
    def decide(
        request: Request, visit: Reviewer, key: Line, by: Line = "term", kind: Line = "",
        line: Line = "", answer: Line = "",
    ) -> Response:  # fmt: skip
        asked = questions.asked(_kind(kind or by), key)
        if asked is None:
            raise RefusalError(404, "error.nothing")
        try:
            kept = questions.decide(asked, (answer or line).strip(), str(visit.user.id))
        except DataError as error:
            return card(request, visit, _kind(by), site.told(visit, error))
        if not kept:
            return card(request, visit, _kind(by), site.text(visit, "learn.answered"))
        return to(request, f"/learn/cards?by={_kind(by)}")

    @router.get("/learn/read")
    def show(request: Request, visit: Reviewer, chosen: str = "") -> Response:
        return sentence(request, visit, RANDOM if chosen == RANDOM else "")

    @router.post("/learn/read")
    def read(
        request: Request, visit: Reviewer, first: Annotated[int, Form()], line: Line = "",
        chosen: Line = "",
    ) -> Response:  # fmt: skip
        shown = questions.shown(first)
        try:
            kept = shown is not None and questions.read(shown, line, str(visit.user.id))
        except DataError as error:
            return sentence(request, visit, chosen, site.told(visit, error), line)
        if not kept:
            return sentence(request, visit, chosen, site.text(visit, "learn.answered"))
        return to(request, "/learn/read" + (f"?chosen={RANDOM}" if chosen == RANDOM else ""))

    @router.post("/learn/export")
    def take_out(
        visit: Curator, kind: Annotated[Literal["jsonl", "itac", "models"], Form()]
    ) -> Response:
        """What the project gives, as its command does: marked texts, or a folder of models, packed."""
        from maskera.learn import export

        project = site.workbench.project
        try:
            with questions.lock:
                if kind == "models":
                    with TemporaryDirectory() as folder:
                        export.models(questions.project, questions.learner, Path(folder))
                        body = _packed(Path(folder))
                else:
                    body = export.marked(questions.project, questions.learner, kind).encode()
        except MaskeraError:
            raise RefusalError(422, "learn.nothing") from None
        with project.write() as connection:
            project.log(connection, "export", visit.user.id, detail=f"learn; {kind}")
        name = "maskera-models.zip" if kind == "models" else f"maskera-SECRET-learn.{kind}"
        return Response(
            body,
            media_type="application/zip" if kind == "models" else "text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    @router.post("/learn/undo")
    def undo(request: Request, visit: Reviewer, back: Line = "") -> Response:
        last = questions.undo(str(visit.user.id))
        if last is None or not back.startswith("/learn/"):
            return to(request, "/learn")
        by = getattr(last, "kind", "")
        return to(request, f"/learn/cards?by={by}" if by else "/learn/read")

    return router


def _packed(folder: Path) -> bytes:
    """The files of a folder as a zip archive."""
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    return held.getvalue()


def _kind(by: str) -> "Kind":
    return "situation" if by == "situation" else "term"
