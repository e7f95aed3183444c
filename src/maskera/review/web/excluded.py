"""What rules left out of an essay, and why: the panel of its page. Found anew when somebody opens
it, for nobody decides on it; whoever disagrees marks the words."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from maskera.mentions import Exclusion
from maskera.review import segments
from maskera.review.web.site import RowId, Site, Visit, texts


def routes(site: Site) -> APIRouter:
    """The panel."""
    router = APIRouter()
    Here = Annotated[Visit, Depends(site.needs("reviewer"))]  # noqa: N806 - a type

    @router.get("/essays/{essay_id}/excluded")
    def panel(request: Request, essay_id: RowId, visit: Here) -> Response:
        essay, _, view = site.workbench.open(essay_id, visit.user)
        text = essay.content.text
        marked = [(mark.start, mark.end) for mark in view.state.applied]
        left_out = [
            each
            for each in site.workbench.excluded(essay)
            if not any(each.span.start < end and start < each.span.end for start, end in marked)
        ]
        lines: list[dict[str, Any]] = [
            {
                "start": each.span.start,
                "snippet": segments.snippet(text, each.span.start, each.span.end),
                "why": reason(each, visit.language),
            }
            for each in left_out
        ]
        return site.page(request, visit, "_excluded_panel.html", lines=lines)

    return router


def reason(exclusion: Exclusion, language: str) -> str:
    """Why something was left out, in the reader's language."""
    known = texts(language)
    kind, _, name = exclusion.rule.partition(":")
    if kind == "allow":
        return known["excluded.allow"].format(name=name)
    return known.get(f"excluded.{exclusion.rule}", exclusion.note)
