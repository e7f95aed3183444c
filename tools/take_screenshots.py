"""Pictures of every page of the workbench for docs/review.md, taken with Chromium of a project made
of the samples.

usage: take_screenshots.py [FOLDER]      FOLDER: default docs/images
"""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path

import uvicorn
from playwright.sync_api import Page, sync_playwright

from maskera.errors import DataError
from maskera.formats import readers
from maskera.formats.inputs import read_all
from maskera.review import people, project
from maskera.review.state import Accept, Add, Reject
from maskera.review.web.app import create_app
from maskera.review.workbench import Workbench
from maskera.service.server import listening
from maskera.taxonomy import shipped

ROOT = Path(__file__).parent.parent
CHROMIUM = "/usr/bin/chromium"
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PASSWORD = "a password of the pictures"
WIDE, NARROW, HEIGHT = (
    1280,
    390,
    700,
)  # higher, and the picture of an essay would outgrow what a test allows
PAGES = {
    "list": "/", "essay": "/essays/2", "upload": "/upload", "settle": "/settle", "settle-essay": "/settle/6", "statistics": "/statistics",
    "release": "/release", "risk": "/risk", "search": "/search", "recognizers": "/recognizers", "settings": "/settings",
    "people": "/people", "account": "/account", "second": "/account/second", "trail": "/trail", "collect": "/collect",
}  # fmt: skip
SOUGHT = "Sverige"
NARROW_TOO = ("list", "essay", "collect", "risk")


def workbench(folder: Path) -> Workbench:
    """A project of the samples: some reviewed, one released, the last two read by two reviewers who
    differ."""
    settings = project.Settings(title="maskera", collect=True)
    made = Workbench(
        project.create(
            project.url_of(str(folder / "pictures.db")),
            b"the key of the pictures, not a secret",
            settings,
        )
    )
    anna, bo, cia = (
        people.add(made.project, name, PASSWORD, role, "en")
        for name, role in (("Anna", "admin"), ("Bo", "reviewer"), ("Cia", "reviewer"))
    )
    files = sorted((ROOT / "samples").glob("*.txt"))
    samples = [
        item for item in read_all(files, readers(shipped())) if not isinstance(item, DataError)
    ]
    ids = list(made.add(samples[:-2], anna))
    for essay_id in ids[-2:]:
        assert isinstance(essay_id, int)
        essay, reading, seen = made.open(essay_id, anna)
        made.change(essay, reading, Accept(tuple(mark.key for mark in seen.queue)), anna)
        essay, reading, _ = made.open(essay_id, anna)
        made.finish(essay, reading, True, anna)
    made.release([each for each in ids[-1:] if isinstance(each, int)], anna)
    made.project.change_settings(
        project.Settings(title="maskera", collect=True, double=True), anna.id
    )
    for essay_id in made.add(samples[-2:], anna):
        assert isinstance(essay_id, int)
        for user in (cia, bo):
            essay, reading, seen = made.open(essay_id, user)
            first, *_ = reading.state.applied
            made.change(
                essay, reading, Reject((first.key,)) if user is bo else Accept((first.key,)), user
            )
            essay, reading, seen = made.open(essay_id, user)
            if user is cia:
                made.change(
                    essay, reading, Add(0, len(essay.content.text.split()[0]), "extra"), user
                )
                essay, reading, seen = made.open(essay_id, user)
            made.finish(essay, reading, True, user)
    return made


def log_in(page: Page, address: str, picture: Path) -> None:
    """The login page, pictured and passed."""
    page.goto(f"{address}/login")
    page.screenshot(path=picture)
    page.fill("[name=name]", "Anna")
    page.fill("[name=password]", PASSWORD)
    page.click("button.primary")


def assess(page: Page, address: str) -> None:
    """Has the risk of every essay assessed, so that its page has something to show."""
    page.goto(f"{address}/risk")
    page.click("text=Assess them now")
    while "Not assessed yet" in page.content():
        page.wait_for_timeout(300)
        page.goto(f"{address}/risk")


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        listener = listening("127.0.0.1", 0)
        server = uvicorn.Server(
            uvicorn.Config(create_app(workbench(Path(temporary))), log_level="warning")
        )
        threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
            for width in (WIDE, NARROW):
                page = browser.new_context(
                    viewport={"width": width, "height": HEIGHT}, locale="en"
                ).new_page()
                log_in(
                    page,
                    address,
                    folder / ("review-login.png" if width == WIDE else "review-login-narrow.png"),
                )
                if width == WIDE:
                    assess(page, address)
                for name, path in PAGES.items():
                    if width == WIDE or name in NARROW_TOO:
                        page.goto(address + path)
                        page.wait_for_load_state("networkidle")
                        if name == "search":
                            page.fill("[name=form]", SOUGHT)
                            page.keyboard.press("Enter")
                            page.wait_for_selector("#found")
                        wanted = page.evaluate("document.documentElement.scrollWidth")
                        if wanted > width:
                            print(f"{path}: {wanted} pixels wide in a window of {width}")
                        page.screenshot(
                            path=folder / f"review-{name}{'' if width == WIDE else '-narrow'}.png"
                        )
            browser.close()
        server.should_exit = True


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
