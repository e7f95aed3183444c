"""Completion in the shells themselves, as `--install-completion` sets it up."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from waiting import PATIENCE

PLACE = Path(sys.executable).parent
ASK = {
    "bash": "source ~/.bashrc; COMP_WORDS=(maskera {words}) COMP_CWORD={place};"
    ' _maskera_completion maskera; echo "${{COMPREPLY[@]}}"',
    "fish": 'complete -C "maskera {words}"',
}
VALUES = {
    "pseu": "pseudonymize",
    "pseudonymize --policy nat": "natural",
    "batch -f jsonl-": "jsonl-release",
    "detect --from label": "label-studio",
    "serve --mode fu": "full",
    "evaluate --gold-format bra": "brat",
}


def environment(shell: str, home: Path) -> dict[str, str]:
    """That of somebody whose shell has `maskera` installed for completion."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed (apt-get install {shell})")
    if not (PLACE / "maskera").exists():
        pytest.skip("the command is not installed beside this Python")
    own = {"HOME": str(home), "PATH": f"{PLACE}:{os.environ['PATH']}", "TERM": "dumb"}
    new = {**os.environ, **own}
    for name in ("XDG_CONFIG_HOME", "ZDOTDIR"):
        new.pop(name, None)
    command = [shell, "-c", "maskera --install-completion; true"]  # its parent tells which shell
    done = subprocess.run(command, env=new, capture_output=True, text=True, check=True)
    assert f"{shell} completion installed" in done.stdout, done.stderr
    return new


@pytest.mark.parametrize("shell", ASK)
def test_a_shell_completes_commands_and_values_of_options(shell: str, tmp_path: Path) -> None:
    own = environment(shell, tmp_path)
    for words, whole in VALUES.items():
        ask = ASK[shell].format(words=words, place=len(words.split()))
        done = subprocess.run([shell, "-c", ask], env=own, capture_output=True, text=True)
        assert done.stdout.split()[:1] == [whole], done.stderr


def test_a_shell_completes_the_path_of_a_policy_itself(tmp_path: Path) -> None:
    ask = ASK["bash"].format(words="pseudonymize --policy own/", place=3)
    own = environment("bash", tmp_path)
    done = subprocess.run(["bash", "-c", ask], env=own, capture_output=True, text=True)
    assert done.stdout.strip() == ""  # nothing of ours: `complete -o default` gives files


def test_zsh_completes_commands_at_its_prompt(tmp_path: Path) -> None:
    own = environment("zsh", tmp_path)
    terminal, other = pty.openpty()
    shell = subprocess.Popen(
        ["zsh", "-i"], stdin=other, stdout=other, stderr=other, env=own, start_new_session=True
    )
    os.close(other)
    try:
        for typed, shown in (
            (b"print re''ady\n", b"ready"),
            (b"maskera pseu\t", b"donymize"),  # the first of a session, which loads the script
            (b" --policy nat\t", b"natural"),
        ):
            os.write(terminal, typed)
            assert shown in read(terminal, shown)
    finally:
        shell.kill()
        shell.wait()
        os.close(terminal)


def read(terminal: int, until: bytes) -> bytes:
    """What a terminal shows until it shows something, or time is out."""
    shown, end = b"", time.monotonic() + PATIENCE  # most take two seconds
    while until not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 1.0)[0]:
            shown += os.read(terminal, 4096)
    return shown
