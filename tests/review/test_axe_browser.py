"""Every page without a violation of WCAG 2.2 AA, as axe-core finds them, in light and dark colours,
at the width of a desk and of a telephone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import at_rest, patient
from calling import Cli

from maskera.review import remarks
from maskera.review.people import User
from maskera.review.workbench import Workbench

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Window = Callable[..., "Page"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = (
    "/", "/upload", "/search", "/settle", "/statistics", "/release", "/release/{done}", "/settings",
    "/recognizers", "/risk",
    "/people", "/trail", "/account", "/author", "/essays/{essay}", "/essays/{essay}/revisions",
)  # fmt: skip


def violations(window: Page, rules: dict[str, Any]) -> list[str]:
    """What is wrong with a page, when all that it asks for is there: rule and element."""
    at_rest(window)  # paler while it waits
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = axe.Axe().run(window, options={"resultTypes": ["violations"], "runOnly": rules})
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found.response["violations"]
        for node in each["nodes"]
    ]


def test_no_page_has_a_violation(
    page: Window, workbench: Workbench, admin: User, essay: Callable[..., int]
) -> None:
    made, done = essay(name="E1", genre="narrative"), essay(name="E2")
    found, reading, view = workbench.open(made, admin)
    key = view.applied[0].key
    remarks.add(workbench.project, found, reading, admin, "Stämmer det?", key)
    held, reading, _ = workbench.open(done, admin)
    workbench.finish(held, reading, True, admin)
    check(page(admin, 1440), [path.format(essay=made, done=done) for path in PAGES])


def check(window: Page, paths: Iterable[str]) -> None:
    """Fails for what is wrong on a page: in light colours on a desk, in dark ones on a telephone."""
    wrong = {}
    for path in paths:
        window.emulate_media(color_scheme="light", reduced_motion="reduce")
        window.set_viewport_size({"width": 1440, "height": 900})
        window.goto(path)
        told = violations(window, {"type": "tag", "values": RULES})
        window.emulate_media(color_scheme="dark")
        window.set_viewport_size({"width": 390, "height": 844})
        narrow = ["color-contrast", "target-size", "scrollable-region-focusable"]
        told += violations(window, {"type": "rule", "values": narrow})
        if window.evaluate("document.documentElement.scrollWidth") > 390:
            told.append("wider than a telephone")
        if told:
            wrong[path] = told
    assert not wrong, "\n".join(f"{path} {each}" for path, all_ in wrong.items() for each in all_)


TEXT = "Jag heter Farid Hemligson, är 34 år och bor i Gränna. Min syster är läkare i Eksjö."
MARKED = (
    (10, 15, "firstname_male"), (16, 25, "surname"), (30, 32, "age_string"), (46, 52, "region"),
    (58, 64, "fam"),
)  # fmt: skip


def saved(folder: Path, count: int = 3) -> None:
    """Texts with marks of another hand in a gold, and as plain files."""
    spans = [{"start": start, "end": end, "label": label} for start, end, label in MARKED]
    gold = [
        {"id": f"A{at}AT{at}", "level": "B1", "text": f"{TEXT} " * 3, "spans": spans}
        for at in range(1, count + 1)
    ]
    lines = "".join(f"{json.dumps(one)}\n" for one in gold)
    (folder / "gold.jsonl").write_text(lines, encoding="utf-8")
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [
        "risk a.txt -o page.html --bound 0.5",
        "evaluate gold.jsonl found.jsonl --report page.html",
        "tables gold.jsonl rules=found.jsonl --report page.html",
        "pseudonymize a.txt -f html -o page.html",
        "pseudonymize a.txt -f html-both -o page.html",
    ],
)
def test_no_page_of_a_command_has_a_violation(
    chromium: Browser, maskera: Cli, tmp_path: Path, command: str
) -> None:
    saved(tmp_path)
    found = maskera("detect", "gold.jsonl", "--mode", "rules", "-f", "jsonl")
    (tmp_path / "found.jsonl").write_text(found.out, encoding="utf-8")
    assert maskera(*command.split()).code == 0
    window = patient(chromium.new_page(bypass_csp=True))
    try:
        check(window, [(tmp_path / "page.html").as_uri()])
        for hidden in window.locator("details").all():
            hidden.locator("summary").press("Enter")
        assert not violations(window, {"type": "tag", "values": RULES})
        paper = window.evaluate("getComputedStyle(document.body).backgroundColor")
        # The colours of the page of a text are told apart, and printed, on white alone.
        assert paper == ("rgb(255, 255, 255)" if " -f html" in command else "rgb(23, 27, 31)")
    finally:
        window.close()
