"""Detection works in the thread that asks for it: NumPy's others, which wait for one another where a
machine has other work, have nothing to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parent.parent / "samples"
WORK = """
import sys, threading
from pathlib import Path
from maskera import Document, load

def others():  # processor time of all other threads, in ticks
    tasks = [one for one in Path("/proc/self/task").iterdir() if one.name != str(threading.get_native_id())]
    assert tasks, "no threads to look at"
    return sum(sum(map(int, (one / "stat").read_text().rpartition(")")[2].split()[11:13])) for one in tasks)

nlp = load(sys.argv[1], key=b"a key of sixteen bytes and more")
texts = [
    Document(str(number), path.read_text(encoding="utf-8"), sys.argv[1])
    for number, path in enumerate([*Path(sys.argv[2]).glob("*.txt")] * 20)
]
before = others()
list(nlp.pipe(texts))
print(others() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc on this system")
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core: NumPy starts no threads")
@pytest.mark.parametrize("language, folder", [("sv", SAMPLES), ("en", SAMPLES / "en")])
def test_no_other_thread_works(language: str, folder: Path) -> None:
    free = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    command = [sys.executable, "-c", WORK, language, str(folder)]
    told = subprocess.run(command, env=free, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert int(told.stdout) == 0
