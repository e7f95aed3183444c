"""The page of one essay: its texts side by side, its graph, its referents, the doubtful places; and
every correction of it.

Each correction is a post that carries the revision it was made on (`head`) and, where it comes from
the page's script, the parts that the page has (`parts`): it is answered with those that differ, else
with all of the page's work anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from maskera.review import assignments, essays, readings, risks
from maskera.review.essays import Essay
from maskera.review.readings import Reading, RefusedError, StaleError
from maskera.review.state import (
    Accept,
    Add,
    Change,
    ChangeError,
    Pseudonym,
    Reject,
    Relabel,
    State,
)
from maskera.review.view import View
from maskera.review.web.changes import CHANGES, Fields, fields
from maskera.review.web.desk import Desk, card, held, label_groups, locked
from maskera.review.web.essays_list import Asked, asked, opened
from maskera.review.web.site import RowId, Site, Visit, to, translator

DECISIVE = ("accept", "reject", "relabel")
"""After these the next doubtful place is shown."""
OTHERS = ("undo", "redo", "redraw", "propagate", "done", "reopen")
"""The posts beside CHANGES."""
LOCKING = ("done", "reopen")
"""After these the whole page is another."""


PARTS = {"X-Parts": "1"}
"""What tells the page's script that an answer is parts, not a whole."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a post: the mark to be shown next, what to say (text key and its values)."""

    selected: int
    said: str = ""
    values: Mapping[str, object] | None = None
    status: int = 200


def routes(site: Site) -> APIRouter:
    """The page and its posts."""
    router = APIRouter()
    workbench = site.workbench
    Here = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    def found(essay_id: int, visit: Visit) -> tuple[Essay, Reading, View]:
        return workbench.open(essay_id, visit.user)

    @router.get("/essays/{essay_id}")
    def show(
        request: Request,
        essay_id: RowId,
        visit: Here,
        wanted: Annotated[Asked, Depends(asked)],
        mark: int = -1,
    ) -> Response:
        try:
            essay, reading, view = found(essay_id, visit)
        except RefusedError:
            if (
                visit.user.may("curator")
                and essays.load(workbench.project, essay_id).row.stage == "waits"
            ):
                return to(
                    request, f"/settle/{essay_id}"
                )  # two others have read it, and it is for curators to go on
            raise
        words = (
            ""
            if wanted.texts
            else opened(
                workbench.project.keys.project, wanted.search, f"search {visit.user.id}"
            ).decode()
        )
        essays.see(workbench.project, essay)
        before, after = essays.neighbours(workbench.project, wanted.filter(words), essay_id)
        around: dict[str, Any] = {
            "before": before,
            "after": after,
            "query": wanted.query(page=wanted.page),
            "groups": label_groups(site.workbench.taxonomy),
            "frequent": workbench.taxonomy.frequent,
            "has_risk": risks.available(workbench.project.settings.language),
            "assigned": assignments.following(workbench.project, visit.user, essay_id) is not None,
        }
        desk = Desk(site, visit, essay, reading, view, mark)
        return site.page(request, visit, "essay.html", **desk.values, **around, said="")

    @router.get("/essays/{essay_id}/mention/{key}")
    def mention(request: Request, essay_id: RowId, key: int, visit: Here) -> Response:
        essay, reading, view = found(essay_id, visit)
        return site.page(
            request, visit, "_essay_card.html", **card(site, visit, essay, reading, view, key)
        )

    @router.get("/essays/{essay_id}/graph/{start}")
    def graph(essay_id: RowId, start: int, visit: Here) -> Response:
        desk = Desk(site, visit, *found(essay_id, visit), -1)
        return HTMLResponse(desk.graph(start), headers=PARTS)

    @router.get("/essays/{essay_id}/elsewhere/{key}")
    def elsewhere(request: Request, essay_id: RowId, key: int, visit: Here) -> Response:
        essay, reading, _ = found(essay_id, visit)
        spread = list(workbench.spread(essay, reading.state.mark(key), True, visit.user))
        counted = {"places": sum(len(places) for _, _, places in spread), "essays": len(spread)}
        return site.page(request, visit, "_essay_elsewhere.html", key=key, essay=essay, **counted)

    @router.post("/essays/{essay_id}/{action}")
    def act(
        request: Request,
        essay_id: RowId,
        action: str,
        visit: Here,
        form: Annotated[Fields, Depends(fields)],
    ) -> Response:
        if action not in CHANGES and action not in OTHERS:
            raise HTTPException(404)
        essay = essays.load(workbench.project, essay_id)
        view = None
        try:
            reading = readings.of(workbench.project, essay, visit.user)
            if not readings.shown_by(workbench.project, reading, form.number("head")):
                raise StaleError(readings.STALE)
            view, outcome = carry_out(essay, reading, action, form, visit)
        except StaleError:
            outcome = Outcome(form.number("selected", -1), "essay.stale", status=409)
        except RefusedError:
            outcome = Outcome(form.number("selected", -1), "essay.locked", status=403)
        except ChangeError as error:
            outcome = Outcome(form.number("selected", -1), f"essay.cannot_{error.code}", status=422)
        if "hx-request" not in request.headers and outcome.status == 200:
            return to(request, f"/essays/{essay_id}?mark={outcome.selected}")
        if view is None:
            essay, reading, view = found(essay_id, visit)
        else:
            essay = essays.again(workbench.project, essay)
            reading = readings.of(workbench.project, essay, visit.user)
        desk = Desk(site, visit, essay, reading, view, outcome.selected)
        said = (
            translator(visit.language)(outcome.said, **(outcome.values or {}))
            if outcome.said
            else ""
        )
        has = form.text("parts")
        if has and action not in LOCKING and not locked(essay, reading):
            return HTMLResponse(desk.answer(held(has), said), outcome.status, PARTS)
        return site.page(
            request, visit, "_essay_answer.html", outcome.status, **desk.values, said=said
        )

    def carry_out(
        essay: Essay, reading: Reading, action: str, form: Fields, visit: Visit
    ) -> tuple[View | None, Outcome]:
        selected, user = form.number("selected", -1), visit.user
        if locked(essay, reading) and (essay.row.status == "released" or action != "reopen"):
            raise RefusedError("the essay has been released, or the reading is done")
        if action in CHANGES:
            change = CHANGES[action](form, reading.state, essay.content.text, workbench.taxonomy)
            view = workbench.change(essay, reading, change, user)
            return view, Outcome(
                _next(reading.state, view, change, action, selected), *_told(view, change)
            )
        if action in ("undo", "redo"):
            return workbench.step(essay, reading, action == "undo", user), Outcome(
                selected, f"essay.said_{action}"
            )
        if action == "redraw":
            key = form.number("key")
            return workbench.redraw(
                essay, reading, workbench.look(essay, reading.state), key, user
            ), Outcome(key)
        if action == "propagate":
            key = form.number("key")
            marked = workbench.propagate(
                essay, reading.state.mark(key), form.text("scope") == "project", user
            )
            return None, Outcome(key, "essay.said_propagate", {"count": marked})
        workbench.finish(essay, reading, action == "done", user)
        return None, Outcome(selected, f"essay.said_{action}")

    return router


