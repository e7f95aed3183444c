"""The list of essays: filters, search, paging, and what is done with many at once. What somebody
searches for stands in no address."""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends, Form, Query
from starlette.requests import Request
from starlette.responses import Response

from maskera.genre import stated_genre
from maskera.io import decoders
from maskera.io.batches import batched
from maskera.io.cipher import Sealer, WrongKeyError
from maskera.review import assignments, essays, risks
from maskera.review.essays import NOBODY, SORTS, Essay, Filter, Row
from maskera.review.people import User, users
from maskera.review.project import Project
from maskera.review.schema import STATUSES
from maskera.review.web.bulk import BATCH, allowed, may, release, set_genre, set_reviewed
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow, told
from maskera.review.web.site import RefusalError, RowId, Site, Visit, to
from maskera.review.workbench import Workbench

PAGE = 50  # essays on a page
LEAKS = ("PASS", "REVIEW", "FAIL")
LONGEST = 200  # characters of a search


@dataclass(frozen=True, slots=True)
class Asked:
    """What a list was asked for, as its address says it. search: the words, sealed for this person."""

    status: str = ""
    genre: str = ""
    level: str = ""
    leaks: str = ""
    sort: str = "added"
    texts: bool = False
    search: str = ""
    who: int = 0
    page: int = 1

    def query(self, **other: object) -> str:
        """The end of the address with these fields changed; another list begins at its first page."""
        changed, plain = replace(self, **({"page": 1} | other)), Asked()  # type: ignore[arg-type]  # fields by name
        fields = {
            name: getattr(changed, name)
            for name in self.__slots__
            if getattr(changed, name) != getattr(plain, name)
        }
        return (
            f"?{urlencode({name: int(value) if value is True else value for name, value in fields.items()})}"
            if fields
            else ""
        )

    def path(self, **other: object) -> str:
        """The address with these fields changed."""
        return "/" + self.query(**other)

    def filter(self, words: str) -> Filter:
        """The same as the store takes it."""
        return Filter(
            self.status,
            self.genre,
            self.level,
            self.leaks,
            words,
            self.texts,
            self.sort,
            who=self.who,
        )


