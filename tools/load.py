"""Load test of the service, on loopback: many clients for a while, then one alone. Usage:
.venv/bin/python tools/load.py [--seconds 60]

Starts `maskera serve` itself on a free port and ends it. Prints requests answered and lost, the
time of an essay of 150 words when nothing else is asked, how quick /healthz stays, and the memory
of the server after a warm-up and at the end. Exits 1 when a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic, perf_counter

HOST = "127.0.0.1"
WORDS = 150
MOST_CLIENTS, MOST_SECONDS, MOST_REQUESTS = 1_000, 600, 500_000
SAMPLES = Path(__file__).parent.parent / "samples"
FALLBACK = "Jag heter Shirin och bor i Göteborg sedan 2015. Min bror Karim är 34 år och jobbar på Volvo. Vi ses i Malmö på måndag. "


class LostError(Exception):
    """A request without a good answer."""


class Client:
    """One connection that is kept open; raw HTTP, so that the test itself costs little."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """The body of an answer with status 200; raises LostError."""
        status, _, content = await self.exchange(
            method, path, body, "Content-Type: application/json\r\n"
        )
        if status != 200:
            raise LostError(str(status))
        return content

    async def exchange(
        self, method: str, path: str, body: bytes = b"", headers: str = ""
    ) -> tuple[int, str, bytes]:
        """Status, head and body of the answer; raises LostError where there is none. headers: lines
        that end in CRLF."""
        try:
            if self.streams is None:
                self.streams = await asyncio.open_connection(HOST, self.port)
            reader, writer = self.streams
            head = (
                f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{headers}"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            writer.write(head.encode() + body)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            length = re.search(r"(?i)content-length: (\d+)", answer)
            content = await reader.readexactly(int(length[1]) if length else 0)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.close()
            raise LostError(type(error).__name__) from None
        return int(answer.split(" ", 2)[1]), answer, content

    async def close(self) -> None:
        """Let go of the connection."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


def essays() -> list[str]:
    """Texts of WORDS words: the samples of the repository, each at another place, or a few
    sentences of ours."""
    words = [
        word
        for path in sorted(SAMPLES.glob("*.txt"))
        for word in path.read_text(encoding="utf-8").split()
    ] or FALLBACK.split()
    words *= 2 + 20 * WORDS // len(words)
    return [" ".join(words[start : start + WORDS]) for start in range(0, len(words) - WORDS, 37)][
        :200
    ]


def memory(pid: int) -> int:
    """Resident bytes of a process and its children."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            facts = dict(
                line.split(":", 1) for line in status.read_text().splitlines() if ":" in line
            )
        except OSError:
            continue
        if int(facts["Pid"]) == pid or int(facts["PPid"]) == pid:
            total += int(facts.get("VmRSS", "0").split()[0]) * 1024
    return total


async def crowd(
    port: int, clients: int, seconds: float, limit: int
) -> tuple[list[float], Counter[str], list[float]]:
    """Times of the requests answered, the losses by kind, and the times of /healthz meanwhile."""
    texts = essays()
    times: list[float] = []
    health: list[float] = []
    lost: Counter[str] = Counter()
    end = monotonic() + seconds

    async def one(number: int) -> None:
        random, client = Random(number), Client(port)
        while monotonic() < end and len(times) < limit:
            text = random.choice(texts)
            began = perf_counter()
            try:
                answer = json.loads(
                    await client.ask(
                        "POST",
                        "/v1/pseudonymize",
                        json.dumps({"id": str(number), "text": text}).encode(),
                    )
                )
                if answer["id"] != str(number) or answer["text"] != text:
                    raise LostError("another's answer")
                times.append(perf_counter() - began)
            except LostError as error:
                lost[str(error)] += 1
        await client.close()

    async def watch() -> None:
        client = Client(port)
        while monotonic() < end:
            began = perf_counter()
            try:
                await client.ask("GET", "/healthz")
                health.append(perf_counter() - began)
            except LostError as error:
                lost[f"healthz {error}"] += 1
            await asyncio.sleep(0.1)
        await client.close()

    await asyncio.gather(watch(), *(one(number) for number in range(clients)))
    return times, lost, health


async def alone(port: int, count: int = 200) -> list[float]:
    """Times of one client that asks when nobody else does."""
    client, times = Client(port), []
    for text in (essays() * count)[:count]:
        began = perf_counter()
        await client.ask("POST", "/v1/pseudonymize", json.dumps({"id": "a", "text": text}).encode())
        times.append(perf_counter() - began)
    await client.close()
    return times


def share(times: list[float], part: float) -> float:
    """A percentile, in milliseconds."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] * 1000


def start(arguments: Sequence[str], path: str = "/healthz") -> tuple[subprocess.Popen[str], int]:
    """A server that `maskera` runs with these arguments, and its port, once it answers at `path`."""
    command = [str(Path(sys.executable).with_name("maskera")), *arguments]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    found = re.search(r"http://[^ ]*:(\d+)[,;]", server.stderr.readline())
    if not found:
        raise SystemExit("the server did not start")
    port = int(found[1])

    async def wait() -> None:
        for _ in range(300):
            try:
                await Client(port).exchange("GET", path)
                return
            except LostError:
                await asyncio.sleep(0.1)
        raise SystemExit("the server did not answer")

    asyncio.run(wait())
    return server, port


def main() -> int:
    """Run the test; 0 when all goals are met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--requests", type=int, default=MOST_REQUESTS, help="stop after so many")
    asked = parser.parse_args()
    clients, seconds = min(asked.clients, MOST_CLIENTS), min(asked.seconds, MOST_SECONDS)
    limit = min(asked.requests, MOST_REQUESTS)
    server, port = start(
        ("serve", "--port", "0", "--workers", str(asked.workers), "--log-level", "warning")
    )
    try:
        asyncio.run(alone(port, 50))
        idle = asyncio.run(alone(port))
        asyncio.run(crowd(port, clients, max(3.0, seconds / 4), limit))
        before = memory(server.pid)
        times, lost, health = asyncio.run(crowd(port, clients, seconds, limit))
        after = memory(server.pid)
        again = asyncio.run(alone(port))
    finally:
        server.send_signal(signal.SIGTERM)
        code = server.wait(timeout=60)
    growth = after / before - 1
    print(
        f"{clients} clients, {seconds:g} s, {asked.workers} worker(s), {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    print(
        f"answered {len(times)}, {len(times) / seconds:.0f} a second; lost {lost.total()} {dict(lost) or ''}"
    )
    print(
        f"in the crowd: p50 {share(times, 0.5):.0f} ms, p95 {share(times, 0.95):.0f} ms, most {max(times) * 1000:.0f} ms"
    )
    print(f"/healthz meanwhile: p50 {share(health, 0.5):.0f} ms, p95 {share(health, 0.95):.0f} ms")
    print(
        f"alone, {WORDS} words: p95 {share(idle, 0.95):.1f} ms before, {share(again, 0.95):.1f} ms after"
    )
    print(
        f"memory: {before / 1e6:.0f} MB after the warm-up, {after / 1e6:.0f} MB at the end ({growth:+.1%}); exit code {code}"
    )
    return int(bool(lost) or growth > 0.1 or share(idle, 0.95) > 50 or code != 0)


if __name__ == "__main__":
    raise SystemExit(main())
