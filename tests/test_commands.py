"""The commands of other packages: all are there, none is imported before it is asked for."""

from __future__ import annotations

import subprocess
import sys

from calling import Cli


def test_all_commands_are_listed(maskera: Cli) -> None:
    run = maskera("--help")
    assert run.code == 0
    assert all(
        f" {name} " in run.out
        for name in (
            "pseudonymize",
            "detect",
            "batch",
            "evaluate",
            "agreement",
            "serve",
            "train",
            "review",
        )
    )


def test_a_name_that_is_no_command_gets_the_nearest_ones(maskera: Cli) -> None:
    run = maskera("evalute", "a", "b")
    assert run.code == 2
    assert "evaluate" in run.err


def test_other_packages_are_imported_when_one_of_their_commands_is_asked_for() -> None:
    told = (
        "import sys, maskera.cli.main; print(*sorted(name for name in sys.modules "
        "if name.startswith('maskera.') and name.endswith('commands')))"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", told], capture_output=True, text=True, check=True
        ).stdout.split()
        == []
    )
