"""A project of each test's own on a temporary SQLite file, its people, browsers that are logged in,
and a running server.

Essays are detected by rules alone here (settings mode="rules"), which is quick; passwords are
hashed cheaply, see cheap_passwords.
"""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sql
import uvicorn
from browsing import chromium_running, patient
from fastapi import FastAPI
from waiting import PATIENCE, wait_until

from maskera.pipeline import Pipeline, load
from maskera.review import passwords, people, schema
from maskera.review import project as project_module
from maskera.review.people import User
from maskera.review.project import Project, Settings, create, url_of
from maskera.review.web import jobs, throttle
from maskera.review.web.app import create_app
from maskera.review.web.site import COOKIE
from maskera.review.workbench import Workbench
from maskera.service.server import listening
from maskera.text import Document

with (
    warnings.catch_warnings()
):  # it advises another HTTP client by a warning, which would end the tests
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser, Page

SECRET = b"the content of a key file, of the tests"
PASSWORD = "ett hemligt lösen"

Client = Callable[[User | None], TestClient]
Closing = Callable[[Project], Project]
Prepare = Callable[[Any, Any], None]


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """scrypt at its cheapest: a fixture makes three accounts, and each would take half a second."""
    before = passwords.SCRYPT
    passwords.SCRYPT = (4, 8, 1)
    yield
    passwords.SCRYPT = before


@pytest.fixture(scope="session", autouse=True)
def patient_pages() -> Iterator[None]:
    """A page waits for its job until it is done; that it goes on without it has tests of its own."""
    before = jobs.SOON
    jobs.SOON = PATIENCE
    yield
    jobs.SOON = before


@pytest.fixture(autouse=True)
def still_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has to wait before the next guess waits for ever, however long a test takes."""
    monkeypatch.setattr(throttle, "time", SimpleNamespace(monotonic=lambda: 1000.0))


@pytest.fixture(scope="session", autouse=True)
def unsafe_disk() -> Iterator[Prepare]:
    """Gives how a file is opened as shipped. What is written is in the system's hands and no more: only where the power fails is it lost,
    and waiting for the disk is half of what a project's tests take. A process that is killed
    (test_crash) has a project of its own that waits."""
    before = project_module._prepare_sqlite

    def prepared(connection: Any, record: Any) -> None:
        before(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    project_module._prepare_sqlite = prepared
    yield before
    project_module._prepare_sqlite = before


@pytest.fixture
def closing() -> Iterator[Closing]:
    """Takes a project that the test has opened, and closes it after the test."""
    with ExitStack() as end:

        def closing(project: Project) -> Project:
            end.callback(project.engine.dispose)
            return project

        yield closing


@pytest.fixture
def project(tmp_path: Path, closing: Closing) -> Project:
    """An empty project."""
    return closing(
        create(url_of(str(tmp_path / "project.db")), SECRET, Settings(title="Prov", mode="rules"))
    )


@pytest.fixture(scope="session")
def nlp() -> Pipeline:
    """A pipeline of rules alone, apart from any project."""
    return load("sv", mode="rules", key=b"k" * 32)


@pytest.fixture
def workbench(project: Project) -> Workbench:
    """The project at work."""
    return Workbench(project)


@pytest.fixture
def admin(project: Project) -> User:
    return people.add(project, "Alva", PASSWORD, "admin")


@pytest.fixture
def curator(project: Project, admin: User) -> User:
    return people.add(project, "Kurt", PASSWORD, "curator")


@pytest.fixture
def reviewer(project: Project, admin: User) -> User:
    return people.add(project, "Rut", PASSWORD, "reviewer")


@pytest.fixture
def essay(workbench: Workbench) -> Callable[..., int]:
    """Adds an essay: essay("Jag heter Anna.", "E1", genre="letter") gives its row's id."""

    def add(
        text: str = "Jag heter Anna Berg och bor i Malmö. Anna går i skolan.",
        name: str = "E1",
        **meta: str,
    ) -> int:
        found = next(workbench.add([Document(name, text, "sv", meta)], None))
        assert isinstance(found, int), found
        return found

    return add


