"""Killed in the middle of edits, twenty times at random: what was answered is there, and the file
is whole."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from waiting import PATIENCE, wait_until

from maskera.review import essays, people, readings
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.web.site import COOKIE
from maskera.review.workbench import Workbench
from review.conftest import SECRET, secret_of

KILLS = 20
LONGEST = 0.3  # seconds of edits before a kill
HEAD = r'"head": (\d+)'


class Servers:
    """One server of a project after the other."""

    def __init__(self, project: Project, folder: Path) -> None:
        key, file, self._log = folder / "key", str(project.engine.url.database), folder / "log"
        key.write_bytes(SECRET)
        script = str(Path(__file__).with_name("crashing.py"))
        with self._log.open("wb") as log:
            self._starter = subprocess.Popen(
                [sys.executable, "-X", "faulthandler", script, file, str(key)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                bufsize=1,
                start_new_session=True,
            )

    def start(self) -> str:
        """Start one; its address."""
        return f"http://127.0.0.1:{self._told()}"

    def kill(self) -> None:
        """Kill it. Fails where it had ended by itself: only what was killed ends so."""
        code = self._told()
        assert code == -signal.SIGKILL, f"exit code {code}:\n{self._log.read_text()}"

    def end(self) -> None:
        """Take away all, with the server that a test may have left."""
        os.killpg(self._starter.pid, signal.SIGKILL)
        self._starter.communicate()

    def _told(self) -> int:
        assert self._starter.stdin is not None and self._starter.stdout is not None
        self._starter.stdin.write("\n")
        line = self._starter.stdout.readline()
        assert line, self._log.read_text()  # the starter is gone
        return int(line)


@pytest.fixture
def servers(project: Project, tmp_path: Path) -> Iterator[Servers]:
    found = Servers(project, tmp_path)
    yield found
    found.end()


class Editor(threading.Thread):
    """Makes one change after the other until the server is gone; keeps those that were answered
    with success."""

    def __init__(
        self,
        url: str,
        cookie: str,
        csrf: str,
        first: int,
        edit: Callable[[httpx.Client, int], httpx.Response],
    ) -> None:
        super().__init__()
        self.answered: list[int] = []
        self.refused: list[int] = []
        self._browser = httpx.Client(
            base_url=url,
            cookies={COOKIE: cookie},
            headers={"x-csrf": csrf, "hx-request": "true"},
            timeout=PATIENCE,
            verify=False,  # no TLS here: reading all authorities takes a twentieth of a second
        )
        self._first, self._edit = first, edit

    def run(self) -> None:
        number = self._first
        with self._browser as browser:
            while True:
                try:
                    answer = self._edit(browser, number)
                except httpx.TransportError:
                    return
                (self.answered if answer.status_code == 200 else self.refused).append(number)
                number += 1


def commenting(essay_id: int) -> Callable[[httpx.Client, int], httpx.Response]:
    """Comments on an essay: number after number, each on what the answer before it showed."""
    shown = ""

    def edit(browser: httpx.Client, number: int) -> httpx.Response:
        nonlocal shown
        head = re.search(HEAD, shown or browser.get(f"/essays/{essay_id}").text)
        assert head is not None
        answer = browser.post(
            f"/essays/{essay_id}/comment",
            data={"text": f"number {number}", "key": "-1", "head": head[1]},
        )
        shown = answer.text
        return answer

    return edit


def engaging(browser: httpx.Client, number: int) -> httpx.Response:
    """Makes an account."""
    return browser.post("/people", data={"name": f"Person {number}", "role": "reviewer"})


def test_no_accepted_change_is_lost_and_the_file_is_never_damaged(
    servers: Servers, project: Project, workbench: Workbench, admin: User, essay: Callable[..., int]
) -> None:
    rng = Random(20)
    rows = [essay(name="E1"), essay(name="E2")]
    cookie = secret_of(project, admin)
    session = people.session_of(project, cookie)
    assert session is not None
    answered: list[set[int]] = [set(), set(), set()]
    for round_ in range(KILLS):
        url = servers.start()
        edits = [*map(commenting, rows), engaging]
        editors = [Editor(url, cookie, session.csrf, 1000 * (round_ + 1), edit) for edit in edits]
        for editor in editors:
            editor.start()
        for editor in editors:
            wait_until(lambda one=editor: one.answered or one.refused or not one.is_alive())
        time.sleep(rng.uniform(0, LONGEST))
        servers.kill()
        for editor, all_answered in zip(editors, answered, strict=True):
            editor.join(PATIENCE)
            assert not editor.is_alive() and editor.refused == []
            all_answered.update(editor.answered)
        check(project, workbench, rows, answered, admin)
    assert all(len(each) >= KILLS for each in answered)


def check(
    project: Project, workbench: Workbench, rows: list[int], answered: list[set[int]], admin: User
) -> None:
    """The file is whole, and all that was answered is in it."""
    with sqlite3.connect(str(project.engine.url.database)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert connection.execute("pragma foreign_key_check").fetchall() == []
    connection.close()
    assert project.broken_link() == 0
    for row, numbers in zip(rows, answered, strict=False):
        told = project.trail(row, limit=100_000, action="comment")
        kept = {int(number) for line in told for number in re.findall(r"number (\d+)", line.detail)}
        assert numbers <= kept
        _, reading, view = workbench.open(row, admin)
        assert (
            int(view.state.comment.split()[1]) == max(kept) >= max(numbers)
        )  # it stands as it was left, with every step before it
        assert len(readings.history(project, reading)) == len(kept) + 1 == len(told) + 1
        assert essays.load(project, row).row.status == "in_review"
    names = {user.name for user in people.users(project)}
    assert {f"Person {number}" for number in answered[2]} <= names
