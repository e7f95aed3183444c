"""Chromium for tests. What a page shows is expected, never read at a moment: the script, the server
and the machine take the time that they need."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from waiting import PATIENCE as SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

PATIENCE = 1000 * SECONDS  # milliseconds
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium_running() -> Iterator[Browser]:
    """Debian's Chromium; the test is skipped where it or Playwright is not installed."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=list(SWITCHES), timeout=PATIENCE
        )
        yield browser
        browser.close()


def patient(window: Page) -> Page:
    """The same window, which waits for what is asked of it as long as expect() does."""
    window.set_default_timeout(PATIENCE)
    return window


def expect(state: Any) -> Any:
    """Playwright's claims about a window or what stands in it: each is waited for."""
    from playwright.sync_api import expect

    return expect(state)


def at_rest(window: Page) -> None:
    """Wait until what has come stands on the page and listens."""
    window.wait_for_function(
        "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
    )


class Held:
    """The first request of a path, which waits until it is let on; those after it go on."""

    def __init__(self, window: Page, path: str) -> None:
        self._window = window
        self._routes: list[Route] = []
        window.route(path, self._came)

    def _came(self, route: Route) -> None:
        if self._routes:
            route.continue_()
        else:
            self._routes.append(route)

    def come(self) -> None:
        """Wait until the page has made it."""
        for _ in range(int(PATIENCE) // 10):
            if self._routes:
                return
            self._window.wait_for_timeout(10)
        pytest.fail("no request came")

    def let_on(self) -> None:
        self.come()
        self._routes[0].continue_()
