"""What the project decides: the form, what it would change in an essay, and the work that follows
when it is saved."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Form
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import MaskeraError
from maskera.pipeline import MODES
from maskera.policy import SCOPES, load_policy, shipped
from maskera.result import Release
from maskera.review import essays
from maskera.review.essays import Filter
from maskera.review.project import Settings
from maskera.review.view import View
from maskera.review.web.essays_list import genres
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow, told
from maskera.review.web.site import RefusalError, Site, Visit, to
from maskera.taxonomy import Taxonomy
from maskera.text import Document

LONGEST_DAYS = 36_500
LONGEST_TEXT = 20_000  # characters of a text that is pasted to try the settings on
SHOWS = ("policy", "scope", "mode", "skip_genres", "selective_genres")
"""The settings that change how essays look."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of a release: words outside every mention, or one mention with its label and its
    group (for the colour)."""

    text: str
    label: str = ""
    group: str = ""


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Admin = Annotated[Visit, Depends(site.needs("admin"))]  # noqa: N806 - a type

    def meant(
        title: Annotated[str, Form(max_length=80)],
        policy: Annotated[str, Form(max_length=400)],
        mode: Annotated[str, Form(max_length=20)],
        scope: Annotated[str, Form(max_length=20)] = "",
        skip_genres: Annotated[list[str] | None, Form()] = None,
        selective_genres: Annotated[list[str] | None, Form()] = None,
        double: Annotated[bool, Form()] = False,
        retention_days: Annotated[int, Form(ge=0, le=LONGEST_DAYS)] = 0,
        collect: Annotated[bool, Form()] = False,
        collect_originals: Annotated[bool, Form()] = False,
        bulk_role: Annotated[Literal["reviewer", "curator", "admin"], Form()] = "reviewer",
        release_role: Annotated[Literal["curator", "admin"], Form()] = "curator",
        undecided_block: Annotated[bool, Form()] = False,
        admin_code: Annotated[bool, Form()] = False,
    ) -> Settings:
        """The settings of the form. A policy of one's own can stay, but none be named: it would be
        a path on the server."""
        known = {*genres(workbench)}
        skipped, selective = skip_genres or [], selective_genres or []
        if (
            not title.strip()
            or policy not in (*shipped(), project.settings.policy)
            or mode not in MODES
            or scope not in ("", *SCOPES)
            or not known.issuperset([*skipped, *selective])
        ):
            raise RefusalError(422, "error.refused")
        return msgspec.structs.replace(
            project.settings, title=title.strip(), policy=policy, scope=scope, mode=mode, skip_genres=tuple(skipped),
            selective_genres=tuple(genre for genre in selective if genre not in skipped), double=double, retention_days=retention_days,
            collect=collect, collect_originals=collect_originals, bulk_role=bulk_role,
            release_role=release_role, undecided_block=undecided_block, admin_code=admin_code,
        )  # fmt: skip

    Meant = Annotated[Settings, Depends(meant)]  # noqa: N806

    @router.get("/settings")
    def page(request: Request, visit: Admin, done: str = "") -> Response:
        job = site.jobs.of(done, visit.user) if done else None
        held = project.settings
        policies = shipped() if held.policy in shipped() else (*shipped(), held.policy)
        values: dict[str, Any] = {
            "settings": held, "policies": policies, "scopes": SCOPES, "modes": MODES, "genres": genres(workbench),
            "policy_scope": load_policy(held.policy).scope, "most_days": LONGEST_DAYS, "longest": LONGEST_TEXT,
            "examples": essays.rows(project, Filter(), 0, 20)[0], "job": None, "saved": done == "saved",
            **(told(site, visit, job) if job else {}),
        }  # fmt: skip
        return site.page(request, visit, "settings.html", **values)

    @router.post("/settings/preview")
    def preview(
        request: Request,
        visit: Admin,
        wanted: Meant,
        essay: Annotated[str, Form(max_length=400)] = "",
        text: Annotated[str, Form(max_length=LONGEST_TEXT)] = "",
    ) -> Response:
        found = essays.find(project, essay.strip()) if not text.strip() else None
        if not text.strip() and found is None:
            return site.page(request, visit, "_settings_preview.html", wrong="settings.no_essay")
        what = (
            Document("preview", text.strip(), project.settings.language)
            if found is None
            else essays.load(project, found)
        )
        try:
            sides = [workbench.preview(what, each) for each in (project.settings, wanted)]
        except MaskeraError as error:
            return site.page(
                request,
                visit,
                "_settings_preview.html",
                wrong="settings.told",
                what=site.told(visit, error),
            )
        values: dict[str, Any] = {
            "sides": [
                (key, pieces(v.release, v.taxonomy), v)
                for key, v in zip(("now", "then"), sides, strict=True)
            ]
        }
        return site.page(
            request, visit, "_settings_preview.html", wrong="", same=_same(*sides), **values
        )

    @router.post("/settings")
    def save(request: Request, visit: Admin, wanted: Meant) -> Response:
        held = project.settings
        workbench.nlp(settings=wanted)  # raises for what does not fit together
        if "author" in (
            wanted.scope,
            "" if wanted.scope else load_policy(wanted.policy).scope,
        ) and essays.without_author(project):
            raise RefusalError(422, "settings.orphans")
        if wanted != held:
            project.change_settings(wanted, visit.user.id)
        if wanted.retention_days != held.retention_days:
            essays.retain(project, wanted.retention_days)
        if all(getattr(wanted, name) == getattr(held, name) for name in SHOWS):
            return to(request, "/settings?done=saved")

        def work(job: Job) -> None:
            chosen = essays.ids(project, Filter())
            job.total = len(chosen)
            for _ in workbench.looked_again(chosen):
                job.count()

        return follow(site, request, site.jobs.start("refresh", visit.user, work, back="/settings"))

    return router


def pieces(released: Release, taxonomy: Taxonomy) -> list[Piece]:
    """A release cut into mentions and what is between them."""
    found, done = [], 0
    for mention in sorted(released.mentions, key=lambda each: each.span):
        found.append(Piece(released.text[done : mention.span.start]))
        group = taxonomy.category(mention.label).group.lower().replace(" ", "-").replace("/", "-")
        number = f" {mention.number}" if mention.number else ""
        found.append(
            Piece(
                released.text[mention.span.start : mention.span.end],
                f"{mention.label}{number}",
                group,
            )
        )
        done = mention.span.end
    return [piece for piece in (*found, Piece(released.text[done:])) if piece.text]


def _same(one: View, other: View) -> bool:
    return one.release.text == other.release.text and one.release.mentions == other.release.mentions
