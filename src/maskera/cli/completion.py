"""The script that zsh completes by: Typer's, made to answer the first Tab of a session, too."""

from __future__ import annotations

import typer._completion_shared as shared

COMPLETION = frozenset(("--install-completion", "--show-completion"))
# zsh reads the script at the first Tab. Typer's defines what completes and leaves it at that.
ANSWER = """
[[ $zsh_eval_context[-1] == loadautofunc ]] && %(complete_func)s "$@"
"""


def answer_at_once() -> None:
    """Have Typer write a script for zsh that completes when it is read, where Typer's is as we know
    it."""
    scripts = getattr(shared, "_completion_scripts", {})
    if "zsh" in scripts and ANSWER not in scripts["zsh"]:
        scripts["zsh"] += ANSWER
