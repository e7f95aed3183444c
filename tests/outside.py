"""An environment apart for other programs whose code accepts what we write (Label Studio's
converter, Sparv): they ask for versions of libraries that ours may not have. `make outside` makes it.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from waiting import PATIENCE

FOLDER = Path(os.environ.get("MASKERA_OUTSIDE", ROOT / ".venv-outside"))


def program(name: str) -> str:
    """A program of the environment; the test is skipped where it is absent."""
    if not (FOLDER / "installed").exists():  # made last: a broken installation counts as none
        pytest.skip(f"{name} is not in {FOLDER.name} (`make outside` installs it)")
    return str(FOLDER / "bin" / name)


def run(folder: Path, *command: str) -> str:
    """The output of a command of it in a folder that is its home, too."""
    environment = {
        "PATH": f"{FOLDER / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT / "src"),
        "LANG": "C.UTF-8",
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout
