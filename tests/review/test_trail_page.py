"""The page /trail: who did what, found again by essay and person; and whether anything was changed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import expect
from timing import seconds

from maskera.review import essays
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.state import Comment
from maskera.review.web.trail import PAGE, told
from maskera.review.workbench import Workbench
from review.conftest import Client

if TYPE_CHECKING:
    from playwright.sync_api import Page

Essay = Callable[..., int]


def numbers(text: str) -> list[int]:
    """The numbers of the lines shown."""
    return [int(number) for number in re.findall(r'<td class="number">(\d+)</td>', text)]


def test_a_change_is_found_by_essay_person_and_event(
    client: Client, workbench: Workbench, admin: User, reviewer: User, essay: Essay
) -> None:
    first, _ = essay(name="E1"), essay(name="E2")
    opened, reading, _ = workbench.open(first, reviewer)
    workbench.change(opened, reading, Comment("bra skrivet"), reviewer)
    browser = client(admin)
    everything = browser.get("/trail").text
    assert (
        numbers(everything) == sorted(numbers(everything), reverse=True)
        and "bra skrivet" in everything
        and "kommentar" in everything
    )
    for query, count in (
        ("essay=E1", 2),
        (f"essay=%23{first}", 2),
        ("essay=E2", 1),
        ("essay=E9", 0),
        ("essay=%23x", 0),
        (f"person={reviewer.id}", 1),
        ("action=comment", 1),
        (f"essay=E2&person={reviewer.id}", 0),
    ):
        assert len(numbers(browser.get(f"/trail?{query}").text)) == count, query


def test_a_deleted_essay_keeps_its_lines_and_loses_its_name(
    client: Client, project: Project, admin: User, essay: Essay
) -> None:
    row = essay(name="Plantagenet")
    assert "Plantagenet" in client(admin).get("/trail").text
    essays.delete(project, [row], admin.id, "skribenten bad om det")
    page = client(admin).get(f"/trail?essay=%23{row}").text
    assert (
        "Plantagenet" not in page
        and "(raderad)" in page
        and "skribenten bad om det" in page
        and len(numbers(page)) == 2
    )


def test_a_long_trail_has_pages(client: Client, project: Project, admin: User) -> None:
    with project.write() as connection:
        for number in range(2 * PAGE):
            project.log(connection, "written", admin.id, detail=f"number {number}")
    browser, path, seen = client(admin), f"/trail?person={admin.id}", []
    while path:
        text = browser.get(path).text
        seen += numbers(text)
        older = re.search(r'href="(/trail\?[^"]*before=\d+)"', text)
        path = older[1].replace("&amp;", "&") if older else ""
    assert seen == sorted(seen, reverse=True) and len(seen) == 2 * PAGE + 1  # and the login


def test_whether_it_is_whole(client: Client, project: Project, admin: User) -> None:
    browser = client(admin)
    assert "Loggen är hel" in browser.get("/trail/whole").text
    with sqlite3.connect(str(project.engine.url.database)) as connection:
        connection.execute("update audit set user_id = 7 where id = 2")
    connection.close()
    assert "rad 2 är ändrad eller saknas" in browser.get("/trail/whole").text


def test_details_are_told_in_the_readers_language() -> None:
    added = '{"type":"Add","start":3,"end":7,"label":"city","features":["gen","def"]}'
    assert told(added, "add", "en") == (
        "from character 3, to character 7, label city, features gen def"
    )
    assert told(added, "add", "sv") == "från tecken 3, till tecken 7, etikett city, form gen def"
    off = "Rut: second factor off, closed"
    assert told(off, "user changed", "sv") == "Rut: tvåstegsinloggning av, stängt"
    assert told("revision 7", "row refused", "sv") == "ändring 7"
    assert told("admin (reviewer)", "user added", "sv") == "admin (granskare)"


def test_what_people_wrote_stays_as_it_is() -> None:
    """An essay may be called main, and a name is nothing to translate."""
    assert told("main", "essay added", "sv") == "main" and told("main", "done", "sv") != "main"
    assert told("code: code", "user changed", "sv") == "code: fel engångskod"
    for plain in ("Rut", "", "12", "Rut (syster)"):
        assert told(plain, "user added", "sv") == plain


def test_the_page_tells_whether_it_is_whole_by_itself(
    page: Callable[..., Page], admin: User, essay: Essay
) -> None:
    essay(genre="letter")
    for width in (1280, 390):
        window = page(admin, width)
        window.goto("/trail")
        expect(window.get_by_text("Loggen är hel")).to_be_visible()
        assert window.evaluate("document.documentElement.scrollWidth") == width


def test_a_long_trail_stays_quick(client: Client, project: Project, admin: User) -> None:
    with project.write() as connection:
        for _ in range(5_000):
            project.log(connection, "written", admin.id, detail="x")
    browser = client(admin)
    assert len(numbers(browser.get("/trail").text)) == PAGE
    assert (
        min(seconds(lambda: browser.get("/trail")) for _ in range(3)) < 1
    )  # 0.01 by tools/bench_review.py


@pytest.mark.parametrize("language", ["sv", "en"])
def test_every_event_has_a_name(language: str) -> None:
    """Each that the core writes, found in its source."""
    from maskera.review import state
    from maskera.review.web.site import texts

    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(essays.__file__).parent.glob("*.py")
    )
    written = set(re.findall(r"\.log\(\s*\w+, \"([a-z ]+)\"", source)) | {
        change.__name__.lower() for change in state.Change.__args__
    }
    known = {
        key.removeprefix("trail.action ")
        for key in texts(language)
        if key.startswith("trail.action ")
    }
    assert len(written) > 15 and written <= known
