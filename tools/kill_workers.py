"""Whether a long run comes out the same, byte for byte, when workers are killed in it: a table of
invented texts, pseudonymized by one process, then by workers of a Dask scheduler of which some are
killed (SIGKILL) on the way. Prints times, processor time and memory. Linux alone, for it asks /proc.

usage: kill_workers.py [ROWS [KILLS [WORKERS [SENTENCES]]]]     200000, 5, 2 and 6 (most of a text)
unless said; exit code 1 where bytes differ. `kill_workers.py 2000000 0 2 1` is a soak: without
deaths the workers run alone, and their memory is printed every five minutes.
"""

from __future__ import annotations

import csv
import filecmp
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
EVERY = 0.2  # seconds between two looks at the processes
TOLD = 300.0  # seconds between two lines about memory


def write_texts(path: Path, rows: int, most: int) -> None:
    """A table of texts of up to so many sentences of the samples, no text twice: each ends in a
    number, and in none that stands in its id, which the leak check would tell."""
    rng = Random(rows)
    essays = [one.read_text(encoding="utf-8") for one in sorted((ROOT / "samples").glob("*.txt"))]
    sentences = [one for text in essays for one in re.split(r"(?<=[.!?])\s+", text) if one.strip()]
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(("id", "text"))
        for number in range(rows):
            text = " ".join(rng.sample(sentences, rng.randint(min(2, most), most)))
            table.writerow((f"row-{number}", f"{text} ({rows + number})"))


def children(process: int) -> Iterator[int]:
    """The workers that a process has spawned."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(stat[1]) == process and b"spawn_main" in command:
            yield int(folder.name)


def resident(process: int, what: str = "VmHWM") -> float:
    """The memory of a process at its most (VmRSS: now), in MB; 0 for one that is gone."""
    try:
        found = re.search(rf"{what}:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def run(folder: Path, name: str, engine: list[str], kills: int = 0, seconds: float = 0.0) -> float:
    """Pseudonymize the table into a folder of that name, and kill workers at even distances of the
    seconds that it will take; how long it took."""
    command = [sys.executable, "-m", "maskera", "batch", "texts.csv", "-o", name, "--key", "key"]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(
        [*command, "--text-column", "text", "--id-column", "id", *engine], cwd=folder
    )
    killed, most, own, told = 0, 0.0, 0.0, began
    while process.poll() is None:
        time.sleep(EVERY)
        workers = list(children(process.pid))
        if time.monotonic() - told > TOLD:
            told = time.monotonic()
            now = [f"{resident(one, 'VmRSS'):.0f}" for one in (process.pid, *workers)]
            print(f"{name}: {told - began:.0f} s, MB now: {' '.join(now)}", flush=True)
        most, own = max(most, *map(resident, workers), 0.0), max(own, resident(process.pid))
        due = killed < kills and time.monotonic() - began > seconds * (killed + 1) / (kills + 1)
        if due and workers:
            os.kill(workers[killed % len(workers)], signal.SIGKILL)
            killed += 1
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = time.monotonic() - began
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if process.returncode or killed < kills:
        sys.exit(f"{name}: exit code {process.returncode}, {killed} of {kills} workers killed")
    print(
        f"{name}: {took:.0f} s, {busy:.0f} s of processors, {killed} workers killed; memory at most "
        f"{own:.0f} MB, of a worker {most:.0f} MB",
        flush=True,
    )
    return took


def main(rows: int = 200_000, kills: int = 5, workers: int = 2, sentences: int = 6) -> int:
    """Run both, compare; the exit code."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_texts(folder / "texts.csv", rows, sentences)
        (folder / "key").write_bytes(b"the key of runs with invented texts")
        engine = ["--scheduler", "local", "--workers", str(workers)]
        if not kills:
            run(folder, "many", engine)
            return 0
        took = run(folder, "one", ["--workers", "1"])
        run(folder, "many", engine, kills, took / workers)
        same = filecmp.cmp(folder / "one" / "texts.csv", folder / "many" / "texts.csv", False)
    print(f"{rows} rows: {'the same bytes' if same else 'OTHER BYTES'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