def _next(before: State, view: View, change: Change, action: str, selected: int) -> int:
    """The mark to be shown after a change: the new one, the one that was changed, or the doubtful
    place that comes next."""
    if isinstance(change, Add):
        return max(mark.key for mark in view.state.marks)
    if action in DECISIVE and not isinstance(change, Add):
        keys = (
            change.keys
            if isinstance(change, Accept | Reject)
            else (change.key,)
            if isinstance(change, Relabel)
            else ()
        )
        queue = replace(view, state=before).queue
        doubtful = [at for at, mark in enumerate(queue) if mark.key in keys]
        if doubtful:
            left = {mark.key for mark in view.queue}
            order = [*queue[doubtful[0] :], *queue[: doubtful[0]]]
            return next((mark.key for mark in order if mark.key in left), keys[0])
        if keys and selected not in keys:
            return keys[0]
    key = getattr(change, "key", -1)
    return key if isinstance(key, int) and key >= 0 else selected


def _told(view: View, change: Change) -> tuple[str, Mapping[str, object] | None]:
    """What should be said of a change that was made: that a pseudonym stands for two."""
    if isinstance(change, Pseudonym) and change.text:
        chosen = {
            key: replacement.text.casefold()
            for key, replacement in view.replacements.items()
            if replacement.hidden
        }
        names = view.names_with(view.state.mark(change.key))
        if any(
            chosen.get(mark.key) == chosen.get(change.key) and names[mark.key] != names[change.key]
            for mark in view.state.applied
        ):
            return "essay.said_shared", None
    return "", None
