"""Double review: which essays wait for a curator, and the page on which the two readings of one
become one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from maskera.review import double_review, essays, people, segments
from maskera.review.schema import DOUBLE, STAGES
from maskera.review.settle import Choice, Comparison, Difference, figures, group, together
from maskera.review.spaghetti import group_class
from maskera.review.state import Mark, State
from maskera.review.web.desk import label_groups
from maskera.review.web.site import RefusalError, RowId, Site, Visit, to
from maskera.taxonomy import Taxonomy

PAGE = 50  # essays on a page
TAKES = ("first", "second", "neither", "own")
LONGEST_COMMENT = 10_000  # characters


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the essay: as both mark it, where they differ (at: which difference), or plain."""

    text: str
    mark: Mark | None = None
    at: int = -1


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one of the two has at a place. number: as the first reading counts; same: the words of
    what shares it there."""

    mark: Mark
    words: str
    number: int
    same: tuple[str, ...]


async def sent(request: Request) -> FormData:
    """What the form of a page sent."""
    return await request.form()


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    Curator = Annotated[Visit, Depends(site.needs("curator"))]  # noqa: N806 - a type

    @router.get("/settle")
    def listed(
        request: Request,
        visit: Curator,
        stage: str = "waits",
        page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    ) -> Response:
        if stage not in STAGES[1:]:
            raise RefusalError(404, "error.nothing")
        counts = double_review.stages(project)
        last = max(1, -(-counts.get(stage, 0) // PAGE))
        page = min(page, last)  # the list may have shrunk
        values: dict[str, Any] = {
            "stage": stage, "stages": ("waits", "open", "settled"), "counts": counts, "page": page,
            "found": double_review.page(project, stage, (page - 1) * PAGE, PAGE), "last": last,
            "whole": together(double_review.agreements(project), workbench.taxonomy), "double": project.settings.double,
        }  # fmt: skip
        return site.page(request, visit, "settle.html", **values)

    @router.get("/settle/{essay_id}")
    def compared(request: Request, visit: Curator, essay_id: RowId) -> Response:
        essay = essays.load(project, essay_id)
        found, held = workbench.compare(essay)
        text = essay.content.text
        names = {each.id: each.name for each in people.users(project)}
        values: dict[str, Any] = {
            "essay": essay,
            "settled": "settled" in held,
            "own": any(held[slot].user_id == visit.user.id for slot in DOUBLE),
            "readers": [names.get(held[slot].user_id or 0, "") for slot in DOUBLE],
            "heads": " ".join(str(held[slot].head) for slot in DOUBLE),
            "figures": figures(found.first, found.second, text, found.taxonomy, found.machine),
            "segments": segmented(found, text),
            "differences": [(each, _told(found, each, text)) for each in found.differences],
            "agreed": len(found.agreed),
            "comment": "\n\n".join(
                dict.fromkeys(filter(None, (found.first.comment, found.second.comment)))
            ),
            "groups": label_groups(site.workbench.taxonomy),
            "colour": partial(group_class, found.taxonomy),
        }
        return site.page(request, visit, "settle_essay.html", **values)

    @router.post("/settle/{essay_id}")
    def settle(
        request: Request, visit: Curator, essay_id: RowId, form: Annotated[FormData, Depends(sent)]
    ) -> Response:
        essay = essays.load(project, essay_id)
        comment = str(form.get("comment", ""))
        try:
            first, second = (int(head) for head in str(form.get("heads", "")).split())
        except ValueError:
            raise RefusalError(422, "error.refused") from None
        if len(comment) > LONGEST_COMMENT:
            raise RefusalError(422, "error.refused")
        workbench.settle(
            essay, (first, second), choices(form), comment.replace("\r\n", "\n"), visit.user
        )
        return to(request, f"/essays/{essay_id}")

    return router


def choices(form: Mapping[str, Any]) -> dict[int, Choice]:
    """What was chosen at each difference; a label alone is a choice too."""
    found: dict[int, Choice] = {}
    for name, value in form.items():
        if name.startswith("take") and name[4:].isdecimal() and value in TAKES:
            found[int(name[4:])] = Choice(
                value, str(form.get(f"label{name[4:]}", "")) if value == "own" else ""
            )
    for name, value in form.items():
        if name.startswith("label") and name[5:].isdecimal() and value:
            found.setdefault(int(name[5:]), Choice("own", str(value)))
    return found


def segmented(found: Comparison, text: str) -> list[Segment]:
    """The essay cut up by what both mark and by where they differ."""
    places: list[tuple[int, int, Mark | None, int]] = [
        (mark.start, mark.end, mark, -1) for mark, _ in found.agreed
    ]
    places += [(each.start, each.end, None, each.at) for each in found.differences]
    cut, done = [], 0
    for start, end, mark, at in sorted(places, key=lambda place: place[:2]):
        cut += [Segment(text[done:start]), Segment(text[start:end], mark, at)]
        done = end
    return [each for each in (*cut, Segment(text[done:])) if each.text]


def _told(found: Comparison, difference: Difference, text: str) -> dict[str, Any]:
    """What the page says of a difference."""
    numbers = {
        mark.key: found.numbers.get(group(mark, found.taxonomy), mark.number)
        for mark in difference.second
        if mark.number
    }
    return {
        "snippet": segments.snippet(text, difference.start, difference.end, 60),
        "first": [
            _proposal(mark, found.first, text, found.taxonomy, mark.number)
            for mark in difference.first
        ],
        "second": [
            _proposal(mark, found.second, text, found.taxonomy, numbers.get(mark.key, 0))
            for mark in difference.second
        ],
        "machine": [
            _proposal(mark, found.machine, text, found.taxonomy, mark.number)
            for mark in difference.machine
        ],
    }


def _proposal(mark: Mark, state: State, text: str, taxonomy: Taxonomy, number: int) -> Proposal:
    others = [
        each
        for each in state.applied
        if each.number and group(each, taxonomy) == group(mark, taxonomy) and each.key != mark.key
    ]
    same = tuple(dict.fromkeys(text[each.start : each.end] for each in others))
    return Proposal(mark, text[mark.start : mark.end], number, same)
