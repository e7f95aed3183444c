"""Load test of the workbench, on loopback: many readers at once, each logged in, who open lists,
essays and mentions and decide, each in essays of their own.

python tools/load_review.py [--readers 100] [--seconds 30] [--pause 0] [--keep FOLDER]

Starts `maskera review` itself on a free port and ends it. The project is that of bench_review.py,
with an account for each reader. Prints for each kind of request how many were answered, the median
and 95th percentile of the time until the answer was whole, and how much processor time the server
takes for one when nobody else asks; then its memory. Exits 1 when something was lost or refused, or
the 95th percentile of all is beyond LIMIT. --pause: seconds between a reader's requests at most;
0 asks again at once, as no person does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import tempfile
from collections import Counter, defaultdict
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from time import monotonic, perf_counter
from urllib.parse import urlencode

from rich.table import Table

from bench_review import HEAD, PART, PASSWORD, SECRET, console, opened
from load import MOST_CLIENTS, MOST_SECONDS, Client, LostError, memory, share, start
from maskera.review import essays, passwords, people
from maskera.review.essays import Filter
from maskera.review.workbench import Workbench

LIMIT = 2000.0  # milliseconds: 95 of 100 answers, with 100 readers at once
DECISIONS = 8  # that a reader makes in an essay before the next, at most
COMING = 3.0  # seconds within which the readers begin
ALONE = 6.0  # seconds that one reader reads for the processor time of each kind of request
KEY = re.compile(r'<li[^>]*? id="p(\d+)"')
SESSION = re.compile(r"(?i)set-cookie: (maskera_session=[^;]+)")
CSRF = re.compile(r'"X-CSRF": "([^"]+)"')
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


class Reader:
    """One person at one browser. times: kind of request -> seconds until the answer was whole;
    costs: the same -> seconds of processor time of the server `pid`, if nobody else asks it;
    refused: kind and status of what went wrong."""

    def __init__(self, port: int, pid: int, name: str, own: list[int], seed: int) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.costs: dict[str, list[float]] = defaultdict(list)
        self.refused: Counter[str] = Counter()
        self._client, self._pid = Client(port), pid
        self._name = name
        self._own = own  # the essays that nobody else changes
        self._random = Random(seed)
        self._headers = ""
        self._pages = 1

    async def log_in(self) -> None:
        """Begin a session."""
        body = urlencode({"name": self._name, "password": PASSWORD}).encode()
        began = perf_counter()
        status, head, _ = await self._client.exchange("POST", "/login", body, FORM)
        self.times["log in"].append(perf_counter() - began)
        found = SESSION.search(head)
        if status != 303 or not found:
            raise SystemExit(f"a reader was not let in: status {status}")
        self._headers = f"Cookie: {found[1]}\r\n"
        await self._client.close()  # it may be a minute until the last is in

    async def read(self, until: float, pause: float) -> None:
        """Read essays, one after the other, until then; readers neither come together nor go on in
        step."""
        await asyncio.sleep(self._random.uniform(0, COMING))
        for essay in cycle(self._own):
            if monotonic() >= until:
                break
            try:
                await self._essay(essay, until, pause)
            except LostError as error:
                self.refused[f"lost {error}"] += 1
        await self._client.close()

    async def _essay(self, essay: int, until: float, pause: float) -> None:
        await self._ask("list", "GET", f"/?page={self._random.randint(1, self._pages)}")
        await self._think(pause)
        page = await self._ask("essay", "GET", f"/essays/{essay}")
        held, head, csrf = dict(PART.findall(page)), HEAD.findall(page)[0], CSRF.findall(page)[0]
        places = KEY.findall(page)[: self._random.randint(1, DECISIONS)]

        async def send(kind: str, path: str, **fields: str) -> None:
            nonlocal head
            parts = " ".join(f"{name}:{version}" for name, version in held.items())
            answer = await self._ask(
                kind,
                "POST",
                f"/essays/{essay}/{path}",
                urlencode({"head": head, "parts": parts, **fields}).encode(),
                f"{FORM}HX-Request: true\r\nX-CSRF: {csrf}\r\n",
            )
            held.update(PART.findall(answer))
            head = next(iter(HEAD.findall(answer)), head)

        for key in places:
            await self._think(pause)
            if monotonic() >= until:
                return
            await self._ask("mention", "GET", f"/essays/{essay}/mention/{key}")
            await self._think(pause)
            deed = self._random.choice(("accept", "reject"))
            await send("decision", deed, key=key, selected=key)
        for _ in places:  # so that the next round finds the same places
            if monotonic() >= until:
                return
            await self._think(pause)
            await send("undo", "undo", selected="-1")

    async def _think(self, pause: float) -> None:
        if pause:
            await asyncio.sleep(self._random.uniform(0.5, 1) * pause)

    async def _ask(
        self, kind: str, method: str, path: str, body: bytes = b"", headers: str = ""
    ) -> str:
        began, spent = perf_counter(), processor(self._pid)
        status, _, content = await self._client.exchange(
            method, path, body, self._headers + headers
        )
        self.times[kind].append(perf_counter() - began)
        self.costs[kind].append(processor(self._pid) - spent)
        if status != 200:
            self.refused[f"{kind} {status}"] += 1
        return content.decode()


def readers_of(folder: Path, count: int, texts: int) -> tuple[list[str], list[int]]:
    """The accounts of a project of so many essays, made unless it has them, and the essays that
    nobody has reviewed."""
    workbench, _ = opened(folder, texts)
    names = [f"läsare {number}" for number in range(count)]
    known = {each.name for each in people.users(workbench.project)}
    strength, passwords.SCRYPT = passwords.SCRYPT, (4, 8, 1)  # each login makes it anew, in full
    for name in names:
        if name not in known:
            people.add(workbench.project, name, PASSWORD, "reviewer")
    passwords.SCRYPT = strength
    free = _free(workbench)
    workbench.project.engine.dispose()
    key = folder / "key"
    key.touch(0o600)
    key.write_bytes(SECRET)
    return names, free


def _free(workbench: Workbench) -> list[int]:
    ids = [
        each
        for status in ("new", "in_review")
        for each in essays.ids(workbench.project, Filter(status))
    ]
    return sorted(ids)


def processor(pid: int) -> float:
    """Seconds of processor time that the threads of a process have taken."""
    total = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # it may have ended meanwhile
            total += int((thread / "schedstat").read_text(encoding="ascii").split()[0])
    return total / 1e9


async def crowd(
    port: int, pid: int, names: list[str], free: list[int], seconds: float, pause: float
) -> tuple[list[Reader], float, float]:
    """The readers after so many seconds of work, how long they worked, and the processor time of
    the server."""
    share_of = max(1, len(free) // len(names))
    readers = [
        Reader(port, pid, name, free[share_of * at : share_of * (at + 1)] or free, at)
        for at, name in enumerate(names)
    ]
    await asyncio.gather(*(each.log_in() for each in readers))
    began, spent = monotonic(), processor(pid)
    await asyncio.gather(*(each.read(began + seconds, pause) for each in readers))
    return readers, monotonic() - began, processor(pid) - spent


def main() -> int:
    """Run the test; 0 when all was answered in time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--readers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--essays", type=int, default=1000)
    parser.add_argument("--keep", type=Path, help="folder of a project that is kept")
    asked = parser.parse_args()
    count, seconds = min(asked.readers, MOST_CLIENTS), min(asked.seconds, MOST_SECONDS)
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        names, free = readers_of(folder, count, asked.essays)
        server, port = start(
            ("review", "open", str(folder / "project.db"), "--key", str(folder / "key"),
             "--port", "0", "--log-level", "warning"), "/login",
        )  # fmt: skip
        try:
            return report(server.pid, port, names, free, seconds, asked.pause)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


