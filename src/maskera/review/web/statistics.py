"""The page of figures: what the essays hold, how far they are, what people corrected, how they
agree, with every table as CSV."""

from datetime import date
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from maskera.evaluate import charts
from maskera.review import essays, people
from maskera.review.essays import Filter
from maskera.review.residual import residual
from maskera.review.schema import STATUSES
from maskera.review.statistics import NONE, TABLES, Statistics, as_csv, date_of, gather, ordered
from maskera.review.web.site import RefusalError, Site, Visit, namer, translator

FATES = ("kept", "resized", "away", "rejected", "added")


def wanted(
    genre: Annotated[str, Query(max_length=40)] = "", level: Annotated[str, Query(max_length=16)] = "", status: str = ""
) -> Filter:  # fmt: skip
    """The essays that an address asks for."""
    return Filter(status=status if status in STATUSES else "", genre=genre, level=level)


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    project = site.workbench.project
    Reviewer = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - types
    Wanted = Annotated[Filter, Depends(wanted)]  # noqa: N806

    def figures(visit: Visit, asked: Filter) -> Statistics:
        """What this person may know: of others' work, and of double reviews that are not settled,
        curators alone."""
        curator = visit.user.may("curator")
        return gather(
            project, site.workbench.taxonomy, asked, curator, None if curator else visit.user.id
        )

    @router.get("/statistics")
    def page(request: Request, visit: Reviewer, asked: Wanted) -> Response:
        found = figures(visit, asked)
        names = {user.id: user.name for user in people.users(project)}
        query = urlencode(
            {key: value for key in ("genre", "level", "status") if (value := getattr(asked, key))}
        )
        values: dict[str, Any] = {
            "found": found, "residual": residual(project),
            "asked": asked, "query": f"?{query}" if query else "", "counts": essays.counts(project),
            "statuses": STATUSES, "bar": charts.bar, "fates": FATES, "colours": charts.PARTS,
            **drawn(found, names, visit.language),
        }  # fmt: skip
        return site.page(request, visit, "statistics.html", **values)

    @router.get("/statistics/{table}.csv")
    def download(visit: Reviewer, asked: Wanted, table: str) -> Response:
        if table not in TABLES:
            raise RefusalError(404, "error.nothing")
        names = {user.id: user.name for user in people.users(project)}
        body = as_csv(TABLES[table](figures(visit, asked), names))
        name = f'attachment; filename="maskera-{table}.csv"'
        return Response(
            body, headers={"Content-Disposition": name}, media_type="text/csv; charset=utf-8"
        )

    return router


def drawn(found: Statistics, names: dict[int, str], language: str) -> dict[str, Any]:
    """The charts of the page, as SVG, and what is told beside them."""
    t, named = translator(language), namer(language)
    genres = {genre: named("genre", genre) if genre else NONE for genre in found.shares}
    called = partial(named, "short")
    tags = {(called(label), genres[genre]): count for (label, genre), count in found.tags.items()}
    history = {
        t(f"statistics.{key}"): [
            (date.fromisoformat(date_of(day)), counts[at]) for day, *counts in found.timeline
        ]
        for at, key in enumerate(("added", "begun", "reviewed", "released"))
    }
    confused = ordered((label for pair in found.confusion for label in pair), found.taxonomy)
    cells = {
        (called(row), called(column)): count for (row, column), count in found.confusion.items()
    }
    days = sorted({day for _, day in found.work})
    span = range(days[0], days[-1] + 1) if days else range(0)
    work = {
        (names.get(user, ""), date_of(day)[5:]): count for (user, day), count in found.work.items()
    }
    people_ = sorted({name for name, _ in work})
    fates = {
        label: charts.stacked(
            {t(f"statistics.fate_{fate}"): getattr(each, fate) for fate in FATES},
            max(c.counts.found + c.added for c in found.corrections.values()),
        )
        for label, each in found.corrections.items()
    }
    return {
        "genres": genres,
        "tag_map": charts.grid(
            [called(label) for label in found.labels],
            list(genres.values()),
            tags,
            t("statistics.tags"),
        ),
        "history": charts.over_time(history, t("statistics.essays")) if found.history else "",
        "confusion": charts.heat_map(
            [*map(called, confused), NONE],
            cells,
            t("statistics.detector"),
            t("statistics.people"),
        ),
        "fate_bars": fates,
        "work": charts.grid(
            people_, [date_of(day)[5:] for day in span], work, t("statistics.work"), down=False
        ),
        "worked": [
            (name, sum(count for (who, _), count in work.items() if who == name))
            for name in people_
        ],
    }
