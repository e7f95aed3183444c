"""Recognizers of the project's own: what is loaded, a text to edit, files to put in; each block's
examples are run before anything is saved, and each fault is said in a sentence."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import DataError, MaskeraError
from maskera.lang import load_pack
from maskera.mentions import Trust
from maskera.review import essays
from maskera.review.essays import Filter
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow, told
from maskera.review.web.settings import pieces
from maskera.review.web.site import RefusalError, Site, Visit
from maskera.review.workbench import RECOGNIZERS
from maskera.rules.user_file import Block, Written, blocks, faults
from maskera.text import Document

LONGEST = 100_000  # characters of the recognizers of a project
LONGEST_TEXT = 20_000  # characters of a text on which they are tried
TRUSTS = tuple(trust.name.lower() for trust in Trust)
Given = Annotated[str, Form(max_length=LONGEST)]


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Admin = Annotated[Visit, Depends(site.needs("admin"))]  # noqa: N806 - a type

    def shown(
        request: Request, visit: Visit, text: str, wrong: list[str], status: int = 200
    ) -> Response:
        done = request.query_params.get("done", "")
        job = site.jobs.of(done, visit.user) if done else None
        labels = workbench.taxonomy.categories
        wrong = [site.told(visit, DataError(each)) for each in wrong]
        values: dict[str, Any] = {
            "text": text, "wrong": wrong, "held": _held(project.settings.recognizers),
            "server": _of_server(), "labels": list(labels), "trusts": TRUSTS, "longest": LONGEST,
            "longest_text": LONGEST_TEXT, "job": None, **(told(site, visit, job) if job else {}),
        }  # fmt: skip
        return site.page(request, visit, "recognizers.html", status, **values)

    def _known() -> tuple[Any, list[str]]:
        """The words and the labels that there are without the project's own."""
        pack = load_pack(project.settings.language)
        own = [each.name for each in _of_server() if each.kind == "label"]
        return pack.vocab, [*pack.taxonomy.categories, *own]

    def _of_server() -> tuple[Block, ...]:
        """What the file holds that the server was started with."""
        if workbench.recognizers is None:
            return ()
        pack = load_pack(project.settings.language)
        return blocks(workbench.recognizers, pack.vocab, pack.taxonomy.categories)

    def _held(text: str) -> tuple[Block, ...]:
        try:
            return blocks(Written(RECOGNIZERS, text), *_known())
        except DataError:
            return ()

    def saved(request: Request, visit: Visit, text: str) -> Response:
        text = text.replace("\r\n", "\n").rstrip() + "\n" if text.strip() else ""
        if len(text) > LONGEST:
            raise RefusalError(422, "recognizers.long")
        if wrong := faults(Written(RECOGNIZERS, text), *_known()):
            return shown(request, visit, text, wrong, 422)
        wanted = msgspec.structs.replace(project.settings, recognizers=text)
        workbench.nlp(settings=wanted)  # raises for what does not fit together
        if wanted != project.settings:
            project.change_settings(wanted, visit.user.id)

        def work(job: Job) -> None:
            chosen = essays.ids(project, Filter())
            job.total = len(chosen)
            for _ in workbench.looked_again(chosen):
                job.count()

        job = site.jobs.start("refresh", visit.user, work, back="/recognizers")
        return follow(site, request, job)

    @router.get("/recognizers")
    def page(request: Request, visit: Admin) -> Response:
        return shown(request, visit, project.settings.recognizers, [])

    @router.post("/recognizers")
    def save(request: Request, visit: Admin, text: Given = "") -> Response:
        return saved(request, visit, text)

    @router.post("/recognizers/file")
    def put_in(request: Request, visit: Admin, file: UploadFile) -> Response:
        """A whole recognizers.toml in place of what is there."""
        return saved(request, visit, _text(file))

    @router.post("/recognizers/list")
    def add_list(
        request: Request,
        visit: Admin,
        file: UploadFile,
        kind: Annotated[Literal["list", "allow"], Form()],
        label: Annotated[str, Form(max_length=80)] = "",
        trust: Annotated[str, Form(max_length=20)] = "formal",
        inflect: Annotated[bool, Form()] = False,
    ) -> Response:
        """A list, a form a line, as one more block."""
        lines = [line.strip() for line in _text(file).splitlines()]
        forms = [line for line in lines if line and not line.startswith("#")]
        if not forms or trust not in TRUSTS:
            raise RefusalError(422, "recognizers.empty")
        block = [f"[[{kind}]]", f"forms = {_quoted(forms)}", f"inflect = {str(inflect).lower()}"]
        if kind == "list":
            block += [f"label = {_quoted(label)}", f"trust = {_quoted(trust)}"]
        return saved(request, visit, "\n".join([project.settings.recognizers, *block]))

    @router.post("/recognizers/preview")
    def preview(
        request: Request,
        visit: Admin,
        text: Given = "",
        sample: Annotated[str, Form(max_length=LONGEST_TEXT)] = "",
    ) -> Response:
        template = "_settings_preview.html"
        wanted = msgspec.structs.replace(project.settings, recognizers=text)
        document = Document("preview", sample.strip() or "–", project.settings.language)
        try:
            sides = [workbench.preview(document, each) for each in (project.settings, wanted)]
        except MaskeraError as error:
            what = site.told(visit, error)
            return site.page(request, visit, template, wrong="settings.told", what=what)
        found = [
            (key, pieces(v.release, v.taxonomy), v)
            for key, v in zip(("now", "then"), sides, strict=True)
        ]
        alike = sides[0].release == sides[1].release
        return site.page(request, visit, template, wrong="", same=alike, sides=found)

    return router


def _text(file: UploadFile) -> str:
    """The text of a file that was sent. Raises RefusalError for one that is none."""
    content = file.file.read(4 * LONGEST + 1)
    if len(content) > 4 * LONGEST:
        raise RefusalError(422, "recognizers.long")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RefusalError(422, "recognizers.encoding") from None


def _quoted(value: str | list[str]) -> str:
    """As TOML writes it, whose strings and arrays are JSON's."""
    return msgspec.json.encode(value).decode()
