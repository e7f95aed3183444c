"""The page of one essay: its texts side by side, its graph, its referents, the doubtful places; and
every correction of it.

Each correction is a post that carries the revision it was made on (`head`) and is answered with all
of the page's work anew.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from maskera.errors import DataError
from maskera.replace.shape import fold, folded
from maskera.review import essays, export, readings, segments, spaghetti
from maskera.review.essays import Essay
from maskera.review.project import ForeignRowError
from maskera.review.readings import Reading, RefusedError, StaleError
from maskera.review.referents import referent_keys, same
from maskera.review.state import (
    Accept,
    Add,
    Change,
    ChangeError,
    Mark,
    Pseudonym,
    Reject,
    Relabel,
    State,
    named,
)
from maskera.review.view import View, reasons, shared_base, unseen
from maskera.review.web.changes import CHANGES, Fields, fields
from maskera.review.web.essays_list import Asked, asked, guessed, opened
from maskera.review.web.site import RowId, Site, Visit, to, translator
from maskera.taxonomy import taxonomy

FEATURES = ("gen", "def", "pl", "foreign")
LONGEST_BAR = 5.0  # log-odds that fill a bar
DECISIVE = ("accept", "reject", "relabel")
"""After these the next doubtful place is shown."""
OTHERS = ("undo", "redo", "redraw", "propagate", "done", "reopen")
"""The posts beside CHANGES."""


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
        try:
            return workbench.open(essay_id, visit.user)
        except ForeignRowError:
            raise
        except DataError:
            raise HTTPException(404) from None

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
        before, after = essays.neighbours(workbench.project, wanted.filter(words), essay_id)
        values = _work(visit, essay, reading, view, mark, workbench.project.settings.double)
        around: dict[str, Any] = {
            "before": before,
            "after": after,
            "query": wanted.query(page=wanted.page),
        }
        return site.page(request, visit, "essay.html", **values, **around, said="")

    @router.get("/essays/{essay_id}/mention/{key}")
    def mention(request: Request, essay_id: RowId, key: int, visit: Here) -> Response:
        essay, reading, view = found(essay_id, visit)
        return site.page(
            request, visit, "_essay_card.html", **_card(visit, essay, reading, view, key)
        )

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
        try:
            essay = essays.load(workbench.project, essay_id)
        except ForeignRowError:
            raise
        except DataError:
            raise HTTPException(404) from None
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
            essay = essays.load(workbench.project, essay_id)
            reading = readings.of(workbench.project, essay, visit.user)
        values = _work(
            visit, essay, reading, view, outcome.selected, workbench.project.settings.double
        )
        said = (
            translator(visit.language)(outcome.said, **(outcome.values or {}))
            if outcome.said
            else ""
        )
        return site.page(request, visit, "_essay_answer.html", outcome.status, **values, said=said)

    def carry_out(
        essay: Essay, reading: Reading, action: str, form: Fields, visit: Visit
    ) -> tuple[View | None, Outcome]:
        selected, user = form.number("selected", -1), visit.user
        if _locked(essay, reading) and (essay.row.status == "released" or action != "reopen"):
            raise RefusedError("the essay has been released, or the reading is done")
        if action in CHANGES:
            change = CHANGES[action](form, reading.state, essay.content.text)
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
        names = referent_keys(
            (*view.state.applied, view.state.mark(change.key)), view.result.document.text
        )
        if any(
            chosen.get(mark.key) == chosen.get(change.key) and names[mark.key] != names[change.key]
            for mark in view.state.applied
        ):
            return "essay.said_shared", None
    return "", None


def _locked(essay: Essay, reading: Reading) -> bool:
    return essay.row.status == "released" or reading.done


@dataclass(frozen=True, slots=True)
class Referent:
    """A line of the list of referents: what shares a pseudonym. number: 0 for what has none.
    chosen: a person chose the pseudonym."""

    number: int
    kind: str
    labels: tuple[str, ...]
    pseudonym: str
    chosen: bool
    marks: tuple[Mark, ...]


def referents(view: View) -> list[Referent]:
    """The referents of a view by running number, their kinds in text order."""
    names = referent_keys(view.state.applied, view.result.document.text)
    groups: dict[tuple[int, str], list[Mark]] = {}
    for mark in view.state.applied:
        key = names[mark.key] if mark.number else f"alone:{mark.key}"
        groups.setdefault((mark.number or 10**9, key), []).append(mark)
    made = view.replacements
    found = []
    for (_, key), marks in sorted(groups.items(), key=lambda pair: pair[0][0]):
        first = marks[0]
        drawn = shared_base(view, marks) if first.number and named(first.label) else ""
        texts = dict.fromkeys(made[mark.key].text for mark in marks if made[mark.key].hidden)
        shown = view.state.bases.get(key) or drawn or ", ".join(texts)
        chosen = key in view.state.bases or any(mark.pseudonym for mark in marks)
        found.append(
            Referent(
                first.number,
                key,
                tuple(dict.fromkeys(m.label for m in marks)),
                shown,
                chosen,
                tuple(marks),
            )
        )
    return found


def _work(
    visit: Visit, essay: Essay, reading: Reading, view: View, selected: int, double: bool
) -> dict[str, Any]:
    """What the templates of the page need."""
    graph = export.graph(view)
    shown = {mark.key for mark in segments.shown(view.state.marks)}
    queue = view.queue
    if selected not in shown:
        selected = queue[0].key if queue else -1
    leaks = segments.leaks(view)
    return {
        **_card(visit, essay, reading, view, selected),
        "source": segments.source(view),
        "target": segments.target(view),
        "graph": spaghetti.draw(graph, spaghetti.shown(view, graph)),
        "referents": referents(view),
        "queue": [
            (mark, segments.snippet(essay.content.text, mark.start, mark.end)) for mark in queue
        ],
        "rejected": [mark for mark in view.state.marks if mark.decision == "rejected"],
        "leaks": [
            (leak, segments.snippet(view.release.text, leak.finding.offset, leak.until))
            for leak in leaks
        ],
        "may_leave": view.may_leave,
        "unseen": unseen(view.state),
        "groups": label_groups(),
        "counts": Counter(mark.label for mark in view.state.applied),
        "guessed": guessed(essay),
        "own": double and reading.of_two,
    }


def _card(visit: Visit, essay: Essay, reading: Reading, view: View, key: int) -> dict[str, Any]:
    """What the panel of one mention needs; of none where the key is gone."""
    mark = next((each for each in view.state.marks if each.key == key), None)
    values: dict[str, Any] = {
        "essay": essay,
        "reading": reading,
        "view": view,
        "text": essay.content.text,
        "selected": mark.key if mark else -1,
        "mark": mark,
        "locked": _locked(essay, reading),
        "settled": essay.content.settled,
        "group": spaghetti.group_class,
        "FEATURES": FEATURES,
        "COMMENTS": taxonomy().comments,
    }
    if mark is None:
        return values
    text = essay.content.text
    names, mates = referent_keys((*view.state.applied, mark), text), same(view.state, key, text)
    return {
        **values,
        "reasons": [
            (each, [(evidence, *_bar(evidence.weight)) for evidence in each.evidence])
            for each in reasons(essay.content, mark)
        ],
        "replacement": view.replacements.get(key),
        "mates": len(mates) if mark.applied else 1,
        "shares": bool(mark.number) and named(mark.label),
        "base": view.state.bases.get(names[key], ""),
        "drawn": shared_base(view, [view.state.mark(each) for each in mates])
        if named(mark.label)
        else "",
        "numbers": _numbers(view, text, mark),
        "likes": _likes(view, text, mark),
    }


def _likes(view: View, text: str, mark: Mark) -> int:
    """How often the mark's words stand in the text without counting anywhere; at most, for some are
    parts of longer words."""
    form = fold(text[mark.start : mark.end])
    marked = sum(fold(text[each.start : each.end]) == form for each in view.state.applied)
    return folded(text).count(form) - marked - (not mark.applied)


def _numbers(view: View, text: str, mark: Mark) -> list[tuple[int, str]]:
    """The referents that a mark could be: number, and the forms under it."""
    found: dict[int, dict[str, None]] = {}
    for each in view.state.applied:
        if each.number and taxonomy().same_identity(each.label, mark.label):
            found.setdefault(each.number, {})[text[each.start : each.end]] = None
    return [(number, ", ".join(forms)) for number, forms in sorted(found.items())]


def _bar(weight: float) -> tuple[float, float]:
    """Where the bar of a weight begins and how long it is, of 100 with zero in the middle."""
    length = 50 * min(abs(weight), LONGEST_BAR) / LONGEST_BAR
    return (50.0 if weight >= 0 else 50 - length), length


def label_groups() -> list[tuple[str, list[str]]]:
    """SVALA's groups with their labels, in SVALA's order."""
    groups: dict[str, list[str]] = {}
    for label, category in taxonomy().categories.items():
        groups.setdefault(category.group, []).append(label)
    return list(groups.items())