async def asked(  # at once: a thread would cost more than it does
    status: Annotated[str, Query()] = "",
    genre: Annotated[str, Query()] = "",
    level: Annotated[str, Query()] = "",
    leaks: Annotated[str, Query()] = "",
    sort: Annotated[str, Query()] = "added",
    texts: Annotated[bool, Query()] = False,
    search: Annotated[str, Query()] = "",
    who: Annotated[int, Query(ge=NOBODY, le=2**31)] = 0,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> Asked:
    """The list that an address asks for."""
    return Asked(
        status, genre, level, leaks, sort if sort in SORTS else "added", texts, search, who, page
    )


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - types
    Admin = Annotated[Visit, Depends(site.needs("admin"))]  # noqa: N806
    List = Annotated[Asked, Depends(asked)]  # noqa: N806
    Ids = Annotated[list[RowId] | None, Form()]  # noqa: N806

    def words_of(visit: Visit, wanted: Asked) -> str:
        return opened(project.keys.project, wanted.search, f"search {visit.user.id}").decode()

    @router.get("/")
    def page(
        request: Request, visit: Reviewer, wanted: List, done: Annotated[str, Query()] = ""
    ) -> Response:
        words = words_of(visit, wanted)
        found, number, last, total = paged(project, wanted.filter(words), wanted.page)
        wanted = replace(wanted, page=number)
        job = site.jobs.of(done, visit.user) if done else None
        values: dict[str, Any] = {
            "found": found, "total": total, "words": words, "wanted": wanted, "counts": essays.counts(project), "statuses": STATUSES,
            "leaks": LEAKS, "genres": genres(workbench), "last": last, "first": (wanted.page - 1) * PAGE + 1,
            "guessed": _guessed(project, found), "people": users(project), "nobody": NOBODY,
            "risk_of": risks.shares(project, [row.id for row in found]),
            "holders": assignments.holders(project, [row.id for row in found]),
            "allowed": allowed(project.settings, visit.user), "job": None, **(told(site, visit, job) if job else {}),
        }  # fmt: skip
        return site.page(request, visit, "essays_list.html", **values)

    @router.post("/filter")
    def narrow(
        request: Request,
        visit: Reviewer,
        status: Annotated[str, Form()] = "",
        genre: Annotated[str, Form()] = "",
        level: Annotated[str, Form()] = "",
        leaks: Annotated[str, Form()] = "",
        sort: Annotated[str, Form()] = "added",
        texts: Annotated[bool, Form()] = False,
        words: Annotated[str, Form(max_length=LONGEST)] = "",
        who: Annotated[int, Form(ge=NOBODY, le=2**31)] = 0,
    ) -> Response:
        return to(
            request,
            Asked(
                status,
                genre,
                level,
                leaks,
                sort,
                texts,
                _search(project.keys.project, visit.user, words),
                who,
            ).path(),
        )

    @router.post("/bulk")
    def bulk(
        request: Request,
        visit: Reviewer,
        wanted: List,
        do: Annotated[Literal["genre", "reviewed", "release", "delete", "assign"], Form()],
        which: Annotated[Literal["ticked", "found"], Form()] = "ticked",
        id: Ids = None,
        genre: Annotated[str, Form(max_length=40)] = "",
        to_whom: Annotated[int, Form(ge=NOBODY, le=2**31)] = NOBODY,
    ) -> Response:
        chosen = (
            (id or [])
            if which == "ticked"
            else essays.ids(project, wanted.filter(words_of(visit, wanted)))
        )
        if not chosen:
            raise RefusalError(422, "list.none")
        if not visit.user.may(may(project.settings, do)):
            raise RefusalError(403, "error.role")
        if do in ("reviewed", "release"):
            return ask(site, request, visit, do, chosen, wanted.path(page=wanted.page))
        if do == "delete":
            return confirm(request, visit, chosen, wanted.path(page=wanted.page))
        if do == "assign":
            kind, deed = handing_out(visit, to_whom)

            def hand_out(job: Job) -> None:
                for part in batched(chosen, 1000):
                    job.count(deed(part))

            back = wanted.path(page=wanted.page)
            return follow(site, request, site.jobs.start(kind, visit.user, hand_out, back=back))
        if do == "genre" and genre and genre not in genres(workbench):
            raise RefusalError(422, "error.refused")

        def work(job: Job) -> None:
            set_genre(workbench, job, chosen, genre, visit.user)

        job = site.jobs.start(do, visit.user, work, len(chosen), wanted.path(page=wanted.page))
        return follow(site, request, job)

    def handing_out(visit: Visit, to_whom: int) -> tuple[str, Callable[[Sequence[int]], int]]:
        """The kind of job that assigns essays, and what it does with some of them: how many changed
        hands. Who is no curator takes and gives back their own alone."""
        by = visit.user
        if to_whom == NOBODY:
            own = None if by.may("curator") else by
            return "unassign", lambda ids: assignments.withdraw(project, ids, by, own)
        if to_whom != by.id and not by.may("curator"):
            raise RefusalError(403, "error.role")
        person = next((each for each in users(project) if each.id == to_whom), None)
        if person is None or not person.active:
            raise RefusalError(422, "error.refused")
        return "assign", lambda ids: assignments.assign(project, ids, person, by)

    @router.get("/next")
    def following(
        request: Request, visit: Reviewer, after: Annotated[RowId, Query()] = 0
    ) -> Response:
        found = assignments.following(project, visit.user, after)
        own = f"?who={visit.user.id}"
        return to(request, f"/{own}" if found is None else f"/essays/{found}{own}")

    @router.post("/asked")
    def carry_out(request: Request, visit: Reviewer, sealed: Annotated[str, Form()]) -> Response:
        held = opened(project.keys.project, sealed, f"asked {visit.user.id}")
        if not held:
            raise RefusalError(403, "error.token")
        do, chosen, back = decoders.msgpack(tuple[str, list[int], str]).decode(held)
        if not visit.user.may(may(project.settings, do)):
            raise RefusalError(403, "error.role")
        works: dict[str, Callable[[Job], None]] = {
            "reviewed": lambda job: set_reviewed(workbench, job, chosen, visit.user),
            "release": lambda job: release(workbench, job, chosen, visit.user),
        }
        job = site.jobs.start(do, visit.user, works[do], len(chosen), back)
        return follow(site, request, job)

    def confirm(
        request: Request, visit: Visit, chosen: Sequence[int], back: str, author: bool = False
    ) -> Response:
        """The page that asks before it is too late. It carries the very essays that it counted,
        sealed."""
        sealed = closed(
            project.keys.project,
            msgspec.msgpack.encode((list(chosen), author)),
            f"delete {visit.user.id}",
        )
        released = sum(
            row.status == "released"
            for part in batched(chosen, 1000)
            for row in essays.listed(project, part)
        )
        values: dict[str, Any] = {
            "count": len(chosen),
            "released": released,
            "sealed": sealed,
            "back": back,
            "author": author,
        }
        return site.page(request, visit, "essays_delete.html", **values)

    @router.post("/delete")
    def delete(request: Request, visit: Admin, sealed: Annotated[str, Form()]) -> Response:
        held = opened(project.keys.project, sealed, f"delete {visit.user.id}")
        if not held:
            raise RefusalError(403, "error.token")
        chosen, author = decoders.msgpack(tuple[list[int], bool]).decode(held)

        def work(job: Job) -> None:
            for part in batched(chosen, BATCH):
                job.count(
                    essays.delete(
                        project, part, visit.user.id, "everything of one person" if author else ""
                    )
                )
            job.total = job.done

        return follow(site, request, site.jobs.start("delete", visit.user, work, len(chosen)))

    @router.get("/author")
    def author_form(request: Request, visit: Admin) -> Response:
        return site.page(request, visit, "essays_author.html", missing=False)

    @router.post("/author")
    def author(
        request: Request, visit: Admin, author: Annotated[str, Form(min_length=1, max_length=200)]
    ) -> Response:
        chosen = essays.by_author(project, author)
        if not chosen:
            return site.page(request, visit, "essays_author.html", 404, missing=True)
        return confirm(request, visit, chosen, "/author", author=True)

    return router


def ask(
    site: Site, request: Request, visit: Visit, do: str, chosen: Sequence[int], back: str
) -> Response:
    """The page that asks, with numbers, before many essays are called reviewed or are released. It
    carries the very essays that it counted, sealed."""
    project = site.workbench.project
    told = msgspec.msgpack.encode((do, list(chosen), back))
    values: dict[str, Any] = {
        "do": do,
        "unread": essays.unread(project, chosen),
        "blocks": project.settings.undecided_block,
        "sealed": closed(project.keys.project, told, f"asked {visit.user.id}"),
        "back": back,
    }
    return site.page(request, visit, "essays_ask.html", **values)


def paged(project: Project, wanted: Filter, page: int) -> tuple[list[Row], int, int, int]:
    """A page of a list, or its last where it has shrunk meanwhile: the rows, the page's number, how
    many pages and essays there are."""
    found, total = essays.rows(project, wanted, (page - 1) * PAGE, PAGE)
    last = max(1, -(-total // PAGE))
    return (found, page, last, total) if page <= last else paged(project, wanted, last)


def genres(workbench: Workbench) -> list[str]:
    """The genres that the project's language knows."""
    return sorted(set(workbench.nlp().language.texts.genres.values()))


def guessed(essay: Essay) -> bool:
    """Whether the genre that pages show of an essay is a guess."""
    return bool(essay.row.genre) and not stated_genre(essay.document)


def _guessed(project: Project, rows: Sequence[Row]) -> set[int]:
    """Those of the rows whose genre is a guess."""
    unsaid = [row.id for row in rows if row.genre and row.guessed is None]
    older = essays.every(project, ids=unsaid) if unsaid else ()
    return {row.id for row in rows if row.guessed} | {e.row.id for e in older if guessed(e)}


def closed(sealer: Sealer, plain: bytes, about: str) -> str:
    """Something that goes to the browser and comes back, which nobody there can read or change."""
    return base64.urlsafe_b64encode(sealer.seal(plain, about)).decode() if plain else ""


def opened(sealer: Sealer, sealed: str, about: str) -> bytes:
    """What closed() closed; nothing when it is not ours."""
    try:
        return (
            sealer.open(base64.urlsafe_b64decode(sealed.encode("ascii", "replace")), about)
            if sealed
            else b""
        )
    except (WrongKeyError, ValueError):
        return b""


def _search(sealer: Sealer, user: User, words: str) -> str:
    return closed(sealer, " ".join(words.split()).encode("utf-8", "replace"), f"search {user.id}")