@pytest.fixture
def client(workbench: Workbench) -> Iterator[Client]:
    """client(user) is a browser in which they are logged in, every request carrying their token;
    client(None) has nobody.

    Redirects are given as they are; ask for follow_redirects=True where the page behind matters.
    """
    app = create_app(workbench)
    opened: list[TestClient] = []

    def of(user: User | None) -> TestClient:
        opened.append(logged_in(app, workbench.project, user))
        return opened[-1]

    yield of
    for each in opened:
        each.close()


def logged_in(app: FastAPI, project: Project, user: User | None) -> TestClient:
    """A browser in which somebody is logged in, as client() gives it."""
    made = TestClient(app, base_url="http://127.0.0.1", follow_redirects=False)
    if user is not None:
        made.cookies.set(COOKIE, secret_of(project, user), domain="127.0.0.1")
        made.headers["x-csrf"] = csrf_of(project, made)
    return made


def secret_of(project: Project, user: User) -> str:
    """The cookie's value of a new session of somebody whose password is PASSWORD."""
    secret = people.log_in(project, user.name, PASSWORD)
    assert secret is not None
    return secret


def csrf_of(project: Project, browser: TestClient) -> str:
    """The token that the forms of this browser's session carry."""
    session = people.session_of(project, browser.cookies[COOKIE])
    assert session is not None
    return session.csrf


def agreed(browser: TestClient, path: str, data: Mapping[str, object]) -> httpx.Response:
    """What comes of a form after which the workbench asks, once somebody has said yes."""
    asked = browser.post(path, data=data)
    found = re.search(r'name="sealed" value="([^"]+)"', asked.text)
    assert asked.status_code == 200 and found, asked.status_code
    return browser.post("/asked", data={"sealed": found[1]}, follow_redirects=True)


def end_sessions(project: Project) -> None:
    """Log everybody out, as time does."""
    with project.write() as connection:
        connection.execute(sql.delete(schema.session))


def log_in_again(window: Page, user: User) -> None:
    """Go where the page that says that nobody is logged in shows, and log in there."""
    with window.context.expect_page() as opened:
        window.locator("#notice a").click()
    other = patient(opened.value)
    other.locator("[name=name]").fill(user.name)
    other.locator("[name=password]").fill(PASSWORD)
    other.locator("button.primary").click()
    other.wait_for_url("**/")


@pytest.fixture
def live(workbench: Workbench) -> Iterator[str]:
    """The address of a running server of the workbench, for tests with a browser."""
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(workbench), log_config=None, access_log=False, ws="none", lifespan="off"
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with chromium_running() as opened:
        yield opened


@pytest.fixture
def page(chromium: Browser, live: str, project: Project) -> Iterator[Callable[..., Page]]:
    """page(user, width=1280) is a window of somebody who is logged in; goto("/...") works. What a
    page's console complains of fails.

    failing: requests are going to fail, of which the console complains rightly; its scripts must
    not.
    """
    complaints: list[str] = []
    contexts = []

    def of(
        user: User | None, width: int = 1280, failing: bool = False, touch: bool = False
    ) -> Page:
        size = {"width": width, "height": 800}
        context = chromium.new_context(base_url=live, viewport=size, has_touch=touch)
        contexts.append(context)
        if user is not None:
            context.add_cookies([{"name": COOKIE, "value": secret_of(project, user), "url": live}])
        window = patient(context.new_page())
        window.on(
            "console",
            lambda message: (
                complaints.append(message.text) if message.type == "error" and not failing else None
            ),
        )
        window.on("pageerror", lambda error: complaints.append(str(error)))
        return window

    yield of
    for context in contexts:
        context.close()
    assert complaints == []
