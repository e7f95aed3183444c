"""The list, the upload, the settings and the release page in Chromium: ticking, dropping files,
comparing, downloading, narrow and wide."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from typing import TYPE_CHECKING

from browsing import at_rest, expect

from maskera.review import assignments, essays, people
from maskera.review.people import User
from maskera.review.workbench import Workbench
from review.conftest import PASSWORD, end_sessions, log_in_again

if TYPE_CHECKING:
    from playwright.sync_api import Page

Window = Callable[..., "Page"]
DROPPED = """() => {
  const dropped = new DataTransfer();
  dropped.items.add(new File(["Jag heter Anna och bor i Malmö."], "E1.txt"));
  dropped.items.add(new File(["x"], "bild.png"));
  return dropped;
}"""


def test_dropped_files_are_added_and_told_ticked_released_and_downloaded(
    page: Window, admin: User, workbench: Workbench
) -> None:
    window = page(admin)
    window.goto("/")
    window.get_by_role("link", name="Lägg till texter").first.click()
    # Loaded, for scripts are deferred: before, nobody listens to what is dropped.
    window.wait_for_url("**/upload")
    files = window.evaluate_handle(DROPPED)
    for kind in ("dragenter", "dragover", "drop"):
        window.dispatch_event(".drop", kind, {"dataTransfer": files})
    expect(window.locator("#chosen")).to_have_text("2 filer valda")
    window.get_by_role("button", name="Lägg till").click()
    window.wait_for_url("**/?done=*")
    expect(window.locator("main")).to_contain_text("bild.png: filer av det slaget kan inte läsas.")

    window.check("#tick-all")
    expect(window.locator("#ticked")).to_have_text("(1)")
    expect(window.locator("input[name=id]")).to_be_checked()
    window.get_by_role("button", name="Markera som granskade").click()
    expect(window.locator("#numbers")).to_contain_text("Texter: 1.")
    window.locator("form[action='/asked'] button").click()
    window.wait_for_url("**/?done=*")
    window.get_by_role("link", name="Lämna ut").click()
    window.wait_for_url("**/release")
    window.check("input[name=id]")
    window.get_by_role("button", name="Lämna ut").click()
    window.locator("form[action='/asked'] button").click()
    window.wait_for_url("**done=*")
    assert essays.counts(workbench.project)["status"] == {"released": 1}
    with window.expect_download() as download:
        window.get_by_role("button", name="Hämta").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert "Malmö" not in archive.read("E1.txt").decode()


def test_the_columns_of_the_list_stay_in_sight(
    page: Window, admin: User, workbench: Workbench, essay: Callable[..., int]
) -> None:
    long = people.add(workbench.project, "Ann-Charlotte " + "Oxenhufvud" * 6, PASSWORD, "curator")
    row = essay("Hej. " * 300, "grupp/" + "rubrik " * 20, genre="argumentative", level="B" * 16)
    assignments.assign(workbench.project, [row], admin, admin)
    assignments.assign(workbench.project, [row], long, admin)
    for width in (1440, 1280, 390):
        window = page(admin, width)
        window.goto("/")
        seen, room = window.evaluate(
            "() => { const at = document.querySelector('.wide');"
            " return [at.scrollWidth, at.clientWidth]; }"
        )
        assert seen <= room, width
        edge = window.evaluate(
            "Math.max(...[...document.querySelectorAll('.essays tbody td, .essays tbody th')]"
            ".map(cell => cell.getBoundingClientRect().right))"
        )
        assert edge <= width
        if width == 1440:  # what is done with several stands in one line
            window.check("input[name=id]")
            high = window.evaluate(
                "document.querySelector('.deeds').getBoundingClientRect().height"
            )
            assert high < 60
        if width < 500:  # a word of a label stands in one line, whoever reads
            high = window.evaluate(
                "Math.max(...[...document.querySelectorAll('.essays td[data-label]:not(.reader)')]"
                ".map(cell => cell.getBoundingClientRect().height))"
            )
            reader = window.locator(".essays td.reader").bounding_box()
            assert reader and reader["width"] > 250 and high < 120
        assert window.locator("th[scope=row]").bounding_box()["width"] > 100  # type: ignore[index]


def test_settings_are_compared_with_the_enter_key_and_not_saved(
    page: Window, admin: User, workbench: Workbench, essay: Callable[..., int]
) -> None:
    essay("Jag bor i Malmö.", "E1")
    window = page(admin)
    window.goto("/settings")
    window.select_option("select[name=policy]", "category")
    window.focus("input[name=essay]")
    window.keyboard.press("Enter")
    expect(window.locator("#preview .sides")).to_contain_text("<CITY_1>")
    assert workbench.project.refresh().policy == "swell"


def test_settings_outlive_the_end_of_the_session(
    page: Window, admin: User, workbench: Workbench
) -> None:
    window = page(admin, failing=True)
    window.goto("/settings")
    window.fill("input[name=title]", "Uppsatser")
    end_sessions(workbench.project)
    window.keyboard.press("Enter")
    expect(window.locator("#notice")).to_contain_text("utloggad")
    log_in_again(window, admin)
    window.press("input[name=title]", "Enter")
    expect(window.locator("#notice")).to_contain_text("inloggad som Alva")
    expect(window.locator("input[name=title]")).to_have_value("Uppsatser")
    assert workbench.project.refresh().title == "Prov"
    at_rest(window)
    window.press("input[name=title]", "Enter")
    window.wait_for_url("**/settings?done=saved")
    assert workbench.project.refresh().title == "Uppsatser"


def test_no_page_is_wider_than_a_telephone(
    page: Window, admin: User, essay: Callable[..., int]
) -> None:
    essay(
        "Hej.", "En text med ett ganska långt namn som ingen hade räknat med", genre="informal_mail"
    )
    window = page(admin, 390)
    for path in (
        "/",
        "/upload",
        "/settings",
        "/release",
        "/release?show=held",
        "/release?show=released",
        "/author",
    ):
        window.goto(path)
        assert window.evaluate("document.documentElement.scrollWidth") <= 390, path
