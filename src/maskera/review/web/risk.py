"""Risk in the workbench: the panel of an essay, what a bound would mask, and the report."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from maskera.evaluate import charts
from maskera.io.batches import batched
from maskera.review import essays, risks
from maskera.review.risks import BOUNDS, Assessed, Assessor, Counted, Listed
from maskera.review.state import Mark
from maskera.review.statistics import as_csv
from maskera.review.web.bulk import BATCH
from maskera.review.web.jobs import Job
from maskera.review.web.progress import follow
from maskera.review.web.site import RefusalError, RowId, Site, Visit, translator
from maskera.risk.assess import Entity
from maskera.risk.report import level, reasons

SHOWN = 50  # essays in the table of the page; its CSV has all
AT_ONCE = 20  # essays that are assessed before a job tells how far it has come
DEFAULT = 50  # per cent; the bound that a panel shows first


@dataclass(frozen=True, slots=True)
class Line:
    """An entity in the panel of an essay. forms: how it is written; masked: at which of BOUNDS."""

    forms: str
    entity: Entity
    level: str
    stays: bool
    keys: tuple[int, ...]
    masked: tuple[int, ...]


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    assessor = Assessor(workbench)
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    @router.get("/essays/{essay_id}/risk")
    def panel(request: Request, essay_id: RowId, visit: Reviewer) -> Response:
        if not assessor.available:
            raise HTTPException(404)
        essay, reading, view = workbench.open(essay_id, visit.user)
        found = assessor.of(essay, reading, view)
        values: dict[str, Any] = {
            "found": found,
            "lines": list(lines_of(found, essay.content.text, view.state.applied)),
            "risk": risks.share(found.bits),
            "left": risks.share(found.left),
            "steps": list(zip(BOUNDS, found.figures.masked, strict=True)),
            "bound": DEFAULT,
            "reasons": reasons,
        }
        return site.page(request, visit, "_risk_panel.html", **values)

    @router.get("/risk")
    def page(
        request: Request, visit: Reviewer, bound: Annotated[int, Query(ge=5, le=95)] = DEFAULT
    ) -> Response:
        found = risks.listed(project)
        first = found[:SHOWN]
        at = BOUNDS.index(5 * round(bound / 5))
        values: dict[str, Any] = {
            "found": first,
            "names": essays.names(project, [each.essay for each in first]),
            "known": len(found),
            "missing": risks.missing(project, assessor.version) if assessor.available else 0,
            "available": assessor.available,
            "bounds": BOUNDS,
            "at": at,
            "share": risks.share,
            "level": level,
            **drawn(found, at, visit.language),
        }
        return site.page(request, visit, "risk.html", **values)

    @router.post("/risk")
    def assess(request: Request, visit: Reviewer) -> Response:
        total = risks.missing(project, assessor.version)

        def work(job: Job) -> None:
            while done := assessor.catch_up(AT_ONCE):
                job.count(done)

        return follow(site, request, site.jobs.start("risk", visit.user, work, total, "/risk"))

    @router.get("/risk/{table}.csv")
    def download(visit: Reviewer, table: str) -> Response:
        if table not in ("essays", "labels"):
            raise RefusalError(404, "error.nothing")
        found = risks.listed(project)
        rows = list(_essay_rows(site, found)) if table == "essays" else list(_label_rows(found))
        name = f'attachment; filename="maskera-risk-{table}.csv"'
        return Response(
            as_csv(rows),
            headers={"Content-Disposition": name},
            media_type="text/csv; charset=utf-8",
        )

    return router


def lines_of(found: Assessed, text: str, marks: Sequence[Mark]) -> list[Line]:
    """The entities of an essay for its panel, the riskiest first."""
    spans = {mark.key: mark.span for mark in marks}
    made = []
    for entity in found.entities:
        keys = tuple(found.keys[place] for place in entity.mentions)
        forms = dict.fromkeys(
            " ".join(text[spans[key].start : spans[key].end].split())
            for key in keys
            if key in spans
        )
        at = (b for b, names in zip(BOUNDS, found.masked, strict=True) if entity.name in names)
        stays = entity.name in found.staying
        line = Line(", ".join(forms), entity, level(entity.risk), stays, keys, tuple(at))
        made.append(line)
    return sorted(made, key=lambda line: -line.entity.risk)


def drawn(found: Sequence[Listed], at: int, language: str) -> dict[str, Any]:
    """The numbers and charts of the report. at: which of BOUNDS was asked for."""
    t = translator(language)
    entities = [entity for each in found for entity in each.figures.entities]
    words = sum(entity.words for entity in entities)
    curve = [
        (
            bound / 100,
            sum(each.figures.masked[place][1] for each in found) / words if words else 0.0,
        )
        for place, bound in enumerate(BOUNDS)
    ]
    stands = {
        t("risk.all_found"): _falling([entity.risk for entity in entities]),
        t("risk.what_stays"): _falling([entity.risk for entity in entities if entity.stays]),
    }
    return {
        "entities": len(entities),
        "words": words,
        "staying": sum(entity.stays for entity in entities),
        "hidden": sum(each.figures.masked[at][0] for each in found),
        "hidden_words": sum(each.figures.masked[at][1] for each in found),
        "labels": list(_labels(found)),
        "bar": charts.bar,
        "by_risk": charts.lines(stands, t("risk.axis_risk"), t("risk.axis_share"), falling=True),
        "by_bound": charts.lines(
            {t("risk.words_masked"): curve}, t("risk.axis_bound"), t("risk.axis_words"), dots=True
        ),
    }


def _falling(values: Sequence[float]) -> list[tuple[float, float]]:
    """Which share has a risk as high as x."""
    if not values:
        return []
    return [(x / 50, sum(value >= x / 50 for value in values) / len(values)) for x in range(51)]


def _labels(found: Sequence[Listed]) -> Iterator[tuple[str, int, float, float, float]]:
    """Label, entities, mean risk, share that identifies alone, share that stays; most entities
    first."""
    of_label: dict[str, list[Counted]] = defaultdict(list)
    for each in found:
        for entity in each.figures.entities:
            of_label[entity.label].append(entity)
    for label, entities in sorted(of_label.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        number = len(entities)
        yield (
            label,
            number,
            sum(entity.risk for entity in entities) / number,
            sum(entity.direct for entity in entities) / number,
            sum(entity.stays for entity in entities) / number,
        )


def _essay_rows(site: Site, found: Sequence[Listed]) -> Iterator[Sequence[object]]:
    yield ("essay", "risk", "bits", "risk_left", "bits_left", "entities", "direct", "staying")
    names: dict[int, str] = {}
    for part in batched([each.essay for each in found], BATCH):
        names |= essays.names(site.workbench.project, part)
    for each in found:
        entities = each.figures.entities
        yield (
            names.get(each.essay, ""),
            round(risks.share(each.bits), 4),
            round(each.bits, 2),
            round(risks.share(each.left), 4),
            round(each.left, 2),
            len(entities),
            sum(entity.direct for entity in entities),
            sum(entity.stays for entity in entities),
        )


def _label_rows(found: Sequence[Listed]) -> Iterator[Sequence[object]]:
    yield ("label", "entities", "mean_risk", "direct", "stays")
    for label, number, *shares in _labels(found):
        yield (label, number, *(round(each, 4) for each in shares))
