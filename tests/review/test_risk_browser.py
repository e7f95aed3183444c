"""Risk in Chromium: colours and reasons at mentions, the bound by keyboard, what a correction
changes, the report; in both languages, dark and light, by the rules of WCAG (axe)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from maskera.review import people
from maskera.review.people import User
from maskera.review.risks import Assessor
from maskera.review.workbench import Workbench

from .test_axe_browser import check

if TYPE_CHECKING:
    from calling import Cli
    from playwright.sync_api import Locator, Page

TEXT = "Jag heter Nadia Qwerberg och bor i Borås. Min syster är tandläkare. Ring 070-123 45 67."
Window = Callable[..., "Page"]


def opened(window: Page) -> Page:
    """The panel, opened by keyboard."""
    window.locator("#risk summary").press("Enter")
    window.wait_for_selector("#risk-panel:not([aria-busy]) tr[data-keys]")
    return window


def mark(window: Page, form: str) -> Locator:
    return window.locator("#source .m", has_text=form).first


def test_the_panel_colours_mentions_gives_reasons_and_moves_the_bound(
    page: Window, reviewer: User, essay: Callable[..., int]
) -> None:
    window = page(reviewer)
    window.goto(f"/essays/{essay(TEXT)}")
    phone = mark(window, "070-123")
    before = phone.get_attribute("title")
    assert phone.get_attribute("data-risk") is None
    opened(window)
    assert phone.get_attribute("data-risk") == "high"
    assert phone.get_attribute("data-would") is not None
    assert "räcker ensamt" in str(phone.get_attribute("title"))
    told = window.inner_text("#risk-told")
    slider = window.locator("#risk-bound")
    slider.press("Home")
    assert slider.get_attribute("aria-valuetext") == "5 %"
    assert window.inner_text("#risk-told").startswith("Vid 5 %") and told.startswith("Vid 50 %")
    low = window.locator("#source .m[data-would]").count()
    slider.press("End")
    assert window.locator("#source .m[data-would]").count() <= low
    hidden = window.locator("tr[data-keys] .would:visible").count()
    assert window.inner_text("#risk-told").startswith(f"Vid 95 % maskeras {hidden} av")
    window.locator("#risk summary").press("Enter")
    window.wait_for_selector("#source .m[data-risk]", state="detached")
    assert phone.get_attribute("title") == before


def test_a_correction_is_followed_and_the_bound_stays(
    page: Window, reviewer: User, essay: Callable[..., int]
) -> None:
    window = page(reviewer)
    window.goto(f"/essays/{essay(TEXT)}")
    opened(window)
    window.locator("#risk-bound").press("Home")
    rows = window.locator("tr[data-keys]").count()
    window.locator("#risk-panel").get_by_role("button", name="070-123 45 67").click()
    window.wait_for_selector("#source .m .w:focus")
    window.keyboard.press("Enter")  # the word of the mention has the focus: its card comes
    window.wait_for_selector("#card-heading .m")
    window.locator("#reject").click()
    window.wait_for_selector("tr[data-keys] >> text=070-123", state="detached")
    assert window.locator("tr[data-keys]").count() == rows - 1
    assert window.input_value("#risk-bound") == "5"
    assert window.inner_text("#risk-told").startswith("Vid 5 %")
    assert mark(window, "Borås").get_attribute("data-risk") is not None


def test_the_report_is_asked_for_another_bound_by_keyboard(
    page: Window, reviewer: User, workbench: Workbench, essay: Callable[..., int]
) -> None:
    essay(TEXT)
    Assessor(workbench).catch_up(9)
    people.change(workbench.project, reviewer.id, language="en")
    window = page(reviewer)
    window.goto("/risk")
    assert "At 50 %" in window.inner_text("#would-mask")
    window.locator("#bound").press("End")  # told at once
    window.wait_for_selector("#would-mask:has-text('At 95 %')")
    assert window.evaluate("document.activeElement.id") == "bound"
    window.locator("#bound").press("Home")
    window.keyboard.press("Enter")
    window.wait_for_url("**bound=5*")
    assert "At 5 %" in window.inner_text("#would-mask")
    assert not {"Nadia", "Borås"} & set(window.inner_text("main").split())
    with window.expect_download():
        window.locator("a[href='/risk/essays.csv']").click()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_no_rule_of_accessibility_is_broken(
    page: Window, reviewer: User, workbench: Workbench, essay: Callable[..., int], colours: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is missing")
    key = essay(TEXT)
    Assessor(workbench).catch_up(9)
    window = page(reviewer)
    window.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
    window.goto(f"/essays/{key}")
    opened(window)
    found = axe.Axe().run(window, context="#risk")
    window.goto("/risk")
    report = axe.Axe().run(window, context="main")
    broken = [*found.response["violations"], *report.response["violations"]]
    assert [(rule["id"], [n["html"] for n in rule["nodes"]][:3]) for rule in broken] == []


def test_the_pages_are_no_wider_than_a_telephone(
    page: Window, reviewer: User, workbench: Workbench, essay: Callable[..., int]
) -> None:
    key = essay(f"{TEXT} Min bil har nummer ABC 12D och mitt personnummer är 19790612-9803.")
    Assessor(workbench).catch_up(9)
    window = page(reviewer, 390)
    window.goto("/risk")
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    cut = window.evaluate(
        "() => [...document.querySelectorAll('.charts figure, main .wide')]"
        ".filter((each) => each.scrollWidth > each.clientWidth).length"
    )
    assert not cut, "charts and tables are seen whole"
    window.goto(f"/essays/{key}")
    opened(window)
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    seen, room = window.evaluate(
        "() => { const at = document.querySelector('#risk .wide');"
        " return [at.scrollWidth, at.clientWidth]; }"
    )
    assert seen <= room, "reasons stand under their mention, not beside what can be seen"


def test_the_report_of_the_command_has_its_plot_and_fits_a_telephone(
    page: Window, maskera: Cli
) -> None:
    (maskera.folder / "a.txt").write_text(TEXT)
    (maskera.folder / "b.txt").write_text("Min bror är slaktare i Ånge och heter Sixten Barr.")
    assert maskera("risk", "a.txt", "b.txt", "-o", "report.html").code == 0
    window, report = page(None), (maskera.folder / "report.html").as_uri()
    check(window, [report])
    assert window.locator("svg path").count() and window.locator("mark.high").count()
    assert "reasons" in window.inner_text("body")
