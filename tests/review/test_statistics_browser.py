"""The statistics in Chromium: filtered by keyboard, downloaded as a table, drawn without a word of
an essay, narrow and wide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from browsing import expect

from maskera.evaluate import charts
from maskera.review.people import User
from maskera.review.web.site import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

Window = Callable[..., "Page"]


def test_tags_are_filtered_drawn_and_downloaded(
    page: Window, admin: User, essay: Callable[..., int]
) -> None:
    essay("Jag heter Nadia och bor i Borås.", "E1", genre="narrative")
    essay("Jag bor i Lund.", "E2", genre="argumentative")
    window = page(admin)
    window.goto("/statistics")
    assert window.locator("main svg").count() >= 1
    # As one chooses "berättande" from a list; further letters must come within a second.
    window.locator("select[name=genre]").press("b")
    expect(window.locator("select[name=genre]")).to_have_value("narrative")
    window.locator("button.primary").press("Enter")
    window.wait_for_url("**genre=narrative*")
    expect(window.locator("dl.facts dd").first).to_have_text("1")
    assert not {"Nadia", "Borås"} & set(window.locator("main").inner_text().split())
    with window.expect_download() as download:
        window.locator("a[href^='/statistics/tags.csv']").click()
    table = Path(download.value.path()).read_text(encoding="utf-8")
    assert "firstname_female" in table and "Nadia" not in table


def test_it_is_no_wider_than_a_telephone(
    page: Window, admin: User, essay: Callable[..., int]
) -> None:
    essay("Jag heter Nadia och bor i Borås.", "E1", genre="narrative")
    window = page(admin, 390)
    window.goto("/statistics")
    assert window.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_colour_of_a_chart_has_another_in_the_dark() -> None:
    sheet = FOLDER.joinpath("static", "statistics.css").read_text(encoding="utf-8")
    for colour in charts.COLOURS:
        assert f'[stroke="{colour}"] {{' in sheet and f'[fill="{colour}"] {{' in sheet
