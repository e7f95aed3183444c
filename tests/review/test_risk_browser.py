"""Risk in Chromium: colours and reasons at mentions, the bound by keyboard, what a correction
changes, the report; in both languages, dark and light, by the rules of WCAG (axe)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from browsing import at_rest, expect

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
    expect(phone).to_have_attribute("data-risk", "high")
    expect(phone).to_have_attribute("data-would", "")
    expect(phone).to_have_attribute("title", re.compile("räcker ensamt"))
    told, slider = window.locator("#risk-told"), window.locator("#risk-bound")
    expect(told).to_contain_text(re.compile(r"^\s*Vid 50 %"), use_inner_text=True)
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "5 %")
    expect(told).to_contain_text(re.compile(r"^\s*Vid 5 %"), use_inner_text=True)
    low = window.locator("#source .m[data-would]").count()
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "95 %")
    assert window.locator("#source .m[data-would]").count() <= low
    hidden = window.locator("tr[data-keys] .would:visible").count()
    expect(told).to_contain_text(
        re.compile(rf"^\s*Vid 95 % maskeras {hidden} av"), use_inner_text=True
    )
    window.locator("#risk summary").press("Enter")
    expect(window.locator("#source .m[data-risk]")).to_have_count(0)
    expect(phone).to_have_attribute("title", str(before))


def test_a_correction_is_followed_and_the_bound_stays(
    page: Window, reviewer: User, essay: Callable[..., int]
) -> None:
    window = page(reviewer)
    window.goto(f"/essays/{essay(TEXT)}")
    opened(window)
    window.locator("#risk-bound").press("Home")
    rows = window.locator("tr[data-keys]").count()
    window.locator("#risk-panel").get_by_role("button", name="070-123 45 67").click()
    expect(mark(window, "070-123").locator(".w:focus")).to_have_count(1)
    window.keyboard.press("Enter")  # the word of the mention has the focus: its card comes
    expect(window.locator("#card-heading .m")).to_contain_text("070-123")
    at_rest(window)
    window.locator("#reject").click()
    expect(window.locator("tr[data-keys]", has_text="070-123")).to_have_count(0)
    expect(window.locator("tr[data-keys]")).to_have_count(rows - 1)
    expect(window.locator("#risk-bound")).to_have_value("5")
    told = window.locator("#risk-told")
    expect(told).to_contain_text(re.compile(r"^\s*Vid 5 %"), use_inner_text=True)
    expect(mark(window, "Borås")).to_have_attribute("data-risk", re.compile("."))


def test_the_report_is_asked_for_another_bound_by_keyboard(
    page: Window, reviewer: User, workbench: Workbench, essay: Callable[..., int]
) -> None:
    essay(TEXT)
    Assessor(workbench).catch_up(9)
    people.change(workbench.project, reviewer.id, language="en")
    window = page(reviewer)
    window.goto("/risk")
    told = window.locator("#would-mask")
    expect(told).to_contain_text("At 50 %")
    window.locator("#bound").press("End")  # told at once
    expect(told).to_contain_text("At 95 %")
    expect(window.locator("#bound")).to_be_focused()
    at_rest(window)
    window.locator("#bound").press("Home")
    window.keyboard.press("Enter")
    window.wait_for_url("**bound=5*")
    expect(told).to_contain_text("At 5 %")
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