def report(
    pid: int, port: int, names: list[str], free: list[int], seconds: float, pause: float
) -> int:
    """Measure and print."""
    alone, *_ = asyncio.run(crowd(port, pid, names[:1], free, ALONE, 0))
    readers, took, spent = asyncio.run(crowd(port, pid, names, free, seconds, pause))
    times: dict[str, list[float]] = defaultdict(list)
    for reader in readers:
        for kind, found in reader.times.items():
            times[kind] += found
    pages = [time for kind, found in times.items() if kind != "log in" for time in found]
    lost: Counter[str] = sum((reader.refused for reader in readers), Counter())
    table = Table("request", "answered", "p50 ms", "p95 ms", "most ms", "processor ms, alone")
    for kind, found in (*times.items(), ("all but log in", pages)):
        costs = alone[0].costs.get(kind)
        figures = [share(found, part) for part in (0.5, 0.95, 1)]
        figures += [share(costs, 0.5)] if costs else []
        table.add_row(kind, str(len(found)), *(f"{figure:.0f}" for figure in figures))
    console.print(
        f"{len(names)} readers, {took:.0f} s, at most {pause:g} s between requests, "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    console.print(table)
    console.print(
        f"{len(pages) / took:.0f} answers a second, {1000 * spent / len(pages):.0f} ms of processor "
        f"time each; {memory(pid) / 1e6:.0f} MB"
    )
    console.print(f"lost or refused: {lost.total()} {dict(lost) or ''}")
    return int(bool(lost) or share(pages, 0.95) > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())
